import Foundation
import IABytes
import IAFiles
import IAFormats
import IATestSupport
import IAText
import Testing

@testable import IAHTML

/// Cases H1 to H8 of RELIABILITY, and hostile pages of other projects.
@Suite("Hostile pages")
struct HostilePageTests {
  /// Reads a page, and checks that the page written from it contains nothing active and is read as
  /// the same document.
  @discardableResult
  static func check(_ html: String, limits: Limits = .standard) throws -> ReadResult {
    let result = try HTMLReader().read(BytesSource(html), options: ReadOptions(limits: limits))
    let page = try Page(result.document, options: WriteOptions())
    try SafetyTests.checkHarmless(page)
    let again = try HTMLReader().read(BytesSource(page.html))
    let isSame = again.document.dump() == result.document.dump()
    #expect(isSame, "\(html.prefix(200))")
    return result
  }

  @Test("H1: depth is flattened and formatting is bounded, whatever is nested")
  func depth() throws {
    for tag in ["div", "b", "table", "ul><li", "span", "blockquote", "font size=1", "a href=x"] {
      let html = String(repeating: "<\(tag)>", count: 3000) + "x"
      let result = try Self.check(html)
      #expect(result.document.string.text.contains("x"), "\(tag)")
      let deepest = result.document.string.paragraphs.map(\.attributes.blocks.count).max() ?? 0
      #expect(deepest <= 2 * 512)
    }
    let unclosed = (0..<2000).map { "<p><font size=\($0)>x" }.joined()
    let result = try Self.check(unclosed)
    #expect(result.report.notes.contains { $0.kind.feature == .formatting })
    let crossed = String(repeating: "<a href=x><b><p></a></b>y</p>", count: 500)
    #expect(try Self.check(crossed).document.string.text.filter { $0 == "y" }.count == 500)
  }

  @Test(
    "Pages that once ended the parser are read",
    arguments: [
      "<table><svg><title><![CDATA[<form>]]> ",
      "word<html><em><colgroup><table><ul></p></caption> <math><td></address><mi></script><![CDATA[<tfoot>"
        + "<ruby><title>]]></font> <optgroup><script><thead>",
    ])
  func brokenParser(html: String) throws { try Self.check(html) }

  @Test("A tree over the limit of nodes is an error with the offset of the first tag over it")
  func nodes() throws {
    var limits = Limits.standard
    limits.entries = 100
    let page = String(repeating: "<p>", count: 96)
    _ = try HTMLReader().read(BytesSource(page), options: ReadOptions(limits: limits))
    let error = #expect(throws: InputError.self) {
      try HTMLReader().read(
        BytesSource(String(repeating: "<p>", count: 500)), options: ReadOptions(limits: limits))
    }
    #expect(error?.code.rawValue == "html.nodes")
    #expect(error?.byteOffset == 3 * 96)
  }

  @Test("H2: attributes beyond the limit are dropped, the first of a name counts")
  func attributes() throws {
    let many = (0..<5000).map { "a\($0)=1" }.joined(separator: " ")
    let result = try Self.check("<p \(many)>x</p>")
    #expect(result.document.string.text == "x\n")
    #expect(result.report.notes.contains { $0.kind.feature == .attributes })
    #expect(
      try Self.check("<p align=left align=right>x").document.string.paragraphAttributes(at: 0)
        .alignment == .left)
    let long = String(repeating: "x", count: 1_000_000)
    #expect(try Self.check("<p title='\(long)'>y").document.string.text == "y\n")
    for open in ["<!--", "<![CDATA[", "<p title=\"", "<p title='", "<", "</", "<!", "<?"] {
      try Self.check("<p>a</p>" + open + String(repeating: "b ", count: 1000))
    }
  }

  @Test("H3: references are those of HTML5, entities of a DTD are text")
  func references() throws {
    let html = "<p>&#0;|&#xD800;|&#x110000;|&#99999999999999;|&lt|&notanentity;|&#x80;|&amp;lt;"
    #expect(
      try Self.check(html).document.string.text
        == "\u{FFFD}|\u{FFFD}|\u{FFFD}|\u{FFFD}|<|¬anentity;|€|&lt;\n")
    let bomb = """
      <!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><p>&b;</p>
      """
    #expect(try Self.check(bomb).document.string.text.contains("&b;"))
  }

  @Test(
    "H4: elements and attributes that act are gone",
    arguments: [
      "<script>x()</script>", "<iframe srcdoc='<script>x()</script>'></iframe>",
      "<object data=x><embed src=y></object>", "<form action=javascript:x()><button formaction=x>",
      "<svg onload=x()><animate attributeName=href to=javascript:x() /></svg>",
      "<math><maction actiontype=statusline xlink:href=javascript:x()>y</maction></math>",
      "<template><script>x()</script></template>", "<p is=x onclick=x() onfocus=x() autofocus>y",
      "<svg><foreignObject><script>x()</script></foreignObject></svg>",
      "<noscript><script>x()</script></noscript>", "<isindex action=x>", "<marquee onstart=x>y",
    ])
  func activeElements(html: String) throws {
    let document = try Self.check("a" + html + "<p>b").document
    #expect(!document.dump().contains("x()"))
  }

  @Test(
    "H5: targets and sources that act or load are gone, and counted",
    arguments: [
      "<a href='java\tscript:x()'>y</a>", "<a href='java\nscript:x()'>y</a>",
      "<a href='&#1;javascript:x()'>y</a>", "<a href='JaVaScRiPt:x()'>y</a>",
      "<a href='vbscript:x()'>y</a>", "<a href='data:text/html,x'>y</a>",
      "<a href='javascript&colon;x()'>y</a>", "<a href='file:///etc/passwd'>y</a>",
      "<a href='\\\\host\\share'>y</a>",
    ])
  func targets(html: String) throws {
    let result = try Self.check("<p>" + html)
    #expect(result.document.string.attributes(at: 0).link == nil)
    #expect(result.report.notes.contains { $0.kind.effect == .neutralised })
  }

  @Test("H5: the document has no addresses from which pages load something")
  func sources() throws {
    let result = try Self.check(
      """
      <base href="https://e.example/"><meta http-equiv=refresh content="0;url=https://e.example">
      <link rel=stylesheet href="https://e.example/s.css"><body background="https://e.example/b">
      <img src="data:image/svg+xml,<svg onload=x()>"><img srcset="https://e.example/i 2x" alt=i>
      <a ping="https://e.example/p" href="rel">y</a><video poster="https://e.example/v"></video>
      """)
    let dump = result.document.dump()
    #expect(!dump.contains("e.example"))
    #expect(dump.contains(#""url":"rel""#))
  }

  @Test("H6: styles are values of a list of properties")
  func styles() throws {
    let result = try Self.check(
      """
      <style>@import "https://e.example/a.css"; p{background:url(https://e.example/b);
      -moz-binding:url(x);width:expression(x());color:red} @font-face{src:url(https://e.example/f)}
      b{background-image:\\75rl(https://e.example/c)} i{position:fixed;top:0} u{color:green}</style>
      <p>a<b>b</b><i>c</i><u>d</u><span style="color:blue;background:url('x)');font-size:1e99px">e
      """)
    let dump = result.document.dump()
    #expect(!dump.contains("example") && !dump.contains("url"))
    #expect(dump.contains("#FF0000") && dump.contains("#008000") && dump.contains("#0000FF"))
    #expect(result.report.notes.contains { $0.detail == "@import" })
  }

  @Test(
    "H7: what changes when it is parsed again does not",
    arguments: [
      "<noscript><p title=\"</noscript><img src=x onerror=x()>\">",
      "<math><mtext><mglyph><style><!--</style><img title=\"--&gt;&lt;img src=1 onerror=x()&gt;\">",
      "<svg></p><style><a id=\"</style><img src=1 onerror=x()>\">",
      "<form><math><mtext></form><form><mglyph><style></math><img src onerror=x()>",
      "<math><annotation-xml encoding=\"text/html\"><style></annotation-xml><img src=x onerror=x()>",
      "<table><td><svg><style><!--</style><p id=\"--><img src=x onerror=x()>\">",
      "<textarea></textarea><img src=x onerror=x()>", "<title></title><img src=x onerror=x()>",
      "<xmp></xmp><img src=x onerror=x()>", "<select><template><style></select><img onerror=x()>",
    ])
  func mutations(html: String) throws { try Self.check(html) }

  @Test("H8: encodings that hide markup are refused, marks win over declarations")
  func encodings() throws {
    for name in ["utf-7", "UTF-7", "unicode-1-1-utf-7"] {
      let error = #expect(throws: InputError.self) {
        try HTMLReader().read(BytesSource("<meta charset='\(name)'>+ADw-script+AD4-"))
      }
      #expect(error?.code == .htmlCharset)
    }
    let marked = [0xEF, 0xBB, 0xBF] + Array("<meta charset=iso-8859-1><p>é".utf8)
    #expect(try HTMLReader().read(BytesSource(marked)).document.string.text == "é\n")
    let escape = Array("<meta charset=iso-2022-jp><p>".utf8) + [0x1B] + Array("(J<b>x".utf8)
    _ = try HTMLReader().read(BytesSource(escape))
  }

  @Test("T1, T2: ill-formed text becomes U+FFFD, directions stay and are isolated")
  func text() throws {
    let bytes = Array("<p>".utf8) + [0xF0, 0x9F, 0x41, 0xC0, 0x80, 0xED, 0xA0, 0x80]
    let page = Array("<meta charset=utf-8>".utf8) + bytes
    let result = try HTMLReader().read(BytesSource(page))
    #expect(result.document.string.text.hasPrefix("\u{FFFD}A\u{FFFD}\u{FFFD}"))
    #expect(result.report.notes.contains { $0.kind.feature == .encoding })
    let written = try Page(try Self.check("<p>a\u{202E}b").document, options: WriteOptions())
    #expect(written.body.contains("dir=\"auto\""))
  }

  @Test(
    "The payloads of the external corpora leave nothing active",
    .enabled(if: ExternalCorpora.has("hostile/dompurify")))
  func payloads() throws {
    struct Case: Decodable { var payload: String }
    var payloads = try JSONDecoder().decode(
      [Case].self,
      from: Data(contentsOf: ExternalCorpora.root.appending(path: "hostile/dompurify/expect.json"))
    ).map(\.payload)
    payloads += try JSONDecoder().decode(
      [String].self,
      from: Data(contentsOf: ExternalCorpora.root.appending(path: "hostile/blns/blns.json")))
    for payload in payloads { try Self.check(payload) }
  }

  @Test(
    "The pages of html5lib are read",
    .enabled(if: ExternalCorpora.has(ConformancePages.folder)))
  func conformancePages() throws {
    let pages = try ConformancePages.all()
    #expect(pages.count > 1000)
    for page in pages {
      _ = try HTMLReader().read(BytesSource(page))
    }
  }

  @Test(
    "Every page of the external corpus is read, with text where it has some, and comes back",
    .enabled(if: ExternalCorpora.has("html")))
  func realPages() throws {
    var empty: Set<String> = []
    for file in ExternalCorpora.files(in: "html", suffix: ".html") {
      let result = try HTMLReader().read(BytesSource(Array(try Data(contentsOf: file))))
      let isEmpty = result.document.string.isEmpty
      if isEmpty { empty.insert(file.lastPathComponent) }
      let difference = try RoundTripTests.difference(result.document, profile: "styled")
      #expect(difference == nil, "\(file.lastPathComponent)")
    }
    // The files without text have a head only.
    #expect(empty.allSatisfy { $0.hasSuffix("testHTML_head.html") })
  }
}
