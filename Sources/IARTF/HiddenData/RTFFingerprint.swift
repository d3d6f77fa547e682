/// The fingerprint that tells whether somebody changed a stretch of RTF (Specs/rtf.md, section 3).
///
/// It covers the bytes apart from CR and LF, in words of eight, the low byte first, padded with
/// zeros, and then their count. It is no defence against someone who forges it.
struct RTFFingerprint {
  private(set) var value: UInt64 = 0
  private var rest: UInt64 = 0
  private var restCount = 0
  private var count = 0

  init() {}

  /// The fingerprint of some bytes.
  static func of(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
    var fingerprint = RTFFingerprint()
    fingerprint.add(bytes)
    return fingerprint.finish()
  }

  /// Covers more bytes.
  mutating func add(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let base = bytes.baseAddress else { return }
    let input = UnsafeRawPointer(base)
    var at = 0
    while at < bytes.count {
      if at + 8 <= bytes.count {
        let word = UInt64(
          littleEndian: input.loadUnaligned(fromByteOffset: at, as: UInt64.self))
        if !Self.hasLineEnd(word) {
          let shift = UInt64(8 * restCount)
          mix(rest | word << shift)
          // Shifted by 64, nothing is left.
          rest = word >> (64 - shift)
          count += 8
          at += 8
          continue
        }
      }
      add(bytes[at])
      at += 1
    }
  }

  /// The fingerprint of all bytes so far.
  consuming func finish() -> UInt64 {
    if restCount > 0 { mix(rest) }
    mix(UInt64(count))
    return value
  }

  private mutating func add(_ byte: UInt8) {
    guard byte != 0x0A, byte != 0x0D else { return }
    rest |= UInt64(byte) << UInt64(8 * restCount)
    restCount += 1
    count += 1
    guard restCount == 8 else { return }
    mix(rest)
    rest = 0
    restCount = 0
  }

  @inline(__always)
  private mutating func mix(_ word: UInt64) {
    value = (value ^ word) &* 0x9E37_79B9_7F4A_7C15
    value ^= value >> 32
  }

  /// Whether one of the eight bytes is CR or LF.
  @inline(__always)
  private static func hasLineEnd(_ word: UInt64) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let tops = ones &* 0x80
    let feed = word ^ (ones &* 0x0A)
    let carriage = word ^ (ones &* 0x0D)
    return ((feed &- ones) & ~feed | (carriage &- ones) & ~carriage) & tops != 0
  }
}
