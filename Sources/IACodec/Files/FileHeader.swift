internal import IABytes

/// The first sixteen bytes of a file.
enum FileHeader {
  /// The magic number: a byte above 127, the letters `IAS`, CR LF, the DOS end-of-file character and LF, as in PNG.
  ///
  /// A transfer that clears the top bit, converts line ends or stops at the end-of-file character damages the magic
  /// number and is therefore detected.
  static let magic: [UInt8] = [0x89, 0x49, 0x41, 0x53, 0x0D, 0x0A, 0x1A, 0x0A]
  static let major: UInt8 = 1
  static let minor: UInt8 = 0
  static let byteCount = 16

  /// Magic number, version, two bytes of flags that are 0, and the CRC-32C of these.
  static let bytes: [UInt8] = {
    var writer = ByteWriter()
    writer.append(magic)
    writer.byte(major)
    writer.byte(minor)
    writer.fixed(0 as UInt16)
    writer.fixed(CRC32C.of(writer.bytes.span))
    return writer.bytes
  }()

  /// Checks the start of a file.
  ///
  /// - Throws: `ia.magic`, with a detail if a transfer changed line ends; `ia.checksum`;
  ///   `ia.version` for another major version; `ia.reserved`.
  static func check(_ bytes: Span<UInt8>) throws(InputError) {
    for (index, byte) in magic.enumerated() {
      guard index < bytes.count else { throw InputError(.bytesTruncated, at: bytes.count) }
      guard bytes[index] == byte else {
        let name = bytes.count >= 4 && bytes[1] == 0x49 && bytes[2] == 0x41 && bytes[3] == 0x53
        throw InputError(
          .iaMagic, at: index, detail: name ? "damaged by a transfer as text" : "")
      }
    }
    guard bytes.count >= byteCount else { throw InputError(.bytesTruncated, at: bytes.count) }
    var reader = ByteReader(12..<16)
    guard try reader.fixed(4, bytes) == UInt64(CRC32C.of(bytes.extracting(..<12))) else {
      throw InputError(.iaChecksum, at: 12)
    }
    guard bytes[8] == major else {
      throw InputError(.iaVersion, at: 8, detail: "version \(bytes[8]).\(bytes[9])")
    }
    guard bytes[10] == 0, bytes[11] == 0 else { throw InputError(.iaReserved, at: 10) }
  }
}
