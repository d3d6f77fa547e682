/// Bytes collected from hexadecimal digits.
struct RTFHexBytes {
  /// The bytes collected so far.
  private(set) var bytes: [UInt8] = []
  /// The first digit of a byte whose second digit is missing.
  private var high: UInt8?

  /// Whether the second digit of the last byte is missing.
  var isOdd: Bool { high != nil }

  /// Appends bytes from digits; other characters are skipped.
  mutating func append(_ input: Span<UInt8>) {
    var index = 0
    if high == nil {
      while index + 1 < input.count {
        let (first, second) = (Self.values[Int(input[index])], Self.values[Int(input[index + 1])])
        guard first | second < 16 else { break }
        bytes.append(first << 4 | second)
        index += 2
      }
    }
    while index < input.count {
      let value = Self.values[Int(input[index])]
      index += 1
      guard value < 16 else { continue }
      if let first = high {
        bytes.append(first << 4 | value)
        high = nil
      } else {
        high = value
      }
    }
  }

  /// Appends bytes that are not written as digits.
  mutating func append(raw input: Span<UInt8>) {
    // The array copies the buffer and does not keep a pointer to it.
    unsafe input.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
  }

  /// Returns the value of a hexadecimal digit, or `nil` for any other byte.
  @inline(__always)
  static func value(of digit: UInt8) -> UInt8? {
    switch digit {
    case 0x30...0x39: digit - 0x30
    case 0x61...0x66: digit - 0x57
    case 0x41...0x46: digit - 0x37
    default: nil
    }
  }

  private static let values: InlineArray<256, UInt8> = {
    var values = InlineArray<256, UInt8>(repeating: 0xFF)
    for digit in 0..<256 {
      if let value = value(of: UInt8(digit)) { values[digit] = value }
    }
    return values
  }()
}
