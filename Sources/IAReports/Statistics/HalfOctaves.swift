/// Classes of positive numbers whose bounds grow by a factor of √2.
///
/// Class 0 holds 0 and 1, class *n* the numbers from 2^(n/2) on.
enum HalfOctaves {
  /// The number of classes; the last one holds all larger numbers.
  static let count = 64

  /// Returns the class of a number.
  static func index(of number: Int) -> Int {
    guard number > 1 else { return 0 }
    let value = Double(number)
    let isUpperHalf = value.significand >= 1.414_213_562_373_095
    return min(Int(value.exponent) * 2 + (isUpperHalf ? 1 : 0), count - 1)
  }

  /// Returns the smallest number of a class.
  static func lowerBound(of index: Int) -> Double {
    let power = Double(sign: .plus, exponent: index / 2, significand: 1)
    return index.isMultiple(of: 2) ? power : power * 1.414_213_562_373_095
  }

  /// Returns the position of a number in classes; the error is less than a fiftieth of a class.
  static func position(of number: Double) -> Double {
    guard number > 1 else { return 0 }
    let part = number.significand
    let logarithm = Double(number.exponent) + (-part * part / 3 + 2 * part - 5.0 / 3)
    return min(2 * logarithm, Double(count))
  }
}
