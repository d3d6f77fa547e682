/// Appends codes to bytes, from the lowest bit upwards.
struct BitWriter {
  private(set) var bytes: [UInt8] = []
  private var held: UInt64 = 0
  private var heldCount: UInt64 = 0

  /// The number of bits that were written.
  var bitCount: Int { 8 * bytes.count + Int(heldCount) }

  /// Removes all bits and keeps the capacity.
  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    held = 0
    heldCount = 0
  }

  /// Appends the lowest bits of a value; the others are 0.
  @inline(__always)
  mutating func append(_ bits: UInt32, count: Int) {
    held |= UInt64(bits) &<< heldCount
    heldCount &+= UInt64(truncatingIfNeeded: count)
    if heldCount >= 32 { flush() }
  }

  private mutating func flush() {
    bytes.append(addingCapacity: 4) { output in
      for shift: UInt64 in [0, 8, 16, 24] {
        output.append(UInt8(truncatingIfNeeded: held &>> shift))
      }
    }
    held &>>= 32
    heldCount &-= 32
  }

  /// Fills the last byte with zeros.
  mutating func finish() {
    while heldCount > 0 {
      bytes.append(UInt8(truncatingIfNeeded: held))
      held >>= 8
      heldCount -= min(heldCount, 8)
    }
  }
}
