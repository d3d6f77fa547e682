internal import IABytes

/// The words that intensities of mode `word` belong to, found in the text.
///
/// A word begins at the first unit, and at each unit that is neither U+0020 nor U+000A and follows
/// one that is. The rule is part of the format and has nothing to do with a language.
enum WordSegments {
  @inline(__always) static func isSpace(_ unit: UInt16) -> Bool { unit == 0x20 || unit == 0x0A }

  /// Replaces the contents of an array by the offset after each word.
  static func ends(of units: Span<UInt16>, into ends: inout [Int32]) {
    ends.removeAll(keepingCapacity: true)
    guard !units.isEmpty else { return }
    var wasSpace = isSpace(units[0])
    for index in 1..<max(units.count, 1) {
      let isSpace = isSpace(units[index])
      if wasSpace, !isSpace { ends.append(Int32(truncatingIfNeeded: index)) }
      wasSpace = isSpace
    }
    ends.append(Int32(truncatingIfNeeded: units.count))
  }
}
