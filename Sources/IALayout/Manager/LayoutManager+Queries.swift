import IAText

extension LayoutManager {
  /// Returns the part of a container that text covers: the height of the lines, and the width
  /// between the leftmost and the rightmost end of text with the padding beside it.
  ///
  /// The result is exact if all blocks have a layout, and estimated otherwise; `ensureLayout()`
  /// makes it exact.
  ///
  /// - Precondition: The container exists.
  /// - Complexity: O(log *n*) in the number of blocks.
  public func usedRect(ofContainer container: Int = 0) -> Rectangle {
    precondition(containers.indices.contains(container), "container \(container)")
    let region = shape.regions[container]
    let total = index.total
    let isLast = container == shape.regions.count - 1
    let end = contentHeight
    let bottom = min(isLast ? end : region.bottom, end)
    guard bottom > region.top || end == 0, total.left <= total.right else {
      return Rectangle(
        x: region.left - region.padding, y: region.top + region.offset, width: 0, height: 0)
    }
    let left = total.left - region.padding
    return Rectangle(
      x: left, y: region.top + region.offset, width: total.right + region.padding - left,
      height: bottom - region.top)
  }

  /// The height in points of the text in the flow through all containers.
  var contentHeight: Double {
    guard let cut = cutBlock else {
      return Double(index.total.height) / BlockLayout.unitsPerPoint
    }
    guard let found = index.block(cut.number) else { return 0 }
    return found.top + Double(cut.layout.height) / BlockLayout.unitsPerPoint
  }

  /// Whether all blocks have a layout, so that all results are exact.
  public var isComplete: Bool { index.total.unlaid == 0 }

  /// Returns the lines that intersect a part of a container, from top to bottom.
  ///
  /// - Precondition: The container exists.
  /// - Complexity: O(log *n* + *m*) for *n* blocks and *m* lines in the blocks that intersect the
  ///   rectangle; blocks without a layout are laid out first.
  public func lineFragments(in rectangle: Rectangle, container: Int = 0) -> [LineFragment] {
    precondition(containers.indices.contains(container), "container \(container)")
    let region = shape.regions[container]
    let top = max(rectangle.y - region.offset, region.top)
    let bottom = rectangle.maxY - region.offset
    ensureLayout(from: top, to: bottom)
    var fragments: [LineFragment] = []
    var next = index.block(atHeight: top)?.number ?? 0
    while let found = index.block(next), found.top < bottom, !isCutOff(next),
      let layout = shownLayout(next)
    {
      for part in layout.parts where part.mayMeet(top - found.top, bottom - found.top) {
        for line in lines(of: part, at: found.top, in: container) {
          let fragment = fragment(line, of: part, in: found)
          if fragment.rect.intersects(rectangle) { fragments.append(fragment) }
        }
      }
      next += 1
    }
    return fragments
  }

  /// Returns the line that contains a unit, or `nil` if the unit is cut off or outside the text;
  /// the end of the text is on the last line.
  ///
  /// - Complexity: O(log *n* + *m*) for *n* blocks and *m* lines of the block, which is laid out
  ///   first if it has no layout.
  public func lineFragment(at utf16Offset: Int) -> LineFragment? {
    guard let place = place(of: utf16Offset) else { return nil }
    return fragment(place.line, of: place.part, in: place.found)
  }

  /// Returns all lines in the order of the text.
  ///
  /// - Complexity: O(*n*) in the size of the text.
  public func lineFragments() -> [LineFragment] {
    ensureLayout()
    var fragments: [LineFragment] = []
    for number in 0..<index.count {
      guard let found = index.block(number), !isCutOff(number), let layout = shownLayout(number)
      else { break }
      for part in layout.parts {
        for line in part.lines { fragments.append(fragment(line, of: part, in: found)) }
      }
    }
    return fragments
  }

  func fragment(
    _ line: Line, of part: BlockLayout.Part, in found: HeightIndex.Found
  ) -> LineFragment {
    let y = found.top + part.y + line.y
    let container = shape.region(at: y)
    let top = y + shape.regions[container].offset
    let start = found.start + part.utf16Start
    return LineFragment(
      container: container, utf16Range: start + Int(line.start)..<start + Int(line.end),
      rect: Rectangle(x: line.left, y: top, width: line.available, height: line.height),
      usedRect: Rectangle(x: line.x, y: top, width: line.width, height: line.height),
      baseline: top + line.baseline, isRightToLeft: part.paragraph.isRightToLeft,
      isTruncated: line.flags.contains(.truncated),
      row: part.row.map {
        let shift = top - part.y - line.y
        return RowExtent(
          range: $0.range.lowerBound + shift..<$0.range.upperBound + shift, border: $0.border)
      })
  }

  /// The position of a unit in the layout.
  struct PlaceOfUnit {
    var found: HeightIndex.Found
    var part: BlockLayout.Part
    var line: Line
    /// The offset of the unit, counted from the start of the part.
    var offset: Int
    var lineIndex: Int
    var partIndex: Int
  }

  /// Finds the line that contains a unit.
  func place(of utf16Offset: Int) -> PlaceOfUnit? {
    guard utf16Offset >= 0, utf16Offset <= string.utf16Count,
      let block = index.block(atUTF16: utf16Offset)
    else { return nil }
    guard !isCutOff(block.number), let layout = shownLayout(block.number),
      let found = index.block(block.number)
    else { return nil }
    let partIndex = layout.partIndex(at: utf16Offset - found.start)
    let part = layout.parts[partIndex]
    let offset = utf16Offset - found.start - part.utf16Start
    let lineIndex = part.lineIndex(at: offset)
    return PlaceOfUnit(
      found: found, part: part, line: part.lines[lineIndex], offset: offset, lineIndex: lineIndex,
      partIndex: partIndex)
  }
}
