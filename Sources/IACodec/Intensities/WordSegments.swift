/// The words that intensities of mode `word` belong to, found in the text.
///
/// A word begins at the first unit, and at each unit that is neither U+0020 nor U+000A and follows
/// one that is. The rule is part of the format and is independent of the language.
enum WordSegments {
  @inline(__always) static func isSpace(_ unit: UInt16) -> Bool { unit == 0x20 || unit == 0x0A }

  /// Returns whether a word begins at a unit, given the unit before it.
  @inline(__always) static func begins(at unit: UInt16, after before: UInt16) -> Bool {
    isSpace(before) && !isSpace(unit)
  }

  /// Returns the number of words.
  ///
  /// - Complexity: O(*n*).
  static func count(of units: Span<UInt16>) -> Int {
    guard !units.isEmpty else { return 0 }
    var count = 1
    forEachGroup(of: units) { _, starts in count &+= starts.nonzeroBitCount }
    return count
  }

  /// Calls a function with the index of each unit at which a word begins, except the first unit.
  ///
  /// - Complexity: O(*n*).
  @inline(__always) static func forEachStart(in units: Span<UInt16>, _ body: (Int) -> Void) {
    forEachGroup(of: units) { index, starts in
      var starts = starts
      while starts != 0 {
        body(index &+ starts.trailingZeroBitCount &>> 4)
        starts &= starts &- 1
      }
    }
  }

  /// Calls a function for each group of four units, with the index of the first one and four lanes of 16 bits.
  ///
  /// The top bit of a lane is set if a word begins at the unit; the first unit of the text has no such bit.
  @inline(__always) private static func forEachGroup(
    of units: Span<UInt16>, _ body: (_ index: Int, _ starts: UInt64) -> Void
  ) {
    unsafe units.withUnsafeBytes { raw in
      // The top bit of the lowest lane is set if the unit before the group is a space.
      var carried: UInt64 = 0
      var index = 0
      while index &+ 4 <= units.count {
        let word = unsafe raw.loadUnaligned(fromByteOffset: 2 &* index, as: UInt64.self)
        let spaces = UInt64(
          littleEndian: zeros(word ^ 0x0020_0020_0020_0020) | zeros(word ^ 0x000A_000A_000A_000A))
        body(index, (spaces &<< 16 | carried) & ~spaces)
        carried = spaces &>> 48
        index &+= 4
      }
      while index < units.count {
        if index > 0, begins(at: units[index], after: units[index &- 1]) { body(index, 1 &<< 15) }
        index &+= 1
      }
    }
  }

  /// Returns a word in which the top bit of each 16-bit lane is set if the lane is 0.
  @inline(__always) private static func zeros(_ word: UInt64) -> UInt64 {
    let low: UInt64 = 0x7FFF_7FFF_7FFF_7FFF
    return ~(((word & low) &+ low) | word) & ~low
  }

  /// Appends for each unit the value of its word.
  ///
  /// - Precondition: There are as many values as words, by `count(of:)`.
  /// - Complexity: O(*n*).
  static func fill(_ values: Span<UInt8>, over units: Span<UInt16>, to output: inout [UInt8]) {
    let last = values.count - 1
    guard last >= 0 else { return }
    output.append(addingCapacity: units.count) { output in
      unsafe output.withUnsafeMutableBufferPointer { buffer, filled in
        guard let target = buffer.baseAddress, units.count <= buffer.count else { return }
        unsafe units.withUnsafeBufferPointer { units in
          unsafe values.withUnsafeBufferPointer { values in
            guard let text = units.baseAddress, let source = values.baseAddress else { return }
            // In bounds: the word's number is at most the last.
            var word = 0
            var wasSpace = false
            for index in 0..<units.count {
              let isSpace = unsafe isSpace(text[index])
              word &+= wasSpace && !isSpace ? 1 : 0
              wasSpace = isSpace
              unsafe target[filled &+ index] = source[min(word, last)]
            }
          }
        }
        filled += units.count
      }
    }
  }
}
