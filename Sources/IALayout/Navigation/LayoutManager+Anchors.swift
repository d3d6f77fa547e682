import IAText

/// A place in a text that a view holds on to while heights round it become known.
public struct LayoutAnchor: Hashable, Sendable {
  /// The first unit of the line.
  public var utf16Offset: Int
  /// How far below the line's top the place is, in points.
  public var distance: Double

  /// Makes an anchor.
  public init(utf16Offset: Int, distance: Double) {
    self.utf16Offset = utf16Offset
    self.distance = distance
  }
}

extension LayoutManager {
  /// The place in the text at a height of a container.
  ///
  /// Heights above may be estimated, and change when they become known: a view keeps the anchor of
  /// its upper edge, and asks for its height again before it draws. What is seen then never moves.
  ///
  /// - Precondition: There is such a container.
  /// - Complexity: O(log *n* + the block's lines).
  public func anchor(atHeight y: Double, container: Int = 0) -> LayoutAnchor? {
    guard let place = linePlace(at: Point(x: 0, y: y), container: container) else { return nil }
    let fragment = fragment(place.line, of: place.part, in: place.found)
    return LayoutAnchor(
      utf16Offset: fragment.utf16Range.lowerBound, distance: y - fragment.rect.y)
  }

  /// The height of a place in its container; nil where it is not shown.
  ///
  /// - Complexity: O(log *n*), and the layout of the block where it was not laid out yet.
  public func height(of anchor: LayoutAnchor) -> Double? {
    let offset = min(max(anchor.utf16Offset, 0), string.utf16Count)
    return lineFragment(at: offset).map { $0.rect.y + anchor.distance }
  }
}
