internal import IABytes

/// A hash that shows whether another program changed a range of RTF (Specs/rtf.md, section 3).
///
/// It covers the bytes except CR and LF, as little-endian words of eight bytes padded with zeros,
/// followed by their count. It does not protect against deliberate forgery.
struct RTFFingerprint {
  private(set) var value: UInt64 = 0
  private var rest: UInt64 = 0
  private var restCount = 0
  private var count = 0

  init() {}

  /// Returns the fingerprint of some bytes.
  static func of(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
    var fingerprint = RTFFingerprint()
    unsafe fingerprint.add(bytes)
    return fingerprint.finish()
  }

  /// Includes more bytes.
  mutating func add(_ bytes: UnsafeBufferPointer<UInt8>) {
    var start = 0
    while start < bytes.count {
      let end = unsafe UnitLoops.endOfLine(in: bytes, from: start)
      unsafe addLine(UnsafeBufferPointer(rebasing: bytes[start..<end]))
      start = end
      while start < bytes.count, unsafe bytes[start] == 0x0A || bytes[start] == 0x0D { start += 1 }
    }
  }

  /// Returns the fingerprint of all bytes so far.
  consuming func finish() -> UInt64 {
    if restCount > 0 { value = Self.mixed(value, rest) }
    return Self.mixed(value, UInt64(count))
  }

  /// Includes bytes without CR and LF.
  private mutating func addLine(_ line: UnsafeBufferPointer<UInt8>) {
    guard let base = line.baseAddress else { return }
    // Words are loaded from offsets below `whole`, each with all its eight bytes in the buffer.
    let input = unsafe UnsafeRawPointer(base)
    let whole = line.count & ~7
    var value = self.value
    if restCount == 0 {
      for at in stride(from: 0, to: whole, by: 8) {
        value = unsafe Self.mixed(
          value, UInt64(littleEndian: input.loadUnaligned(fromByteOffset: at, as: UInt64.self)))
      }
    } else {
      let shift = UInt64(8 * restCount)
      var rest = self.rest
      for at in stride(from: 0, to: whole, by: 8) {
        let word = unsafe UInt64(
          littleEndian: input.loadUnaligned(fromByteOffset: at, as: UInt64.self))
        value = Self.mixed(value, rest | word &<< shift)
        rest = word &>> (64 &- shift)
      }
      self.rest = rest
    }
    self.value = value
    count += line.count
    for at in whole..<line.count { unsafe addLast(line[at]) }
  }

  private mutating func addLast(_ byte: UInt8) {
    rest |= UInt64(byte) << UInt64(8 * restCount)
    restCount += 1
    guard restCount == 8 else { return }
    value = Self.mixed(value, rest)
    rest = 0
    restCount = 0
  }

  /// Returns the hash of a value and one more word.
  @inline(__always)
  private static func mixed(_ value: UInt64, _ word: UInt64) -> UInt64 {
    let product = (value ^ word) &* 0x9E37_79B9_7F4A_7C15
    return product ^ product >> 32
  }
}
