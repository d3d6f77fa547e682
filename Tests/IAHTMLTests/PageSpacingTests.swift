import IAFiles
import IAFormats
import IAText
import Testing

@testable import IAHTML

/// The spacing between the paragraphs of pages; the expected values are those of Chromium.
struct PageSpacingTests {
  private func spacing(_ body: String, css: String = "", type: String = "<!doctype html>")
    throws -> PageSpacing
  {
    let page = "\(type)<style>\(css)</style><body>\(body)"
    let result = try HTMLReader().read(BytesSource(Array(page.utf8)))
    return try #require(result.document.printedPlacement.pageSpacing)
  }

  private func above(_ body: String, css: String = "") throws -> [Double] {
    try spacing(body, css: css).paragraphs.map { ($0.above * 100).rounded() / 100 }
  }

  @Test(arguments: [
    ("<p>a</p><p>b</p>", [12, 12]),
    ("<div>a</div><div>b</div>", [0, 0]),
    ("<h1>a</h1><p>b</p><h2>c</h2><div>d</div>", [16.08, 16.08, 14.94, 14.94]),
    ("<h3>a</h3><h4>b</h4><h5>c</h5><h6>d</h6>e", [14.04, 15.96, 16.63, 18.73, 18.73]),
    ("<p>a</p><ul><li>b<li>c<ul><li>d</ul></ul><p>e", [12, 12, 0, 0, 12]),
    ("<ul><li><p>a</p><p>b</p><li>c</ul>", [12, 12, 12]),
    ("<p>a</p><blockquote><p>b</p></blockquote>c", [12, 12, 12]),
    ("<dl><dt>a<dd>b<dt>c</dl>d", [12, 0, 0, 12]),
    ("a<pre>b\nc</pre>d", [0, 9.75, 0, 9.75]),
    ("a<pre style='font-size:12pt'>b</pre>d", [0, 12, 12]),
    ("a<hr>b", [0, 6, 6]),
    ("<p style='margin-bottom:30px'>a</p><p style='margin-top:1em'>b</p>", [12, 22.5]),
    ("<p style='margin:0'>a</p><p style='margin:0'>b</p>", [0, 0]),
    ("<div style='margin:20px 0'><p>a</p></div><p style='margin:0'>b", [15, 15]),
    ("<div style='padding:20px 0'><p>a</p></div><p>b", [27, 39]),
    ("<p>a</p><div style='display:none'><p style='margin:99px'>b</p></div><p>c", [12, 12]),
    ("<p>a</p><div></div><div><p></p></div><p>c", [12, 12]),
  ]) func `The largest margin counts`(_ body: String, _ spaces: [Double]) throws {
    #expect(try above(body) == spaces)
  }

  @Test(arguments: [
    ("<figure>a<figcaption>b</figcaption></figure>c", "", [30.0, 30, 0], [30.0, 30, 0]),
    ("<figure><figure>a</figure></figure>", "", [60], [60]),
    ("<figure>a</figure>", "figure{margin:1em auto}", [0], [0]),
    ("<figure>a</figure>", "figure{margin-left:5px}", [0], [30]),
  ]) func `Figures are indented unless they state margins`(
    _ body: String, _ css: String, _ starts: [Double], _ ends: [Double]
  ) throws {
    let found = try spacing(body, css: css).paragraphs
    #expect(found.map(\.indents.start) == starts)
    #expect(found.map(\.indents.end) == ends)
  }

  @Test(arguments: [
    ("ab <code>cd</code> ef", "", [3..<5]),
    ("<pre>ab\ncd</pre>ef", "", [0..<5]),
    ("ab <code>cd</code>", "body{font-size:16px}", []),
    ("ab <code>cd</code>", "body{font-size:110%}", [3..<5]),
    ("ab <code>cd</code>", "code{font-family:Consolas,monospace}", []),
    ("ab <code>cd</code>", "code{font-size:.9rem}", [3..<5]),
  ]) func `Code of no stated size and family is smaller`(
    _ body: String, _ css: String, _ ranges: [Range<Int>]
  ) throws { #expect(try spacing(body, css: css).smallCode == ranges) }

  @Test(arguments: [
    ("", "serif"), ("body{font-family:sans-serif}", "sans-serif"),
    ("html{font-family:system-ui}", "system-ui"), ("body{font-family:Georgia,serif}", "serif"),
  ]) func `The generic family of a page is known`(_ css: String, _ family: String) throws {
    #expect(try spacing("<p>a", css: css).genericFamily == family)
  }

  @Test func `Cells without content have no height`() throws {
    let found = try spacing("<table><tr><td>a<td><td>&nbsp;<td><br></table>b")
    #expect(found.paragraphs.map(\.isEmptyCell) == [false, true, false, false, false])
  }

  @Test func `Boxes have the margins inside only if something closes them`() throws {
    let body = "<p>a</p><div class=b><p>b</p></div><p>c"
    let closed = try spacing(body, css: ".b{border:1px solid;margin:20px 0}")
    #expect(closed.paragraphs.map(\.above) == [12, 0, 15])
    let box = try #require(closed.boxes.values.first)
    #expect(box.above == 15 && box.first == 12 && box.last == 12)
    let open = try spacing(body, css: ".b{border-left:1px solid;margin:4px 0}")
    let bar = try #require(open.boxes.values.first)
    #expect(bar.above == 12 && bar.first == 0 && bar.last == 0)
    #expect(open.paragraphs.map(\.above) == [12, 0, 12])
    // Without text there is no box.
    let empty = try spacing("<p>a</p><div class=b><p></p></div>c", css: ".b{padding:4px}")
    #expect(empty.boxes.isEmpty && empty.paragraphs.count == 2)
  }

  @Test func `Floats do not change the spaces around them`() throws {
    let found = try spacing(
      "<p>a</p><div style='float:left;width:90px'><p>b</p></div><p>c")
    #expect(found.paragraphs.map(\.above) == [12, 0, 12])
    let box = try #require(found.boxes.values.first)
    #expect(box.first == 12 && box.last == 12)
  }

  @Test func `Margins do not leave cells`() throws {
    let table = "<p>a</p><table><caption>b</caption><tr><td><p>c</p><td>d</table><p>e"
    let found = try spacing(table)
    #expect(found.paragraphs.map(\.above) == [12, 12, 12, 0, 12])
    #expect(found.paragraphs.map(\.below) == [0, 0, 12, 0, 0])
    let quirky = try spacing(table, type: "")
    #expect(quirky.paragraphs.map(\.above) == [12, 12, 0, 0, 12])
    #expect(quirky.paragraphs.map(\.below) == [0, 0, 0, 0, 0])
    let second = try spacing("<table><tr><td>a</table><table style='margin:9pt'><tr><td>b</table>c")
    #expect(second.tables.values.sorted() == [0, 9])
    #expect(second.paragraphs.map(\.above) == [0, 0, 9])
  }

  @Test func `The space between paragraphs is in the background around both`() throws {
    let found = try spacing(
      "<p>a</p><div class=k><p>b</p><p>c</p><ul><li>d</ul></div><p class=k>e</p><p class=k>f",
      css: ".k{background:#def}")
    #expect(found.paragraphs.map(\.padding.top) == [nil, nil, 12, 12, nil, nil])
    #expect(found.paragraphs.map(\.padding.left) == [nil, nil, nil, 30, nil, nil])
    #expect(found.paragraphs.map(\.above) == [12, 12, 0, 0, 12, 12])
    let padded = try spacing(
      "<p>a</p><pre>b\nc</pre><p>d", css: "pre{background:#eee;padding:8px 12px}")
    #expect(padded.paragraphs.map(\.padding.top) == [nil, 6, nil, nil])
    #expect(padded.paragraphs.map(\.padding.bottom) == [nil, nil, 6, nil])
    #expect(padded.paragraphs.map(\.padding.left) == [nil, 9, 9, nil])
    #expect(padded.paragraphs.map(\.above) == [12, 12, 0, 12])
  }

  @Test func `Lists and quotes have the indents that they state`() throws {
    func indents(_ body: String, css: String = "") throws -> [PageSpacing.Indents] {
      try spacing(body, css: css).indents.sorted { $0.key < $1.key }.map(\.value)
    }
    #expect(try indents("<ul><li>a</ul><blockquote>b</blockquote><dl><dd>c</dl>").isEmpty)
    #expect(try indents("<blockquote style='margin:0'>a") == [.init(start: 0, end: 0)])
    #expect(
      try indents("<ul style='margin:0;padding:0'><li style='margin-left:8px'>a")
        == [.init(start: 0, end: 0), .init(start: 6, end: 0)])
    #expect(try indents("<ol style='margin-left:20px'><li>a") == [.init(start: 45, end: 0)])
    #expect(try indents("<dl><dd style='margin:0'>a</dl>") == [.init(start: 0, end: 0)])
    // A box has the margins of its list, and the padding beyond the default one.
    #expect(
      try indents("<ul><li>a</ul>", css: "ul{border:1px solid;padding:8px;margin-left:40px}")
        == [.init(start: 6, end: 0)])
  }

  @Test func `Links without an underline are known`() throws {
    let page =
      "<!doctype html><style>a{text-decoration:none}</style><p>a <a href=#b>b<b>c</b></a> <a href=#d style='text-decoration:underline'>d</a>"
    let result = try HTMLReader().read(BytesSource(Array(page.utf8)))
    let text = result.document.string
    let plain = result.document.printedPlacement.plainLinks.map {
      String(decoding: text.units(in: $0), as: UTF16.self)
    }
    #expect(plain.map { $0.filter { $0 != " " } } == ["bc"])
  }

  @Test func `Pages of this suite have no spaces of browsers`() throws {
    let own = "<!doctype html><meta name=generator content=intensity-suite><body><p>a</p>"
    let result = try HTMLReader().read(BytesSource(Array(own.utf8)))
    #expect(result.document.printedPlacement.pageSpacing == nil)
  }
}
