internal import CBlending
internal import IAFonts
internal import IALayout
internal import IAText

/// Draws glyphs of an atlas onto the pixels of a picture.
@safe struct GlyphBlitter {
  private let atlas: GlyphAtlas
  private let surface: ImageSurface
  private let pixels: UnsafeMutableBufferPointer<UInt32>
  private let stride: Int

  /// Creates a blitter for a picture, which is kept alive, or `nil` if its pixels are not
  /// accessible.
  init?(_ atlas: GlyphAtlas, on surface: ImageSurface) {
    guard let (pixels, stride) = unsafe surface.pixels else { return nil }
    self.atlas = atlas
    self.surface = surface
    unsafe self.pixels = pixels
    self.stride = stride
  }

  /// The area that can be written to, in pixels.
  typealias Area = ia_area

  /// Returns the area from the left and top edges up to the right and bottom edges.
  static func area(left: Int32, top: Int32, right: Int32, bottom: Int32) -> Area {
    ia_area(left: left, top: top, right: right, bottom: bottom)
  }

  /// The area of the whole picture.
  var bounds: Area {
    Self.area(
      left: 0, top: 0, right: Int32(surface.size.width), bottom: Int32(surface.size.height))
  }

  /// Draws a run, or returns `false` if Cairo must draw it.
  ///
  /// - Parameters:
  ///   - run: The glyphs.
  ///   - color: Their colour.
  ///   - scale: The number of pixels per point.
  ///   - origin: The origin of the run's coordinates, in pixels.
  ///   - clip: The area that can be written to, within the picture.
  func draw(
    _ run: borrowing GlyphRun, color: Color, scale: Double, origin: Point, clip: Area
  ) -> Bool {
    guard let font = atlas.font(run.font, pixels: run.size * scale) else { return false }
    atlas.place(run, font, scale: scale, origin: origin)
    draw(atlas.placed, Self.premultiplied(color), clip)
    return true
  }

  /// Draws masks of the atlas; the parts outside of the clip are omitted.
  func draw(_ placed: [GlyphAtlas.Placed], _ ink: UInt32, _ clip: Area) {
    guard let target = unsafe pixels.baseAddress else { return }
    unsafe atlas.masks.withUnsafeBufferPointer { masks in
      guard let source = masks.baseAddress else { return }
      unsafe ia_blend_masks(target, stride, clip, source, placed, placed.count, ink)
    }
  }

  static func premultiplied(_ color: Color) -> UInt32 {
    WebPPicture.premultiplied(
      UInt32(color.alpha) << 24 | UInt32(color.red) << 16 | UInt32(color.green) << 8
        | UInt32(color.blue))
  }
}
