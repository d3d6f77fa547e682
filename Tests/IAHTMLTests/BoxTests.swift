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
    "<div style='float:left;width:600px'>b</div>",
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

  @Test func `A float without a width is a box without a width`() throws {
    for element in [
      "<div style='float:left'>b</div>", "<table align=left><tr><td>b</table>",
    ] {
      let result = try read("<p>a</p>\(element)<p>c")
      let block = result.document.string.paragraphs[1].attributes.blocks.first
      let box = try #require(block?.textBox)
      #expect(box.placement?.across == .init(edge: .start) && box.width == nil)
    }
  }

  private func clearings(_ body: String, css: String = "") throws -> [Int: PrintedPlacement
    .Clearing]
  {
    try read(body, css: "i,div.l{float:left}div.r{float:right}" + css)
      .document.printedPlacement.clearings
  }

  @Test func `Blocks and floats can be below floats`() throws {
    #expect(try clearings("<p>a<p style='clear:both'>b") == [:])
    #expect(
      try clearings("<div class=l>a</div><p>b<h2 style='clear:left'>c</h2><p>d")
        == [4: .init([.start])])
    #expect(
      try clearings("<div class=r>a</div><div class=r style='clear:right'>b</div><p>c")
        == [2: .init([.end])])
    // An empty element and a line break clear what follows.
    for element in ["<div style='clear:both'></div>", "<div><br clear=all></div>"] {
      let found = try clearings("<div class=l>a</div><p>b</p>\(element)<p>c")
      #expect(found == [4: .init([.start, .end])])
    }
    // Floats between a cleared block and its text do not end the clearing.
    #expect(
      try clearings(
        "<div class=l>a</div><p>b</p><div style='clear:both'></div><div class=l>c</div><p>d")
        == [6: .init([.start, .end])])
    // Text of cells is not beside floats.
    #expect(
      try clearings("<div class=l>a</div><table><tr><td><p style='clear:left'>b</table>") == [:])
  }

  @Test func `Elements with a flow of their own end below the floats in them`() throws {
    let page = "<div class=l>a</div><div class=x><p>b</p><div class=r>c</div><p>d</p></div><p>e"
    #expect(try clearings(page) == [:])
    #expect(
      try clearings(page, css: ".x{overflow:hidden}") == [8: .init([.start, .end], from: 2)])
    #expect(
      try clearings(page, css: ".x{display:flow-root}") == [8: .init([.start, .end], from: 2)])
    #expect(
      try clearings(page, css: ".x:after{content:'';display:table;clear:both}")
        == [8: .init([.start, .end])])
    #expect(
      try clearings("<div class=x><p>b</div><p>e", css: ".x::after{clear:both}") == [:])
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

  @Test func `A float in a line is beside its text`() throws {
    let result = try read("<ul><li><span style='display:block;float:left'>1.</span>a</ul>")
    #expect(result.document.string.text == "1. a\n")
  }

  @Test func `Lines and colours of quotes and items are those of boxes in them`() throws {
    let result = try read(
      "<blockquote><p>a<p>b</blockquote><ul><li>c<li>d</ul>",
      css: """
        blockquote{border-left:4px solid #ccc;padding:4px 8px;color:#555;background:#f9f9f9}
        li{border-bottom:1px dotted red}
        """)
    let blocks = result.document.string.paragraphs.map(\.attributes.blocks)
    let kinds = blocks.map { $0.map { String(describing: $0.kind).prefix { $0 != "(" } } }
    #expect(kinds[0] == ["blockQuote", "textBox"] && kinds[0] == kinds[1])
    #expect(blocks[0] == blocks[1])
    let box = try #require(blocks[0].last?.textBox)
    #expect(box.borders == Sides(left: Border(width: 3, color: Color(0xCCCCCC))))
    #expect(box.padding == Sides(top: 3, right: 6, bottom: 3, left: 6))
    #expect(box.fill == Color(0xF9F9F9))
    #expect(result.document.string.attributes(at: 0).foreground == Color(0x555555))
    #expect(kinds[2].last == "textBox" && blocks[2].last != blocks[3].last)
    #expect(blocks[2].last?.textBox?.borders.bottom?.style == .dotted)
    #expect(result.report.notes.isEmpty)
    var sink = BytesSink()
    _ = try HTMLWriter().write(result.document, to: &sink, options: WriteOptions())
    let text = String(decoding: sink.bytes, as: UTF8.self)
    #expect(text.contains("<blockquote style=\"border:0\">\n<div class=\"ia-frame\" style=\""))
    let again = try HTMLReader().read(BytesSource(sink.bytes)).document
    #expect(again.string.paragraphs.map { $0.attributes.blocks.count } == blocks.map(\.count))
    #expect(again.string.paragraphs[0].attributes.blocks.last?.textBox?.borders == box.borders)
  }

  @Test(arguments: [
    ("blockquote{color:red}", 1), ("blockquote{background:#eee}", 1),
    ("blockquote{border:0 solid}", 1), ("blockquote{padding:1em}", 1),
  ])
  func `Quotes without lines have no box`(css: String, count: Int) throws {
    let string = try read("<div><blockquote>a</blockquote></div>", css: css).document.string
    #expect(string.paragraphAttributes(at: 0).blocks.count == count)
  }
}
