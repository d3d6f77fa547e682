internal import IAFiles

/// Escapes text from files for a line of a terminal or a log.
public enum HarmlessText {
  /// Returns a text in which scalars are escaped that are invisible, that move or reorder other text, or that end the
  /// line.
  ///
  /// Control characters, format characters (including bidirectional controls) and separators have the form `\u{202E}`,
  /// or the short forms `\n`, `\r` and `\t`. A backslash is doubled. A byte of a path that is not UTF-8 has the form
  /// `\xFF`.
  public static func escape(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { !isHarmless($0) }) else { return text }
    var escaped = ""
    for scalar in text.unicodeScalars {
      if isHarmless(scalar) {
        escaped.unicodeScalars.append(scalar)
        continue
      }
      if let byte = PathBytes.carried(by: scalar) {
        escaped += "\\x" + String(byte, radix: 16, uppercase: true)
        continue
      }
      switch scalar {
      case "\n": escaped += "\\n"
      case "\r": escaped += "\\r"
      case "\t": escaped += "\\t"
      case "\\": escaped += "\\\\"
      default: escaped += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
      }
    }
    return escaped
  }

  private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return (0x20..<0x7F).contains(scalar.value) && scalar != "\\" }
    if PathBytes.carried(by: scalar) != nil { return false }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned:
      return false
    default: return true
    }
  }
}
