/// Text in the form in which a drawing and its document are compared.
///
/// Positions, and therefore white space, are no part of it.
package enum ComparedText {
  /// Returns text without white space, control characters, characters without an appearance, and
  /// attachments; compatible forms that share their glyphs are one character.
  ///
  /// Two results are compared by `==`, for which canonically equivalent texts are equal.
  ///
  /// - Complexity: O(*n*).
  package static func folded(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if let letters = ligatures[scalar] {
        result.append(contentsOf: letters.unicodeScalars)
        continue
      }
      let properties = scalar.properties
      guard !properties.isWhitespace, !properties.isDefaultIgnorableCodePoint,
        properties.generalCategory != .control, scalar != "\u{FFFC}"
      else { continue }
      result.append(equals[scalar] ?? scalar)
    }
    return String(result)
  }

  private static let ligatures: [Unicode.Scalar: String] = {
    var letters: [Unicode.Scalar: String] = [
      "\u{FB00}": "ff", "\u{FB01}": "fi", "\u{FB02}": "fl", "\u{FB03}": "ffi",
      "\u{FB04}": "ffl", "\u{FB05}": "st", "\u{FB06}": "st",
    ]
    for (value, letter) in lamLigatures {
      if let scalar = Unicode.Scalar(value) { letters[scalar] = "\u{644}" + letter }
    }
    // The joining forms of Arabic letters (U+FE80…U+FEFC), by which some fonts name their glyphs.
    var next: UInt32 = 0xFE80
    func add(_ text: String, count: UInt32) {
      for value in next..<next + count {
        if let scalar = Unicode.Scalar(value) { letters[scalar] = text }
      }
      next += count
    }
    for (forms, text) in arabicForms {
      for letter in text.unicodeScalars { add(String(letter), count: forms) }
    }
    for alef in ["\u{622}", "\u{623}", "\u{625}", "\u{627}"] { add("\u{644}" + alef, count: 2) }
    return letters
  }()

  /// The ligatures of lam with the second letter.
  private static let lamLigatures: [(UInt32, String)] = [
    (0xFC3F, "\u{62C}"), (0xFC40, "\u{62D}"), (0xFC41, "\u{62E}"), (0xFC42, "\u{645}"),
    (0xFC43, "\u{649}"), (0xFC44, "\u{64A}"), (0xFC85, "\u{645}"), (0xFC86, "\u{649}"),
    (0xFC87, "\u{64A}"), (0xFCC9, "\u{62C}"), (0xFCCA, "\u{62D}"), (0xFCCB, "\u{62E}"),
    (0xFCCC, "\u{645}"), (0xFCCD, "\u{647}"), (0xFCED, "\u{645}"),
  ]

  /// The Arabic letters in the order of their joining forms, with the number of the forms.
  private static let arabicForms: [(UInt32, String)] = [
    (1, "\u{621}"), (2, "\u{622}\u{623}\u{624}\u{625}"), (4, "\u{626}"), (2, "\u{627}"),
    (4, "\u{628}"), (2, "\u{629}"), (4, "\u{62A}\u{62B}\u{62C}\u{62D}\u{62E}"),
    (2, "\u{62F}\u{630}\u{631}\u{632}"),
    (4, "\u{633}\u{634}\u{635}\u{636}\u{637}\u{638}\u{639}\u{63A}"),
    (4, "\u{641}\u{642}\u{643}\u{644}\u{645}\u{646}\u{647}"), (2, "\u{648}\u{649}"),
    (4, "\u{64A}"),
  ]

  /// Characters that fonts usually draw with one glyph.
  private static let equals: [Unicode.Scalar: Unicode.Scalar] = [
    "\u{2010}": "-", "\u{2011}": "-", "\u{B5}": "\u{3BC}", "\u{2215}": "\u{2044}",
    "\u{2219}": "\u{B7}", "\u{2206}": "\u{394}", "\u{2126}": "\u{3A9}", "\u{110}": "\u{D0}",
    "\u{2C9}": "\u{AF}", "\u{FFFE}": "\u{FFFD}", "\u{FFFF}": "\u{FFFD}",
  ]

  /// Returns whether text consists of emoji, which are drawn as pictures.
  static func isEmoji(_ text: String) -> Bool {
    text.allSatisfy { character in
      if character.isWhitespace { return true }
      return character.unicodeScalars.contains {
        $0.properties.isEmojiPresentation || $0 == "\u{FE0F}"
          || ($0.properties.isEmoji && $0.value > 0xFF)
      }
    }
  }

  /// Returns whether text has characters of scripts from right to left, whose glyphs are not in the
  /// order of the text.
  package static func hasRightToLeft(_ text: String) -> Bool {
    text.unicodeScalars.contains {
      switch $0.value {
      case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF,
        0x1E800...0x1EFFF:
        true
      default: false
      }
    }
  }
}
