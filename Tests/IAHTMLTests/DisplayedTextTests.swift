import IAFormats
import IAText
import Testing

/// Pages are read as browsers show them: changes of case, keywords that are values of every
/// property, tables in quirks mode, lists that Word writes to web pages.
@Suite struct DisplayedTextTests {
  private func read(_ html: String) throws -> IAString {
    try ReaderTests.read(html).document.string
  }

  @Test(arguments: [
    ("lowercase", "ONE Two ÉÜ", "one two éü"),
    (
      "capitalize", "one tWO don't don\u{2019}t a-b ǆ 3rd éa",
      "One TWO Don't Don\u{2019}t A-B ǅ 3rd Éa"
    ),
    ("capitalize", "❤\u{FE0F}love a.\u{301}b", "❤\u{FE0F}Love A.\u{301}B"),
    ("capitalize", "e\u{301}te\u{301} a\u{300}b", "E\u{301}te\u{301} A\u{300}b"),
    ("full-width", "A b!", "\u{FF21}\u{3000}\u{FF42}\u{FF01}"),
    ("none", "One two", "One two"),
  ])
  func caseIsThatOfBrowsers(_ value: String, _ text: String, _ shown: String) throws {
    let result = try ReaderTests.read("<p style='text-transform:\(value)'>\(text)</p>")
    #expect(result.document.string.text == shown + "\n")
    let isReported = result.report.losses.map(\.kind.feature) == [.capitals]
    #expect(isReported == (value != "none"))
  }

  @Test(arguments: [
    ("3px", 12.0), ("+1", 13.5), (" -1x", 9.75), ("99999999999999999999", 36), ("-9", 7.5),
    ("4.9", 13.5),
  ])
  func `Sizes of font elements end at the first other character`(_ size: String, _ points: Double)
    throws
  {
    let read = try read("<p>a<font size='\(size)'>b</font>")
    #expect(read.attributes(at: 1).fontSize ?? 12 == points)
  }

  @Test func `Sizes of font elements without digits are ignored`() throws {
    for size in ["", "px", "+", "- 1"] {
      #expect(try read("<p>a<font size='\(size)'>b</font>").attributes(at: 1).fontSize == nil)
    }
  }

  @Test(arguments: [
    ("<q>a<q>b<q>c</q></q></q>", "“a‘b‘c’’”"), ("<p lang=de><q>a<q>b</q></q>", "„a‚b‘“"),
    ("<html lang=fr-CA><p><q>a <q lang=de>b</q></q>", "«a ”b“»"), ("<p lang=ja-JP><q>a</q>", "「a」"),
    ("<p lang=pt-BR><q>a</q>", "“a”"), ("<p lang=de>x <q lang=fr>a</q>", "x „a“"),
    ("<style>blockquote, q{quotes:none}</style><q>a</q>", "a"),
    ("<style>q{quotes:'<' '>'}.x{quotes:inherit}</style><q class=x>a</q>", "“a”"),
    ("<p style='quotes:none'><b style='all:initial'><q>a</q></b>", "“a”"),
    ("<p style='--q:none;quotes:var(--q)'><q>a</q>", "a"),
    (
      "<p style='quotes:\"<\" \">\" \"(\" \")\"'><q>a<q>b<q style='quotes:auto'>c</q></q></q>",
      "<a(b‘c’)>"
    ),
    (
      "<p style='quotes:none'><q style='quotes:initial'>a</q><q style='quotes:inherit'>b</q>",
      "“a”b"
    ),
  ])
  func `Quotations have the marks of browsers`(_ page: String, _ text: String) throws {
    let result = try ReaderTests.read(page)
    #expect(result.document.string.text == text + "\n")
    #expect(result.report.losses.isEmpty)
  }

  @Test(arguments: [
    "'<'", "'<' '123456789'", "'<' 1", "'a\(String(repeating: "\u{301}", count: 8))' ''",
  ])
  func `Quotation marks that are not pairs of short strings are reported`(marks: String) throws {
    let result = try ReaderTests.read("<p style=\"quotes:\(marks)\"><q>a</q>")
    #expect(result.document.string.text == "“a”\n")
    #expect(result.report.losses.map(\.kind.feature) == [.generatedContent])
  }

  @Test func `A popover is hidden, and a fieldset has a border`() throws {
    let popover = try ReaderTests.read("<!DOCTYPE html><p>a<p popover>b<p>c").document.string
    #expect(popover.attributes(at: 2).hidden && !popover.attributes(at: 4).hidden)
    let set = try ReaderTests.read("<!DOCTYPE html><fieldset>a</fieldset>").document.string
    #expect(set.paragraphs.first?.attributes.borders.left?.width == 1.5)
  }

  @Test func `Cells have the backgrounds of their columns`() throws {
    let page = """
      <!DOCTYPE html><table bgcolor=blue><colgroup bgcolor=red><col><col style='background:lime'></colgroup>
      <tr><td>a<td>b<td>c<tr bgcolor=yellow><td>d<td bgcolor=white>e<td>f</table>
      """
    let string = try ReaderTests.read(page).document.string
    let shadings = string.paragraphs.compactMap { paragraph -> Color?? in
      for case .tableCell(let cell) in paragraph.attributes.blocks.map(\.kind) {
        return cell.shading
      }
      return nil
    }
    #expect(
      shadings == [
        Color(0xFF0000), Color(0x00FF00), Color(0x0000FF), Color(0xFFFF00), .white, Color(0xFFFF00),
      ])
  }

  @Test func `Headings in the line are text of their size and weight`() throws {
    let page = "<p>a</p><h2 style='display:inline'>b<i>c</i></h2> d"
    let string = try read(page)
    #expect(string.text == "a\nbc d\n")
    for offset in [2, 3] {
      let found = string.attributes(at: offset)
      #expect(found.bold && found.fontSize == 18)
    }
    #expect(string.attributes(at: 3).italic)
    #expect(string.attributes(at: 5) == InlineAttributes())
    let unset = try read("<h2 style='all:unset'>b</h2> d")
    #expect(unset.attributes(at: 0) == InlineAttributes())
  }

  @Test func `Abbreviations with a title have a dotted underline`() throws {
    func underline(_ page: String) throws -> InlineAttributes.Underline.Style? {
      let string = try read(page)
      return string.attributes(at: string.utf16Count - 2).underline?.style
    }
    #expect(try underline("<abbr title=y>x</abbr>") == .dotted)
    #expect(try underline("<abbr>a</abbr><acronym title=y>x</acronym>") == .dotted)
    #expect(try underline("<abbr title=y>a</abbr><abbr>x</abbr>") == nil)
    #expect(
      try underline("<style>abbr{text-decoration:none}</style><abbr title=y>x</abbr>") == nil)
  }

  @Test func `Headings in code are text of their size and weight`() throws {
    let string = try read(
      "<!DOCTYPE html><style>h3{font-size:1em;font-weight:normal}</style>"
        + "<pre>a\n<h2>b</h2>\n<h3>c</h3></pre>")
    #expect(
      string.paragraphs.allSatisfy {
        $0.attributes.blocks.map(\.kind) == [.codeBlock(language: nil)]
      })
    let offsets = "bc".compactMap { letter in
      string.text.firstIndex(of: letter)?.utf16Offset(in: string.text)
    }
    let found = offsets.map { string.attributes(at: $0) }
    #expect(found.map(\.bold) == [true, false])
    #expect(found.map(\.fontSize) == [18, nil])
  }

  @Test(arguments: [
    ("display:inline-block;width:90px;text-align:center", [DocumentFeature.alignment, .size]),
    ("display:inline-block;width:90px", [.size]), ("display:inline-block", []),
    ("width:90px;text-align:center", []),
  ])
  func `Widths of boxes in the text are reported`(style: String, expected: [DocumentFeature]) throws
  {
    let report = try ReaderTests.read("<p>a <a style='\(style)'>b</a></p>").report
    #expect(Set(report.losses.map(\.kind.feature)) == Set(expected))
  }

  @Test(arguments: [
    ("<span style='opacity:0'>b</span>", "b"),
    ("<i style='opacity:0%'><b style='opacity:1'>b</b></i>", "b"),
    ("<span style='font-size:0'>b</span>", "b"), ("<span style='font:0/0 a'>b</span>", "b"),
    (
      "<span style='font-size:0'>b<b style='font-size:2em'>c</b><i style='font-size:9px'>d</i></span>",
      "bc"
    ),
    // The state after the end of an animation is shown.
    ("<span style='opacity:0;transition-property:opacity'>b</span>", ""),
    ("<span style='animation:fade 1s forwards;opacity:0'>b</span>", ""),
    ("<span style='opacity:0.5'>b</span>", ""), ("<span style='font-size:1px'>b</span>", ""),
  ])
  func `Transparent text and text of the size 0 is hidden`(html: String, hidden: String) throws {
    let string = try read("<!DOCTYPE html><p>a \(html) z</p>")
    let found = string.attributeRuns(in: string.utf16Range).filter(\.attributes.hidden)
    #expect(found.map { string.text(in: $0.utf16Range) }.joined() == hidden)
  }

  @Test(arguments: [
    ("<span style='opacity:.5'>b</span>", [DocumentFeature.opacity]),
    ("<span style='opacity:1'>b</span>", []),
    ("<span style='color:transparent'>b</span>", [.foreground]),
    ("<u style='text-decoration:underline overline'>b</u>", [.cssValue]),
    ("<span style='font-variant:all-small-caps'>b</span>", [.fontDetail]),
    ("<details><summary>b</summary>c</details>", [.details]),
    ("<details open><summary>b</summary>c</details>", [.details]),
    ("<s style='text-decoration-color:red'>b</s>", [.strikethroughStyle]),
    ("<span style='margin-left:9px'>b</span>", [.margin]),
    ("<span style='line-height:3'>b</span>", [.lineHeight]),
    ("<ins style='text-decoration:none'>b</ins>", [.underlineStyle]),
    ("<div style='width:50px'>b</div>", [.size]),
    ("<div style='width:100%'>b</div>", []), ("<body style='width:50px'>b", [.size]),
    ("<body style='margin:50px'>b", [.pageLayout]), ("<body style='margin:0'>b", []),
    ("<ul><li style='display:inline'>b</ul>", [.boxLayout]),
    ("<ul><li style='list-style-type:square'>b</ul>", []),
    ("<ul><li>b<li style='list-style-type:square'>c</ul>", [.listMarker]),
    ("<ul><li style='list-style-type:disc'>b<li style='list-style-type:disc'>c</ul>", []),
    ("<table border=1><tr><td style='border-color:red'>b</table>", [.border]),
    ("<table><tr><td style='display:block'>b</table>", [.tableLayout]),
    ("<table><tfoot><tr><td>b</tfoot><tr><td>c</table>", [.tableLayout]),
    ("<table><tr><td rowspan=0>b</table>", [.tableLayout]),
    ("<table><caption style='background:red'>b</caption><tr><td>c</table>", [.tableShading]),
    ("<table><col style='min-width:9px'><tr><td>b</table>", [.size]),
    ("<p style='border:3px solid transparent'>b</p>", [.padding]),
    ("<table><tr><td style='width:calc(50% - 9px)'>b</table>", [.size]),
    ("<hr style='border:0'>", [.ruleLayout]), ("<dialog open>b</dialog>", [.boxLayout]),
    ("<figure style='background:red'>b</figure>", [.paragraphShading]),
    ("<ruby>b<rt>c</rt></ruby>", [.textLayout]), ("<span dir=rtl>b</span>", [.direction]),
    ("<span dir=ltr>b</span>", []), ("<input value=b disabled>", [.formField]),
    ("<input value=b style='width:9px'>", [.size]), ("<xml>b</xml>c", [.unknownElement]),
    ("<style>p::before{content:'';background:red}</style><p>b", [.generatedContent]),
    ("<style>p::before{content:'';display:table}</style><p>b", []),
    (
      "<style>rect{transform:scale(2)}</style>b<svg><rect width=9 height=9 /></svg>",
      [.visualEffect]
    ),
    ("<div style='display:flex'><p>b</p><p>c</p></div>", [.boxLayout]),
    ("<ul style='display:grid'><li>b<li>c</ul>", []),
    ("<ul style='display:grid;display:flex'><li>b<li>c</ul>", [.boxLayout]),
    ("<div style='flex-direction:column;display:flex'><p>b</p><p>c</p></div>", []),
    ("<div style='display:flex;flex-flow:column nowrap'><p>b</p><p>c</p></div>", []),
    ("<div style='display:flex;flex-direction:row'><p>b</p><p>c</p></div>", [.boxLayout]),
    ("<div style='display:flex;flex-flow:wrap'><p>b</p><p>c</p></div>", [.boxLayout]),
    ("<div style='display:grid;grid-row-gap:0'><p>b</p><p>c</p></div>", []),
    ("<div style='display:flex'><p>b</p></div>", []),
    ("<div style='display:flex'><a href=x>b</a><b>c</b></div>", []),
    ("<div style='display:flex;display:block'><p>b</p><p>c</p></div>", []),
    ("<div style='display:flex;display:revert'><p>b</p><p>c</p></div>", []),
    ("<div style='display:flex'>b<p>c</p></div>", [.boxLayout]),
    ("<div style='display:flex'><svg width=9 height=9></svg><p>c</p></div>", [.boxLayout]),
    ("<div style='display:flex'> <p>b</p> <!--c--> <style></style></div>", []),
    ("<div style='display:flex'><p>b</p><p style='display:none'>c</p></div>", []),
    ("<div style='display:flex'><p>b</p><p hidden>c</p></div>", []),
    (
      "<div style='display:flex'><div style='display:inherit'><p>b</p><p>c</p></div></div>",
      [.boxLayout]
    ),
    ("<h2 style='display:inline-block'>b</h2> <b>c</b>", [.boxLayout]),
    ("<h2 style='display:inline-block'>b</h2> c", [.boxLayout]),
    ("b <h2 style='display:inline-block'>c</h2>", [.boxLayout]),
    ("<b>b</b> <!----> <h2 style='display:inline-block'>c</h2>", [.boxLayout]),
    ("<h2 style='display:inline-block'>b</h2> <p>c</p>", []),
    ("<h2 style='display:inline-block'>b</h2><br><b>c</b>", []),
    ("<h2 style='display:inline-block'>b</h2><b hidden>c</b>", []),
    ("<h2 style='display:inline-block'>b</h2> ", []),
    ("<hr size=9 color=red width=50%>", [.ruleLayout, .ruleLayout, .ruleLayout]), ("<hr>", []),
    ("<hr style='width:9px;background:red'>", [.ruleLayout, .ruleLayout]),
    ("<table height=9><tr><td>b</table>", [.size]),
    ("<table style='height:9px'><tr><td>b</table>", [.size]),
    ("<table style='margin-left:9px'><tr><td>b</table>", [.tablePosition]),
    ("<progress value=.3></progress>b", [.formField]),
    ("<table><caption align=bottom>b</caption><tr><td>c</table>", [.tableLayout]),
    ("<fieldset><legend>b</legend>c</fieldset>", [.boxLayout]), ("<legend>b</legend>", []),
    ("<style>@page{margin:1cm;@top-center{content:'x'}}</style>b", [.pageHeader]),
    ("<body bgcolor=red>b", [.pageBackground]), ("<body bgcolor=white>b", []),
    ("<body bgcolor=red text=white>b", [.pageColor, .pageColor]),
    ("<body style='background:#123'>b", [.pageBackground]),
    ("<html style='background:#123'><body>b", [.pageBackground]),
    ("<script>x()</script>b", [.activeContent]),
    ("<base href=http://example.org/><a href=x>b</a>", [.activeContent]),
    ("<p style='outline:1px solid red'>b</p>", [.border]), ("<p style='outline:0'>b</p>", []),
    ("<p style='zoom:2'>b</p>", [.size]), ("<p style='zoom:1'>b</p>", []),
    ("<p style='text-align-last:center'>b</p>", [.textLayout]),
    ("<style>li::marker{color:red}</style><ul><li>b</ul>", [.styleSheet]),
    ("<hr style='height:0'>", []), ("<hr style='height:9px'>", [.size]),
    ("<p style='font-family:Segoe UI, Segoe UI Emoji'>b</p>", []),
    ("<p style='font:large Univers Condensed'>b</p>", []),
    ("<p style='font:12px/1 cursive'>b</p>", [.fontFamily]),
    ("<p style='text-decoration-thickness:initial'>b</p>", []),
    ("<style>p::before{content:'';border-radius:3px}</style><p>b</p>", []),
    ("<style>p::before{content:'';border:solid;border-width:0}</style><p>b</p>", []),
    ("<style>p::before{content:'';border:1px solid}</style><p>b</p>", [.generatedContent]),
    ("<ul style='list-style:none inside'><li>b</ul>", []),
    ("b<input type=hidden size=3 disabled style='width:3px'>", []),
    ("<table border=1 style='border:none'><tr><td style='border:solid 1pt'>b</table>", []),
  ])
  func `What is shown otherwise is reported`(html: String, expected: [DocumentFeature]) throws {
    let report = try ReaderTests.read("<!DOCTYPE html>\(html)").report
    #expect(report.losses.map(\.kind.feature) == expected)
  }

  @Test(arguments: [
    (
      "<nav class=v><a href=x>b</a> <a href=y>c</a>d<br>e<b>f</b></nav>g",
      "b\nc\nd\u{2028}e\nf\ng\n"
    ),
    ("<a href=x class=v><span>b</span><i>c</i></a>", "b\nc\n"), ("<p class=v>b<p>c", "b\nc\n"),
    ("<div class=v> <!--c--> <b>d</b></div>", "d\n"),
  ])
  func `Children of vertical boxes are below each other`(html: String, text: String) throws {
    for display in ["display:flex;flex-direction:column", "display:grid"] {
      let result = try ReaderTests.read("<!DOCTYPE html><style>.v{\(display)}</style>\(html)")
      #expect(result.document.string.text == text)
      #expect(result.report.losses.isEmpty)
    }
  }

  @Test(arguments: [
    "display:flex;flex-direction:column-reverse", "display:flex;flex-flow:row-reverse wrap",
    "display:grid;grid-template-columns:1fr 2fr", "display:grid;grid-auto-flow:column",
    "display:grid;grid-template-columns:auto 1fr", "display:grid;grid-template:none / 1fr 1fr",
  ])
  func `A row whose direction is reported is reported once`(css: String) throws {
    let page = "<!DOCTYPE html><div style='\(css)'><p>b</p><p>c</p></div>"
    let notes = try ReaderTests.read(page).report.notes
    #expect(Set(notes.map(\.kind.feature)) == [.boxLayout])
    #expect(notes.count == 1 || css.contains("grid"))
    #expect(notes.contains { $0.detail.hasPrefix("flex-") || $0.detail.hasPrefix("grid-") })
  }

  /// The colours that Chromium shows for the same attributes.
  @Test(arguments: [
    ("#F00", 0xFF0000), ("FF8000", 0xFF8000), (" Red ", 0xFF0000), ("ff00", 0xFF0000),
    ("#0000ffff", 0x000FFF), ("#12", 0x010200), ("chucknorris", 0xC00000), ("#", 0x000000),
    ("0x00ff00", 0x00FF00), ("#000000000000ff", 0x0000FF), ("#FF000080", 0xFF0080),
    ("#１２３", 0x000000),
  ])
  func `Colours of attributes are read by the rules for old pages`(
    _ value: String, _ expected: UInt32
  ) throws {
    let string = try read(
      "<font color='\(value)'>a</font><table><tr><td bgcolor='\(value)'>b</table>")
    #expect(string.attributes(at: 0).foreground == Color(expected))
    let cell = string.paragraphs.last?.attributes.blocks.last?.kind
    guard case .tableCell(let cell) = cell else { return #expect(Bool(false), "no cell") }
    #expect(cell.shading == Color(expected))
  }

  @Test func `An attribute that names no colour is ignored`() throws {
    for value in ["", " ", "transparent"] {
      #expect(try read("<font color='\(value)'>a</font>").attributes(at: 0).foreground == nil)
    }
  }

  @Test func `Code that is all of a code block has the declarations for code`() throws {
    let string = try read(
      "<style>code{color:#990000;display:block}pre code{font-style:italic}</style>"
        + "<pre><code>a\nb</code></pre><p><code>c</code>")
    #expect(string.text == "a\nb\nc\n")
    let block = string.attributes(at: 2)
    #expect(block.foreground == Color(0x990000) && block.italic && !block.code)
    #expect(string.attributes(at: 4).code && !string.attributes(at: 4).italic)
  }

  @Test func `Text that only Outlook hides is shown`() throws {
    let string = try read(
      "<p>a <span style='mso-hide:all'>b</span> <span style='display:none;mso-hide:all'>c</span>")
    #expect(!string.attributes(at: 2).hidden)
    #expect(string.text == "a b c\n" && string.attributes(at: 4).hidden)
  }

  @Test func contentForProgramsWithoutFramesIsNotShown() throws {
    #expect(try read("<table><tr><td>a<noframes><b>b</b></noframes></table>").text == "a\n")
  }

  @Test func buttonsAreReported() throws {
    let report = try ReaderTests.read("<p><button>a</button>").report
    #expect(report.losses.map(\.kind.feature) == [.formField])
  }

  @Test func wordsContinueOverElements() throws {
    #expect(
      try read("<p style='text-transform:capitalize'>w<b>ord</b> an<i>d</i><b> on</b>e</p>").text
        == "Word And One\n")
    #expect(
      try read("<pre style='text-transform:lowercase'>A\n  B</pre>").text == "a\n  b\n")
  }

  @Test func capitalsAreAnAttributeThatSmallCapitalsDoNotEnd() throws {
    let string = try read(
      "<p style='text-transform:uppercase'>a<span style='font-variant:normal'>b</span>"
        + "<span style='text-transform:none'>c</span><span style='text-transform:lowercase'>D</span>"
    )
    #expect(string.text == "abcd\n")
    #expect((0..<4).map { string.attributes(at: $0).capitals } == [.all, .all, nil, nil])
  }

  @Test func wordsForEveryProperty() throws {
    let string = try read(
      "<style>h1,b{font:inherit;color:inherit}i{font-style:initial}u{text-decoration:unset}"
        + "s{text-decoration:none}</style><p style='color:red;font-size:10pt'>"
        + "<b>a</b><i>b</i><u>c</u><s>d</s><b style='font-weight:bold'>e</b></p>")
    let plain = string.attributes(at: 0)
    #expect(plain.foreground == Color(0xFF0000) && plain.fontSize == 10 && !plain.bold)
    #expect((0..<4).allSatisfy { string.attributes(at: $0) == plain })
    #expect(string.attributes(at: 4).bold)
  }

  @Test func aHeadingWithTheFontAroundItStatesIt() throws {
    let attributes = try read("<h1 style='font:inherit'>a</h1>").attributes(at: 0)
    #expect(attributes.fontWeight == 400 && attributes.fontSize == 12)
    let inner = try read("<h1><b style='font-weight:inherit'>a</b></h1>").attributes(at: 0)
    #expect(inner.fontWeight == nil && !inner.bold)
  }

  @Test(arguments: [
    ("3DVerdana=20", "Arial"), ("20", "Arial"), ("Verdana", "Verdana"), ("1em Georgia", "Arial"),
  ])
  func aFamilyDoesNotStartWithANumber(_ face: String, _ expected: String) throws {
    let string = try read("<p style='font-family:Arial'>a<font face='\(face)'>b</font>")
    #expect(string.attributes(at: 1).fontFamily ?? string.options.fontFamily == expected)
  }

  @Test(arguments: [true, false]) func tablesInQuirksMode(_ isQuirky: Bool) throws {
    let string = try read(
      (isQuirky ? "" : "<!DOCTYPE html>")
        + "<body style='font:italic bold 10pt Arial;color:red'>a<table><tr><td>b</table>"
        + "<div style='white-space:pre'><table><tr><td>c  d</table></div>")
    let (text, cell) = (string.attributes(at: 0), string.attributes(at: 2))
    #expect(text.bold && text.italic && text.fontSize == nil)
    #expect(cell.bold != isQuirky && cell.italic != isQuirky)
    #expect(cell.fontSize == (isQuirky ? 12 : nil))
    #expect(cell.foreground == text.foreground && cell.fontFamily == text.fontFamily)
    #expect(string.text.contains("c  d") != isQuirky)
  }

  @Test func listsOfWordOnTheWeb() throws {
    func item(_ tag: String, _ level: Int, _ start: Int, _ text: String, list: Int) -> String {
      "<div class=\"ListContainerWrapper SCXW1 BCX0\"><\(tag) class=\"Style1\" role=\"list\" "
        + "start=\"\(start)\"><li data-leveltext=\"%1.\" data-listid=\"\(list)\" "
        + "data-aria-posinset=\"\(start)\" data-aria-level=\"\(level)\" aria-level=\"\(level)\" "
        + "role=\"listitem\"><p class=\"Paragraph\"><span>\(text)</span></p></li></\(tag)></div>"
    }
    let string = try read(
      item("ol", 1, 1, "a", list: 1) + item("ol", 2, 1, "b", list: 1)
        + item("ol", 2, 2, "c", list: 1) + item("ol", 1, 2, "d", list: 1)
        + item("ul", 1, 1, "e", list: 2) + "<div><p>f</p></div>" + item("ol", 1, 3, "g", list: 1))
    let paths = string.canonicalParagraphs().map { run in
      run.attributes.blocks.map { block in
        if case .listItem(let item) = block.kind { return "\(item.ordinal)" }
        if case .orderedList(let style) = block.kind { return "ol\(style.start)#\(block.id)" }
        return "ul#\(block.id)"
      }.joined(separator: " ")
    }
    #expect(string.text == "a\nb\nc\nd\ne\nf\ng\n")
    #expect(
      paths == [
        "ol1#1 1", "ol1#1 1 ol1#3 1", "ol1#1 1 ol1#3 2", "ol1#1 2", "ul#7 1", "", "ol3#9 3",
      ])
  }

  @Test func itemsWithoutAListHaveBullets() throws {
    let string = try read("<p>a<li>b<li>c</li><p>d<li>e")
    let paths = string.canonicalParagraphs().map { $0.attributes.blocks.map(\.id) }
    #expect(string.text == "a\nb\nc\nd\ne\n")
    #expect(paths == [[], [1, 2], [1, 3], [], [4, 5]])
  }
}
