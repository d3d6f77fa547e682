/// Reads numbers and words of attribute values.
struct SVGScanner {
  private let bytes: [UInt8]
  private(set) var at = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  var isAtEnd: Bool { at >= bytes.count }

  /// The byte at the current position, or 0 at the end.
  var peek: UInt8 { at < bytes.count ? bytes[at] : 0 }

  mutating func skipSpace() {
    while at < bytes.count, Self.isSpace(bytes[at]) { at += 1 }
  }

  /// Skips white space with at most one comma in it.
  mutating func skipSeparator() {
    skipSpace()
    if peek == UInt8(ascii: ",") {
      at += 1
      skipSpace()
    }
  }

  mutating func take(_ byte: UInt8) -> Bool {
    guard at < bytes.count, bytes[at] == byte else { return false }
    at += 1
    return true
  }

  mutating func next() -> UInt8 {
    defer { at += 1 }
    return peek
  }

  /// Returns a number; returns `nil` without moving if there is no number.
  mutating func number() -> Double? {
    var end = at
    func digits() -> Int {
      let start = end
      while end < bytes.count, (0x30...0x39).contains(bytes[end]) { end += 1 }
      return end - start
    }
    if end < bytes.count, bytes[end] == 0x2B || bytes[end] == 0x2D { end += 1 }
    var count = digits()
    if end < bytes.count, bytes[end] == 0x2E {
      end += 1
      count += digits()
    }
    guard count > 0 else { return nil }
    if end + 1 < bytes.count, bytes[end] | 0x20 == 0x65 {
      let before = end
      end += 1
      if end < bytes.count, bytes[end] == 0x2B || bytes[end] == 0x2D { end += 1 }
      if digits() == 0 { end = before }
    }
    guard end - at <= 400 else { return nil }
    var text = String(decoding: bytes[at..<end], as: UTF8.self)
    if text.hasSuffix(".") { text.append("0") }
    // The number grammar of Swift requires a digit after the point.
    if let place = text.firstIndex(of: "."),
      text[text.index(after: place)...].first.map(Self.isE) == true
    {
      text.insert("0", at: text.index(after: place))
    }
    guard let value = Double(text), value.isFinite else { return nil }
    at = end
    return value
  }

  private static func isE(_ character: Character) -> Bool { character == "e" || character == "E" }

  /// Returns a flag of an arc, a single digit.
  mutating func flag() -> Bool? {
    switch peek {
    case 0x30:
      at += 1
      return false
    case 0x31:
      at += 1
      return true
    default: return nil
    }
  }

  /// Returns a word of letters, digits, `-` and `_`.
  mutating func word() -> String {
    let start = at
    while at < bytes.count {
      let byte = bytes[at]
      let isWord =
        (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte) || byte == 0x2D
        || byte == 0x5F
      if !isWord { break }
      at += 1
    }
    return String(decoding: bytes[start..<at], as: UTF8.self)
  }

  /// Returns the numbers of a list up to the first error.
  static func numbers(_ text: String, limit: Int) -> [Double] {
    var scanner = SVGScanner(text)
    var numbers: [Double] = []
    scanner.skipSpace()
    while numbers.count < limit, let number = scanner.number() {
      numbers.append(number)
      scanner.skipSeparator()
    }
    return numbers
  }

  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}
