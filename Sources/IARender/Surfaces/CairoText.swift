/// Text as Cairo takes it.
enum CairoText {
  /// Returns the bytes of a text, with U+FFFD for U+0000 and noncharacters: Cairo stops at the
  /// first and refuses the others.
  static func bytes(of text: String) -> [CChar] {
    text.unicodeScalars.allSatisfy(isTaken)
      ? text.utf8.map { CChar(bitPattern: $0) } : replaced(text).utf8.map { CChar(bitPattern: $0) }
  }

  /// Returns a text with U+FFFD for the characters that Cairo does not accept.
  static func replaced(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { result.append(isTaken(scalar) ? scalar : "\u{FFFD}") }
    return String(result)
  }

  private static func isTaken(_ scalar: Unicode.Scalar) -> Bool {
    scalar != "\0" && !scalar.properties.isNoncharacterCodePoint
  }
}
