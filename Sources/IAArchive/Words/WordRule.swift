/// The rule that divides text into the words of a word index.
///
/// The rule needs no Unicode tables, so that an index has the same words with every Unicode version. A scalar is a
/// separator, a letter of a word, or a wide character of a script that is written without spaces. A word is a maximal
/// run of letters, a pair of adjacent wide characters, or a single wide character between other characters. Lower-case
/// mappings never change the kind of a scalar.
///
/// Specs/archive-format.md, section 6.4, specifies the rule.
enum WordRule {
  /// The kind of a scalar.
  enum Kind: UInt8, Sendable {
    case separator, letter, wide
  }

  /// The maximum size of a word in bytes of UTF-8; an index does not contain longer ones.
  ///
  /// Words of scripts with three bytes for each letter and many suffixes have 64 bytes and more.
  static let maximumByteCount = 255

  /// The maximum size of the words in indexes of earlier programs, which do not state it.
  static let earlierMaximumByteCount = 64

  /// Returns the kind of a scalar.
  static func kind(of scalar: UInt32) -> Kind {
    switch scalar {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: .letter
    case 0..<0xC0: .separator
    case 0xE00...0x109F, 0x1780...0x17FF: .wide
    case 0x2000...0x20FF, 0x3000...0x303F, 0xD800...0xDFFF: .separator
    case 0x2E80...0xA4FF, 0xF900...0xFAFF, 0xFF66...0xFF9F: .wide
    case 0xFE00...0xFE6F, 0xFEFF, 0xFF00...0xFF0F, 0xFFF0...0xFFFF: .separator
    case 0x1_AFF0...0x1_B16F, 0x2_0000...0x3_FFFF: .wide
    default: .letter
    }
  }

  /// Calls a function with each longest run of letters or of wide characters.
  ///
  /// - Parameters:
  ///   - bytes: Text in UTF-8.
  ///   - isEscaped: Whether the text has the escapes of text members. Each is a separator, because
  ///     a writer escapes separators only.
  ///   - body: Is called with the range of a run in `bytes`.
  /// - Complexity: O(*n*).
  @inline(__always)
  static func forEachRun(
    in bytes: Span<UInt8>, isEscaped: Bool, _ body: (_ run: Range<Int>, _ isWide: Bool) -> Void
  ) {
    var current = Kind.separator
    var start = 0
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      var length = 1
      var kind: Kind
      if byte < 0x80 {
        let isLetter = (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10
        kind = isLetter ? .letter : .separator
        if isEscaped, byte == 0x5C, index + 1 < bytes.count {
          length = bytes[index + 1] == UInt8(ascii: "u") ? 6 : 2
        }
      } else {
        let (scalar, byteCount) = scalar(at: index, in: bytes)
        kind = self.kind(of: scalar)
        length = byteCount
      }
      if kind != current {
        if current != .separator { body(start..<index, current == .wide) }
        current = kind
        start = index
      }
      index += length
    }
    if current != .separator { body(start..<bytes.count, current == .wide) }
  }

  /// Calls a function with each word of a run.
  @inline(__always)
  static func forEachWord(
    of run: Range<Int>, isWide: Bool, in bytes: Span<UInt8>, _ body: (Range<Int>) -> Void
  ) {
    guard isWide else { return body(run) }
    var first = run.lowerBound
    var second = min(first + length(of: bytes[first]), run.upperBound)
    guard second < run.upperBound else { return body(run) }
    while second < run.upperBound {
      let end = min(second + length(of: bytes[second]), run.upperBound)
      body(first..<end)
      first = second
      second = end
    }
  }

  /// Returns the size of the scalar that begins with a byte, for valid UTF-8.
  private static func length(of byte: UInt8) -> Int {
    byte < 0xC0 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
  }

  /// Returns the scalar at an offset and its size; U+FFFD if it is cut off.
  private static func scalar(
    at index: Int, in bytes: Span<UInt8>
  ) -> (scalar: UInt32, byteCount: Int) {
    let byte = bytes[index]
    let count = length(of: byte)
    guard count > 1, index + count <= bytes.count else { return (0xFFFD, 1) }
    var scalar = UInt32(byte) & (0x7F >> UInt32(count))
    for place in index + 1..<index + count { scalar = scalar << 6 | UInt32(bytes[place] & 0x3F) }
    return (scalar, count)
  }
}
