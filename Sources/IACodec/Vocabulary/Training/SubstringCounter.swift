/// Finds the strings that occur often in texts.
struct SubstringCounter {
  /// A string, given by one of its places, and its number of occurrences.
  struct Candidate {
    var start: Int32
    var unitCount: Int32
    var count: Int32
  }

  private(set) var candidates: [Candidate] = []

  /// Creates the counts of strings of 1 to `maximumUnitCount` units, each inside one text.
  ///
  /// A string is counted only if the strings without its first and without its last unit occur often enough. A string
  /// is omitted if a longer string that contains it occurs as often.
  ///
  /// - Complexity: O(*n* · maximumUnitCount).
  init(_ text: TrainingText, minimumCount: Int, maximumUnitCount: Int) {
    // For each position, the number of the string of the current length that begins there, or −1.
    var numbers = text.units.map { Int32($0) }
    var level = singleUnits(text)
    for unitCount in 2...(maximumUnitCount + 1) {
      let longer = pairs(text, &numbers, unitCount: unitCount, minimumCount, &level)
      candidates += level.filter { $0.count >= minimumCount || $0.unitCount == 1 }
      level = longer
      if level.isEmpty { break }
    }
  }

  private func singleUnits(_ text: TrainingText) -> [Candidate] {
    var level = [Candidate](
      repeating: Candidate(start: 0, unitCount: 1, count: 0), count: 1 << 16)
    for (index, unit) in text.units.enumerated() {
      if level[Int(unit)].count == 0 { level[Int(unit)].start = Int32(index) }
      level[Int(unit)].count += 1
    }
    return level
  }

  /// Replaces the numbers of strings by those of strings that are one unit longer, and removes the strings of two or
  /// more units that occur only inside one of these.
  private func pairs(
    _ text: TrainingText, _ numbers: inout [Int32], unitCount: Int, _ minimumCount: Int,
    _ level: inout [Candidate]
  ) -> [Candidate] {
    var table = PairCounts()
    var start = 0
    for end in text.ends {
      if end - start >= unitCount {
        for place in start...(end - unitCount) where numbers[place] >= 0 {
          let following = numbers[place + 1]
          if following >= 0 { table.add(numbers[place], following, at: place) }
        }
      }
      start = end
    }
    let longer = table.number(atLeast: minimumCount, unitCount: unitCount)
    start = 0
    for end in text.ends {
      for place in start..<end {
        let number = numbers[place]
        let following = place + unitCount <= end ? numbers[place + 1] : -1
        guard number >= 0, following >= 0 else {
          numbers[place] = -1
          continue
        }
        let found = table.number(of: number, following)
        numbers[place] = found
        guard found >= 0 else { continue }
        let count = longer[Int(found)].count
        for part in [number, following] where unitCount > 2 && level[Int(part)].count == count {
          level[Int(part)].count = 0
        }
      }
      start = end
    }
    return longer
  }
}

/// The number of occurrences of pairs of numbers, in a hash table without removal.
private struct PairCounts {
  private var keys: [UInt64] = []
  private var values: [SubstringCounter.Candidate] = []
  private var numbers: [Int32] = []
  private var count = 0

  init() { resize(to: 1 << 12) }

  mutating func add(_ left: Int32, _ right: Int32, at place: Int) {
    let slot = slot(left, right)
    if values[slot].count == 0 {
      keys[slot] = Self.key(left, right)
      values[slot].start = Int32(place)
      count += 1
    }
    values[slot].count += 1
    if 2 * count > keys.count { resize(to: 4 * keys.count) }
  }

  /// Numbers the pairs that occur at least `minimum` times, in the order of their first positions.
  mutating func number(atLeast minimum: Int, unitCount: Int) -> [SubstringCounter.Candidate] {
    numbers = [Int32](repeating: -1, count: keys.count)
    let slots = keys.indices.filter { values[$0].count >= minimum }
      .sorted { values[$0].start < values[$1].start }
    for (number, slot) in slots.enumerated() {
      numbers[slot] = Int32(number)
      values[slot].unitCount = Int32(unitCount)
    }
    return slots.map { values[$0] }
  }

  func number(of left: Int32, _ right: Int32) -> Int32 { numbers[slot(left, right)] }

  private static func key(_ left: Int32, _ right: Int32) -> UInt64 {
    UInt64(UInt32(bitPattern: left)) << 32 | UInt64(UInt32(bitPattern: right))
  }

  /// Returns the slot of a pair, or the free slot for it.
  private func slot(_ left: Int32, _ right: Int32) -> Int {
    let key = Self.key(left, right)
    let mask = keys.count - 1
    var slot = Int((key &* 0x9E37_79B9_7F4A_7C15) >> 32) & mask
    while values[slot].count > 0, keys[slot] != key { slot = (slot + 1) & mask }
    return slot
  }

  private mutating func resize(to capacity: Int) {
    let (oldKeys, oldValues) = (keys, values)
    keys = [UInt64](repeating: 0, count: capacity)
    values = [SubstringCounter.Candidate](
      repeating: .init(start: 0, unitCount: 0, count: 0), count: capacity)
    for (key, value) in zip(oldKeys, oldValues) where value.count > 0 {
      let slot = slot(Int32(truncatingIfNeeded: key >> 32), Int32(truncatingIfNeeded: key))
      keys[slot] = key
      values[slot] = value
    }
  }
}
