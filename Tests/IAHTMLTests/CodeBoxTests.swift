import IAFiles
import IAFormats
import IAText
import Testing

@testable import IAHTML

/// The borders and the space of code blocks.
@Suite struct CodeBoxTests {
  private static let css =
    "pre{margin:16px 0;padding:16px;border:1px solid #010203;background:#f0f1f2}"

  private func read(_ body: String, css: String = css) throws -> IADocument {
    let page = "<!DOCTYPE html><style>\(css)</style><p>a</p>\(body)<p>z</p>"
    return try HTMLReader().read(BytesSource(Array(page.utf8))).document
  }

  @Test(arguments: [
    "<pre>b\nc\nd</pre>", "<pre>\nb\nc\nd\n</pre>", "<pre><code>b\nc\nd\n</code></pre>",
  ])
  func `The space around a code block is above its first and below its last line`(
    _ body: String
  ) throws {
    let paragraphs = try read(body).string.paragraphs.map(\.attributes)
    #expect(paragraphs.count == 5)
    #expect(paragraphs.map(\.spacingBefore).dropFirst().prefix(3) == [12, nil, nil])
    #expect(paragraphs.map(\.spacingAfter).dropFirst().prefix(3) == [nil, nil, 12])
    for line in paragraphs[1...3] {
      #expect(line.borders.top?.color == Color(0x010203) && line.shading == Color(0xF0F1F2))
    }
  }

  @Test(arguments: ["<pre>b</pre>", "<pre>b\n\nd</pre>", "<pre>b\nc</pre><pre>d</pre>"])
  func `The element of a code block has the borders of its lines`(_ body: String) throws {
    let document = try read(body)
    var sink = BytesSink()
    _ = try HTMLWriter().write(document, to: &sink, options: WriteOptions(keepsHiddenData: false))
    #expect(sink.text.contains("<pre class=\"p") && !sink.text.contains("<code><span class=\"p"))
    let again = try HTMLReader().read(BytesSource(sink.bytes)).document
    #expect(
      again.string.paragraphs.map(\.attributes.borders)
        == document.string.paragraphs.map(\.attributes.borders))
    #expect(
      again.string.paragraphs.map(\.attributes.spacingBefore)
        == document.string.paragraphs.map(\.attributes.spacingBefore))
    #expect(
      again.string.paragraphs.map(\.attributes.spacingAfter)
        == document.string.paragraphs.map(\.attributes.spacingAfter))
  }

  @Test func `Lines that differ keep their own attributes`() throws {
    var document = try read("<pre>b\nc\nd</pre>")
    document.string.updateParagraphAttributes(in: 4..<5) { $0.shading = Color(0x112233) }
    var sink = BytesSink()
    _ = try HTMLWriter().write(document, to: &sink, options: WriteOptions())
    #expect(sink.text.contains("<pre><code><span class=\"p"))
    let again = try HTMLReader().read(BytesSource(sink.bytes)).document
    #expect(
      again.string.paragraphs.map(\.attributes.shading)
        == document.string.paragraphs.map(\.attributes.shading))
  }

  private static let codeCSS =
    "code{display:block;padding:12px;background:#eee;border:1px solid #010203}"

  @Test(arguments: ["", "pre{padding:0;border:0}"])
  func `A code block has the box of the code in it`(_ css: String) throws {
    let html = "<pre><code>b\nc <b>d</b></code>\n</pre>"
    let document = try read(html, css: Self.codeCSS + css)
    let same = try read(
      "<pre>b\nc <b>d</b></pre>",
      css: "pre{padding:12px;background:#eee;border:1px solid #010203}")
    #expect(document.string == same.string)
    let (spacing, other) = (
      document.printedPlacement.pageSpacing, same.printedPlacement.pageSpacing
    )
    #expect(spacing?.paragraphs == other?.paragraphs && spacing?.boxes == other?.boxes)
    let line = document.string.paragraphs[1].attributes
    #expect(line.shading == Color(0xEEEEEE) && line.borders.left?.color == Color(0x010203))
    #expect(line.borderSpacing == Sides(all: 9))
    let page = "<!DOCTYPE html><style>\(Self.codeCSS)\(css)</style>\(html)"
    #expect(try HTMLReader().read(BytesSource(Array(page.utf8))).report.isLossless)
  }

  @Test(arguments: [
    ("<pre>b <code>c</code></pre>", "", Color?.none, 1),
    ("<pre><code>b</code> <code>c</code></pre>", "", nil, 1),
    ("<pre><code>b c</code></pre>", "pre{background:#012345;border:1px solid}", Color(0x012345), 1),
    ("<pre><code>b c</code></pre>", "pre{background:#012345}", Color(0x012345), 0),
  ])
  func `The colour of other code in a block is that of text`(
    _ html: String, _ css: String, _ shading: Color?, _ borderNotes: Int
  ) throws {
    let page = "<!DOCTYPE html><style>\(Self.codeCSS)\(css)</style>\(html)"
    let result = try HTMLReader().read(BytesSource(Array(page.utf8)))
    let string = result.document.string
    #expect(string.text == "b c\n")
    #expect(string.attributes(at: 2).background == Color(0xEEEEEE))
    #expect(string.paragraphAttributes(at: 0).shading == shading)
    #expect(result.report.notes.count { $0.kind.feature == .border } == borderNotes)
  }

  @Test(arguments: ["<ul><li>b</ul>", "<ol><li>b</ol>", "<dl><dt>b<dd>c</dl>", "<form><p>b</form>"])
  func `Lists and forms with borders are in boxes`(_ body: String) throws {
    let css = "ul,ol,dl,form{border:1px solid #010203;background:#f0f1f2;padding:8px 8px 8px 48px}"
    let box = try read(body, css: css).string.paragraphs[1].attributes.blocks.first?.textBox
    #expect(box?.border?.color == Color(0x010203) && box?.fill == Color(0xF0F1F2))
    let isIndented = !body.hasPrefix("<dl") && !body.hasPrefix("<form")
    #expect(box?.padding == Sides(top: 6, right: 6, bottom: 6, left: isIndented ? 6 : 36))
  }
}
