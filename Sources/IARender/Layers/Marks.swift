/// What lies over a text as a view shows it: the selection, the caret, stretches that are marked.
///
/// Places are UTF-16 units; what reaches beyond the text ends with it.
public struct Marks: Hashable, Sendable {
  /// What a stretch is marked for.
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
    /// What it is marked for.
    public var kind: Kind

    /// Makes a stretch.
    public init(_ utf16Range: Range<Int>, _ kind: Kind) {
      self.utf16Range = utf16Range
      self.kind = kind
    }
  }

  /// The units that are selected.
  public var selection: Range<Int>?
  /// The unit that the caret stands before; the number of units for the end.
  public var caret: Int?
  /// What is marked, the first one lowest.
  public var stretches: [Stretch] = []

  /// Makes marks of which there are none.
  public init() {}

  /// Whether there is nothing to draw.
  public var isEmpty: Bool { selection == nil && caret == nil && stretches.isEmpty }

  /// The marks as far as a text of a length has them.
  func clamped(to utf16Count: Int) -> Marks {
    let all = 0..<max(utf16Count, 0)
    var clamped = self
    clamped.selection = selection?.clamped(to: all)
    clamped.caret = caret.map { min(max($0, 0), utf16Count) }
    clamped.stretches = stretches.map { Stretch($0.utf16Range.clamped(to: all), $0.kind) }
    return clamped
  }
}
