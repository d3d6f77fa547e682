import IAFormats
import IAText
import Testing

@testable import IAHTML

/// Drawings in pages: `svg` elements and SVG files.
struct DrawingTests {
  private func pictures(_ html: String) throws -> (
    attachments: [IAText.Attachment], files: [String], report: ConversionReport
  ) {
    let result = try ReaderTests.read(html)
    let attachments = result.document.string.attachments.map(\.attachment)
    let files = attachments.map { attachment in
      guard case .blob(let digest) = attachment.content else { return "" }
      return String(decoding: result.document.attachments[digest] ?? [], as: UTF8.self)
    }
    return (attachments, files, result.report)
  }

  @Test func `A drawing is a picture with the colour and the size of the text around`() throws {
    let found = try pictures(
      """
      <p style="color:#102030">a <svg viewBox="0 0 24 12" width=24 height=12 aria-label="Arrow"
      ><path d="M0 0L24 12" stroke=currentColor /></svg> b</p>
      <p><svg viewBox="0 0 4 4" style="width:40px"><title>Dot &amp; dash</title><circle r=2 /></svg>
      """)
    #expect(found.attachments.map(\.altText) == ["Arrow", "Dot & dash"])
    #expect(found.attachments.map(\.displayWidth) == [18, 30])
    #expect(found.attachments.map(\.displayHeight) == [9, 30])
    #expect(found.attachments.map(\.mediaType) == ["image/svg+xml", "image/svg+xml"])
    try #require(found.files.count == 2)
    #expect(found.files[0].contains("color=\"#102030\""))
    #expect(found.files[0].contains("<path d=\"M0 0L24 12\" stroke=\"currentColor\"></path>"))
    #expect(found.report.notes.isEmpty)
  }

  @Test func `A drawing has the symbols of other drawings, which are not displayed`() throws {
    let found = try pictures(
      """
      <svg style="display:none"><symbol id=a viewBox="0 0 1 1"><path fill="url(#g)" d="M0 0h1v1z"/>
      </symbol><linearGradient id=g><stop stop-color=red /></linearGradient></svg>
      <p>x<svg width=8 height=8><use href="#a"/></svg>
      """)
    try #require(found.attachments.count == 1)
    #expect(found.files[0].contains("<defs>"))
    #expect(found.files[0].contains("<symbol id=\"a\""))
    #expect(found.files[0].contains("<linearGradient id=\"g\""))
  }

  @Test func `Active content of a drawing is omitted and reported`() throws {
    let found = try pictures(
      """
      <p>a<svg width=8 height=8 onload="run()"><script>run()</script><rect width=8 height=8
      onclick="run()"/><a href="javascript:run()"><rect width=2 height=2 /></a>
      <set attributeName=x /><foreignObject><p>run()</foreignObject></svg>b
      """)
    try #require(found.attachments.count == 1)
    #expect(!found.files[0].contains("run"))
    let notes = found.report.notes.map { "\($0.kind.feature) \($0.detail)" }
    #expect(notes.contains("active-content script") && notes.contains("active-content set"))
    #expect(notes.contains { $0.hasPrefix("event-handler") })
  }

  @Test(arguments: [
    "<animate attributeName=fill to=red />", "<animateColor attributeName=fill to=red />",
    "<animateMotion path=M0,0 />", "<discard />", "<handler>run()</handler>",
    "<iframe src=run.html></iframe>", "<object data=run.svg></object>", "<audio src=run />",
    "<video src=run><rect width=1 height=1 /></video>",
  ]) func `An active element of a drawing is omitted with its content`(element: String) throws {
    let found = try pictures(
      "<p>a<svg width=8 height=8><rect width=8 height=8 />\(element)</svg>b")
    let name = String(element.dropFirst().prefix { $0.isLetter })
    try #require(found.attachments.count == 1)
    #expect(!found.files[0].contains("<\(name)") && !found.files[0].contains("run"))
    #expect(found.files[0].contains("<rect width=\"8\""))
    #expect(
      found.report.notes.contains { $0.kind.feature == .activeContent && $0.detail == name })
  }

  @Test(arguments: [
    "data:image/svg+xml;base64,PHN2ZyB3aWR0aD0nNCcgaGVpZ2h0PScyJy8+",
    "data:image/svg+xml,%3Csvg width='4' height='2'/%3E",
    "data:image/svg+xml;utf8,<svg width='4' height='2'/>",
  ])
  func dataAddresses(address: String) throws {
    let found = try pictures("<img src=\"\(address)\">")
    #expect(found.attachments.map(\.mediaType) == ["image/svg+xml"])
    #expect(found.attachments.map(\.pixelWidth) == [4])
  }

  @Test func `A picture of SVG without active content stays in the page`() throws {
    let svg = "<svg xmlns='http://www.w3.org/2000/svg' width='4' height='2'><rect width='4'/></svg>"
    var document = IADocument(IAString("a"))
    var picture = document.attachment(holding: Array(svg.utf8), as: .image)
    picture.mediaType = "image/svg+xml"
    document.string.append(picture)
    let page = try Page(document)
    #expect(page.body.contains("src=\"data:image/svg+xml;base64,"))
  }

  /// A picture of 40 by 20 pixels.
  private static let wide =
    "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='40' height='20'%3E%3Crect"
    + " width='9' height='9'/%3E%3C/svg%3E"

  @Test(
    arguments: [
      ("", nil, nil), ("height:2em", nil, 24), ("width:50%", 240, nil), ("width:20px", 15, nil),
      ("max-width:20px", 15, 7.5), ("max-width:100px", nil, nil), ("max-width:100%", nil, nil),
      ("max-height:4pt", 8, 4), ("width:80px;max-height:15pt", 30, 15),
      ("width:80px;height:90px;max-height:15pt", 60, 15), ("height:1rem;width:auto", nil, 12),
    ] as [(String, Double?, Double?)])
  func `The size of a picture is that of style sheets`(
    css: String, width: Double?, height: Double?
  ) throws {
    let found = try pictures("<style>img{\(css)}</style><p>a <img src=\"\(Self.wide)\">")
    #expect(found.attachments.map(\.displayWidth) == [width])
    #expect(found.attachments.map(\.displayHeight) == [height])
    #expect(found.report.notes.isEmpty)
  }

  @Test func `Style sheets replace the sizes of attributes`() throws {
    let found = try pictures(
      """
      <style>img{max-width:100%;height:auto} p img{width:10pt} td img{width:100%} svg{height:2em}</style>
      <img src="\(Self.wide)" width=80 height=80><p><img src="\(Self.wide)" width=80 height=80>
      <table><tr><td><img src="\(Self.wide)"></table><svg viewBox="0 0 4 2"><circle r=2 /></svg>
      """)
    #expect(found.attachments.map(\.displayWidth) == [60, 10, nil, 48])
    #expect(found.attachments.map(\.displayHeight) == [nil, nil, nil, 24])
    let other = try pictures("<p style='max-width:9px;height:9px'>a")
    #expect(other.report.notes.map(\.detail) == ["max-width", "height"])
  }

  @Test func `Drawings have the properties of SVG that style sheets of the page state`() throws {
    let found = try pictures(
      """
      <style>.icon{fill:currentColor;color:#123456} svg .a{fill:RED;stroke:rgb(1 2 3 / 50%)}
      #b{stroke-dasharray:1px 2px;stroke-width:2 !important} .c{display:none;fill:"x"}
      p{fill:red;color:blue}</style>
      <p><svg viewBox="0 0 9 9" class=icon><path class="a d" fill="#fff" d="M0 0H9V9"/>
      <circle id=b r=3 stroke-width=1 /><rect class=c width=4 height=4 /></svg>
      """)
    let file = try #require(found.files.first)
    #expect(file.contains("<svg color=\"#123456\" fill=\"currentColor\" viewBox"), "\(file)")
    #expect(file.contains("<path stroke=\"rgb(1.0 2.0 3.0 / 50.0%)\""), "\(file)")
    #expect(file.contains(" fill=\"RED\" class=\"a d\" d="), "\(file)")
    #expect(file.contains("stroke-width=\"2.0\" stroke-dasharray=\"1.0px 2.0px\""), "\(file)")
    #expect(!file.contains("#fff") && file.contains("<rect display=\"none\""))
    #expect(found.report.notes.map(\.detail) == ["fill"])
  }
}
