public import IAText

// Separate from the other documents, so that the documents of existing seeds do not change.
extension RandomDocument {
  /// Returns a document of several sections with headers and footers, with lengths in whole twips.
  ///
  /// A section states only the fields that differ from the page of the document.
  public mutating func sections() -> IADocument {
    var builder = IAStringBuilder()
    var id = 1
    var page = PageLayout(width: 595, height: 842)
    if chance(2) { (page.leftMargin, page.headerDistance) = (90, 36) }
    if chance(2) { (page.columns, page.columnSpacing) = (2, 18) }
    if chance(3) { page.firstPageNumber = 4 }
    func paragraph(_ text: String, _ attributes: ParagraphAttributes) {
      builder.append(text + "\n")
      builder.endParagraph(attributes, terminated: false)
    }
    for number in 0..<2 + random.below(4) {
      for pages in [Block.Pages.first, .all, .odd, .even] where chance(3) {
        let kind = chance(2) ? Block.Kind.pageHeader(on: pages) : .pageFooter(on: pages)
        paragraph("running \(number)", ParagraphAttributes(blocks: [Block(id: id, kind)]))
        id += 1
      }
      for index in 0...random.below(3) {
        var attributes = ParagraphAttributes()
        if chance(3) {
          attributes.blocks = [Block(id: id, .header(level: 2))]
          id += 1
        }
        if number > 0, index == 0 { attributes.section = section(unlike: page) }
        paragraph(chance(4) ? "" : "text \(number)", attributes)
      }
      if chance(3) {
        for cell in 0..<2 {
          let blocks = [
            Block(id: id, .table(.init(columns: [.init(), .init()]))),
            Block(id: id + 1, .tableRow(isHeader: false)),
            Block(id: id + 2 + cell, .tableCell(.init(column: cell))),
          ]
          paragraph("cell", ParagraphAttributes(blocks: blocks))
        }
        id += 4
      }
    }
    paragraph("end", ParagraphAttributes())
    var document = IADocument(builder.finish())
    document.string.options.page = page
    return document
  }

  private mutating func section(unlike first: PageLayout) -> PageSection {
    var page = PageLayout()
    if chance(2) { (page.width, page.height) = (842, 595) }
    if chance(3) { page.topMargin = Double(1 + random.below(80)) / 4 }
    if chance(3) { page.footerDistance = Double(random.below(30)) }
    if first.columns == nil {
      page.columns = maybe(2) { 2 + $0.random.below(3) }
      if page.columns != nil { page.columnSpacing = maybe(2) { _ in 20.5 } }
    } else {
      page.columns = maybe(2) { $0.one(of: [1, 3]) }
    }
    if page.columns ?? first.columns ?? 1 > 1, chance(2) { page.columnLine = true }
    page.firstPageNumber = maybe(3) { $0.random.below(100) }
    return PageSection(one(of: PageSection.Start.allCases), page: page)
  }
}
