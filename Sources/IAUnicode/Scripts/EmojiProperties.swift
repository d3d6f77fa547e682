internal import CShims

/// What a character is to an emoji sequence (UTS 51).
public struct EmojiProperties: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt8

  /// Makes a set from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Shown as a picture unless U+FE0E follows.
  public static let presentation = EmojiProperties(rawValue: 1)
  /// Can be shown as a picture, as when U+FE0F follows.
  public static let emoji = EmojiProperties(rawValue: 2)
  /// Changes the skin tone of what is before.
  public static let modifier = EmojiProperties(rawValue: 4)
  /// Half of a flag.
  public static let regionalIndicator = EmojiProperties(rawValue: 8)
  /// Reserved for pictures, now or later.
  public static let pictographic = EmojiProperties(rawValue: 16)

  /// The properties of a character; ASCII has none here, for its digits are text.
  public init(of scalar: UInt32) {
    self.init(
      rawValue: scalar < 0x80 ? 0 : UInt8(truncatingIfNeeded: ia_emoji_properties(scalar)))
  }
}

/// Single properties of characters that layout asks for.
public enum CharacterProperties {
  /// Whether a character is not shown where a font lacks it: joiners, variation selectors, marks
  /// of direction.
  public static func isDefaultIgnorable(_ scalar: UInt32) -> Bool {
    scalar >= 0xAD && ia_is_default_ignorable(scalar)
  }

  /// The character shown instead where the direction is right to left.
  public static func mirror(_ scalar: UInt32) -> UInt32 { ia_mirror(scalar) }
}
