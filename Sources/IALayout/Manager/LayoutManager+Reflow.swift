package import IAText

/// An area that text flows around, positioned relative to the block that contains a unit.
package struct AnchoredExclusion: Hashable, Sendable {
  /// A unit of the block.
  package var utf16Offset: Int
  /// The area; its *y* is measured from the top of the block and is at least 0.
  package var rectangle: Rectangle
  /// The edge of the column at which the area is, if text can be below it; `nil` for other areas.
  package var edge: Placement.Edge?
  /// The offsets of the first unit of the object in the area, and of the paragraph that the object
  /// belongs to.
  package var object: Int
  package var owner: Int

  /// Creates an area.
  package init(
    utf16Offset: Int, rectangle: Rectangle, edge: Placement.Edge? = nil, object: Int = 0,
    owner: Int = 0
  ) {
    self.utf16Offset = utf16Offset
    self.rectangle = rectangle
    self.edge = edge
    self.object = object
    self.owner = owner
  }
}

extension LayoutManager {
  /// Breaks the lines again around areas that are placed relative to blocks, from the top to the
  /// bottom: an area moves with its block.
  ///
  /// Tables are below areas that they overlap, and cleared blocks below all areas at an edge. Text
  /// boxes with a place of their own are not changed. The next change of the text or the containers
  /// removes the areas.
  ///
  /// - Parameters:
  ///   - exclusions: The areas.
  ///   - cleared: The areas of paragraphs before them that blocks are below, by the first units of
  ///     the blocks.
  /// - Precondition: There is one container without exclusions, and all blocks have a layout.
  /// - Complexity: O(*n* + *m*) in the blocks and in the lines that the areas touched before or
  ///   touch now.
  package func reflow(
    around exclusions: [AnchoredExclusion], cleared: [Int: PrintedPlacement.Clearing] = [:]
  ) {
    generation = Generation()
    cut = .unknown
    var entries = index.entries()
    let sorted = exclusions.sorted { $0.utf16Offset < $1.utf16Offset }
    var next = 0
    var active: [AnchoredExclusion] = []
    var start = 0
    var units = 0
    for number in entries.indices {
      let entry = entries[number]
      let top = Double(units) / BlockLayout.unitsPerPoint
      let end = start + entry.utf16Count
      active.removeAll { $0.rectangle.maxY <= top }
      while next < sorted.count,
        sorted[next].utf16Offset < end || number == entries.count - 1
      {
        var area = sorted[next]
        area.rectangle.y += top
        active.append(area)
        next += 1
      }
      if let known = entry.layout,
        let made = reflowed(
          known, entry, start: start, top: top, active.map(\.rectangle),
          below: cleared[start].flatMap { Self.bottom(of: active, at: $0, before: start) })
      {
        entries[number].set(made)
      }
      start = end
      units += entries[number].height
    }
    index = HeightIndex(entries)
  }

  /// Returns the lowest end of the areas at some edges that belong to paragraphs before a unit.
  private static func bottom(
    of areas: [AnchoredExclusion], at clearing: PrintedPlacement.Clearing, before start: Int
  ) -> Double? {
    areas.lazy.filter { area in
      area.owner < start && area.object >= clearing.start
        && area.edge.map(clearing.edges.contains) == true
    }.map(\.rectangle.maxY).max()
  }

  /// Returns the layout of a block beside areas, or `nil` if the block keeps its layout.
  ///
  /// - Parameter limit: The position in the flow below which the block is placed; `nil` for no
  ///   limit.
  private func reflowed(
    _ known: BlockLayout, _ entry: BlockEntry, start: Int, top: Double, _ active: [Rectangle],
    below limit: Double?
  ) -> BlockLayout? {
    let style = known.parts[0].paragraph.style
    guard style.placedWidth == nil else { return nil }
    let edge = entry.table == 0 ? style.spacingBefore - style.edgeAbove : 0
    let distance = LineBreaker.summable(limit.map { max($0 - top - edge, 0) } ?? 0)
    guard distance == 0 else {
      return layOut(known, entry, start: start, top: top + distance, active)
        .moved(down: distance, top: top)
    }
    let bottom = top + Double(known.height) / BlockLayout.unitsPerPoint
    let isTouched = active.contains { $0.y < bottom && $0.maxY > top }
    guard isTouched || known.top != nil else { return nil }
    return layOut(known, entry, start: start, top: top, isTouched ? active : [])
  }

  /// Returns the layout of a block with the items that it has, beside areas.
  private func layOut(
    _ known: BlockLayout, _ entry: BlockEntry, start: Int, top: Double, _ active: [Rectangle]
  ) -> BlockLayout {
    if entry.table != 0 {
      let table = layOutTable(entry, start: start, top: top, known: known)
      return active.isEmpty ? table : table.below(active, from: top)
    }
    let paragraph = ParagraphItems.joined(known.parts.map(\.paragraph))
    let range = start..<start + entry.utf16Count
    guard !active.isEmpty else { return layOut(paragraph, range, top: top) }
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
  /// Returns the offset of the first unit and the top, in points, of the block at a position in the
  /// flow; `nil` if there are no blocks.
  package func blockStart(atHeight height: Double) -> (utf16Offset: Int, top: Double)? {
    index.block(atHeight: max(height, 0)).map { ($0.start, $0.top) }
  }

  /// Returns the top of the first line of a paragraph without areas around it, in points from the
  /// top of the flow; `nil` in tables, and if the paragraph has no layout.
  ///
  /// - Parameter utf16Offset: The first unit of the paragraph.
  package func textTop(at utf16Offset: Int) -> Double? {
    guard let found = index.block(atUTF16: utf16Offset), found.entry.table == 0,
      let part = found.entry.layout?.parts.first
    else { return nil }
    return found.top + part.y + max(part.paragraph.style.spacingBefore, 0)
  }

  /// Returns whether pictures of a paragraph can have a place of their own on the page: not in
  /// tables, notes, boxes, headers and footers.
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

  /// Returns whether an attachment is a picture in front of or behind the text, at a place beside
  /// its line, wherever its paragraph is.
  package static func isOverlay(_ attachment: Attachment) -> Bool {
    AttachmentSize.isOverlay(attachment)
  }

  /// Returns the size in points of a picture with a place of its own; `nil` for any other
  /// attachment.
  package static func placedSize(of attachment: Attachment, _ options: LayoutOptions) -> Size? {
    AttachmentSize.placed(attachment, options: options)
  }
}
