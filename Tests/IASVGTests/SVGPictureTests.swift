import IASVG
import IAText
import Testing

struct SVGPictureTests {
  private static let start = "<svg xmlns=\"http://www.w3.org/2000/svg\""

  private func picture(_ content: String, _ attributes: String = "width='10' height='10'") throws
    -> SVGPicture
  {
    try #require(SVGPicture(Array("\(Self.start) \(attributes)>\(content)</svg>".utf8)))
  }

  private func fills(_ picture: SVGPicture) -> [SVGPicture.Paint] {
    picture.operations.compactMap { if case .fill(_, let paint) = $0 { paint } else { nil } }
  }

  private func colors(_ picture: SVGPicture) -> [String] {
    fills(picture).map { if case .color(let color) = $0 { color.hex } else { "gradient" } }
  }

  // MARK: Files

  @Test func `Files have declarations, document types, entities, CDATA and prefixes`() throws {
    let file = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!-- <svg> -->
      <!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://e.example/" [
        <!ENTITY ns "http://www.w3.org/2000/svg"> <!ENTITY red "fill:#FF0000">
        <!ATTLIST svg x CDATA ">"> ]>
      <s:svg xmlns:s="&ns;" xmlns:x="urn:x" width="20" height="10">
        <s:style><![CDATA[ .b { fill: #0000FF } ]]></s:style>
        <x:rect width="5" height="5"/>
        <s:rect width="5" height="5" style="&red;"/><s:rect class="b" width="5" height="5"/>
      </s:svg>
      """
    let picture = try #require(SVGPicture(Array(file.utf8)))
    #expect(colors(picture) == ["#FF0000", "#0000FF"])
    #expect(picture.width == 20 && picture.height == 10)
  }

  @Test func `Files are UTF-8, UTF-16 or Latin-1`() throws {
    let text = "\(Self.start)><title>é</title><rect width='1' height='1'/></svg>"
    let wide: [UInt8] = [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let latin =
      Array("<?xml version='1.0' encoding='ISO-8859-1'?>".utf8)
      + text.unicodeScalars.map { UInt8($0.value) }
    for file in [Array(text.utf8), wide, latin] {
      #expect(SVGPicture(file)?.title == "é")
    }
  }

  @Test(arguments: [
    "", "<svg", "<svg>", "<svg><g></svg>", "<html><svg/></html>", "text <svg/>", "<svg a=1/>",
    "<svg width='0' height='5'/>", "<svg></svg", "<svg><![CDATA[</svg>",
  ])
  func `Other files are not pictures`(text: String) {
    #expect(SVGPicture(Array(text.utf8)) == nil)
  }

  @Test(
    arguments: [
      ("width='30' height='20'", 30, 20), ("width='1in' height='72pt'", 96, 96),
      ("viewBox='0 0 24 12'", 24, 12), ("viewBox='0 0 24 12' width='48'", 48, 24),
      ("viewBox='0 0 24 12' height='24'", 48, 24), ("", 300, 150),
      ("width='100%' height='100%' viewBox='0 0 8 4'", 8, 4), ("width='2em' height='1em'", 32, 16),
    ] as [(String, Double, Double)])
  func sizes(attributes: String, width: Double, height: Double) throws {
    let picture = try picture("", attributes)
    #expect(picture.width == width && picture.height == height)
  }

  // MARK: Styles

  @Test func `Declarations have priority over rules, and rules over attributes`() throws {
    let picture = try picture(
      """
      <style>rect{fill:#000001} .a{fill:#000002} #i{fill:#000003} g>rect{fill:#000004}
      /* } */ .w{fill:#000005!important} @media print{rect{fill:#FFFFFF}} g .d, q{fill:#000006}
      </style>
      <rect width='1' height='1' fill='#FF0000'/><rect class='a' width='1' height='1'/>
      <rect class='a' id='i' width='1' height='1'/><g><rect width='1' height='1'/></g>
      <rect class='w' width='1' height='1' style='fill:#FF0000'/>
      <g><g><rect class='d' width='1' height='1'/></g></g>
      <rect width='1' height='1' style='fill:#FF0000'/>
      """)
    #expect(
      colors(picture) == [
        "#000001", "#000002", "#000003", "#000004", "#000005", "#000006", "#FF0000",
      ])
  }

  @Test func `Colours are inherited, and currentColor is that of the element`() throws {
    let picture = try picture(
      """
      <g fill='rgb(1, 2, 3)'><rect width='1' height='1'/></g>
      <g color='#0A0B0C' fill='currentColor'><rect width='1' height='1'/></g>
      <rect width='1' height='1' fill='url(#none) #010101'/>
      <rect width='1' height='1' fill='none'/><rect width='1' height='1' display='none'/>
      <g visibility='hidden'><rect width='1' height='1'/>
      <rect width='1' height='1' visibility='visible'/></g>
      """)
    #expect(colors(picture) == ["#010203", "#0A0B0C", "#010101", "#000000"])
  }

  // MARK: Elements

  @Test func `The coordinates are those of the view box`() throws {
    let shown = try picture(
      "<rect x='1' y='1' width='1' height='1'/>", "width='40' height='20' viewBox='0 0 2 2'")
    guard case .fill(let area, _)? = shown.operations.first else {
      Issue.record("there is no area")
      return
    }
    #expect(area.path.bounds == SVGBox(x: 20, y: 10, width: 10, height: 10))
    let stretched = try picture(
      "<rect x='1' y='1' width='1' height='1'/>",
      "width='40' height='20' viewBox='0 0 2 2' preserveAspectRatio='none'")
    guard case .fill(let wide, _)? = stretched.operations.first else {
      Issue.record("there is no area")
      return
    }
    #expect(wide.path.bounds == SVGBox(x: 20, y: 10, width: 20, height: 10))
  }

  @Test func `A symbol is drawn where it is used`() throws {
    let picture = try picture(
      """
      <symbol id='s' viewBox='0 0 1 1'><rect width='1' height='1'/></symbol>
      <defs><rect id='r' width='2' height='2'/></defs>
      <use href='#s' x='4' y='2' width='3' height='3' fill='#FF0000'/>
      <use xlink:href='#r' x='5'/><use href='#nowhere'/><use href='other.svg#r'/>
      """)
    let boxes = picture.operations.compactMap { operation in
      if case .fill(let area, _) = operation { area.path.bounds } else { nil }
    }
    #expect(
      boxes == [
        SVGBox(x: 4, y: 2, width: 3, height: 3), SVGBox(x: 5, y: 0, width: 2, height: 2),
      ])
    #expect(colors(picture) == ["#FF0000", "#000000"])
  }

  @Test func `Gradients take stops and properties from each other`() throws {
    let picture = try picture(
      """
      <linearGradient id='a'><stop offset='0' stop-color='#FF0000'/>
      <stop offset='50%' style='stop-color:#00FF00;stop-opacity:.5'/></linearGradient>
      <linearGradient id='b' href='#a' gradientUnits='userSpaceOnUse' x1='1' x2='9'
        spreadMethod='reflect' gradientTransform='translate(2)'/>
      <radialGradient id='c' href='#a' fx='2'/><linearGradient id='d'/>
      <linearGradient id='e'><stop stop-color='#0000FF'/></linearGradient>
      <rect width='4' height='2' fill='url(#a)'/><rect width='4' height='2' fill='url("#b")'/>
      <rect width='4' height='2' fill='url(#c)'/><rect width='4' height='2' fill='url(#d)'/>
      <rect width='4' height='2' fill='url(#e)'/>
      """)
    let found = fills(picture)
    #expect(found.count == 4)
    guard case .gradient(let first) = found[0], case .gradient(let second) = found[1],
      case .gradient(let third) = found[2], case .color(let fourth) = found[3]
    else {
      Issue.record("the gradients are missing")
      return
    }
    #expect(first.stops.map(\.offset) == [0, 0.5])
    #expect(first.stops.map(\.color.hex) == ["#FF0000", "#00FF0080"])
    #expect(first.matrix == SVGMatrix(4, 0, 0, 2, 0, 0))
    #expect(second.stops.map(\.offset) == [0, 0.5, 1])
    #expect(second.form == .linear(from: SVGPoint(1, 0), to: SVGPoint(9, 0)))
    #expect(second.spread == .reflect && second.matrix == .translation(2, 0))
    guard case .radial(let focus, _, let center, let radius) = third.form else {
      Issue.record("it is not radial")
      return
    }
    // A focus outside the circle is moved to its edge.
    #expect(center == SVGPoint(0.5, 0.5) && radius == 0.5 && abs(focus.x - 1) < 0.01)
    #expect(fourth.hex == "#0000FF")
  }

  @Test func `Groups have an opacity and a clipping path`() throws {
    let picture = try picture(
      """
      <clipPath id='c' clipPathUnits='objectBoundingBox'><rect width='.5' height='1'/></clipPath>
      <g opacity='.5'><rect width='2' height='2'/><rect width='2' height='2'/></g>
      <rect x='2' width='4' height='4' clip-path='url(#c)'/>
      <rect width='2' height='2' opacity='.5' fill='#FF0000'/>
      """)
    guard picture.operations.count == 8, case .begin(0.5, []) = picture.operations[0],
      case .begin(1, let clips) = picture.operations[4]
    else {
      Issue.record("\(picture.operations)")
      return
    }
    #expect(clips.first?.path.bounds == SVGBox(x: 2, y: 0, width: 2, height: 4))
    // A single area needs no group.
    #expect(colors(picture).last == "#FF000080")
  }

  @Test func `Text has lines, pieces and anchors`() throws {
    let picture = try picture(
      """
      <text x='5' y='6' font-size='4' text-anchor='middle' font-family='Ahem, serif'>  a
        <tspan font-weight='bold' dy='1'>b</tspan><tspan x='1' y='9'>c </tspan></text>
      """)
    let texts = picture.operations.compactMap { if case .text(let text) = $0 { text } else { nil } }
    #expect(texts.map { $0.pieces.map(\.text) } == [["a ", "b"], ["c"]])
    #expect(texts[0].place == SVGPoint(5, 6) && texts[1].place == SVGPoint(1, 9))
    #expect(texts[0].pieces[1].dy == 1 && texts[0].pieces[1].attributes.bold)
    #expect(texts[0].pieces[0].attributes.fontSize == 4)
    #expect(texts[0].pieces[0].attributes.fontFamily == "Ahem, serif")
  }

  @Test func `A mask of white shapes is a clipping path`() throws {
    let picture = try picture(
      """
      <path id='p' d='M1 1H3V4H1z'/><mask id='m' fill='white'><use href='#p'/></mask>
      <g mask='url(#m)'><rect width='9' height='9'/></g>
      """)
    guard case .begin(1, let clips) = picture.operations[1] else {
      Issue.record("there is no group")
      return
    }
    #expect(clips.first?.path.bounds == SVGBox(x: 1, y: 1, width: 2, height: 3))
    #expect(picture.omissions.isEmpty)
  }

  @Test func `Markers are at the corners of a line, in its direction and width`() throws {
    let picture = try picture(
      """
      <marker id='m' refX='1' markerWidth='2' markerHeight='2' viewBox='0 0 2 2' orient='auto'>
      <rect width='2' height='1' fill='context-stroke'/></marker>
      <path d='M1 1H7V5' fill='none' stroke='#FF0000' stroke-width='2' marker-end='url(#m)'/>
      <line x1='1' x2='5' stroke='#000' marker-start='url(#m)'/>
      """)
    let boxes = picture.operations.compactMap { operation in
      if case .fill(let area, _) = operation { area.path.bounds } else { nil }
    }
    #expect(boxes.count == 2)
    // Downwards: the rectangle is 2 wide and 4 high, left of the line.
    #expect(abs(boxes[0].x - 5) < 1e-9 && abs(boxes[0].y - 3) < 1e-9)
    #expect(abs(boxes[0].width - 2) < 1e-9 && abs(boxes[0].height - 4) < 1e-9)
    #expect(boxes[1] == SVGBox(x: 0, y: 0, width: 2, height: 1))
    #expect(colors(picture) == ["#FF0000", "#000000"])
  }

  @Test func `Omitted content is named`() throws {
    let picture = try picture(
      """
      <filter id='f'/><mask id='m'><rect width='1' height='1' fill='#888'/></mask><pattern id='p'/>
      <rect width='1' height='1' filter='url(#f)' mask='url(#m)'/>
      <rect width='1' height='1' fill='url(#p)'/><foreignObject/><animate/>
      <text><textPath href='#x'>a</textPath></text><image href='a.png' width='1' height='1'/>
      <switch><foreignObject/><rect width='1' height='1'/></switch>
      """)
    #expect(
      picture.omissions == [
        "filter", "mask", "pattern", "foreignObject", "animate", "textPath", "image",
      ])
    #expect(fills(picture).count == 2)
  }

  // MARK: Limits

  @Test func `Elements that use each other end`() throws {
    var content = "<rect id='u0' width='1' height='1'/>"
    for level in 1...40 {
      content += "<g id='u\(level)'>"
      for _ in 0..<10 { content += "<use href='#u\(level - 1)'/>" }
      content += "</g>"
    }
    let picture = try picture(content + "<g id='x'><use href='#x'/></g>")
    #expect(picture.operations.count <= SVGPicture.maxOperations)
    #expect(picture.omissions.contains("parts beyond a limit") || picture.omissions.contains("use"))
  }

  @Test func `Entities do not grow without limit`() {
    var file = "<!DOCTYPE svg [<!ENTITY a0 'aaaaaaaaaa'>"
    for level in 1...20 {
      file += "<!ENTITY a\(level) '"
      file += String(repeating: "&a\(level - 1);", count: 10) + "'>"
    }
    #expect(SVGPicture(Array((file + "]><svg><text>&a20;</text></svg>").utf8)) == nil)
  }

  @Test func `Elements inside each other are limited`() {
    let deep = String(repeating: "<g>", count: 100_000) + String(repeating: "</g>", count: 100_000)
    #expect(SVGPicture(Array("<svg>\(deep)</svg>".utf8)) == nil)
  }

  @Test func `The area that is painted is limited`() throws {
    let picture = try picture(
      String(repeating: "<rect width='10' height='10'/>", count: 10_000))
    #expect(picture.operations.count <= 2001)
    #expect(picture.omissions == ["parts beyond a limit"])
  }

  @Test func `Dashes that are too many make a whole line`() throws {
    let picture = try picture(
      "<path d='M0 0H1e6' stroke='#000' stroke-dasharray='.001'/>"
        + "<path d='M0 0H9' stroke='#000' stroke-dasharray='1 2 3'/>")
    let dashes = picture.operations.compactMap { operation in
      if case .stroke(_, _, let stroke, _) = operation { stroke.dashes } else { nil }
    }
    #expect(dashes == [[], [1, 2, 3, 1, 2, 3]])
    #expect(picture.omissions == ["stroke-dasharray"])
  }

  // MARK: Pages

  @Test(arguments: [
    "<script>x()</script>", "<g onload='x()'/>", "<foreignObject/>", "<set/>",
    "<image href='https://e.example/a.png'/>", "<use href='a.svg#b'/>",
    "<rect fill='url(https://e.example/)'/>", "<style>@import 'x';</style>",
    "<style>a{fill:url(//e.example)}</style>", "<style>a{fill:u\\72l(x)}</style>",
    "<a href='javascript:x()'/>", "<x:script xmlns:x='http://www.w3.org/1999/xhtml'/>",
    "<image href='data:image/svg+xml;base64,AA'/>",
  ])
  func `A file that is active or loads is not harmless`(content: String) {
    #expect(!SVGPicture.isHarmless(Array("\(Self.start)>\(content)</svg>".utf8)))
  }

  @Test func `A file of shapes, text and links is harmless`() {
    let content = """
      <title>t</title><style>.a{fill:url(#b)}</style><a href='https://e.example/'><rect/></a>
      <image href='data:image/png;base64,AA'/><text font-family='x, y'>onload=x()</text>
      """
    let file = "\(Self.start)>\(content)</svg>\n"
    #expect(SVGPicture.isHarmless(Array(file.utf8)))
    #expect(SVGPicture.isHarmless(Array(("<?xml version='1.0'?>\n" + file).utf8)))
    for other in ["<!DOCTYPE svg>" + file, "<?xml-stylesheet href='x'?>" + file, file + "<b/>"] {
      #expect(!SVGPicture.isHarmless(Array(other.utf8)))
    }
  }
}
