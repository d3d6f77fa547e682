public import IAText

/// A text that notifies its layouts of changes.
///
/// Edits between `beginEditing` and `endEditing` are reported as one change: the edited range is
/// the union of their ranges, in the text after the edits. When the outermost `endEditing` is
/// reached,
///
/// 1. `willProcess` is called: it may change text and attributes,
/// 2. `didProcess` is called: it may change attributes,
/// 3. each manager receives the union of all changes, and updates its layout.
///
/// Edits by the two callbacks are added to the same change and do not start another one. The
/// contract is that of Cocoa's text storage, as GNUstep's implementation documents it. A storage
/// has one owner at a time.
public final class TextStorage {
  /// The kinds of edits in a change.
  public struct Actions: OptionSet, Hashable, Sendable {
    /// The bits of the set.
    public let rawValue: UInt8

    /// Creates a set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Intensities, inline attributes, paragraph attributes or attachment records were changed.
    public static let attributes = Actions(rawValue: 1)
    /// Units were inserted, removed or replaced.
    public static let characters = Actions(rawValue: 2)
  }

  /// A change, as reported to managers.
  public struct Change: Hashable, Sendable {
    /// The kinds of edits.
    public internal(set) var actions: Actions
    /// The edited range, in the text after the change.
    public internal(set) var editedRange: Range<Int>
    /// The number of units added to the text; negative if the text became shorter.
    public internal(set) var delta: Int

    /// The edited range, in the text before the change.
    public var originalRange: Range<Int> {
      editedRange.lowerBound..<editedRange.upperBound - delta
    }
  }

  /// The current text.
  public private(set) var string: IAString
  /// The change since the managers were last notified, or `nil` if there is none.
  public private(set) var change: Change?
  /// Called before a change is reported; may edit the text.
  public var willProcess: ((TextStorage) -> Void)?
  /// Called after `willProcess`; may change attributes.
  public var didProcess: ((TextStorage) -> Void)?

  /// The layouts that are notified of changes.
  public private(set) var managers: [LayoutManager] = []
  private var nesting = 0

  /// Creates a storage of a text.
  public init(_ string: IAString = IAString()) { self.string = string }

  /// Adds a layout and sets its text to the current text.
  public func addManager(_ manager: LayoutManager) {
    guard !managers.contains(where: { $0 === manager }) else { return }
    managers.append(manager)
    manager.setString(string)
  }

  /// Removes a layout, which keeps its text.
  public func removeManager(_ manager: LayoutManager) {
    managers.removeAll { $0 === manager }
  }

  // MARK: Editing

  /// Starts a group of edits; groups nest.
  public func beginEditing() { nesting += 1 }

  /// Ends a group of edits; the end of the outermost group notifies the managers.
  ///
  /// - Precondition: A group was started.
  public func endEditing() {
    precondition(nesting > 0, "no group of edits was begun")
    if nesting == 1, change != nil { process() }
    nesting -= 1
  }

  /// Changes the text and records the change.
  ///
  /// - Parameters:
  ///   - actions: The kinds of edits that `body` makes.
  ///   - utf16Range: The units that `body` changes, in the text before the change; `body` may
  ///     insert units only there.
  ///   - body: Makes the change.
  /// - Precondition: The range is inside the text.
  public func edit(
    _ actions: Actions, in utf16Range: Range<Int>, _ body: (inout IAString) -> Void
  ) {
    precondition(
      utf16Range.lowerBound >= 0 && utf16Range.upperBound <= string.utf16Count,
      "units \(utf16Range) of \(string.utf16Count)")
    beginEditing()
    let count = string.utf16Count
    body(&string)
    note(actions, utf16Range, delta: string.utf16Count - count)
    endEditing()
  }

  /// Replaces units by text; an intensity or attributes that are `nil` continue those of the
  /// surrounding text.
  ///
  /// - Precondition: The range is inside the text.
  public func replace(
    _ utf16Range: Range<Int>, with text: String, intensity: UInt8? = nil,
    attributes: InlineAttributes? = nil
  ) {
    edit(.characters, in: utf16Range) {
      $0.replace(utf16Range, with: text, intensity: intensity, attributes: attributes)
    }
  }

  /// Replaces units by another string with its intensities, attributes and attachments.
  ///
  /// - Precondition: The range is inside the text.
  public func replace(_ utf16Range: Range<Int>, with other: IAString) {
    edit([.characters, .attributes], in: utf16Range) { $0.replace(utf16Range, with: other) }
  }

  /// Sets the attributes of units.
  ///
  /// - Precondition: The range is inside the text.
  public func setAttributes(_ attributes: InlineAttributes, in utf16Range: Range<Int>) {
    edit(.attributes, in: utf16Range) { $0.setAttributes(attributes, in: utf16Range) }
  }

  /// Changes some attributes of units.
  ///
  /// - Precondition: The range is inside the text.
  public func updateAttributes(
    in utf16Range: Range<Int>, _ update: (inout InlineAttributes) -> Void
  ) {
    edit(.attributes, in: utf16Range) { $0.updateAttributes(in: utf16Range, update) }
  }

  /// Sets the intensity of units.
  ///
  /// - Precondition: The range is inside the text.
  public func setIntensity(_ intensity: UInt8, in utf16Range: Range<Int>) {
    edit(.attributes, in: utf16Range) { $0.setIntensity(intensity, in: utf16Range) }
  }

  /// Changes the attributes of all paragraphs that intersect a range; an empty text is not changed.
  ///
  /// - Precondition: The range is inside the text.
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
    guard let reported = change else { return }
    change = nil
    for manager in managers { manager.apply(reported, to: string) }
  }
}
