import Foundation
import IAFormats
import IAHTML
import IATestSupport
import IAText
import Testing

@Suite("Content that a page must not contain")
struct SafetyTests {
  @Test("Every payload stays text everywhere in a document", arguments: payloads)
  func payloadsStayText(_ payload: String) throws {
    for profile in ["styled", "semantic"] {
      for hides in [true, false] {
        let page = try Page(
          Self.document(of: payload),
          options: WriteOptions(profile: profile, keepsHiddenData: hides))
        try Self.checkHarmless(page)
      }
    }
  }

  @Test(
    "The payloads of the external corpora stay text",
    .enabled(if: ExternalCorpora.has("hostile/blns")))
  func corporaStayText() throws {
    var payloads = try JSONDecoder().decode(
      [String].self,
      from: Data(contentsOf: ExternalCorpora.root.appending(path: "hostile/blns/blns.json")))
    struct Case: Decodable { var payload: String }
    payloads += try JSONDecoder().decode(
      [Case].self,
      from: Data(contentsOf: ExternalCorpora.root.appending(path: "hostile/dompurify/expect.json"))
    ).map(\.payload)
    #expect(payloads.count > 700)
    for start in stride(from: 0, to: payloads.count, by: 16) {
      var document = IADocument()
      for payload in payloads[start..<min(start + 16, payloads.count)] {
        document.replace(
          document.string.utf16Count..<document.string.utf16Count,
          with: Self.document(of: payload))
      }
      document.metadata = Self.document(of: payloads[start]).metadata
      try Self.checkHarmless(try Page(document))
    }
  }

  @Test("Random documents give balanced pages that hold all of their text")
  func randomDocumentsAreBalanced() throws {
    for seed in 0..<UInt64(RandomInputs.count(ofAll: 150)) {
      var maker = RandomDocument(seed: seed)
      let document = maker.make()
      for profile in ["styled", "semantic"] {
        let page = try Page(document, options: WriteOptions(profile: profile))
        do {
          let parsed = try StrictHTML(page.html)
          let expected = document.string.paragraphs.flatMap { Self.visible($0, document.string) }
          #expect(parsed.paragraphs == expected, "seed \(seed), \(profile)")
        } catch {
          Issue.record("seed \(seed), \(profile): \(error)")
        }
        try Self.checkHarmless(page)
      }
    }
  }

  /// Returns the text of a paragraph as a page contains it.
  static func visible(_ paragraph: IAString.Paragraph, _ string: IAString) -> [String] {
    var text = ""
    for scalar in string.text(in: paragraph.contentRange).unicodeScalars {
      switch scalar.value {
      case 0x0D: text += "\u{2028}"
      case 0..<0x09, 0x0A..<0x20, 0x7F..<0xA0, 0xFDD0...0xFDEF: text += "\u{FFFD}"
      case let value where value & 0xFFFE == 0xFFFE: text += "\u{FFFD}"
      default: text.unicodeScalars.append(scalar)
      }
    }
    let leaf = paragraph.attributes.blocks.first { block in
      switch block.kind {
      case .header, .codeBlock, .thematicBreak: true
      default: false
      }
    }
    // A thematic break contains no text; its text is in a paragraph after it.
    if case .thematicBreak = leaf?.kind, !text.isEmpty { return ["", text] }
    return [text]
  }

  static func document(of payload: String) -> IADocument {
    var text = Paragraphs()
    let everywhere = InlineAttributes.with {
      $0.fontFamily = payload
      $0.language = payload
      $0.link = .init(payload, title: payload)
      $0.tags = [.init(payload, payload)]
    }
    let blocks: [Block.Kind] = [
      .footnote(label: payload), .annotation(.init(author: payload, date: payload)),
      .codeBlock(language: payload), .unorderedList(marker: payload),
      .orderedList(.init(delimiter: payload)),
    ]
    for kind in blocks { text.add(payload, in: [text.block(kind)]) }
    text.add([(payload, everywhere), ("https", .with { $0.link = .init("https://x/" + payload) })])
    text.build { $0.bookmark(payload) }
    text.add("a")
    text.add([("anchor", .with { $0.link = .init("#" + payload) })])
    var sticker = Attachment.sticker(payload)
    sticker.altText = payload
    text.add(sticker)
    var place = Attachment(.location, name: payload, altText: payload)
    place.location = .init(latitude: 1, longitude: 2, placename: payload)
    text.add(place)
    text.add(Attachment(.image, content: .url(payload), name: payload, altText: payload))
    var document = IADocument(text.string())
    document.append(
      Array(payload.utf8), as: .image, name: payload, altText: payload)
    var picture = document.attachment(holding: Showcase.gif, as: .image, altText: payload)
    picture.mediaType = payload
    document.string.append(picture)
    document.metadata = DocumentMetadata(
      title: payload, authors: [payload], subject: payload, keywords: [payload], language: payload,
      created: payload, modified: payload, generator: payload,
      custom: [.init(payload, payload)])
    return document
  }

  private static let svgAddress = "data:image/svg+xml;base64,"

  /// Checks, without the SVG reader, that a file contains nothing active and loads nothing.
  private static func checkHarmless(svg: String) {
    let text = svg.lowercased()
    let elements = /<\s*([a-z]+:)?(script|foreignobject|iframe|object|embed|set|animate|handler)/
    #expect(text.firstMatch(of: elements) == nil, "\(svg.prefix(200))")
    #expect(text.firstMatch(of: /<[^>]*[\s"'\/]on[a-z]+\s*=/) == nil, "\(svg.prefix(200))")
    #expect(text.firstMatch(of: /<!(doctype|entity)|<\?xml-|javascript:|@import/) == nil)
    #expect(
      text.firstMatch(of: /(href|src)\s*=\s*["']\s*(file|\/\/|data:(text|image\/svg))/) == nil)
    #expect(text.firstMatch(of: /url\(\s*["']?\s*[^#"'\s]/) == nil)
  }

  static func checkHarmless(_ page: Page) throws {
    let parsed = try StrictHTML(page.html)
    for token in parsed.tokens {
      guard case .start(let name, let attributes) = token else { continue }
      #expect(!attributes.keys.contains { $0.hasPrefix("on") })
      #expect(attributes["style"] == nil || attributes["style"] == "border-radius:0")
      if let href = attributes["href"] {
        #expect(name == "a")
        let head = href.lowercased().prefix { !"/?#".contains($0) }
        if let colon = head.firstIndex(of: ":") {
          #expect(["http", "https", "mailto", "tel"].contains(String(head[..<colon])), "\(href)")
        }
      }
      if let source = attributes["src"], source.hasPrefix(svgAddress) {
        let file = Data(base64Encoded: String(source.dropFirst(svgAddress.count)))
        try checkHarmless(svg: String(decoding: #require(file), as: UTF8.self))
      } else if let source = attributes["src"] {
        #expect(
          source == "data:," || source.hasPrefix("data:image/gif;base64,"), "\(source.prefix(40))")
      }
      if name == "meta", let pragma = attributes["http-equiv"] {
        #expect(pragma == "Content-Security-Policy")
      }
    }
    #expect(!page.style.contains("<"))
    // Font names and list markers are quoted and contain neither quotation marks nor backslashes.
    // Repeated stickers are the only addresses, and these contain the picture itself.
    let style = page.style.lowercased()
      .replacing(/\{content:url\("data:image\/gif;base64,[a-z0-9+\/=]*"\)\}/, with: "{}")
      .replacing(/"[^"]*"/, with: "")
    for word in ["url(", "@import", "expression", "\"", "behavior", "-moz-binding", "javascript"] {
      #expect(!style.contains(word), "\(word) in the style sheet")
    }
    #expect(style.count { $0 == "{" } == style.count { $0 == "}" })
  }

  static let payloads = [
    "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "javascript:alert(1)",
    "JaVaScRiPt:alert(1)", "java\tscript:alert(1)", "java\nscript:alert(1)",
    "\u{1}javascript:alert(1)",
    " javascript:alert(1)", "data:text/html,<script>alert(1)</script>", "vbscript:x",
    "data:image/svg+xml,<svg onload=alert(1)>", "file:///etc/passwd", "\\\\host\\share",
    "</style><script>alert(1)</script>", "</title><script>alert(1)</script>",
    "x;}*{background:url(x)}",
    "\\22 ;}</style>", "red;background:url(javascript:alert(1))", "-->", "<!--", "]]>",
    "&lt;script&gt;",
    "' onmouseover='alert(1)", "\u{0}<\u{0}script>", "+ADw-script+AD4-", "\u{2028}alert(1)",
    "#\" onclick=x",
    "<noscript><p title=\"</noscript><img src=x onerror=alert(1)>\">",
    "<svg></p><style><a id=\"</style>",
    "<math><mtext><mglyph><style><!--</style><img title=\"--&gt;&lt;img src=1 onerror=alert(1)&gt;\">",
    "\u{202E}txt.exe", "javascript&colon;alert(1)", "&#106;avascript:alert(1)", "",
  ]
}
