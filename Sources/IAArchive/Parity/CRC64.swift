internal import CGalois

/// The checksum CRC-64/XZ, with which rows are found at any offset.
///
/// The polynomial is 0x42F0E1EBA9EA3693, bits are reflected, and the initial and final values are
/// inverted. The checksum of the ASCII digits `123456789` is 0x995DC9BBDF1939FA.
struct CRC64: Hashable, Sendable {
  private var state: UInt64 = ~0

  /// The checksum of all bytes so far.
  var value: UInt64 { ~state }

  /// Updates the checksum with more bytes.
  ///
  /// - Complexity: O(*n*).
  mutating func update(_ bytes: Span<UInt8>) {
    state = unsafe bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return state }
      return unsafe ia_crc64_update(state, base, buffer.count)
    }
  }

  /// Returns the checksum of a row: of its number in four bytes, little-endian, and its bytes.
  ///
  /// Because of the number, a checksum that an insertion has moved to the position of another row
  /// is not valid there.
  static func of(row: Int, _ bytes: Span<UInt8>) -> UInt64 {
    var check = CRC64()
    let number = (0..<4).map { UInt8(truncatingIfNeeded: row >> (8 * $0)) }
    check.update(number.span)
    check.update(bytes)
    return check.value
  }

  /// Returns the checksum of bytes.
  static func of(_ bytes: Span<UInt8>) -> UInt64 {
    var check = CRC64()
    check.update(bytes)
    return check.value
  }
}
