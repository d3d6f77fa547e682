/// The cyclic redundancy check CRC-16 with polynomial 0x1021 and start 0xFFFF (CRC-16/IBM-3740).
///
/// It is used for short frames, for which a checksum of four bytes would be too large. The checksum of the ASCII digits
/// `123456789` is 0x29B1. Every error burst of up to 16 bits is detected.
public struct CRC16: Hashable, Sendable {
  /// The checksum of all bytes so far; more may follow.
  public private(set) var value: UInt16 = 0xFFFF

  /// Creates the checksum of no bytes.
  public init() {}

  /// Returns the checksum of bytes.
  public static func of(_ bytes: Span<UInt8>) -> UInt16 {
    var check = CRC16()
    check.update(bytes)
    return check.value
  }

  /// Updates the checksum with more bytes.
  ///
  /// - Complexity: O(*n*).
  public mutating func update(_ bytes: Span<UInt8>) {
    let all = Self.table
    let table = all.span
    var state = value
    var index = 0
    // Processes four bytes at once: each of the first two is combined with half of the state, the
    // others are not.
    while index + 4 <= bytes.count {
      let first = Int(UInt8(truncatingIfNeeded: state >> 8) ^ bytes[index])
      let second = Int(UInt8(truncatingIfNeeded: state) ^ bytes[index + 1])
      state =
        table[768 + first] ^ table[512 + second] ^ table[256 + Int(bytes[index + 2])]
        ^ table[Int(bytes[index + 3])]
      index += 4
    }
    while index < bytes.count {
      state = state << 8 ^ table[Int(UInt8(truncatingIfNeeded: state >> 8) ^ bytes[index])]
      index += 1
    }
    value = state
  }

  /// Updates the checksum with one more byte.
  public mutating func update(_ byte: UInt8) {
    value = value << 8 ^ Self.table[Int(UInt8(truncatingIfNeeded: value >> 8) ^ byte)]
  }

  /// The effect of each byte on a state of 0, followed by zero, one, two and three zero bytes.
  private static let table: [UInt16] = {
    let direct: [UInt16] = (0..<256).map { byte in
      (0..<8).reduce(UInt16(byte) << 8) { state, _ in
        state & 0x8000 == 0 ? state << 1 : state << 1 ^ 0x1021
      }
    }
    var all = direct
    for _ in 1..<4 {
      all += all.suffix(256).map { $0 << 8 ^ direct[Int($0 >> 8)] }
    }
    return all
  }()
}
