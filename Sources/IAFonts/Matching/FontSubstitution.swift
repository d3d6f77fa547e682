internal import CFontconfig

/// Queries of fontconfig's substitution rules and its table of languages.
enum FontSubstitution {
  /// The maximum number of families that one query returns.
  private static let mostFamilies = 256

  /// Returns the families by which a configuration replaces a family, in order of preference.
  ///
  /// - Returns: The families without `family` itself; none if the configuration has no rules.
  static func families(for family: String, _ configuration: OpaquePointer) -> [String] {
    guard let pattern = unsafe FcPatternCreate() else { return [] }
    defer { unsafe FcPatternDestroy(pattern) }
    let isAdded = unsafe family.withCString { text in
      unsafe text.withMemoryRebound(to: FcChar8.self, capacity: 1) {
        unsafe FcPatternAddString(pattern, FC_FAMILY, $0)
      }
    }
    guard isAdded != 0, unsafe FcConfigSubstitute(configuration, pattern, FcMatchPattern) != 0
    else { return [] }
    var families: [String] = []
    while families.count < mostFamilies {
      var value: UnsafeMutablePointer<FcChar8>?
      guard
        unsafe FcPatternGetString(pattern, FC_FAMILY, Int32(families.count), &value)
          == FcResultMatch,
        let value = unsafe value
      else { break }
      unsafe families.append(String(cString: value))
    }
    return families.filter { $0 != family }
  }

  /// Returns whether a language is written with a character; `false` for a language that
  /// fontconfig does not know.
  static func isWritten(_ language: String, with scalar: UInt32) -> Bool {
    guard !language.isEmpty else { return false }
    let characters = unsafe named(language) { unsafe FcLangGetCharSet($0) }
    guard let characters = unsafe characters else { return false }
    return unsafe FcCharSetHasChar(characters, scalar) != 0
  }

  /// Returns the distance of a language from a set of languages: 0 if the set contains it, 1 if the set contains it for
  /// another territory, otherwise 2.
  static func distance(of language: String, from languages: OpaquePointer?) -> Int {
    guard let languages = unsafe languages else { return 2 }
    let result = unsafe named(language) { unsafe FcLangSetHasLang(languages, $0) }
    return switch result {
    case FcLangEqual: 0
    case FcLangDifferentTerritory: 1
    default: 2
    }
  }

  private static func named<Result>(
    _ language: String, _ body: (UnsafePointer<FcChar8>) -> Result
  ) -> Result {
    unsafe language.lowercased().withCString { text in
      unsafe text.withMemoryRebound(to: FcChar8.self, capacity: 1) { unsafe body($0) }
    }
  }
}
