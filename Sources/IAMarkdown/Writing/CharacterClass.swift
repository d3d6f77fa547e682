/// The classes of characters beside a delimiter in CommonMark.
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

  /// Returns whether a scalar is not shown, so that emphasis cannot start or end with it.
  static func isBlank(_ unit: UInt16) -> Bool {
    switch unit {
    case 0x09...0x0D, 0x20, 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F,
      0x3000:
      true
    default: false
    }
  }
}
