public import IAText

/// A text that tells its layouts what changed.
///
/// Edits between `beginEditing` and `endEditing` are told as one: what was edited is the union of
/// their ranges, in the text as it is afterwards. When the outermost `endEditing` is reached,
///
/// 1. `willProcess` is called: it may still change text and attributes,
/// 2. `didProcess` is called: it may still change attributes,
/// 3. each manager is told the union of all changes, and lays out anew what they touched.
///
/// Edits made by the two calls are added to the same change and start no new one. The contract is
/// that of Cocoa's text storage, as GNUstep's implementation documents it. One owner at a time.
public final class TextStorage {
  /// What an edit changed.
  public struct Actions: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt8

    /// Makes a set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Intensities, inline or paragraph attributes, or attachments' records.
    public static let attributes = Actions(rawValue: 1)
    /// Units were inserted, removed or replaced.
    public static let characters = Actions(rawValue: 2)
  }

  /// A change, as managers are told.
  public struct Change: Hashable, Sendable {
    /// What changed.
    public internal(set) var actions: Actions
    /// Where, in the text after the change.
    public internal(set) var editedRange: Range<Int>
    /// How many units the text grew by.
    public internal(set) var delta: Int

    /// Where, in the text before the change.
    public var originalRange: Range<Int> {
      editedRange.lowerBound..<editedRange.upperBound - delta
    }
  }

  /// The text as it is now.
  public private(set) var string: IAString
  /// What was changed since the managers were told last; nil where nothing was.
  public private(set) var change: Change?
  /// Called before a change is told; may edit.
  public var willProcess: ((TextStorage) -> Void)?
  /// Called after `willProcess`; may change attributes.
  public var didProcess: ((TextStorage) -> Void)?

  /// The layouts that are told of changes.
  public private(set) var managers: [LayoutManager] = []
  private var nesting = 0
  private var isTelling = false

  /// Makes a storage of a text.
  public init(_ string: IAString = IAString()) { self.string = string }

  /// Adds a layout, which starts with the text as it is now.
  public func addManager(_ manager: LayoutManager) {
    guard !managers.contains(where: { $0 === manager }) else { return }
    managers.append(manager)
    manager.setString(string)
  }

  /// Removes a layout; it keeps the text that it has.
  public func removeManager(_ manager: LayoutManager) {
    managers.removeAll { $0 === manager }
  }

  // MARK: Editing

  /// Starts a group of edits; groups nest.
  public func beginEditing() { nesting += 1 }

  /// Ends a group of edits; the outermost end tells the managers.
  ///
  /// - Precondition: A group was begun.
  public func endEditing() {
    precondition(nesting > 0, "no group of edits was begun")
    if nesting == 1, change != nil { process() }
    nesting -= 1
  }

  /// Changes the text and notes what changed.
  ///
  /// - Parameters:
  ///   - actions: What `body` changes.
  ///   - utf16Range: The units that `body` changes, before the change; all units that it inserts go
  ///     there, too.
  ///   - body: Makes the change.
  /// - Precondition: No manager is being told of a change.
  public func edit(
    _ actions: Actions, in utf16Range: Range<Int>, _ body: (inout IAString) -> Void
  ) {
    precondition(!isTelling, "managers must not edit the text they are told about")
    precondition(
      utf16Range.lowerBound >= 0 && utf16Range.upperBound <= string.utf16Count,
      "units \(utf16Range) of \(string.utf16Count)")
    beginEditing()
    let count = string.utf16Count
    body(&string)
    note(actions, utf16Range, delta: string.utf16Count - count)
    endEditing()
  }

  /// Replaces units by text; what is not given continues the text around.
  public func replace(
    _ utf16Range: Range<Int>, with text: String, intensity: UInt8? = nil,
    attributes: InlineAttributes? = nil
  ) {
    edit(.characters, in: utf16Range) {
      $0.replace(utf16Range, with: text, intensity: intensity, attributes: attributes)
    }
  }

  /// Replaces units by another string with all it carries.
  public func replace(_ utf16Range: Range<Int>, with other: IAString) {
    edit([.characters, .attributes], in: utf16Range) { $0.replace(utf16Range, with: other) }
  }

  /// Gives units one set of attributes.
  public func setAttributes(_ attributes: InlineAttributes, in utf16Range: Range<Int>) {
    edit(.attributes, in: utf16Range) { $0.setAttributes(attributes, in: utf16Range) }
  }

  /// Changes some attributes of units.
  public func updateAttributes(
    in utf16Range: Range<Int>, _ update: (inout InlineAttributes) -> Void
  ) {
    edit(.attributes, in: utf16Range) { $0.updateAttributes(in: utf16Range, update) }
  }

  /// Sets the intensity of units.
  public func setIntensity(_ intensity: UInt8, in utf16Range: Range<Int>) {
    edit(.attributes, in: utf16Range) { $0.setIntensity(intensity, in: utf16Range) }
  }

  /// Changes the attributes of all paragraphs that meet a range.
  public func updateParagraphAttributes(
    in utf16Range: Range<Int>, _ update: (inout ParagraphAttributes) -> Void
  ) {
    guard !string.isEmpty else { return }
    let start = string.paragraphRange(at: utf16Range.lowerBound).lowerBound
    let end = string.paragraphRange(at: max(utf16Range.upperBound - 1, utf16Range.lowerBound))
    edit(.attributes, in: start..<max(end.upperBound, start)) {
      $0.updateParagraphAttributes(in: utf16Range, update)
    }
  }

  private func note(_ actions: Actions, _ range: Range<Int>, delta: Int) {
    guard var known = change else {
      change = Change(
        actions: actions, editedRange: range.lowerBound..<range.upperBound + delta, delta: delta)
      return
    }
    known.actions.formUnion(actions)
    let lower = min(known.editedRange.lowerBound, range.lowerBound)
    let upper = max(known.editedRange.upperBound, range.upperBound)
    known.editedRange = lower..<upper + delta
    known.delta += delta
    change = known
  }

  private func process() {
    willProcess?(self)
    didProcess?(self)
    guard let told = change else { return }
    change = nil
    isTelling = true
    for manager in managers { manager.apply(told, to: string) }
    isTelling = false
  }
}
