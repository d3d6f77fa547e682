/// Where plain text in the bytes of a document ends.
enum RTFText {
  /// The first byte from an index on that is not printable ASCII, or is a backslash or a brace; the
  /// count of the bytes where there is none.
  static func end(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    guard let base = bytes.baseAddress else { return start }
    let raw = UnsafeRawPointer(base)
    var at = start
    while at + 8 <= bytes.count {
      let word = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: at, as: UInt64.self))
      let others = others(in: word)
      if others == 0 {
        at += 8
        continue
      }
      at += others.trailingZeroBitCount / 8
      if !isText(bytes[at]) { return at }
      at += 1
    }
    while at < bytes.count, isText(bytes[at]) { at += 1 }
    return at
  }

  /// Whether a byte is printable ASCII other than a backslash or a brace.
  @inline(__always)
  static func isText(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte < 0x7F && byte != 0x5C && byte != 0x7B && byte != 0x7D
  }

  /// The highest bit of each byte that is not text, or is above `z`; exact up to the first of them.
  @inline(__always)
  private static func others(in word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let tops = ones << 7
    // Sums carry, and differences borrow, only from bytes that are found themselves.
    let above = word &+ 0x05 &* ones
    let printable = (word | tops) &- 0x20 &* ones
    let notBackslash = ((word ^ 0x5C &* ones) | tops) &- ones
    return (word | above | ~(printable & notBackslash)) & tops
  }
}
