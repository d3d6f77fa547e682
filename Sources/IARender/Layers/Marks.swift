/// The marks that are drawn over a text: the selection, the caret and marked ranges.
///
/// Offsets count UTF-16 units; a range that extends beyond the text is clamped to it.
public struct Marks: Hashable, Sendable {
  /// The purpose of a marked range.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Text that was found or is being composed, marked by a translucent colour over it.
    case found
    /// A word that may be misspelt, marked by a red wave below it.
    case spelling
  }

  /// A marked range.
  public struct Stretch: Hashable, Sendable {
    /// The units of the range.
    public var utf16Range: Range<Int>
    /// The purpose of the mark.
    public var kind: Kind

    /// Creates a marked range.
    public init(_ utf16Range: Range<Int>, _ kind: Kind) {
      self.utf16Range = utf16Range
      self.kind = kind
    }
  }

  /// The units that are selected.
  public var selection: Range<Int>?
  /// The unit after the caret; the number of units for the end.
  public var caret: Int?
  /// The marked ranges, in drawing order: later ones are drawn over earlier ones.
  public var stretches: [Stretch] = []

  /// Creates a value without marks.
  public init() {}

  /// Whether there is nothing to draw.
  public var isEmpty: Bool { selection == nil && caret == nil && stretches.isEmpty }

  /// Returns the marks clamped to a text of a length.
  func clamped(to utf16Count: Int) -> Marks {
    let all = 0..<max(utf16Count, 0)
    var clamped = self
    clamped.selection = selection?.clamped(to: all)
    clamped.caret = caret.map { min(max($0, 0), utf16Count) }
    clamped.stretches = stretches.map { Stretch($0.utf16Range.clamped(to: all), $0.kind) }
    return clamped
  }
}
