public import IAFormats

extension StickerPack {
  /// The maximum number of UTF-16 units in the name of a sticker.
  public static let longestName = 128
  /// The maximum number of UTF-8 bytes in the name of a picture file.
  static let longestImageName = 200

  /// Returns whether a sticker with this name can be written and found as a token.
  ///
  /// A usable name has 1 to `longestName` units and no control character, line separator or U+FFFC.
  /// Brackets and backslashes are allowed, although `StickerPackValidator` reports them.
  static func isUsable(name: String) -> Bool {
    guard !name.isEmpty, name.utf16.count <= longestName else { return false }
    return !name.unicodeScalars.contains {
      isControl($0) || isLineSeparator($0) || $0 == "\u{FFFC}"
    }
  }

  /// Returns whether a picture file with this name may be opened.
  ///
  /// A name may contain letters, digits and marks of any script, spaces, and `. _ - + @ ( ) , & ~ '
  /// !`. It may not contain two consecutive full stops, start or end with a full stop or space, or
  /// start with a hyphen. An allowed name therefore has no folder and no special meaning to a
  /// shell.
  public static func isAllowed(imageName name: String) -> Bool {
    let scalars = Array(name.unicodeScalars)
    guard let first = scalars.first, let last = scalars.last,
      name.utf8.count <= longestImageName, first != ".", first != "-", first != " ",
      last != ".", last != " "
    else { return false }
    let doubled = zip(scalars, scalars.dropFirst()).contains { $0 == "." && $1 == "." }
    return !doubled && scalars.allSatisfy(isAllowedInImageName)
  }

  static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
  }

  static func isLineSeparator(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value == 0x2028 || scalar.value == 0x2029
  }

  private static func isAllowedInImageName(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case ".", "_", "-", "+", "@", "(", ")", ",", "&", "~", "'", "!", " ": true
    default:
      switch scalar.properties.generalCategory {
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
        .decimalNumber, .letterNumber, .otherNumber, .nonspacingMark, .spacingMark:
        true
      default: false
      }
    }
  }
}
