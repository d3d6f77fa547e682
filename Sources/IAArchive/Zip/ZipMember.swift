internal import IAZip

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
  /// The maximum size of the stored bytes and of the content of one member.
  static let maximumMemberByteCount = 0xFFFF_FFFE

  /// Returns the size of a member's local header in bytes.
  static func localByteCount(_ name: MemberName) -> Int {
    ZipLocalRecord.byteCount + name.pathByteCount
  }

  /// Returns the local header of a member.
  static func local(_ member: ZipMember) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(localByteCount(member.name))
    ZipLocalRecord(fields(of: member, version: 20, extraCount: 0)).append(to: &bytes)
    member.name.appendPath(to: &bytes)
    return bytes
  }

  /// Returns the fields that both headers of a member have.
  private static func fields(
    of member: ZipMember, version: UInt16, extraCount: Int
  ) -> ZipEntryFields {
    // No flag: sizes precede the content, names are ASCII, nothing is encrypted. The time is 1980-01-01,
    // 00:00, so that equal content gives equal bytes.
    ZipEntryFields(
      version: version, flags: 0, method: member.name.isDeflated ? 8 : 0, time: 0x0021_0000,
      crc32: member.crc32, compressedCount: UInt32(truncatingIfNeeded: member.storedByteCount),
      byteCount: UInt32(truncatingIfNeeded: member.contentByteCount),
      nameCount: UInt16(member.name.pathByteCount), extraCount: UInt16(extraCount))
  }

  /// The maker of the headers: Unix, version 4.5 of the specification.
  private static let maker: UInt16 = 3 << 8 | 45

  /// Returns the record of a member in the central directory; its name and, if `isWide`, its offset
  /// follow.
  static func centralRecord(_ member: ZipMember) -> ZipCentralRecord {
    let isWide = isWide(member)
    let extraCount = isWide ? ZipWideField.singleByteCount : 0
    // A regular file, rw-r--r--.
    return ZipCentralRecord(
      maker: maker,
      fields(of: member, version: isWide ? 45 : 20, extraCount: extraCount),
      attributes: 0o100644 << 16,
      headerOffset: isWide ? ZipWideField.mark : UInt32(member.offset))
  }

  /// Returns whether the offset of a member is in a field of 64 bits.
  private static func isWide(_ member: ZipMember) -> Bool {
    member.offset >= Int(ZipWideField.mark)
  }

  /// Appends the entry of a member in the central directory to bytes.
  static func appendCentral(_ member: ZipMember, to bytes: inout [UInt8]) {
    centralRecord(member).append(to: &bytes)
    member.name.appendPath(to: &bytes)
    if isWide(member) { ZipWideField.append(UInt64(member.offset), to: &bytes) }
  }

  /// Returns the central directory and its end.
  static func directory(_ members: [ZipMember], at offset: Int, comment: String) -> [UInt8] {
    var entries: [UInt8] = []
    for member in members { appendCentral(member, to: &entries) }
    return entries
      + end(
        memberCount: members.count, directoryByteCount: entries.count, at: offset,
        comment: comment)
  }

  /// Returns the end of a central directory: the end record, after that of ZIP64 if it is needed.
  static func end(
    memberCount: Int, directoryByteCount: Int, at offset: Int, comment: String
  ) -> [UInt8] {
    let isWide =
      memberCount >= 0xFFFF || offset >= Int(ZipWideField.mark)
      || directoryByteCount >= Int(ZipWideField.mark)
    var bytes: [UInt8] = []
    if isWide {
      ZipWideEndRecord(
        maker: maker, entries: UInt64(memberCount), directoryCount: UInt64(directoryByteCount),
        directoryOffset: UInt64(offset)
      ).append(to: &bytes)
      ZipLocator(recordOffset: UInt64(offset + directoryByteCount)).append(to: &bytes)
    }
    ZipEndRecord(
      entries: isWide ? nil : UInt16(memberCount),
      directoryCount: isWide ? nil : UInt32(directoryByteCount),
      directoryOffset: isWide ? nil : UInt32(offset), commentCount: UInt16(comment.utf8.count)
    ).append(to: &bytes)
    bytes.append(contentsOf: comment.utf8)
    return bytes
  }
}
