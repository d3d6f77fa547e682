import IAText

extension LayoutManager {
  /// Returns the rectangles that a selection covers, line by line from left to right.
  ///
  /// Adjacent rectangles of a line are merged. If the end of a line is selected, the rectangle
  /// extends to the end. The selected terminator of an empty line has a width of a third of the
  /// line's height. Units outside the text are ignored; the result is empty if the range starts
  /// before the text.
  public func selectionRects(for utf16Range: Range<Int>, container: Int = 0) -> [Rectangle] {
    var rectangles: [Rectangle] = []
    var offset = utf16Range.lowerBound
    while offset < min(utf16Range.upperBound, string.utf16Count) {
      guard let place = place(of: offset) else { break }
      let fragment = fragment(place.line, of: place.part, in: place.found)
      if fragment.container == container {
        append(place, fragment, utf16Range, to: &rectangles)
      }
      guard fragment.utf16Range.upperBound > offset else { break }
      offset = fragment.utf16Range.upperBound
    }
    return rectangles
  }

  private func append(
    _ place: PlaceOfUnit, _ fragment: LineFragment, _ range: Range<Int>,
    to rectangles: inout [Rectangle]
  ) {
    let start = place.found.start + place.part.utf16Start
    let first = rectangles.count
    for cell in caretCells(of: place) {
      let own = start + cell.range.lowerBound..<start + cell.range.upperBound
      guard own.overlaps(range) else { continue }
      if rectangles.count > first, abs(rectangles[rectangles.count - 1].maxX - cell.left) < 0.01 {
        rectangles[rectangles.count - 1].width += cell.right - cell.left
      } else {
        rectangles.append(
          Rectangle(
            x: cell.left, y: fragment.rect.y, width: cell.right - cell.left,
            height: fragment.rect.height))
      }
    }
    rectangles.removeSubrange(
      first..<rectangles.count,
      where: { $0.width <= 0 && fragment.utf16Range.count > 1 })
    if rectangles.count == first + 1, rectangles[first].width <= 0 {
      rectangles[first].width = fragment.rect.height / 3
    }
  }

  // MARK: Vertical movement

  /// Returns the caret some lines above or below another one.
  ///
  /// - Parameters:
  ///   - utf16Offset: The caret.
  ///   - lines: The number of lines down; negative for up.
  ///   - x: The preferred *x* of the caret, which is kept across short lines; `nil` for the current
  ///     one.
  /// - Returns: The new caret; the start or the end of the text if there is no such line, and
  ///   `utf16Offset` if its line or a line between is not displayed.
  public func caretOffset(from utf16Offset: Int, movedDownBy lines: Int, x: Double? = nil) -> Int {
    guard let place = place(of: utf16Offset) else { return utf16Offset }
    let preferredX = x ?? caretX(place)
    var fragment = fragment(place.line, of: place.part, in: place.found)
    for _ in 0..<abs(lines) {
      let next =
        lines > 0
        ? fragment.utf16Range.upperBound : fragment.utf16Range.lowerBound - 1
      if next < 0 { return 0 }
      if next >= string.utf16Count, fragment.utf16Range.upperBound == string.utf16Count {
        guard let last = lineFragment(at: string.utf16Count),
          last.utf16Range.lowerBound > fragment.utf16Range.lowerBound
        else { return string.utf16Count }
        fragment = last
        continue
      }
      guard let found = lineFragment(at: next) else { return utf16Offset }
      fragment = found
    }
    return caretOffset(onLineOf: fragment, x: preferredX)
  }

  /// Returns the caret of a line that is nearest to an *x*.
  private func caretOffset(onLineOf fragment: LineFragment, x: Double) -> Int {
    let middle = Point(x: x, y: fragment.rect.y + fragment.rect.height / 2)
    let caret = hit(middle, container: fragment.container)?.caretOffset
    let last = max(fragment.utf16Range.upperBound - 1, fragment.utf16Range.lowerBound)
    let isLastLine = fragment.utf16Range.upperBound == string.utf16Count
    // A caret at the end of a line would be displayed at the start of the next one.
    return min(caret ?? last, isLastLine ? fragment.utf16Range.upperBound : last)
  }
}

extension Array {
  fileprivate mutating func removeSubrange(
    _ range: Range<Int>, where isUnwanted: (Element) -> Bool
  ) {
    for index in range.reversed() where isUnwanted(self[index]) { remove(at: index) }
  }
}
