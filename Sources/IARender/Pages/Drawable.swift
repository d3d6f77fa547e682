internal import IALayout

/// Something of a size that can be drawn anywhere.
protocol Drawable {
  /// The size in points.
  var size: Size { get }
  /// The headings on it, from the top to the bottom.
  var headings: [Heading] { get }
  /// Draws it, the upper left corner at the origin.
  func draw<P: Painter>(on painter: inout P)
}

extension Drawable {
  /// Drawings that gather several documents have none.
  var headings: [Heading] { [] }
}
