import IABytes
import IAFiles
import IAFormats
import IAMarkdown
import IATestSupport
import IAText
import Testing

@Suite struct MarkdownReaderTests {
  private func read(_ text: String) throws -> IADocument {
    try MarkdownReader().read(BytesSource(text)).document
  }

  /// Returns the kinds of the blocks around each paragraph.
  private func paths(_ text: String) throws -> [[Block.Kind]] {
    try read(text).string.paragraphs.map { $0.attributes.blocks.map(\.kind) }
  }

  private func texts(_ document: IADocument) -> [String] {
    document.string.paragraphs.map { document.string.text(in: $0.contentRange) }
  }

  @Test func headingsOfBothKindsHaveTheirLevels() throws {
    let text = "# One #\n\nTwo\nlines\n===\n\n###### Six\n\n####### seven\n"
    #expect(
      try paths(text) == [
        [.header(level: 1)], [.header(level: 1)], [.header(level: 6)], [],
      ])
    #expect(texts(try read(text)) == ["One", "Two lines", "Six", "####### seven"])
  }

  @Test func codeKeepsItsLinesAndItsLanguage() throws {
    let document = try read("```swift title=x\nlet a\n\n\tb \n```\n\n    indented\n")
    #expect(texts(document) == ["let a", "", "\tb ", "indented"])
    let ids = document.string.paragraphs.map { $0.attributes.blocks.map(\.id) }
    #expect(ids == [[1], [1], [1], [2]])
    #expect(
      document.string.paragraphs[0].attributes.blocks[0].kind == .codeBlock(language: "swift"))
    #expect(document.string.attributes(at: 0)[tag: "markdown.info"] == "swift title=x")
    #expect(
      document.string.paragraphs[3].attributes.blocks[0].kind == .codeBlock(language: nil))
  }

  @Test func listsNestAndCount() throws {
    let style = Block.OrderedListStyle(start: 3, delimiter: ")")
    #expect(
      try paths("3) a\n4) b\n   - c\n\n     d\n") == [
        [.orderedList(style), .listItem(.init(ordinal: 3))],
        [.orderedList(style), .listItem(.init(ordinal: 4))],
        [
          .orderedList(style), .listItem(.init(ordinal: 4)), .unorderedList(marker: nil),
          .listItem(.init(ordinal: 1)),
        ],
        [
          .orderedList(style), .listItem(.init(ordinal: 4)), .unorderedList(marker: nil),
          .listItem(.init(ordinal: 1)),
        ],
      ])
  }

  @Test func tasksAreReadWhereverTheirItemStands() throws {
    for (text, wanted) in [
      ("- [ ] a\n", Block.ListItem.TaskState.open), ("- [x] a\n", .done), ("1. [X] a\n", .done),
      ("> - [ ] a\n", .open), ("- - [x] a\n", .done),
    ] {
      let path = try #require(try paths(text).first)
      guard case .listItem(let item) = try #require(path.last) else {
        Issue.record("no item in \(text)")
        continue
      }
      #expect(item.task == wanted, "\(text)")
      #expect(texts(try read(text)) == ["a"])
    }
    #expect(texts(try read("- \\[x] a\n")) == ["[x] a"])
    #expect(texts(try read("- [x]a\n")) == ["[x]a"])
  }

  @Test func tablesHaveColumnsRowsAndCells() throws {
    let document = try read("a | b\n:-|-:\n*c* | d \\| e\nf\n")
    #expect(texts(document) == ["a", "b", "c", "d | e", "f", ""])
    let table = Block.Table(columns: [.init(alignment: .left), .init(alignment: .right)])
    let kinds = document.string.paragraphs.map { $0.attributes.blocks.map(\.kind) }
    #expect(kinds[1] == [.table(table), .tableRow(isHeader: true), .tableCell(.init(column: 1))])
    #expect(kinds[4] == [.table(table), .tableRow(isHeader: false), .tableCell(.init(column: 0))])
    #expect(document.string.attributes(at: 4).italic)
  }

  @Test func inlineMarksNest() throws {
    let string = try read("a **b *c*** ~~d~~ `e` f\n").string
    #expect(string.text == "a b c d e f\n")
    #expect(string.attributes(at: 2).bold && !string.attributes(at: 2).italic)
    #expect(string.attributes(at: 4).bold && string.attributes(at: 4).italic)
    #expect(string.attributes(at: 6).strikethrough == .single)
    #expect(string.attributes(at: 8).code)
    #expect(string.attributes(at: 10).isPlain)
  }

  @Test func breaksInsideAParagraph() throws {
    #expect(try read("a\nb  \nc\\\nd\n").string.text == "a b\u{2028}c\u{2028}d\n")
  }

  @Test func entitiesAreReadAndNeverEndAParagraph() throws {
    #expect(
      try read("&amp;&#65;&#10;&#13;&nosuch;\n").string.text == "&A\u{2028}\u{2028}&nosuch;\n")
  }

  @Test func footnotesStayWhereTheyAreAndUnusedOnesAreKept() throws {
    let document = try read("x[^b] y[^none]\n\n[^b]: two\n\n    more\n\n[^c]: unused\n\ntail\n")
    #expect(texts(document) == ["xb y[^none]", "two", "more", "unused", "tail"])
    #expect(
      document.string.paragraphs.map { $0.attributes.blocks.map(\.kind) } == [
        [], [.footnote(label: "b")], [.footnote(label: "b")], [.footnote(label: "c")], [],
      ])
    #expect(document.string.attributes(at: 1)[tag: "footnote"] == "b")
    #expect(document.string.attributes(at: 1).script == .superscript)
  }

  @Test func emptyBlocksHaveAParagraph() throws {
    #expect(
      try paths("-\n\n>\n\n#\n\n```\n```\n\n&nbsp;\n").map(\.count) == [2, 1, 1, 1, 0])
    #expect(try read("-\n\n>\n\n#\n\n```\n```\n\n&nbsp;\n").string.text == "\n\n\n\n\n")
    #expect(try read("").string.isEmpty)
  }

  @Test func linksOfFourSchemesAndReferencesAreKept() throws {
    for url in ["http://a.b", "https://a.b", "mailto:a@b.c", "tel:1", "#x", "a/b.md", "//h/x", ""] {
      #expect(try read("[t](<\(url)>)\n").string.attributes(at: 0).link?.url == url)
    }
    let titled = try read("[t](a \"b\")\n").string.attributes(at: 0).link
    #expect(titled == .init("a", title: "b"))
    #expect(
      try read("<https://a.b> www.c.d\n").string.attributes(at: 12).link?.url == "http://www.c.d")
  }

  @Test(arguments: [
    "[t](javascript:alert(1))", "[t](JaVaScRiPt:x)", "[t](&#106;avascript:x)",
    "[t](java&#9;script:x)",
    "[t](<java\tscript:x>)", "[t](&#1;javascript:x)", "[t](vbscript:x)", "[t](file:///etc/passwd)",
    "[t](data:text/html,x)", "[t](<\\\\\\\\host\\\\share>)", "[t](ftp://a.b)",
    "[t](&#32;javascript:x)",
    "[t][r]\n\n[r]: javascript:x", "[t](javascript&colon;x)", "[t](x-apple:y)",
  ])
  func linksThatCanDoHarmBecomeText(_ text: String) throws {
    let result = try MarkdownReader().read(BytesSource(text))
    #expect(result.document.string.text == "t\n")
    #expect(result.document.string.attributes(at: 0).link == nil)
    #expect(result.report.kinds == [result.report.notes[0].kind])
    #expect(result.report.notes[0].kind.effect == .neutralised)
  }

  @Test func anAddressInAngleBracketsWithABadSchemeIsText() throws {
    #expect(try read("<javascript:alert(1)>\n").string.attributes(at: 0).link == nil)
  }

  @Test func picturesAreKeptAsBytesOrAsAddresses() throws {
    let gif: [UInt8] = Array("GIF89a".utf8) + [2, 0, 3, 0, 0, 0, 0]
    let encoded = Base64.encode(gif.span)
    let text =
      "![in *it*](data:image/gif;base64,\(encoded)) ![](a%20b.gif) ![x](https://a.b/c.png)\n"
    let source = BytesSource(Array(text.utf8), sideFiles: ["a b.gif": gif])
    let document = try MarkdownReader().read(source).document
    let placed = document.string.attachments.map(\.attachment)
    #expect(placed.map(\.altText) == ["in it", nil, "x"])
    #expect(placed.map(\.name) == [nil, "a b.gif", nil])
    #expect(placed[0].pixelWidth == 2 && placed[0].pixelHeight == 3)
    #expect(placed[2].content == .url("https://a.b/c.png"))
    #expect(document.attachments.count == 1)
  }

  @Test(arguments: [
    "![t](javascript:x)", "![t](data:image/svg+xml;base64,PHN2Zz4=)", "![t](data:text/html,x)",
    "![t](file:///x.png)", "![t](data:image/png;base64,????)",
    "![t](data:image/gif;base64,aGFsbG8=)",
  ])
  func picturesThatCanDoHarmBecomeText(_ text: String) throws {
    let result = try MarkdownReader().read(BytesSource(text))
    #expect(result.document.string.text == "t\n")
    #expect(result.report.kinds.map(\.feature.rawValue) == ["image"])
  }

  @Test func frontMatterBecomesMetadataAndIsWrittenBack() throws {
    let text = """
      ---
      title: "A: b"
      author: [Ann, 'Bob''s']
      date: 2026-11-21
      lang: de
      tags:
        - x
        - y
      ---

      text

      """
    let document = try read(text)
    #expect(document.metadata.title == "A: b")
    #expect(document.metadata.authors == ["Ann", "Bob's"])
    #expect(document.metadata.created == "2026-11-21")
    #expect(document.metadata.language == "de")
    #expect(document.metadata.custom == [.init("yaml.tags", "\n  - x\n  - y")])
    let (again, report) = try MarkdownRoundTripTests.write(document)
    #expect(again == text.replacing("'Bob''s'", with: "Bob's"))
    #expect(report.isLossless)
    #expect(try read(again) == document)
    #expect(try paths("---\ntext\n---\n") == [[.thematicBreak], [.header(level: 2)]])
  }

  @Test func frontMatterOfTOMLIsThatOfYAML() throws {
    let text = """
      +++
      # comment
      title = "A \\"b\\" \\\\"
      author = 'Ann'
      date = 2026-11-21T10:00:00Z # when
      keywords = ["x", 'y']
      draft = true
      weight = 3
      [params]
      a = "b"
      c = [1, 2]
      [menu.main]
      d = 1
      +++

      text

      """
    let document = try read(text)
    #expect(document.metadata.title == "A \"b\" \\")
    #expect(document.metadata.authors == ["Ann"])
    #expect(document.metadata.created == "2026-11-21T10:00:00Z")
    #expect(document.metadata.keywords == ["x", "y"])
    #expect(document.string.text == "text\n")
    #expect(
      document.metadata.custom == [
        .init("toml.[menu.main]", "d = 1"), .init("yaml.draft", "true"),
        .init("yaml.params", "\n  a: \"b\"\n  c: [1, 2]"), .init("yaml.weight", "3"),
      ])
    let written = try MarkdownRoundTripTests.write(document, keepsHiddenData: true).text
    #expect(written.hasPrefix("---\ntitle: ") && !written.contains("+++"))
    #expect(try read(written) == document)
  }

  @Test(arguments: [
    "+++\n+++\n", "+++\ntext\n+++\n", "+++\na = 1\n", "++\na = 1\n++\n", "a\n+++\na = 1\n+++\n",
  ])
  func otherTextBetweenSignsIsNoFrontMatter(_ text: String) throws {
    let document = try read(text)
    #expect(document.metadata == DocumentMetadata())
    #expect(document.string.text.contains("++"))
  }

  @Test func valuesOfTOMLOnSeveralLinesAreKept() throws {
    let document = try read("+++\na = [\n  1,\n]\nb = \"\"\"\nc\n\"\"\"\nd = { e = 1 }\n+++\nx\n")
    #expect(
      document.metadata.custom == [
        .init("toml.a", "[\n  1,\n]"), .init("toml.b", "\"\"\"\nc\n\"\"\""),
        .init("toml.d", "{ e = 1 }"),
      ])
    #expect(document.string.text == "x\n")
  }

  @Test(arguments: [
    (
      "---\n# required metadata\n\ntitle: T\nms.author: x\n# more\ntags:\n- a\n  b\n---\ntext\n",
      "T"
    ),
    ("---\n_comment: Do not remove.\ntitle: T\n---\n\ntext\n", "T"),
    ("---\n'@a/b': patch\n\"c\": minor\ntitle: T\n---\ntext\n", "T"),
  ])
  func `Front matter may start with comments and keys with underscores`(
    _ text: String, _ title: String
  ) throws {
    let document = try read(text)
    #expect(document.metadata.title == title)
    #expect(document.string.text == "text\n")
    #expect(try read(MarkdownRoundTripTests.write(document).text) == document)
  }

  @Test(arguments: [
    "---\n# Title\n\nNote: text\n\n---\n", "---\n# A\na: b\nc: d\nText\n---\n", "---\n\n# A\n---\n",
    "---\n---\n", "---\n'a: b\n---\n",
  ])
  func `A heading between breaks is no front matter`(_ text: String) throws {
    let document = try read(text)
    #expect(document.metadata == DocumentMetadata())
    #expect(document.string.paragraphs[0].attributes.blocks.map(\.kind) == [.thematicBreak])
  }

  @Test func illFormedBytesAndNULAreReported() throws {
    let result = try MarkdownReader().read(BytesSource([0x61, 0xFF, 0x62, 0x00, 0x0A]))
    #expect(result.document.string.text == "a\u{FFFD}b\u{FFFD}\n")
    #expect(result.report.kinds.map(\.feature.rawValue) == ["encoding", "nul"])
  }

  @Test func lineEndsOfAllKindsAreOne() throws {
    let document = try read("a\r\rb\r\n\r\n```\r\nc\r\n```\r\n")
    #expect(document.string.text == "a\nb\nc\n")
  }
}
