internal import IALayout

/// Something of a size that can be drawn anywhere.
protocol Drawable {
  /// The size in points.
  var size: Size { get }
  /// The headings on it, from the top to the bottom.
  var headings: [Heading] { get }
  /// The named places on it.
  var destinations: [PlacedDestination] { get }
  /// The area below the text, between the margins of the page.
  var freeArea: Rectangle { get }
  /// The number of the page, if it shows one.
  var pageNumber: PageNumber? { get }
  /// Draws it, the upper left corner at the origin.
  func draw<P: Painter>(on painter: inout P)
}

extension Drawable {
  /// Drawings that gather several documents have none.
  var headings: [Heading] { [] }
  var destinations: [PlacedDestination] { [] }
  var pageNumber: PageNumber? { nil }
}
