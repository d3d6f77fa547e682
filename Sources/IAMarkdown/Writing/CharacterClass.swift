/// The classes of characters beside a delimiter run in CommonMark.
enum CharacterClass {
  case space, punctuation, other

  /// Creates the class of a scalar; the ends of a line count as space.
  init(_ scalar: Unicode.Scalar?) {
    guard let scalar else {
      self = .space
      return
    }
    switch scalar {
    case " ", "\t", "\n", "\u{C}", "\r": self = .space
    case _ where scalar.value < 0x80:
      let value = scalar.value
      let isPunctuation =
        (0x21...0x2F).contains(value) || (0x3A...0x40).contains(value)
        || (0x5B...0x60).contains(value) || (0x7B...0x7E).contains(value)
      self = isPunctuation ? .punctuation : .other
    default:
      switch scalar.properties.generalCategory {
      case .spaceSeparator: self = .space
      case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
        .initialPunctuation, .finalPunctuation, .otherPunctuation:
        self = .punctuation
      default: self = .other
      }
    }
  }

  /// Returns whether a unit is not visible, so that emphasis cannot start or end with it.
  static func isBlank(_ unit: UInt16) -> Bool {
    switch unit {
    case 0x09...0x0D, 0x20, 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F,
      0x3000:
      true
    default: false
    }
  }
}

extension CharacterClass {
  /// Creates the class of the character at an offset of a text.
  init(_ units: [UInt16], _ at: Int) {
    var value = UInt32(units[at])
    if value & 0xFC00 == 0xD800, at + 1 < units.count {
      value = 0x10000 + (value & 0x3FF) << 10 + UInt32(units[at + 1] & 0x3FF)
    }
    self.init(Unicode.Scalar(value) ?? "\u{FFFD}")
  }

  /// Returns the class of the last character of UTF-8 text from an offset on, and the class of the last character that
  /// is not a tilde.
  ///
  /// The start of a line counts as a space.
  static func before(
    _ bytes: [UInt8], from start: Int
  ) -> (next: CharacterClass, beyondTildes: CharacterClass) {
    let next = last(bytes[start...])
    guard bytes.count > start, bytes.last == UInt8(ascii: "~") else { return (next, next) }
    let rest = bytes[start...].dropLast(
      bytes[start...].reversed().prefix { $0 == UInt8(ascii: "~") }.count)
    return (next, last(rest))
  }

  private static func last(_ bytes: ArraySlice<UInt8>) -> CharacterClass {
    guard let last = bytes.last else { return .space }
    guard last >= 0x80 else { return CharacterClass(Unicode.Scalar(last)) }
    var value = UInt32(last & 0x3F)
    var shift: UInt32 = 6
    for byte in bytes.dropLast().reversed() {
      guard byte & 0xC0 != 0x80, shift < 24 else {
        value |= UInt32(byte & 0x3F) << shift
        shift += 6
        continue
      }
      // The more bytes follow, the fewer bits of the value are in the first byte.
      value |= UInt32(byte & (0x7F >> UInt8(shift / 6 + 1))) << shift
      break
    }
    return CharacterClass(Unicode.Scalar(value) ?? "\u{FFFD}")
  }
}
