import IAText
import Testing

@testable import IARenderFormats

@Suite struct ReadingRoomTests {
  @Test func `Messages stay as they are`() {
    let string = IAString("one\ntwo\n")
    #expect(ReadingRoom.spread(string) == string)
  }

  @Test func `Blocks get room where they say nothing of it`() {
    var string = IAString("head\ntext\none\ntwo\nend")
    func set(_ range: Range<Int>, _ blocks: [Block]) {
      string.updateParagraphAttributes(in: range) { $0.blocks = blocks }
    }
    set(0..<4, [Block(id: 1, .header(level: 1))])
    set(10..<17, [Block(id: 2, .unorderedList(marker: nil))])
    string.updateParagraphAttributes(in: 18..<21) { $0.spacingBefore = 1 }
    let before = ReadingRoom.spread(string).paragraphs.map(\.attributes.spacingBefore)
    #expect(before == [nil, 6, 10, 3, 1])
  }

  @Test func `Quotes, code and tables have room around them`() {
    let (quote, other) = ([Block(id: 1, .blockQuote)], [Block(id: 2, .blockQuote)])
    let code = quote + [Block(id: 3, .codeBlock(language: nil))]
    func cell(_ id: Int) -> [Block] {
      [
        Block(id: id, .table(.init(columns: [.init()]))),
        Block(id: id + 1, .tableRow(isHeader: false)),
        Block(id: id + 2, .tableCell(.init(column: 0))),
      ]
    }
    var string = IAString("a\nb\nc\nd\ne\nf\ng\nh")
    let paths = [quote, quote, code, code, other, cell(10), cell(20), []]
    for (index, blocks) in paths.enumerated() {
      string.updateParagraphAttributes(in: 2 * index..<2 * index + 1) { $0.blocks = blocks }
    }
    let attributes = ReadingRoom.spread(string).paragraphs.map(\.attributes)
    #expect(attributes.map(\.spacingBefore) == [nil, 5, 10, nil, 10, nil, nil, 10])
    // The space above a table is below the text before it; that between two tables is the layout's.
    #expect(attributes.map(\.spacingAfter) == [nil, nil, nil, nil, 10, nil, nil, nil])
    #expect(ReadingRoom.betweenTables(fontSize: 20) == 10)
    // The spacing of paragraphs in cells is inside of the table.
    var spaced = IAString("a\nb\nc")
    spaced.updateParagraphAttributes(in: 2..<3) {
      ($0.blocks, $0.spacingBefore, $0.spacingAfter) = (cell(1), 9, 9)
    }
    let around = ReadingRoom.spread(spaced).paragraphs.map(\.attributes)
    #expect(around.map(\.spacingBefore) == [nil, 9, 10])
    #expect(around.map(\.spacingAfter) == [10, 9, nil])
  }

  @Test func `Printed pages have the spacing of the document, and headings that of RTF`() {
    var string = IAString("head\ntext\nend\nnone")
    string.updateParagraphAttributes(in: 0..<4) { $0.blocks = [Block(id: 1, .header(level: 1))] }
    string.updateParagraphAttributes(in: 14..<18) { $0.spacingAfter = 0 }
    string.options.paragraphSpacing = 10
    let stated = ReadingRoom.stated(string)
    let attributes = stated.paragraphs.map(\.attributes)
    #expect(attributes.map(\.spacingAfter) == [6, 10, 10, 0])
    #expect(attributes.map(\.spacingBefore) == [24, nil, nil, nil])
    // The larger space alone, inside one text.
    var pages = IAString("a\nb\nc\nd")
    for (start, before, after) in [(0, 0.0, 10.0), (2, 15, 5), (4, 2, 8), (6, 20, 0)] {
      pages.updateParagraphAttributes(in: start..<start + 1) {
        ($0.spacingBefore, $0.spacingAfter) = (before, after)
        $0.pageBreakBefore = start == 6
      }
    }
    let collapsed = ReadingRoom.stated(pages, true).paragraphs.map(\.attributes.spacingBefore)
    #expect(collapsed == [0, 5, 0, 20])
    #expect(
      ReadingRoom.stated(pages).paragraphs.map(\.attributes.spacingBefore) == [0, 15, 2, 20])
    // A heading has the size that RTF has for it.
    #expect(stated.attributes(at: 0).fontSize == 24)
    #expect(stated.attributes(at: 6).fontSize == nil)
  }
}
