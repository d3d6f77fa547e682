import IAFonts
import IALayout
import IATestSupport
import IAText
import Testing

@testable import IARender

@Suite struct AtlasTests {
  /// Returns the exact result of blending, as fractions.
  private func blended(_ pixel: UInt32, _ color: Color, _ mask: UInt8) -> [Double] {
    let ink = GlyphBlitter.premultiplied(color)
    let share = Double(mask) / 255
    let alpha = Double(ink >> 24) / 255 * share
    return [24, 16, 8, 0].map { (shift: UInt32) in
      Double(ink >> shift & 0xFF) * share + Double(pixel >> shift & 0xFF) * (1 - alpha)
    }
  }

  @Test func `Letters of the atlas look like Cairo's except for subpixel positions`() throws {
    // At whole pixels, both draw the outlines of FreeType.
    let renderer = try Drawings.renderer()
    let page = try Drawings.page(IADocument(IAString("I")), renderer)
    let size = page.pixelSize(scale: 2)
    let byAtlas = try renderer.bitmap(page, scale: 2)
    let surface = try ImageSurface(size, isOpaque: true, maximumPixels: 1 << 24)
    let context = try CairoContext(surface)
    context.setColor(.white)
    var painter = CairoPainter(
      context, faces: renderer.faces, theme: .light, attachments: renderer.attachments, scale: 2)
    painter.fill(
      .rectangle(Rectangle(x: 0, y: 0, width: 4000, height: 4000), cornerRadius: 0), color: .white)
    page.drawable.draw(on: &painter)
    let comparison = PictureComparison(byAtlas, surface.bitmap)
    #expect(comparison.hasEqualSize && comparison.mean < 0.3, "\(comparison)")
  }

  @Test func `Pixels are blended as exact fractions`() throws {
    let renderer = try Drawings.renderer()
    let regular = renderer.fonts.match(FontRequest())
    let font = try #require(renderer.atlas.font(regular, pixels: 40))
    let glyph = try #require(renderer.faces.wideGlyph(regular))
    let mask = renderer.atlas.mask(glyph, quarter: 1, of: font)
    #expect(mask.width > 0 && mask.width.isMultiple(of: 4))
    var furthest = 0.0
    let colors = [Color.black, Color(red: 200, green: 30, blue: 90, alpha: 128), .white]
    for color in colors {
      for ground in [UInt32(0), 0xFFFF_FFFF, 0xFF20_4060, 0x8010_2030] {
        let size = PixelSize(width: Int(mask.width), height: Int(mask.height))
        let surface = try ImageSurface(
          Bitmap(size: size, pixels: Array(repeating: ground, count: size.pixelCount)))
        let blitter = try #require(GlyphBlitter(renderer.atlas, on: surface))
        blitter.draw([mask.placed(x: 0, y: 0)], GlyphBlitter.premultiplied(color), blitter.bounds)
        let drawn = surface.bitmap
        for (index, pixel) in drawn.pixels.enumerated() {
          let wanted = blended(ground, color, renderer.atlas.masks[Int(mask.offset) + index])
          for (shift, channel) in zip([24, 16, 8, 0] as [UInt32], wanted) {
            furthest = max(furthest, abs(Double(pixel >> shift & 0xFF) - channel))
          }
        }
      }
    }
    #expect(furthest <= 1.5)
  }

  @Test func `An atlas has a maximum size`() throws {
    let fonts = try #require(Drawings.fonts)
    let regular = fonts.match(FontRequest())
    let atlas = GlyphAtlas(fonts, capacity: 1 << 18)
    var most = 0
    for size in 0..<60 {
      let font = try #require(atlas.font(regular, pixels: Double(size) + 32.5))
      for glyph in UInt16(36)..<66 { _ = atlas.mask(glyph, quarter: size & 3, of: font) }
      most = max(most, atlas.masks.count)
    }
    #expect(most > 1 << 18 && most < 1 << 19)
    #expect(atlas.font(regular, pixels: 161) == nil)
  }

  @Test func `Letters are cut at a clip as they would be anywhere`() throws {
    let renderer = try Drawings.renderer()
    let regular = renderer.fonts.match(FontRequest())
    let font = try #require(renderer.atlas.font(regular, pixels: 30))
    let glyph = try #require(renderer.faces.wideGlyph(regular))
    let mask = renderer.atlas.mask(glyph, quarter: 0, of: font)
    let size = PixelSize(width: 60, height: 60)
    func drawn(at place: Int32, clip: GlyphBlitter.Area?) throws -> Bitmap {
      let surface = try ImageSurface(size, maximumPixels: 1 << 20)
      let blitter = try #require(GlyphBlitter(renderer.atlas, on: surface))
      blitter.draw([mask.placed(x: place, y: place)], 0xFF00_0000, clip ?? blitter.bounds)
      return surface.bitmap
    }
    let clip = GlyphBlitter.area(left: 15, top: 12, right: 25, bottom: 30)
    let (whole, part) = (try drawn(at: 10, clip: nil), try drawn(at: 10, clip: clip))
    let wanted = (0..<3600).map { index in
      let (x, y) = (index % 60, index / 60)
      return (15..<25).contains(x) && (12..<30).contains(y) ? whole[x, y] : 0
    }
    #expect(part.pixels == wanted)
    // Beyond each side, nothing is written outside the picture.
    for place in [-100, -12, -1, 50, 59, 60, 1000] as [Int32] {
      _ = try drawn(at: place, clip: nil)
    }
  }
}
