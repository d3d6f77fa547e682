internal import CCairo

/// The outline of a glyph, for vector formats.
enum GlyphOutline {
  /// Returns the outline of a glyph as SVG path data in integers, or `nil` if Cairo has no outline of it.
  static func path(of glyph: UInt16, _ face: ScaledFace) -> String? {
    let surface = unsafe cairo_recording_surface_create(CAIRO_CONTENT_ALPHA, nil)
    defer { unsafe cairo_surface_destroy(surface) }
    let context = unsafe cairo_create(surface)
    defer { unsafe cairo_destroy(context) }
    unsafe cairo_set_tolerance(context, 0.5)
    unsafe cairo_set_scaled_font(context, face.handle)
    var one = cairo_glyph_t(index: UInt(glyph), x: 0, y: 0)
    unsafe cairo_glyph_path(context, &one, 1)
    guard let path = unsafe cairo_copy_path(context) else { return nil }
    defer { unsafe cairo_path_destroy(path) }
    guard unsafe path.pointee.status == CAIRO_STATUS_SUCCESS else { return nil }
    return unsafe text(of: path.pointee)
  }

  private static func text(of path: cairo_path_t) -> String {
    guard let data = unsafe path.data else { return "" }
    var text = ""
    var at = 0
    let count = unsafe Int(path.num_data)
    while at < count {
      let header = unsafe data[at].header
      let length = Int(header.length)
      guard length > 0, at + length <= count else { break }
      let letter: String =
        switch header.type {
        case CAIRO_PATH_MOVE_TO: "M"
        case CAIRO_PATH_LINE_TO: "L"
        case CAIRO_PATH_CURVE_TO: "C"
        default: "Z"
        }
      // Cairo starts an empty figure after the last close; it is omitted.
      if letter == "M", at + length >= count { break }
      text += letter
      for index in at + 1..<at + length {
        let point = unsafe data[index].point
        if index > at + 1 { text += " " }
        text += "\(SVGPainter.whole(point.x)) \(SVGPainter.whole(point.y))"
      }
      at += length
    }
    return text
  }

  /// A glyph drawn as a separate picture.
  struct Image {
    var surface: ImageSurface
    /// The distance of the picture's left side from the glyph's origin.
    var x: Double
    /// The distance of the picture's upper side from the glyph's origin.
    var y: Double
  }

  /// Returns a glyph as a picture; `nil` if the glyph has no ink.
  static func picture(of glyph: UInt16, _ face: ScaledFace) -> Image? {
    var one = cairo_glyph_t(index: UInt(glyph), x: 0, y: 0)
    var extents = cairo_text_extents_t()
    unsafe cairo_scaled_font_glyph_extents(face.handle, &one, 1, &extents)
    let x = extents.x_bearing.rounded(.down)
    let y = extents.y_bearing.rounded(.down)
    let right = (extents.x_bearing + extents.width).rounded(.up)
    let bottom = (extents.y_bearing + extents.height).rounded(.up)
    guard extents.width > 0, extents.height > 0, right - x < 4096, bottom - y < 4096 else {
      return nil
    }
    let size = PixelSize(width: Int(right - x), height: Int(bottom - y))
    guard let surface = try? ImageSurface(size, maximumPixels: 1 << 24),
      let context = try? CairoContext(surface)
    else { return nil }
    unsafe cairo_set_scaled_font(context.handle, face.handle)
    one.x = -x
    one.y = -y
    unsafe cairo_show_glyphs(context.handle, &one, 1)
    return Image(surface: surface, x: x, y: y)
  }
}
