/// The value of a JSON number, as decimal digits and an exponent: ±0.d₁d₂d₃… × 10^exponent.
///
/// Leading zeros are removed. Only the digits that can affect the value are kept, so a number of
/// several megabytes is read in one pass with constant memory.
struct JSONNumber {
  /// The number of digits that are kept.
  ///
  /// No double, and no midpoint of two doubles, has more than 767 significant digits. If any of the remaining digits is
  /// not 0, the value is slightly larger, which one additional digit 1 expresses.
  private static let enoughDigits = 768

  private var isNegative = false
  private var digits: [UInt8] = []
  private var exponent = 0
  /// Whether all digits beyond these are 0.
  private var isExact = true

  /// Creates the number at a word of a checked text.
  init(at word: JSONWord, in input: Span<UInt8>) {
    var position = word.byteOffset
    let end =
      if let length = word.length { position + length } else {
        JSONBytes.endOfNumber(in: input, from: position)
      }
    if input[position] == UInt8(ascii: "-") {
      isNegative = true
      position += 1
    }
    var hasPoint = false
    while position < end {
      let byte = input[position]
      if byte == UInt8(ascii: ".") {
        hasPoint = true
      } else if byte &- UInt8(ascii: "0") < 10 {
        if byte != UInt8(ascii: "0") || !digits.isEmpty {
          if !hasPoint { exponent += 1 }
          keep(byte &- UInt8(ascii: "0"))
        } else if hasPoint {
          exponent -= 1
        }
      } else {
        exponent += Self.writtenExponent(in: input, from: position + 1, to: end)
        break
      }
      position += 1
    }
    while digits.last == 0, isExact { digits.removeLast() }
    if digits.isEmpty { exponent = 0 }
  }

  private mutating func keep(_ digit: UInt8) {
    if digits.count < Self.enoughDigits {
      digits.append(digit)
    } else if digit != 0 {
      isExact = false
    }
  }

  /// Returns the number after `e`, clamped to ±2⁴⁰, which is far more than the number of digits of any text.
  private static func writtenExponent(in input: Span<UInt8>, from start: Int, to end: Int) -> Int {
    var position = start
    let isNegative = input[position] == UInt8(ascii: "-")
    if isNegative || input[position] == UInt8(ascii: "+") { position += 1 }
    var value = 0
    while position < end {
      value = min(value * 10 + Int(input[position] &- UInt8(ascii: "0")), 1 << 40)
      position += 1
    }
    return isNegative ? -value : value
  }

  /// The exact value if it is an integer of 64 bits; otherwise `nil`.
  var integer: Int? {
    if digits.isEmpty { return 0 }
    // Trailing zeros were removed, so the number is an integer if no digit is after the decimal point.
    guard isExact, exponent >= digits.count, exponent <= 19 else { return nil }
    var value = 0
    for place in 0..<exponent {
      let digit = place < digits.count ? Int(digits[place]) : 0
      // The range of negative numbers is larger by one, so the digits are subtracted.
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, overflow2) = product.subtractingReportingOverflow(digit)
      if overflow || overflow2 { return nil }
      value = sum
    }
    if isNegative { return value }
    return value == .min ? nil : -value
  }

  /// The nearest double, or `nil` if it would be infinite.
  var double: Double? {
    if digits.isEmpty { return isNegative ? -0.0 : 0.0 }
    // 1.8e308 is 0.18 × 10^309; half of the least subnormal, 2.5e-324, is 0.25 × 10^-323.
    if exponent > 309 { return nil }
    if exponent < -323 { return isNegative ? -0.0 : 0.0 }
    if let double = fastDouble { return double }
    var text: [UInt8] = isNegative ? [UInt8(ascii: "-")] : []
    for digit in digits { text.append(digit + UInt8(ascii: "0")) }
    if !isExact { text.append(UInt8(ascii: "1")) }
    let power = exponent - digits.count - (isExact ? 0 : 1)
    text.append(UInt8(ascii: "e"))
    text.append(contentsOf: String(power).utf8)
    guard let double = Double(String(decoding: text, as: UTF8.self)), double.isFinite else {
      return nil
    }
    return double
  }

  /// The double nearest to a short number: both parts are exact, so that one operation rounds once.
  private var fastDouble: Double? {
    guard digits.count <= 15 else { return nil }
    var whole = 0
    for digit in digits { whole = whole * 10 + Int(digit) }
    let power = exponent - digits.count
    guard power >= -22, power <= 22 else { return nil }
    var scale = 1.0
    for _ in 0..<abs(power) { scale *= 10 }
    let double = power < 0 ? Double(whole) / scale : Double(whole) * scale
    return isNegative ? -double : double
  }
}
