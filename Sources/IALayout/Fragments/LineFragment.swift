/// A line of laid out text.
public struct LineFragment: Hashable, Sendable {
  /// The index of the line's container in `LayoutManager.containers`.
  public var container: Int
  /// The UTF-16 units on the line, including spaces and the terminator at its end.
  public var utf16Range: Range<Int>
  /// The area of the line between the margins, from its top to the top of the next line, in the
  /// coordinates of the container.
  public var rect: Rectangle
  /// The part of `rect` that the text covers, without the spaces at its end.
  public var usedRect: Rectangle
  /// The baseline, in points from the top of the container.
  public var baseline: Double
  /// Whether the paragraph is right to left.
  public var isRightToLeft: Bool
  /// Whether text was cut off at the end of the line.
  public var isTruncated: Bool
  /// The top and bottom of the rows of the outermost table around the line, in points from the top
  /// of the container; `nil` outside tables, and in tables without tables in their cells that state
  /// no borders, padding, alignment or sizes.
  package var row: RowExtent?
}

/// The vertical extent of the rows of a table.
package struct RowExtent: Hashable, Sendable {
  /// The top of the border above the rows, and that of the border below them.
  package var range: Range<Double>
  /// The width of the border below the rows, in points.
  package var border: Double

  /// Moves the rows down.
  mutating func move(by distance: Double) {
    range = range.lowerBound + distance..<range.upperBound + distance
  }
}
