import IACorpus
import IALayout
import IATestSupport
import IAText
import Testing

@testable import IARender

/// Decision 0115: the pages of sections.
@Suite struct SectionTests {
  private static let size = Size(width: 300, height: 240)
  private static let margins = Insets(top: 40, left: 30, bottom: 40, right: 30)

  /// Returns a document of sections with the stated numbers of paragraphs.
  private static func document(_ sections: [(PageSection?, Int)]) -> IADocument {
    var string = IAString()
    for (number, (section, count)) in sections.enumerated() {
      let start = string.utf16Count
      for index in 0..<count { string.append("s\(number) p\(index)\n") }
      string.setParagraphAttributes(ParagraphAttributes(), in: start..<string.utf16Count)
      string.updateParagraphAttributes(in: start..<start + 1) { $0.section = section }
    }
    string.options.page = PageLayout(width: size.width, height: size.height)
    return IADocument(string)
  }

  private static func pages(
    of document: IADocument, numbers: Renderer.PageNumbers = .all
  ) throws -> [any Drawable] {
    let renderer = try Drawings.renderer()
    let pages = try renderer.pages(
      ofSectionsIn: Drawings.source(document), withContentsTitled: nil, numbers: numbers
    ) { page in
      let size = Size(
        width: page?.width ?? Self.size.width, height: page?.height ?? Self.size.height)
      let count = page?.columns ?? 1
      return Renderer.Sheet(
        size: size, margins: margins,
        columns: count > 1
          ? .init(
            count, spacing: page?.columnSpacing, width: size.width - 60,
            hasLine: page?.columnLine ?? false) : nil)
    }
    return try #require(pages).map(\.drawable)
  }

  @Test func `A document without sections has none`() throws {
    let renderer = try Drawings.renderer()
    let source = Drawings.source(Self.document([(nil, 3)]))
    let pages = try renderer.pages(
      ofSectionsIn: source, withContentsTitled: nil, numbers: .none
    ) { _ in Renderer.Sheet(size: Self.size, margins: Self.margins) }
    #expect(pages == nil || pages?.isEmpty == true)
  }

  @Test func `Each section has pages of its size, which are numbered on`() throws {
    let wide = PageLayout(width: 400, height: 200)
    let pages = try Self.pages(
      of: Self.document([(nil, 1), (PageSection(page: wide), 30), (PageSection(), 1)]))
    #expect(pages.count > 3)
    #expect(pages.first?.size == Self.size && pages.last?.size == Self.size)
    #expect(pages.dropFirst().dropLast().allSatisfy { $0.size == Size(width: 400, height: 200) })
    #expect(pages.map { $0.pageNumber?.value } == Array(1...pages.count))
  }

  @Test func `Page numbers restart`() throws {
    var page = PageLayout()
    page.firstPageNumber = 7
    var document = Self.document([(nil, 1), (PageSection(page: page), 1), (PageSection(), 1)])
    #expect(try Self.pages(of: document).map { $0.pageNumber?.value } == [1, 7, 8])
    document.string.options.page?.firstPageNumber = 3
    #expect(try Self.pages(of: document).map { $0.pageNumber?.value } == [3, 7, 8])
  }

  @Test(
    arguments: [(.even, 1, 2), (.odd, 1, 3), (.odd, 30, nil)]
      as [(PageSection.Start, Int, Int?)])
  func `A section starts on an even or odd page`(
    start: PageSection.Start, paragraphs: Int, expected: Int?
  ) throws {
    let pages = try Self.pages(of: Self.document([(nil, paragraphs), (PageSection(start), 1)]))
    let last = try #require(pages.last?.pageNumber?.value)
    #expect(last == pages.count)
    #expect(last.isMultiple(of: 2) == (start == .even))
    if let expected { #expect(last == expected) }
    if paragraphs == 1 {
      #expect(pages.dropLast().last is BlankDrawing == (start == .odd))
    }
  }

  @Test func `A continuous section continues the page`() throws {
    var two = PageLayout()
    (two.columns, two.columnLine) = (2, true)
    let pages = try Self.pages(
      of: Self.document([
        (nil, 1), (PageSection(.continuous, page: two), 2), (PageSection(.continuous), 1),
      ]))
    #expect(pages.count == 1)
    let last = try #require(pages.first as? StackedDrawing)
    let upper = try #require(last.first as? StackedDrawing)
    let first = try #require(upper.first as? DocumentDrawing)
    let columns = try #require(upper.second as? ColumnsDrawing)
    let third = try #require(last.second as? DocumentDrawing)
    #expect(columns.columns.count == 2 && columns.lines?.areas.count == 1)
    #expect(columns.columns[0].margins.top >= first.freeArea.y)
    #expect(third.margins.top >= columns.freeArea.y)
    #expect(first.number?.value == nil || first.number?.value == 1)
    #expect(columns.columns.allSatisfy { $0.number == nil } && third.number == nil)
  }

  @Test func `A continuous section that does not fit starts a page`() throws {
    // Finds the number of paragraphs that fill the first page.
    var count = 1
    while try Self.pages(of: Self.document([(nil, count + 1), (PageSection(), 1)])).count == 2 {
      count += 1
    }
    let pages = try Self.pages(
      of: Self.document([(nil, count), (PageSection(.continuous), 1)]))
    #expect(pages.count == 2)
    #expect(pages.map { $0.pageNumber?.value } == [1, 2])
    // A continuous section with another page size also starts a page.
    let other = PageSection(.continuous, page: PageLayout(width: 280, height: 240))
    #expect(try Self.pages(of: Self.document([(nil, 1), (other, 1)])).count == 2)
  }

  /// Returns the texts of the headers and footers of pages.
  private static func texts(_ pages: [any Drawable]) -> [[String]] {
    pages.map { page in
      var drawing = page
      while let stacked = drawing as? StackedDrawing { drawing = stacked.first }
      return (drawing as? DocumentDrawing)?.runningTexts.map { $0.content.document.string.text }
        ?? []
    }
  }

  @Test func `Sections have their headers, and inherit those that they lack`() throws {
    var builder = IAStringBuilder()
    func add(_ text: String, _ kind: Block.Kind? = nil, id: Int = 0, _ section: PageSection? = nil)
    {
      builder.append(text + "\n")
      var set = ParagraphAttributes()
      if let kind { set.blocks = [Block(id: id, kind)] }
      set.section = section
      builder.endParagraph(set, terminated: false)
    }
    add("H1", .pageHeader(on: .all), id: 1)
    add("F1", .pageHeader(on: .first), id: 2)
    add("one")
    add("H2", .pageHeader(on: .all), id: 3)
    add("two", nil, PageSection())
    add("three", nil, PageSection())
    add("end", .pageFooter(on: .all), id: 4)
    let pages = try Self.pages(of: IADocument(builder.finish()))
    #expect(Self.texts(pages) == [["F1", "end"], ["H2", "end"], ["H2", "end"]])
  }

  @Test func `A header after the text is not that of pages before a header of its kind`() throws {
    var builder = IAStringBuilder()
    for (text, kind) in [
      ("one", nil), ("two", nil), ("H", .pageHeader(on: .all)), ("three", nil),
      ("I", .pageHeader(on: .all)), ("F", .pageFooter(on: .all)),
    ] as [(String, Block.Kind?)] {
      builder.append(text + "\n")
      var set = ParagraphAttributes()
      if let kind { set.blocks = [Block(id: builder.utf16Count, kind)] }
      if text == "two" || text == "three" { set.section = PageSection() }
      builder.endParagraph(set, terminated: false)
    }
    let pages = try Self.pages(of: IADocument(builder.finish()))
    #expect(Self.texts(pages) == [["F"], ["F"], ["H", "F"]])
  }

  @Test func `Fields count all pages, and notes are on the page of their reference`() throws {
    var document = Self.document([(nil, 1), (PageSection(), 1)])
    var note = ParagraphAttributes()
    note.blocks = [Block(id: 9, .footnote(label: "1"))]
    var footer = ParagraphAttributes()
    footer.blocks = [Block(id: 10, .pageFooter())]
    let start = document.string.utf16Count
    document.string.append("note\n9\n")
    document.string.setParagraphAttributes(note, in: start..<start + 5)
    document.string.setParagraphAttributes(footer, in: start + 5..<start + 7)
    document.string.set(\.pageField, to: .pages, in: start + 5..<start + 6)
    document.string.set(\.[tag: "footnote"], to: "1", in: 0..<2)
    let pages = try Self.pages(of: document)
    #expect(Self.texts(pages) == [["2"], ["2"]])
    let drawings = pages.compactMap { $0 as? DocumentDrawing }
    #expect(drawings.map { $0.part.ruleY != nil } == [true, false])
  }

  @Test func `Places of a section are those of the document`() {
    var places = SourcePlaces()
    for range in [5..<9, 9..<10, 20..<30] { places.append(range) }
    #expect(places.sources == [5..<10, 20..<30])
    #expect(places.source(of: 0..<2) == 5..<7)
    #expect(places.source(of: 4..<6) == 9..<21)
    #expect(places.source(of: 15..<15) == 30..<30)
    let found = places.moved([0..<2, 6..<8, 9..<12, 21..<40], range: { $0 }) { $1 }
    #expect(found == [1..<3, 4..<5, 6..<15])
  }

  @Test(arguments: UInt64(0)..<20) func `Random sections are drawn`(seed: UInt64) throws {
    var random = RandomDocument(seed: seed)
    let document = random.sections()
    let renderer = try Drawings.renderer()
    let pages = try Self.pages(of: document).map(Page.init)
    #expect(try !renderer.pdf(pages).isEmpty)
  }

  @Test func `Smoothing over the message has one mean for all sections`() throws {
    var document = Self.document([(nil, 1), (PageSection(), 1)])
    document.string.setIntensity(0, in: 0..<6)
    document.string.setIntensity(100, in: 6..<document.string.utf16Count)
    let mean = try #require(try document.string.smoothedRuns(.message).first?.intensity)
    var source = Drawings.source(document)
    source.looks.smoothing = .message
    let sections = source.sections()
    #expect(sections.map(\.source.looks.messageIntensity) == [mean, mean])
    source.looks.smoothing = .word
    #expect(source.sections().allSatisfy { $0.source.looks.messageIntensity == nil })
  }

  @Test func `Sections beyond the limit start a page`() throws {
    let later: [(PageSection?, Int)] = Array(repeating: (PageSection(), 1), count: 1_010)
    let document = Self.document([(nil, 1)] + later)
    #expect(try Self.pages(of: document, numbers: .none).count == 1_011)
  }
}
