internal import IAConvert
internal import IAFiles

/// Paths of reports as bytes and as text for people.
enum ShownPath {
  /// The maximum size of a path in bytes; longer paths are cut.
  static let maximumByteCount = 4096

  /// Returns a path with escapes for control characters and bytes that are not UTF-8.
  static func text(_ path: [UInt8]) -> String { HarmlessText.escape(PathBytes.string(from: path)) }

  /// Returns the bytes of a path from its escaped form in a report.
  ///
  /// - Returns: The bytes; an escape that reports do not use is left unchanged.
  static func bytes(ofEscaped text: String) -> [UInt8] {
    guard text.utf8.contains(0x5C) else { return Array(text.utf8.prefix(maximumByteCount)) }
    let scalars = Array(text.unicodeScalars.prefix(maximumByteCount))
    var result = String.UnicodeScalarView()
    var index = 0
    while index < scalars.count {
      if scalars[index] == "\\", let (scalar, length) = escape(scalars[(index + 1)...]) {
        result.append(scalar)
        index += length + 1
      } else {
        result.append(scalars[index])
        index += 1
      }
    }
    return Array(String(result).utf8.prefix(maximumByteCount))
  }

  /// Returns the scalar of an escape and the number of scalars after the backslash.
  private static func escape(
    _ rest: ArraySlice<Unicode.Scalar>
  ) -> (scalar: Unicode.Scalar, length: Int)? {
    switch rest.first {
    case "n": return ("\n", 1)
    case "r": return ("\r", 1)
    case "t": return ("\t", 1)
    case "\\": return ("\\", 1)
    case "u":
      let digits = rest.dropFirst(2).prefix(7).prefix { $0 != "}" }
      let end = rest.dropFirst(2 + digits.count).first
      guard rest.dropFirst().first == "{", end == "}",
        let value = UInt32(String(String.UnicodeScalarView(digits)), radix: 16),
        let scalar = Unicode.Scalar(value)
      else { return nil }
      return (scalar, digits.count + 3)
    default: return nil
    }
  }

  /// Returns the suffix of a path in lower case if it has at most 8 letters and digits; `nil` for
  /// other paths.
  static func suffix(of path: [UInt8]) -> String? {
    let name = path.suffix(255).split(separator: 0x2F).last ?? []
    guard let dot = name.lastIndex(of: 0x2E), dot > name.startIndex else { return nil }
    let suffix = name[(dot + 1)...]
    let isPlain = suffix.allSatisfy {
      (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20)
    }
    guard (1...8).contains(suffix.count), isPlain else { return nil }
    return String(decoding: suffix, as: UTF8.self).lowercased()
  }
}

extension String {
  /// The text with escapes for characters that are invisible or reorder other text; existing escapes are unchanged.
  var harmless: String {
    split(separator: "\\", omittingEmptySubsequences: false)
      .map { HarmlessText.escape(String($0)) }.joined(separator: "\\")
  }
}
