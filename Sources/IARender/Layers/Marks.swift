/// The marks over a text: the selection, the caret, marked ranges.
///
/// Offsets count UTF-16 units; a range beyond the text ends with the text.
public struct Marks: Hashable, Sendable {
  /// The purpose of a marked range.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Text that was found, or is being composed: a colour over it.
    case found
    /// A word that may be misspelt: a red wave below it.
    case spelling
  }

  /// A stretch that is marked.
  public struct Stretch: Hashable, Sendable {
    /// Its units.
    public var utf16Range: Range<Int>
    /// The purpose of the mark.
    public var kind: Kind

    /// Creates a stretch.
    public init(_ utf16Range: Range<Int>, _ kind: Kind) {
      self.utf16Range = utf16Range
      self.kind = kind
    }
  }

  /// The units that are selected.
  public var selection: Range<Int>?
  /// The unit after the caret; the number of units for the end.
  public var caret: Int?
  /// The marked ranges, the lowest first.
  public var stretches: [Stretch] = []

  /// Creates marks of which there are none.
  public init() {}

  /// Whether there is nothing to draw.
  public var isEmpty: Bool { selection == nil && caret == nil && stretches.isEmpty }

  /// Returns the marks as far as a text of a length has them.
  func clamped(to utf16Count: Int) -> Marks {
    let all = 0..<max(utf16Count, 0)
    var clamped = self
    clamped.selection = selection?.clamped(to: all)
    clamped.caret = caret.map { min(max($0, 0), utf16Count) }
    clamped.stretches = stretches.map { Stretch($0.utf16Range.clamped(to: all), $0.kind) }
    return clamped
  }
}
