import IAText
import Testing

@testable import IARenderFormats

@Suite struct ReadingRoomTests {
  @Test func `Messages stay as they are`() {
    let string = IAString("one\ntwo\n")
    #expect(ReadingRoom.spread(string) == string)
  }

  @Test func `Links keep their appearance if the headers of first pages are removed`() {
    var document = IADocument(IAString("head\nlink\nfoot\nmore\n"))
    document.string.updateParagraphAttributes(in: 0..<4) {
      $0.blocks = [Block(id: 1, .pageHeader(on: .first))]
    }
    document.string.updateParagraphAttributes(in: 10..<14) {
      $0.blocks = [Block(id: 2, .pageFooter(on: .first))]
    }
    document.printedPlacement.plainLinks = [5..<9]
    document.printedPlacement.inkLinks = [15..<19]
    document.removeTextsOfFirstPages()
    #expect(document.string.text == "link\nmore\n")
    #expect(document.printedPlacement.plainLinks == [0..<4])
    #expect(document.printedPlacement.inkLinks == [5..<9])
  }

  @Test func `Blocks without stated spacing get space`() {
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

  @Test func `Two paragraphs of one item have more space than two items`() {
    let list = Block(id: 1, .unorderedList(marker: nil))
    func item(_ number: Int) -> [Block] {
      [list, Block(id: 10 + number, .listItem(.init(ordinal: number)))]
    }
    let nested = item(2) + [Block(id: 2, .unorderedList(marker: nil))]
    var string = IAString("a\nb\nc\nd")
    let paths = [item(1), item(1), item(2), nested + [Block(id: 20, .listItem(.init(ordinal: 1)))]]
    for (index, blocks) in paths.enumerated() {
      string.updateParagraphAttributes(in: 2 * index..<2 * index + 1) { $0.blocks = blocks }
    }
    let before = ReadingRoom.spread(string).paragraphs.map(\.attributes.spacingBefore)
    #expect(before == [nil, 5, 3, 3])
  }

  @Test func `Quotes, code and tables have space around them`() {
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
    // The space above a table is below the text before it; layout adds space between two tables.
    #expect(attributes.map(\.spacingAfter) == [nil, nil, nil, nil, 10, nil, nil, nil])
    #expect(ReadingRoom.betweenTables(fontSize: 20) == 10)
    // The spacing of paragraphs in cells is inside the table.
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
    // The larger space applies, but not between two pages.
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
    // A heading has the size that RTF gives it.
    #expect(stated.attributes(at: 0).fontSize == 24)
    #expect(stated.attributes(at: 6).fontSize == nil)
  }

  @Test func `An empty paragraph that ends a cell after a nested table has no line of its own`() {
    func cell(_ id: Int) -> [Block] {
      [
        Block(id: id, .table(.init(columns: [.init()]))),
        Block(id: id + 1, .tableRow(isHeader: false)),
        Block(id: id + 2, .tableCell(.init(column: 0))),
      ]
    }
    func heights(_ text: String, _ paths: [[Block]]) -> [ParagraphAttributes.LineHeight?] {
      var string = IAString(text)
      let ranges = string.paragraphs.map(\.utf16Range)
      for (range, blocks) in zip(ranges, paths) {
        string.updateParagraphAttributes(in: range) {
          ($0.blocks, $0.spacingAfter) = (blocks, 5)
        }
      }
      return ReadingRoom.stated(string).paragraphs.map(\.attributes.lineHeight)
    }
    let (outer, nested) = (cell(1), cell(1) + cell(10))
    let zero = ParagraphAttributes.LineHeight.exactly(0)
    #expect(heights("a\nb\n\nc", [outer, nested, outer, []]) == [nil, nil, zero, nil])
    #expect(heights("a\n\nc", [nested, outer, cell(20)]) == [nil, zero, nil])
    // With text, a second paragraph or a table that is not nested, the line remains.
    #expect(heights("a\nb\nc", [nested, outer, []]) == [nil, nil, nil])
    #expect(heights("a\n\n\nc", [nested, outer, outer, []]) == [nil, nil, nil, nil])
    #expect(heights("a\n\nc", [outer, cell(20), []]) == [nil, nil, nil])
  }

  @Test func `Pages have the spaces of browsers`() {
    var ground = Block.TextBox()
    (ground.fill, ground.padding) = (.white, Sides(all: 2))
    let box = Block(id: 1, .textBox(ground))
    let rule = Block(id: 2, .thematicBreak)
    let cell = [
      Block(id: 3, .table(.init(columns: [.init()]))), Block(id: 4, .tableRow(isHeader: false)),
      Block(id: 5, .tableCell(.init(column: 0))),
    ]
    var string = IAString("a\nb\nc\nd\ne")
    for (index, blocks) in [[], [box], [rule], cell].enumerated() {
      string.updateParagraphAttributes(in: 2 * index..<2 * index + 1) {
        ($0.blocks, $0.spacingBefore, $0.spacingAfter) = (blocks, 99, 99)
      }
    }
    var spacing = PageSpacing()
    for (index, above) in [12.0, 0, 6, 3].enumerated() {
      spacing.paragraphs.append(.init(start: 2 * index, above: above))
    }
    spacing.paragraphs[3].below = 4
    (spacing.boxes[1], spacing.tables[3]) = (PageSpacing.Box(), 7)
    spacing.boxes[1]?.above = 8
    spacing.boxes[1]?.first = 10
    spacing.boxes[1]?.last = 11
    let page = ReadingRoom.asPage(string, spacing).paragraphs.map(\.attributes)
    // The text above the first paragraph keeps its spacing, and so do unknown paragraphs.
    #expect(page.map(\.spacingBefore) == [99, nil, 6, 3, nil])
    #expect(page.map(\.spacingAfter) == [nil, nil, 7, 4, nil])
    #expect(page[2].lineHeight == .exactly(1.5))
    let shown = page[1].blocks[0].textBox
    #expect(shown?.margin == Sides(top: 8))
    #expect(shown?.padding == Sides(top: 12, right: 2, bottom: 13, left: 2))
  }

  @Test func `Pages have the sizes of code, indents of figures and empty cells of browsers`() {
    var string = IAString("one two\nhead\ncell")
    string.updateParagraphAttributes(in: 8..<12) { $0.blocks = [Block(id: 1, .header(level: 1))] }
    var spacing = PageSpacing()
    spacing.smallCode = [4..<7, 9..<11]
    for (start, isEmpty) in [(0, false), (8, false), (13, true)] {
      var paragraph = PageSpacing.Paragraph(start: start, above: 0)
      paragraph.isEmptyCell = isEmpty
      paragraph.indents = .init(start: 30, end: 20)
      spacing.paragraphs.append(paragraph)
    }
    let page = ReadingRoom.asPage(string, spacing, fontSize: 16)
    func size(at place: Int) -> Double? {
      page.attributeRuns(in: place..<place + 1).first?.attributes.fontSize
    }
    #expect([0, 4, 6, 8, 9, 11].map(size) == [nil, 13, 13, nil, 26, nil])
    let sets = page.paragraphs.map(\.attributes)
    #expect(sets.map(\.headIndent) == [30, 30, 30] && sets.map(\.tailIndent) == [20, 20, 20])
    #expect(sets.map(\.lineHeight) == [nil, nil, .exactly(1)])
  }

  @Test func `Entries of tables of contents are text`() {
    var string = IAString("one two")
    string.updateAttributes(in: 0..<3) { $0.link = .init("#_Toc1") }
    string.updateAttributes(in: 4..<7) { $0.link = .init("#there") }
    #expect(ReadingRoom.takeContents(of: &string) == [0..<3])
    let runs = string.attributeRuns(in: string.utf16Range).map(\.attributes.foreground)
    #expect(runs == [.black, nil, nil])
  }

  @Test func `Links of pages are underlined except those that are shown without`() {
    var string = IAString("abc")
    string.updateAttributes(in: 0..<1) { $0.link = .init("#a") }
    string.updateAttributes(in: 2..<3) { $0.link = .init("#b") }
    let shown = ReadingRoom.underlined(string, except: [2..<3])
    let underlines = shown.attributeRuns(in: 0..<3).map { $0.attributes.underline != nil }
    #expect(underlines == [true, false, false])
  }

  @Test func `The shading of a page contains its padding`() {
    var string = IAString("a")
    string.updateParagraphAttributes(in: 0..<1) { ($0.shading, $0.headIndent) = (.white, 9) }
    var spacing = PageSpacing()
    spacing.paragraphs = [.init(start: 0, above: 0)]
    spacing.paragraphs[0].padding = Sides(top: 6, left: 9)
    let set = ReadingRoom.asPage(string, spacing).paragraphs[0].attributes
    #expect(set.borderSpacing == Sides(top: 6, left: 9) && set.headIndent == 0)
  }

  private static func box(_ left: Double) -> InlineBox {
    var box = InlineBox()
    box.fill = Color(0xFFEEAA)
    box.padding.left = left
    return box
  }

  @Test func `Tags of the document are not taken for boxes`() {
    var string = IAString("one two three")
    string.updateAttributes(in: 0..<7) {
      $0[tag: "ia.box"] = "0"
      $0[tag: "other"] = "x"
    }
    let boxes = ReadingRoom.box(&string, [.init(4..<7, Self.box(3))])
    #expect(boxes == [Self.box(3), Self.box(3)])
    let tags = string.attributeRuns(in: 0..<13).map {
      ($0.utf16Range, $0.attributes[tag: "ia.box"], $0.attributes[tag: "other"])
    }
    #expect(tags.map(\.0) == [0..<4, 4..<7, 7..<13])
    #expect(tags.map(\.1) == [nil, "0", nil])
    #expect(tags.map(\.2) == ["x", "x", nil])
  }

  @Test func `As many different boxes are shown as the limit permits`() {
    let count = ReadingRoom.mostBoxes
    var string = IAString(String(repeating: "a", count: count + 3))
    let boxed = (0..<count + 2).map {
      PrintedPlacement.BoxedText($0..<$0 + 1, Self.box(Double($0)))
    }
    let again = PrintedPlacement.BoxedText(count + 2..<count + 3, Self.box(0))
    #expect(ReadingRoom.box(&string, boxed + [again]).count == 2 * count)
    #expect(ReadingRoom.beyondLimit(boxed + [again]) == Array(boxed[count...]))
    #expect(ReadingRoom.beyondLimit(Array(boxed[..<count]) + [again]).isEmpty)
    func tag(_ offset: Int) -> String? { string.attributes(at: offset)[tag: "ia.box"] }
    #expect(tag(count - 1) == "\(2 * count - 2)")
    #expect(tag(count) == nil && tag(count + 2) == "0")
    // Numbers of boxes are 16-bit integers, from 1.
    #expect(2 * count < Int(UInt16.max))
  }
}
