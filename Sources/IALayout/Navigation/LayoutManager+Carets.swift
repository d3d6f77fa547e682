import IAText

extension LayoutManager {
  /// The width of a caret in points.
  public static let caretWidth = 2.0
  /// The minimum height of a caret in points.
  public static let caretMinimumHeight = 22.0

  /// Returns the rectangle of the caret before a unit.
  ///
  /// Between texts of two directions, two positions are possible. The caret is at the end of the
  /// preceding text, where further text of its direction would be typed, except at the start of a
  /// line.
  ///
  /// - Returns: A rectangle with the height of the line, at least `caretMinimumHeight`, in the
  ///   coordinates of the line's container (`LineFragment.container`); `nil` if the offset is
  ///   outside the text, or if the unit was cut off.
  public func caretRect(at utf16Offset: Int) -> Rectangle? {
    guard let place = place(of: utf16Offset) else { return nil }
    let fragment = fragment(place.line, of: place.part, in: place.found)
    let height = max(fragment.rect.height, Self.caretMinimumHeight)
    return Rectangle(
      x: caretX(place) - Self.caretWidth / 2,
      y: fragment.rect.y - (height - fragment.rect.height) / 2, width: Self.caretWidth,
      height: height)
  }

  /// Returns the *x* coordinate of the caret before a unit of a line, in points.
  func caretX(_ place: PlaceOfUnit) -> Double {
    let cells = caretCells(of: place)
    if let before = cells.first(where: { $0.range.upperBound == place.offset }),
      place.offset > Int(place.line.start)
    {
      return before.trailing
    }
    if let own = cells.first(where: { $0.range.contains(place.offset) }) { return own.leading }
    let line = place.line
    return place.part.paragraph.isRightToLeft ? line.x + line.width : line.x
  }

  /// Returns the character under a point, or the nearest one of the nearest line.
  ///
  /// For a point on the leading half of a character, the caret is before the character; for a point
  /// on the trailing half, the caret is after it.
  ///
  /// - Returns: The hit, or `nil` if there is no line.
  /// - Precondition: The container exists.
  public func hit(_ point: Point, container: Int = 0) -> TextHit? {
    guard let place = linePlace(at: point, container: container) else { return nil }
    let cells = caretCells(of: place)
    let start = place.found.start + place.part.utf16Start
    guard
      let cell = cells.min(by: { distance(point.x, $0) < distance(point.x, $1) })
    else {
      let offset = start + Int(place.line.start)
      return TextHit(
        utf16Range: offset..<offset, fraction: 0, caretOffset: offset, isInside: false)
    }
    let width = cell.right - cell.left
    let share = width > 0 ? min(max((point.x - cell.left) / width, 0), 1) : 0
    let fraction = width > 0 ? (cell.isRightToLeft ? 1 - share : share) : 0
    let isTerminator =
      place.part.paragraph.items[place.part.paragraph.itemIndex(at: cell.range.lowerBound)].kind
      == .lineEnd
    let range = start + cell.range.lowerBound..<start + cell.range.upperBound
    let caret = fraction >= 0.5 && !isTerminator ? range.upperBound : range.lowerBound
    let fragment = fragment(place.line, of: place.part, in: place.found)
    return TextHit(
      utf16Range: range, fraction: fraction, caretOffset: caret,
      isInside: fragment.rect.contains(Point(x: fragment.rect.x, y: point.y))
        && point.x >= cell.left && point.x < cell.right)
  }

  private func distance(_ x: Double, _ cell: CaretCell) -> Double {
    // On the border of two adjacent cells, the right cell is hit.
    let gap = max(cell.left - x, x - cell.right, 0)
    let isBlank = cell.right - cell.left <= 0
    return gap + (isBlank ? 1e-6 : x == cell.right ? 1e-9 : 0)
  }

  /// Returns the line at a point: the one whose band contains it, or the nearest span of a band
  /// with exclusions.
  func linePlace(at point: Point, container: Int) -> PlaceOfUnit? {
    let region = shape.regions[container]
    let y = max(point.y - region.offset, region.top)
    ensureLayout(from: y, to: y + 1)
    guard var found = index.block(atHeight: y) else { return nil }
    if let cut = cutBlock, found.number > cut.number, let last = index.block(cut.number) {
      found = last
    }
    guard let layout = shownLayout(found.number), let current = index.block(found.number) else {
      return nil
    }
    var best: (distance: Double, place: PlaceOfUnit)?
    for (partIndex, part) in layout.parts.enumerated() {
      let partTop = current.top + part.y
      let away = max(partTop - y, y - (partTop + part.height), 0)
      if let best, best.distance <= away * 1e4 { continue }
      for (lineIndex, line) in part.lines.enumerated() {
        let top = current.top + part.y + line.y
        let down = max(top - y, y - (top + line.height - 1e-9), 0)
        let across = max(line.left - point.x, point.x - line.left - line.available, 0)
        let distance = down * 1e4 + across
        if let best, best.distance <= distance { continue }
        best = (
          distance,
          PlaceOfUnit(
            found: current, part: part, line: line, offset: Int(line.start), lineIndex: lineIndex,
            partIndex: partIndex)
        )
      }
    }
    return best?.place
  }
}
