/// A buffer of bytes in the syntax of PDF.
///
/// Lengths are written in thousandths with integer arithmetic.
struct PDFBytes {
  private(set) var bytes: [UInt8] = []

  /// The number of bytes.
  var count: Int { bytes.count }

  mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

  mutating func append(byte: UInt8) { bytes.append(byte) }

  mutating func append(_ other: [UInt8]) { bytes.append(contentsOf: other) }

  /// Removes all bytes and keeps the capacity.
  mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  /// Appends a whole number.
  mutating func append(_ value: Int) {
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    appendDigits(value.magnitude)
  }

  private mutating func appendDigits(_ value: UInt) {
    var divisor: UInt = 1
    while value / divisor >= 10 { divisor *= 10 }
    while divisor > 0 {
      bytes.append(UInt8(truncatingIfNeeded: 0x30 + value / divisor % 10))
      divisor /= 10
    }
  }

  /// Appends a number that is given in thousandths, with as few decimals as it needs.
  mutating func append(thousandths value: Int) {
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    let (whole, part) = value.magnitude.quotientAndRemainder(dividingBy: 1000)
    appendDigits(whole)
    guard part > 0 else { return }
    bytes.append(UInt8(ascii: "."))
    var (digit, rest) = part.quotientAndRemainder(dividingBy: 100)
    bytes.append(UInt8(truncatingIfNeeded: 0x30 + digit))
    guard rest > 0 else { return }
    (digit, rest) = rest.quotientAndRemainder(dividingBy: 10)
    bytes.append(UInt8(truncatingIfNeeded: 0x30 + digit))
    if rest > 0 { bytes.append(UInt8(truncatingIfNeeded: 0x30 + rest)) }
  }

  /// Appends a length with up to three decimals.
  mutating func append(_ length: Double) { append(thousandths: Self.thousandths(length)) }

  /// Appends lengths, each followed by a space.
  mutating func append(lengths: Double...) {
    for length in lengths {
      append(length)
      bytes.append(0x20)
    }
  }

  /// Appends a factor with up to six decimals.
  mutating func append(factor: Double) {
    append(SVGPainter.precise(factor))
  }

  /// Appends a reference to an object.
  mutating func append(reference number: Int) {
    append(number)
    append(" 0 R")
  }

  /// Appends units of text as hexadecimal digits.
  mutating func append(hexadecimal units: [UInt16]) {
    for unit in units {
      append(hexadecimal: UInt8(unit >> 8))
      append(hexadecimal: UInt8(unit & 0xFF))
    }
  }

  /// Appends a byte as two hexadecimal digits.
  mutating func append(hexadecimal byte: UInt8) {
    bytes.append(Self.digit(byte >> 4))
    bytes.append(Self.digit(byte & 15))
  }

  private static func digit(_ value: UInt8) -> UInt8 { value + (value < 10 ? 0x30 : 0x57) }

  /// Returns a length in whole thousandths; 0 for one that is not finite.
  static func thousandths(_ length: Double) -> Int {
    guard length.isFinite else { return 0 }
    return nearest(length * 1000)
  }

  /// Returns the nearest whole number of a value, halves up; the largest one, 10 ^ 12, for larger values,
  /// and 0 for NaN.
  static func nearest(_ value: Double) -> Int {
    guard abs(value) < Double(furthest) else {
      return value > 0 ? furthest : value < 0 ? -furthest : 0
    }
    // Conversion to an integer omits the fraction of a positive number. A larger offset would leave too
    // few bits for it.
    return Int(value + (Double(offset) + 0.5)) - offset
  }

  private static let furthest = 1_000_000_000_000
  private static let offset = 1 << 41
}
