import IABytes
import IAFonts
import IALayout
import IATestSupport
import IAText
import Testing

@testable import IARender

@Suite struct BitmapTests {
  @Test func `Equal documents give equal files`() throws {
    let document = try Drawings.beginning(of: "chat-stickers", paragraphs: 8)
    func files() throws -> [[UInt8]] {
      let renderer = try Drawings.renderer()
      let page = try Drawings.page(document, scheme: .hue(), renderer)
      return [
        try renderer.png(page, scale: 2), Array(renderer.svg(page).utf8),
        try renderer.pdf([page]),
        try renderer.animatedPNG(
          page, scale: 0.5, animation: RenderScheme.hue().animation, framesPerSecond: 4),
      ]
    }
    #expect(try files() == files())
  }

  @Test func `A page over the budget is refused before it is drawn`() throws {
    let renderer = try Drawings.renderer()
    let page = try Drawings.page(IADocument(IAString("a")), renderer)
    #expect(throws: RenderError.self) { try renderer.png(page, scale: 1000) }
    #expect(throws: RenderError.self) { try renderer.png(page, scale: .infinity) }
    let long = IADocument(IAString(String(repeating: "a\n", count: 2000)))
    let high = try Drawings.page(long, renderer)
    do throws(RenderError) {
      _ = try renderer.png(high, scale: 1)
      Issue.record("more than \(PixelSize.maximumSide) pixels high")
    } catch {
      #expect(error.code == .pixels)
    }
  }

  @Test func `A page without space is refused`() throws {
    let renderer = try Drawings.renderer()
    let source = Drawings.source(IADocument(IAString("a")))
    #expect(throws: RenderError.self) {
      try renderer.page(of: source, width: 30, margins: Drawings.margins)
    }
    #expect(throws: RenderError.self) {
      try renderer.pages(
        of: source, size: Size(width: 300, height: 30), margins: Drawings.margins)
    }
  }

  @Test func `Bitmaps are what files hold`() throws {
    let renderer = try Drawings.renderer(.dark)
    let page = try Drawings.page(try Corpus.document("emoji"), renderer)
    let bitmap = try renderer.bitmap(page, scale: 1)
    #expect(try Picture.decode(try renderer.png(page, scale: 1)).bitmap == bitmap)
    #expect(bitmap[0, 0] == 0xFF17_181A)
  }

  @Test func `The layers put together are the page`() throws {
    let renderer = try Drawings.renderer()
    let document = try Drawings.beginning(of: "attachments", paragraphs: 6)
    let page = try Drawings.page(document, renderer)
    let layers = try PageLayers(page, scale: 1, animation: nil, renderer)
    let target = try ImageSurface(layers.size, isOpaque: true, maximumPixels: 1 << 24)
    try layers.composite(onto: target)
    let whole = try renderer.bitmap(page, scale: 1)
    #expect(PictureComparison(target.bitmap, whole).isAlike)
  }

  @Test func `The caret is at its place of the layout, above all else`() throws {
    let renderer = try Drawings.renderer()
    let text = "abc \u{05D0}\u{05D1}\u{05D2} def"
    var source = Drawings.source(IADocument(IAString(text)))
    for caret in 0...text.utf16.count + 2 {
      source.marks.caret = caret
      source.marks.selection = 0..<text.utf16.count
      let content = renderer.laidOut(source, width: 276)
      let wanted = try #require(content.manager.caretRect(at: min(caret, text.utf16.count)))
      let page = try renderer.page(of: source, width: 300, margins: Drawings.margins)
      let drawn = try renderer.bitmap(page, scale: 4)
      source.marks.caret = nil
      let bare = try renderer.bitmap(
        try renderer.page(of: source, width: 300, margins: Drawings.margins), scale: 4)
      let columns = (0..<drawn.size.width).filter { x in
        (0..<drawn.size.height).contains { drawn[x, $0] != bare[x, $0] }
      }
      let (left, right) = ((wanted.x + 12) * 4, (wanted.maxX + 12) * 4)
      #expect(abs(Double(columns.first ?? 0) - left) <= 1, "caret \(caret)")
      #expect(abs(Double((columns.last ?? 0) + 1) - right) <= 1, "caret \(caret)")
    }
  }

  @Test func `Emoji are as faint as the text around them`() throws {
    let renderer = try Drawings.renderer()
    func ink(_ alpha: UInt8) throws -> Double {
      var string = IAString("\u{1F408}")
      string.set(\.foreground, to: Color(red: 0, green: 0, blue: 0, alpha: alpha), in: 0..<2)
      let source = Renderer.Source(IADocument(string), looks: Looks())
      let page = try renderer.page(of: source, width: 60, margins: Drawings.margins)
      return try renderer.bitmap(page, scale: 2).pixels
        .reduce(0) { $0 + 255 - Double($1 & 0xFF) }
    }
    let (full, half) = (try ink(255), try ink(128))
    #expect(full > 0 && abs(half / full - 0.5) < 0.03)
  }

  @Test func `Marks change their own lines and nothing else`() throws {
    let renderer = try Drawings.renderer()
    var source = Drawings.source(IADocument(IAString("one\ntwo\nthree")))
    func drawn() throws -> (Bitmap, [Rectangle]) {
      let page = try renderer.page(of: source, width: 300, margins: Drawings.margins)
      let lines = renderer.laidOut(source, width: 276).manager.lineFragments().map(\.rect)
      return (try renderer.bitmap(page, scale: 1), lines)
    }
    let (bare, lines) = try drawn()
    for kind in Marks.Kind.allCases {
      source.marks.stretches = [.init(4..<7, kind)]
      let (marked, _) = try drawn()
      let rows = (0..<bare.size.height).filter { y in
        (0..<bare.size.width).contains { marked[$0, y] != bare[$0, y] }
      }
      #expect(!rows.isEmpty, "\(kind)")
      #expect(Double(rows.first ?? 0) >= 12 + lines[1].y - 1, "\(kind)")
      #expect(Double(rows.last ?? 0) <= 12 + lines[1].maxY + 1, "\(kind)")
    }
  }

  @Test func `Letters of a damaged font are left out, the others drawn`() throws {
    let renderer = try Drawings.renderer()
    #expect(FontFile.open(path: "/dev/null", index: 0) == nil)
    #expect(FontFile.open(path: "/nowhere/font.ttf", index: 0) == nil)
    let regular = renderer.fonts.match(.init())
    let face = try #require(renderer.faces.face(regular, size: 20, scale: 1))
    #expect(face.canDraw(1))
    #expect(renderer.faces.wideGlyph(regular) != nil)
  }

  @Test func `Sizes and places are written for people`() {
    #expect(
      [0, 1, 999, 1000, 1999, 10_500, 999_999, 1_000_000, 5_432_100_000].map(
        AttachmentPainter.size)
        == [
          "0 bytes", "1 byte", "999 bytes", "1.0 kB", "1.9 kB", "10 kB", "999 kB", "1.0 MB",
          "5.4 GB",
        ])
    #expect(
      MapTile.coordinates(.init(latitude: -33.85678, longitude: 151.2153))
        == "33.8568° S, 151.2153° E")
    #expect(MapTile.step(degrees: 0.003) == 0.005)
  }
}
