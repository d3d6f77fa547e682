internal import CHarfBuzz

/// Detects fonts that substitute or position the space together with its neighbours.
///
/// With such a font, words cannot be shaped separately. Blink's word cache uses the same criterion.
enum SpaceUse {
  /// Returns whether a lookup that HarfBuzz applies by default, or the old `kern` table, contains the space glyph.
  static func isInTables(of face: OpaquePointer?, space: hb_codepoint_t) -> Bool {
    unsafe isInLookups(face, table: ShaperFont.tag("GSUB"), space)
      || isInLookups(face, table: ShaperFont.tag("GPOS"), space)
      || isKernedByTable(face, space)
  }

  /// Features that are off by default; their use of spaces is irrelevant.
  private static let optional: Set<UInt32> = [
    ShaperFont.tag("frac"), ShaperFont.tag("numr"), ShaperFont.tag("dnom"),
    ShaperFont.tag("sups"), ShaperFont.tag("subs"), ShaperFont.tag("sinf"),
    ShaperFont.tag("ordn"), ShaperFont.tag("aalt"), ShaperFont.tag("tnum"),
    ShaperFont.tag("pnum"), ShaperFont.tag("case"), ShaperFont.tag("cpsp"),
    ShaperFont.tag("salt"), ShaperFont.tag("smcp"), ShaperFont.tag("c2sc"),
    ShaperFont.tag("vert"), ShaperFont.tag("vrt2"), ShaperFont.tag("vkrn"),
  ]

  private static func isInLookups(
    _ face: OpaquePointer?, table: hb_tag_t, _ space: hb_codepoint_t
  ) -> Bool {
    guard let lookups = unsafe hb_set_create(), let glyphs = unsafe hb_set_create() else {
      return true
    }
    defer {
      unsafe hb_set_destroy(lookups)
      unsafe hb_set_destroy(glyphs)
    }
    let features = unsafe features(of: face, table: table)
    unsafe features.withUnsafeBufferPointer { tags in
      unsafe hb_ot_layout_collect_lookups(face, table, nil, nil, tags.baseAddress, lookups)
    }
    var lookup: hb_codepoint_t = .max
    while unsafe hb_set_next(lookups, &lookup) != 0 {
      unsafe hb_set_clear(glyphs)
      unsafe hb_ot_layout_lookup_collect_glyphs(face, table, lookup, glyphs, glyphs, glyphs, nil)
      if unsafe hb_set_has(glyphs, space) != 0 { return true }
    }
    return false
  }

  /// Returns the features of a table that are on by default, ended by 0.
  private static func features(of face: OpaquePointer?, table: hb_tag_t) -> [hb_tag_t] {
    var count: UInt32 = 0
    let total = unsafe hb_ot_layout_table_get_feature_tags(face, table, 0, &count, nil)
    var tags = [hb_tag_t](repeating: 0, count: Int(total) + 1)
    count = total
    unsafe hb_ot_layout_table_get_feature_tags(face, table, 0, &count, &tags)
    var kept = Set(tags.prefix(Int(count))).subtracting(optional).filter { $0 >> 16 != 0x7373 }
    kept.remove(0)
    return kept.sorted() + [0]
  }

  /// Returns whether the `kern` table, which is used if GPOS has no kerning, contains a pair of a letter and the space.
  ///
  /// HarfBuzz has no function that lists the pairs, so the ASCII letters are tried.
  private static func isKernedByTable(_ face: OpaquePointer?, _ space: hb_codepoint_t) -> Bool {
    guard unsafe hasTable(face, ShaperFont.tag("kern")), let font = unsafe hb_font_create(face),
      let buffer = unsafe hb_buffer_create()
    else { return false }
    defer {
      unsafe hb_buffer_destroy(buffer)
      unsafe hb_font_destroy(font)
    }
    func width(_ text: [UInt32]) -> Int32 {
      unsafe hb_buffer_clear_contents(buffer)
      unsafe hb_buffer_add_codepoints(buffer, text, Int32(text.count), 0, Int32(text.count))
      unsafe hb_buffer_guess_segment_properties(buffer)
      unsafe hb_shape(font, buffer, nil, 0)
      var count: UInt32 = 0
      let positions = unsafe hb_buffer_get_glyph_positions(buffer, &count)
      return (0..<Int(count)).reduce(0) { unsafe $0 &+ (positions?[$1].x_advance ?? 0) }
    }
    let alone = width([0x20])
    for letter in UInt32(0x21)...0x7E {
      let both = width([letter]) &+ alone
      if width([letter, 0x20]) != both || width([0x20, letter]) != both { return true }
    }
    return false
  }

  private static func hasTable(_ face: OpaquePointer?, _ tag: hb_tag_t) -> Bool {
    let table = unsafe hb_face_reference_table(face, tag)
    defer { unsafe hb_blob_destroy(table) }
    return unsafe hb_blob_get_length(table) > 0
  }
}
