internal import CHarfBuzz

/// The area of a glyph that has ink, in the font's units, from the glyph's origin.
package struct GlyphInk: Hashable, Sendable {
  /// The left and right edges, positive to the right.
  package var left: Int32
  package var right: Int32
  /// The top and bottom edges, positive upwards.
  package var top: Int32
  package var bottom: Int32
}

extension TextShaper {
  /// Returns the area of a glyph that has ink; `nil` for a glyph without ink or without an outline.
  package func ink(of glyph: UInt16, in font: FontID) -> GlyphInk? {
    guard Int(font.rawValue) < fonts.count else { return nil }
    var extents = hb_glyph_extents_t()
    let handle = unsafe fonts[Int(font.rawValue)].handle
    guard unsafe hb_font_get_glyph_extents(handle, UInt32(glyph), &extents) != 0,
      extents.width != 0 || extents.height != 0
    else { return nil }
    return GlyphInk(
      left: extents.x_bearing, right: extents.x_bearing &+ extents.width,
      top: extents.y_bearing, bottom: extents.y_bearing &+ extents.height)
  }

  /// Returns the smallest form of a character that is at least as high as stated, or the highest form if none is high
  /// enough, by the font's table for mathematics (OpenType `MATH`); `nil` if the character has no other forms.
  ///
  /// - Parameters:
  ///   - scalar: The character, such as a bracket.
  ///   - font: The font.
  ///   - height: The height in the font's units.
  package func tallGlyph(for scalar: UInt32, in font: FontID, height: Int32) -> UInt16? {
    guard Int(font.rawValue) < fonts.count else { return nil }
    let handle = unsafe fonts[Int(font.rawValue)].handle
    var glyph: hb_codepoint_t = 0
    guard unsafe hb_font_get_nominal_glyph(handle, scalar, &glyph) != 0 else { return nil }
    var variants = [hb_ot_math_glyph_variant_t](repeating: .init(), count: Self.mostTallGlyphs)
    var count = UInt32(variants.count)
    _ = unsafe hb_ot_math_get_glyph_variants(
      handle, glyph, HB_DIRECTION_BTT, 0, &count, &variants)
    let found = variants.prefix(Int(count))
    let chosen = found.first { $0.advance >= height } ?? found.last
    return chosen.flatMap { UInt16(exactly: $0.glyph) }
  }

  /// The maximum number of forms of a character; fonts have about ten.
  private static var mostTallGlyphs: Int { 32 }
}
