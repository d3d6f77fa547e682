internal import IABytes

/// Finds two equal keys in an object, in time linear in the size of its keys.
///
/// Keys are equal if their UTF-16 units are equal after escapes are decoded. A few keys are compared with each other;
/// more keys are stored in an open-addressed hash table. The hash has a new seed in each process, so that no input can
/// cause many collisions. The seed does not affect the result: keys are inserted in order, and the second of the first
/// equal pair is reported.
struct JSONKeyIndex {
  /// The maximum number of keys for which comparing all pairs is faster than hashing.
  private static let fewKeys = 8

  /// The word indices of the keys, their hashes, and the table of 1-based ordinals.
  ///
  /// Reused for the next object, so that small objects cause no allocations.
  private var keys: [Int] = []
  private var hashes: [Int] = []
  private var slots: [UInt32] = []

  /// Checks the object whose words end at the end of `words`.
  ///
  /// - Throws: `json.duplicate-key` at the second of two equal keys.
  mutating func check(
    objectAt head: Int, count: Int, words: [UInt64], input: Span<UInt8>
  ) throws(InputError) {
    keys.removeAll(keepingCapacity: true)
    var index = head + 2
    for _ in 0..<count {
      keys.append(index)
      let value = JSONWord(bits: words[index + 1])
      index = value.isContainer ? JSONWord(bits: words[index + 2]).end + 1 : index + 2
    }
    if count <= Self.fewKeys {
      try compareEach(words: words, input: input)
    } else {
      try enterAll(words: words, input: input)
    }
  }

  private func compareEach(words: [UInt64], input: Span<UInt8>) throws(InputError) {
    for second in 1..<keys.count {
      let key = JSONWord(bits: words[keys[second]])
      for first in 0..<second {
        let other = JSONWord(bits: words[keys[first]])
        if Self.areEqual(other, key, input) { throw Self.duplicate(other, key) }
      }
    }
  }

  private mutating func enterAll(words: [UInt64], input: Span<UInt8>) throws(InputError) {
    var capacity = 32
    while capacity < keys.count * 2 { capacity *= 2 }
    slots.removeAll(keepingCapacity: true)
    slots.append(contentsOf: repeatElement(0, count: capacity))
    hashes.removeAll(keepingCapacity: true)
    for (ordinal, index) in keys.enumerated() {
      let key = JSONWord(bits: words[index])
      let hash = Self.hash(key, input)
      hashes.append(hash)
      var slot = hash & (capacity - 1)
      while slots[slot] != 0 {
        let first = Int(slots[slot]) - 1
        if hashes[first] == hash {
          let other = JSONWord(bits: words[keys[first]])
          if Self.areEqual(other, key, input) { throw Self.duplicate(other, key) }
        }
        slot = (slot + 1) & (capacity - 1)
      }
      slots[slot] = UInt32(ordinal + 1)
    }
  }

  private static func duplicate(_ first: JSONWord, _ second: JSONWord) -> InputError {
    InputError(.jsonDuplicateKey, at: second.byteOffset, other: first.byteOffset)
  }

  private static func hash(_ key: JSONWord, _ input: Span<UInt8>) -> Int {
    var hasher = Hasher()
    var units = JSONUnits(key, in: input)
    // Combines three units at a time; the leading 1 distinguishes groups of fewer units.
    var group: UInt64 = 1
    while let unit = units.next(input) {
      if group >> 48 != 0 {
        hasher.combine(group)
        group = 1
      }
      group = group << 16 | UInt64(unit)
    }
    hasher.combine(group)
    return hasher.finalize()
  }

  private static func areEqual(
    _ first: JSONWord, _ second: JSONWord, _ input: Span<UInt8>
  ) -> Bool {
    if first.isPlain, second.isPlain, first.length != second.length { return false }
    var firstUnits = JSONUnits(first, in: input)
    var secondUnits = JSONUnits(second, in: input)
    while let unit = firstUnits.next(input) {
      if secondUnits.next(input) != unit { return false }
    }
    return secondUnits.next(input) == nil
  }
}
