internal import CChecksum

/// The cyclic redundancy check CRC-32C (Castagnoli): it detects accidental damage, but does not authenticate the bytes.
///
/// Polynomial 0x1EDC6F41, bits reflected, initial and final value inverted, as in RFC 3720 (iSCSI). The checksum of the
/// ASCII digits `123456789` is 0xE3069283. Every error burst of up to 32 bits is detected.
public struct CRC32C: Hashable, Sendable {
  private var state: UInt32 = ~0

  /// Creates the checksum of no bytes.
  public init() {}

  /// The checksum of all bytes so far; more may follow.
  public var value: UInt32 { ~state }

  /// Updates the checksum with more bytes.
  ///
  /// - Complexity: O(*n*); about eight bytes per cycle if the processor has the instruction.
  public mutating func update(_ bytes: Span<UInt8>) {
    state = Self.hasInstruction ? Self.byInstruction(state, bytes) : Self.byTable(state, bytes)
  }

  /// Returns the checksum of bytes.
  public static func of(_ bytes: Span<UInt8>) -> UInt32 {
    var check = CRC32C()
    check.update(bytes)
    return check.value
  }

  /// Whether the processor has an instruction for this checksum.
  package static let hasInstruction = ia_crc32c_is_available() != 0

  package static func byInstruction(_ state: UInt32, _ bytes: Span<UInt8>) -> UInt32 {
    unsafe bytes.withUnsafeBytes { unsafe ia_crc32c_update(state, $0.baseAddress, $0.count) }
  }

  package static func byTable(_ state: UInt32, _ bytes: Span<UInt8>) -> UInt32 {
    let table = table.span
    var state = state
    for index in bytes.indices {
      state = state >> 8 ^ table[Int(UInt8(truncatingIfNeeded: state) ^ bytes[index])]
    }
    return state
  }

  /// The effect of each byte on the state.
  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { state, _ in
      state & 1 == 0 ? state >> 1 : state >> 1 ^ 0x82F6_3B78
    }
  }
}
