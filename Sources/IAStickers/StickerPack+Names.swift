public import IAFormats

extension StickerPack {
  /// The most UTF-16 units that the name of a sticker may have.
  public static let longestName = 128
  /// The most UTF-8 bytes that the name of a picture's file may have.
  static let longestImageName = 200

  /// Whether a sticker of this name can be written and found as a token.
  ///
  /// A name has 1 to `longestName` units, and no control character, line separator or U+FFFC.
  /// Brackets and backslashes are possible, though `StickerPackValidator` advises against them.
  static func isUsable(name: String) -> Bool {
    guard !name.isEmpty, name.utf16.count <= longestName else { return false }
    return !name.unicodeScalars.contains {
      isControl($0) || isLineSeparator($0) || $0 == "\u{FFFC}"
    }
  }

  /// Whether the name of a picture's file may be looked for at all.
  ///
  /// Letters, digits and marks of any script, spaces, and `. _ - + @ ( ) , & ~ ' !` may stand in
  /// it; not two full stops in a row, and none at either end; no space at either end and no
  /// hyphen at the start. A name that passes has no folder in it and no meaning to a shell.
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
