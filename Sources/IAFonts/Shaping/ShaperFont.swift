internal import CHarfBuzz

/// HarfBuzz's font for one instance, owned by one shaper.
///
/// Its scale is the font's own units, so that one font serves all sizes.
///
/// `@unchecked Sendable`: HarfBuzz's font is immutable after its creation, so that any thread may use
/// it.
///
/// `@safe`: the handle is never null, because HarfBuzz returns its empty font on failure, and is freed
/// once, in `deinit`.
@safe final class ShaperFont: @unchecked Sendable {
  let instance: FontInstance
  /// HarfBuzz returns its empty font on failure, so the handle is never `nil`.
  let handle: OpaquePointer?
  let unitsPerEm: Int32
  let metrics: FontMetrics
  /// The advance of U+0020 in the font's units.
  let spaceAdvance: Int32
  /// Whether the font's tables process a space together with its neighbours, so that words cannot
  /// be shaped separately.
  let joinsSpaces: Bool

  init(_ instance: FontInstance, of face: FontFace) {
    self.instance = instance
    let blob = unsafe hb_blob_create_from_file(face.path)
    let opened = unsafe hb_face_create(blob, UInt32(truncatingIfNeeded: face.index))
    unsafe hb_blob_destroy(blob)
    let font = unsafe hb_font_create(opened)
    unsafe hb_face_destroy(opened)
    unsafe handle = font
    let perEm = unsafe Int32(clamping: hb_face_get_upem(hb_font_get_face(handle)))
    unitsPerEm = max(perEm, 1)
    unsafe hb_font_set_scale(handle, unitsPerEm, unitsPerEm)
    if let weight = instance.variableWeight {
      var variation = hb_variation_t(tag: Self.tag("wght"), value: Float(weight))
      unsafe hb_font_set_variations(handle, &variation, 1)
    }
    unsafe hb_font_make_immutable(handle)
    metrics = unsafe FontMetrics(of: handle, unitsPerEm: Double(unitsPerEm))
    var space: hb_codepoint_t = 0
    let hasSpace = unsafe hb_font_get_nominal_glyph(handle, 0x20, &space) != 0
    spaceAdvance = unsafe hasSpace ? hb_font_get_glyph_h_advance(handle, space) : unitsPerEm / 4
    joinsSpaces = unsafe hasSpace && SpaceUse.isInTables(of: hb_font_get_face(handle), space: space)
  }

  deinit { unsafe hb_font_destroy(handle) }

  /// Returns whether the font has a glyph for a character.
  func hasGlyph(_ scalar: UInt32) -> Bool {
    var glyph: hb_codepoint_t = 0
    return unsafe hb_font_get_nominal_glyph(handle, scalar, &glyph) != 0
  }

  /// Returns the tag of four letters with which OpenType names tables, axes and features.
  static func tag(_ name: StaticString) -> UInt32 {
    name.withUTF8Buffer { letters in unsafe letters.prefix(4).reduce(0) { $0 << 8 | UInt32($1) } }
  }
}
