extension Hasher {
  /// Hashes up to 64 answers as one number.
  @inline(__always) mutating func combine<let count: Int>(flags: InlineArray<count, Bool>) {
    var bits: UInt64 = 0
    for index in flags.indices where flags[index] { bits |= 1 &<< UInt64(index) }
    combine(bits)
  }

  /// Hashes a number if there is one; 0 and -0, which are equal, alike.
  mutating func combine(ifSet number: Double?) {
    if let number { combine((number + 0).bitPattern) }
  }

  /// Hashes a text if there is one, by its UTF-8 as it is compared.
  mutating func combine(spelling text: String?) {
    guard var text else { return }
    text.withUTF8 { unsafe combine(bytes: UnsafeRawBufferPointer($0)) }
    combine(0xFF as UInt8)
  }
}
