import IABytes
import IAFiles
import IAFormats
import IAHTML
import IAText
import Testing

@Suite("Reading HTML")
struct ReaderTests {
  static func read(_ html: String) throws -> ReadResult {
    try HTMLReader().read(BytesSource(html), options: ReadOptions())
  }

  /// Returns the dump of the document of a page, without its first line.
  private func dump(_ html: String) throws -> String {
    let dump = try Self.read(html).document.dump()
    return String(dump.drop { $0 != "\n" }.dropFirst())
  }

  @Test("White space collapses by the rules of CSS")
  func whiteSpace() throws {
    #expect(
      try Self.read("<p>  a\n b <b> c</b>  <i>d </i> e<br>  f </p> \n <p>g</p>").document.string
        .text
        == "a b c d e\u{2028}f\ng\n")
    #expect(try Self.read("<pre>\na  b\n\n c</pre>").document.string.text == "a  b\n\n c\n")
    #expect(
      try Self.read("<div style='white-space:pre-wrap'>a  b\nc</div>").document.string.text
        == "a  b\u{2028}c\n")
  }

  @Test("Blank lines of editors are empty paragraphs, empty elements are not")
  func blankLines() throws {
    #expect(
      try Self.read("<div>a</div><div><br></div><div>b<br></div><p></p><p>&nbsp;</p>c").document
        .string.text == "a\n\nb\n\nc\n")
  }

  @Test("Elements and styles become attributes")
  func inline() throws {
    #expect(
      try dump(
        """
        <style>.r{color:red} p .k{text-transform:uppercase} #x{font-weight:bold}</style>
        <p>a<b>b</b><span class=r style="font-size:16px">c</span><span class=k>d</span>\
        <i id=x>e</i><sup>f</sup><span style="text-decoration:underline wavy #00f">g</span></p>
        """)
          == """
          paragraph
            40 "a"
            40 "b" {"bold":true}
            40 "c" {"fontSize":12,"foreground":"#FF0000"}
            40 "d" {"capitals":"all"}
            40 "e" {"bold":true,"italic":true}
            40 "f" {"script":"superscript"}
            40 "g\\n" {"underline":{"style":"wavy","color":"#0000FF"}}

          """)
  }

  @Test("Paragraphs take over alignment, indents and spacing")
  func paragraphs() throws {
    let set = try Self.read(
      "<p style='text-align:center;margin:6pt 0 12px 1in;text-indent:-18pt;line-height:150%'>a"
    ).document.string.paragraphAttributes(at: 0)
    #expect(set.alignment == .center)
    #expect(set.headIndent == 72)
    #expect(set.firstLineIndent == 54)
    #expect(set.spacingBefore == 6)
    #expect(set.spacingAfter == 9)
    #expect(set.lineHeight == .multiple(1.25))
  }

  @Test("Lists keep start, type, nesting and tasks")
  func lists() throws {
    let dump = try dump(
      "<ol start=3 type=a><li>x<ul><li><input type=checkbox checked> y</ul><li value=9>z</ol>")
    #expect(dump.contains(#""kind":"ordered-list","numbering":"lower-alpha","start":3"#))
    #expect(dump.contains(#""ordinal":1,"task":"done""#))
    #expect(dump.contains(#""ordinal":9"#))
  }

  @Test("Dialogs and searches are blocks; a dialog that is not open is hidden")
  func dialogs() throws {
    let string = try Self.read(
      "<p>a<dialog>b</dialog><dialog open>c</dialog><search>d</search>e"
    ).document.string
    #expect(string.text == "a\nb\nc\nd\ne\n")
    let hidden = [0, 2, 4, 6, 8].map { string.attributes(at: $0).hidden }
    #expect(hidden == [false, true, false, false, false])
  }

  @Test("A list right inside a list belongs to the item before it")
  func looseLists() throws {
    let string = try Self.read("<ul><li>a</li><ul><li>b</li></ul></ul>").document.string
    #expect(string.paragraphs[1].attributes.blocks.count == 4)
  }

  @Test("Lists of Word become lists without their marks")
  func wordLists() throws {
    let item = { (level: Int, mark: String, text: String) in
      """
      <p class=MsoListParagraph style='margin-left:.5in;text-indent:-.25in;\
      mso-list:l0 level\(level) lfo1'><![if !supportLists]><span style='mso-list:Ignore'>\(mark)\
      <span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]>\(text)</p>
      """
    }
    let string = try Self.read(
      item(1, "2.", "one") + item(2, "a)", "two") + item(1, "3.", "three") + "<p>after"
    ).document.string
    #expect(string.text == "one\ntwo\nthree\nafter\n")
    let paths = string.paragraphs.map { $0.attributes.blocks.map(\.kind) }
    #expect(paths[0] == [.orderedList(.init(start: 2)), .listItem(.init(ordinal: 2))])
    #expect(paths[1].count == 4)
    #expect(
      paths[1][2...]
        == [
          .orderedList(.init(numbering: .lowerAlpha, delimiter: ")")), .listItem(.init(ordinal: 1)),
        ])
    #expect(paths[2] == [.orderedList(.init(start: 2)), .listItem(.init(ordinal: 3))])
    #expect(paths[3].isEmpty)
    #expect(string.paragraphs[0].attributes.headIndent == nil)
  }

  @Test("Tables keep spans, headings, alignment, shading and borders")
  func tables() throws {
    let dump = try dump(
      """
      <table border=1><caption>c</caption><tr><th>h<th align=right>i</tr>
      <tr><td rowspan=2 bgcolor="#ff0000">a<td align=right>b</tr><tr><td align=right></table>
      """)
    #expect(dump.hasPrefix("paragraph {\"alignment\":\"center\"}\n  40 \"c\\n\"\n"))
    #expect(dump.contains(#""borderWidth":0.75"#))
    #expect(dump.contains(#""columns":[{},{"alignment":"right"}]"#))
    #expect(dump.contains(#""kind":"table-row","isHeader":true"#))
    #expect(dump.contains(##""rowSpan":2,"shading":"#FF0000""##))
    #expect(dump.matches(of: /paragraph/).count == 6)
  }

  @Test(
    "The background of a table shows through sections, rows and cells without one",
    arguments: [
      (
        "<table bgcolor=yellow><tr><td>a<td bgcolor=red>b</tr><tr bgcolor=lime><td>c</table>",
        [Color(0xFFFF00), Color(0xFF0000), Color(0x00FF00)]
      ),
      (
        "<table style='background: yellow'><tbody style='background: aqua'><tr><td>a</tbody>"
          + "<tbody><tr><td>b</table>",
        [Color(0x00FFFF), Color(0xFFFF00)]
      ),
      ("<table bgcolor=white><tr><td>a</table>", [nil]),
      (
        "<table><tr><td bgcolor=red>a<table bgcolor=white><tr><td>b</table></table>",
        [Color(0xFF0000), Color(0xFFFFFF)]
      ),
      ("<table bgcolor=red><tr><td>a<table><tr><td>b</table></table>", [Color(0xFF0000), nil]),
    ] as [(String, [Color?])])
  func tableBackground(html: String, expected: [Color?]) throws {
    let string = try Self.read(html).document.string
    let found = string.paragraphs.map { paragraph -> Color? in
      for block in paragraph.attributes.blocks.reversed() {
        if case .tableCell(let cell) = block.kind { return cell.shading }
      }
      return nil
    }
    #expect(found == expected)
  }

  @Test("A caption with text behind rows cuts a table in two, one without does not")
  func captionBehindRows() throws {
    func tables(_ caption: String) throws -> [Int?] {
      let html = "<table><tr><td>a</tr>\(caption)<tr><td>b</tr></table>"
      let string = try Self.read(html).document.string
      return string.paragraphs.map { $0.attributes.blocks.first?.id }
    }
    let cut = try tables("<caption>c</caption>")
    #expect(cut.count == 3 && cut[1] == nil && cut[0] != cut[2])
    let whole = try tables("<caption></caption>")
    #expect(whole.count == 2 && whole[0] == whole[1])
  }

  @Test("Links are taken over by scheme, and places where links lead")
  func links() throws {
    let result = try Self.read(
      """
      <p id=top><a href=" https://a.example/ ">a</a> <a href="java&#10;script:alert(1)">b</a>
      <a href="#top">c</a></p>
      """)
    #expect(result.document.string.attributes(at: 0).link == .init("https://a.example/"))
    #expect(result.document.string.attributes(at: 2).link == nil)
    #expect(result.document.string.bookmarks.map(\.name) == ["top"])
    #expect(result.report.notes.count { $0.kind.feature == .link } == 1)
  }

  @Test("Pictures in data addresses are taken in, others are recorded and never fetched")
  func pictures() throws {
    let gif = "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"
    let result = try Self.read(
      """
      <img alt=dot width=8 src="data:image/gif;base64,\(gif)"><img src="https://a.example/b.png">\
      <img src="javascript:1"><img src="data:image/svg+xml;base64,PHN2Zz4=">\
      <img width=1 height=1 src="https://a.example/count">
      """)
    let found = result.document.string.attachments.map(\.attachment)
    #expect(found.count == 2)
    #expect(found.first?.mediaType == "image/gif")
    #expect(found.first?.altText == "dot")
    #expect(found.first?.displayWidth == 6)
    #expect(found.last?.content == .url("https://a.example/b.png"))
  }

  @Test("Active content is left out and reported")
  func activeContent() throws {
    let result = try Self.read(
      """
      <script>x</script><p onclick="x">a<iframe src=x>y</iframe><svg><text>z</text></svg></p>\
      <object data=x></object><template>t</template><select><option>o</select>
      """)
    // The drawing is a picture.
    #expect(result.document.string.text == "a\u{FFFC}\no\n")
    let kinds = result.report.kinds.map { "\($0.effect) \($0.feature)" }
    #expect(kinds.contains("neutralised active-content"))
    #expect(kinds.contains("neutralised event-handler"))
  }

  @Test("Pages of Cocoa are read with their spaces and tabs")
  func cocoa() throws {
    let string = try Self.read(
      """
      <!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01//EN" "http://www.w3.org/TR/html4/strict.dtd">
      <html><head><meta name="Generator" content="Cocoa HTML Writer"><style type="text/css">
      p.p1 {margin: 0.0px 0.0px 0.0px 0.0px; font: 16.0px Helvetica}
      span.s1 {font-kerning: none} span.Apple-tab-span {white-space:pre}</style></head><body>
      <p class="p1">a<span class="Apple-converted-space">&nbsp; </span>b<span \
      class="Apple-tab-span">\t</span>c</p>
      <p class="p1"><span class="s1"></span><br></p></body></html>
      """
    ).document.string
    #expect(string.text == "a  b\tc\n\n")
    #expect(string.attributes(at: 0).fontFamily == "Helvetica")
    #expect(string.attributes(at: 0).fontSize == 12)
  }

  @Test("Encodings are found by byte order mark, declaration and content")
  func encodings() throws {
    func text(_ bytes: [UInt8]) throws -> String {
      try HTMLReader().read(BytesSource(bytes)).document.string.text
    }
    #expect(try text([0xEF, 0xBB, 0xBF] + Array("<p>é".utf8)) == "é\n")
    #expect(try text(Array("<p>".utf8) + [0xE9, 0x80]) == "é€\n")
    #expect(try text(Array("<meta charset=utf-8><p>".utf8) + [0xE9]) == "\u{FFFD}\n")
    #expect(try text(Array("<meta charset=unicode><p>é".utf8)) == "é\n")
    let script = "<script>\(String(repeating: "x", count: 5000))</script>"
    let late = Array("\(script)<meta charset=windows-1251><p>".utf8)
    #expect(try text(late + [0xE6]) == "ж\n")
    #expect(throws: InputError.self) {
      try text(Array("\(script)<meta charset=utf-7>".utf8) + [0xE6])
    }
    let units = Array("<p>ж".utf16)
    #expect(try text([0xFF, 0xFE] + units.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }) == "ж\n")
    #expect(try text(units.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }) == "ж\n")
    #expect(throws: InputError.self) {
      try text(Array("<meta charset=utf-7><p>+ADw-script+AD4-".utf8))
    }
  }

  @Test("Ruby, quotes and rules are approximated")
  func approximations() throws {
    #expect(
      try Self.read("<p><ruby>漢<rp>(</rp><rt>かん</rt></ruby> <q>a</q>").document.string.text
        == "漢(かん) \u{201C}a\u{201D}\n")
    #expect(try Self.read("<p>a<hr>b").document.string.text == "a\n\nb\n")
  }
}
