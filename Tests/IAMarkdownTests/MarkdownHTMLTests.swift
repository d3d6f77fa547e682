import IABytes
import IAFiles
import IAFormats
import IAMarkdown
import IAText
import Testing

/// Raw HTML in Markdown is read with the table of safe elements.
@Suite struct MarkdownHTMLTests {
  private func read(_ text: String) throws -> ReadResult { try Self.result(text) }

  static func result(_ text: String) throws -> ReadResult {
    try MarkdownReader().read(BytesSource(text))
  }

  /// Reads one paragraph, and returns its runs as text with the names of their attributes.
  private func runs(_ text: String) throws -> [String] {
    let string = try read(text).document.string
    return string.attributeRuns(in: 0..<max(string.utf16Count - 1, 0)).map { run in
      let a = run.attributes
      let names: [(Bool, String)] = [
        (a.bold, "b"), (a.italic, "i"), (a.underline != nil, "u"), (a.strikethrough != nil, "s"),
        (a.script == .subscript, "sub"), (a.script == .superscript, "sup"), (a.code, "c"),
        (a.background != nil, "mark"), (a.hidden, "h"), (a.link != nil, "l"),
        (a.foreground != nil, "color"), (a.fontSize != nil, "size"),
      ]
      let marks = names.filter(\.0).map(\.1).joined(separator: ",")
      return string.text(in: run.utf16Range) + (marks.isEmpty ? "" : ":" + marks)
    }
  }

  @Test(arguments: [
    ("H<sub>2</sub>O", ["H", "2:sub", "O"]),
    ("x<sup>2</sup>", ["x", "2:sup"]),
    ("a <b>c</b> <strong>d</strong>", ["a ", "c:b", " ", "d:b"]),
    ("a <i>c</i><em>d</em>", ["a ", "cd:i"]),
    ("<u>a</u> <ins>b</ins>", ["a:u", " ", "b:u"]),
    ("a <s>b</s> <del>c</del> <strike>d</strike>", ["a ", "b:s", " ", "c:s", " ", "d:s"]),
    ("a <kbd>b</kbd><code>c</code><samp>d</samp>", ["a ", "bcd:c"]),
    ("a <mark>b</mark>", ["a ", "b:mark"]),
    ("a <small>b</small>", ["a ", "b:size"]),
    ("a <a href=\"https://b.c\">d</a>", ["a ", "d:l"]),
    ("a <a href=\"javascript:b\">d</a>", ["a d"]),
    ("a <span style=\"font-weight: bold; color: red\">b</span>", ["a ", "b:b,color"]),
    ("a <span hidden>b</span>", ["a ", "b:h"]),
    ("a <font color=\"#ff0000\">b</font>", ["a ", "b:color"]),
    // Elements that overlap each other and Markdown.
    ("a <b>c<i>d</b>e</i>f", ["a ", "c:b", "d:b,i", "e:i", "f"]),
    ("a *b <u>c* d</u> e", ["a ", "b :i", "c:i,u", " d:u", " e"]),
    ("a </b> b", ["a b"]),
    ("a <b>b", ["a ", "b:b"]),
    ("a <q>b</q>", ["a “b”"]),
    // Line breaks, and the spaces beside them.
    ("a <br> b<br/>c", ["a\u{2028}b\u{2028}c"]),
    ("a<br>\nb<br>", ["a\u{2028}b"]),
    ("a <!-- c --> b", ["a b"]),
    ("a <foo>b</foo>", ["a b"]),
    ("a <textarea>b</textarea> c", ["a c"]),
    ("a <script>b</script>", ["a"]),
    ("a <svg><text>b</text></svg>c", ["a c"]),
  ])
  func elementsInsideAParagraph(_ text: String, _ expected: [String]) throws {
    #expect(try runs(text) == expected)
  }

  @Test func `Heading cells alone are bold in tables of raw HTML`() throws {
    let string = try read(
      "<table><thead><tr><td>a<th>b</thead>\n<tr><th>c<td>d</tr></table>\n\n"
        + "<table><tr><th>e<td>f<tr><th>g<td><b>h</b></table>"
    ).document.string
    let weights = string.paragraphs.map { paragraph in
      let attributes = string.attributes(at: paragraph.contentRange.lowerBound)
      let isHeader = paragraph.attributes.blocks.contains { block in
        if case .tableRow(true, _) = block.kind { true } else { false }
      }
      return attributes.bold || isHeader && attributes.fontWeight == nil
    }
    #expect(weights == [false, true, true, false, true, false, true, true])
  }

  @Test func anElementOfAParagraphEndsWithTheParagraph() throws {
    let string = try read("a <b>b\n\nc\n").document.string
    #expect(string.attributes(at: 2).bold)
    #expect(!string.attributes(at: 4).bold)
  }

  /// Reads Markdown, and returns its paragraphs as text with the kinds of their blocks.
  private func paragraphs(_ text: String) throws -> [String] {
    let string = try read(text).document.string
    return string.paragraphs.map { paragraph in
      let kinds = paragraph.attributes.blocks.map { block in
        switch block.kind {
        case .header(let level): "h\(level)"
        case .blockQuote: "quote"
        case .codeBlock(let language): language ?? "code"
        case .orderedList(let style): "ol\(style.start)"
        case .unorderedList: "ul"
        case .listItem(let item): "\(item.ordinal)"
        case .thematicBreak: "hr"
        case .table(let table): "table\(table.columns.count)"
        case .tableRow(let isHeader, _): isHeader ? "head" : "row"
        case .tableCell(let cell): "\(cell.column)+\(cell.columnSpan)+\(cell.rowSpan)"
        case .footnote: "note"
        default: "other"
        }
      }
      let alignment = paragraph.attributes.alignment.map { "@\($0)" } ?? ""
      return string.text(in: paragraph.contentRange) + "|" + kinds.joined(separator: " ")
        + alignment
    }
  }

  @Test(arguments: [
    ("<p align=\"center\">\n  <b>a</b>\n  b\n</p>\n\nc", ["a b|@center", "c|"]),
    ("<div align=\"right\">\n\n*a*\n\n- b\n\n</div>\n\nc", ["a|@right", "b|ul 1@right", "c|"]),
    ("<center>\n\n# a\n\n</center>", ["a|h1@center"]),
    ("<div align=\"center\">\n\na\n</div>\n\nb", ["a|@center", "b|"]),
    ("<h2 align=\"center\">a</h2>\n\nb", ["a|h2@center", "b|"]),
    ("<details>\n<summary>a</summary>\n\nb\n\n</details>", ["a|", "b|"]),
    ("<blockquote>\n\na\n\n</blockquote>\n\nb", ["a|quote", "b|"]),
    ("a\n\n<hr>\n\nb", ["a|", "|hr", "b|"]),
    ("<pre>\na\n\n  b\n</pre>\n\nc", ["a|code", "|code", "  b|code", "c|"]),
    ("<ul><li>a<li>b<ol start=4><li>c</ol></ul>", ["a|ul 1", "b|ul 2", "c|ul 2 ol4 4"]),
    ("<ol>\n<li>\n\na\n\n</li>\n</ol>", ["a|ol1 1"]),
    (
      "<table>\n<tr><th>a<th>b</tr>\n<tr><td rowspan=2>\n\n**c**\n\n</td><td>d</td></tr>\n"
        + "<tr><td></table>",
      [
        "a|table2 head 0+1+1", "b|table2 head 1+1+1", "c|table2 row 0+1+2", "d|table2 row 1+1+1",
        "|table2 row 1+1+1",
      ]
    ),
    ("<table>\n\na\n\n</table>\n\nb", ["a|table0 row 0+1+1", "b|"]),
    ("<dl><dt>a<dd>b</dl>", ["a|", "b|ul 1"]),
    // HTML that shows nothing creates no paragraph.
    ("<a name=\"b\"></a>\n\na", ["a|"]),
    ("<!-- a\n\nb -->\n\nc", ["c|"]),
    ("<script>\na\n\nb\n</script>\n\nc", ["c|"]),
    ("<style>a</style>\n\nc", ["c|"]),
    // An element ends at the end of the Markdown block that contains it.
    ("- <div align=\"center\">a\n\n  b\n\nc", ["a|ul 1@center", "b|ul 1@center", "c|"]),
    ("> <b>\n>\n> a\n\n</b>c", ["a|quote", "c|"]),
    (
      "<div align=\"center\">\n\na[^n]\n\n[^n]: b\n\nc\n\n</div>",
      ["an|@center", "b|note", "c|@center"]
    ),
    // Blocks inside a paragraph or a cell become its lines.
    (
      "| a |\n| - |\n| <ul><li>b</li><li>c</li></ul> |",
      [
        "a|table1 head 0+1+1", "• b\u{2028}• c|table1 row 0+1+1",
      ]
    ),
    ("a <p>b</p> c", ["a\u{2028}b\u{2028}c|"]),
    ("<br>\n\na", ["|", "a|"]),
  ])
  func blocks(_ text: String, _ expected: [String]) throws {
    #expect(try paragraphs(text) == expected)
  }

  @Test(arguments: [
    // As in pages, a block ends the paragraph around it, and the link continues.
    ("<p><a href=\"https://b.c\"><div>one</div><b>two</b></a> three</p>", [true, true, false]),
    (
      "<p style=\"color: red\"><span><a href=\"https://b.c\">one<ul><li>two</li></ul></a>",
      [true, true]
    ),
  ])
  func `A link continues after the block that ends its paragraph`(
    _ text: String, _ expected: [Bool]
  ) throws {
    let string = try read(text).document.string
    let runs = string.attributeRuns(in: 0..<string.utf16Count)
    let words = runs.filter { string.text(in: $0.utf16Range).contains { $0.isLetter } }
    #expect(words.map { $0.attributes.link != nil } == expected)
    #expect(words.last?.attributes.foreground == nil)
  }

  @Test func picturesHaveTheirSizeAndText() throws {
    let result = try read(
      "a <img src=\"b.png\" alt=\"c\" width=\"100\" height=\"50%\" title=\"t\">\n")
    let placed = try #require(result.document.string.attachments.first)
    #expect(placed.attachment.altText == "c")
    #expect(placed.attachment.displayWidth == 75)
    #expect(placed.attachment.displayHeight == nil)
    #expect(placed.attachment.content == .url("b.png"))
    #expect(result.document.string.attributes(at: 2)[tag: "markdown.title"] == "t")
    #expect(result.report.kinds.map(\.feature.rawValue) == ["size"])
    #expect(try read("a <img src=\"javascript:b\" alt=\"c\">").document.string.text == "a c\n")
  }

  @Test(arguments: [
    ("a <foo>b</foo>", "unknown-element"), ("<script>a</script>", "active-content"),
    ("a <iframe src=b></iframe>", "active-content"), ("a <input>", "form-field"),
    ("a <b onclick=c>d</b>", "event-handler"), ("a <b name=c>d</b>", "bookmark"),
    ("a <b foo=c>d</b>", "unknown-attribute"), ("a <b title=c>d</b>", "title"),
    ("a <span style=\"float: left\">d</span>", "position"),
    ("<details>\na\n</details>", "details"), ("a <video src=b></video>", "video"),
    ("a <a href=\"javascript:b\">c</a>", "link"),
    ("a <div>b</div>", "block"), ("a <math><mi>b</mi>", "equation"),
  ])
  func whatIsNotReadIsReportedByName(_ text: String, _ feature: String) throws {
    #expect(try read(text).report.kinds.map(\.feature.rawValue) == [feature])
  }

  @Test(arguments: ["flex", "grid", "block", "inline-block"])
  func `The display of one element is not a loss`(_ display: String) throws {
    #expect(try read("a <span style=\"display:\(display)\">d</span>").report.kinds.isEmpty)
  }

  @Test func styleAttributesAreReadAsInPages() throws {
    func attributes(_ style: String) throws -> InlineAttributes {
      let result = try read("a <span style='\(style)'>b</span>")
      #expect(result.report.kinds.isEmpty, "\(style)")
      return result.document.string.attributes(at: 2)
    }
    #expect(try attributes("color: rgb(255, 0, 0)").foreground == Color(0xFF0000))
    #expect(try attributes("color: tomato").foreground == Color(0xFF6347))
    #expect(try attributes("background: hsl(120, 100%, 50%)").background == Color(0x00FF00))
    #expect(try attributes("font-size: 1.5em").fontSize == 18)
    #expect(try attributes("font-size: large").fontSize == 13.5)
    #expect(try attributes("font: italic bold 20px Arial").fontFamily == "Arial")
    #expect(try attributes("font-family: Georgia, serif").fontFamily == "Georgia")
    #expect(try attributes("font-weight: 300").fontWeight == 300)
    #expect(try attributes("font-variant: small-caps").capitals == .small)
    #expect(try attributes("text-transform: uppercase").capitals == .all)
    #expect(try attributes("letter-spacing: 2px").letterSpacing == 1.5)
    let line = try attributes("text-decoration: underline wavy blue").underline
    #expect(line?.style == .wavy)
    #expect(line?.color == Color(0x0000FF))
    #expect(
      try attributes("color: red !important; color: blue").foreground == Color(0xFF0000))
  }

  @Test func fontElementsHaveFamilyAndSize() throws {
    let attributes = try read("a <font face='Arial' size='+2' color=navy>b</font>").document.string
      .attributes(at: 2)
    #expect(attributes.fontFamily == "Arial")
    #expect(attributes.fontSize == 18)
    #expect(attributes.foreground == Color(0x000080))
  }

  @Test func coloursBehindBlocksAreThoseOfCellsAndParagraphs() throws {
    let string = try read(
      """
      <table bgcolor="#eeeeee"><tr bgcolor="yellow"><td>a<td valign="bottom" style="background: red">b
      <tbody style="background: lime"><tr><td>c</table>

      <div style="background: silver">

      d

      </div>
      """
    ).document.string
    let cells = string.paragraphs.map(\.attributes).flatMap { attributes in
      attributes.blocks.compactMap { block -> Block.TableCell? in
        if case .tableCell(let cell) = block.kind { cell } else { nil }
      }
    }
    #expect(cells.map(\.shading) == [Color(0xFFFF00), Color(0xFF0000), Color(0x00FF00)])
    #expect(cells.map(\.verticalAlignment) == [nil, .bottom, nil])
    #expect(string.paragraphs.map(\.attributes).last?.shading == Color(0xC0C0C0))
    #expect(
      string.attributeRuns(in: string.utf16Range).allSatisfy { $0.attributes.background == nil })
  }

  @Test func aFileOfTagsTakesLinearTime() throws {
    for part in [
      "<b>", "</b>", "<div>", "<table>\n\n", "<ul><li>", "a <b>", "<td>", "<table><tr><td>",
    ] {
      let text = String(repeating: part, count: 2000)
      let clock = ContinuousClock()
      let time = try clock.measure { _ = try read(text) }
      #expect(time < .seconds(20), "\(part)")
    }
  }

  @Test func textThatEarlierReadersMadeOfRawHTMLStaysText() throws {
    var string = IAString("a <b>c\n")
    string.updateAttributes(in: 2..<5) { $0[tag: "markdown.html"] = "inline" }
    let (text, report) = try MarkdownRoundTripTests.write(IADocument(string))
    #expect(text == "a \\<b>c\n")
    #expect(report.kinds.map(\.feature.rawValue) == ["tag"])
    #expect(try MarkdownRoundTripTests.read(text).string.text == string.text)
  }

  @Test func whatWasReadComesBackWithHiddenData() throws {
    let text = """
      <p align="center"><b>a</b></p>

      H<sub>2</sub>O <u>b</u> <mark>c</mark><br>d

      <table><tr><th>e<th>f</table>

      """
    let first = try read(text).document
    let (written, report) = try MarkdownRoundTripTests.write(first, keepsHiddenData: true)
    #expect(report.isLossless, "\(report.notes)")
    #expect(try MarkdownRoundTripTests.read(written) == first)
  }

  @Test func `A list directly in a list belongs to the item before it`() throws {
    let string = try read("<ul><li>a</li><ol><li>b</li></ol><li>c</li></ul>\n").document.string
    let paths = string.paragraphs.map(\.attributes.blocks)
    #expect(paths.map(\.count) == [2, 4, 2])
    #expect(Array(paths[1].prefix(2)) == paths[0])
    #expect(paths[2][0] == paths[0][0] && paths[2][1] != paths[0][1])
  }
}
