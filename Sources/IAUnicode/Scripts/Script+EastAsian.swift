extension Script {
  /// ICU's numbers of the East Asian scripts: Bopomofo, Han, Hangul, Hiragana, Katakana and Yi.
  private static let eastAsian: Set<UInt16> = [5, 17, 18, 20, 22, 41]

  /// Whether the script is East Asian.
  ///
  /// Documents and programs use separate fonts for these scripts.
  public var isEastAsian: Bool { Self.eastAsian.contains(rawValue) }

  /// Returns whether a character belongs to East Asian text: letters, punctuation and full-width forms.
  public static func isEastAsian(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x1100...0x11FF, 0x2E80...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7FF, 0xF900...0xFAFF,
      0xFE30...0xFE4F, 0xFF00...0xFFEF, 0x20000...0x3FFFF:
      true
    default: false
    }
  }
}
