import IAFiles
import IAFormats
import IAText
import Testing

@testable import IAHTML

/// Boxes around text in a line, such as the buttons of e-mails.
struct InlineBoxTests {
  private func read(_ body: String, css: String = "") throws -> IADocument {
    let page = "<!doctype html><style>\(css)</style><body>\(body)"
    return try HTMLReader().read(BytesSource(Array(page.utf8))).document
  }

  private func boxes(_ body: String, css: String = "") throws -> [(text: String, box: InlineBox)] {
    let document = try read(body, css: css)
    return document.printedPlacement.inlineBoxes.map {
      (document.string.text(in: $0.range), $0.box)
    }
  }

  @Test func `A button has its colour, padding, line and corners`() throws {
    let css = """
      .b { display: inline-block; background: #0070f3; padding: 12px 24px; border: 1px solid #333;
        border-radius: 6px; margin: 4px 8px; line-height: 20px; width: 120px; text-align: center }
      """
    let found = try boxes("<p>Now <a class=b href='https://a.test/'> Go on </a> here", css: css)
    #expect(found.map(\.text) == ["Go on"])
    let box = try #require(found.first?.box)
    #expect(box.fill == Color(0x0070F3))
    #expect(box.padding == Sides(top: 9, right: 18, bottom: 9, left: 18))
    #expect(box.borders == Sides(all: Border(.solid, width: 0.75, color: Color(0x333333))))
    #expect(box.margin == Sides(top: 3, right: 6, bottom: 3, left: 6))
    #expect(box.cornerRadius == 4.5 && box.isBlock && box.lineHeight == 15 && box.width == 90)
    #expect(box.alignment == .center)
  }

  @Test(arguments: [
    ("<p><span style='padding:0 4px'>a</span>", ["a"]),
    ("<p><span style='border:1px solid'>a</span>", ["a"]),
    ("<p><span style='background:#ddd;border-radius:3px'>a</span> b", ["a"]),
    ("<p><span style='background:#ddd'>a</span>", []),
    ("<p><span style='padding:4px 0'>a</span>", []),
    ("<p><a style='display:inline-block;padding:4px 0'>a</a>", ["a"]),
    ("<p><span style='padding:4px'></span>b", []),
    ("<p>a<span style='padding:4px'><br> </span>b", []),
    ("<span style='padding:4px'>a<p>b</p></span>", []),
    ("<p><a style='padding:4px'>a <span style='padding:2px'>b</span></a>", ["a b"]),
    ("<p><b style='padding:4px'>a</b><b style='padding:4px'>b</b>", ["a", "b"]),
    ("<p><span style='padding:4px;display:none'>a</span>b", []),
  ]) func `Text in a line has a box if it is apart`(_ body: String, _ texts: [String]) throws {
    #expect(try boxes(body).map(\.text) == texts)
  }

  @Test func `A link displayed as a block is a paragraph with its colour`() throws {
    let document = try read(
      "<div><a href='https://a.test/' style='display:block;background:#28a745;padding:10px 20px'>a</a>"
    )
    #expect(document.printedPlacement.inlineBoxes.isEmpty)
    #expect(document.string.paragraphAttributes(at: 0).shading == Color(0x28A745))
    #expect(document.string.attributes(at: 0).background == nil)
    let space = try #require(document.printedPlacement.pageSpacing?.paragraph(at: 0))
    #expect(space.padding == Sides(top: 7.5, right: 15, bottom: 7.5, left: 15))
  }

  @Test func `Pages keep boxes`() throws {
    let document = try read(
      "<p>a <a href='https://a.test/' style='display:inline-block;background:#fc0;padding:4px 8px;"
        + "border-radius:4px'>b</a> c <b style='border:1px solid #333;padding:0 2px'>d</b>")
    var sink = BytesSink()
    _ = try HTMLWriter().write(document, to: &sink, options: WriteOptions())
    let again = try HTMLReader().read(BytesSource(sink.bytes)).document
    #expect(again.string == document.string)
    #expect(again.printedPlacement.inlineBoxes == document.printedPlacement.inlineBoxes)
    #expect(document.printedPlacement.inlineBoxes.count == 2)
  }

  @Test(arguments: [
    ("<div><span style='border:1px solid'>a<p>b</p></span></div>", ["border"]),
    ("<div><span style='padding:2px'>a<p>b</p></span></div>", ["padding"]),
    ("<p><b style='padding:2px'>a<i style='border:1px solid'>b</i></b>", ["border"]),
    ("<p><b style='padding:2px'>a<i style='padding:3px'>b</i></b>", ["padding"]),
    ("<p><span style='display:table;border:1px solid red'>x</span>", ["border"]),
    ("<p>a<span style='border:1px solid'></span>b", ["border"]),
    ("<p>a<span style='border:1px solid'> </span>b", ["border"]),
    ("<p>a<span style='padding:4px'></span>b", []),
    ("<p><span style='padding:4px;border:1px solid'>a</span>b", []),
  ]) func `Boxes that are left out are reported`(_ body: String, _ expected: [String]) throws {
    let page = "<!doctype html><body>\(body)"
    let report = try HTMLReader().read(BytesSource(Array(page.utf8))).report
    let boxes = report.notes.filter { $0.kind.feature == .border || $0.kind.feature == .padding }
    #expect(boxes.map(\.detail) == expected)
    #expect(boxes.allSatisfy { $0.byteOffset ?? 0 > 0 })
  }

  @Test func `Boxes of long text are reported`() throws {
    let text = String(repeating: "a", count: 1001)
    let page = "<!doctype html><p><b style='border:1px solid'>\(text)</b>"
    let result = try HTMLReader().read(BytesSource(Array(page.utf8)))
    #expect(result.document.printedPlacement.inlineBoxes.isEmpty)
    #expect(result.report.notes.map(\.kind.feature) == [.border])
  }

  @Test func `The background of text is not behind the corners of its box`() throws {
    let document = try read(
      "<p>a <b style='background:#fc0;padding:4px;border-radius:4px'>b</b> "
        + "<i style='background:#fc0;padding:4px'>c</i> <a href='https://a.test/' "
        + "style='background:#07f;padding:4px;border-radius:4px'>d </a>e")
    var sink = BytesSink()
    _ = try HTMLWriter().write(document, to: &sink, options: WriteOptions())
    let page = String(decoding: sink.bytes, as: UTF8.self)
    #expect(page.contains("<strong><span style=\"display:inline;background-color:#ffcc00"))
    #expect(page.matches(of: /<mark[^>]*>(<span[^>]*>)?[a-z]/).count == 1)
    let again = try HTMLReader().read(BytesSource(sink.bytes)).document
    #expect(again.string == document.string)
    #expect(again.printedPlacement.inlineBoxes == document.printedPlacement.inlineBoxes)
    #expect(document.printedPlacement.inlineBoxes.count == 3)
  }

  @Test func `What a page does not show of boxes is reported`() throws {
    func notes(_ body: String) throws -> [DocumentFeature] {
      let document = try read(body)
      #expect(document.printedPlacement.inlineBoxes.count == 1)
      var sink = BytesSink()
      return try HTMLWriter().write(document, to: &sink, options: WriteOptions()).notes
        .filter { $0.detail == "box in a line" }.map(\.kind.feature)
    }
    #expect(
      try notes("<p><b style='padding:2px;background:red'><i style='background:blue'>a</i></b>")
        == [.background])
    #expect(try notes("<p><b style='padding:2px'><input value=a></b>") == [.padding])
    #expect(try notes("<p><b style='padding:2px;background:red'>a</b>") == [])
  }

  @Test func `Corners of other elements are reported`() throws {
    func notes(_ body: String) throws -> [String] {
      try HTMLReader().read(BytesSource(Array("<!doctype html><body>\(body)".utf8))).report.notes
        .map(\.detail)
    }
    #expect(try notes("<p style='border-radius:4px'>a").contains("border-radius"))
    let box = "<p><b style='padding:2px;border-radius:4px'>a</b>"
    #expect(try !notes(box).contains("border-radius"))
  }
}
