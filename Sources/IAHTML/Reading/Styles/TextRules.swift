internal import IACSS

/// The rules for white space and letter case of text.
struct TextRules {
  var whiteSpace = WhiteSpace.normal
  /// The case conversion that changes the text; capitals are an inline attribute.
  var transform = TextTransform.none
  /// The marks of `q` elements, in pairs from the outermost inwards; `nil` for those of the language.
  var quotationMarks: [String]?
}

extension TextTransform {
  /// Converts UTF-16 code units as browsers do for `text-transform`.
  ///
  /// - Parameters:
  ///   - units: The units of a run of text.
  ///   - previous: The unit before them; a space at the start of a paragraph.
  func apply(to units: inout [UInt16], after previous: UInt16) {
    switch self {
    case .none, .uppercase: break
    case .lowercase:
      if !Self.lowercaseASCII(&units) {
        units = Array(String(decoding: units, as: UTF16.self).lowercased().utf16)
      }
    case .capitalize: Self.capitalize(&units, after: previous)
    case .fullWidth:
      for index in units.indices {
        switch units[index] {
        case 0x20: units[index] = 0x3000
        case 0x21...0x7E: units[index] += 0xFEE0
        default: break
        }
      }
    }
  }

  /// Converts to lower case if all units are ASCII, and returns whether they are.
  private static func lowercaseASCII(_ units: inout [UInt16]) -> Bool {
    guard units.allSatisfy({ $0 < 0x80 }) else { return false }
    for index in units.indices where (0x41...0x5A).contains(units[index]) { units[index] += 0x20 }
    return true
  }

  /// Converts the first letter of each word to title case.
  ///
  /// A word starts after a scalar that is not alphabetic, numeric, an apostrophe or an underscore;
  /// nonspacing marks belong to the scalar before them.
  private static func capitalize(_ units: inout [UInt16], after previous: UInt16) {
    var changed = String.UnicodeScalarView()
    var isInWord = Unicode.Scalar(previous).map(isPartOfWord) ?? true
    for scalar in String(decoding: units, as: UTF16.self).unicodeScalars {
      if !isInWord, scalar.properties.isLowercase {
        changed.append(contentsOf: scalar.properties.titlecaseMapping.unicodeScalars)
      } else {
        changed.append(scalar)
      }
      if scalar.properties.generalCategory != .nonspacingMark { isInWord = isPartOfWord(scalar) }
    }
    units = Array(String(changed).utf16)
  }

  private static func isPartOfWord(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x27, 0x2019, 0x5F: true
    default: scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    }
  }
}
