import IALayout
import IATestSupport
import IAText
import Testing

@testable import IARender

/// SVG pictures in drawings.
struct SVGDrawingTests {
  private func document(_ content: String, _ attributes: String = "") -> IADocument {
    var document = IADocument(IAString(""))
    var picture = document.attachment(
      holding: Array(
        "<svg xmlns='http://www.w3.org/2000/svg' width='40' height='40' \(attributes)>\(content)</svg>"
          .utf8), as: .image)
    picture.mediaType = "image/svg+xml"
    (picture.pixelWidth, picture.pixelHeight) = (40, 40)
    (picture.displayWidth, picture.displayHeight) = (40, 40)
    document.string.append(picture)
    return document
  }

  /// Returns the colours at points of the picture, whose left edge is 12 pixels from that of the
  /// page.
  private func colors(_ content: String, _ attributes: String = "", at places: [(Int, Int)]) throws
    -> [String]
  {
    let renderer = try Drawings.renderer()
    let page = try Drawings.page(document(content, attributes), renderer)
    let bitmap = try renderer.bitmap(page, scale: 1)
    // The picture is on the baseline of its line.
    let top = try #require(firstRow(of: bitmap))
    return places.map { x, y in
      let pixel = bitmap.pixels[(top + y) * bitmap.size.width + 12 + x]
      let digits = String(pixel & 0xFF_FFFF, radix: 16, uppercase: true)
      return String(repeating: "0", count: 6 - digits.count) + digits
    }
  }

  /// Returns the first row whose pixel at the left edge of the picture is not white.
  private func firstRow(of bitmap: Bitmap) -> Int? {
    (0..<bitmap.size.height).first {
      bitmap.pixels[$0 * bitmap.size.width + 12] & 0xFF_FFFF != 0xFF_FFFF
    }
  }

  @Test(hasFonts)
  func `Pictures of documents fill their boxes, those of messages are whole`() throws {
    func picture(_ change: (inout Looks) -> Void) throws -> (pixels: Int, corner: Bool) {
      var document = IADocument(IAString(""))
      // Twice as wide as high, in a square.
      var picture = document.attachment(holding: SamplePictures.jpeg, as: .image)
      picture.mediaType = "image/jpeg"
      (picture.pixelWidth, picture.pixelHeight) = (16, 8)
      (picture.displayWidth, picture.displayHeight) = (40, 40)
      document.string.append(picture)
      var looks = Looks()
      change(&looks)
      let renderer = try Drawings.renderer()
      let page = try renderer.page(
        of: Renderer.Source(document, looks: looks), width: 300, margins: Drawings.margins)
      let bitmap = try renderer.bitmap(page, scale: 1)
      func isInked(_ x: Int, _ y: Int) -> Bool {
        bitmap.pixels[y * bitmap.size.width + x] & 0xFF_FFFF != 0xFF_FFFF
      }
      let rows = (0..<bitmap.size.height).filter { isInked(32, $0) }
      return (rows.count, isInked(12, rows.first ?? 0))
    }
    let message = try picture { _ in }
    #expect((19...22).contains(message.pixels) && !message.corner)
    for change: (inout Looks) -> Void in [
      { $0.placesTextAsOffice = true }, { $0.pageSpacing = PageSpacing() },
      { $0.isMarkdown = true },
    ] {
      let page = try picture(change)
      #expect((39...42).contains(page.pixels) && page.corner)
    }
  }

  private static let edge = "<path d='M0 0H2V40H0z' fill='#010203'/>"
  private static let hasFonts: ConditionTrait = .enabled(
    if: Drawings.fonts != nil, "the test fonts are not installed")

  private struct Probe: Sendable, CustomTestStringConvertible {
    var content: String
    var places: [(Int, Int)]
    var expected: [String]
    var testDescription: String { content }

    init(_ content: [String], _ places: [(Int, Int)], _ expected: [String]) {
      self.content = content.joined()
      self.places = places
      self.expected = expected
    }
  }

  private static let probes = [
    // Fills, rules, opacity.
    Probe(
      [
        "<rect x='10' y='10' width='20' height='20' fill='#FF0000'/>"
      ], [(20, 20), (35, 20)], ["FF0000", "FFFFFF"]),
    Probe(
      [
        "<path fill-rule='evenodd' d='M4 4h32v32h-32zM12 12h16v16h-16z'/>"
      ], [(6, 20), (20, 20)], ["000000", "FFFFFF"]),
    Probe(
      [
        "<path d='M4 4h32v32h-32zM12 12h16v16h-16z'/>"
      ], [(20, 20)], ["000000"]),
    Probe(
      [
        "<circle cx='20' cy='20' r='16' fill='blue' fill-opacity='.2'/>"
      ], [(20, 20), (6, 6)], ["CCCCFF", "FFFFFF"]),
    // A group has one opacity as a whole.
    Probe(
      [
        "<g opacity='.2'><rect x='4' width='30' height='40'/>",
        "<rect x='4' width='9' height='40'/></g>",
      ], [(8, 20), (30, 20)], ["CCCCCC", "CCCCCC"]),
    // Lines: width, transform, caps, dashes.
    Probe(
      [
        "<path d='M10 20H30' stroke='#00FF00' stroke-width='8'/>"
      ], [(20, 17), (20, 22), (20, 26), (8, 20)], ["00FF00", "00FF00", "FFFFFF", "FFFFFF"]),
    Probe(
      [
        "<path d='M10 20H30' stroke='#00FF00' stroke-width='8' stroke-linecap='square'/>"
      ], [(7, 20), (32, 20)], ["00FF00", "00FF00"]),
    Probe(
      [
        "<path transform='scale(1 4)' d='M4 5H36' stroke='#000' stroke-width='4'/>"
      ], [(20, 13), (20, 26), (20, 30)], ["000000", "000000", "FFFFFF"]),
    Probe(
      [
        "<path d='M4 20H36' stroke='#000' stroke-width='4' stroke-dasharray='8'",
        " stroke-dashoffset='8'/>",
      ], [(8, 20), (16, 20)], ["FFFFFF", "000000"]),
    // Gradients, also beyond their ends.
    Probe(
      [
        "<linearGradient id='g' x1='.5' x2='.5' y2='1'><stop stop-color='red'/>",
        "<stop offset='0' stop-color='lime'/></linearGradient>",
        "<rect x='4' width='36' height='40' fill='url(#g)'/>",
      ], [(20, 5), (20, 35)], ["00FF00", "00FF00"]),
    Probe(
      [
        "<linearGradient id='g' x2='.25' spreadMethod='repeat'>",
        "<stop offset='.5' stop-color='red'/><stop offset='.5' stop-color='blue'/>",
        "</linearGradient><rect x='4' width='32' height='40' fill='url(#g)'/>",
      ], [(5, 20), (10, 20), (14, 20), (18, 20)], ["FF0000", "0000FF", "FF0000", "0000FF"]),
    Probe(
      [
        "<radialGradient id='g'><stop offset='.5' stop-color='red'/>",
        "<stop offset='.5' stop-color='blue'/></radialGradient>",
        "<rect x='4' y='4' width='32' height='32' fill='url(#g)'/>",
      ], [(20, 20), (20, 8)], ["FF0000", "0000FF"]),
    // Clipping paths, nested coordinates, symbols.
    Probe(
      [
        "<clipPath id='c'><circle cx='20' cy='20' r='8'/></clipPath>",
        "<rect x='4' width='36' height='40' clip-path='url(#c)'/>",
      ], [(20, 20), (20, 8)], ["000000", "FFFFFF"]),
    Probe(
      [
        "<svg x='10' y='10' width='10' height='10' viewBox='0 0 1 1'>",
        "<rect width='9' height='9'/></svg>",
      ], [(15, 15), (25, 15)], ["000000", "FFFFFF"]),
    Probe(
      [
        "<symbol id='s' viewBox='0 0 2 2'><rect width='1' height='2'/></symbol>",
        "<use href='#s' x='10' width='20' height='20' fill='red'/>",
      ], [(15, 10), (25, 10)], ["FF0000", "FFFFFF"]),
  ]

  @Test(hasFonts, arguments: probes)
  private func pixels(probe: Probe) throws {
    #expect(try colors(Self.edge + probe.content, at: probe.places) == probe.expected)
  }

  @Test(hasFonts) func `Text is drawn where its anchor says`() throws {
    let found = try colors(
      Self.edge
        + "<text x='38' y='30' font-size='40' text-anchor='end' font-family='Noto Sans'>I</text>",
      at: [(10, 20), (20, 20)])
    #expect(found == ["FFFFFF", "FFFFFF"])
    let renderer = try Drawings.renderer()
    let page = try Drawings.page(document("<text x='1' y='20'>inside</text>"), renderer)
    #expect(renderer.svg(page).contains(">inside</text>"))
    #expect(renderer.undrawnAttachments.isEmpty)
  }

  @Test(hasFonts) func `Drawings of SVG keep paths, gradients and groups`() throws {
    let renderer = try Drawings.renderer()
    let content = """
      <linearGradient id='g'><stop stop-color='red'/><stop offset='1' stop-opacity='.5'/>
      </linearGradient><clipPath id='c'><path d='M1 1H9V9z'/></clipPath>
      <g opacity='.5' clip-path='url(#c)'><path d='M0 0C1 2 3 4 5 6' fill='url(#g)'/>
      <path d='M0 0H9' stroke='#000' stroke-linejoin='bevel' transform='scale(1 2)'/></g>
      """
    let svg = renderer.svg(try Drawings.page(document(content), renderer))
    for part in [
      "<linearGradient id=\"s1\"", "stop-opacity=\"0.501961\"", "fill=\"url(#s1)\"",
      " opacity=\"0.5\"", "stroke-linejoin=\"bevel\"", "transform=\"matrix(1 0 0 2",
    ] {
      #expect(svg.contains(part), "\(part)")
    }
  }

  @Test(hasFonts) func `Features that are not drawn, and files that cannot be read, are reported`()
    throws
  {
    let renderer = try Drawings.renderer()
    _ = renderer.svg(
      try Drawings.page(
        document("<filter id='f'/><rect width='9' height='9' filter='url(#f)'/>"), renderer))
    #expect(renderer.undrawnAttachments.map(\.reason) == ["drawn without filter"])
    let other = try Drawings.renderer()
    _ = other.svg(try Drawings.page(document("<g>"), other))
    #expect(other.undrawnAttachments.map(\.reason) == ["the SVG cannot be read"])
  }
}
