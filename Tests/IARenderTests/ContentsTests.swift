import IALayout
import IATestSupport
import IAText
import Testing

@testable import IARender

@Suite struct ContentsTests {
  /// Returns a text of headings, each followed by lines.
  private func report(headings: Int, lines: Int = 12) -> IAString {
    var text = ""
    var ranges: [(Range<Int>, Int)] = []
    for number in 1...max(headings, 1) where headings > 0 {
      let start = text.utf16.count
      text += "Part \(number)\n"
      ranges.append((start..<text.utf16.count, (number - 1) % 4 + 1))
      text += String(repeating: "line\n", count: lines)
    }
    var string = IAString(text.isEmpty ? "text" : text)
    for (id, (range, level)) in ranges.enumerated() {
      var attributes = ParagraphAttributes()
      attributes.blocks = [Block(id: id + 1, .header(level: level))]
      string.setParagraphAttributes(attributes, in: range)
    }
    return string
  }

  private func pages(
    _ string: IAString, _ renderer: Renderer, height: Double = 240
  ) throws -> [Page] {
    var source = Renderer.Source(IADocument(string), looks: Looks(fontSize: 11))
    source.destinations = Destinations(of: string)
    return try renderer.pages(
      of: source, withContentsTitled: "Contents", size: Size(width: 300, height: height),
      margins: Insets(top: 20, left: 20, bottom: 30, right: 20), numbers: .all)
  }

  @Test(arguments: [1, 5, 40, 150])
  func `The table has the page of each heading`(count: Int) throws {
    let renderer = try Drawings.renderer()
    let pages = try pages(report(headings: count), renderer)
    let table = pages.compactMap { $0.drawable as? ContentsDrawing }
    let first = try #require(table.first)
    let text = first.base.content.document.string.text
    var expected = "Contents"
    for (index, page) in pages.enumerated() {
      for heading in page.drawable.headings where heading.level <= 3 {
        expected += "\n\(heading.title)\t\(index + 1)"
      }
    }
    #expect(text == expected)
    #expect(first.leaders.count == first.base.content.links.count)
    #expect(pages.prefix(table.count).allSatisfy { $0.drawable is ContentsDrawing })
    #expect(pages.last?.drawable.pageNumber?.value == pages.count)
  }

  @Test func `A text without headings has no table`() throws {
    let pages = try pages(report(headings: 0), Drawings.renderer())
    #expect(pages.count == 1 && pages.first?.drawable is DocumentDrawing)
  }

  @Test func `Headings and bookmarks have names that differ`() throws {
    var string = report(headings: 2, lines: 1)
    string.setBookmark("part-1", at: 8)
    string.setBookmark("Größe (2)", at: 2)
    let names = Destinations(of: string)
    #expect(names.headings.map(\.name) == ["part-1-1", "part-2"])
    #expect(names.name(ofAddress: "#part-1") == "part-1")
    #expect(names.name(ofAddress: "#Größe (2)") == "Gr%C3%B6%C3%9Fe%20%282%29")
    #expect(names.name(ofAddress: "#Gr%C3%B6%C3%9Fe%20%282%29") == "Gr%C3%B6%C3%9Fe%20%282%29")
    #expect(names.name(ofAddress: "#Part-2") == "part-2")
    #expect(names.name(ofAddress: "#none") == nil && names.name(ofAddress: "part-2") == nil)
  }

  @Test func `A heading has the name of a bookmark at its place`() throws {
    var string = report(headings: 2, lines: 1)
    let second = try #require(Heading.list(of: string).last).utf16Offset
    string.setBookmark("part-2", at: second)
    let names = Destinations(of: string)
    #expect(names.headings.map(\.name) == ["part-1", "part-2"])
    #expect(names.entries.count == 2)
  }

  @Test func `A PDF has its named places, and links to them`() throws {
    let renderer = try Drawings.renderer()
    let string = report(headings: 6)
    var source = Renderer.Source(IADocument(string), looks: Looks(fontSize: 11))
    source.destinations = Destinations(of: string)
    source.links = [(10..<14, "#part-6"), (15..<19, "#missing")]
    let pages = try renderer.pages(
      of: source, withContentsTitled: "Contents", size: Size(width: 300, height: 240),
      margins: Drawings.margins)
    let pdf = try renderer.pdf(pages)
    #expect(pdf.count > 1000)
    #expect(try renderer.pdf(pages) == pdf)
    let plain = try renderer.pages(
      of: Drawings.source(IADocument(string)), size: Size(width: 300, height: 240),
      margins: Drawings.margins)
    #expect(plain.allSatisfy { $0.drawable.destinations.isEmpty })
  }

  @Test func `Headings of headers are not listed, and hostile titles are`() throws {
    var string = IAString(
      "head\n\u{0}((\\)'] \u{5D0}\u{5D1}\n" + String(repeating: "x", count: 9999))
    var header = ParagraphAttributes()
    header.blocks = [Block(id: 1, .pageHeader(on: .all)), Block(id: 2, .header(level: 1))]
    string.setParagraphAttributes(header, in: 0..<5)
    var heading = ParagraphAttributes()
    heading.blocks = [Block(id: 3, .header(level: 1))]
    string.setParagraphAttributes(heading, in: 5..<string.utf16Count)
    #expect(Destinations(of: string).headings.count == 2)
    let renderer = try Drawings.renderer()
    #expect(try renderer.pdf(pages(string, renderer)).count > 1000)
  }
}
