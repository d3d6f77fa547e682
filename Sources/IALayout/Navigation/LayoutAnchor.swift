/// A position in a text that a view keeps while the heights of blocks above it change from
/// estimated to exact.
public struct LayoutAnchor: Hashable, Sendable {
  /// The first unit of the line.
  public var utf16Offset: Int
  /// The distance in points from the top of the line to the position.
  public var distance: Double

  /// Creates an anchor.
  public init(utf16Offset: Int, distance: Double) {
    self.utf16Offset = utf16Offset
    self.distance = distance
  }
}
