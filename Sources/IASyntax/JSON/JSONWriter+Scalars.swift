internal import IABytes

extension JSONWriter {
  /// Appends a string with its quotes.
  mutating func append(quoted text: String) {
    bytes.append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { utf8 in
      let source = unsafe utf8.span
      var start = 0
      while start < source.count {
        let end = Self.endOfVerbatim(in: source, from: start)
        unsafe bytes.append(contentsOf: utf8[start..<end])
        start = end
        if end < source.count {
          append(escapeOf: UInt16(source[end]))
          start += 1
        }
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Returns the first offset from `start` on whose byte must be escaped.
  private static func endOfVerbatim(in source: Span<UInt8>, from start: Int) -> Int {
    var position = start
    while true {
      position = JSONBytes.endOfPlainASCII(in: source, from: position)
      guard position < source.count, source[position] >= 0x80 else { return position }
      while position < source.count, source[position] >= 0x80 { position += 1 }
    }
  }

  /// Appends a string of UTF-16 units with its quotes.
  mutating func append(quoted units: Span<UInt16>) {
    bytes.append(UInt8(ascii: "\""))
    var start = 0
    while start < units.count {
      let end = Self.endOfVerbatim(in: units, from: start)
      UTF8Encoding.append(units.extracting(start..<end), to: &bytes)
      start = end
      if end < units.count {
        append(escapeOf: units[end])
        start += 1
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Returns the first index from `start` on whose unit must be escaped.
  private static func endOfVerbatim(in units: Span<UInt16>, from start: Int) -> Int {
    var index = start
    while index < units.count {
      let unit = units[index]
      if unit < 0x20 || unit == 0x22 || unit == 0x5C { break }
      if unit & 0xF800 == 0xD800 {
        guard unit & 0xFC00 == 0xD800, index + 1 < units.count,
          units[index + 1] & 0xFC00 == 0xDC00
        else { break }
        index += 1
      }
      index += 1
    }
    return index
  }

  private mutating func append(escapeOf unit: UInt16) {
    bytes.append(UInt8(ascii: "\\"))
    switch unit {
    case 0x22, 0x5C: bytes.append(UInt8(unit))
    case 0x08: bytes.append(UInt8(ascii: "b"))
    case 0x09: bytes.append(UInt8(ascii: "t"))
    case 0x0A: bytes.append(UInt8(ascii: "n"))
    case 0x0C: bytes.append(UInt8(ascii: "f"))
    case 0x0D: bytes.append(UInt8(ascii: "r"))
    default:
      bytes.append(UInt8(ascii: "u"))
      for shift in [12, 8, 4, 0] as [UInt16] {
        let digit = UInt8(unit >> shift & 0xF)
        bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") - 10 + digit)
      }
    }
  }

  /// Appends the decimal digits of an integer.
  mutating func append(integer value: Int) {
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    append(magnitude: value.magnitude)
  }

  private mutating func append(magnitude: UInt) {
    var rest = magnitude
    let start = bytes.count
    repeat {
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    } while rest > 0
    if bytes.count - start > 1 { bytes[start...].reverse() }
  }

  /// Appends the shortest digits of a finite double in ECMAScript's layout.
  mutating func append(double value: Double) {
    if value.sign == .minus { bytes.append(UInt8(ascii: "-")) }
    let magnitude = value.magnitude
    if magnitude < 9_007_199_254_740_992, magnitude == magnitude.rounded(.towardZero) {
      append(magnitude: UInt(magnitude))
      return
    }
    let (digits, exponent) = Self.shortestDigits(magnitude)
    let count = digits.count
    switch exponent {
    case 1...21:
      for place in 0..<max(count, exponent) {
        if place == exponent { bytes.append(UInt8(ascii: ".")) }
        bytes.append(place < count ? digits[place] : UInt8(ascii: "0"))
      }
    case -5...0:
      bytes.append(contentsOf: "0.".utf8)
      bytes.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: -exponent))
      bytes.append(contentsOf: digits)
    default:
      bytes.append(digits[0])
      if count > 1 {
        bytes.append(UInt8(ascii: "."))
        bytes.append(contentsOf: digits[1...])
      }
      bytes.append(UInt8(ascii: "e"))
      bytes.append(exponent > 0 ? UInt8(ascii: "+") : UInt8(ascii: "-"))
      append(magnitude: (exponent - 1).magnitude)
    }
  }

  /// Returns the digits and the exponent of 0.d₁d₂… × 10^exponent, from Swift's own shortest form.
  private static func shortestDigits(_ value: Double) -> (digits: [UInt8], exponent: Int) {
    var digits: [UInt8] = []
    var pointPlace: Int?
    var written = 0
    var writtenSign = 1
    var isInExponent = false
    for byte in value.description.utf8 {
      switch byte {
      case UInt8(ascii: "."): pointPlace = digits.count
      case UInt8(ascii: "e"): isInExponent = true
      case UInt8(ascii: "-"): writtenSign = -1
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        if isInExponent {
          written = written * 10 + Int(byte - UInt8(ascii: "0"))
        } else {
          digits.append(byte)
        }
      default: break
      }
    }
    var exponent = (pointPlace ?? digits.count) + written * writtenSign
    let zeros = digits.prefix { $0 == UInt8(ascii: "0") }.count
    digits.removeFirst(zeros)
    exponent -= zeros
    while digits.last == UInt8(ascii: "0") { digits.removeLast() }
    return (digits, exponent)
  }
}
