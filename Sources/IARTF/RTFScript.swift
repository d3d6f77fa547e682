internal import IAText

/// The groups of scripts that Word and LibreOffice format separately.
///
/// Text in complex scripts has its own font, size, weight, slant and language (*associated* formatting). East Asian
/// text has its own font (RTF 1.9.1, sections *Associated Character Properties* and *Font Table*).
enum RTFScript: UInt8 {
  /// European scripts, and all scripts in none of the other groups.
  case ordinary
  /// Hebrew, Arabic, the scripts of India, Thai, Khmer, Mongolian and others.
  case complex
  /// CJK scripts and punctuation, Hangul, Yi, and full-width forms.
  case eastAsian

  /// Returns the group of a unit; `nil` if it has none.
  ///
  /// Spaces, punctuation and symbols beyond Latin-1, and surrogates other than the first ones of planes 2 and 3, have
  /// no group: they are shown like the text before them. ASCII digits and punctuation are ordinary, as in LibreOffice.
  static func of(_ unit: UInt16) -> RTFScript? {
    switch unit {
    case 0x09, 0x20, 0xA0, 0x2000..<0x2C00: nil
    case _ where isComplex(unit): .complex
    case _ where isEastAsian(unit): .eastAsian
    case 0xD800...0xDFFF: nil
    default: .ordinary
    }
  }

  /// Returns whether a unit belongs to a complex script.
  static func isComplex(_ unit: UInt16) -> Bool {
    switch unit {
    case 0x0590..<0x10A0, 0x1780..<0x18B0, 0x1A20..<0x1BB0, 0xA840..<0xA880, 0xFB1D..<0xFE00,
      0xFE70..<0xFEFD:
      true
    default: false
    }
  }

  /// Returns whether a unit belongs to East Asian text, in the Basic Multilingual Plane and planes 2 and 3.
  static func isEastAsian(_ unit: UInt16) -> Bool {
    switch unit {
    case 0x1100...0x11FF, 0x2E80...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7FF, 0xD840...0xD8BF,
      0xF900...0xFAFF, 0xFE30...0xFE4F, 0xFF00...0xFFEF:
      true
    default: false
    }
  }

  /// Returns whether a text contains units of complex scripts.
  ///
  /// - Complexity: O(*n*); the first loop has no branch, so that the compiler can vectorise it.
  static func hasComplex(_ units: Span<UInt16>) -> Bool {
    var highest: UInt16 = 0
    for index in units.indices { highest = max(highest, units[index]) }
    // European scripts are below all complex scripts.
    guard highest >= 0x0590 else { return false }
    for index in units.indices where isComplex(units[index]) { return true }
    return false
  }

  /// Returns the indices of the sets of inline attributes whose text contains complex scripts.
  ///
  /// - Complexity: O(*n*) in the text.
  static func complexSets(_ columns: StringColumns) -> Set<Int> {
    var found: Set<Int> = []
    var start = 0
    for run in columns.inlineRuns {
      let end = start + run.count
      if !found.contains(run.index), hasComplex(columns.units.span.extracting(start..<end)) {
        found.insert(run.index)
      }
      start = end
    }
    return found
  }
}

extension RTFWords {
  /// Returns the control words for font, size, weight, slant and language of complex scripts, followed by these control
  /// words; only these control words if none of them has a second form for complex scripts.
  ///
  /// - Parameter isRightToLeft: Whether the text runs from right to left.
  func withAssociated(isRightToLeft: Bool = false) -> RTFWords {
    var associated = RTFWords()
    for word in bytes.split(separator: UInt8(ascii: "\\")) {
      let name = word.prefix { $0 >= UInt8(ascii: "a") }
      guard Self.associatedNames.contains(where: { name.elementsEqual($0) }) else { continue }
      associated.add("\\a")
      associated.add(bytes: word)
    }
    guard !associated.isEmpty else { return self }
    var words = RTFWords()
    words.add(isRightToLeft ? "\\ltrch" : "\\rtlch")
    words.add(associated)
    words.add(isRightToLeft ? "\\rtlch" : "\\ltrch")
    words.add(self)
    return words
  }

  /// The control words that have a second form for complex scripts.
  private static let associatedNames: [[UInt8]] = ["f", "fs", "b", "i", "lang"].map {
    Array($0.utf8)
  }
}
