/// The values of a member from which both of its ZIP headers are computed.
struct ZipMember: Hashable, Sendable {
  var name: MemberName
  var crc32: UInt32
  /// The size of the stored bytes.
  var storedByteCount: Int
  /// The size of the decompressed content in bytes.
  var contentByteCount: Int
  /// The offset of the local header in the file.
  var offset: Int

  /// The offset of the stored bytes in the file.
  var contentOffset: Int { offset + ZipHeaders.localByteCount(name) }
  /// The offset after the stored bytes.
  var end: Int { contentOffset + storedByteCount }
}

/// The bytes of ZIP headers.
///
/// Each field is a function of the member, so that readers compare headers byte by byte and repairs
/// write them again.
///
/// Source: PKWARE, APPNOTE.TXT, version 6.3.10.
enum ZipHeaders {
  static let localSignature: UInt32 = 0x0403_4B50
  static let centralSignature: UInt32 = 0x0201_4B50
  static let endSignature: UInt32 = 0x0605_4B50
  static let zip64EndSignature: UInt32 = 0x0606_4B50
  static let zip64LocatorSignature: UInt32 = 0x0706_4B50

  /// The maximum size of the stored bytes and of the content of one member.
  static let maximumMemberByteCount = 0xFFFF_FFFE
  /// The value of a 32-bit field whose number is in the ZIP64 fields instead.
  private static let zip64Mark: UInt32 = 0xFFFF_FFFF

  /// Returns the size of a member's local header in bytes.
  static func localByteCount(_ name: MemberName) -> Int { 30 + name.path.utf8.count }

  /// Returns the local header of a member.
  static func local(_ member: ZipMember) -> [UInt8] {
    var writer = HeaderWriter()
    writer.fixed(localSignature)
    appendCommon(member, neededVersion: 20, to: &writer)
    writer.fixed(UInt16(0))
    writer.append(Array(member.name.path.utf8))
    return writer.bytes
  }

  /// Appends the fields that both headers share, from the required version to the length of the
  /// name.
  private static func appendCommon(
    _ member: ZipMember, neededVersion: UInt16, to writer: inout HeaderWriter
  ) {
    writer.fixed(neededVersion)
    // No flags: the sizes precede the content, names are ASCII, nothing is encrypted.
    writer.fixed(UInt16(0))
    writer.fixed(UInt16(member.name.isDeflated ? 8 : 0))
    // A fixed time, 1980-01-01 00:00, so that equal content gives equal bytes.
    writer.fixed(UInt16(0))
    writer.fixed(UInt16(0x0021))
    writer.fixed(member.crc32)
    writer.fixed(UInt32(truncatingIfNeeded: member.storedByteCount))
    writer.fixed(UInt32(truncatingIfNeeded: member.contentByteCount))
    writer.fixed(UInt16(member.name.path.utf8.count))
  }

  /// Returns the entry of a member in the central directory.
  static func central(_ member: ZipMember) -> [UInt8] {
    let needsZip64 = member.offset >= Int(zip64Mark)
    var writer = HeaderWriter()
    writer.fixed(centralSignature)
    // Made by: Unix, version 4.5 of the specification.
    writer.fixed(UInt16(3 << 8 | 45))
    appendCommon(member, neededVersion: needsZip64 ? 45 : 20, to: &writer)
    writer.fixed(UInt16(needsZip64 ? 12 : 0))
    writer.fixed(UInt16(0))
    writer.fixed(UInt16(0))
    writer.fixed(UInt16(0))
    // A regular file, rw-r--r--.
    writer.fixed(UInt32(0o100644 << 16))
    writer.fixed(needsZip64 ? zip64Mark : UInt32(member.offset))
    writer.append(Array(member.name.path.utf8))
    if needsZip64 {
      writer.fixed(UInt16(1))
      writer.fixed(UInt16(8))
      writer.fixed(UInt64(member.offset))
    }
    return writer.bytes
  }

  /// Returns the central directory with its end records.
  static func directory(_ members: [ZipMember], at offset: Int, comment: String) -> [UInt8] {
    var entries: [UInt8] = []
    for member in members { entries += central(member) }
    return entries
      + end(
        memberCount: members.count, directoryByteCount: entries.count, at: offset,
        comment: comment)
  }

  /// Returns the end of a central directory: the ZIP64 records if a number needs them, and the end
  /// record.
  static func end(
    memberCount: Int, directoryByteCount: Int, at offset: Int, comment: String
  ) -> [UInt8] {
    var writer = HeaderWriter()
    let needsZip64 =
      memberCount >= 0xFFFF || offset >= Int(zip64Mark) || directoryByteCount >= Int(zip64Mark)
    if needsZip64 {
      writer.fixed(zip64EndSignature)
      writer.fixed(UInt64(44))
      writer.fixed(UInt16(3 << 8 | 45))
      writer.fixed(UInt16(45))
      writer.fixed(UInt32(0))
      writer.fixed(UInt32(0))
      writer.fixed(UInt64(memberCount))
      writer.fixed(UInt64(memberCount))
      writer.fixed(UInt64(directoryByteCount))
      writer.fixed(UInt64(offset))
      writer.fixed(zip64LocatorSignature)
      writer.fixed(UInt32(0))
      writer.fixed(UInt64(offset + directoryByteCount))
      writer.fixed(UInt32(1))
    }
    writer.fixed(endSignature)
    writer.fixed(UInt16(0))
    writer.fixed(UInt16(0))
    let count = UInt16(needsZip64 ? 0xFFFF : memberCount)
    writer.fixed(count)
    writer.fixed(count)
    writer.fixed(needsZip64 ? zip64Mark : UInt32(directoryByteCount))
    writer.fixed(needsZip64 ? zip64Mark : UInt32(offset))
    writer.fixed(UInt16(comment.utf8.count))
    writer.append(Array(comment.utf8))
    return writer.bytes
  }
}

/// A buffer to which the fields of a header are appended, little-endian.
///
/// Readers encode all headers again to compare them. A generic writer of another module took a
/// tenth of that time.
private struct HeaderWriter {
  private(set) var bytes: [UInt8] = []

  mutating func fixed(_ value: UInt16) {
    bytes.append(UInt8(truncatingIfNeeded: value))
    bytes.append(UInt8(truncatingIfNeeded: value >> 8))
  }

  mutating func fixed(_ value: UInt32) {
    fixed(UInt16(truncatingIfNeeded: value))
    fixed(UInt16(truncatingIfNeeded: value >> 16))
  }

  mutating func fixed(_ value: UInt64) {
    fixed(UInt32(truncatingIfNeeded: value))
    fixed(UInt32(truncatingIfNeeded: value >> 32))
  }

  mutating func append(_ other: [UInt8]) { bytes += other }
}
