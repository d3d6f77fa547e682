/// Goes through the boundaries of a long text one by one, without a list of them all.
///
/// The text is not kept: give the same one to every call.
///
///     var cursor = BoundaryCursor(.word)
///     while let offset = try cursor.next(in: text, using: &segmenter) { … }
public struct BoundaryCursor: Sendable {
  /// What is found.
  public let unit: TextUnit

  /// How many units are scanned ahead at most, apart from a unit that is longer itself.
  private static var window: Int { 4096 }

  private var state = ScanState()
  private var found: [Int] = []
  private var nextIndex = 0
  private var hasStarted = false

  /// Stands before the first boundary.
  public init(_ unit: TextUnit) { self.unit = unit }

  /// The next boundary, 0 at first; nil after the end of the text.
  ///
  /// - Parameters:
  ///   - text: The same UTF-16 units as in the call before.
  ///   - segmenter: Any segmenter.
  /// - Throws: `UnicodeError` where ICU is needed and fails.
  /// - Complexity: amortised O(length of the unit).
  public mutating func next(
    in text: Span<UInt16>, using segmenter: inout TextSegmenter
  ) throws(UnicodeError) -> Int? {
    if !hasStarted {
      hasStarted = true
      return text.isEmpty ? nil : 0
    }
    if nextIndex == found.count {
      if state.offset >= text.count { return nil }
      found.removeAll(keepingCapacity: true)
      nextIndex = 0
      try segmenter.appendBoundaries(
        of: unit, in: text, from: &state, until: state.offset + Self.window, to: &found)
      if found.isEmpty { return nil }
    }
    defer { nextIndex += 1 }
    return found[nextIndex]
  }
}
