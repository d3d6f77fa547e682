/// A cursor that visits the boundaries of a long text one at a time, without a list of all
/// boundaries.
///
/// The cursor does not store the text: pass the same text to every call.
///
///     var cursor = BoundaryCursor(.word)
///     while let offset = try cursor.next(in: text, using: &segmenter) { … }
public struct BoundaryCursor: Sendable {
  /// The kind of segment whose boundaries are visited.
  public let unit: TextUnit

  /// The maximum number of units scanned ahead, except that one longer segment is scanned
  /// completely.
  private static var window: Int { 4096 }

  private var state = ScanState()
  private var found: [Int] = []
  private var nextIndex = 0
  private var hasStarted = false

  /// Creates a cursor before the first boundary.
  public init(_ unit: TextUnit) { self.unit = unit }

  /// Returns the next boundary, or `nil` after the end of the text; the first boundary is 0.
  ///
  /// - Parameters:
  ///   - text: The same UTF-16 units as in the previous call.
  ///   - segmenter: Any segmenter.
  /// - Throws: `UnicodeError` if the text needs ICU and ICU fails.
  /// - Complexity: Amortised O(*n*) in the length of the segment.
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
