/// The names of a page: known names and names that the page adds.
struct NameTable: Sendable {
  /// The bytes of the added names, concatenated.
  private var bytes: [UInt8] = []
  /// The offset in `bytes` at which each added name starts, and the end of the last name.
  private var starts: [UInt32] = [0]
  /// An open-addressing hash table of indexes of added names plus 1; 0 is an empty slot.
  private var slots: [UInt32] = []

  /// The number of names, including known names.
  var count: Int { KnownNames.count + starts.count - 1 }

  /// The bytes of a name that is being read: up to 24 bytes as three little-endian words.
  struct Words {
    private var words: (UInt64, UInt64, UInt64) = (0, 0, 0)
    private(set) var length = 0

    /// Appends a byte; bytes beyond 24 are only counted.
    @inline(__always) mutating func append(_ byte: UInt8) {
      let value = UInt64(byte) &<< UInt64(truncatingIfNeeded: (length & 7) &* 8)
      switch length &>> 3 {
      case 0: words.0 |= value
      case 1: words.1 |= value
      case 2: words.2 |= value
      default: break
      }
      length &+= 1
    }

    /// Records a byte that no known name contains.
    mutating func appendUnknown() { length = 25 }

    /// The known name with these bytes, or `nil` if there is none.
    var knownName: MarkupName? {
      guard length <= 24, length > 0 else { return nil }
      let factors = KnownNames.factors
      var hash = (words.0 &* factors.0) ^ (words.1 &* factors.1) ^ (words.2 &* factors.2)
      hash ^= hash &>> 32
      var slot = Int((hash &* KnownNames.finalFactor) &>> (64 - KnownNames.slotBits))
      while true {
        let number = Int(KnownNames.slots[slot])
        if number == 0 { return nil }
        if KnownNames.words[number * 3] == words.0, KnownNames.words[number * 3 + 1] == words.1,
          KnownNames.words[number * 3 + 2] == words.2
        {
          return MarkupName(rawValue: UInt32(number))
        }
        slot = (slot + 1) & (1 << Int(KnownNames.slotBits) - 1)
      }
    }
  }

  /// Returns the known name with these bytes, or `nil` if there is none.
  static func knownName(_ name: some Sequence<UInt8>) -> MarkupName? {
    var words = Words()
    for byte in name {
      if byte == 0 { return nil }
      words.append(byte)
    }
    return words.knownName
  }

  /// Returns the name with these bytes, and adds it if it is new.
  ///
  /// - Complexity: O(*n*) for a name of *n* bytes, amortised.
  mutating func name(of name: some Sequence<UInt8>) -> MarkupName {
    if let known = Self.knownName(name) { return known }
    let start = bytes.count
    bytes.append(contentsOf: name)
    if bytes.count == start { return MarkupName(rawValue: 0) }
    if starts.count * 2 > slots.count { grow() }
    var slot = hash(start..<bytes.count) & (slots.count - 1)
    while slots[slot] != 0 {
      let index = Int(slots[slot]) - 1
      if isEqual(range(index), start..<bytes.count) {
        bytes.removeLast(bytes.count - start)
        return MarkupName(rawValue: UInt32(KnownNames.count + index))
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    slots[slot] = UInt32(starts.count)
    starts.append(UInt32(bytes.count))
    return MarkupName(rawValue: UInt32(count - 1))
  }

  /// Returns the name with these bytes, or `nil` if the page does not use it.
  func find(_ name: some Sequence<UInt8>) -> MarkupName? {
    if let known = Self.knownName(name) { return known }
    let wanted = Array(name)
    guard !slots.isEmpty, !wanted.isEmpty else { return nil }
    var hasher = Hasher()
    unsafe wanted.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    var slot = hasher.finalize() & (slots.count - 1)
    while slots[slot] != 0 {
      let index = Int(slots[slot]) - 1
      if bytes[range(index)].elementsEqual(wanted) {
        return MarkupName(rawValue: UInt32(KnownNames.count + index))
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  /// Returns the bytes of a name.
  func bytes(of name: MarkupName) -> [UInt8] {
    let number = Int(name.rawValue)
    guard number < KnownNames.count else {
      let index = number - KnownNames.count
      return index < starts.count - 1 ? Array(bytes[range(index)]) : []
    }
    return KnownNames.text.withUTF8Buffer {
      unsafe Array($0[Int(KnownNames.starts[number])..<Int(KnownNames.starts[number + 1])])
    }
  }

  /// Returns whether a name starts with ASCII text.
  func starts(_ name: MarkupName, _ prefix: StaticString) -> Bool {
    let number = Int(name.rawValue)
    return prefix.withUTF8Buffer { prefix in
      guard number < KnownNames.count else {
        let index = number - KnownNames.count
        guard index < starts.count - 1 else { return false }
        return unsafe bytes[range(index)].starts(with: prefix)
      }
      return KnownNames.text.withUTF8Buffer {
        unsafe $0[Int(KnownNames.starts[number])..<Int(KnownNames.starts[number + 1])]
          .starts(with: prefix)
      }
    }
  }

  private func range(_ index: Int) -> Range<Int> { Int(starts[index])..<Int(starts[index + 1]) }

  private func isEqual(_ first: Range<Int>, _ second: Range<Int>) -> Bool {
    first.count == second.count && bytes[first].elementsEqual(bytes[second])
  }

  /// Returns the hash of added bytes.
  ///
  /// The hash depends on a random seed of the process, so that a page cannot be constructed whose
  /// names collide. No output depends on it.
  private func hash(_ range: Range<Int>) -> Int {
    var hasher = Hasher()
    unsafe bytes.withUnsafeBytes {
      unsafe hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: $0[range]))
    }
    return hasher.finalize()
  }

  private mutating func grow() {
    slots = Array(repeating: 0, count: max(64, slots.count * 2))
    for index in 0..<starts.count - 1 {
      var slot = hash(range(index)) & (slots.count - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = UInt32(index + 1)
    }
  }
}
