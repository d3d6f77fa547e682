/// Canonical prefix codes (RFC 1951, section 3.2.2).
///
/// Shorter codes precede longer ones, and codes of one length are in the order of their symbols. In a
/// stream the first bit of a code is the lowest.
enum PrefixCode {
  /// Calls `body` with the code of each symbol, in stream bit order.
  ///
  /// - Parameters:
  ///   - lengths: The length of each symbol's code, at most 16.
  ///   - symbols: The symbols that have a code, in their order.
  ///   - body: Receives each symbol and its code, by ascending length and symbol.
  static func forEach(
    _ lengths: Span<UInt8>, of symbols: some Sequence<Int>, _ body: (Int, UInt32) -> Void
  ) {
    var places = [Int](repeating: 0, count: 18)
    var members: [Int] = []
    for symbol in symbols {
      places[Int(lengths[symbol]) + 1] += 1
      members.append(symbol)
    }
    for length in 1...17 { places[length] += places[length - 1] }
    var sorted = members
    for symbol in members {
      let length = Int(lengths[symbol])
      sorted[places[length]] = symbol
      places[length] += 1
    }
    var next: UInt32 = 0
    var before: UInt8 = 0
    for symbol in sorted {
      let length = lengths[symbol]
      next <<= UInt32(length - before)
      before = length
      body(symbol, reversed(next, count: Int(length)))
      next += 1
    }
  }

  /// Returns whether codes of these lengths are complete: every bit stream begins with exactly one of
  /// them.
  static func isComplete(_ lengths: some Sequence<UInt8>, atMost maximum: Int) -> Bool {
    var sum = 0
    for length in lengths {
      guard length <= maximum else { return false }
      sum += 1 << (maximum - Int(length))
    }
    return sum == 1 << maximum
  }

  /// Returns bits in the opposite order.
  static func reversed(_ bits: UInt32, count: Int) -> UInt32 {
    count == 0 ? 0 : bits.bitSwapped >> UInt32(32 - count)
  }
}

extension UInt32 {
  /// The 32 bits in the opposite order.
  fileprivate var bitSwapped: UInt32 {
    var value = byteSwapped
    value = (value >> 4 & 0x0F0F_0F0F) | (value & 0x0F0F_0F0F) << 4
    value = (value >> 2 & 0x3333_3333) | (value & 0x3333_3333) << 2
    return (value >> 1 & 0x5555_5555) | (value & 0x5555_5555) << 1
  }
}
