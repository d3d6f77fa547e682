internal import IALayout

/// Something of a size that can be drawn anywhere.
protocol Drawable {
  /// The size in points.
  var size: Size { get }
  /// Draws it, the upper left corner at the origin.
  func draw<P: Painter>(on painter: inout P)
}
