internal import CFontconfig

/// Creates faces from fontconfig's patterns.
enum FontPatterns {
  /// A face, its characters and its languages, which the caller frees.
  @unsafe struct Found {
    var face: FontFace
    var characters: OpaquePointer
    var languages: OpaquePointer?
  }

  /// Returns the faces of a set that can be scaled and shaped, sorted.
  ///
  /// Named instances of variable fonts are omitted, because the variable font itself is in the set.
  static func faces(of set: UnsafeMutablePointer<FcFontSet>?) -> [Found] {
    guard let set = unsafe set, let patterns = unsafe set.pointee.fonts else { return unsafe [] }
    var found: [Found] = unsafe []
    for number in unsafe 0..<Int(set.pointee.nfont) {
      guard let pattern = unsafe patterns[number], let face = unsafe face(of: pattern),
        let characters = unsafe characters(of: pattern)
      else { continue }
      unsafe found.append(
        Found(face: face(characters), characters: characters, languages: languages(of: pattern)))
    }
    return unsafe found.sorted { unsafe key($0.face) < key($1.face) }
  }

  private static func key(_ face: FontFace) -> (String, Double, Int, String, Int) {
    (
      face.families.first ?? "", face.weights.lowerBound, face.isItalic ? 1 : 0, face.path,
      face.index
    )
  }

  /// Returns a function that creates the face of a pattern from its character set, or `nil` if the
  /// file is not usable.
  private static func face(of pattern: OpaquePointer) -> ((OpaquePointer) -> FontFace)? {
    guard let path = unsafe string(pattern, FC_FILE, 0),
      let index = unsafe integer(pattern, FC_INDEX), index >> 16 == 0,
      unsafe boolean(pattern, FC_SCALABLE) || boolean(pattern, FC_COLOR), unsafe isOpenType(pattern)
    else { return nil }
    var families: [String] = []
    while let family = unsafe string(pattern, FC_FAMILY, families.count) { families.append(family) }
    let weights = unsafe weights(of: pattern)
    let widths = unsafe range(pattern, FC_WIDTH) ?? FontFace.normalWidth...FontFace.normalWidth
    let width = min(max(FontFace.normalWidth, widths.lowerBound), widths.upperBound)
    let slant = unsafe integer(pattern, FC_SLANT) ?? 0
    let spacing = unsafe integer(pattern, FC_SPACING) ?? 0
    let isColor = unsafe boolean(pattern, FC_COLOR)
    let isVariable = unsafe boolean(pattern, FC_VARIABLE)
    return { characters in
      unsafe FontFace(
        path: path, index: index, families: families, weights: weights, width: width,
        isItalic: slant > 0, isVariable: isVariable, isColor: isColor, isMonospaced: spacing >= 100,
        characterCount: Int(FcCharSetCount(characters)))
    }
  }

  /// Returns whether HarfBuzz can read the file: OpenType, not compressed, and not Type 1.
  ///
  /// Fontconfig reports the compression of files from its version 2.15 on.
  private static func isOpenType(_ pattern: OpaquePointer) -> Bool {
    if let wrapper = unsafe string(pattern, "fontwrapper", 0) { return wrapper == "SFNT" }
    guard let format = unsafe string(pattern, FC_FONTFORMAT, 0) else { return true }
    return format == "TrueType" || format == "CFF"
  }

  private static func weights(of pattern: OpaquePointer) -> ClosedRange<Double> {
    guard let range = unsafe range(pattern, FC_WEIGHT) else { return 400...400 }
    let ends = (
      FcWeightToOpenTypeDouble(range.lowerBound), FcWeightToOpenTypeDouble(range.upperBound)
    )
    return min(ends.0, ends.1)...max(ends.0, ends.1)
  }

  /// Returns a property that is a number for a static font and a range for a variable one.
  private static func range(_ pattern: OpaquePointer, _ name: String) -> ClosedRange<Double>? {
    var single = 0.0
    if unsafe FcPatternGetDouble(pattern, name, 0, &single) == FcResultMatch {
      return single...single
    }
    var range: OpaquePointer?
    var low = 0.0
    var high = 0.0
    guard unsafe FcPatternGetRange(pattern, name, 0, &range) == FcResultMatch,
      let range = unsafe range, unsafe FcRangeGetDouble(range, &low, &high) != 0
    else { return nil }
    return min(low, high)...max(low, high)
  }

  private static func characters(of pattern: OpaquePointer) -> OpaquePointer? {
    var characters: OpaquePointer?
    guard unsafe FcPatternGetCharSet(pattern, FC_CHARSET, 0, &characters) == FcResultMatch,
      let characters = unsafe characters
    else { return nil }
    return unsafe FcCharSetCopy(characters)
  }

  private static func languages(of pattern: OpaquePointer) -> OpaquePointer? {
    var languages: OpaquePointer?
    guard unsafe FcPatternGetLangSet(pattern, FC_LANG, 0, &languages) == FcResultMatch,
      let languages = unsafe languages
    else { return nil }
    return unsafe FcLangSetCopy(languages)
  }

  private static func string(_ pattern: OpaquePointer, _ name: String, _ number: Int) -> String? {
    var value: UnsafeMutablePointer<FcChar8>?
    guard unsafe FcPatternGetString(pattern, name, Int32(number), &value) == FcResultMatch,
      let value = unsafe value
    else { return nil }
    return unsafe String(cString: value)
  }

  private static func integer(_ pattern: OpaquePointer, _ name: String) -> Int? {
    var value: Int32 = 0
    guard unsafe FcPatternGetInteger(pattern, name, 0, &value) == FcResultMatch else { return nil }
    return Int(value)
  }

  private static func boolean(_ pattern: OpaquePointer, _ name: String) -> Bool {
    var value: FcBool = 0
    return unsafe FcPatternGetBool(pattern, name, 0, &value) == FcResultMatch && value != 0
  }
}
