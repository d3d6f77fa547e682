/// The special characters of TeX in text.
enum TeXWords {
  private static let marks: [(mark: Unicode.Scalar, command: String)] = [
    ("{", "{"), ("}", "}"), ("$", "$"), ("%", "%"), ("#", "#"), ("&", "&"), ("_", "_"),
    ("\\", "textbackslash{}"), ("^", "textasciicircum{}"), ("~", "textasciitilde{}"),
  ]

  /// Returns whether a page can contain a character: it is neither a control character nor a noncharacter.
  static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    let value = scalar.value
    return value >= 0x20 && !(0x7F..<0xA0).contains(value) && !(0xFDD0..<0xFDF0).contains(value)
      && value & 0xFFFE != 0xFFFE
  }

  /// Returns the special character of the command that follows a backslash, and the length of the command; `nil` for
  /// any other command.
  static func mark(
    in text: ArraySlice<Unicode.Scalar>
  ) -> (mark: Unicode.Scalar, length: Int)? {
    for (mark, command) in marks where text.starts(with: command.unicodeScalars) {
      return (mark, command.unicodeScalars.count)
    }
    return nil
  }

  /// Returns text with commands for its special characters; line ends and no-break spaces become spaces.
  static func escaped(_ words: String) -> String {
    var escaped = String.UnicodeScalarView()
    for scalar in words.unicodeScalars {
      if let (_, command) = marks.first(where: { $0.mark == scalar }) {
        escaped.append("\\")
        escaped.append(contentsOf: command.unicodeScalars)
      } else if ["\u{2028}", "\u{2029}", "\u{A0}"].contains(scalar) {
        escaped.append(" ")
      } else if isAllowed(scalar) {
        escaped.append(scalar)
      }
    }
    return String(escaped)
  }
}
