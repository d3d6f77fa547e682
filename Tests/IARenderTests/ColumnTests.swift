import IALayout
import IATestSupport
import IAText
import Testing

@testable import IARender

@Suite struct ColumnTests {
  private let margins = Insets(top: 20, left: 20, bottom: 30, right: 20)

  private func pages(
    _ string: IAString, _ count: Int, _ renderer: Renderer, height: Double = 300
  ) throws -> [ColumnsDrawing] {
    var source = Renderer.Source(IADocument(string), looks: Looks(fontSize: 11))
    source.columns = Renderer.Columns(count, spacing: 12, width: 360)
    return try renderer.pages(
      of: source, size: Size(width: 400, height: height), margins: margins, numbers: .all
    ).compactMap { $0.drawable as? ColumnsDrawing }
  }

  private func lines(_ count: Int) -> IAString {
    IAString((1...count).map { "line \($0)" }.joined(separator: "\n"))
  }

  @Test(arguments: [1, 2, 3, 7, 30, 31, 100], [2, 3])
  func `Every line is in one column, in order, and the last columns are balanced`(
    count: Int, columns: Int
  ) throws {
    let renderer = try Drawings.renderer()
    let pages = try pages(lines(count), columns, renderer)
    let content = try #require(pages.first?.columns.first?.content)
    let shown = pages.flatMap(\.columns).flatMap { column in
      content.manager.lineFragments().filter { line in
        column.part.segments.contains { $0.range.contains(line.baseline) }
      }
    }
    #expect(shown.map(\.utf16Range) == content.manager.lineFragments().map(\.utf16Range))
    let last = try #require(pages.last).columns.map { $0.part.range }
    let heights = last.map { $0.upperBound - $0.lowerBound }
    let line = try #require(content.manager.lineFragments().first).rect.height
    #expect((heights.max() ?? 0) - (heights.dropLast().min() ?? 0) < 1.5 * line)
    if count >= 2 * columns, pages.count == 1 { #expect(last.count == columns) }
    #expect(pages.count == 1 || pages.allSatisfy { $0.pageNumber != nil })
  }

  @Test func `Columns are side by side`() throws {
    let page = try #require(try pages(lines(8), 2, Drawings.renderer()).first)
    #expect(page.columns.map(\.margins.left) == [20, 206])
    #expect(page.columns.allSatisfy { $0.content.width == 174 })
    #expect(page.freeArea.width == 360 && page.freeArea.y > 20)
  }

  @Test func `A heading is in the column of the text below it`() throws {
    let renderer = try Drawings.renderer()
    for before in 1..<20 {
      var string = lines(before)
      let start = string.utf16Count
      string.replace(start..<start, with: IAString("\nHeading\nbody\nbody\nbody"))
      var heading = ParagraphAttributes()
      heading.blocks = [Block(id: 1, .header(level: 1))]
      string.setParagraphAttributes(heading, in: start + 1..<start + 9)
      let pages = try pages(string, 2, renderer, height: 200)
      let content = try #require(pages.first?.columns.first?.content)
      let head = try #require(content.manager.lineFragment(at: start + 2)).baseline
      let body = try #require(content.manager.lineFragment(at: start + 10)).baseline
      let columns = pages.flatMap(\.columns)
      #expect(columns.contains { $0.part.range.contains(head) && $0.part.range.contains(body) })
    }
  }

  @Test func `A page break balances the columns before it`() throws {
    var string = lines(14)
    var attributes = ParagraphAttributes()
    attributes.pageBreakBefore = true
    let start = string.paragraphs[10].utf16Range
    string.setParagraphAttributes(attributes, in: start)
    let pages = try pages(string, 2, Drawings.renderer())
    #expect(pages.count == 2 && pages.allSatisfy { $0.columns.count == 2 })
  }

  @Test func `Notes are at the foot of the page over the width of all columns`() throws {
    var string = IAString("")
    let renderer = try Drawings.renderer()
    for number in 1...20 {
      let at = string.utf16Count
      string.replace(at..<at, with: IAString("text \(number)\n"))
      guard number.isMultiple(of: 2) else { continue }
      var reference = InlineAttributes()
      reference[tag: "footnote"] = "\(number)"
      string.setAttributes(reference, in: at..<at + 4)
      let note = string.utf16Count
      string.replace(
        note..<note, with: IAString("note \(number) with words that need half of the page\n"))
      var attributes = ParagraphAttributes()
      attributes.blocks = [Block(id: number, .footnote(label: "\(number)"))]
      string.setParagraphAttributes(attributes, in: note..<string.utf16Count)
    }
    let pages = try pages(string, 2, renderer, height: 220)
    #expect(pages.count > 1)
    var noteCount = 0
    for page in pages {
      let notes = try #require(page.notes)
      #expect(notes.content.width == 360 && notes.margins.left == 20)
      let rule = try #require(notes.part.ruleY)
      for segment in page.columns.flatMap(\.part.segments) {
        #expect(segment.y + segment.range.upperBound - segment.range.lowerBound <= rule + 0.01)
      }
      noteCount += notes.content.manager.lineFragments().count { line in
        notes.part.segments.contains { $0.range.contains(line.baseline) }
      }
    }
    #expect(noteCount == 10)
  }

  @Test(arguments: ["every-block", "every-paragraph", "attachments", "empty", "long-report"])
  func `Every document is drawn in columns`(name: String) throws {
    let renderer = try Drawings.renderer()
    var source = Drawings.source(try Drawings.beginning(of: name, paragraphs: 200))
    for height in [66.0, 300] {
      source.columns = Renderer.Columns(3, spacing: 12, width: 360)
      let pages = try renderer.pages(
        of: source, size: Size(width: 400, height: height), margins: margins)
      #expect(try renderer.pdf(pages).count > 400)
    }
  }

  @Test func `Columns that are too narrow are fewer`() {
    #expect(Renderer.Columns(64, spacing: 12, width: 360).count == 7)
    #expect(Renderer.Columns(2, spacing: nil, width: 400).spacing == 36)
    #expect(Renderer.Columns(3, spacing: 14_400, width: 400).count == 1)
    #expect(Renderer.Columns(64, spacing: 0, width: .infinity).count == 1)
  }
}
