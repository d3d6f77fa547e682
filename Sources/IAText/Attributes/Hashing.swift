extension Hasher {
  /// Hashes up to 64 Boolean values as one number.
  @inline(__always) mutating func combine<let count: Int>(flags: InlineArray<count, Bool>) {
    var bits: UInt64 = 0
    for index in flags.indices where flags[index] { bits |= 1 &<< UInt64(index) }
    combine(bits)
  }

  /// Hashes a number if it is not `nil`; 0 and −0, which are equal, have the same hash.
  mutating func combine(ifSet number: Double?) {
    if let number { combine((number + 0).bitPattern) }
  }

  /// Hashes a text if it is not `nil`, by its UTF-8, as in comparisons.
  mutating func combine(spelling text: String?) {
    guard var text else { return }
    text.withUTF8 { unsafe combine(bytes: UnsafeRawBufferPointer($0)) }
    combine(0xFF as UInt8)
  }
}
