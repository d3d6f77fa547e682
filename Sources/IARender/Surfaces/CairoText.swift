/// Text as Cairo takes it.
enum CairoText {
  /// Returns the bytes of a text, with U+FFFD for U+0000 and noncharacters: Cairo stops at the
  /// first and refuses the others.
  static func bytes(of text: String) -> [CChar] {
    var bytes: [CChar] = []
    for scalar in text.unicodeScalars { append(scalar, to: &bytes) }
    return bytes
  }

  /// Appends the bytes of UTF-16 units to others, with U+FFFD for lone surrogates and for what
  /// Cairo does not accept.
  ///
  /// Pages have a cluster for almost each letter, so that this makes no string.
  ///
  /// - Complexity: O(*n*) in the number of units.
  static func append(_ units: ArraySlice<UInt16>, to bytes: inout [CChar]) {
    var index = units.startIndex
    while index < units.endIndex {
      let unit = units[index]
      index += 1
      if (1..<0x80).contains(unit) {
        bytes.append(CChar(truncatingIfNeeded: unit))
        continue
      }
      var value = UInt32(unit)
      if UTF16.isLeadSurrogate(unit), index < units.endIndex,
        UTF16.isTrailSurrogate(units[index])
      {
        value = 0x10000 + (value & 0x3FF) << 10 + UInt32(units[index] & 0x3FF)
        index += 1
      }
      append(Unicode.Scalar(value) ?? "\u{FFFD}", to: &bytes)
    }
  }

  /// Returns a text with U+FFFD for the characters that Cairo does not accept.
  static func replaced(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { result.append(isTaken(scalar) ? scalar : "\u{FFFD}") }
    return String(result)
  }

  private static func append(_ scalar: Unicode.Scalar, to bytes: inout [CChar]) {
    for byte in UTF8.encode(isTaken(scalar) ? scalar : "\u{FFFD}")
      ?? UTF8.encodedReplacementCharacter
    {
      bytes.append(CChar(bitPattern: byte))
    }
  }

  /// Returns whether a character is neither U+0000 nor a noncharacter (Unicode 23.7).
  private static func isTaken(_ scalar: Unicode.Scalar) -> Bool {
    let value = scalar.value
    return value != 0 && value & 0xFFFE != 0xFFFE && !(0xFDD0...0xFDEF).contains(value)
  }
}
