internal import IALayout
internal import IAText

/// The pages of a text, with the positioned objects on them.
struct PaginatedText {
  var parts: [PagePart]
  var texts: RunningTexts
  var frame: PageFrame
  /// The objects of each page that has any.
  var objects: [Int: [PlacedObject]] = [:]
}

extension Renderer {
  /// The maximum number of passes that break the lines of a text around its objects; passes end earlier if no object
  /// moves.
  private static let maxPasses = 12

  /// Returns the source with its text boxes and pictures drawn at their positions, if it has any such objects.
  ///
  /// A box without a width becomes as wide as its text. A box that would leave little space for text beside it becomes
  /// a part of the text.
  ///
  /// - Parameter width: The width of the text.
  func placing(_ source: Source, width: Double) -> Source {
    guard source.document.string.hasPlacedObjects else { return source }
    var source = source
    source.looks.placesObjects = true
    for (range, var box) in source.document.string.boxesWithoutWidth {
      let padding = PlacedObject.length(box.padding.left) + PlacedObject.length(box.padding.right)
      let needed = neededWidth(of: range, in: source, available: max(width - padding, 8))
      if !source.looks.placesTextAsOffice, needed + padding > Self.widestBox * width {
        box.placement = nil
        objectsInText.insert(source.places?.source(of: range) ?? range)
      } else {
        box.width = needed + padding
      }
      source.document.string.updateParagraphAttributes(in: range) { attributes in
        attributes.blocks[0].kind = .textBox(box)
      }
    }
    return source
  }

  /// The maximum width of a box without a stated width, as a share of the width of the text; a wider box becomes a part
  /// of the text.
  private static let widestBox = 0.75

  /// Returns the width in points that the text of a box needs, up to an available width.
  private func neededWidth(
    of range: Range<Int>, in source: Source, available: Double
  ) -> Double {
    let content = DocumentDrawing.Content(
      source.document.subdocument(range), typesetter: typesetter(source.looks), width: available,
      theme: theme)
    let string = content.document.string
    let needed = content.manager.lineFragments().reduce(8) { needed, line in
      let attributes = string.paragraphAttributes(at: line.utf16Range.lowerBound)
      let isInTable = attributes.blocks.contains {
        if case .table = $0.kind { true } else { false }
      }
      return isInTable
        ? max(needed, line.rect.maxX + Self.cellSpace)
        : max(needed, min(line.usedRect.width, line.rect.width) + available - line.rect.width)
    }
    // The rounding error of the sum must not cause the longest line to be broken.
    return min((needed + 0.1).rounded(.up), available)
  }

  /// The space to the right of the text in a cell.
  private static let cellSpace = LayoutManager.cellPadding + 1

  /// Records that the positioned text boxes and pictures of a source are drawn in the text instead.
  func noteObjectsInText(of source: Source) {
    guard source.document.string.hasPlacedObjects else { return }
    for range in source.document.string.placedObjects {
      objectsInText.insert(source.places?.source(of: range) ?? range)
    }
  }

  /// Divides a text into pages, with objects at their positions and text that flows around them.
  ///
  /// The position of an object depends on the page of its paragraph, and the pages depend on the positions of objects.
  /// Lines are therefore broken again until no object moves.
  func paginated(
    _ content: DocumentDrawing.Content, _ looks: Looks, _ frame: PageFrame
  ) -> PaginatedText {
    var (pages, flow) = self.pages(of: content, looks, frame)
    guard flow.objects.contains(where: { !$0.isInFlow }) else {
      noteObjectsInText(of: content, flow)
      return pages
    }
    var last: [AnchoredExclusion] = []
    for pass in 0..<Self.maxPasses {
      let placed = placed(flow, pages, content)
      pages.objects = Dictionary(grouping: placed, by: \.page)
      let placer = placer(pages, content)
      let areas = placed.prefix(ObjectPlacer.maximumAreas).flatMap {
        placer.areas(of: $0, content.manager)
      }
      guard areas != last, pass < Self.maxPasses - 1 else { break }
      last = areas
      content.reflow(around: areas)
      (pages, flow) = self.pages(of: content, looks, frame)
    }
    noteObjectsInText(of: content, flow)
    return pages
  }

  /// The height in points of the single page on which objects are positioned if the page is as high as its text.
  private static let maximumHeight = 1_000_000.0

  /// Returns a page as high as a text with its objects at their positions.
  ///
  /// Returns `nil` for a text without objects, and for a text with content whose position requires a page height.
  func placedPage(
    of source: Source, width: Double, _ margins: Insets, leastHeight: Double
  ) throws(RenderError) -> Page? {
    guard source.document.string.hasPlacedObjects else { return nil }
    guard source.document.string.isPlacedOnOnePage else {
      noteObjectsInText(of: source)
      return nil
    }
    let placing = placing(source, width: width)
    let content = try content(placing, width: width, room: margins)
    let outer = width + margins.left + margins.right
    let frame = PageFrame(
      size: Size(width: outer, height: Self.maximumHeight), margins: margins, numbers: .none,
      leading: 0, pagesBefore: 0, shared: nil)
    let pages = paginated(content, placing.looks, frame)
    guard pages.parts.count == 1, let part = pages.parts.first else {
      noteObjectsInText(of: source)
      return nil
    }
    let objects = pages.objects[0] ?? []
    let text = part.segments.reduce(0) {
      max($0, $1.y + min($1.range.upperBound, content.height) - $1.range.lowerBound)
    }
    let bottom = objects.reduce(margins.top + text) { max($0, $1.area.maxY) }
    var drawing = DocumentDrawing(
      content,
      size: Size(width: outer, height: max(bottom.rounded(.up) + margins.bottom, leastHeight)),
      margins: margins, part: part)
    drawing.objects = objects
    return Page(drawable: drawing)
  }

  private func placer(
    _ pages: PaginatedText, _ content: DocumentDrawing.Content
  ) -> ObjectPlacer {
    ObjectPlacer(
      pages.parts, size: pages.frame.size,
      margins: pages.parts.enumerated().map { index, part in
        pages.frame.margins(pages.texts, page: index, start: part.start)
      }, inset: content.inset,
      isOffice: content.manager.typesetter.options.placement == .office)
  }

  private func placed(
    _ flow: PageFlow, _ pages: PaginatedText, _ content: DocumentDrawing.Content
  ) -> [PlacedObject] {
    let placer = placer(pages, content)
    return placer.place(
      flow.objects.filter { !$0.isInFlow }, cleared: content.document.printedPlacement.clearings)
  }

  private func pages(
    of content: DocumentDrawing.Content, _ looks: Looks, _ frame: PageFrame
  ) -> (PaginatedText, PageFlow) {
    let flow = PageFlow(of: content, maxBoxHeight: frame.size.height)
    let place = place(frame, flow)
    let texts = runningTexts(of: content, looks, place, width: content.width)
    let parts = Pagination.parts(of: flow) { page, start in
      let margins = place.margins(texts, page: page, start: start)
      return max(frame.size.height - margins.top - margins.bottom, 8)
    }
    return (PaginatedText(parts: parts, texts: texts, frame: place), flow)
  }

  /// Records the objects that cannot be positioned on a page: boxes that are higher than a page, and objects in tables,
  /// notes, headers and footers.
  private func noteObjectsInText(of content: DocumentDrawing.Content, _ flow: PageFlow) {
    guard content.manager.typesetter.options.placesObjects else { return }
    let placed = Set(flow.objects.lazy.filter { !$0.isInFlow }.map(\.utf16Range))
    for range in content.document.string.placedObjects where !placed.contains(range) {
      objectsInText.insert(content.places?.source(of: range) ?? range)
    }
  }
}

extension IAString {
  /// Whether any text box or picture has a position outside of the text.
  var hasPlacedObjects: Bool {
    paragraphSets.contains { $0.blocks.contains { $0.textBox?.placement != nil } }
      || attachments.contains { $0.attachment.placement != nil }
  }

  /// Whether all objects can be positioned on a page as high as the text, and the text has no notes, headers, footers
  /// and page breaks.
  fileprivate var isPlacedOnOnePage: Bool {
    func isKnown(_ placement: Placement) -> Bool {
      placement.down.reference == .text || placement.down.edge == nil
        || placement.down.edge == .start
    }
    return attachments.allSatisfy { $0.attachment.placement.map(isKnown) ?? true }
      && paragraphSets.allSatisfy { set in
        !set.pageBreakBefore && !set.hasSection
          && set.blocks.allSatisfy { block in
            switch block.kind {
            case .footnote, .endnote, .pageHeader, .pageFooter: false
            case .textBox(let box): box.placement.map(isKnown) ?? true
            default: true
            }
          }
      }
  }

  /// The positioned text boxes without a width.
  fileprivate var boxesWithoutWidth: [(utf16Range: Range<Int>, box: Block.TextBox)] {
    var found: [(utf16Range: Range<Int>, box: Block.TextBox)] = []
    var last = 0
    for paragraph in paragraphs {
      let block = paragraph.attributes.blocks.first
      let range = paragraph.utf16Range
      if let block, block.id == last, let start = found.last?.utf16Range.lowerBound {
        found[found.count - 1].utf16Range = start..<range.upperBound
      } else if let box = block?.textBox, box.placement != nil, box.width == nil {
        found.append((range, box))
        last = block?.id ?? 0
        continue
      } else {
        last = 0
      }
    }
    return found
  }

  /// The ranges of the positioned text boxes and pictures, except pictures whose position in the text is the same.
  var placedObjects: [Range<Int>] {
    var found: [Range<Int>] = []
    var last = 0
    for paragraph in paragraphs {
      let box = paragraph.attributes.blocks.first { $0.textBox?.placement != nil }
      if let box, box.id == last, let range = found.last {
        found[found.count - 1] = range.lowerBound..<paragraph.utf16Range.upperBound
      } else if box != nil {
        found.append(paragraph.utf16Range)
      }
      last = box?.id ?? 0
    }
    for entry in attachments
    where entry.attachment.placement != nil && !LayoutManager.isOverlay(entry.attachment) {
      found.append(entry.utf16Offset..<entry.utf16Offset + 1)
    }
    return found
  }
}
