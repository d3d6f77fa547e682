/// Texts divided into lines or words.
enum TextParts {
  /// Returns the ranges of the lines, each with its line feed.
  static func lines(of units: [UInt16]) -> [Range<Int>] {
    var lines: [Range<Int>] = []
    var start = 0
    for (index, unit) in units.enumerated() where unit == 0x0A {
      lines.append(start..<index + 1)
      start = index + 1
    }
    if start < units.count { lines.append(start..<units.count) }
    return lines
  }

  /// Returns the ranges of words, and of each unit that is in no word.
  ///
  /// A word is a run of units other than spaces, controls and punctuation. Ideographs, kana and Hangul syllables are
  /// words of one unit, because spaces do not separate words in these scripts reliably. A lone surrogate is not part of
  /// a word, because many formats replace it with U+FFFD, which is not part of a word either.
  static func words(of units: ArraySlice<UInt16>) -> [Range<Int>] {
    var words: [Range<Int>] = []
    var start: Int?
    for index in units.indices {
      if joins(units[index]), !isLoneSurrogate(units, at: index) {
        if start == nil { start = index }
        continue
      }
      if let first = start { words.append(first..<index) }
      start = nil
      words.append(index..<index + 1)
    }
    if let first = start { words.append(first..<units.endIndex) }
    return words
  }

  private static func isLoneSurrogate(_ units: ArraySlice<UInt16>, at index: Int) -> Bool {
    let unit = units[index]
    guard unit & 0xF800 == 0xD800 else { return false }
    let isLead = UTF16.isLeadSurrogate(unit)
    let other = isLead ? index + 1 : index - 1
    guard units.indices.contains(other) else { return true }
    return isLead ? !UTF16.isTrailSurrogate(units[other]) : !UTF16.isLeadSurrogate(units[other])
  }

  /// Returns whether a unit is part of a word of several units.
  private static func joins(_ unit: UInt16) -> Bool {
    switch unit {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F: true
    case 0...0xA0, 0x2000...0x206F, 0x2E80...0x9FFF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
      0xFE30...0xFE4F, 0xFF00...0xFFFF:
      false
    default: true
    }
  }
}

/// Numbers for equal parts of two texts: equal parts have the same number.
struct PartNumbers {
  private var known: [ArraySlice<UInt16>: UInt32] = [:]

  /// Returns the numbers of parts.
  mutating func numbers(of parts: [Range<Int>], in units: [UInt16]) -> [UInt32] {
    numbers(of: parts, in: units[...])
  }

  /// Returns the numbers of parts.
  mutating func numbers(of parts: [Range<Int>], in units: ArraySlice<UInt16>) -> [UInt32] {
    parts.map { part in
      if let number = known[units[part]] { return number }
      let number = UInt32(truncatingIfNeeded: known.count)
      known[units[part]] = number
      return number
    }
  }
}
