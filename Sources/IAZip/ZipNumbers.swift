// Numbers in little-endian byte order. Callers check the offsets with `holds`.
extension Span<UInt8> {
  func holds(_ byteCount: Int, at offset: Int) -> Bool {
    offset >= 0 && count >= byteCount && offset <= count - byteCount
  }

  func word(at offset: Int) -> UInt16 {
    UInt16(self[offset]) | UInt16(self[offset + 1]) << 8
  }

  func long(at offset: Int) -> UInt32 {
    UInt32(word(at: offset)) | UInt32(word(at: offset + 2)) << 16
  }

  func wide(at offset: Int) -> UInt64 {
    UInt64(long(at: offset)) | UInt64(long(at: offset + 4)) << 32
  }
}

extension ArraySlice<UInt8> {
  /// Returns the number of two bytes at an offset from the start of the slice.
  ///
  /// - Precondition: The slice contains these bytes.
  func word(_ offset: Int) -> Int { Int(span.word(at: offset)) }

  /// Returns the number of four bytes at an offset from the start of the slice.
  func long(_ offset: Int) -> Int { Int(span.long(at: offset)) }

  /// Returns the number of eight bytes, or `nil` if it is over `Int.max`.
  func wide(_ offset: Int) -> Int? { Int(exactly: span.wide(at: offset)) }

  /// Returns a part of the slice, by offsets from its start.
  func part(_ range: Range<Int>) -> ArraySlice<UInt8> {
    self[startIndex + range.lowerBound..<startIndex + range.upperBound]
  }
}

extension [UInt8] {
  mutating func append(word: UInt16) {
    append(UInt8(truncatingIfNeeded: word))
    append(UInt8(truncatingIfNeeded: word >> 8))
  }

  mutating func append(long: UInt32) {
    append(word: UInt16(truncatingIfNeeded: long))
    append(word: UInt16(truncatingIfNeeded: long >> 16))
  }

  mutating func append(wide: UInt64) {
    append(long: UInt32(truncatingIfNeeded: wide))
    append(long: UInt32(truncatingIfNeeded: wide >> 32))
  }
}
