// The records at the end of a ZIP archive as they are stored.
//
// Source: PKWARE's APPNOTE 6.3.10, sections 4.3.14 to 4.3.16.

/// The record at the end of an archive.
package struct ZipEndRecord: Hashable, Sendable {
  /// The number of this part of the archive.
  package var disk: UInt16
  /// The number of the part in which the directory begins.
  package var startDisk: UInt16
  /// The number of entries in this part.
  package var diskEntries: UInt16
  /// The number of entries.
  package var entries: UInt16
  /// The size of the directory in bytes.
  package var directoryCount: UInt32
  /// The start of the directory, in bytes of the archive.
  package var directoryOffset: UInt32
  /// The size of the comment in bytes.
  package var commentCount: UInt16

  /// The size of the record in bytes; the comment follows.
  package static let byteCount = 22
  /// The bytes that the record begins with.
  package static let signature: InlineArray<4, UInt8> = [0x50, 0x4B, 0x05, 0x06]
  private static let signatureNumber: UInt32 = 0x0605_4B50

  /// Creates the record of an archive of one part; numbers that are `nil` are in the 64-bit record.
  package init(
    entries: UInt16?, directoryCount: UInt32?, directoryOffset: UInt32?, commentCount: UInt16
  ) {
    disk = 0
    startDisk = 0
    diskEntries = entries ?? 0xFFFF
    self.entries = entries ?? 0xFFFF
    self.directoryCount = directoryCount ?? 0xFFFF_FFFF
    self.directoryOffset = directoryOffset ?? 0xFFFF_FFFF
    self.commentCount = commentCount
  }

  /// Creates the record that is stored at an offset; `nil` if there is none.
  package init?(_ bytes: Span<UInt8>, at offset: Int = 0) {
    guard bytes.holds(Self.byteCount, at: offset),
      bytes.long(at: offset) == Self.signatureNumber
    else { return nil }
    disk = bytes.word(at: offset + 4)
    startDisk = bytes.word(at: offset + 6)
    diskEntries = bytes.word(at: offset + 8)
    entries = bytes.word(at: offset + 10)
    directoryCount = bytes.long(at: offset + 12)
    directoryOffset = bytes.long(at: offset + 16)
    commentCount = bytes.word(at: offset + 20)
  }

  /// Returns whether the signature of a record is at an offset.
  package static func isSigned(_ bytes: Span<UInt8>, at offset: Int = 0) -> Bool {
    bytes.holds(4, at: offset) && bytes.long(at: offset) == signatureNumber
  }

  /// Appends the record to bytes.
  package func append(to bytes: inout [UInt8]) {
    bytes.append(long: Self.signatureNumber)
    bytes.append(word: disk)
    bytes.append(word: startDisk)
    bytes.append(word: diskEntries)
    bytes.append(word: entries)
    bytes.append(long: directoryCount)
    bytes.append(long: directoryOffset)
    bytes.append(word: commentCount)
  }
}

/// The end record with numbers of 64 bits, and the locator that follows it.
package struct ZipWideEndRecord: Hashable, Sendable {
  /// The size of the record after this field, in bytes.
  package var remainingCount: UInt64
  /// The version of the maker and its system, as in a `ZipCentralRecord`.
  package var maker: UInt16
  /// The version of the format that is needed, times ten.
  package var version: UInt16
  /// The number of this part of the archive.
  package var disk: UInt32
  /// The number of the part in which the directory begins.
  package var startDisk: UInt32
  /// The number of entries in this part.
  package var diskEntries: UInt64
  /// The number of entries.
  package var entries: UInt64
  /// The size of the directory in bytes.
  package var directoryCount: UInt64
  /// The start of the directory, in bytes of the archive.
  package var directoryOffset: UInt64

  /// The size of the record in bytes, if it has no further data.
  package static let byteCount = 56
  private static let signature: UInt32 = 0x0606_4B50

  /// Creates the record of an archive of one part.
  package init(maker: UInt16, entries: UInt64, directoryCount: UInt64, directoryOffset: UInt64) {
    remainingCount = UInt64(Self.byteCount - 12)
    self.maker = maker
    version = 45
    disk = 0
    startDisk = 0
    diskEntries = entries
    self.entries = entries
    self.directoryCount = directoryCount
    self.directoryOffset = directoryOffset
  }

  /// Creates the record that is stored at an offset; `nil` if there is none.
  package init?(_ bytes: Span<UInt8>, at offset: Int = 0) {
    guard bytes.holds(Self.byteCount, at: offset), bytes.long(at: offset) == Self.signature else {
      return nil
    }
    remainingCount = bytes.wide(at: offset + 4)
    maker = bytes.word(at: offset + 12)
    version = bytes.word(at: offset + 14)
    disk = bytes.long(at: offset + 16)
    startDisk = bytes.long(at: offset + 20)
    diskEntries = bytes.wide(at: offset + 24)
    entries = bytes.wide(at: offset + 32)
    directoryCount = bytes.wide(at: offset + 40)
    directoryOffset = bytes.wide(at: offset + 48)
  }

  /// Appends the record to bytes.
  package func append(to bytes: inout [UInt8]) {
    bytes.append(long: Self.signature)
    bytes.append(wide: remainingCount)
    bytes.append(word: maker)
    bytes.append(word: version)
    bytes.append(long: disk)
    bytes.append(long: startDisk)
    bytes.append(wide: diskEntries)
    bytes.append(wide: entries)
    bytes.append(wide: directoryCount)
    bytes.append(wide: directoryOffset)
  }
}

/// The ZIP64 locator between the two end records, which contains the offset of the 64-bit record.
package struct ZipLocator: Hashable, Sendable {
  /// The number of the part of the archive in which the 64-bit record begins.
  package var disk: UInt32
  /// The start of the 64-bit record, in bytes of the archive.
  package var recordOffset: UInt64
  /// The number of the archive's parts.
  package var diskCount: UInt32

  /// The size of the record in bytes.
  package static let byteCount = 20
  private static let signature: UInt32 = 0x0706_4B50

  /// Creates the locator of an archive of one part.
  package init(recordOffset: UInt64) {
    disk = 0
    self.recordOffset = recordOffset
    diskCount = 1
  }

  /// Creates the record that is stored at an offset; `nil` if there is none.
  package init?(_ bytes: Span<UInt8>, at offset: Int = 0) {
    guard bytes.holds(Self.byteCount, at: offset), bytes.long(at: offset) == Self.signature else {
      return nil
    }
    disk = bytes.long(at: offset + 4)
    recordOffset = bytes.wide(at: offset + 8)
    diskCount = bytes.long(at: offset + 16)
  }

  /// Appends the record to bytes.
  package func append(to bytes: inout [UInt8]) {
    bytes.append(long: Self.signature)
    bytes.append(long: disk)
    bytes.append(wide: recordOffset)
    bytes.append(long: diskCount)
  }
}
