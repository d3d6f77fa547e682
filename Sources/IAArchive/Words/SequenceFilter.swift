/// A set of sequences of three bytes that words contain, with false positives.
///
/// The filter of a part of an index has a bit for each sequence. A search for a part of a word skips the
/// parts of the index whose filter lacks one of its sequences.
///
/// Sequences are those of the words in which A–Z, U+0130 and U+212A are replaced by a–z, i and k. The last
/// two are the only other scalars whose lower-case forms contain ASCII letters, so that the sequences of
/// ASCII letters and digits are valid for a search that ignores case.
///
/// Specs/archive-format.md, section 6.4, specifies the filter.
struct SequenceFilter {
  /// The bits of all sequences that occur, by number; empty between calls.
  private var bits = [UInt64](repeating: 0, count: 1 << 18)
  /// The numbers of the sequences that occur.
  private var sequences: [UInt32] = []

  /// Returns the filter of words.
  ///
  /// - Parameters:
  ///   - words: Words, each followed by 0A.
  ///   - byteCount: The size of the filter; `nil` for eight bits for each sequence, and at most a sixteenth
  ///     of the size of the words.
  /// - Complexity: O(*n*).
  mutating func filter(of words: ArraySlice<UInt8>, byteCount: Int? = nil) -> [UInt8] {
    Self.forEachSequence(of: Self.folded(words)) { sequence in
      let (place, bit) = (Int(sequence >> 6), UInt64(1) << UInt64(sequence & 63))
      guard bits[place] & bit == 0 else { return }
      bits[place] |= bit
      sequences.append(sequence)
    }
    let count = byteCount ?? min(sequences.count, words.count / 16)
    var filter = [UInt8](repeating: 0, count: count)
    for sequence in sequences {
      bits[Int(sequence >> 6)] = 0
      guard count > 0 else { continue }
      let bit = Self.bit(of: sequence, in: count)
      filter[bit >> 3] |= 1 << UInt8(bit & 7)
    }
    sequences.removeAll(keepingCapacity: true)
    return filter
  }

  /// Returns the numbers of the sequences that each word with the bytes of a pattern contains.
  ///
  /// - Parameters:
  ///   - bytes: The bytes, in lower case if `ignoresCase` is set.
  ///   - ignoresCase: Whether the bytes are compared with the lower-case forms of words.
  static func sequences(of bytes: [UInt8], ignoresCase: Bool) -> [UInt32] {
    var sequences: [UInt32] = []
    forEachSequence(of: ignoresCase ? bytes : folded(bytes[...])) { sequence in
      // The lower-case forms of other scalars depend on the version of Unicode.
      if !ignoresCase || sequence & 0x808080 == 0 { sequences.append(sequence) }
    }
    return sequences
  }

  /// Returns whether words with a filter may have sequences; true for a filter without bytes.
  static func mayContain(_ sequences: [UInt32], filter: ArraySlice<UInt8>) -> Bool {
    guard !filter.isEmpty else { return true }
    return sequences.allSatisfy { sequence in
      let bit = bit(of: sequence, in: filter.count)
      return filter[filter.startIndex + bit >> 3] >> UInt8(bit & 7) & 1 == 1
    }
  }

  /// Returns the bit of a sequence in a filter.
  private static func bit(of sequence: UInt32, in byteCount: Int) -> Int {
    Int((UInt64(sequence &* 0x9E37_79B1) * UInt64(byteCount * 8)) >> 32)
  }

  /// Calls a function with the number of each sequence that contains no 0A.
  private static func forEachSequence(of bytes: [UInt8], _ body: (UInt32) -> Void) {
    var sequence: UInt32 = 0
    var length = 0
    for byte in bytes {
      if byte == 0x0A {
        length = 0
        continue
      }
      sequence = sequence >> 8 | UInt32(byte) << 16
      length += 1
      if length >= 3 { body(sequence) }
    }
  }

  private static func folded(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var folded: [UInt8] = []
    folded.reserveCapacity(bytes.count)
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let byte = bytes[index]
      let next = index + 1 < bytes.endIndex ? bytes[index + 1] : 0
      if byte == 0xC4, next == 0xB0 {
        folded.append(0x69)
        index += 2
      } else if byte == 0xE2, next == 0x84, index + 2 < bytes.endIndex, bytes[index + 2] == 0xAA {
        folded.append(0x6B)
        index += 3
      } else {
        folded.append(byte &- 0x41 < 26 ? byte | 0x20 : byte)
        index += 1
      }
    }
    return folded
  }
}
