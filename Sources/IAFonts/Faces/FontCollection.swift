internal import CFontconfig

/// The fonts that texts may be set in: those of the system, or those of one folder and no other.
///
/// A collection never changes and is shared between threads. Fonts inside documents are never
/// loaded; the folder is the operator's.
///
/// `@unchecked Sendable`: fontconfig's character sets are only read, which it allows from any
/// thread, and freed with the collection.
///
/// `@safe`: the configuration and the sets are private, not null, and freed once, in `deinit`.
@safe public final class FontCollection: @unchecked Sendable {
  /// The faces, by family, weight, slant, path and index: the same order on every machine that
  /// has the same files.
  public let faces: [FontFace]
  /// The family that is taken where a request names none that is there.
  public let defaultFamily: String

  private let configuration: OpaquePointer
  private let characterSets: [OpaquePointer]
  /// The faces of each family, by the family's name in lowercase.
  private let facesByFamily: [String: [Int]]
  private let genericFamilies: [String: String]
  /// The faces in the order in which they are tried for a character that a font lacks.
  private let fallbackOrder: [Int]

  /// Families that represent a generic name, the first that is there wins.
  private static let genericPreferences: [(name: String, families: [String])] = [
    ("sans-serif", ["Noto Sans", "DejaVu Sans", "Liberation Sans", "Helvetica", "Arial"]),
    ("serif", ["Noto Serif", "DejaVu Serif", "Liberation Serif", "Times New Roman", "Times"]),
    (
      "monospace",
      ["Noto Sans Mono", "DejaVu Sans Mono", "Liberation Mono", "Menlo", "Courier New"]
    ),
  ]

  /// Returns the fonts that fontconfig finds on the system.
  ///
  /// - Throws: `FontError` if fontconfig cannot be set up or there is no font.
  public static func system() throws(FontError) -> FontCollection {
    guard let configuration = unsafe FcInitLoadConfigAndFonts() else {
      throw FontError(code: .notConfigured, place: "system")
    }
    return try unsafe FontCollection(
      configuration, FcConfigGetFonts(configuration, FcSetSystem), "system")
  }

  /// Returns the fonts of a folder and its subfolders, and no others.
  ///
  /// - Throws: `FontError` if there is no font.
  public static func folder(_ path: String) throws(FontError) -> FontCollection {
    guard let configuration = unsafe FcConfigCreate() else {
      throw FontError(code: .notConfigured, place: path)
    }
    // With the system's cache folders, which spares reading every font at each start.
    let loaded = unsafe configurationText(folder: path).withCString { text in
      unsafe text.withMemoryRebound(to: FcChar8.self, capacity: 1) {
        unsafe FcConfigParseAndLoadFromMemory(configuration, $0, 0)
      }
    }
    guard loaded != 0, unsafe FcConfigBuildFonts(configuration) != 0 else {
      unsafe FcConfigDestroy(configuration)
      throw FontError(code: .noFonts, place: path)
    }
    return try unsafe FontCollection(
      configuration, FcConfigGetFonts(configuration, FcSetSystem), path)
  }

  /// Returns a configuration in fontconfig's format for the fonts of one folder.
  private static func configurationText(folder: String) -> String {
    var escaped = ""
    for character in folder.unicodeScalars {
      switch character {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      default: escaped.unicodeScalars.append(character)
      }
    }
    return """
      <fontconfig><dir>\(escaped)</dir><cachedir>/var/cache/fontconfig</cachedir>\
      <cachedir prefix="xdg">fontconfig</cachedir></fontconfig>
      """
  }

  private init(
    _ configuration: OpaquePointer, _ set: UnsafeMutablePointer<FcFontSet>?, _ place: String
  ) throws(FontError) {
    let found = unsafe FontPatterns.faces(of: set)
    guard let first = unsafe found.first else {
      unsafe FcConfigDestroy(configuration)
      throw FontError(code: .noFonts, place: place)
    }
    unsafe self.configuration = configuration
    faces = unsafe found.map(unsafe \.face)
    unsafe characterSets = found.map(unsafe \.characters)
    facesByFamily = Self.index(faces)
    var generic: [String: String] = [:]
    for preference in Self.genericPreferences {
      generic[preference.name] = preference.families.first { [facesByFamily] family in
        facesByFamily[family.lowercased()] != nil
      }
    }
    genericFamilies = generic
    defaultFamily = unsafe generic["sans-serif"] ?? first.face.families.first ?? ""
    fallbackOrder = Self.fallbackOrder(of: faces)
  }

  deinit {
    for index in unsafe characterSets.indices { unsafe FcCharSetDestroy(characterSets[index]) }
    unsafe FcConfigDestroy(configuration)
  }

  /// Returns whether a face has a glyph for a character.
  public func has(_ scalar: UInt32, in face: Int) -> Bool {
    unsafe FcCharSetHasChar(characterSets[face], scalar) != 0
  }

  /// Returns the faces of a family; none where the family is not there.
  ///
  /// - Parameter family: A name in any case, or a generic one.
  public func faces(ofFamily family: String) -> [Int] {
    let name = family.lowercased()
    if let faces = facesByFamily[name] { return faces }
    guard let stand = genericFamilies[name] else { return [] }
    return facesByFamily[stand.lowercased()] ?? []
  }

  /// Returns the fallback face for a character that a font lacks.
  ///
  /// Candidates are the faces that contain it, colour or not as requested, with nearly the largest
  /// share of the 128 characters around it: they were designed for its script. The first of them in
  /// the fallback order is returned.
  ///
  /// - Parameter wantsColor: Whether a colour picture is preferred (an emoji) or avoided.
  /// - Complexity: O(*f*) in the number of faces; callers cache the result.
  func fallbackFace(for scalar: UInt32, wantsColor: Bool) -> Int? {
    let having = fallbackOrder.filter { has(scalar, in: $0) }
    let preferred = having.filter { faces[$0].isColor == wantsColor }
    let candidates = preferred.isEmpty ? having : preferred
    let shares = candidates.map { neighbours(of: scalar, in: $0) }
    guard let largest = shares.max() else { return nil }
    return zip(candidates, shares).first { $0.1 * 10 >= largest * 9 }?.0
  }

  /// Returns the number of characters that a face has among the 128 around `scalar`.
  private func neighbours(of scalar: UInt32, in face: Int) -> Int {
    let start = scalar & ~0x7F
    return (start..<(start + 0x80)).count { has($0, in: face) }
  }

  private static func index(_ faces: [FontFace]) -> [String: [Int]] {
    var index: [String: [Int]] = [:]
    for (number, face) in faces.enumerated() {
      for family in face.families { index[family.lowercased(), default: []].append(number) }
    }
    return index
  }

  /// Returns the order of faces for fallback.
  ///
  /// Upright regular faces are first, proportional before monospaced, sans before serif, small
  /// fonts (made for one script) before large ones, then by name.
  private static func fallbackOrder(of faces: [FontFace]) -> [Int] {
    func rank(_ face: FontFace) -> (Int, Int, Int, Int, String) {
      let name = face.families.first ?? ""
      let weight = face.weights.contains(400) ? 0 : Int(abs(face.weights.lowerBound - 400))
      return (
        (face.isItalic ? 1000 : 0) + weight, face.isMonospaced && !face.isColor ? 1 : 0,
        name.contains("Sans") ? 0 : 1, face.characterCount, name
      )
    }
    let ranks = faces.map(rank)
    return faces.indices.sorted { ranks[$0] < ranks[$1] }
  }
}
