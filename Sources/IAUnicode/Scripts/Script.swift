internal import CShims

/// A script of characters (UAX 24), as ICU numbers it for good.
public struct Script: RawRepresentable, Hashable, Sendable {
  /// ICU's number.
  public let rawValue: UInt16

  /// Makes a script from its number.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// Characters of many scripts: spaces, digits, punctuation, emoji.
  public static let common = Script(rawValue: 0)
  /// Marks that take the script of what they stand on.
  public static let inherited = Script(rawValue: 1)
  /// Arabic.
  public static let arabic = Script(rawValue: 2)
  /// Cyrillic.
  public static let cyrillic = Script(rawValue: 8)
  /// Devanagari.
  public static let devanagari = Script(rawValue: 10)
  /// Greek.
  public static let greek = Script(rawValue: 14)
  /// Chinese characters.
  public static let han = Script(rawValue: 17)
  /// Hebrew.
  public static let hebrew = Script(rawValue: 19)
  /// Latin.
  public static let latin = Script(rawValue: 25)
  /// Thai.
  public static let thai = Script(rawValue: 38)

  /// The script of a character.
  public init(of scalar: UInt32) {
    if scalar < 0x80 {
      let letter = scalar | 0x20
      self = letter >= 0x61 && letter <= 0x7A ? .latin : .common
    } else {
      self.init(rawValue: UInt16(truncatingIfNeeded: ia_script(scalar)))
    }
  }

  /// Whether it says nothing about its neighbours: common or inherited.
  public var isGeneric: Bool { rawValue <= 1 }

  /// The four letters of ISO 15924 as a big-endian number: `Latn`, `Arab`, `Zyyy` for common.
  public var tag: UInt32 { ia_script_tag(Int32(rawValue)) }

  /// Whether a character may be written in this script, by its script extensions too.
  public func admits(_ scalar: UInt32) -> Bool { ia_has_script(scalar, Int32(rawValue)) }
}
