internal import IALayout
internal import IAText

/// The pages of a text, with the objects at their places.
struct PaginatedText {
  var parts: [PagePart]
  var texts: RunningTexts
  var frame: PageFrame
  /// The objects of each page that has any.
  var objects: [Int: [PlacedObject]] = [:]
}

extension Renderer {
  /// The maximum number of times that the lines of a text are broken again around its objects, until no
  /// object moves to another place.
  private static let maxPasses = 12

  /// Returns a source whose text boxes and pictures have their own places, if it has any.
  func placing(_ source: Source) -> Source {
    guard source.document.string.hasPlacedObjects else { return source }
    var source = source
    source.looks.placesObjects = true
    return source
  }

  /// Notes that the text boxes and pictures of a text with a place of their own are in the text.
  func noteObjectsInText(of source: Source) {
    guard source.document.string.hasPlacedObjects else { return }
    for range in source.document.string.placedObjects {
      objectsInText.insert(source.places?.source(of: range) ?? range)
    }
  }

  /// Fills pages with a text: objects are at their places, and text flows around them.
  ///
  /// The place of an object depends on the page of its paragraph, and the pages depend on the places of
  /// objects: lines are broken again until nothing moves.
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
    return flow.objects.filter { !$0.isInFlow }.map { placer.place($0) }
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

  /// Notes the objects that have no place on a page: boxes that are higher than a page, and objects in tables,
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
  /// Whether any text box or picture has a place of its own.
  var hasPlacedObjects: Bool {
    paragraphSets.contains { $0.blocks.contains { $0.textBox?.placement != nil } }
      || attachments.contains { $0.attachment.placement != nil }
  }

  /// The units of the text boxes and pictures with a place of their own.
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
    for entry in attachments where entry.attachment.placement != nil {
      found.append(entry.utf16Offset..<entry.utf16Offset + 1)
    }
    return found
  }
}
