internal import CCairo
internal import CFreeType
internal import IAFonts

/// A font file that is opened by FreeType at a size, with the weight and the stroke thickness of a font instance.
///
/// It is not shared between threads.
@safe final class OpenFace {
  private let library: FT_Library
  let face: FT_Face
  private let strokeChange: Int
  /// The size in pixels at which outlines are loaded.
  let size: Int

  /// Creates a face of a file; `nil` if FreeType refuses it.
  ///
  /// - Parameter size: Returns the size in pixels.
  init?(path: String, index: Int, _ font: FontInstance, size: (FT_Face) -> Int) {
    var library: FT_Library?
    guard unsafe FT_Init_FreeType(&library) == 0, let library = unsafe library else { return nil }
    var face: FT_Face?
    let isOpen = unsafe FT_New_Face(library, path, FT_Long(index), &face) == 0
    guard isOpen, let face = unsafe face else {
      unsafe FT_Done_FreeType(library)
      return nil
    }
    unsafe self.library = library
    unsafe self.face = face
    strokeChange = font.strokeChange
    self.size = unsafe size(face)
    let units = FT_F26Dot6(self.size * 64)
    guard unsafe FT_Set_Char_Size(face, units, units, 72, 72) == 0 else { return nil }
    if let weight = font.variableWeight { unsafe FaceWeight.set(weight, of: face) }
  }

  deinit {
    // The face is closed with the library.
    unsafe FT_Done_FreeType(library)
  }

  /// Calls a function with the outline of a glyph in 1/64 pixel, which it may change, and its advance in pixels.
  ///
  /// - Returns: The result of the function; `nil` if the glyph is damaged or a picture.
  func withOutline<Result>(
    of glyph: FT_UInt, _ body: (inout FT_Outline, _ advance: Double) -> Result?
  ) -> Result? {
    let flags = Int32(FT_LOAD_NO_HINTING) | Int32(FT_LOAD_NO_BITMAP)
    guard unsafe FT_Load_Glyph(face, glyph, flags) == 0, let slot = unsafe face.pointee.glyph,
      unsafe slot.pointee.format == FT_GLYPH_FORMAT_OUTLINE
    else { return nil }
    unsafe StrokeChange.apply(strokeChange, to: &slot.pointee.outline, size: Double(size))
    return unsafe body(&slot.pointee.outline, Double(slot.pointee.advance.x) / 64)
  }
}
