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
  /// - Throws: `RenderError` if there are no pages.
  public func pdf(
    _ pages: [Page], facts: DocumentFacts = DocumentFacts(), source: [UInt8]? = nil
  ) throws(RenderError) -> [UInt8] {
    guard !pages.isEmpty else { throw RenderError(.page, "no pages") }
    let document = PDFDocument(fonts)
    let tags = TagRecorder(language: facts.language)
    var names: Set<String> = []
    let destinations = pages.map { page in
      page.drawable.destinations.filter { names.insert($0.name).inserted }
    }
    for (number, page) in pages.enumerated() {
      tags.beginPage(page.size)
      var painter = PDFPainter(
        document, faces: faces, theme: theme, attachments: attachments, tags: tags,
        size: page.size, destinations: names)
      if theme.isDark {
        painter.fill(
          .rectangle(
            Rectangle(x: 0, y: 0, width: page.size.width, height: page.size.height),
            cornerRadius: 0), color: theme.paper)
      }
      page.drawable.draw(on: &painter)
      document.add(
        painter, size: page.size, headings: page.drawable.headings,
        destinations: destinations[number])
    }
    return document.written(facts, tags, source: source)
  }
}
