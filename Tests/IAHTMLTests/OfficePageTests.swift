import Foundation
import IABytes
import IAFormats
import IAHTML
import IAText
import Testing

/// Pages as Word, Outlook and Google Docs write them, cut down to what each is peculiar for.
@Suite("Pages of office programs")
struct OfficePageTests {
  private func read(_ html: String) throws -> IAString {
    try HTMLReader().read(BytesSource(html), options: ReadOptions()).document.string
  }

  private func attributes(_ string: IAString, at text: String) throws -> InlineAttributes {
    let found = try #require(string.text.range(of: text))
    let offset = string.text.utf16.distance(
      from: string.text.startIndex, to: found.lowerBound)
    return string.attributes(at: offset)
  }

  @Test("Word's footnotes link to and fro")
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
      title="">\(mark(1))</a> The note.<o:p></o:p></p></div></div>
      """)
    #expect(string.text.hasPrefix("Text[1] goes on.\n"))
    #expect(string.text.hasSuffix("\n[1] The note.\n"))
    let reference = try attributes(string, at: "[1] goes")
    #expect(reference.script == .superscript && reference.link?.url == "#_ftn1")
    let note = try attributes(string, at: "[1] The")
    #expect(note.script == .superscript && note.link?.url == "#_ftnref1")
    #expect(try attributes(string, at: "The note").fontSize == 10)
    #expect(Set(string.bookmarks.map(\.name)) == ["_ftnref1", "_ftn1"])
  }

  @Test("The clipboard of Google Docs is no bold text, and ends with its last block")
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

  @Test("A table's border is its own, else what its cells say")
  func borders() throws {
    for (table, cell, border) in [
      ("", "", nil), ("", "border:none", 0), ("", "border:2px solid red", 1.5),
      ("border:4px solid", "border:none", 3), ("border:none", "border:1px solid", 0),
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
  /// The border of a table.
  fileprivate var border: Double? {
    if case .table(let table) = kind { table.borderWidth } else { nil }
  }
}
