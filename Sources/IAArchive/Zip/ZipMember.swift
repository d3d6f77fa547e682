/// A member as both of its headers describe it.
struct ZipMember: Hashable, Sendable {
  var name: MemberName
  var crc32: UInt32
  /// How long the stored bytes are.
  var storedByteCount: Int
  /// How long the content is.
  var contentByteCount: Int
  /// Where the local header begins.
  var offset: Int

  /// Where the stored bytes begin.
  var contentOffset: Int { offset + ZipHeaders.localByteCount(name) }
  /// Where the member ends.
  var end: Int { contentOffset + storedByteCount }
}

/// The bytes of ZIP headers: every field is a function of the member, so that headers can be
/// compared byte by byte, and made again.
///
/// Source: PKWARE, APPNOTE.TXT, version 6.3.10.
enum ZipHeaders {
  static let localSignature: UInt32 = 0x0403_4B50
  static let centralSignature: UInt32 = 0x0201_4B50
  static let endSignature: UInt32 = 0x0605_4B50
  static let wideEndSignature: UInt32 = 0x0606_4B50
  static let wideLocatorSignature: UInt32 = 0x0706_4B50

  /// The largest size of one member.
  static let maximumMemberByteCount = 0xFFFF_FFFE
  private static let wide32: UInt32 = 0xFFFF_FFFF

  static func localByteCount(_ name: MemberName) -> Int { 30 + name.path.utf8.count }

  /// The local header.
  static func local(_ member: ZipMember) -> [UInt8] {
    var writer = HeaderWriter()
    writer.fixed(localSignature)
    appendCommon(member, neededVersion: 20, to: &writer)
    writer.fixed(UInt16(0))
    writer.append(Array(member.name.path.utf8))
    return writer.bytes
  }

  /// What both headers have: version needed to the length of the name.
  private static func appendCommon(
    _ member: ZipMember, neededVersion: UInt16, to writer: inout HeaderWriter
  ) {
    writer.fixed(neededVersion)
    // No flag: sizes stand in front, names are ASCII, nothing is encrypted.
    writer.fixed(UInt16(0))
    writer.fixed(UInt16(member.name.isDeflated ? 8 : 0))
    // 1980-01-01, 00:00: the same content makes the same bytes.
    writer.fixed(UInt16(0))
    writer.fixed(UInt16(0x0021))
    writer.fixed(member.crc32)
    writer.fixed(UInt32(truncatingIfNeeded: member.storedByteCount))
    writer.fixed(UInt32(truncatingIfNeeded: member.contentByteCount))
    writer.fixed(UInt16(member.name.path.utf8.count))
  }

  /// The entry of the central directory.
  static func central(_ member: ZipMember) -> [UInt8] {
    let isWide = member.offset >= Int(wide32)
    var writer = HeaderWriter()
    writer.fixed(centralSignature)
    // Made by: Unix, 4.5 of the specification.
    writer.fixed(UInt16(3 << 8 | 45))
    appendCommon(member, neededVersion: isWide ? 45 : 20, to: &writer)
    writer.fixed(UInt16(isWide ? 12 : 0))
    writer.fixed(UInt16(0))
    writer.fixed(UInt16(0))
    writer.fixed(UInt16(0))
    // A regular file, rw-r--r--.
    writer.fixed(UInt32(0o100644 << 16))
    writer.fixed(isWide ? wide32 : UInt32(member.offset))
    writer.append(Array(member.name.path.utf8))
    if isWide {
      writer.fixed(UInt16(1))
      writer.fixed(UInt16(8))
      writer.fixed(UInt64(member.offset))
    }
    return writer.bytes
  }

  /// The central directory and its end.
  static func directory(_ members: [ZipMember], at offset: Int, comment: String) -> [UInt8] {
    var entries: [UInt8] = []
    for member in members { entries += central(member) }
    return entries
      + end(
        memberCount: members.count, directoryByteCount: entries.count, at: offset,
        comment: comment)
  }

  /// The end of a central directory: the end record, after that of ZIP64 where it is needed.
  static func end(
    memberCount: Int, directoryByteCount: Int, at offset: Int, comment: String
  ) -> [UInt8] {
    var writer = HeaderWriter()
    let isWide =
      memberCount >= 0xFFFF || offset >= Int(wide32) || directoryByteCount >= Int(wide32)
    if isWide {
      writer.fixed(wideEndSignature)
      writer.fixed(UInt64(44))
      writer.fixed(UInt16(3 << 8 | 45))
      writer.fixed(UInt16(45))
      writer.fixed(UInt32(0))
      writer.fixed(UInt32(0))
      writer.fixed(UInt64(memberCount))
      writer.fixed(UInt64(memberCount))
      writer.fixed(UInt64(directoryByteCount))
      writer.fixed(UInt64(offset))
      writer.fixed(wideLocatorSignature)
      writer.fixed(UInt32(0))
      writer.fixed(UInt64(offset + directoryByteCount))
      writer.fixed(UInt32(1))
    }
    writer.fixed(endSignature)
    writer.fixed(UInt16(0))
    writer.fixed(UInt16(0))
    let count = UInt16(isWide ? 0xFFFF : memberCount)
    writer.fixed(count)
    writer.fixed(count)
    writer.fixed(isWide ? wide32 : UInt32(directoryByteCount))
    writer.fixed(isWide ? wide32 : UInt32(offset))
    writer.fixed(UInt16(comment.utf8.count))
    writer.append(Array(comment.utf8))
    return writer.bytes
  }
}

/// Puts the fields of a header one after the other.
///
/// An archive is checked by making all its headers again, and a generic writer in another module
/// took a tenth of that time.
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
