internal import CFontconfig
internal import Synchronization

/// The fonts in which text can be set: those of the system, or only those of one folder.
///
/// A collection is immutable and can be shared between threads. Fonts inside documents are never loaded; the folder is
/// chosen by the operator of the program.
///
/// `@unchecked Sendable`: fontconfig's character sets are only read, which it allows from any
/// thread, and freed with the collection.
///
/// `@safe`: the configuration and the sets are private, not null, and freed once, in `deinit`.
@safe public final class FontCollection: @unchecked Sendable {
  /// The faces, sorted by family, weight, slant, path and index, so that the order is the same on all machines with the
  /// same files.
  public let faces: [FontFace]
  /// The family that is used if a request names no installed family.
  public let defaultFamily: String

  private let configuration: OpaquePointer
  private let characterSets: [OpaquePointer]
  /// The set of languages that each face supports.
  private let languageSets: [OpaquePointer?]
  /// The faces of each family, by the family's name in lowercase.
  private let facesByFamily: [String: [Int]]
  private let genericFamilies: [String: String]
  /// The cached substitutes, by the name in lowercase.
  private let substitutes = Mutex<[SubstituteKey: String?]>([:])
  private let facesByClass = Mutex<[String: Set<Int>]>([:])
  /// The families that fontconfig returns for an unknown name.
  private let unknownFamilies: [String]
  /// The faces in the order in which they are tried for a character that a font does not have.
  private let fallbackOrder: [Int]

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
    // The configuration uses the system's cache folders, so that fonts need not be read at each start.
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
    unsafe languageSets = found.map(unsafe \.languages)
    facesByFamily = Self.index(faces)
    unsafe unknownFamilies = FontSubstitution.families(for: "\u{1}", configuration)
    var generic: [String: String] = [:]
    for (name, families) in FamilyNames.generic {
      generic[name] = families.first { [facesByFamily] in
        facesByFamily[$0.lowercased()] != nil
      }
    }
    genericFamilies = generic
    defaultFamily = unsafe generic["sans-serif"] ?? first.face.families.first ?? ""
    fallbackOrder = Self.fallbackOrder(of: faces)
  }

  deinit {
    for index in unsafe characterSets.indices { unsafe FcCharSetDestroy(characterSets[index]) }
    for index in unsafe languageSets.indices {
      if let languages = unsafe languageSets[index] { unsafe FcLangSetDestroy(languages) }
    }
    unsafe FcConfigDestroy(configuration)
  }

  /// Returns whether a face has a glyph for a character.
  public func has(_ scalar: UInt32, in face: Int) -> Bool {
    unsafe FcCharSetHasChar(characterSets[face], scalar) != 0
  }

  /// Returns the faces of a family; an empty array if the family is not installed.
  ///
  /// - Parameter family: A name in any case, or a generic one.
  public func faces(ofFamily family: String) -> [Int] {
    let name = family.lowercased()
    if let faces = facesByFamily[name] { return faces }
    guard let stand = genericFamilies[name] else { return [] }
    return facesByFamily[stand.lowercased()] ?? []
  }

  /// Returns the family that substitutes a missing one; `nil` if the name is not known.
  ///
  /// The following are tried in order: the substitutions of fontconfig's configuration, families with the same
  /// advances, and the generic family of the name's class (`FamilyNames`). Results are cached.
  ///
  /// - Parameters:
  ///   - family: A name in any case.
  ///   - followsConfiguration: Whether to use the first installed family that fontconfig's configuration states, even
  ///     if its class differs, unless the name is that of a monospaced family.
  public func substitute(
    forFamily family: String, followingConfiguration followsConfiguration: Bool = false
  ) -> String? {
    let key = SubstituteKey(name: family.lowercased(), followsConfiguration: followsConfiguration)
    return substitutes.withLock { known in
      if let substitute = known[key] { return substitute }
      if known.count >= Self.mostSubstitutes { known.removeAll() }
      let substitute =
        followsConfiguration
        ? configuredSubstitute(for: family) : findSubstitute(for: family)
      known[key] = .some(substitute)
      return substitute
    }
  }

  private struct SubstituteKey: Hashable {
    var name: String
    var followsConfiguration: Bool
  }

  private func configuredSubstitute(for family: String) -> String? {
    let base = FamilyNames.withoutCharset(family)
    if base.count < family.count {
      return facesByFamily[base.lowercased()] != nil ? base : configuredSubstitute(for: base)
    }
    let configured = unsafe FontSubstitution.families(for: family, configuration)
    guard let found = configured.first(where: { facesByFamily[$0.lowercased()] != nil }) else {
      return findSubstitute(for: family)
    }
    let isKnown = configured != unknownFamilies
    if !isKnown || found == genericFamilies["sans-serif"],
      FamilyNames.genericFamily(of: family) == "monospace"
    {
      return findSubstitute(for: family)
    }
    return found
  }

  /// The maximum number of cached substitutes.
  private static let mostSubstitutes = 4096

  private func findSubstitute(for family: String) -> String? {
    func isThere(_ name: String) -> Bool { facesByFamily[name.lowercased()] != nil }
    let generic = FamilyNames.genericFamily(of: family).flatMap { genericFamilies[$0] }
    let configured = unsafe FontSubstitution.families(for: family, configuration)
    // The configuration does not know the name if it only appends its default families.
    if configured != unknownFamilies, let found = configured.first(where: isThere),
      generic == nil || found != genericFamilies["sans-serif"]
    {
      return found
    }
    return FamilyNames.sameAdvances(as: family).first(where: isThere) ?? generic
  }

  /// Returns the fallback face for a character that a font lacks.
  ///
  /// Candidates are the faces that contain the character, in colour or not as requested, and almost the largest share
  /// of the 128 characters around it, because these were designed for its script. Among the candidates, faces for the
  /// language of the text are preferred if the language is written with the character. Then faces of the same class
  /// (monospaced, serif) are preferred, and then the first face in the fallback order.
  ///
  /// - Parameters:
  ///   - wantsColor: Whether a colour picture is preferred (an emoji) or avoided.
  ///   - own: The face that the text requests.
  ///   - language: The language of the text, as a BCP 47 tag; empty for none.
  ///   - followsConfiguration: Whether families that fontconfig's configuration states for any text
  ///     are preferred.
  /// - Complexity: O(*f*) in the number of faces; callers cache the result.
  func fallbackFace(
    for scalar: UInt32, wantsColor: Bool, like own: FontFace, language: String,
    followsConfiguration: Bool = false
  ) -> Int? {
    if followsConfiguration, !wantsColor, let face = configuredFallback(for: scalar) { return face }
    let having = fallbackOrder.filter { has(scalar, in: $0) }
    let preferred = having.filter { faces[$0].isColor == wantsColor }
    let candidates = preferred.isEmpty ? having : preferred
    let shares = candidates.map { neighbours(of: scalar, in: $0) }
    guard let largest = shares.max() else { return nil }
    let suited = zip(candidates, shares).filter { $0.1 * 10 >= largest * 9 }.map(\.0)
    let isWritten = FontSubstitution.isWritten(language, with: scalar)
    let ownClass = FamilyNames.genericFamily(of: own.families.first ?? "")
    let isMonospaced = own.isMonospaced || ownClass == "monospace"
    let alike = isMonospaced || ownClass == "serif" ? faces(ofClass: ownClass) : []
    func distance(_ number: Int) -> Int {
      let face = faces[number]
      var distance = 0
      if isWritten {
        distance += unsafe 4 * FontSubstitution.distance(of: language, from: languageSets[number])
      }
      let isAlike = alike.contains(number) || isMonospaced && face.isMonospaced
      if isMonospaced || ownClass == "serif", !isAlike { distance += 1 }
      return distance
    }
    let distances = suited.map(distance)
    return zip(suited, distances).first { $0.1 == distances.min() }?.0
  }

  /// Returns the first face that contains a character, in the order in which fontconfig's
  /// configuration states families for any text; `nil` if there is none.
  private func configuredFallback(for scalar: UInt32) -> Int? {
    for family in unknownFamilies {
      let found = fallbackOrder.first { number in
        faces[number].families.contains { $0.lowercased() == family.lowercased() }
          && !faces[number].isColor && has(scalar, in: number)
      }
      if let found { return found }
    }
    return nil
  }

  /// Returns the faces of the families whose names indicate a class; the sets are computed on first use.
  private func faces(ofClass generic: String?) -> Set<Int> {
    guard let generic else { return [] }
    return facesByClass.withLock { known in
      if let found = known[generic] { return found }
      let found = Set(
        faces.indices.filter {
          FamilyNames.genericFamily(of: faces[$0].families.first ?? "") == generic
        })
      known[generic] = found
      return found
    }
  }

  /// Returns the number of characters that a face has among the 128 around `scalar`.
  private func neighbours(of scalar: UInt32, in face: Int) -> Int {
    // fontconfig stores one bit for each character, in pages of 256 characters.
    var page = scalar & ~0xFF
    let start = page
    var bits = [UInt32](repeating: 0, count: 8)
    // The function fills the eight words of FC_CHARSET_MAP_SIZE with the first page at or after `page`.
    let found = unsafe bits.withUnsafeMutableBufferPointer {
      unsafe FcCharSetNextPage(characterSets[face], $0.baseAddress, &page)
    }
    guard found == start else { return 0 }
    let half = scalar & 0x80 == 0 ? bits[..<4] : bits[4...]
    return half.reduce(0) { $0 + $1.nonzeroBitCount }
  }

  private static func index(_ faces: [FontFace]) -> [String: [Int]] {
    var index: [String: [Int]] = [:]
    for (number, face) in faces.enumerated() {
      for family in face.families { index[family.lowercased(), default: []].append(number) }
    }
    return index
  }

  /// Returns the order in which faces are tried for fallback.
  ///
  /// Faces of normal width come first, then upright regular faces before others, proportional before monospaced,
  /// sans-serif before serif, and small fonts (made for one script) before large ones; the rest is sorted by name.
  private static func fallbackOrder(of faces: [FontFace]) -> [Int] {
    func rank(_ face: FontFace) -> (Double, Int, Int, Int, Int, String) {
      let name = face.families.first ?? ""
      let weight = face.weights.contains(400) ? 0 : Int(abs(face.weights.lowerBound - 400))
      return (
        face.widthDifference, (face.isItalic ? 1000 : 0) + weight,
        face.isMonospaced && !face.isColor ? 1 : 0, namesSans(name) ? 0 : 1,
        face.characterCount, name
      )
    }
    let ranks = faces.map(rank)
    return faces.indices.sorted { ranks[$0] < ranks[$1] }
  }

  /// Returns whether the name of a family contains "Sans".
  ///
  /// Compares bytes, because `String.contains` for all faces was 5 % of the first frame of a process.
  private static func namesSans(_ name: String) -> Bool {
    var rest = name.utf8[...]
    while let start = rest.firstIndex(of: UInt8(ascii: "S")) {
      rest = rest[start...]
      if rest.starts(with: "Sans".utf8) { return true }
      rest = rest.dropFirst()
    }
    return false
  }
}
