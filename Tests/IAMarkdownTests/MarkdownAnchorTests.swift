import IAFiles
import IAFormats
import IAMarkdown
import IAText
import Testing

/// Bookmarks are anchors of headings that links refer to, and anchors of raw HTML.
@Suite struct MarkdownAnchorTests {
  private func bookmarks(_ document: IADocument) -> [String] {
    document.string.bookmarks.map { "\($0.utf16Offset) \($0.name)" }
  }

  private static let anchors: [(String, [String], String?)] = [
    ("<a id=\"top\"></a>\n\n# T\n", ["0 top"], "# <a id=\"top\"></a>T\n"),
    ("# <a name=t></a>T\n", ["0 t"], "# <a id=\"t\"></a>T\n"),
    ("- <a id=\"a\"></a><a id=\"b\"></a>x\n", ["0 a", "0 b"], nil),
    ("> <a id=\"a\"></a>**x** y\n", ["0 a"], nil), ("- [ ] <a id=\"a\"></a>x\n", ["0 a"], nil),
    ("| <a id=\"a\"></a>x |\n| --- |\n| <a id=\"b\"></a>`y` |\n", ["0 a", "2 b"], nil),
    ("<a id=\"a\"></a>[x](#a)\n\na<a id=\"a\"></a>\n", ["0 a"], "<a id=\"a\"></a>[x](#a)\n\na\n"),
    (
      "<h2 id=\"i\">T</h2>\n\n<p id=j>x</p>\n", ["0 i", "2 j"],
      "## <a id=\"i\"></a>T\n\n<a id=\"j\"></a>x\n"
    ),
    ("<a id=\"a\"></a><br>x\n", ["0 a"], nil), ("<a id=\"a\"></a>&#32;x\n", ["0 a"], nil),
    ("# <a id=\"h\"></a>h\n\n[x](#h)\n", ["0 h"], "# h\n\n[x](#h)\n"),
  ]

  private static let links: [(String, [String])] = [
    ("[a](#my-title)\n\n# My *Title*!\n", ["2 my-title"]),
    ("[a](#x-1) [b](#x)\n\n# X\n\n# X\n", ["4 x", "6 x-1"]),
    ("[a](#_b-c--1)\n\n# _b-C & 1\u{1F680}\n", ["2 _b-c--1"]),
    ("[a](#%E8%AF%AD)\n\n# \u{8BED}\n", ["2 %E8%AF%AD"]),
    ("[a](#h1)\n\n# h\n", []), ("# h\n", []), ("[a](b#h)\n\n# h\n", []), ("[a](#)\n\n# !\n", []),
  ]

  @Test(arguments: links)
  func `Links lead to headings`(_ text: String, _ expected: [String]) throws {
    let document = try MarkdownRoundTripTests.read(text)
    #expect(bookmarks(document) == expected)
    let (written, report) = try MarkdownRoundTripTests.write(document)
    #expect(report.isLossless, "\(report.notes)")
    #expect(try MarkdownRoundTripTests.read(written) == document, "\(written)")
    #expect(!written.contains("<a"))
  }

  @Test(arguments: anchors)
  func `Anchors of raw HTML are written at the starts of paragraphs`(
    _ text: String, _ expected: [String], _ canonical: String?
  ) throws {
    let document = try MarkdownRoundTripTests.read(text)
    #expect(bookmarks(document) == expected)
    let (written, report) = try MarkdownRoundTripTests.write(document)
    #expect(written == canonical ?? text)
    #expect(report.isLossless, "\(report.notes)")
    #expect(try MarkdownRoundTripTests.read(written) == document)
  }

  private static let others: [(String, String, Int)] = [
    ("ab\n", "x", 1), ("ab\n", "a b", 0), ("ab\n", "\"", 0), ("a\n\n```\nb\n```\n", "x", 2),
  ]

  @Test(arguments: others)
  func `Other bookmarks are hidden or reported`(_ text: String, _ name: String, _ offset: Int)
    throws
  {
    var document = try MarkdownRoundTripTests.read(text)
    document.string.setBookmark(name, at: offset)
    let (written, report) = try MarkdownRoundTripTests.write(document)
    #expect(report.kinds.map { "\($0.effect) \($0.feature)" } == ["dropped bookmark"])
    #expect(written == text)
    let (hidden, kept) = try MarkdownRoundTripTests.write(document, keepsHiddenData: true)
    #expect(kept.isLossless, "\(kept.notes)")
    #expect(try MarkdownRoundTripTests.read(hidden) == document)
  }

  @Test func `A bookmark that a heading gets is reported`() throws {
    var document = try MarkdownRoundTripTests.read("[a](#b)\n\n# b\n")
    document.string.setBookmarks([])
    let (text, report) = try MarkdownRoundTripTests.write(document, keepsHiddenData: true)
    #expect(text == "[a](#b)\n\n# b\n")
    #expect(report.kinds.map { "\($0.effect) \($0.feature)" } == ["approximated bookmark"])
  }

  @Test func `Many links to one heading take linear time`() throws {
    let links = (0..<20_000).map { "[a](#\($0))" }.joined(separator: "\n\n")
    let headings = (0..<20_000).map { "# \($0)\n" }.joined()
    let document = try MarkdownRoundTripTests.read(links + "\n\n" + headings)
    #expect(document.string.bookmarks.count == 20_000)
    _ = try MarkdownRoundTripTests.write(document)
  }
}
