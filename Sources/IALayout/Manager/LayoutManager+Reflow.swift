package import IAText

/// An area that text flows around, relative to the block of the text that has a unit.
package struct AnchoredExclusion: Hashable, Sendable {
  /// A unit of the block.
  package var utf16Offset: Int
  /// The area; its *y* is measured from the top of the block and is at least 0.
  package var rectangle: Rectangle

  /// Creates an area.
  package init(utf16Offset: Int, rectangle: Rectangle) {
    self.utf16Offset = utf16Offset
    self.rectangle = rectangle
  }
}

extension LayoutManager {
  /// Breaks the lines again around areas that are placed relative to blocks, from the top to the bottom:
  /// an area moves with its block.
  ///
  /// Tables are below areas that they overlap. Text boxes with a place of their own are not changed. The
  /// next change of the text or the containers removes the areas.
  ///
  /// - Precondition: There is one container without exclusions, and all blocks have a layout.
  /// - Complexity: O(*n* + *m*) in the blocks and in the lines that the areas touched before or touch now.
  package func reflow(around exclusions: [AnchoredExclusion]) {
    generation = Generation()
    cut = nil
    var entries = index.entries()
    let sorted = exclusions.sorted { $0.utf16Offset < $1.utf16Offset }
    var next = 0
    var active: [Rectangle] = []
    var start = 0
    var units = 0
    for number in entries.indices {
      let entry = entries[number]
      let top = Double(units) / BlockLayout.unitsPerPoint
      let end = start + entry.utf16Count
      active.removeAll { $0.maxY <= top }
      while next < sorted.count,
        sorted[next].utf16Offset < end || number == entries.count - 1
      {
        var area = sorted[next].rectangle
        area.y += top
        active.append(area)
        next += 1
      }
      if let known = entry.layout,
        let made = reflowed(known, entry, start: start, top: top, active)
      {
        entries[number].set(made)
      }
      start = end
      units += entries[number].height
    }
    index = HeightIndex(entries)
  }

  /// Returns the layout of a block beside areas; `nil` for the one that it has.
  private func reflowed(
    _ known: BlockLayout, _ entry: BlockEntry, start: Int, top: Double, _ active: [Rectangle]
  ) -> BlockLayout? {
    let bottom = top + Double(known.height) / BlockLayout.unitsPerPoint
    let isTouched = active.contains { $0.y < bottom && $0.maxY > top }
    guard isTouched || known.top != nil, known.parts[0].paragraph.style.placedWidth == nil else {
      return nil
    }
    if entry.table != 0 {
      let table = layOutTable(entry, start: start, top: top, known: known)
      return isTouched ? table.below(active, from: top) : table
    }
    let paragraph = ParagraphItems.joined(known.parts.map(\.paragraph))
    let range = start..<start + entry.utf16Count
    guard isTouched else { return layOut(paragraph, range, top: top) }
    let region = shape.regions[0]
    let area = FlowShape(region, around: active)
    let (lines, height) = typesetter.breakLines(
      of: paragraph, reader.snapshot, start: start, in: .shaped(area, top: top))
    let part = BlockLayout.Part(
      paragraph: paragraph, lines: lines, y: 0, height: height, left: region.left,
      width: region.width, utf16Start: 0)
    return BlockLayout(
      parts: [part], utf16Count: range.count, height: height, top: top, region: nil)
  }
}

extension BlockLayout {
  /// Returns the block with space above it, so that it is below areas that it would overlap.
  fileprivate func below(_ areas: [Rectangle], from top: Double) -> BlockLayout {
    let height = Double(height) / Self.unitsPerPoint
    var distance = 0.0
    for area in areas.sorted(by: { $0.y < $1.y }) {
      let start = top + distance
      if area.y < start + height, area.maxY > start, area.x < extent.upperBound,
        area.maxX > extent.lowerBound
      {
        distance = area.maxY - top
      }
    }
    return moved(down: LineBreaker.summable(distance), top: top)
  }
}

extension LayoutManager {
  /// Returns the first unit and the top of the block at a height of the text; `nil` if there is none.
  package func blockStart(atHeight height: Double) -> (utf16Offset: Int, top: Double)? {
    index.block(atHeight: max(height, 0)).map { ($0.start, $0.top) }
  }

  /// Returns the height of the text at which the first line of a paragraph is without areas around it; `nil` in
  /// tables, and if the paragraph has no layout.
  ///
  /// - Parameter utf16Offset: The first unit of the paragraph.
  package func textTop(at utf16Offset: Int) -> Double? {
    guard let found = index.block(atUTF16: utf16Offset), found.entry.table == 0,
      let part = found.entry.layout?.parts.first
    else { return nil }
    return found.top + max(part.paragraph.style.spacingBefore, 0)
  }

  /// Returns whether pictures of a paragraph can have a place of their own on the page: not in tables,
  /// notes, boxes, headers and footers.
  package static func placesObjects(in attributes: ParagraphAttributes) -> Bool {
    attributes.blocks.allSatisfy { block in
      switch block.kind {
      case .table, .tableRow, .tableCell, .footnote, .endnote, .annotation, .pageHeader,
        .pageFooter, .textBox:
        false
      default: true
      }
    }
  }

  /// Returns the size in points of a picture with a place of its own; `nil` for any other attachment.
  package static func placedSize(of attachment: Attachment, _ options: LayoutOptions) -> Size? {
    AttachmentSize.placed(attachment, options: options)
  }
}
