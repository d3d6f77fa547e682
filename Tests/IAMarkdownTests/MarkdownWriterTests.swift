import IABytes
import IAFiles
import IAFormats
import IAMarkdown
import IATestSupport
import IAText
import Testing

@Suite struct MarkdownWriterTests {
  private func write(_ document: IADocument) throws -> String {
    try MarkdownRoundTripTests.write(document).text
  }

  /// Returns a document of paragraphs with the blocks around each.
  private func document(_ paragraphs: [(String, [Block])]) -> IADocument {
    var builder = IAStringBuilder()
    for (text, blocks) in paragraphs {
      builder.append(text)
      builder.endParagraph(ParagraphAttributes(blocks: blocks))
    }
    return IADocument(builder.finish())
  }

  @Test(arguments: [
    ("https://a.example/wiki/List_of_x", "https://a.example/wiki/List_of_x"),
    ("https://a.example/~b/*c*_d_", "https://a.example/~b/*c*_d_"),
    ("a_(b)_*c*", "<a_(b)_*c*>"), ("a[b]_c", "a\\[b\\]_c"),
  ])
  func `Emphasis does not start in an address`(url: String, expected: String) throws {
    for text in ["x", "_x_", "*x"] {
      var string = IAString(text + "\n_*~\n")
      string.set(\.link, to: InlineAttributes.Link(url), in: 0..<text.utf16.count)
      let written = try write(IADocument(string))
      #expect(written.contains("](\(expected))"))
      let back = try MarkdownReader().read(BytesSource(Array(written.utf8))).document
      #expect(back.string == string)
    }
  }

  @Test func `An empty comment splits addresses alone, for it takes the blanks before it`() throws {
    let texts = [
      ("a    ://b.example c\n", "a    ://b.example c\n"), ("1://b 2\n", "1://b 2\n"),
      ("x    y http://b.example\n", "x    y http<!-- -->://b.example\n"),
    ]
    for (text, markdown) in texts {
      let document = IADocument(IAString(text))
      #expect(try write(document) == markdown)
      let back = try MarkdownReader().read(BytesSource(Array(markdown.utf8))).document
      #expect(back.string.text == text)
    }
  }

  @Test func `A line separator in the alternative of a picture is no tag`() throws {
    for text in [
      "![\u{2028}a](/u)\n", "x ![b\u{2028}c](/u)\n", "| h |\n| --- |\n| ![b\u{2028}c](/u) |\n",
    ] {
      let document = try MarkdownReader().read(BytesSource(Array(text.utf8))).document
      let markdown = try write(document)
      #expect(!markdown.contains("<br>"))
      let back = try MarkdownReader().read(BytesSource(Array(markdown.utf8))).document
      #expect(back == document)
    }
  }

  @Test(arguments: [false, true])
  func `Notes have the offsets of the whole document, with its hidden text`(
    keepsHiddenData: Bool
  ) throws {
    var string = IAString("gone one two\n")
    string.set(\.hidden, to: true, in: 0..<5)
    string.set(\.letterSpacing, to: 2, in: 9..<12)
    let (text, report) = try MarkdownRoundTripTests.write(
      IADocument(string), keepsHiddenData: keepsHiddenData)
    #expect(text.hasPrefix("one two\n"))
    let ranges = report.notes.map { "\($0.kind.feature) \($0.utf16Range ?? 0..<0)" }
    #expect(ranges == ["hidden-text 0..<5", "letter-spacing 9..<12"])
  }

  @Test(arguments: [false, true])
  func `Notes after a table whose rows were filled up have the offsets of the document`(
    keepsHiddenData: Bool
  ) throws {
    let table = Block(id: 1, .table(.init(columns: [.init(), .init(), .init()])))
    let row = Block(id: 2, .tableRow(isHeader: true))
    let cell = Block(id: 3, .tableCell(.init(column: 1)))
    var source = document([
      ("ab", [table, row, cell]), ("cd", [table, row, cell]), ("efg", []),
    ])
    source.string.set(\.letterSpacing, to: 2, in: 4..<5)
    source.string.set(\.letterSpacing, to: 2, in: 7..<9)
    let (_, report) = try MarkdownRoundTripTests.write(source, keepsHiddenData: keepsHiddenData)
    let ranges = report.notes.filter { $0.kind.feature == .letterSpacing }.map(\.utf16Range)
    #expect(ranges == [4..<5, 7..<9])
  }

  @Test func `Cells are added in proportion to those of the document`() throws {
    var rows: [(String, [Block])] = []
    let table = Block(id: 1, .table(.init(columns: [])))
    var id = 2
    for row in 0..<1000 {
      let block = Block(id: id, .tableRow(isHeader: row == 0))
      id += 1
      for column in 0..<(row == 0 ? 1000 : 1) {
        rows.append(("x", [table, block, Block(id: id, .tableCell(.init(column: column)))]))
        id += 1
      }
    }
    let text = try write(document(rows))
    #expect(text.utf8.count(where: { $0 == UInt8(ascii: "x") }) == 1999)
    #expect(text.utf8.count < 200_000)
  }

  @Test func emphasisLeavesOutTheBlanksAtItsEnds() throws {
    var string = IAString("a bold b\n")
    string.set(\.bold, to: true, in: 1..<7)
    let (text, report) = try MarkdownRoundTripTests.write(IADocument(string))
    #expect(text == "a **bold** b\n")
    #expect(report.kinds.map(\.feature.rawValue) == ["bold"])
    let (hidden, _) = try MarkdownRoundTripTests.write(IADocument(string), keepsHiddenData: true)
    #expect(try MarkdownRoundTripTests.read(hidden).string == string)
  }

  @Test func `Code with a pipe after a backslash is two spans in a row`() throws {
    var cell = document([
      (
        "a\\|b",
        [
          Block(id: 1, .table(.init(columns: []))), Block(id: 2, .tableRow(isHeader: true)),
          Block(id: 3, .tableCell(.init(column: 0))),
        ]
      )
    ])
    cell.string.updateAttributes(in: 0..<4) { $0.code = true }
    let (text, report) = try MarkdownRoundTripTests.write(cell)
    #expect(text == "| `a\\`<!-- -->`\\|b` |\n| --- |\n")
    #expect(!report.kinds.contains { $0.feature == .code })
    let found = try MarkdownRoundTripTests.read(text).string
    #expect(found.attributeRuns(in: 0..<4).map { $0.attributes.code } == [true])
  }

  @Test func `Code in a link at the start of a paragraph defines no link`() throws {
    var start = IAString("[a]: b\n")
    start.updateAttributes(in: 0..<5) { $0.link = .init("#a") }
    start.updateAttributes(in: 1..<5) { $0.code = true }
    let text = try write(IADocument(start))
    #expect(text == "[\\[`a]`<!-- -->`: `](#a)b\n")
    #expect(try MarkdownRoundTripTests.read(text).string == start)
  }

  @Test func emphasisInsideWordsIsKeptApartOnlyWhereItMustBe() throws {
    var inside = IAString("abc\n")
    inside.set(\.bold, to: true, in: 1..<2)
    #expect(try write(IADocument(inside)) == "a**b**c\n")
    var stop = IAString("a.c\n")
    stop.set(\.bold, to: true, in: 1..<2)
    #expect(try write(IADocument(stop)) == "a<!-- -->**.**<!-- -->c\n")
  }

  @Test func marksNestInTheOrderOfTheirLengths() throws {
    var string = IAString("one two three\n")
    string.set(\.italic, to: true, in: 0..<13)
    string.set(\.bold, to: true, in: 4..<7)
    string.set(\.link, to: .init("#x"), in: 4..<13)
    #expect(try write(IADocument(string)) == "*one [**two** three](#x)*\n")
  }

  @Test func listsSideBySideStayTwo() throws {
    func item(_ list: Int, _ id: Int, ordered: Bool) -> [Block] {
      [
        Block(id: list, ordered ? .orderedList(.init()) : .unorderedList(marker: nil)),
        Block(id: id, .listItem(.init(ordinal: 1))),
      ]
    }
    let bullets = document([
      ("a", item(1, 2, ordered: false)), ("b", item(3, 4, ordered: false)),
    ])
    #expect(try write(bullets) == "- a\n\n+ b\n")
    let numbers = document([
      ("a", item(1, 2, ordered: true)), ("b", item(3, 4, ordered: true)),
    ])
    #expect(try write(numbers) == "1. a\n\n<!-- -->\n\n1. b\n")
    for lists in [bullets, numbers] {
      #expect(try MarkdownRoundTripTests.read(try write(lists)) == lists)
    }
  }

  @Test func fencesAreLongerThanAnyInside() throws {
    let code = Block(id: 1, .codeBlock(language: nil))
    #expect(
      try write(document([("```", [code]), ("`", [code])])) == "````\n```\n`\n````\n")
    var span = IAString("a``b\n")
    span.set(\.code, to: true, in: 0..<4)
    #expect(try write(IADocument(span)) == "```a``b```\n")
  }

  @Test func textThatLooksLikeMarkupStaysText() throws {
    let texts = [
      "# a": "\\# a", "1. a": "1\\. a", "- a": "\\- a", "> a": "\\> a", "a # b": "a # b",
      "snake_case_": "snake_case\\_", "a < b": "a < b", "<b>": "\\<b>", "AT&T": "AT\\&T",
      "a & b": "a & b", "    a": "&#32;   a", "a ": "a&#32;", "---": "\\---",
      "[a](b)": "\\[a\\](b)",
      "http://a.b": "http<!-- -->://a.b", "me@a.b": "me<!-- -->@a.b", "1986. A": "1986\\. A",
      "Wow!": "Wow!", "~~a~~": "\\~\\~a\\~\\~", "a | b": "a | b", "=": "\\=", "\t": "&#9;",
    ]
    for (text, markdown) in texts {
      let document = IADocument(IAString(text + "\n"))
      #expect(try write(document) == markdown + "\n")
      #expect(try MarkdownRoundTripTests.read(markdown + "\n") == document)
    }
  }

  @Test func tablesOfOtherFormatsAreGivenTheShapeMarkdownHas() throws {
    let table = Block(id: 1, .table(.init(columns: [.init(), .init()])))
    let (first, second) = (
      Block(id: 2, .tableRow(isHeader: false)), Block(id: 3, .tableRow(isHeader: false))
    )
    func cell(_ id: Int, _ column: Int) -> Block {
      Block(id: id, .tableCell(.init(column: column)))
    }
    let source = document([
      ("a", [table, first, cell(4, 0)]), ("b", [table, first, cell(4, 0)]),
      ("c", [table, first, cell(5, 1)]), ("d", [table, second, cell(6, 0)]),
    ])
    let (text, report) = try MarkdownRoundTripTests.write(source)
    #expect(text == "| a<br>b | c |\n| --- | --- |\n| d | |\n")
    #expect(report.kinds.contains { $0.effect == .approximated && $0.feature == .table })
  }

  @Test func cellsOfMergedTablesStandInTheirColumnsAndNoneIsAddedByReadingBack() throws {
    let table = Block(id: 1, .table(.init(columns: [.init(), .init(), .init()])))
    let rows = (0..<4).map { Block(id: 2 + $0, .tableRow(isHeader: $0 == 0)) }
    func cell(_ id: Int, _ column: Int, columns: Int = 1, rows: Int = 1) -> Block {
      Block(id: id, .tableCell(.init(column: column, columnSpan: columns, rowSpan: rows)))
    }
    let source = document([
      ("a", [table, rows[0], cell(10, 0)]), ("b", [table, rows[0], cell(11, 1, columns: 2)]),
      ("c", [table, rows[1], cell(12, 0, columns: 2)]), ("d", [table, rows[1], cell(13, 2)]),
      ("e", [table, rows[2], cell(14, 0, rows: 2)]), ("f", [table, rows[2], cell(15, 1)]),
      ("g", [table, rows[2], cell(16, 2)]),
      ("h", [table, rows[3], cell(17, 1)]), ("i", [table, rows[3], cell(18, 2)]),
    ])
    let (text, _) = try MarkdownRoundTripTests.write(source, keepsHiddenData: true)
    let visible = "| a | b | |\n| --- | --- | --- |\n| c | | d |\n| e | f | g |\n| | h | i |\n"
    #expect(text.hasPrefix(visible))
    let back = try MarkdownRoundTripTests.read(text)
    #expect(back.string.text == source.string.text)
    #expect(
      back.string.paragraphs.map { $0.attributes.blocks.map(\.kind) }
        == source.string.paragraphs.map { $0.attributes.blocks.map(\.kind) })
    #expect(try MarkdownRoundTripTests.write(back, keepsHiddenData: true).text == text)
  }

  @Test func theParagraphsOfACellComeBack() throws {
    let table = Block(id: 1, .table(.init(columns: [.init(), .init()])))
    let row = Block(id: 2, .tableRow(isHeader: true))
    let (left, right) = (
      Block(id: 3, .tableCell(.init(column: 0))), Block(id: 4, .tableCell(.init(column: 1)))
    )
    var source = document([
      ("a", [table, row, left]), ("b\u{2028}c", [table, row, left]), ("d", [table, row, left]),
      ("e", [table, row, right]), ("f", []),
    ])
    source.string.setIntensity(70, in: 1..<4)
    source.string.setBookmark("here", at: source.string.utf16Count - 2)
    let (text, _) = try MarkdownRoundTripTests.write(source, keepsHiddenData: true)
    #expect(text.hasPrefix("| a<br>b<br>c<br>d | e |\n"))
    let back = try MarkdownRoundTripTests.read(text)
    #expect(back == source)
    #expect(try MarkdownRoundTripTests.write(back, keepsHiddenData: true).text == text)
  }

  @Test func bookmarksAmongTablesComeBack() throws {
    var paragraphs: [(String, [Block])] = []
    for number in 0..<60 {
      let table = Block(id: number * 5 + 1, .table(.init(columns: [.init(), .init()])))
      let row = Block(id: number * 5 + 2, .tableRow(isHeader: true))
      let left = Block(id: number * 5 + 3, .tableCell(.init(column: 0)))
      let right = Block(id: number * 5 + 4, .tableCell(.init(column: 1)))
      paragraphs += [
        ("one", [table, row, left]), ("two", [table, row, left]), ("three", [table, row, right]),
        ("four", []),
      ]
    }
    var source = document(paragraphs)
    for offset in stride(from: 0, to: source.string.utf16Count, by: 3) {
      source.string.setBookmark("b\(offset)", at: offset)
    }
    let (text, _) = try MarkdownRoundTripTests.write(source, keepsHiddenData: true)
    #expect(try MarkdownRoundTripTests.read(text) == source)
  }

  @Test func equalNoteLabelsGetNumbersInTimeThatGrowsWithTheirCount() throws {
    // Ten thousand labels in forms that readers consider equal, and two that already have a number.
    let forms = ["note", "NOTE", "Note", "nOTE"]
    let labels = ["note-2", "Note-5"] + (0..<10_000).map { forms[$0 % 4] }
    let text = try write(
      document(
        labels.enumerated().map { number, label in
          ("x", [Block(id: number + 1, .footnote(label: label))])
        }))
    let written = text.split(separator: "\n").compactMap { line -> Substring? in
      guard line.hasPrefix("[^"), let end = line.firstIndex(of: "]") else { return nil }
      return line[line.index(line.startIndex, offsetBy: 2)..<end]
    }
    #expect(written.count == labels.count)
    #expect(Set(written.map { $0.lowercased() }).count == labels.count)
    #expect(
      written.prefix(7) == ["note-2", "Note-5", "note", "NOTE-3", "Note-4", "nOTE-6", "note-7"])
  }

  @Test func thePlainParagraphsOfACellComeBack() throws {
    let table = Block(id: 1, .table(.init(columns: [.init()])))
    let row = Block(id: 2, .tableRow(isHeader: true))
    let cell = Block(id: 3, .tableCell(.init(column: 0)))
    let source = document([("a", [table, row, cell]), ("b", [table, row, cell]), ("c", [])])
    let (text, _) = try MarkdownRoundTripTests.write(source, keepsHiddenData: true)
    #expect(text.hasPrefix("| a<br>b |\n"))
    #expect(try MarkdownRoundTripTests.read(text) == source)
  }

  @Test func blanksBetweenMarksThatMustCloseKeepTheirAttributes() throws {
    var string = IAString("a b c\n")
    string.set(\.italic, to: true, in: 0..<4)
    // A reader gives the line end the attributes of the text before it.
    string.set(\.bold, to: true, in: 2..<6)
    string.set(\.link, to: .init("#x"), in: 2..<5)
    let (text, report) = try MarkdownRoundTripTests.write(
      IADocument(string), keepsHiddenData: true)
    #expect(report.isLossless)
    #expect(try MarkdownRoundTripTests.read(text).string == string)
  }

  @Test func aNoteIsNotMadeOfALinkThatStartsWithACaret() throws {
    var string = IAString("^n\n")
    string.set(\.link, to: .init("#x"), in: 0..<2)
    #expect(try write(IADocument(string)) == "[<!-- -->^n](#x)\n")
    #expect(
      try MarkdownRoundTripTests.read("[<!-- -->^n](#x)\n\n[^n]: a\n").string.text == "^n\na\n")
  }

  @Test func notesOfEqualLabelsAreWrittenUnderTwo() throws {
    let source = document([
      ("a", [Block(id: 1, .footnote(label: "n"))]), ("b", [Block(id: 2, .footnote(label: "N"))]),
    ])
    let (text, report) = try MarkdownRoundTripTests.write(source)
    #expect(text == "[^n]: a\n\n[^N-2]: b\n")
    #expect(report.kinds.map(\.feature.rawValue) == ["block"])
    #expect(try MarkdownRoundTripTests.read(text).string.text == "a\nb\n")
  }

  @Test func threeEmptyListsAreNoBreak() throws {
    let blocks = (0..<3).flatMap { depth in
      [
        Block(id: 2 * depth + 1, .unorderedList(marker: nil)),
        Block(id: 2 * depth + 2, .listItem(.init(ordinal: 1))),
      ]
    }
    let source = document([("", blocks)])
    #expect(try write(source) == "- - - &nbsp;\n")
    #expect(try MarkdownRoundTripTests.read("- - - &nbsp;\n") == source)
  }

  @Test func aCellFarOutsideItsTableTakesNoMoreThanSixtyFourColumns() throws {
    let table = Block(id: 1, .table(.init(columns: [])))
    let row = Block(id: 2, .tableRow(isHeader: false))
    let source = document([
      ("a", [table, row, Block(id: 3, .tableCell(.init(column: .max, columnSpan: .max)))]),
      ("b", [table, row, Block(id: 4, .tableCell(.init(column: 0)))]),
    ])
    let (text, _) = try MarkdownRoundTripTests.write(source)
    let line = try #require(text.split(separator: "\n").first)
    #expect(line.count { $0 == "|" } == 65)
    #expect(line.hasSuffix("| a | b |"))
  }

  @Test func picturesGoBesideTheDocumentOrIntoIt() throws {
    let gif: [UInt8] = Array("GIF89a".utf8) + [2, 0, 3, 0, 0, 0, 0]
    var document = IADocument()
    document.append(gif, as: .image, name: "a (b).gif", altText: "x]y")
    document.string.append("\n")
    #expect(try write(document) == "![x\\]y](data:image/gif;base64,R0lGODlhAgADAAAAAA==)\n")
    var sink = BytesSink(keepsSideFiles: true)
    _ = try MarkdownWriter().write(document, to: &sink)
    let written = sink
    #expect(written.sideFiles.map(\.name) == ["99146f832355fd39.gif"])
    #expect(written.text.hasPrefix("![x\\]y](99146f832355fd39.gif)\n"))
    let source = BytesSource(written.bytes, sideFiles: ["99146f832355fd39.gif": gif])
    #expect(try MarkdownReader().read(source).document == document)
  }

  @Test func blocksThatMarkdownLacksAreHidden() throws {
    let box = Block(id: 1, .textBox())
    let source = document([("in a box", [box]), ("out", [])])
    let (text, report) = try MarkdownRoundTripTests.write(source, keepsHiddenData: true)
    #expect(report.isLossless && report.kinds.map(\.feature.rawValue) == ["block"])
    #expect(try MarkdownRoundTripTests.read(text) == source)
  }

  @Test func emptyParagraphsStayEmpty() throws {
    let source = document([("a", []), ("", []), ("b", [])])
    #expect(try write(source) == "a\n\n&nbsp;\n\nb\n")
    #expect(try write(IADocument()).isEmpty)
  }

  @Test func linksThatCanDoHarmAreNotWritten() throws {
    let string = IAString(
      "t\n",
      attributes: {
        var a = InlineAttributes(); a.link = .init("javascript:x"); return a
      }())
    let (text, report) = try MarkdownRoundTripTests.write(IADocument(string))
    #expect(text == "t\n")
    #expect(report.kinds.map(\.feature.rawValue) == ["link"])
  }

  @Test func blocksDeeperThanAReaderTakesAreWrittenFlat() throws {
    let quotes = (1...300).map { Block(id: $0, .blockQuote) }
    let (text, report) = try MarkdownRoundTripTests.write(document([("a", quotes)]))
    #expect(try MarkdownRoundTripTests.read(text).string.text == "a\n")
    #expect(!report.isLossless)
  }
}
