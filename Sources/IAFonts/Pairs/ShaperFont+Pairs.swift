internal import CHarfBuzz
internal import IAUnicode

extension ShaperFont {
  /// Returns an empty table for words of a script; `nil` if it cannot be proved that letters depend only on their
  /// neighbours.
  ///
  /// The proof uses the lookups of the plan that HarfBuzz creates for the script and language.
  func makePairTable(_ style: ShapingStyle, language: OpaquePointer?) -> PairTable? {
    let face = unsafe hb_font_get_face(handle)
    guard !style.isRightToLeft, [.latin, .cyrillic, .greek].contains(style.script),
      unsafe hb_aat_layout_has_substitution(face) == 0,
      unsafe hb_aat_layout_has_positioning(face) == 0,
      unsafe hb_aat_layout_has_tracking(face) == 0
    else { return nil }
    let kerning = unsafe Self.kerningTable(of: face)
    guard kerning != .stateMachine else { return nil }
    guard let plan = unsafe makePlan(style, language) else { return nil }
    defer { unsafe hb_shape_plan_destroy(plan) }
    guard unsafe String(cString: hb_shape_plan_get_shaper(plan)) == "ot" else { return nil }
    guard let letters = letters(of: style.script) else { return nil }
    do {
      var known = Interference()
      for (tag, table) in [
        (Self.tag("GSUB"), LookupScanner.Table.substitutions), (Self.tag("GPOS"), .positions),
      ] {
        known = try unsafe scan(tag, table, plan, letters, known)
      }
      let usesTable = unsafe kerning == .pairs && !hasKerningFeature(plan)
      return PairTable(known, splitsKerning: usesTable)
    } catch {
      return nil
    }
  }

  /// Returns HarfBuzz's plan without the features for fractions, which need U+2044; that character is not a letter.
  private func makePlan(_ style: ShapingStyle, _ language: OpaquePointer?) -> OpaquePointer? {
    var properties = unsafe hb_segment_properties_t()
    unsafe properties.direction = HB_DIRECTION_LTR
    unsafe properties.script = hb_script_t(rawValue: style.script.tag)
    unsafe properties.language = language
    let features = ["frac", "numr", "dnom"].map { (name: StaticString) in
      hb_feature_t(tag: Self.tag(name), value: 0, start: 0, end: .max)
    }
    var count: UInt32 = 0
    let coordinates = unsafe hb_font_get_var_coords_normalized(handle, &count)
    return unsafe hb_shape_plan_create2(
      hb_font_get_face(handle), &properties, features, UInt32(features.count), coordinates, count,
      nil)
  }

  /// Returns the glyphs of all characters that may be letters, without marks, in order.
  private func letters(of script: Script) -> [UInt16]? {
    guard let marks = unsafe hb_set_create(), let letters = unsafe hb_set_create() else {
      return nil
    }
    defer {
      unsafe hb_set_destroy(marks)
      unsafe hb_set_destroy(letters)
    }
    let face = unsafe hb_font_get_face(handle)
    unsafe hb_ot_layout_get_glyphs_in_class(face, HB_OT_LAYOUT_GLYPH_CLASS_MARK, marks)
    for unit in PairTable.candidates(script).joined() {
      var glyph: hb_codepoint_t = 0
      if unsafe hb_font_get_nominal_glyph(handle, UInt32(unit), &glyph) != 0, glyph <= UInt16.max {
        unsafe hb_set_add(letters, glyph)
      }
    }
    unsafe hb_set_subtract(letters, marks)
    var found: [UInt16] = []
    var letter: hb_codepoint_t = .max
    while unsafe hb_set_next(letters, &letter) != 0 { found.append(UInt16(letter)) }
    return found
  }

  private func scan(
    _ tag: hb_tag_t, _ table: LookupScanner.Table, _ plan: OpaquePointer, _ letters: [UInt16],
    _ known: Interference
  ) throws(LookupScanner.Refusal) -> Interference {
    guard let lookups = unsafe hb_set_create() else { throw .init() }
    defer { unsafe hb_set_destroy(lookups) }
    unsafe hb_ot_shape_plan_collect_lookups(plan, tag, lookups)
    guard unsafe hb_set_is_empty(lookups) == 0 else { return known }
    let blob = unsafe hb_face_reference_table(hb_font_get_face(handle), tag)
    defer { unsafe hb_blob_destroy(blob) }
    var count: UInt32 = 0
    let data = unsafe hb_blob_get_data(blob, &count)
    var scanner = unsafe LookupScanner(
      UnsafeRawBufferPointer(start: data, count: Int(count)), table, letters: letters, known)
    var lookup: hb_codepoint_t = .max
    while unsafe hb_set_next(lookups, &lookup) != 0 { try scanner.scan(lookup: Int(lookup)) }
    return scanner.interference
  }

  // MARK: The old kerning table

  private enum Kerning { case none, pairs, stateMachine }

  /// Returns the kind of the `kern` table: only Apple's versions have state machines.
  private static func kerningTable(of face: OpaquePointer?) -> Kerning {
    let blob = unsafe hb_face_reference_table(face, tag("kern"))
    defer { unsafe hb_blob_destroy(blob) }
    var count: UInt32 = 0
    guard let data = unsafe hb_blob_get_data(blob, &count), count >= 2 else { return .none }
    let version = unsafe UnsafeRawBufferPointer(start: data, count: 2)
    return unsafe version[0] == 0 && version[1] == 0 ? .pairs : .stateMachine
  }

  /// Returns whether kerning comes from GPOS, so that HarfBuzz does not read the `kern` table.
  private func hasKerningFeature(_ plan: OpaquePointer) -> Bool {
    let face = unsafe hb_font_get_face(handle)
    guard let planned = unsafe hb_set_create(), let kerning = unsafe hb_set_create() else {
      return true
    }
    defer {
      unsafe hb_set_destroy(planned)
      unsafe hb_set_destroy(kerning)
    }
    unsafe hb_ot_shape_plan_collect_lookups(plan, Self.tag("GPOS"), planned)
    let features: [hb_tag_t] = [Self.tag("kern"), 0]
    unsafe hb_ot_layout_collect_lookups(face, Self.tag("GPOS"), nil, nil, features, kerning)
    unsafe hb_set_intersect(kerning, planned)
    return unsafe hb_set_is_empty(kerning) == 0
  }
}
