public import IAUnicode

/// The number of a font in a shaper; it is valid only for that shaper.
public struct FontID: RawRepresentable, Hashable, Sendable {
  /// The number.
  public let rawValue: UInt16

  /// Creates an id from its number.
  public init(rawValue: UInt16) { self.rawValue = rawValue }
}

/// A glyph of a shaped text, in the order it is drawn from left to right.
///
/// Lengths are in the font's own units; the size is `TextShaper.unitsPerEm` units. Shaping does not
/// depend on the size, because glyphs are not hinted.
public struct Glyph: Hashable, Sendable {
  /// The glyph of the font; 0 is the one for characters the font lacks.
  public var id: UInt16
  /// Whether a line must not be broken before this glyph without shaping both sides again.
  public var isUnsafeToBreak: Bool
  /// The first UTF-16 unit of the text that the glyph represents, from the start of the text.
  public var utf16Offset: UInt32
  /// The pen movement after the glyph.
  public var advance: Int32
  /// The horizontal offset of the glyph from the pen, positive to the right.
  public var xOffset: Int16
  /// The vertical offset of the glyph from the baseline, positive upwards.
  public var yOffset: Int16
}

/// The parameters that determine glyphs besides the characters.
public struct ShapingStyle: Hashable, Sendable {
  /// The font.
  public var font: FontID
  /// The script that all characters share.
  public var script: Script
  /// Whether the text goes from right to left.
  public var isRightToLeft: Bool
  /// The language, by `TextShaper.language`; 0 for none.
  public var language: UInt16
  /// The sides on which the text joins text that is shaped separately.
  public var joins: Joins = []

  /// The sides of a text, in its logical order.
  public struct Joins: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt8

    /// Creates a set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The start of the text.
    public static let before = Joins(rawValue: 1)
    /// The end of the text.
    public static let after = Joins(rawValue: 2)
  }

  /// Creates a style.
  public init(
    font: FontID, script: Script = .latin, isRightToLeft: Bool = false, language: UInt16 = 0
  ) {
    self.font = font
    self.script = script
    self.isRightToLeft = isRightToLeft
    self.language = language
  }

  /// All parameters in one number, which is a part of the cache key.
  var packed: UInt64 {
    UInt64(font.rawValue) | UInt64(script.rawValue) << 16 | UInt64(language) << 32
      | (isRightToLeft ? 1 << 48 : 0) | UInt64(joins.rawValue) << 49
  }
}

/// A shaped text: the range of its glyphs and its width.
public struct ShapedText: Hashable, Sendable {
  /// The sum of the glyphs' advances, in the font's units.
  public internal(set) var advance: Int32
  /// Whether the font lacks a visible character of the text.
  public internal(set) var lacksGlyphs: Bool
  /// The range of the glyphs in the shaper.
  var glyphs: Range<Int>

  /// The number of glyphs.
  public var glyphCount: Int { glyphs.count }
}
