/// A sequence of control words: the start of a group, or paragraph formatting.
struct RTFWords {
  private(set) var bytes: [UInt8] = []

  /// Creates an empty sequence.
  ///
  /// - Parameter capacity: The number of bytes for which memory is reserved.
  init(capacity: Int = 0) {
    if capacity > 0 { bytes.reserveCapacity(capacity) }
  }

  /// Whether there are no control words.
  var isEmpty: Bool { bytes.isEmpty }

  mutating func add(_ word: StaticString) {
    word.withUTF8Buffer { unsafe bytes.append(contentsOf: $0) }
  }

  mutating func add(_ word: StaticString, _ number: Int) {
    add(word)
    if (0..<1000).contains(number) {
      if number >= 100 { bytes.append(0x30 + UInt8(number / 100)) }
      if number >= 10 { bytes.append(0x30 + UInt8(number / 10 % 10)) }
      bytes.append(0x30 + UInt8(number % 10))
    } else {
      bytes.append(contentsOf: String(number).utf8)
    }
  }

  mutating func add(_ words: RTFWords) { bytes.append(contentsOf: words.bytes) }

  /// Adds a part of a control word.
  mutating func add(bytes part: ArraySlice<UInt8>) { bytes.append(contentsOf: part) }

  /// Adds a control word with a length in points, converted to parts of a point and clamped to a
  /// range; adds nothing for `nil`.
  mutating func add(
    _ word: StaticString, points: Double?, parts: Double, in range: ClosedRange<Int>
  ) {
    guard let count = Self.count(points, parts: parts, in: range) else { return }
    add(word, count)
  }

  /// The control words as the start of a group with text; empty if there are none.
  var opening: [UInt8] {
    bytes.isEmpty ? [] : [UInt8(ascii: "{")] + bytes + [UInt8(ascii: " ")]
  }

  /// Returns a length in points converted to parts of a point, 20 for twips, 2 for half points, and
  /// clamped to a range; `nil` if it is not finite.
  static func count(
    _ points: Double?, parts: Double, in range: ClosedRange<Int> = -31_680...31_680
  ) -> Int? {
    guard let points, points.isFinite else { return nil }
    let count = (points * parts).rounded()
    return Int(min(max(count, Double(range.lowerBound)), Double(range.upperBound)))
  }
}
