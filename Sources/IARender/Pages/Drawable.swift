internal import IALayout

/// Content of a fixed size that can be drawn at any position.
protocol Drawable {
  /// The size in points.
  var size: Size { get }
  /// The headings in the content, from the top to the bottom.
  var headings: [Heading] { get }
  /// The named destinations in the content.
  var destinations: [PlacedDestination] { get }
  /// The area below the text, between the margins of the page.
  var freeArea: Rectangle { get }
  /// The number of the page, if it shows one.
  var pageNumber: PageNumber? { get }
  /// Draws the content with its upper left corner at the origin.
  func draw<P: Painter>(on painter: inout P)
}

extension Drawable {
  /// Drawings of several documents have no headings.
  var headings: [Heading] { [] }
  var destinations: [PlacedDestination] { [] }
  var pageNumber: PageNumber? { nil }
}
