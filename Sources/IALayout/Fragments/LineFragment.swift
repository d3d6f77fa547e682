/// A line of laid out text.
public struct LineFragment: Hashable, Sendable {
  /// The container it stands in, counted from 0.
  public var container: Int
  /// The units on the line, spaces and the terminator at its end included.
  public var utf16Range: Range<Int>
  /// The line's place between the margins: from its top to the top of the next one.
  public var rect: Rectangle
  /// The part of `rect` that the text covers, spaces at its end aside.
  public var usedRect: Rectangle
  /// The baseline, in points from the top of the container.
  public var baseline: Double
  /// Whether the line's paragraph goes from right to left.
  public var isRightToLeft: Bool
  /// Whether text was cut off at the line's end.
  public var isTruncated: Bool
}
