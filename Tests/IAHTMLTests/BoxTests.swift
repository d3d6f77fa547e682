import IAFiles
import IAFormats
import IAText
import Testing

@testable import IAHTML

/// Floats and framed elements are boxes.
struct BoxTests {
  private func read(_ body: String, css: String = "") throws -> ReadResult {
    let page = "<!doctype html><style>\(css)</style><body>\(body)"
    return try HTMLReader().read(BytesSource(Array(page.utf8)))
  }

  private static let pixel =
    "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"

  @Test func `A narrow float is a box at its side`() throws {
    let result = try read(
      "<p>a<aside><p>b<ul><li>c</ul></aside><p>d",
      css: "aside{float:right;width:200px;padding:4px;background:#eef;margin-left:20px}")
    let paragraphs = result.document.string.paragraphs
    let boxes = paragraphs.map { $0.attributes.blocks.first?.textBox }
    #expect(boxes.map { $0 != nil } == [false, true, true, false])
    let box = try #require(boxes[1])
    #expect(box.placement?.across == .init(edge: .end) && box.placement?.belongsToNext == true)
    #expect(box.placement?.distance == Sides(left: 15))
    #expect(box.width == 156 && box.padding == Sides(all: 3) && box.fill == Color(0xEEEEFF))
    #expect(paragraphs[1].attributes.shading == nil && paragraphs[1].attributes.headIndent == nil)
    #expect(!result.report.notes.contains { $0.detail == "float" })
  }

  @Test(arguments: [
    "<div style='float:left'>b</div>", "<div style='float:left;width:600px'>b</div>",
    "<div style='float:none;width:100px'>b</div>",
    "<blockquote><div style='float:left;width:90px'>b</div></blockquote>",
    "<div style='float:left;width:100px'>" + String(repeating: "word ", count: 3_000) + "</div>",
  ])
  func `Other floats stay in the text`(_ element: String) throws {
    let result = try read("<p>a</p>\(element)<p>c")
    #expect(
      !result.document.string.paragraphs.contains {
        $0.attributes.blocks.contains { $0.textBox != nil }
      })
    #expect(
      result.report.notes.contains { $0.detail == "float" } == !element.contains("float:none"))
  }

  @Test func `Floating pictures begin the paragraph after them`() throws {
    let result = try read(
      "<img align=right width=40 height=30 src='\(Self.pixel)'><p>a</p>"
        + "<p>b<img style='float:left;margin-right:8px' src='\(Self.pixel)'></p>"
        + "<img align=left src='\(Self.pixel)'><table><tr><td>c</table>")
    let string = result.document.string
    #expect(string.text.hasPrefix("\u{FFFC}a\nb\u{FFFC}\n\u{FFFC}\nc"))
    let places = string.attachments.map(\.attachment.placement)
    #expect(places[0]?.across == .init(edge: .end) && places[0]?.belongsToNext == false)
    #expect(places[1]?.across == .init(edge: .start))
    #expect(places[1]?.distance == Sides(right: 6))
  }

  @Test func `Lines and a colour around blocks are one box`() throws {
    let css = "div{border-left:4px solid #f00;background:#ffe;padding:8px 12px;margin:10px 0}"
    let result = try read("<div><p>a<pre>b\nc</pre></div><div><p>d</p></div><div>e</div>", css: css)
    let paragraphs = result.document.string.paragraphs
    let boxes = paragraphs.map { $0.attributes.blocks.first { $0.textBox != nil } }
    #expect(boxes[0] != nil && boxes[0]?.id == boxes[2]?.id && boxes[3]?.id != boxes[2]?.id)
    let box = try #require(boxes[0]?.textBox)
    #expect(box.placement == nil && box.border == nil)
    #expect(box.borders == Sides(left: Border(width: 3, color: Color(0xFF0000))))
    #expect(box.margin == Sides(top: 7.5, bottom: 7.5))
    #expect(box.padding == Sides(top: 6, right: 9, bottom: 6, left: 9))
    // A block of text alone is a paragraph with borders.
    #expect(boxes[4] == nil && !paragraphs[4].attributes.borders.isEmpty)
    #expect(!result.report.notes.contains { $0.detail == "border" })
  }

  @Test func `Two paragraphs with equal borders are in two boxes`() throws {
    let page = String(repeating: "<p style='border:1px solid red'>a</p>", count: 3)
    let sets = try read(page).document.string.paragraphs.map(\.attributes)
    #expect(sets.map { $0.blocks.first?.textBox?.border != nil } == [false, true, false])
    #expect(sets.map { !$0.borders.isEmpty } == [true, false, true])
  }

  @Test func `Pages of the suite keep floats and boxes`() throws {
    var float = Block.TextBox()
    float.placement = Placement(
      across: .init(edge: .end), distance: Sides(top: 1.5, left: 12), belongsToNext: true)
    (float.width, float.fill, float.border) = (150.25, Color(0xABCDEF), Border(width: 1))
    var frame = Block.TextBox()
    (frame.borders, frame.padding) = (
      Sides(left: Border(.dashed, width: 2)), Sides(top: 3, left: 9)
    )
    frame.margin = Sides(top: 4, left: 20)
    var builder = IAStringBuilder()
    for (index, blocks) in [
      [Block(id: 1, .textBox(float))], [], [Block(id: 2, .textBox(frame))],
      [Block(id: 2, .textBox(frame)), Block(id: 3, .blockQuote)],
      [Block(id: 4, .textBox())],
    ].enumerated() {
      builder.append("paragraph \(index)")
      builder.endParagraph(ParagraphAttributes(blocks: blocks))
    }
    let document = IADocument(builder.finish())
    let page = try Page(document)
    #expect(page.losses.isEmpty)
    let read = try HTMLReader().read(BytesSource(Array(page.html.utf8))).document.string
    #expect(
      read.paragraphs.map { $0.attributes.blocks.first?.textBox }
        == document.string.paragraphs.map { $0.attributes.blocks.first?.textBox })
  }
}
