internal import CCairo
internal import IALayout
internal import IAText

extension Renderer {
  /// Draws a page as an SVG picture whose text can be selected and searched.
  ///
  /// Glyphs are outlines, so that the picture looks the same without its fonts.
  ///
  /// - Parameters:
  ///   - title: The title of the picture; `nil` for none.
  ///   - source: The document to embed as the bytes of an `.ia` file; `nil` for none.
  public func svg(_ page: Page, title: String? = nil, source: [UInt8]? = nil) -> String {
    var painter = SVGPainter(
      faces: faces, theme: theme, attachments: attachments, statesOffsets: source != nil)
    painter.fill(
      .rectangle(
        Rectangle(x: 0, y: 0, width: page.size.width, height: page.size.height), cornerRadius: 0),
      color: theme.paper)
    page.drawable.draw(on: &painter)
    return painter.finish(size: page.size, title: title, source: source)
  }

  /// Draws pages as a PDF whose text can be selected and searched, with its headings as outline.
  ///
  /// The file is a tagged PDF: it has the structure of the text in the order of the document.
  ///
  /// Equal pages and facts give equal bytes with the same fonts and libraries.
  ///
  /// - Parameters:
  ///   - facts: The metadata.
  ///   - source: The document to embed as the bytes of an `.ia` file; `nil` for none.
  /// - Throws: `RenderError` if Cairo fails, or writes a file to which nothing can be added.
  public func pdf(
    _ pages: [Page], facts: DocumentFacts = DocumentFacts(), source: [UInt8]? = nil
  ) throws(RenderError) -> [UInt8] {
    guard let first = pages.first else { throw RenderError(.page, "no pages") }
    let pdf = try PDFSurface(size: first.size)
    pdf.describe(facts)
    let tags = TagRecorder(language: facts.language)
    var names: Set<String> = []
    let destinations = pages.map { page in
      page.drawable.destinations.filter { names.insert($0.name).inserted }
    }
    for (number, page) in pages.enumerated() {
      let context = try pdf.context()
      tags.beginPage(page.size)
      if theme.isDark {
        tags.markArtifact(in: context)
        context.setColor(theme.paper)
        unsafe cairo_paint(context.handle)
      }
      var painter = CairoPainter(
        context, faces: faces, theme: theme, attachments: attachments, scale: 1, keepsText: true)
      painter.destinations = names
      painter.tags = tags
      page.drawable.draw(on: &painter)
      for destination in destinations[number] { painter.addDestination(destination) }
      painter.finish()
      try context.check()
      for heading in page.drawable.headings { pdf.addToOutline(heading, page: number + 1) }
      pdf.endPage(next: number + 1 < pages.count ? pages[number + 1].size : nil)
    }
    let file = try pdf.finish()
    var tagging = PDFTagging(file, tags, facts, source: source)
    if let tagged = tagging?.written() { return tagged }
    guard source == nil else {
      throw RenderError(.surface, "Cairo's PDF has a form to which no source can be added")
    }
    return file
  }
}
