internal import IAFormats

/// The conversion of untrusted text to text that is safe for a terminal.
///
/// C0 control characters and U+007F become their control pictures, U+2400…U+2421. C1 control characters, line and
/// paragraph separators, and characters that reorder text become their code points: `<U+009B>`. The result cannot start
/// a control sequence, move the cursor, or show text in another order.
enum TerminalText {
  /// Returns the replacement of a scalar, or `nil` if it is shown unchanged.
  static func picture(of scalar: Unicode.Scalar) -> String? {
    switch scalar.value {
    case 0..<0x20: return Unicode.Scalar(0x2400 + scalar.value).map { String($0) }
    case 0x7F: return "\u{2421}"
    case 0x80...0x9F, 0x202A...0x202E, 0x2066...0x2069, 0x2028...0x2029:
      let digits = String(scalar.value, radix: 16, uppercase: true)
      return "<U+\(String(repeating: "0", count: 4 - digits.count))\(digits)>"
    default: return nil
    }
  }

  /// Returns a text on one line without characters that control the terminal.
  static func harmless(_ text: String) -> String {
    var shown = ""
    for scalar in text.unicodeScalars {
      if let picture = picture(of: scalar) {
        shown += picture
      } else {
        shown.unicodeScalars.append(scalar)
      }
    }
    return shown
  }

  /// Returns the target of a link in printable ASCII, or `nil` if its scheme is not harmless or it has control
  /// characters.
  ///
  /// `LinkSchemes` lists the harmless schemes. Characters beyond ASCII are percent-encoded.
  static func linkTarget(_ url: String) -> String? {
    let scheme = url.prefix { $0 != ":" }
    guard LinkSchemes.isHarmless(scheme), scheme.utf8.count < url.utf8.count,
      url.utf8.count <= 2000
    else { return nil }
    var target = ""
    for byte in url.utf8 {
      switch byte {
      case 0x21...0x7E: target.unicodeScalars.append(Unicode.Scalar(byte))
      case 0x80...:
        target += "%\(String(byte, radix: 16, uppercase: true))"
      default: return nil
      }
    }
    return target
  }
}
