import Foundation
import IABytes
import IAFormats
import IASyntax
import IATestSupport
import Testing

@testable import IAHTML

@Suite("Text that goes around the parser")
struct TextAsideTests {
  /// A tree as lines: each node with its depth, what it is, where it is, and its attributes or text.
  static func lines(of page: [UInt8], leastAside: Int?) throws -> [String] {
    var report = ConversionReport()
    let tree = try HTMLTree.parsing(
      page, limits: .standard, leastAside: leastAside, report: &report)
    var lines: [String] = []
    var waiting = [(tree.root, 0)]
    while let (node, depth) = waiting.popLast() {
      var line = "\(depth) @\(node.byteOffset) "
      if node.hasChildren {
        line += node.name
        node.eachAttributeName { line += " " + String(decoding: $0, as: UTF8.self) }
        for name in ["class", "href", "title", "id"] as [StaticString] {
          if let value = node[name] { line += " \(name)=\(value)" }
        }
        waiting += (0..<node.childCount).reversed().compactMap { node.child($0) }
          .map { ($0, depth + 1) }
      } else {
        line += "\(node.kind) " + String(decoding: node.text, as: UTF8.self)
      }
      lines.append(line)
    }
    return lines
  }

  /// Checks that the tree of a page is the same whatever is set aside; a page that breaks the parser
  /// breaks it always.
  ///
  /// - Returns: Whether it was parsed.
  @discardableResult
  static func check(_ page: [UInt8], leasts: [Int] = [1, TextAside.leastCount]) -> Bool {
    let whole = try? lines(of: page, leastAside: nil)
    for least in leasts {
      let restored = try? lines(of: page, leastAside: least)
      #expect(restored == whole, "\(String(decoding: page.prefix(200), as: UTF8.self))")
    }
    return whole != nil
  }

  /// A character that cannot be written in a literal.
  static func scalar(_ value: UInt32) -> Character {
    Unicode.Scalar(value).map(Character.init) ?? "?"
  }

  /// How many pieces of a page are set aside, and whether all come out as text.
  static func pieces(of page: String, leastAside: Int = 1) throws -> (count: Int, comeOut: Bool) {
    var pageGuard = PageGuard(Array(page.utf8), limits: .standard, leastAside: leastAside)
    let guarded = pageGuard.filtered()
    let tree = try HTMLTree(parsing: guarded.bytes, budgetFor: page.utf8.count)
    var marked = MarkedText(guarded)
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 1 << 16, alignment: 8)
    defer { memory.deallocate() }
    var used = 0
    let comeOut = marked.restore(in: tree.root) { size in
      defer { used += size }
      return memory + used
    }
    return (guarded.aside.markCount, comeOut)
  }

  @Test("Long text is set aside but for its start, in pieces between references")
  func split() throws {
    let page = "<p>The quick brown fox &amp; the lazy dog that sleeps<p>short<p> \u{0}a"
    #expect(try Self.pieces(of: page, leastAside: 16) == (2, true))
    var pageGuard = PageGuard(Array(page.utf8), limits: .standard, leastAside: 16)
    let guarded = pageGuard.filtered()
    let texts = guarded.aside.cuts.map {
      String(decoding: guarded.whole[Int($0.start)..<Int($0.end)], as: UTF8.self)
    }
    #expect(texts == ["he quick brown fox ", " the lazy dog that sleeps"])
    #expect(guarded.bytes.count == page.utf8.count - texts.joined().utf8.count + 16)
    Self.check(Array(page.utf8))
  }

  @Test(
    "What the parser replaces, or takes by characters, stays with it",
    arguments: [
      "a\u{1}bcdef", "abc\u{7F}def", "ab\u{80}cd", "ab\u{A0}cd", "ab\(Self.scalar(0xFDD0))cd",
      "ab\u{FDCF}cd",
      "ab\(Self.scalar(0xFFFE))cd", "ab，cd", "ab\(Self.scalar(0x1FFFE))cd", "ab\u{1F600}cd",
      "ab\r\ncd\rde", "ab\u{C}cd",
      "\n abc def", "<pre>\nab cd", "<pre>\n\nab cd", "a&ampb c &#65 d &#x41;e &notit; f &",
      "a<b c",
      "a < b c < d", "<table>ab cd<tr><td>ef gh", "<table>  ab cd</table>ef gh",
      "<table><colgroup> ab cd<col>", "<select>ab cd<option>ef gh", "<head> ab cd",
      "ab cd</body>ef gh",
      "</html>ab cd", "<svg>ab cd<desc>ef gh</desc><![CDATA[ab cd]]>ef gh", "<b>ab<p>cd</b>ef gh",
      "<a href=x>ab cd<a href=y>ef gh", "<math><mi>ab cd<mglyph>ef", "<template>ab cd<td>ef gh",
      "<!-- ab > cd -->ef gh", "<!ab cd>ef gh", "<?ab cd>ef gh", "<title>ab cd</title>ef gh",
      "<textarea>\nab cd</textarea>ef gh", "<plaintext>ab cd</plaintext>", "</p>ab cd</br>ef gh",
      "<svg><![CDATA[ab]]>cd ef</svg>",
    ])
  func kept(page: String) throws { Self.check(Array(page.utf8)) }

  @Test(
    "Where marks do not come out as text, the page is parsed whole",
    arguments: [
      "<frameset>ab cd<frame>ef gh</frameset>",
      "<svg><style>ab cd</style></svg><style>x</style>",
    ])
  func parsedWhole(page: String) throws {
    let (count, comeOut) = try Self.pieces(of: page)
    #expect(count > 0 && !comeOut)
    Self.check(Array(page.utf8))
    Self.check(Array((page + "<p title='> ab cd'>" + page).utf8))
  }

  @Test("A page with characters of the marks, however written, is parsed whole")
  func characters() throws {
    let mark = "\u{F0000}\u{100000}"
    for text in [
      mark, "\u{F0000}", "&#xF0000;&#x100000;", "&#983040", "&#x0000010FFFD;", "\u{E0000}",
    ] {
      let page = "<p>ab cd ef<p>\(text)<frameset>gh ij"
      #expect(try Self.pieces(of: page).count == 0, "\(text)")
      Self.check(Array(page.utf8))
    }
    for text in ["&#x1F600;", "&#128512;", "&#917503;", "&#;", "&#x;", "\u{1F600}"] {
      #expect(try Self.pieces(of: "<p>ab cd ef<p>\(text)").count > 0, "\(text)")
    }
  }

  @Test("What is left out moves no place")
  func places() throws {
    let attributes = (0..<5000).map { "a\($0)=1" }.joined(separator: " ")
    let page = "<p>some text before</p><p \(attributes)>and text within<p>more<i>of it</i>"
    let whole = try Self.lines(of: Array(page.utf8), leastAside: nil)
    #expect(try Self.lines(of: Array(page.utf8), leastAside: 1) == whole)
    let italic = try #require(page.utf8.firstRange(of: "<i>".utf8)?.lowerBound)
    #expect(whole.contains { $0.hasSuffix("@\(italic.utf16Offset(in: page)) i") })
  }

  @Test("What is put in moves no place", arguments: [nil, 1, TextAside.leastCount])
  func placesBehindFormattingThatIsGivenUp(leastAside: Int?) throws {
    let unclosed = (0..<400).map { "<p><font size=\($0)>some text of a paragraph" }.joined()
    let page = Array((unclosed + "<p>and<hr>").utf8)
    var report = ConversionReport()
    _ = try HTMLTree.parsing(page, limits: .standard, report: &report)
    #expect(report.notes.contains { $0.kind.feature == "formatting" })
    let rule = try Self.lines(of: page, leastAside: leastAside).filter { $0.hasSuffix(" hr") }
    #expect(rule.count == 1 && rule[0].contains("@\(page.count - 4) "))
  }

  @Test("Random pages have the same tree", arguments: 0..<8)
  func random(seed: UInt64) throws {
    var random = SeededGenerator(seed: 4100 + seed)
    let pieces = [
      "<p>", "</p>", "<b>", "</b>", "<i class=x>", "</i>", "<table>", "<tr>", "<td>", "</table>",
      "<li>",
      "<ul>", "</ul>", "<a href=y>", "</a>", "<select>", "</select>", "<svg>", "</svg>", "<pre>",
      "</pre>",
      "<frameset>", "<textarea>", "</textarea>", "<title>", "</title>", "<!--", "-->", "<script>",
      "</script>", "&amp;", "&#65", "&lt", "\"", "'", ">", "<", "\u{0}", "\r\n", " ", "\n", "word",
      "more words here",
      "é", "日本語の文字", "😀", "<p title=\"", "<p title='", "<template>", "</template>", "<math>",
      "<mi>",
      "<![CDATA[", "]]>", "<br>", "<form>", "<button>", "<caption>", "<col>", "<body>", "</body>",
      "</html>",
    ]
    for _ in 0..<400 {
      let count = 1 + random.below(40)
      let page = (0..<count).map { _ in pieces[random.below(pieces.count)] }.joined()
      Self.check(Array(page.utf8))
    }
  }

  @Test(
    "The pages of html5lib have the same tree, many with text set aside",
    .enabled(if: ExternalCorpora.has(ConformancePages.folder)))
  func conformance() throws {
    let pages = try ConformancePages.all()
    #expect(pages.count > 1000)
    var markedCount = 0
    for page in pages {
      #expect(Self.check(page))
      let (count, comeOut) = try Self.pieces(of: String(decoding: page, as: UTF8.self))
      if count > 0, comeOut { markedCount += 1 }
    }
    #expect(markedCount > 300)
  }

  @Test("Real pages have the same tree", .enabled(if: ExternalCorpora.has("html")))
  func realPages() throws {
    for file in ExternalCorpora.files(in: "html", suffix: ".html") {
      var report = ConversionReport()
      let page = try PageEncoding.decode(
        Array(try Data(contentsOf: file)), said: nil, report: &report)
      #expect(Self.check(page))
    }
  }
}
