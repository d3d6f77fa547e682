internal import CShims

/// Emoji properties of a character (UTS 51).
public struct EmojiProperties: OptionSet, Hashable, Sendable {
  /// The property bits.
  public let rawValue: UInt8

  /// Creates a set from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Emoji_Presentation: drawn as a picture unless U+FE0E follows.
  public static let presentation = EmojiProperties(rawValue: 1)
  /// Emoji: can be drawn as a picture, for example if U+FE0F follows.
  public static let emoji = EmojiProperties(rawValue: 2)
  /// Regional_Indicator: one half of a flag.
  public static let regionalIndicator = EmojiProperties(rawValue: 8)

  /// Creates the properties of a character; ASCII has none, because its digits are text.
  public init(of scalar: UInt32) {
    self.init(
      rawValue: scalar < 0x80 ? 0 : UInt8(truncatingIfNeeded: ia_emoji_properties(scalar)))
  }
}

/// Single properties of characters that layout uses.
public enum CharacterProperties {
  /// Returns whether a character is invisible if a font has no glyph for it: joiners, variation
  /// selectors, directional marks.
  public static func isDefaultIgnorable(_ scalar: UInt32) -> Bool {
    scalar >= 0xAD && ia_is_default_ignorable(scalar)
  }

  /// Returns the mirrored form of a character for right-to-left text, or the character itself if
  /// there is none.
  public static func mirror(_ scalar: UInt32) -> UInt32 { ia_mirror(scalar) }
}
