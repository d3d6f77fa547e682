import IAFiles
import IAFormats
import IAHTML
import IATestSupport
import IAText
import Testing

@Suite("Definition lists in HTML")
struct DefinitionTests {
  private func read(_ page: String) throws -> ReadResult {
    try HTMLReader().read(BytesSource(Array(page.utf8)))
  }

  @Test(arguments: [
    ("<dl><dt>a<dd>b<dd>c</dl>", ["a", "d 1 b", "d 2 c"]),
    ("<dl><dt>a<dd>b<dt>c<dd>d</dl>", ["a", "d 1 b", "c", "d 1 d"]),
    ("<dl><dt>a<dt>b<dd><p>c<p>d</dl>e", ["a", "b", "d 1 c", "d 1 d", "e"]),
    ("<dl><div><dt>a<dd>b</div><div><dt>c<dd>d</div></dl>", ["a", "d 1 b", "c", "d 1 d"]),
    ("<dl><dt>a<dd>b<dl><dt>c<dd>d</dl>e</dl>", ["a", "d 1 b", "d 1 c", "d 1 d 1 d", "d 1 e"]),
    ("<blockquote><dl><dt>a<dd>b</dl></blockquote>", ["q a", "q d 1 b"]),
    ("<ul><li>a<dl><dt>b<dd>c</dl></ul>", ["u 1 a", "u 1 b", "u 1 d 1 c"]),
    ("<dl><dd>a</dl><dl><dd>b</dl>", ["d 1 a", "d 1 b"]),
    ("<dd>a<dd>b", ["d 1 a", "d 1 b"]),
    ("<dl><dt>a<dd></dl>", ["a", "d 1 "]),
  ])
  func `Definitions are items after their terms`(page: String, expected: [String]) throws {
    let result = try read(page)
    #expect(result.document.blockOutline == expected)
    #expect(result.report.isLossless)
    #expect(result.document.string.attributeRuns(in: 0..<1).allSatisfy { $0.attributes.isPlain })
  }

  @Test func `Terms and definitions are written as such`() throws {
    var text = Paragraphs()
    text.add("a")
    for word in ["b", "c"] {
      text.add(word)
      let list = text.block(.unorderedList(marker: ":"))
      text.add("d", in: [list, text.block(.listItem(.init(ordinal: 1)))])
    }
    text.add("e")
    let page = try Page(text.string())
    _ = try StrictHTML(page.html)
    let group = { (term: String) in
      "<dl><dt><p>\(term)</p></dt><dd><p>d</p></dd></dl>"
    }
    #expect(
      page.body.replacing("\n", with: "") == "<p>a</p>" + group("b") + group("c") + "<p>e</p>")
  }

  /// A heading is not a term, nor is a paragraph in other blocks.
  @Test func `A list without a term has definitions alone`() throws {
    var text = Paragraphs()
    text.add("a", in: [text.block(.header(level: 1))])
    let list = text.block(.unorderedList(marker: ":"))
    text.add("b", in: [list, text.block(.listItem(.init(ordinal: 3)))])
    text.add("c", in: [list])
    let page = try Page(text.string())
    #expect(
      page.body.replacing("\n", with: "")
        == "<h1>a</h1><dl><dd data-ordinal=\"3\"><p>b</p></dd><dd class=\"ia-bare\"><p>c</p></dd></dl>"
    )
  }

  @Test(arguments: [
    "<dl><dt>a<dd>b<dd>c<dt>d<dd><p>e<p>f</dl>", "<dl><dt>a<dd><dl><dt>b<dd>c</dl></dl>",
    "<dl><dd>a</dl><dl><dd>b</dl><ul><li>c<dl><dt>d<dd>e</dl></ul>",
    "<p>a<dl><dt><b>b</b><dd><table><tr><td>c</table></dl>",
  ])
  func `Pages with definitions are read as they were written`(page: String) throws {
    let document = try read(page).document
    for keeps in [true, false] {
      var options = WriteOptions()
      options.keepsHiddenData = keeps
      var sink = BytesSink()
      let report = try HTMLWriter().write(document, to: &sink, options: options)
      let again = try HTMLReader().read(BytesSource(sink.bytes))
      #expect(again.document.blockOutline == document.blockOutline, "\(keeps)")
      #expect(report.isLossless && again.report.isLossless)
    }
  }
}
