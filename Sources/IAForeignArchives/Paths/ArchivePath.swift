internal import IABytes
internal import IAFiles

/// A path in an archive that is safe to use: its components are valid names on every system.
public struct ArchivePath: Hashable, Sendable {
  /// The names from the outermost folder to the file.
  public let parts: [String]

  /// The components, separated by slashes.
  public var text: String { parts.joined(separator: "/") }

  /// The name of the file.
  public var name: String { parts.last ?? "" }

  /// The maximum size of a name in bytes.
  static let maximumNameBytes = 255
  /// The maximum size of a path in bytes.
  static let maximumBytes = 4096

  /// Creates a path from that of an archive entry, if it is safe.
  ///
  /// The following paths are refused: empty and absolute paths; paths with a drive letter or backslashes; `..`, also if
  /// it is percent-encoded; control characters, and format characters that reorder or hide text; names that end with a
  /// full stop or a space, begin with a hyphen, or are device names of Windows; names and paths that are too long.
  /// Empty components and `.` are removed.
  ///
  /// - Parameters:
  ///   - bytes: The path.
  ///   - allowsEscapes: Whether percent codes are ordinary characters, because the escapes of the path were already
  ///     resolved.
  ///     were already resolved.
  /// - Throws: `Unsafe` with the reason.
  init(_ bytes: [UInt8], allowsEscapes: Bool = false) throws(Unsafe) {
    guard !bytes.isEmpty else { throw Unsafe(reason: "empty") }
    guard bytes.count <= Self.maximumBytes else { throw Unsafe(reason: "too long") }
    guard bytes.first != UInt8(ascii: "/") else { throw Unsafe(reason: "absolute") }
    guard !bytes.contains(UInt8(ascii: "\\")) else { throw Unsafe(reason: "backslash") }
    if bytes.count >= 2, bytes[1] == UInt8(ascii: ":"), Self.isLetter(bytes[0]) {
      throw Unsafe(reason: "drive")
    }
    var parts: [String] = []
    for part in bytes.split(separator: UInt8(ascii: "/")) where !part.elementsEqual(".".utf8) {
      try Self.check(Array(part), allowsEscapes)
      parts.append(PathBytes.string(from: part))
    }
    guard !parts.isEmpty else { throw Unsafe(reason: "empty") }
    self.parts = parts
  }

  /// Creates a path from safe parts.
  init(parts: [String]) { self.parts = parts }

  /// The reason why a path is not safe.
  struct Unsafe: Error, Hashable {
    let reason: String
  }

  /// Returns a path that every system accepts, as similar to a text as possible.
  ///
  /// A safe path stays the same, without empty parts and `.`. Otherwise an underscore replaces each
  /// character that is not safe, or is inserted where a name may not begin or end.
  public static func safeText(of path: String) -> String {
    if let safe = try? ArchivePath(PathBytes.bytes(of: path)) { return safe.text }
    let parts = path.unicodeScalars.split(separator: "/")
      .filter { !$0.elementsEqual(".".unicodeScalars) }.map { safePart(String($0)) }
    let text = parts.joined(separator: "/")
    if let safe = try? ArchivePath(PathBytes.bytes(of: text)) { return safe.text }
    return parts.last ?? "_"
  }

  private static func safePart(_ part: String) -> String {
    var scalars = String.UnicodeScalarView()
    let isEscaped = PercentCoding.decoded(PathBytes.bytes(of: part)) != PathBytes.bytes(of: part)
    for scalar in part.unicodeScalars {
      let isReplaced =
        isUnsafe(scalar) || scalar == "\\" || scalar == ":" || isEscaped && scalar == "%"
      scalars.append(isReplaced ? "_" : scalar)
    }
    var name = FileNames.fitted(String(scalars))
    if name.hasSuffix(".") || name.hasSuffix(" ") { name = String(name.dropLast()) + "_" }
    if (try? check(PathBytes.bytes(of: name), false)) == nil { name = "_" + name }
    return FileNames.fitted(name)
  }

  private static func check(_ part: [UInt8], _ allowsEscapes: Bool) throws(Unsafe) {
    guard part.count <= maximumNameBytes else { throw Unsafe(reason: "name too long") }
    let plain = allowsEscapes ? part : PercentCoding.decoded(part)
    let slashes = [UInt8(ascii: "/"), UInt8(ascii: "\\")]
    guard !plain.elementsEqual("..".utf8), !plain.elementsEqual(".".utf8),
      plain == part || !plain.contains(where: slashes.contains)
    else { throw Unsafe(reason: "..") }
    guard part.first != UInt8(ascii: "-") else { throw Unsafe(reason: "leading hyphen") }
    guard part.last != UInt8(ascii: "."), part.last != UInt8(ascii: " ") else {
      throw Unsafe(reason: "full stop or space at the end")
    }
    guard !hasUnsafeScalar(part) else { throw Unsafe(reason: "control character") }
    // Names of devices have three or four bytes.
    let stem = part.prefix { $0 != UInt8(ascii: ".") }
    guard stem.count > 4 || !devices.contains(String(decoding: stem, as: UTF8.self).uppercased())
    else { throw Unsafe(reason: "name of a device") }
  }

  private static func hasUnsafeScalar(_ part: [UInt8]) -> Bool {
    if part.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return false }
    return PathBytes.string(from: part).unicodeScalars.contains(where: isUnsafe)
  }

  /// Returns whether a scalar is a control, or a format character that reorders or hides text.
  private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
    default: false
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x41...0x5A).contains(byte & 0xDF)
  }

  private static let devices: Set<String> = Set(
    ["CON", "PRN", "AUX", "NUL"] + (0...9).flatMap { ["COM\($0)", "LPT\($0)"] })
}
