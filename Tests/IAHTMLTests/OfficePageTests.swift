import Foundation
import IABytes
import IAFiles
import IAFormats
import IAHTML
import IAText
import Testing

/// Pages of Word, Outlook and Google Docs, reduced to what is specific to each program.
@Suite("Pages of office programs")
struct OfficePageTests {
  private func read(_ html: String) throws -> IAString {
    try HTMLReader().read(BytesSource(html), options: ReadOptions()).document.string
  }

  @Test(arguments: [
    ("EN-US", "en-US"), ("DE", "de"), ("zh-hant-tw", "zh-Hant-TW"), ("pt-BR", "pt-BR"),
  ])
  func `Languages are in the letter case of RFC 5646`(lang: String, expected: String) throws {
    let string = try read("<p><span lang=\"\(lang)\">x</span></p>")
    #expect(string.attributeRuns(in: 0..<1).first?.attributes.language == expected)
  }

  private func attributes(_ string: IAString, at text: String) throws -> InlineAttributes {
    let found = try #require(string.text.range(of: text))
    let offset = string.text.utf16.distance(
      from: string.text.startIndex, to: found.lowerBound)
    return string.attributes(at: offset)
  }

  private func blocks(_ string: IAString) -> [[Block.Kind]] {
    string.paragraphs(in: string.utf16Range).map { $0.attributes.blocks.map(\.kind) }
  }

  @Test(arguments: [
    ("<html>", 1.25), ("<html xmlns:o='urn:schemas-microsoft-com:office:office'>", 1.25),
    ("<meta name=generator content='WordPress 6'>", 1.25),
    ("<html xmlns:w='urn:schemas-microsoft-com:office:word'>", 1.5),
    ("<meta name=generator content='Microsoft Word 15'>", 1.5),
    ("<meta name=ProgId content=Word.Document>", 1.5),
    ("<meta name=generator content='LibreOffice 7.4 (Linux)'>", 1.5),
  ])
  func `Percentages of line heights are of the font size, in office programs of its line height`(
    head: String, expected: Double
  ) throws {
    let string = try read("<!DOCTYPE html>\(head)<p style='line-height:150%'>a")
    #expect(
      string.paragraphs(in: string.utf16Range).map(\.attributes.lineHeight)
        == [.multiple(expected)])
  }

  @Test("Word's footnotes are notes, and the rule above them is none of the text")
  func wordFootnotes() throws {
    func mark(_ number: Int) -> String {
      """
      <span class=MsoFootnoteReference><span style='mso-special-character:footnote'>\
      <![if !supportFootnotes]><span class=MsoFootnoteReference>[\(number)]</span><![endif]>\
      </span></span>
      """
    }
    let string = try read(
      """
      <html xmlns:o="urn:schemas-microsoft-com:office:office"><style><!--
      p.MsoFootnoteText{margin:0in;font-size:10.0pt;}
      span.MsoFootnoteReference{vertical-align:super;}
      --></style><body><p class=MsoNormal>Text<a style='mso-footnote-id:ftn1' href="#_ftn1"
      name="_ftnref1" title="">\(mark(1))</a> goes on.<o:p></o:p></p>
      <div style='mso-element:footnote-list'><![if !supportFootnotes]><br clear=all>
      <hr align=left size=1 width="33%"><![endif]><div style='mso-element:footnote' id=ftn1>
      <p class=MsoFootnoteText><a style='mso-footnote-id:ftn1' href="#_ftnref1" name="_ftn1"
      title="">\(mark(1))</a> The note.<o:p></o:p></p><p class=MsoFootnoteText>More.</p></div>
      </div>
      """)
    #expect(string.text == "Text1 goes on.\nThe note.\nMore.\n")
    let reference = try attributes(string, at: "1 goes")
    #expect(reference.script == .superscript && reference.link == nil)
    #expect(reference[tag: "footnote"] == "1")
    #expect(blocks(string) == [[], [.footnote(label: "1")], [.footnote(label: "1")]])
    #expect(try attributes(string, at: "The note").fontSize == 10)
    #expect(string.bookmarks.isEmpty)
  }

  @Test(
    "Notes of LibreOffice, Google Docs and what is made of Markdown",
    arguments: [
      """
      <p>Text<a class="sdfootnoteanc" name="sdfootnote1anc" href="#sdfootnote1sym"><sup>1</sup></a>
      </p><div id="sdfootnote1"><p><a class="sdfootnotesym" name="sdfootnote1sym"
      href="#sdfootnote1anc">1</a>The note</p></div>
      """,
      """
      <p>Text<sup><a href="#ftnt1" id="ftnt_ref1">[1]</a></sup></p><hr class="c3"><div><p class="c1">
      <a href="#ftnt_ref1" id="ftnt1">[1]</a><span class="c0">&nbsp;The note</span></p></div>
      """,
      """
      <p>Text<a href="#fn1" class="footnote-ref" id="fnref1" role="doc-noteref"><sup>1</sup></a></p>
      <section class="footnotes"><hr /><ol><li id="fn1"><p>The note<a href="#fnref1"
      class="footnote-back">\u{21A9}</a></p></li></ol></section>
      """,
      """
      <p>Text<a href="file:///C:/a.htm#_edn1" name="_ednref1">[1]</a></p><div><hr><div id=edn1>
      <p><a href="file:///C:/a.htm#_ednref1" name="_edn1">[1]</a> The note</div></div>
      """,
    ])
  func notes(_ page: String) throws {
    let string = try read(page)
    #expect(string.text == "Text1\nThe note\n")
    #expect(blocks(string) == [[], [.footnote(label: "1")]])
    let reference = try attributes(string, at: "1\n")
    #expect(reference[tag: "footnote"] == "1" && reference.script == .superscript)
  }

  @Test("Notes of both kinds have labels of their own, and half a pair is a link")
  func noteLabels() throws {
    func note(_ kind: String, _ mark: String) -> (String, String) {
      (
        "<a href='#_\(kind)1' name='_\(kind)ref1'>[\(mark)]</a>",
        "<div><p><a href='#_\(kind)ref1' name='_\(kind)1'>[\(mark)]</a> \(kind)</div>"
      )
    }
    let (first, second) = (note("ftn", "1"), note("edn", "1"))
    let string = try read("<p>a\(first.0)b\(second.0)\(first.1)\(second.1)")
    #expect(string.text == "a1b_edn1\nftn\nedn\n")
    #expect(blocks(string) == [[], [.footnote(label: "1")], [.footnote(label: "_edn1")]])
    let half = try read("<p>a\(first.0)")
    #expect(half.text == "a[1]\n")
    #expect(try attributes(half, at: "[1]").link?.url == "#_ftn1")
  }

  @Test("Remarks of Word are remarks of their author, without what only browsers need")
  func wordRemarks() throws {
    let string = try read(
      """
      <p>Text<a class=msocomanchor href="#_msocom_1" name="_msoanchor_1">[AB1]</a></p>
      <div style='mso-element:comment-list'><hr class=msocomoff><div style='mso-element:comment'>
      <div id="_com_1" class=msocomtxt onmouseover="msoCommentShow('_anchor_1','_com_1')">
      <span style='mso-comment-author:"Ann Bee";mso-comment-userid:x'><a name="_msocom_1"></a></span>
      <p class=MsoCommentText><span class=MsoCommentReference>&nbsp;<a class=msocomoff
      href="#_msoanchor_1">[AB1]</a></span>A remark</p></div></div></div>
      """)
    #expect(string.text == "Text[AB1]\nA remark\n")
    #expect(blocks(string) == [[], [.annotation(.init(author: "Ann Bee"))]])
  }

  @Test("Lists that only the marks of Word show are lists")
  func writtenLists() throws {
    func item(_ mark: String, _ text: String, _ margin: Double) -> String {
      """
      <p class=MsoListParagraph style='margin-left:\(margin)in;text-indent:-.25in'><span \
      style='font-family:Symbol'>\(mark)<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;\
      </span></span>\(text)</p>
      """
    }
    let string = try read(
      item("\u{B7}", "a", 0.5) + item("o", "b", 1) + item("\u{B7}", "c", 0.5) + item("1.", "d", 0.5)
        + item("2.", "e", 0.5) + item("1)", "f", 0.5) + "<p style='text-indent:-9pt'>1. g</p>")
    #expect(string.text == "a\nb\nc\nd\ne\nf\n1. g\n")
    let kinds = blocks(string)
    #expect(kinds.map(\.count) == [2, 4, 2, 2, 2, 2, 0])
    #expect(kinds[1][2] == .unorderedList(marker: "\u{25E6}"))
    #expect(kinds[2][1] == .listItem(.init(ordinal: 2)))
    #expect(kinds[4] == [.orderedList(.init()), .listItem(.init(ordinal: 2))])
    #expect(kinds[5] == [.orderedList(.init(delimiter: ")")), .listItem(.init(ordinal: 1))])
  }

  @Test("Paragraphs of Word after a list are the inner level of its last item")
  func mixedLists() throws {
    func inner(_ level: Int) -> String {
      "<p style='mso-list:l0 level\(level) lfo1'><span style='mso-list:Ignore'>o </span>\(level)</p>"
    }
    let string = try read(
      """
      <ul><li style='mso-list:l0 level1 lfo1'>a<li style='mso-list:l0 level1 lfo1'>b</ul>\(inner(2))
      \(inner(3))\(inner(2))<p>c</p>\(inner(2))
      """)
    #expect(string.text == "a\nb\n2\n3\n2\nc\n2\n")
    let paths = string.paragraphs(in: string.utf16Range).map { $0.attributes.blocks }
    #expect(paths.map(\.count) == [2, 2, 4, 6, 4, 0, 3])
    #expect(paths[2].prefix(2) == paths[1].prefix(2) && paths[4][2] == paths[2][2])
    let inside = try read("<ul><li style='mso-list:l0 level1 lfo1'>a\(inner(2))</ul>")
    #expect(blocks(inside).map(\.count) == [2, 4])
  }

  @Test("A heading that states normal weight is not bold")
  func lightHeadings() throws {
    let string = try read(
      "<h1><span style='font-weight:400'>a</span><b>b</b></h1><p style='font-weight:400'>c")
    let found = try ["a", "b", "c"].map { try attributes(string, at: $0) }
    #expect(found.map(\.bold) == [false, true, false])
    #expect(found.map(\.fontWeight) == [400, nil, nil])
  }

  @Test("Text that Word removes from a list is no item, and a heading keeps its number")
  func noLists() throws {
    let mark =
      "<span style='mso-list:Ignore'>2.<span style='font:7.0pt \"A\"'>&nbsp; </span></span>"
    let string = try read(
      """
      <style>p.L{mso-list:l0 level1 lfo1}</style><p class=L style='mso-list:none'>a
      <h1 style='mso-list:l0 level1 lfo1'>\(mark)b</h1><p class=L>\(mark)c
      """)
    #expect(string.text == "a\n2. b\nc\n")
    #expect(blocks(string).map(\.count) == [0, 1, 2])
  }

  @Test("Text replaces a picture that is not available")
  func substitutes() throws {
    let string = try read(
      "<p>a <img src='file:///C:/a.png' alt='Text Box: b'> <img src='cid:c' alt=d><img src='x:' alt=''>"
    )
    #expect(string.text == "a Text Box: b d\n")
  }

  @Test("The clipboard of Google Docs is not bold, and ends with its last block")
  func googleDocs() throws {
    let string = try read(
      """
      <meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1f2e3d4c-7fff">\
      <h1 dir="ltr" style="line-height:1.38;margin-top:20pt;margin-bottom:6pt;"><span \
      style="font-size:20pt;font-family:Arial,sans-serif;font-weight:400;white-space:pre;\
      white-space:pre-wrap;">Title</span></h1><p dir="ltr" style="margin:0pt"><span \
      style="font-weight:700;white-space:pre-wrap;">bold</span><span style="font-weight:400;\
      background-color:#ffff00;text-decoration:underline;white-space:pre-wrap;">  two  </span>\
      <span style="font-size:6.6pt;vertical-align:super;">2</span></p><ul><li dir="ltr" \
      style="list-style-type:disc;white-space:pre;" aria-level="1"><p dir="ltr" \
      role="presentation"><span>one</span></p></li><ul><li dir="ltr" aria-level="2"><p dir="ltr" \
      role="presentation"><span>inner</span></p></li></ul></ul></b>\
      <br class="Apple-interchange-newline">
      """)
    #expect(string.text == "Title\nbold  two  2\none\ninner\n")
    #expect(try !attributes(string, at: "Title").bold)
    #expect(try attributes(string, at: "bold").bold)
    let marked = try attributes(string, at: "two")
    #expect(marked.background == Color(0xFFFF00) && marked.underline?.style == .single)
    #expect(!marked.bold)
    #expect(try attributes(string, at: "2\n").script == .superscript)
    let paths = string.paragraphs(in: string.utf16Range).map(\.attributes.blocks)
    #expect(paths[0].map(\.kind) == [.header(level: 1)])
    #expect(paths[2].count == 2 && paths[3].count == 4)
    #expect(paths[3].prefix(2).map(\.id) == paths[2].map(\.id))
  }

  @Test("A mail of Outlook: styles in comments, empty paragraphs, reply line, quotation, table")
  func outlook() throws {
    let string = try read(
      """
      <html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office">
      <head><!--[if !mso]><style>v\\:* {behavior:url(#default#VML);}</style><![endif]--><style><!--
      p.MsoNormal, li.MsoNormal{margin:0in;font-size:11.0pt;font-family:"Calibri",sans-serif;}
      --></style><!--[if gte mso 9]><xml><o:shapedefaults v:ext="edit"/></xml><![endif]--></head>
      <body lang="EN-US"><div class="WordSection1"><p class="MsoNormal">Hello,<o:p></o:p></p>
      <p class="MsoNormal"><o:p>&nbsp;</o:p></p><p class="MsoNormal">see <a
      href="https://example.org/">the page</a>.<o:p></o:p></p>
      <div style='border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0in 0in 0in'>
      <p class="MsoNormal"><b>From:</b> A &lt;a@example.org&gt;<br><b>Sent:</b> Monday</p></div>
      <blockquote><p class=MsoNormal>quoted<o:p></o:p></p></blockquote>
      <table class=MsoNormalTable cellspacing=0><tr><td style='border:solid windowtext 1.0pt'>
      <p class=MsoNormal>cell<o:p></o:p></p></td></tr></table></div></body></html>
      """)
    #expect(
      string.text
        == "Hello,\n\nsee the page.\nFrom: A <a@example.org>\u{2028}Sent: Monday\nquoted\ncell\n")
    let first = try attributes(string, at: "Hello")
    #expect(first.fontSize == 11 && first.fontFamily == "Calibri")
    #expect(try attributes(string, at: "the page").link?.url == "https://example.org/")
    #expect(try attributes(string, at: "Sent").bold)
    let paragraphs = string.paragraphs(in: string.utf16Range)
    #expect(paragraphs.first?.attributes.spacingAfter == 0)
    #expect(paragraphs[4].attributes.blocks.map(\.kind) == [.blockQuote])
    #expect(paragraphs[5].attributes.blocks.first?.border == 1)
  }

  @Test("A table has a border width if all its cells have that border")
  func borders() throws {
    for (table, cell, border) in [
      ("", "", nil), ("", "border:none", 0), ("", "border:2px solid", 1.5),
      ("", "border:2px solid red", 0), ("border:4px solid", "border:none", 0),
      ("border:none", "border:1px solid", 0.75),
      ("border:none", "border:none", 0),
    ] as [(String, String, Double?)] {
      let string = try read(
        "<table style='\(table)'><tr><td style='\(cell)'>a<td style='\(cell)'>b</table>")
      #expect(string.paragraphAttributes(at: 0).blocks.first?.border == border)
    }
    let mixed = try read("<table><tr><td style='border:none'>a<td>b</table>")
    #expect(mixed.paragraphAttributes(at: 0).blocks.first?.border == nil)
  }
}

extension Block {
  /// The border width of a table, or `nil` for other blocks.
  fileprivate var border: Double? {
    if case .table(let table) = kind { table.borderWidth } else { nil }
  }
}
