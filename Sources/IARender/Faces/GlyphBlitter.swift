internal import CBlending
internal import IAFonts
internal import IALayout
internal import IAText

/// Puts letters of an atlas on the pixels of a picture.
@safe struct GlyphBlitter {
  private let atlas: GlyphAtlas
  private let surface: ImageSurface
  private let pixels: UnsafeMutableBufferPointer<UInt32>
  private let stride: Int

  /// What can be written to, in pixels.
  struct Clip {
    var left: Int
    var top: Int
    var right: Int
    var bottom: Int
  }

  /// Draws on a picture, which is kept alive; nil where its pixels cannot be reached.
  init?(_ atlas: GlyphAtlas, on surface: ImageSurface) {
    guard let (pixels, stride) = unsafe surface.pixels else { return nil }
    self.atlas = atlas
    self.surface = surface
    unsafe self.pixels = pixels
    self.stride = stride
  }

  /// All of the picture.
  var bounds: Clip {
    Clip(left: 0, top: 0, right: surface.size.width, bottom: surface.size.height)
  }

  /// Draws a run; false where it is Cairo's to draw.
  ///
  /// - Parameters:
  ///   - run: The letters.
  ///   - color: Their colour.
  ///   - scale: How many pixels a point is.
  ///   - origin: Where the run's coordinates have their origin, in pixels.
  ///   - clip: What can be written to.
  func draw(
    _ run: borrowing GlyphRun, color: Color, scale: Double, origin: Point, clip: Clip
  ) -> Bool {
    guard let font = atlas.font(run.font, pixels: run.size * scale) else { return false }
    let ink = Self.premultiplied(color)
    for index in run.glyphs.indices {
      let x = run.x[index] * scale + origin.x
      let y = (run.y[index] * scale + origin.y).rounded()
      guard abs(x) < 1e6, abs(y) < 1e6 else { continue }
      let quarters = Int((x * 4).rounded())
      let mask = atlas.mask(run.glyphs[index], quarter: quarters & 3, of: font)
      draw(mask, left: (quarters >> 2) + mask.left, top: Int(y) - mask.top, ink, clip)
    }
    return true
  }

  /// Draws one letter; its upper left corner may be outside.
  func draw(_ mask: GlyphAtlas.Mask, left: Int, top: Int, _ ink: UInt32, _ clip: Clip) {
    let (right, bottom) = (left + mask.width, top + mask.height)
    guard left < clip.right, top < clip.bottom, right > clip.left, bottom > clip.top,
      mask.width > 0
    else { return }
    unsafe atlas.masks.withUnsafeBufferPointer { masks in
      guard let source = masks.baseAddress, let target = unsafe pixels.baseAddress else {
        return
      }
      let start = unsafe source + mask.offset
      if left >= clip.left, top >= clip.top, right <= clip.right, bottom <= clip.bottom {
        unsafe ia_blend_mask(
          target + top * stride + left, stride, start, mask.width, mask.height, ink)
        return
      }
      let (x, y) = (max(left, clip.left), max(top, clip.top))
      unsafe ia_blend_mask_part(
        target + y * stride + x, stride, start + (y - top) * mask.width + (x - left), mask.width,
        min(right, clip.right) - x, min(bottom, clip.bottom) - y, ink)
    }
  }

  static func premultiplied(_ color: Color) -> UInt32 {
    WebPPicture.premultiplied(
      UInt32(color.alpha) << 24 | UInt32(color.red) << 16 | UInt32(color.green) << 8
        | UInt32(color.blue))
  }
}
