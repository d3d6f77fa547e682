extension Tokenizer {
  /// Reads a character reference at the current position and appends its characters to `aside`.
  ///
  /// - Parameter isInAttribute: Whether the reference is in an attribute value, where a name
  ///   without a semicolon is text if `=`, a letter or a digit follows.
  /// - Returns: Whether there is a reference; if not, nothing changes.
  mutating func readReference(inAttribute isInAttribute: Bool) -> Bool {
    let next = byte(position + 1)
    if next == 0x23 { return readNumericReference() }
    guard Self.isLetter(next) else { return false }
    var end = position + 2
    let limit = min(position + 1 + NamedReferences.maxNameLength, bytes.count)
    while end < limit, Self.isAlphanumeric(bytes[end]) { end += 1 }
    if byte(end) == 0x3B {
      if let found = NamedReferences.index(of: bytes.span.extracting(position + 1..<end + 1)) {
        NamedReferences.append(found, to: &aside)
        position = end + 1
        return true
      }
    }
    // Without a semicolon, the longest matching name counts.
    end = min(end, position + 1 + NamedReferences.maxBareLength)
    while end > position + 2 {
      if let found = NamedReferences.index(of: bytes.span.extracting(position + 1..<end)) {
        if isInAttribute, byte(end) == 0x3D || Self.isAlphanumeric(byte(end)) { return false }
        NamedReferences.append(found, to: &aside)
        position = end
        return true
      }
      end -= 1
    }
    return false
  }

  private mutating func readNumericReference() -> Bool {
    var at = position + 2
    var value: UInt32 = 0
    let isHexadecimal = byte(at) | 0x20 == 0x78
    if isHexadecimal { at += 1 }
    let start = at
    while at < bytes.count {
      let byte = bytes[at]
      if byte &- 0x30 < 10 {
        value = value &* (isHexadecimal ? 16 : 10) &+ UInt32(byte &- 0x30)
      } else if isHexadecimal, (byte | 0x20) &- 0x61 < 6 {
        value = value &* 16 &+ UInt32((byte | 0x20) &- 0x57)
      } else {
        break
      }
      value = min(value, 0x11_0000)
      at += 1
    }
    guard at > start else { return false }
    if byte(at) == 0x3B { at += 1 }
    position = at
    append(Self.replacement(of: value))
    return true
  }

  /// Returns the character for the number of a numeric reference.
  private static func replacement(of value: UInt32) -> Unicode.Scalar {
    if value &- 0x80 < 0x20 {
      // The numbers 0x80 to 0x9F mean bytes of windows-1252.
      return Unicode.Scalar(windows1252[Int(value - 0x80)]) ?? "\u{FFFD}"
    }
    return value == 0 ? "\u{FFFD}" : Unicode.Scalar(value) ?? "\u{FFFD}"
  }

  private static let windows1252: [UInt16] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039,
    0x0152, 0x8D, 0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
  ]

  private mutating func append(_ scalar: Unicode.Scalar) {
    for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { aside.append(byte) }
  }

  @inline(__always) private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    isLetter(byte) || byte &- 0x30 < 10
  }
}

extension NamedReferences {
  /// The length of the longest name in bytes, with its semicolon.
  static let maxNameLength = 32
  /// The length in bytes of the longest name that is valid without a semicolon.
  static let maxBareLength = 6

  /// Returns the index of a reference, or `nil` if no reference has this name.
  ///
  /// - Complexity: O(log *n*) for *n* references.
  static func index(of name: Span<UInt8>) -> Int? {
    text.withUTF8Buffer { text in
      var low = 0
      var high = starts.count - 1
      while low < high {
        let middle = (low + high) / 2
        let start = Int(starts[middle])
        let length = unsafe nameLength(text, start, Int(starts[middle + 1]))
        let found = unsafe UnsafeBufferPointer(rebasing: text[start..<start + length])
        let order = unsafe compare(name, found)
        if order == 0 { return middle }
        if order < 0 { high = middle } else { low = middle + 1 }
      }
      return nil
    }
  }

  /// Appends the characters of a reference as UTF-8.
  static func append(_ index: Int, to output: inout [UInt8]) {
    text.withUTF8Buffer { text in
      let start = Int(starts[index])
      let end = Int(starts[index + 1])
      let length = unsafe nameLength(text, start, end)
      unsafe output.append(contentsOf: text[start + length..<end])
    }
  }

  /// Returns the number of bytes of the name at the start of an entry: its letters and digits, and
  /// a semicolon after them.
  private static func nameLength(
    _ text: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int
  ) -> Int {
    var at = start
    while at < end, unsafe Tokenizer.isLetter(text[at]) || text[at] &- 0x30 < 10 { at += 1 }
    if at < end, unsafe text[at] == 0x3B { at += 1 }
    return at - start
  }

  private static func compare(_ first: Span<UInt8>, _ second: UnsafeBufferPointer<UInt8>) -> Int {
    let count = min(first.count, second.count)
    for index in 0..<count {
      let difference = unsafe Int(first[index]) - Int(second[index])
      if difference != 0 { return difference }
    }
    return first.count - second.count
  }
}
