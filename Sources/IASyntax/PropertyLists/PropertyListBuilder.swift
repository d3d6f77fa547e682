internal import IABytes

/// The columns of a property list table that is being built.
struct PropertyListBuilder {
  typealias Node = PropertyListTable.Node

  /// The maximum number of keys for which comparing all pairs is faster than hashing.
  private static let fewKeys = 8

  var nodes: [Node] = []
  var children: [UInt32] = []
  var units: [UInt16] = []
  var blobs: [UInt8] = []

  let limits: Limits
  private var slots: [UInt32] = []

  init(limits: Limits) { self.limits = limits }

  /// Adds a node and returns its index.
  mutating func add(
    _ kind: PropertyListValue.Kind, at byteOffset: Int, payload: UInt64 = 0
  ) throws(InputError) -> Int {
    guard nodes.count < limits.entries else {
      throw .exceeds(
        .plistLimit, limit: "entries", maximum: limits.entries, seen: nodes.count + 1,
        at: byteOffset)
    }
    nodes.append(
      Node(
        kind: kind, byteOffset: UInt32(truncatingIfNeeded: byteOffset), payload: payload))
    return nodes.count - 1
  }

  /// Adds a string whose text is the end of `units`, and returns its index.
  mutating func addString(at byteOffset: Int, unitsFrom start: Int) throws(InputError) -> Int {
    let node = try add(.string, at: byteOffset)
    setRange(of: node, from: start, to: units.count)
    return node
  }

  /// Adds data whose bytes are the end of `blobs`, and returns its index.
  mutating func addData(at byteOffset: Int, blobsFrom start: Int) throws(InputError) -> Int {
    let node = try add(.data, at: byteOffset)
    setRange(of: node, from: start, to: blobs.count)
    return node
  }

  /// Adds an integer that may need all 64 bits of an unsigned number.
  mutating func addInteger(
    magnitude: UInt64, isNegative: Bool, at byteOffset: Int
  ) throws(InputError) -> Int {
    if isNegative {
      guard magnitude <= UInt64(Int64.max) + 1 else {
        throw InputError(.plistNumber, at: byteOffset, detail: "an integer of more than 64 bits")
      }
      return try add(.integer, at: byteOffset, payload: 0 &- magnitude)
    }
    let node = try add(.integer, at: byteOffset, payload: magnitude)
    nodes[node].isUnsigned = magnitude > UInt64(Int64.max)
    return node
  }

  /// Sets the range of a node in the column of its kind.
  ///
  /// The offsets fit into 32 bits: each entry of a column takes at least one byte of the input, which has less than 4
  /// GiB.
  mutating func setRange(of node: Int, from start: Int, to end: Int) {
    nodes[node].start = UInt32(truncatingIfNeeded: start)
    nodes[node].count = UInt32(truncatingIfNeeded: end - start)
  }

  /// Checks a dictionary whose children are complete.
  ///
  /// - Throws: `plist.duplicate-key` at the second of two equal keys.
  /// - Complexity: O(keys); the text of a key is hashed once, even if several dictionaries share it.
  mutating func checkKeys(of node: Int) throws(InputError) {
    let start = Int(nodes[node].start)
    let count = Int(nodes[node].count) / 2
    guard count > 1 else { return }
    for ordinal in 0..<count { hashKey(Int(children[start + ordinal * 2])) }
    if count <= Self.fewKeys {
      for second in 1..<count {
        for first in 0..<second {
          try refuseEqual(Int(children[start + first * 2]), Int(children[start + second * 2]))
        }
      }
      return
    }
    var capacity = 32
    while capacity < count * 2 { capacity *= 2 }
    slots.removeAll(keepingCapacity: true)
    slots.append(contentsOf: repeatElement(.max, count: capacity))
    for ordinal in 0..<count {
      let key = children[start + ordinal * 2]
      var slot = Int(nodes[Int(key)].payload & UInt64(capacity - 1))
      while slots[slot] != .max {
        try refuseEqual(Int(slots[slot]), Int(key))
        slot = (slot + 1) & (capacity - 1)
      }
      slots[slot] = key
    }
  }

  private mutating func hashKey(_ node: Int) {
    guard nodes[node].payload == 0 else { return }
    var hasher = Hasher()
    for unit in units[range(of: node)] { hasher.combine(unit) }
    // A payload of 0 means that the key was not hashed yet; the top bit, which is always set, does not select a slot.
    nodes[node].payload = UInt64(truncatingIfNeeded: hasher.finalize()) | 1 << 63
  }

  private func refuseEqual(_ first: Int, _ second: Int) throws(InputError) {
    guard nodes[first].payload == nodes[second].payload,
      first == second || units[range(of: first)] == units[range(of: second)]
    else { return }
    throw InputError(
      .plistDuplicateKey, at: Int(nodes[second].byteOffset), other: Int(nodes[first].byteOffset))
  }

  func range(of node: Int) -> Range<Int> {
    let start = Int(nodes[node].start)
    return start..<start + Int(nodes[node].count)
  }
}
