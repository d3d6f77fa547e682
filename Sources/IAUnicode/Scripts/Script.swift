internal import CShims

/// A script of characters (UAX 24), by ICU's permanent number.
public struct Script: RawRepresentable, Hashable, Sendable {
  /// ICU's number of the script.
  public let rawValue: UInt16

  /// Creates a script from its number.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// Characters used with many scripts: spaces, digits, punctuation, emoji.
  public static let common = Script(rawValue: 0)
  /// Marks that inherit the script of their base character.
  public static let inherited = Script(rawValue: 1)
  /// Arabic.
  public static let arabic = Script(rawValue: 2)
  /// Cyrillic.
  public static let cyrillic = Script(rawValue: 8)
  /// Devanagari.
  public static let devanagari = Script(rawValue: 10)
  /// Greek.
  public static let greek = Script(rawValue: 14)
  /// Hebrew.
  public static let hebrew = Script(rawValue: 19)
  /// Latin.
  public static let latin = Script(rawValue: 25)
  /// Thai.
  public static let thai = Script(rawValue: 38)

  /// Creates the script of a character.
  public init(of scalar: UInt32) {
    if scalar < 0x80 {
      let letter = scalar | 0x20
      self = letter >= 0x61 && letter <= 0x7A ? .latin : .common
    } else {
      self.init(rawValue: UInt16(truncatingIfNeeded: ia_script(scalar)))
    }
  }

  /// Whether the script is common or inherited, so that neighbours determine the script of the
  /// text.
  public var isGeneric: Bool { rawValue <= 1 }

  /// The four letters of the ISO 15924 code as a big-endian number: `Latn`, `Arab`, `Zyyy` for
  /// common.
  public var tag: UInt32 { ia_script_tag(Int32(rawValue)) }

  /// Returns whether a character can be written in this script, including script extensions.
  public func admits(_ scalar: UInt32) -> Bool { ia_has_script(scalar, Int32(rawValue)) }
}
