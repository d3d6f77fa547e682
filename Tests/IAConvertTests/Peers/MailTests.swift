import Foundation
import IAConvert
import IAFiles
import IAFormats
import IATestSupport
import IAText
import Testing

/// HTML that mail programs encapsulate in RTF (MS-OXRTFEX), read as HTML.
@Suite("HTML inside RTF") struct MailTests {
  private func read(_ bytes: [UInt8]) throws -> Conversion.Input {
    try Conversion(to: FormatID("json")).read(BytesSource(bytes, name: "mail.rtf"))
  }

  private func text(_ document: IADocument) -> String {
    String(decoding: document.string.units(in: document.string.utf16Range), as: UTF16.self)
  }

  private func page(_ document: IADocument) throws -> String {
    var sink = BytesSink()
    let writer = try FormatRegistry.standard.writer(id: FormatID("html"))
    _ = try writer.write(document, to: &sink, options: WriteOptions())
    return String(decoding: sink.bytes, as: UTF8.self)
  }

  /// A mail as Outlook writes it: tags in ignorable groups, and the text once for both readers.
  private static let mail = #"""
    {\rtf1\ansi\ansicpg1252\fromhtml1\fbidis\deff0{\fonttbl{\f0\fswiss Arial;}{\f1\fcharset204 Arial;}}
    {\colortbl\red0\green0\blue0;\red255\green0\blue0;}{\info{\title A mail}}
    {\*\htmltag19 <html>}{\*\htmltag34 <head>}{\*\htmltag241 <style>}{\*\htmltag241 b.k\{color:#c00000\}}{\*\htmltag249 </style>}{\*\htmltag41 </head>}
    {\*\htmltag50 <body>}{\*\htmltag64 <p>}\htmlrtf{\htmlrtf0 Caf\'e9 \u8364? & <you>{\*\htmltag84 <b class="k">}\htmlrtf{\b\htmlrtf0 bold{\*\htmltag92 </b>}\htmlrtf}\htmlrtf0\htmlrtf\par}\htmlrtf0
    {\*\htmltag72 </p>}{\*\htmltag64 <table border="1">}{\*\htmltag64 <tr>}{\*\htmltag64 <td>}{\f1\'cf\'f0\'e8}{\*\htmltag72 </td>}{\*\htmltag72 </tr>}{\*\htmltag72 </table>}
    {\*\mhtmltag <a href="mhtml:x">}{\*\htmltag84 <a href="https://example.org/?a=1&amp;b=2">}\htmlrtf{\field{\*\fldinst{HYPERLINK "https://other.example/"}}{\fldrslt\htmlrtf0 link\htmlrtf}}\htmlrtf0{\*\htmltag92 </a>}
    {\*\htmltag84 &nbsp;}\htmlrtf\'a0\htmlrtf0{\*\htmltag84 \'e4\tab\line}\u-10179?\u-8704?{\*\htmltag58 </body>}{\*\htmltag27 </html>}}
    """#

  @Test("Tags, text and characters are combined, and the title of the RTF document is kept")
  func mail() throws {
    let input = try read(Array(Self.mail.utf8))
    let document = input.document
    #expect(input.format.id == FormatID("rtf"))
    #expect(document.metadata.title == "A mail")
    #expect(text(document).hasPrefix("Café € & <you>bold\nПри\nlink"))
    #expect(text(document).contains("😀"))
    let string = document.string
    let bold = string.attributeRuns(in: string.utf16Range).first(where: \.attributes.bold)
    #expect(bold?.attributes.foreground == Color(0xC00000))
    let links = string.attributeRuns(in: string.utf16Range).compactMap(\.attributes.link?.url)
    #expect(links == ["https://example.org/?a=1&b=2"])
    #expect(string.paragraphs.contains { $0.attributes.blocks.count == 3 })
  }

  @Test("A document converted from plain text is read as RTF")
  func noTags() throws {
    let input = try read(Array("{\\rtf1\\ansi\\fromtext plain {\\b bold}}".utf8))
    #expect(text(input.document) == "plain bold")
    #expect(input.document.string.attributes(at: 7).bold)
  }

  @Test(
    "Active and external content is removed",
    arguments: [
      "<script>x()</script>", "<img src=x onerror=x()>", "<a href=\"javascript:x()\">y</a>",
      "<iframe src=https://e.example/></iframe>", "<svg onload=x()>", "<b onclick=x()>y</b>",
      "<style>p\\{background:url(https://e.example/)\\}</style>", "<base href=https://e.example/>",
      "<meta http-equiv=refresh content=0;url=https://e.example/>", "<object data=x></object>",
      "<a href='java\\tab script:x()'>y</a>", "<img src=\"data:text/html,<script>x()</script>\">",
      "<noscript><p title=\"</noscript><img src=x onerror=x()>\">",
    ])
  func hostile(tag: String) throws {
    // A tag may be in one group, or divided between two.
    let cut = tag.index(after: tag.startIndex)
    for body in [
      "{\\*\\htmltag64 \(tag)}", "{\\*\\htmltag64 \(tag[..<cut])}{\\*\\htmltag64 \(tag[cut...])}",
    ] {
      let input = try read(Array("{\\rtf1\\ansi\\fromhtml1 \(body)text}".utf8))
      try expectHarmless(input.document)
    }
  }

  private func expectHarmless(_ document: IADocument) throws {
    let page = try page(document)
    let body = page.components(separatedBy: "</head>").last ?? ""
    for active in ["<script", "javascript:", "<iframe", "<object", "<base", "<svg", "<style"] {
      #expect(!body.lowercased().contains(active), "\(active)")
    }
    #expect(body.firstMatch(of: /<[^>"]*(?:"[^"]*"[^>"]*)* on[a-z]+=/) == nil)
    // The address of a missing picture is an empty data URL, which loads nothing.
    #expect(body.firstMatch(of: /src="(?!data:image|data:,")/) == nil)
    #expect(!page.contains("url(http"))
  }

  @Test("Mails of the corpora are read as their HTML", .enabled(if: ExternalCorpora.has("rtf")))
  func corpus() throws {
    let expected = [
      "MSGReader__Issue332": "Dummy\n", "MSGReader__Issue347": "テスト　テスト",
      "rtf-stream-parser__encapsulated": "characters that have special meaning in RTF: {}\\\n",
      "rtf-to-html__bulletnumber-test": "Test2\nTest3\nTest4\n",
      "rtf-to-html__chinese-exotic-test": "大家提前合理安排进房间入住吧。",
      "rtf-to-html__chinese-fontbased-charset-override": "20 quizzes with 15 questions each",
      "rtf-to-html__complex-test": "Пользуйтесь Почтой с мобильного",
      "rtf-to-html__hebrew-test": "לתשומת ליבך: מייל זה הגיע אליך מגורם חיצוני",
      "rtf-to-html__mixed-charsets-test": "Thanks for your email 😊",
      "rtf-to-html__russian-test": "Давайте завтра с Вами на эту тему созвонимся.",
      "rtf-to-html__simple-test": "We should meet up!",
      "rtf-to-html__unicode-test": "Char-å-Char",
      "tika__testRTFHyperlink": "frequently asked questions", "RtfPipe__Issue52": "Attorney-Client",
      "tika__testRTFTIKA_1713": "Part of bigger picture", "tika__testRTFTIKA_2883": "archived.",
    ]
    for (name, part) in expected {
      let url = ExternalCorpora.root.appending(path: "rtf/rtf/\(name).rtf")
      let document = try read([UInt8](try Data(contentsOf: url))).document
      #expect(text(document).contains(part), "\(name): \(text(document).prefix(200))")
      try expectHarmless(document)
    }
    let url = ExternalCorpora.root.appending(path: "rtf/rtf/rtf-stream-parser__encapsulated.rtf")
    let page = try page(read([UInt8](try Data(contentsOf: url))).document)
    #expect(page.contains("<strong>This is bold text</strong>") && page.contains("<ol>"))
  }
}
