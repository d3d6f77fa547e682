import IAFormats
import IATestSupport
import IAText
import Testing

@testable import IAHTML

/// Pictures of shapes, and other SVG without active content.
struct DrawnShapeTests {
  private static let svg =
    "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"10.00pt\" height=\"5.00pt\" "
    + "viewBox=\"0 0 200 100\" fill-rule=\"evenodd\" stroke-linejoin=\"round\" "
    + "stroke-linecap=\"round\">\n<path d=\"M0 0L200 100\" fill=\"none\" "
    + "stroke=\"#FF0000\" stroke-width=\"15\"/>\n</svg>\n"

  private func document(_ svg: String) -> IADocument {
    var document = IADocument(IAString("a"))
    var picture = document.attachment(holding: Array(svg.utf8), as: .image)
    picture.mediaType = "image/svg+xml"
    (picture.displayWidth, picture.displayHeight) = (10, 5)
    (picture.pixelWidth, picture.pixelHeight) = (13, 7)
    picture.placement = Placement(
      across: .init(offset: 30), down: .init(offset: -2), wrap: .front)
    document.string.append(picture)
    document.string.append("\n")
    return document
  }

  @Test func `A picture of shapes is in the page, at its place and without a size in the line`()
    throws
  {
    let page = try Page(document(Self.svg))
    #expect(page.body.contains("src=\"data:image/svg+xml;base64,"))
    #expect(
      page.body.contains(
        "float:left;margin:-2pt -40pt -3pt 30pt;position:relative;z-index:-1"))
  }

  @Test(arguments: [
    ("<path", "<script>alert(1)</script><path"), ("<path d", "<path onload=\"alert(1)\" d"),
    ("</svg>", "<image href=\"https://e.example/\"/></svg>"),
  ])
  func activeSVGIsNotInPages(part: String, other: String) throws {
    let page = try Page(document(Self.svg.replacing(part, with: other)))
    #expect(!page.html.contains("svg+xml"))
  }
}
