/// Logarithms in whole numbers, so that training gives the same bytes on every machine.
enum FixedLogarithm {
  /// The number of parts of a bit.
  static let one = 256

  /// Returns the logarithm to base 2 of a number of at least 1, in parts of a bit, rounded down.
  static func log2(_ number: Int) -> Int { log2(number, digitCount: 8) }

  /// Returns the product of each number up to a maximum with its logarithm, in units of 2⁻²⁴ bit.
  ///
  /// Sums of differences of these products decide between classes, so they have a higher precision
  /// than costs.
  static func products(upTo maximum: Int) -> [Int] {
    [0] + (1...max(maximum, 1)).map { $0 * log2($0, digitCount: 24) }
  }

  private static func log2(_ number: Int, digitCount: Int) -> Int {
    precondition(number >= 1, "a positive number")
    let whole = Int.bitWidth - 1 - number.leadingZeroBitCount
    // The mantissa in 1..<2 with 31 bits after the point; each squaring yields a digit.
    var mantissa = (UInt64(number) << UInt64(63 - whole)) >> 32
    var logarithm = whole
    for _ in 0..<digitCount {
      mantissa = (mantissa * mantissa) >> 31
      logarithm <<= 1
      if mantissa >= 1 << 32 {
        mantissa >>= 1
        logarithm += 1
      }
    }
    return logarithm
  }
}
