internal import IAFiles
internal import IASyntax

/// Chooses the names of the files in an RTFD: safe, unique, and equal for equal input.
struct RTFDNames {
  private var names: [Key: String] = [:]
  /// Some file systems do not distinguish case.
  private var taken = UniqueNames(used: ["txt.rtf"])

  private struct Key: Hashable {
    var digest: SHA256Digest
    var wanted: String
  }

  /// Returns the name of a file with these bytes, and whether it is new.
  ///
  /// - Parameters:
  ///   - digest: The hash of the bytes.
  ///   - wanted: The attachment's name.
  ///   - mediaType: The media type of the bytes, for the suffix of a name without one.
  mutating func name(
    for digest: SHA256Digest, _ wanted: String, _ mediaType: String?
  ) -> (name: String, isNew: Bool) {
    let key = Key(digest: digest, wanted: wanted)
    if let known = names[key] { return (known, false) }
    let (stem, suffix) = Self.parts(of: Self.harmless(wanted), mediaType)
    let name = taken.unique(stem + suffix) { "\(stem)-\($0)\(suffix)" }
    names[key] = name
    return (name, true)
  }

  /// Returns the name without folders and without characters that cause problems in programs or
  /// systems.
  private static func harmless(_ name: String) -> String {
    let last = name.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last ?? ""
    var kept = String.UnicodeScalarView()
    for scalar in last.unicodeScalars {
      let isPlain =
        scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
        || " -_.,()[]+".unicodeScalars.contains(scalar)
      kept.append(isPlain ? scalar : "_")
      if kept.count == 60 { break }
    }
    while let first = kept.first, first == "." || first == " " || first == "-" {
      kept.removeFirst()
    }
    while let last = kept.last, last == "." || last == " " { kept.removeLast() }
    let name = String(kept)
    var stem = name.prefix { $0 != "." }.uppercased()
    while stem.hasSuffix(" ") { stem.removeLast() }
    return name.isEmpty || devices.contains(stem) ? "attachment" + name : name
  }

  /// Reserved device names of Windows, with any suffix.
  private static let devices: Set<String> = Set(
    ["CON", "PRN", "AUX", "NUL"]
      + "0123456789\u{B9}\u{B2}\u{B3}".flatMap { ["COM\($0)", "LPT\($0)"] })

  private static func parts(of name: String, _ mediaType: String?) -> (String, String) {
    if let dot = name.lastIndex(of: "."), dot > name.startIndex,
      name.distance(from: dot, to: name.endIndex) <= 12
    {
      return (String(name[..<dot]), String(name[dot...]))
    }
    return (name, suffixes[mediaType ?? ""] ?? "")
  }

  private static let suffixes = [
    "image/png": ".png", "image/jpeg": ".jpg", "image/gif": ".gif", "image/webp": ".webp",
    "image/tiff": ".tiff", "image/avif": ".avif", "image/heic": ".heic", "video/mp4": ".mp4",
    "video/quicktime": ".mov", "application/pdf": ".pdf", "application/zip": ".zip",
  ]
}
