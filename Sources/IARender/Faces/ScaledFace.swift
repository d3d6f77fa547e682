internal import CCairo
internal import IAFonts

/// A face at a size, ready to draw, without hinting and at exact positions.
@safe final class ScaledFace {
  let handle: OpaquePointer
  /// A bit for each glyph that is known to load without an error.
  private var sound: [UInt64] = []
  /// Whether a glyph failed to load; Cairo then draws no more glyphs of the face.
  private(set) var isBroken = false

  /// The slant of synthetic italics: the tangent of 12 degrees, as in FreeType.
  static let slant = 0.2126

  /// Creates a face of a file; `nil` if it cannot be used.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - font: Its weight and synthetic styles.
  ///   - size: The size in points.
  ///   - scale: The number of pixels per point.
  convenience init?(_ file: FontFile, _ font: FontInstance, size: Double, scale: Double) {
    guard
      let face = unsafe cairo_ft_font_face_create_for_ft_face(
        file.handle, Int32(FT_LOAD_NO_HINTING) | Int32(FT_LOAD_COLOR))
    else { return nil }
    unsafe self.init(owning: face, font, size: size, scale: scale)
  }

  /// Creates a face of a file with outlines that it does not store; `nil` if it cannot be used.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - index: The index of the face in the file.
  ///   - font: Its weight, strokes and synthetic styles.
  ///   - size: The size in points.
  ///   - scale: The number of pixels per point.
  convenience init?(
    path: String, index: Int, _ font: FontInstance, size: Double, scale: Double
  ) {
    guard let face = unsafe OutlineFont.makeFace(path: path, index: index, font) else {
      return nil
    }
    unsafe self.init(owning: face, font, size: size, scale: scale)
  }

  private init?(
    owning face: OpaquePointer, _ font: FontInstance, size: Double, scale: Double
  ) {
    defer { unsafe cairo_font_face_destroy(face) }
    var matrix = cairo_matrix_t()
    unsafe cairo_matrix_init_scale(&matrix, size, size)
    // In Cairo *y* points downwards, so that the tops of letters have negative *y*.
    if font.isSlanted { matrix.xy = -Self.slant * size }
    var device = cairo_matrix_t()
    unsafe cairo_matrix_init_scale(&device, scale, scale)
    let options = unsafe cairo_font_options_create()
    defer { unsafe cairo_font_options_destroy(options) }
    unsafe cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    unsafe cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    unsafe cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
    if let weight = font.variableWeight {
      unsafe cairo_font_options_set_variations(options, "wght=\(weight)")
    }
    guard let handle = unsafe cairo_scaled_font_create(face, &matrix, &device, options) else {
      return nil
    }
    guard unsafe cairo_scaled_font_status(handle) == CAIRO_STATUS_SUCCESS else {
      unsafe cairo_scaled_font_destroy(handle)
      return nil
    }
    unsafe self.handle = handle
  }

  deinit { unsafe cairo_scaled_font_destroy(handle) }

  /// Returns whether a glyph can be drawn.
  ///
  /// A glyph that fails to load would put its surface into an error state, which stops all drawing. Each glyph is
  /// therefore loaded once before it is drawn.
  func canDraw(_ glyph: UInt16) -> Bool {
    guard !isBroken else { return false }
    let (word, bit) = (Int(glyph >> 6), UInt64(1) << UInt64(glyph & 63))
    if word < sound.count, sound[word] & bit != 0 { return true }
    var one = cairo_glyph_t(index: UInt(glyph), x: 0, y: 0)
    var extents = cairo_text_extents_t()
    unsafe cairo_scaled_font_glyph_extents(handle, &one, 1, &extents)
    guard unsafe cairo_scaled_font_status(handle) == CAIRO_STATUS_SUCCESS else {
      isBroken = true
      return false
    }
    while sound.count <= word { sound.append(0) }
    sound[word] |= bit
    return true
  }
}
