import IAText

extension LayoutManager {
  /// Draws the content of a part of a container.
  ///
  /// Blocks in this part that have no layout are laid out first.
  ///
  /// - Parameters:
  ///   - rectangle: The part, in points from the upper left corner of the container.
  ///   - container: The index of the container.
  ///   - sink: The receiver of the drawing.
  /// - Precondition: The container exists.
  /// - Complexity: O(log *n* + *m*) for *n* blocks and *m* lines in the blocks that intersect the
  ///   rectangle.
  public func draw(
    in rectangle: Rectangle, container: Int = 0, to sink: inout some DrawingSink
  ) {
    draw(in: rectangle, container: container, overhang: nil, to: &sink)
  }

  /// Draws the content of a part of a container, with the lines outside of it whose ink may extend
  /// into it.
  ///
  /// - Parameters:
  ///   - overhang: The maximum distance in points by which ink extends beyond its line; `nil` for
  ///     the height of each line.
  package func draw(
    in rectangle: Rectangle, container: Int = 0, overhang: Double?,
    to sink: inout some DrawingSink
  ) {
    precondition(containers.indices.contains(container), "container \(container)")
    let region = shape.regions[container]
    let isLast = container == shape.regions.count - 1
    let top = max(rectangle.y - region.offset, region.top)
    let bottom = min(rectangle.maxY - region.offset, isLast ? .infinity : region.bottom)
    guard top < bottom else { return }
    ensureLayout(from: top, to: bottom)
    let visible = rectangle.y..<max(rectangle.maxY, rectangle.y)
    // Glyphs of a line just above may extend into the part.
    var next = index.block(atHeight: max(top - 1, 0))?.number ?? 0
    if next > 0 { next -= 1 }
    while let found = index.block(next), found.top < bottom + 1 {
      guard !isCutOff(next), let layout = shownLayout(next) else { return }
      draw(layout, at: found, region, container, visible, overhang, to: &sink)
      next += 1
    }
  }

  private func draw(
    _ layout: BlockLayout, at found: HeightIndex.Found, _ region: FlowShape.Region,
    _ container: Int, _ visible: Range<Double>, _ overhang: Double?,
    to sink: inout some DrawingSink
  ) {
    let y = found.top + region.offset
    let (top, bottom) = (visible.lowerBound - y, visible.upperBound - y)
    layout.forEachFill(from: top, to: bottom) { fill in
      fill.forEachPart(at: y, visible: visible) {
        sink.fill($0, color: fill.color, role: fill.role)
      }
    }
    layout.forEachPart(from: top, to: bottom) { part in
      let lines = lines(of: part, at: found.top, in: container)
      guard let first = lines.first, let last = lines.last else { return }
      let isWhole = lines.count == part.lines.count
      let place = ParagraphDrawing.Place(
        paragraph: part.paragraph, lines: lines,
        text: typesetter.access(reader.snapshot, found.start + part.utf16Start),
        origin: Point(x: 0, y: y + part.y), left: part.left, width: part.width,
        vertical: isWhole ? 0..<part.height : first.y..<last.y + last.height,
        hasStart: lines.startIndex == 0 && part.paragraph.startsParagraph)
      drawing.draw(place, visible: visible, overhang: overhang, to: &sink, &typesetter.itemiser)
    }
  }

  /// Returns the lines of a part that are in a container.
  func lines(
    of part: BlockLayout.Part, at top: Double, in container: Int
  ) -> ArraySlice<Line> {
    guard shape.regions.count > 1 else { return part.lines[...] }
    func region(_ line: Line) -> Int { shape.region(at: top + part.y + line.y) }
    let first = part.lines.firstIndex { region($0) >= container } ?? part.lines.count
    let end = part.lines[first...].firstIndex { region($0) > container } ?? part.lines.count
    return part.lines[first..<end]
  }
}
