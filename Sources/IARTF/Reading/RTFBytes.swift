internal import IABytes

/// The bytes of a document, each access to which is checked: an unsafe buffer checks none in a
/// release build.
struct RTFBytes {
  private let buffer: UnsafeBufferPointer<UInt8>

  init(_ buffer: UnsafeBufferPointer<UInt8>) { self.buffer = buffer }

  var count: Int { buffer.count }

  @inline(__always) subscript(index: Int) -> UInt8 {
    precondition(UInt(bitPattern: index) < UInt(bitPattern: buffer.count), "byte \(index)")
    return unsafe buffer[index]
  }

  /// A stretch of the bytes.
  subscript(range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
    precondition(range.lowerBound >= 0 && range.upperBound <= buffer.count, "bytes \(range)")
    return unsafe UnsafeBufferPointer(rebasing: buffer[range])
  }

  private static let delimiters = UnitLoops.Delimiters("\\", "{", "}")

  /// The first byte from an index on that is not printable ASCII, or is a backslash or a brace; the
  /// count of the bytes where there is none.
  func endOfText(from start: Int) -> Int {
    unsafe UnitLoops.endOfPlain(in: buffer, from: start, without: Self.delimiters)
  }

  /// The hash of the letters from an index on, and where they end, or where a limit is.
  @inline(__always) func name(from start: Int, to limit: Int) -> (hash: UInt64, end: Int) {
    precondition(start >= 0 && limit <= buffer.count, "bytes \(start) to \(limit)")
    var hash = RTFWordTable.start
    var at = start
    while at < limit {
      let byte = unsafe buffer[at]
      guard Self.isLetter(byte) else { break }
      hash = RTFWordTable.hash(hash, byte)
      at &+= 1
    }
    return (hash, at)
  }

  /// The number from an index on, which may have a sign, and where it or a limit ends it; nil for no digit.
  ///
  /// Of digits behind 2⁴⁰ none counts: the number is far out of 32 bits then.
  @inline(__always) func number(from start: Int, to limit: Int) -> (value: Int64, end: Int)? {
    precondition(start >= 0 && limit <= buffer.count, "bytes \(start) to \(limit)")
    var at = start
    let isNegative = unsafe at < limit && buffer[at] == UInt8(ascii: "-")
    if isNegative { at &+= 1 }
    let digits = at
    var value: Int64 = 0
    while at < limit {
      let digit = unsafe buffer[at] &- 0x30
      guard digit < 10 else { break }
      if value < 1 << 40 { value = value &* 10 &+ Int64(digit) }
      at &+= 1
    }
    return at == digits ? nil : (isNegative ? -value : value, at)
  }

  /// Whether a byte is a letter of ASCII.
  @inline(__always) static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }
}
