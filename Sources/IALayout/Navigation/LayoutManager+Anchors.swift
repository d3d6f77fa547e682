import IAText

extension LayoutManager {
  /// Returns the position in the text at a height of a container, in points.
  ///
  /// Heights above may be estimates that change later: a view stores the anchor of its upper edge,
  /// and queries the anchor's height before it draws, so that the visible text does not move.
  ///
  /// - Precondition: The container exists.
  /// - Complexity: O(log *n* + *m*) in the blocks and in the lines of one block.
  public func anchor(atHeight y: Double, container: Int = 0) -> LayoutAnchor? {
    guard let place = linePlace(at: Point(x: 0, y: y), container: container) else { return nil }
    let fragment = fragment(place.line, of: place.part, in: place.found)
    return LayoutAnchor(
      utf16Offset: fragment.utf16Range.lowerBound, distance: y - fragment.rect.y)
  }

  /// Returns the height of a position in its container, in points, or `nil` if the position is not
  /// displayed.
  ///
  /// - Complexity: O(log *n*) in the blocks, plus the layout of the block if it has none.
  public func height(of anchor: LayoutAnchor) -> Double? {
    let offset = min(max(anchor.utf16Offset, 0), string.utf16Count)
    return lineFragment(at: offset).map { $0.rect.y + anchor.distance }
  }
}
