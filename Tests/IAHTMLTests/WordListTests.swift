import IAFormats
import IAText
import Testing

/// Lists of Word have the depth, the kinds and the numbers that Word shows.
@Suite struct WordListTests {
  /// Returns a paragraph of a Word list with a marker in the text.
  private func item(
    _ level: Int, _ mark: String, _ text: String, font: String = "", tag: String = "p",
    style own: String = ""
  ) -> String {
    let style = font.isEmpty ? "" : " style='font-family:\(font)'"
    return """
      <\(tag) style='\(own)mso-list:l0 level\(level) lfo1'><![if !supportLists]><span\(style)><span \
      style='mso-list:Ignore'>\(mark)<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span>\
      <![endif]>\(text)</\(tag)>
      """
  }

  private func kinds(_ page: String) throws -> [[Block.Kind]] {
    try ReaderTests.read(page).document.string.paragraphs.map { $0.attributes.blocks.map(\.kind) }
  }

  private func ordinals(_ page: String) throws -> [Int?] {
    try kinds(page).map { path in
      guard case .listItem(let item)? = path.last else { return nil }
      return item.ordinal
    }
  }

  @Test func `An item has the depth of its level, also if levels are missing`() throws {
    let page =
      item(1, "1.", "a") + item(3, "i.", "b") + item(3, "ii.", "c") + item(2, "b.", "d")
      + item(1, "2.", "e")
    let paths = try ReaderTests.read(page).document.string.paragraphs.map { $0.attributes.blocks }
    let lists = paths.map { path in
      path.filter { if case .listItem = $0.kind { false } else { true } }
    }
    #expect(lists.map(\.count) == [1, 3, 3, 2, 1])
    // A missing level has no item, and thus no marker.
    #expect(paths.map(\.count) == [2, 5, 5, 4, 2])
    #expect(paths[2].prefix(4) == paths[1].prefix(4))
    #expect(try ordinals(page) == [1, 1, 2, 2, 2])
    #expect(try kinds(item(3, "o", "a")).map(\.count) == [4])
  }

  @Test func `A missing level has the kind that the style sheet states`() throws {
    let style = """
      <style>@list l0:level1{mso-level-number-format:roman-upper}@list l0:level2{mso-level-number-format:bullet}
      @list l0:level3{mso-level-number-format:alpha-lower}</style>
      """
    let path = try kinds(style + item(3, "c)", "a") + item(2, "o", "b") + item(1, "IV.", "c"))
    #expect(
      path[0] == [
        .orderedList(.init(numbering: .upperRoman)), .unorderedList(marker: nil),
        .orderedList(.init(numbering: .lowerAlpha, start: 3, delimiter: ")")),
        .listItem(.init(ordinal: 3)),
      ])
    // The first items of the levels have other markers, and start separate lists.
    #expect(
      path[1].last == .listItem(.init(ordinal: 1)) && path[2].last == .listItem(.init(ordinal: 4)))
    #expect(path[1].count == 3 && path[2].count == 2)
  }

  @Test func `An item has the number of its marker`() throws {
    #expect(try ordinals(item(1, "1.", "a") + item(1, "3.", "b") + item(1, "", "c")) == [1, 3, 4])
    #expect(try ordinals(item(1, "c)", "a") + item(1, "e)", "b")) == [3, 5])
  }

  @Test func `The text before a number is that of the list`() throws {
    let page =
      item(1, "1.1.", "a") + item(1, "1.3.", "b") + item(1, "2.1.", "c")
      + item(2, "Step&nbsp;(i)", "d")
    let paths = try kinds(page)
    #expect(try ordinals(page) == [1, 3, 1, 1])
    #expect(paths[0][0] == .orderedList(.init(prefix: "1.")))
    #expect(paths[1][0] == paths[0][0])
    #expect(paths[2][0] == .orderedList(.init(prefix: "2.")))
    #expect(
      paths[3][2]
        == .orderedList(.init(numbering: .lowerRoman, delimiter: ")", prefix: "Step (")))
    #expect(try ReaderTests.read(page).report.losses.isEmpty)
    // A longer text is reported.
    let long = String(repeating: "x", count: 30)
    let report = try ReaderTests.read(item(1, long + " 2.", "a")).report
    #expect(report.losses.map(\.kind.feature) == [.listNumber])
  }

  @Test(arguments: [("1", ""), ("1.", "."), ("1)", ")"), ("1.-", ".-")])
  func `The text after a number is the delimiter`(_ mark: String, _ delimiter: String) throws {
    #expect(try kinds(item(1, mark, "a"))[0][0] == .orderedList(.init(delimiter: delimiter)))
  }

  @Test(arguments: [
    ("A", "", true), ("a", "Calibri", true), ("I", "", true), ("o", "", false),
    ("o", "\"Courier New\"", false),
    ("v", "Wingdings", false), ("F", "", true), ("d", "Arial", true), ("q", "", false),
    ("A", "Wingdings", false), ("v", "", false), ("\u{A7}", "", false),
    ("i", "Symbol", false),
  ])
  func `A letter alone is a number unless it is a symbol`(
    _ mark: String, _ font: String, _ isNumber: Bool
  ) throws {
    let kind = try kinds(item(1, mark, "a", font: font))[0][0]
    let found = if case .orderedList = kind { true } else { false }
    #expect(found == isNumber)
  }

  @Test func `A list paragraph without a marker continues the item whose indent it has`() throws {
    func more(_ text: String, _ margin: Int) -> String {
      "<p class=MsoListParagraphCxSpMiddle style='margin-left:\(margin)pt'>\(text)</p>"
    }
    let page = [
      item(1, "1.", "a", style: "margin-left:36pt;"), more("b", 36),
      item(2, "a.", "c", style: "margin-left:72pt;"),
      more("d", 72), more("e", 36), item(1, "2.", "f", style: "margin-left:36pt;"), more("g", 99),
    ].joined()
    let paths = try ReaderTests.read(page).document.string.paragraphs.map { $0.attributes.blocks }
    #expect(paths.map(\.count) == [2, 2, 4, 4, 2, 2, 0])
    #expect(paths[1] == paths[0] && paths[3] == paths[2] && paths[4] == paths[0])
    #expect(paths[5].first == paths[0].first)
  }

  @Test func `An item that is not displayed has no marker in the page`() throws {
    let blank = item(1, "2.", "<span style='display:none'>&nbsp;</span>", style: "display:none;")
    #expect(try ordinals(item(1, "1.", "a") + blank + item(1, "3.", "b")) == [1, 3])
    let read = try ReaderTests.read(
      "<ul><li>a<li style='display:none'>b<li><i hidden>c</i></ul><p>d<i hidden>e</i>")
    #expect(read.document.string.text == "a\nb\nc\nde\n")
    let page = try Page(read.document).html
    #expect(page.contains("<li><p hidden><span hidden>b</span></p>"))
    #expect(
      page.contains("<p>d<span hidden><em>e</em></span></p>")
        && page.contains(":is(ul,ol,li,dl,dt,dd):has([hidden])"))
    #expect(try ReaderTests.read(page).document.string == read.document.string)
  }

  @Test func `A preformatted paragraph of a list is an item`() throws {
    let page = item(1, "\u{B7}", "a  b", font: "Symbol", tag: "pre")
    #expect(try ReaderTests.read(page).document.string.text == "a  b\n")
    #expect(
      try kinds(page) == [
        [.unorderedList(marker: nil), .listItem(.init(ordinal: 1)), .codeBlock(language: nil)]
      ])
  }

  @Test func `An item that is an element is not an item of a list of Word inside it`() throws {
    let page =
      "<ul><li><pre style='mso-list:l0 level1 lfo1'>a</pre><li><pre style='mso-list:l0 level1 lfo1'>b</pre></ul>"
    #expect(try kinds(page).map(\.count) == [3, 3])
  }

  @Test func `The number of a heading has its own size`() throws {
    let page = """
      <h1 style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'><strong><font size=4>I.</font></strong><span> </span></span>\
      <font size=5>a</font></h1>
      """
    let string = try ReaderTests.read(page).document.string
    #expect(string.text == "I. a\n")
    #expect(string.attributes(at: 0).fontSize == 13.5 && string.attributes(at: 3).fontSize == 18)
  }

  @Test(arguments: [
    ("a<b style='position:absolute'>bc</b>d", "a bc d\n"),
    ("a <b style='float:left'>bc</b> d", "a bc d\n"),
    ("<b style='float:left'>O</b>nce", "Once\n"),
    ("a<b style='position:relative'>bc</b>d", "abcd\n"),
    ("<b style='position:fixed'>bc</b>", "bc\n"),
  ])
  func `A box that is not beside the text is apart from it`(_ page: String, _ text: String) throws {
    #expect(try ReaderTests.read("<p>\(page)</p>").document.string.text == text)
  }

  @Test func `A heading with a bullet is an item, and one with a number has it as text`() throws {
    let page =
      item(1, "\u{B7}", "a", font: "Symbol", tag: "h1") + item(1, "\u{B7}", "b", font: "Symbol")
      + item(1, "2.3", "c", tag: "h2")
    let string = try ReaderTests.read(page).document.string
    #expect(string.text == "a\nb\n2.3 c\n")
    #expect(
      try kinds(page) == [
        [.unorderedList(marker: nil), .listItem(.init(ordinal: 1)), .header(level: 1)],
        [.unorderedList(marker: nil), .listItem(.init(ordinal: 2))], [.header(level: 2)],
      ])
  }
}
