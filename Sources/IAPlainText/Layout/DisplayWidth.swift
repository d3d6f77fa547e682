/// The number of columns that text takes in a terminal.
///
/// Source: Unicode Standard Annex 11, East Asian Width: wide and full-width characters take two
/// columns; and Unicode's property Emoji_Presentation, whose characters are all wide. Combining
/// marks, format characters and the later letters of a Hangul syllable take none. A grapheme
/// cluster is as wide as its widest character; with U+FE0F, which requests an emoji, it is wide.
enum DisplayWidth {
  /// Returns the columns of a text without control characters.
  static func of(_ text: String) -> Int {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
    return text.reduce(0) { $0 + of($1) }
  }

  private static func of(_ cluster: Character) -> Int {
    var width = 0
    for scalar in cluster.unicodeScalars {
      if scalar.value == 0xFE0F, width == 1 { return 2 }
      width = max(width, of(scalar))
    }
    return width
  }

  static func of(_ scalar: Unicode.Scalar) -> Int {
    let value = scalar.value
    if value < 0x300 { return value == 0xAD ? 1 : value < 0x20 ? 0 : 1 }
    if (0x1160...0x11FF).contains(value) { return 0 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    return isWide(value) || scalar.properties.isEmojiPresentation ? 2 : 1
  }

  /// Returns whether a scalar is in a block whose characters are all wide or full-width, gaps
  /// included.
  private static func isWide(_ value: UInt32) -> Bool {
    guard value >= 0x1100 else { return false }
    return switch value {
    case 0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x3247, 0x3250...0xA4CF,
      0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F,
      0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x1F200...0x1F265,
      0x20000...0x2FFFD, 0x30000...0x3FFFD:
      true
    default: false
    }
  }
}
