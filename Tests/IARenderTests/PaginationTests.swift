import IALayout
import IATestSupport
import IAText
import Testing

@testable import IARender

extension Pagination {
  /// Returns the parts of a layout on pages of one height.
  fileprivate static func parts(
    of content: DocumentDrawing.Content, height: Double
  ) -> [PagePart] {
    parts(of: PageFlow(of: content)) { _, _ in height }
  }
}

@Suite struct PaginationTests {
  private func parts(_ document: IADocument, height: Double) throws -> [Range<Double>] {
    let renderer = try Drawings.renderer()
    let content = renderer.laidOut(Drawings.source(document), width: 276)
    return Pagination.parts(of: content, height: height).map(\.range)
  }

  @Test(arguments: ["chat-en", "every-block", "every-paragraph", "attachments", "empty"])
  func `Pages follow on each other`(name: String) throws {
    let document = try Corpus.document(name)
    for height in [60.0, 200, 500] {
      let parts = try parts(document, height: height)
      #expect(parts.first?.lowerBound == 0)
      for (part, next) in zip(parts, parts.dropFirst()) {
        #expect(part.upperBound == next.lowerBound)
      }
    }
  }

  @Test func `A line is on one page, and on the page in whole`() throws {
    let document = try Corpus.document("chat-en")
    let renderer = try Drawings.renderer()
    let content = renderer.laidOut(Drawings.source(document), width: 276)
    let parts = Pagination.parts(of: content, height: 300).map(\.range)
    for line in content.manager.lineFragments() {
      let homes = parts.filter {
        $0.lowerBound <= line.rect.y + 0.01 && line.rect.maxY <= $0.upperBound + 0.01
      }
      #expect(homes.count == 1)
      #expect(homes.allSatisfy { line.rect.maxY - $0.lowerBound <= 300.01 })
    }
  }

  @Test func `A paragraph that a colon ends is on the page of the code after it`() throws {
    for (end, isKept) in [(":", true), (": ", true), (".", false)] {
      let before = String(repeating: "a\n", count: 5)
      var string = IAString("\(before)Install\(end)\nmake\nmake check\n")
      let code = string.utf16Count - 16..<string.utf16Count
      string.updateParagraphAttributes(in: code) {
        $0.blocks = [Block(id: 1, .codeBlock(language: nil))]
      }
      let content = try Drawings.renderer().laidOut(
        Drawings.source(IADocument(string)), width: 276)
      let lines = content.manager.lineFragments()
      let parts = Pagination.parts(of: content, height: lines[5].rect.maxY + 1)
      #expect(parts.count == 2)
      #expect(parts[0].range.contains(lines[4].rect.y + 1))
      #expect(parts[0].range.contains(lines[5].rect.y + 1) != isKept)
    }
  }

  @Test(arguments: [false, true])
  func `Space above a paragraph is shown after a page break as in LibreOffice`(
    isOffice: Bool
  ) throws {
    var string = IAString("header\nfirst\nb\nbreak\n" + String(repeating: "c\n", count: 40))
    string.updateParagraphAttributes(in: 0..<6) {
      $0.blocks = [Block(id: 1, .pageHeader(on: .all))]
    }
    string.updateParagraphAttributes(in: 7..<string.utf16Count) { $0.spacingBefore = 10 }
    string.updateParagraphAttributes(in: 15..<16) { $0.pageBreakBefore = true }
    var source = Drawings.source(IADocument(string))
    source.looks.placesTextAsOffice = isOffice
    let content = try Drawings.renderer().laidOut(source, width: 276)
    let parts = Pagination.parts(of: content, height: 200)
    #expect(parts.count > 3)
    func top(_ part: PagePart, _ offset: Int) throws -> Double {
      let segment = try #require(part.segments.first)
      let line = try #require(content.manager.lineFragment(at: offset))
      return line.rect.y - segment.range.lowerBound + segment.y
    }
    #expect(abs(try top(parts[0], 8) - (isOffice ? 10 : 0)) < 0.01)
    #expect(abs(try top(parts[1], 16) - (isOffice ? 10 : 0)) < 0.01)
    // Pages that start with other lines do not have this space.
    let third = try #require(parts[2].segments.first).range.lowerBound
    #expect(content.manager.lineFragments().contains { abs($0.rect.y - third) < 0.01 })
  }

  @Test func `A heading is kept with the text after it`() throws {
    var string = IAString("a\nb\nc\nHeading\nd\n")
    var heading = ParagraphAttributes()
    heading.blocks = [Block(id: 1, .header(level: 1))]
    string.setParagraphAttributes(heading, in: 6..<13)
    let renderer = try Drawings.renderer()
    let content = renderer.laidOut(Drawings.source(IADocument(string)), width: 276)
    let head = try #require(content.manager.lineFragment(at: 7))
    let parts = Pagination.parts(of: content, height: head.rect.maxY + 1)
    #expect(parts.first?.range.upperBound == head.rect.y)
  }

  /// Returns the layout of paragraphs of three lines, all with the given attributes.
  private func threeLines(
    _ count: Int, _ change: (inout ParagraphAttributes) -> Void
  ) throws -> DocumentDrawing.Content {
    let line = "a\u{2028}b\u{2028}c\n"
    var string = IAString(Array(repeating: line, count: count).joined())
    string.updateParagraphAttributes(in: string.utf16Range, change)
    return try Drawings.renderer().laidOut(Drawings.source(IADocument(string)), width: 276)
  }

  @Test func `A paragraph that is kept together is on one page`() throws {
    let content = try threeLines(8) { $0.keepTogether = true }
    let lines = content.manager.lineFragments()
    let height = try #require(lines.first).rect.height
    for count in 3..<12 {
      let parts = Pagination.parts(of: content, height: height * Double(count) + 1).map(\.range)
      for number in 0..<8 {
        let (first, last) = (lines[3 * number].rect, lines[3 * number + 2].rect)
        #expect(parts.contains { $0.lowerBound <= first.y && last.maxY <= $0.upperBound + 0.01 })
      }
    }
    // Two lines cannot hold a paragraph of three: it is split.
    #expect(Pagination.parts(of: content, height: height * 2 + 1).count > 8)
  }

  @Test func `A paragraph that is kept with the next one ends on its page`() throws {
    let content = try threeLines(2) { $0.keepWithNext = true }
    let lines = content.manager.lineFragments()
    let height = try #require(lines.first).rect.height
    // The first page ends inside the first paragraph, whose last lines are kept with the next one.
    let parts = Pagination.parts(of: content, height: height * 3 + 1).map(\.range)
    #expect(parts.first.map { $0.upperBound < lines[3].rect.y - 1 } == true)
    let all = try threeLines(400) {
      $0.keepWithNext = true
      $0.keepTogether = true
    }
    #expect(Pagination.parts(of: all, height: height * 30).count > 39)
  }

  @Test func `A paragraph without widow control may leave a line alone`() throws {
    for (control, count) in [(nil, 3), (true, 3), (false, 5)] as [(Bool?, Int)] {
      let content = try threeLines(2) { $0.widowControl = control }
      let lines = content.manager.lineFragments()
      let height = lines[4].rect.maxY + 1
      let parts = Pagination.parts(of: content, height: height).map(\.range)
      #expect(lines.count { $0.rect.maxY <= parts[0].upperBound + 0.01 } == count)
    }
  }

  @Test func `Borders are on the page of their lines`() throws {
    let content = try threeLines(4) {
      $0.borders = Sides(top: Border(width: 2), bottom: Border(width: 2))
      $0.borderSpacing = Sides(top: 3, bottom: 3)
      $0.keepTogether = true
    }
    let insets = content.manager.frameInsets(at: 0)
    #expect(insets.top == 5 && insets.bottom == 0)
    let lines = content.manager.lineFragments()
    let parts = Pagination.parts(of: content, height: lines[2].rect.maxY + 1).map(\.range)
    // The last page contains only the empty line after the last terminator.
    #expect(parts.count == 5)
  }

  @Test func `No single line of a paragraph is at the foot or at the top of a page`() throws {
    let words = Array(repeating: "some words", count: 40).joined(separator: " ")
    let string = IAString(Array(repeating: words, count: 6).joined(separator: "\n"))
    let renderer = try Drawings.renderer()
    let content = renderer.laidOut(Drawings.source(IADocument(string)), width: 276)
    let lines = content.manager.lineFragments()
    let lineHeight = try #require(lines.first).rect.height
    for count in 5..<30 {
      let height = lineHeight * Double(count) + 1
      let parts = Pagination.parts(of: content, height: height)
      for part in parts.dropFirst() {
        let first = try #require(
          lines.firstIndex { abs($0.rect.y - part.range.lowerBound) < 0.01 })
        let paragraph = try #require(
          string.paragraphs.first { $0.utf16Range.contains(lines[first].utf16Range.lowerBound) })
        let own = lines.filter { paragraph.utf16Range.contains($0.utf16Range.lowerBound) }
        let before = own.count { $0.rect.y < part.range.lowerBound - 0.01 }
        #expect(before != 1, "\(count) lines a page")
        #expect(before == 0 || own.count - before != 1, "\(count) lines a page")
        #expect(part.range.upperBound - part.range.lowerBound <= height + 0.01)
      }
    }
  }

  /// A table of a header row and body rows of two lines.
  private func table(rows: Int) -> IADocument {
    var builder = IAStringBuilder()
    let table = Block(id: 1, .table(.init(columns: [.init()])))
    for row in 0...rows {
      builder.append(row == 0 ? "Head" : "Row \(row)\u{2028}second line")
      builder.endParagraph(
        ParagraphAttributes(blocks: [
          table, Block(id: 2 + 2 * row, .tableRow(isHeader: row == 0)),
          Block(id: 3 + 2 * row, .tableCell(.init(column: 0))),
        ]))
    }
    return IADocument(builder.finish())
  }

  @Test func `Rows are not split, and header rows are repeated`() throws {
    let document = table(rows: 30)
    let renderer = try Drawings.renderer()
    let content = renderer.laidOut(Drawings.source(document), width: 276)
    let parts = Pagination.parts(of: content, height: 300)
    #expect(parts.count > 3)
    #expect(parts[0].header == nil)
    for part in parts.dropFirst() {
      let header = try #require(part.header)
      #expect(header.lowerBound < 1)
      #expect(part.headerHeight + part.range.upperBound - part.range.lowerBound <= 300.01)
    }
    for paragraph in document.string.paragraphs {
      let lines = content.manager.lineFragments()
        .filter { paragraph.utf16Range.contains($0.utf16Range.lowerBound) }
      let homes = Set(
        lines.compactMap { line in parts.firstIndex { $0.range.contains(line.rect.center.y) } })
      #expect(homes.count == 1)
    }
    let pages = try renderer.pages(
      of: Drawings.source(document), size: Size(width: 300, height: 324),
      margins: Drawings.margins)
    let svg = renderer.svg(try #require(pages.last))
    #expect(!svg.contains(">Head</text>"))
  }

  @Test(arguments: [nil, true, false])
  func `Rows are split as in LibreOffice unless they are kept`(widowControl: Bool?) throws {
    var builder = IAStringBuilder()
    for row in 0..<20 {
      builder.append((0..<6).map { "r\(row) l\($0)" }.joined(separator: "\u{2028}"))
      var attributes = ParagraphAttributes(blocks: [
        Block(id: 1, .table(.init(columns: [.init()], borderWidth: 0))),
        Block(id: 2 + 2 * row, .tableRow(isHeader: false)),
        Block(id: 3 + 2 * row, .tableCell(.init(column: 0))),
      ])
      attributes.widowControl = widowControl
      builder.endParagraph(attributes)
    }
    var source = Drawings.source(IADocument(builder.finish()))
    source.looks.placesTextAsOffice = true
    let whole = try Drawings.renderer().laidOut(source, width: 276)
    let lines = whole.manager.lineFragments()
    // For each page except the last, the number of lines of a row at its end; 0 between two rows.
    func ends(_ content: DocumentDrawing.Content, _ height: Double) -> [Int] {
      Pagination.parts(of: content, height: height).dropLast().map { part in
        lines.count { $0.rect.maxY <= part.range.upperBound + 0.01 } % 6
      }
    }
    let height = lines[0].rect.height
    var found: Set<Int> = []
    for count in 8..<14 { found.formUnion(ends(whole, height * Double(count) + 3)) }
    #expect(found == (widowControl == true ? [0, 2, 3, 4] : [0, 1, 2, 3, 4, 5]))
    source.looks.keptRows = Set((0..<20).map { 2 + 2 * $0 })
    let kept = try Drawings.renderer().laidOut(source, width: 276)
    #expect(Set(ends(kept, height * 10 + 3)) == [0])
  }

  @Test(arguments: [nil, 3.0])
  func `A row higher than a page is split between its lines`(border: Double?) throws {
    var builder = IAStringBuilder()
    builder.append("above")
    builder.endParagraph()
    let outer = [
      Block(id: 1, .table(.init(columns: [], borderWidth: border))),
      Block(id: 2, .tableRow(isHeader: false)), Block(id: 3, .tableCell(.init(column: 0))),
    ]
    for row in 0..<20 {
      builder.append("outer \(row)")
      builder.endParagraph(ParagraphAttributes(blocks: outer))
      builder.append("inner \(row)")
      builder.endParagraph(
        ParagraphAttributes(
          blocks: outer + [
            Block(id: 10, .table(.init(columns: []))),
            Block(id: 11 + 2 * row, .tableRow(isHeader: false)),
            Block(id: 12 + 2 * row, .tableCell(.init(column: 0))),
          ]))
    }
    let content = try Drawings.renderer()
      .laidOut(Drawings.source(IADocument(builder.finish())), width: 276)
    let parts = Pagination.parts(of: content, height: 200).map(\.range)
    #expect(parts.count > 3)
    // The row starts below the text above it.
    #expect(parts[0].upperBound > 150)
    for line in content.manager.lineFragments() where !line.utf16Range.isEmpty {
      let homes = parts.filter {
        $0.lowerBound <= line.rect.y + 0.01 && line.rect.maxY <= $0.upperBound + 0.01
      }
      #expect(homes.count == 1)
    }
  }

  @Test func `Rows with stated borders are not split, and share a border at pages`() throws {
    let border = Border(width: 3)
    var format = Block.TableCell(column: 0)
    format.borders = Sides(top: border, right: border, bottom: border, left: border)
    var builder = IAStringBuilder()
    for row in 0..<30 {
      builder.append(row % 3 == 1 ? "row \(row) with words that wrap at the end of the line" : "a")
      builder.endParagraph(
        ParagraphAttributes(blocks: [
          Block(id: 1, .table(.init(columns: []))),
          Block(id: 2 + 2 * row, .tableRow(isHeader: row == 0)),
          Block(id: 3 + 2 * row, .tableCell(format)),
        ]))
    }
    let content = try Drawings.renderer()
      .laidOut(Drawings.source(IADocument(builder.finish())), width: 176)
    let parts = Pagination.parts(of: content, height: 300)
    #expect(parts.count > 2)
    #expect(parts.dropFirst().allSatisfy { $0.header != nil })
    let rows = content.manager.lineFragments().compactMap(\.row?.range)
    for (part, next) in zip(parts, parts.dropFirst()) {
      #expect(rows.contains { abs($0.lowerBound - next.range.lowerBound) < 0.01 })
      let shown = try #require(part.segments.last).range.upperBound
      #expect(abs(shown - part.range.upperBound - 3) < 0.01)
    }
  }

  @Test func `A header that is higher than a third of the page is not repeated`() throws {
    let content = try Drawings.renderer().laidOut(
      Drawings.source(table(rows: 8)), width: 276)
    #expect(Pagination.parts(of: content, height: 80).allSatisfy { $0.header == nil })
  }

  @Test func `A paragraph can begin a page`() throws {
    var string = IAString("a\nb\nc\n")
    string.updateParagraphAttributes(in: 2..<3) { $0.pageBreakBefore = true }
    let parts = try parts(IADocument(string), height: 500)
    #expect(parts.count == 2)
  }

  // MARK: Notes

  /// Returns a text of short paragraphs; those with an entry in `notes` refer to a note with that
  /// number of words, which follows the paragraph.
  private func text(
    _ count: Int, notes: [Int: Int], endnotes: Set<Int> = [], hasReferences: Bool = true
  ) -> IADocument {
    var builder = IAStringBuilder()
    for number in 0..<count {
      builder.append("Paragraph \(number)")
      if let words = notes[number] {
        if hasReferences {
          var reference = InlineAttributes()
          reference[tag: "footnote"] = "n\(number)"
          builder.append("\(number)", attributes: builder.intern(reference))
        }
        builder.endParagraph()
        builder.append(Array(repeating: "note\(number)", count: words).joined(separator: " "))
        let label = "n\(number)"
        builder.endParagraph(
          ParagraphAttributes(blocks: [
            Block(
              id: 1000 + number,
              endnotes.contains(number) ? .endnote(label: label) : .footnote(label: label))
          ]))
      } else {
        builder.endParagraph()
      }
    }
    return IADocument(builder.finish())
  }

  /// Returns the words that each page shows, from top to bottom.
  private func words(_ content: DocumentDrawing.Content, _ parts: [PagePart]) -> [[String]] {
    parts.map { part in
      part.segments.sorted { $0.y < $1.y }.flatMap { segment in
        content.manager.lineFragments()
          .filter { segment.range.contains($0.rect.center.y) }
          .flatMap { line in
            content.document.string.text(in: line.utf16Range).split(whereSeparator: \.isWhitespace)
              .map(String.init)
          }
      }
    }
  }

  private func laidOut(_ document: IADocument) throws -> DocumentDrawing.Content {
    try Drawings.renderer().laidOut(Drawings.source(document), width: 276)
  }

  @Test(arguments: [true, false])
  func `A note is at the foot of the page that refers to it`(hasReferences: Bool) throws {
    let notes = [1: 3, 8: 12, 9: 2, 20: 12, 37: 1]
    let content = try laidOut(text(40, notes: notes, hasReferences: hasReferences))
    for height in stride(from: 200.0, through: 600, by: 50) {
      let parts = Pagination.parts(of: content, height: height)
      let words = words(content, parts)
      #expect(
        words.joined().count
          == content.document.string.text.split(whereSeparator: \.isWhitespace).count)
      for (number, count) in notes {
        let page = try #require(
          words.firstIndex { $0.contains("\(number)\(hasReferences ? "\(number)" : "")") })
        #expect(words[page].count { $0 == "note\(number)" } == count, "note \(number)")
        // Notes are below the last line of the text.
        let first = try #require(words[page].firstIndex { $0.hasPrefix("note") })
        #expect(words[page][first...].allSatisfy { $0.hasPrefix("note") })
      }
      for part in parts {
        let end = part.segments.map { $0.y + $0.range.upperBound - $0.range.lowerBound }.max() ?? 0
        #expect(end <= height + 0.01)
        #expect(
          (part.ruleY != nil) == (part.segments.last.map { $0.y > (part.ruleY ?? .infinity) }))
        let places = part.segments.map { ($0.y, $0.y + $0.range.upperBound - $0.range.lowerBound) }
        for (upper, lower) in zip(places, places.dropFirst()) { #expect(upper.1 <= lower.0 + 0.01) }
      }
    }
  }

  @Test func `A note longer than a page continues on the next ones`() throws {
    let content = try laidOut(text(12, notes: [3: 400, 4: 5, 11: 300]))
    let parts = Pagination.parts(of: content, height: 240)
    let words = words(content, parts)
    #expect(
      words.joined().sorted()
        == content.document.string.text.split(whereSeparator: \.isWhitespace).map(String.init)
        .sorted())
    #expect(words.count { $0.contains("note3") } > 1)
    // Notes that continue on a page leave a third of it to the text.
    let continued = try #require(words.dropFirst().first { $0.contains("note3") })
    #expect(continued.contains("Paragraph"))
    // The notes are in the order of the text.
    let order = words.joined().filter { $0.hasPrefix("note") }
    #expect(order == order.sorted { Int($0.dropFirst(4))! < Int($1.dropFirst(4))! })
    // After the end of the text, pages contain the rest of its notes.
    #expect(try #require(words.last).allSatisfy { $0 == "note11" })
  }

  @Test func `Endnotes follow the text`() throws {
    let content = try laidOut(text(10, notes: [2: 2, 5: 2], endnotes: [2]))
    let words = try #require(
      words(content, Pagination.parts(of: content, height: 2000)).first)
    #expect(words.count { $0 == "Paragraph" } == 10)
    #expect(words.suffix(4) == ["note2", "note2", "note5", "note5"])
  }

  @Test func `A text of notes alone has pages`() throws {
    var string = IAString("one\ntwo")
    string.setParagraphAttributes(
      ParagraphAttributes(blocks: [Block(id: 1, .footnote(label: "1"))]), in: 0..<7)
    let content = try laidOut(IADocument(string))
    let parts = Pagination.parts(of: content, height: 100)
    #expect(words(content, parts) == [["one", "two"]])
  }

  @Test func `Notes are shown beside endnotes alone, and headers on a page of their own`() throws {
    var notes = IAString("note1\nnote2")
    for (range, kind) in [
      (0..<6, Block.Kind.footnote(label: "1")), (6..<11, .endnote(label: "2")),
    ] {
      notes.setParagraphAttributes(
        ParagraphAttributes(blocks: [Block(id: range.lowerBound + 1, kind)]), in: range)
    }
    let content = try laidOut(IADocument(notes))
    #expect(words(content, Pagination.parts(of: content, height: 100)) == [["note2", "note1"]])
    var header = IAString("Header")
    header.setParagraphAttributes(
      ParagraphAttributes(blocks: [Block(id: 1, .pageHeader(on: .all))]), in: 0..<6)
    let pages = try Drawings.renderer().pages(
      of: Drawings.source(IADocument(header)), size: Size(width: 300, height: 240),
      margins: Insets(top: 40, left: 12, bottom: 40, right: 12)
    ).compactMap { $0.drawable as? DocumentDrawing }
    #expect(pages.flatMap(texts) == ["Header"])
    #expect(pages.allSatisfy { $0.part.segments.isEmpty })
  }

  // MARK: Running texts

  private func pages(
    _ blocks: [(Block.Kind, IAString)], paragraphs: Int, height: Double = 240,
    numbers: Renderer.PageNumbers = .none
  ) throws -> (pages: [DocumentDrawing], renderer: Renderer) {
    var string = IAString()
    for (number, block) in blocks.enumerated() {
      let start = string.utf16Count
      string.append(block.1)
      string.append("\n")
      string.setParagraphAttributes(
        ParagraphAttributes(blocks: [Block(id: number + 1, block.0)]),
        in: start..<string.utf16Count)
    }
    for number in 0..<paragraphs { string.append("Paragraph \(number)\n") }
    string.setParagraphAttributes(
      ParagraphAttributes(),
      in: string.utf16Count
        - string.text.split(separator: "\n").suffix(paragraphs)
        .reduce(0) { $0 + $1.utf16.count + 1 }..<string.utf16Count)
    let renderer = try Drawings.renderer()
    let pages = try renderer.pages(
      of: Drawings.source(IADocument(string)), size: Size(width: 300, height: height),
      margins: Insets(top: 40, left: 12, bottom: 40, right: 12), numbers: numbers)
    return (pages.compactMap { $0.drawable as? DocumentDrawing }, renderer)
  }

  private func texts(_ page: DocumentDrawing) -> [String] {
    page.runningTexts.map { $0.content.document.string.text }
  }

  @Test func `Headers and footers are on the pages they are for`() throws {
    let (pages, renderer) = try pages(
      [
        (.pageHeader(on: .first), "First"), (.pageHeader(on: .even), "Even"),
        (.pageHeader(on: .all), "All"), (.pageFooter(on: .odd), "Odd foot"),
      ], paragraphs: 60, numbers: .all)
    #expect(pages.count > 4)
    #expect(texts(pages[0]) == ["First", "Odd foot"])
    #expect(texts(pages[1]) == ["Even"])
    #expect(texts(pages[2]) == ["All", "Odd foot"])
    #expect(texts(pages[3]) == ["Even"])
    // A document with footers has no automatic page numbers.
    #expect(pages.allSatisfy { $0.number == nil })
    for page in pages {
      for text in page.runningTexts {
        let bottom = text.origin.y + text.part.upperBound
        #expect(bottom <= page.margins.top || text.origin.y >= 240 - page.margins.bottom)
      }
    }
    // Running texts are not part of the text, but can be selected.
    let svg = renderer.svg(Page(drawable: pages[0]))
    #expect(svg.contains(">Paragraph") && svg.contains(">First</text>"))
    #expect(!svg.contains(">All</text>"))
  }

  @Test func `An empty paragraph at the end of a header has its own height`() throws {
    func height(_ size: Double) throws -> Double {
      var string = IAString("Title\n\nBody\n")
      string.set(\.fontSize, to: size, in: 6..<7)
      string.setParagraphAttributes(
        ParagraphAttributes(blocks: [Block(id: 1, .pageHeader(on: .all))]), in: 0..<7)
      let pages = try Drawings.renderer().pages(
        of: Drawings.source(IADocument(string)), size: Size(width: 300, height: 240),
        margins: Insets(top: 40, left: 12, bottom: 40, right: 12)
      ).compactMap { $0.drawable as? DocumentDrawing }
      return try #require(pages.first?.runningTexts.first).part.upperBound
    }
    let (small, large) = (try height(8), try height(24))
    #expect(large - small > 16 && large - small < 28)
  }

  @Test func `The header of a later section applies from its page`() throws {
    var string = IAString()
    for section in 0..<2 {
      let start = string.utf16Count
      string.append("Section \(section)\n")
      string.setParagraphAttributes(
        ParagraphAttributes(blocks: [Block(id: section + 1, .pageHeader(on: .all))]),
        in: start..<string.utf16Count)
      let body = string.utf16Count
      for number in 0..<20 { string.append("Paragraph \(number)\n") }
      string.setParagraphAttributes(ParagraphAttributes(), in: body..<string.utf16Count)
      string.updateParagraphAttributes(in: body..<body + 1) { $0.pageBreakBefore = true }
    }
    let pages = try Drawings.renderer().pages(
      of: Drawings.source(IADocument(string)), size: Size(width: 300, height: 300),
      margins: Insets(top: 40, left: 12, bottom: 40, right: 12)
    ).compactMap { $0.drawable as? DocumentDrawing }
    let headers = pages.flatMap(texts)
    #expect(headers.count == pages.count)
    #expect(Set(headers) == ["Section 0", "Section 1"])
    #expect(headers == headers.sorted())
  }

  @Test func `Fields are filled with the numbers of pages`() throws {
    var text = IAString("Page 9 of 99")
    text.set(\.[tag: "field"], to: "page", in: 5..<6)
    text.set(\.[tag: "field"], to: "pages", in: 10..<12)
    text.set(\.bold, to: true, in: 10..<12)
    let (pages, _) = try pages([(.pageFooter(on: .all), text)], paragraphs: 40)
    #expect(pages.count > 2)
    for (number, page) in pages.enumerated() {
      #expect(texts(page) == ["Page \(number + 1) of \(pages.count)"])
      let string = try #require(page.runningTexts.first).content.document.string
      #expect(string.attributes(at: string.utf16Count - 1).bold)
    }
  }

  @Test func `A header higher than three tenths of the page is cut off between lines`() throws {
    let lines = IAString(Array(repeating: "line", count: 30).joined(separator: "\u{2028}"))
    let (pages, renderer) = try pages([(.pageHeader(on: .all), lines)], paragraphs: 20)
    let header = try #require(pages.first?.runningTexts.first)
    #expect(header.part.upperBound <= 240 * 0.3)
    #expect(
      header.content.manager.lineFragments().contains { $0.rect.maxY == header.part.upperBound })
    #expect(renderer.hasCutOffRunningTexts)
    let plain = try Drawings.renderer()
    #expect(!plain.hasCutOffRunningTexts)
  }
}
