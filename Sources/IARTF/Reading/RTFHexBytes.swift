/// Bytes collected from hexadecimal digits.
struct RTFHexBytes {
  private(set) var bytes: [UInt8] = []
  private var high: UInt8?

  /// Whether there is half a byte.
  var isOdd: Bool { high != nil }

  /// Adds digits; anything else is passed over.
  mutating func append(_ input: UnsafeBufferPointer<UInt8>) {
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

  /// Adds bytes that stand in the file as they are.
  mutating func append(raw input: UnsafeBufferPointer<UInt8>) {
    bytes.append(contentsOf: input)
  }

  private static let values: InlineArray<256, UInt8> = {
    var values = InlineArray<256, UInt8>(repeating: 0xFF)
    for digit in 0..<256 {
      if let value = RTFParser.nibble(UInt8(digit)) { values[digit] = value }
    }
    return values
  }()
}

/// A date of the document's information, as numbers that the file gives.
struct RTFDateParts {
  var year: Int32 = 0
  var month: Int32 = 0
  var day: Int32 = 0
  var hour: Int32 = 0
  var minute: Int32 = 0
  var second: Int32 = 0

  init() {}

  /// The bits of an annotation's date.
  init(packed: Int) {
    minute = Int32(packed & 0x3F)
    hour = Int32(packed >> 6 & 0x1F)
    day = Int32(packed >> 11 & 0x1F)
    month = Int32(packed >> 16 & 0xF)
    year = Int32(packed >> 20 & 0x1FF) + 1900
  }

  /// RFC 3339 text, nil for what is no date.
  ///
  /// RTF has no time zone, so the time is taken for UTC.
  var text: String? {
    guard (1...9999).contains(year), (1...12).contains(month), (1...31).contains(day),
      (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second)
    else { return nil }
    func padded(_ value: Int32, _ count: Int) -> String {
      let digits = String(value)
      return String(repeating: "0", count: max(count - digits.utf8.count, 0)) + digits
    }
    return padded(year, 4) + "-" + padded(month, 2) + "-" + padded(day, 2) + "T"
      + padded(hour, 2) + ":" + padded(minute, 2) + ":" + padded(second, 2) + "Z"
  }
}
