// The records of the entries of a ZIP archive as they are stored, without their names, extra fields and comments. Only
// this file and `ZipEndRecords.swift` define the order of the fields. The directories that use the records decide which
// values are allowed: `ZipDirectory` in this module, and the directory of `.iaa` archives.
//
// Source: PKWARE's APPNOTE 6.3.10, sections 4.3.7 to 4.3.16.

/// The fields that both headers of an entry have, in this order.
package struct ZipEntryFields: Hashable, Sendable {
  /// The version of the format that is needed, times ten.
  package var version: UInt16
  /// The general purpose bits.
  package var flags: UInt16
  /// The compression method.
  package var method: UInt16
  /// The modification time and, in the upper half, the date, in the DOS format.
  package var time: UInt32
  /// The CRC-32 of the file.
  package var crc32: UInt32
  /// The compressed size in bytes.
  package var compressedCount: UInt32
  /// The size of the file in bytes.
  package var byteCount: UInt32
  /// The size of the name in bytes.
  package var nameCount: UInt16
  /// The size of the extra fields in bytes.
  package var extraCount: UInt16

  /// The size of these fields in bytes.
  static let byteCount = 26

  /// Creates fields.
  package init(
    version: UInt16, flags: UInt16, method: UInt16, time: UInt32, crc32: UInt32,
    compressedCount: UInt32, byteCount: UInt32, nameCount: UInt16, extraCount: UInt16
  ) {
    self.version = version
    self.flags = flags
    self.method = method
    self.time = time
    self.crc32 = crc32
    self.compressedCount = compressedCount
    self.byteCount = byteCount
    self.nameCount = nameCount
    self.extraCount = extraCount
  }

  fileprivate init(_ bytes: Span<UInt8>, at offset: Int) {
    version = bytes.word(at: offset)
    flags = bytes.word(at: offset + 2)
    method = bytes.word(at: offset + 4)
    time = bytes.long(at: offset + 6)
    crc32 = bytes.long(at: offset + 10)
    compressedCount = bytes.long(at: offset + 14)
    byteCount = bytes.long(at: offset + 18)
    nameCount = bytes.word(at: offset + 22)
    extraCount = bytes.word(at: offset + 24)
  }

  fileprivate func append(to bytes: inout [UInt8]) {
    bytes.append(word: version)
    bytes.append(word: flags)
    bytes.append(word: method)
    bytes.append(long: time)
    bytes.append(long: crc32)
    bytes.append(long: compressedCount)
    bytes.append(long: byteCount)
    bytes.append(word: nameCount)
    bytes.append(word: extraCount)
  }
}

/// The header before the bytes of an entry.
package struct ZipLocalRecord: Hashable, Sendable {
  /// The fields that the directory repeats.
  package var fields: ZipEntryFields

  /// The size of the record in bytes; the name and the extra fields follow.
  package static let byteCount = 4 + ZipEntryFields.byteCount
  private static let signature: UInt32 = 0x0403_4B50

  /// Creates a record.
  package init(_ fields: ZipEntryFields) { self.fields = fields }

  /// Creates the record that is stored at an offset; `nil` if there is none.
  package init?(_ bytes: Span<UInt8>, at offset: Int = 0) {
    guard bytes.holds(Self.byteCount, at: offset), bytes.long(at: offset) == Self.signature else {
      return nil
    }
    fields = ZipEntryFields(bytes, at: offset + 4)
  }

  /// Returns whether the signature of a record is at an offset.
  package static func isSigned(_ bytes: Span<UInt8>, at offset: Int = 0) -> Bool {
    bytes.holds(4, at: offset) && bytes.long(at: offset) == signature
  }

  /// Appends the record to bytes.
  package func append(to bytes: inout [UInt8]) {
    bytes.append(long: Self.signature)
    fields.append(to: &bytes)
  }
}

/// The header of an entry in the central directory.
package struct ZipCentralRecord: Hashable, Sendable {
  /// The version of the maker, times ten, and in the upper byte its system: 0 DOS, 3 Unix.
  package var maker: UInt16
  /// The fields that the local header repeats.
  package var fields: ZipEntryFields
  /// The size of the comment in bytes.
  package var commentCount: UInt16
  /// The number of the part of the archive that contains the entry.
  package var disk: UInt16
  /// The internal attributes; bit 0 states that the file is text.
  package var internalAttributes: UInt16
  /// The attributes of the maker's system; on Unix the mode is in the upper half.
  package var attributes: UInt32
  /// The start of the local header, in bytes of the archive.
  package var headerOffset: UInt32

  /// The size of the record in bytes; the name, the extra fields and the comment follow.
  package static let byteCount = 4 + 2 + ZipEntryFields.byteCount + 14
  private static let signature: UInt32 = 0x0201_4B50

  /// Creates the record of an entry without comment in an archive of one part.
  package init(
    maker: UInt16, _ fields: ZipEntryFields, attributes: UInt32, headerOffset: UInt32
  ) {
    self.maker = maker
    self.fields = fields
    commentCount = 0
    disk = 0
    internalAttributes = 0
    self.attributes = attributes
    self.headerOffset = headerOffset
  }

  /// Creates the record that is stored at an offset; `nil` if there is none.
  package init?(_ bytes: Span<UInt8>, at offset: Int = 0) {
    guard bytes.holds(Self.byteCount, at: offset), bytes.long(at: offset) == Self.signature else {
      return nil
    }
    maker = bytes.word(at: offset + 4)
    fields = ZipEntryFields(bytes, at: offset + 6)
    commentCount = bytes.word(at: offset + 32)
    disk = bytes.word(at: offset + 34)
    internalAttributes = bytes.word(at: offset + 36)
    attributes = bytes.long(at: offset + 38)
    headerOffset = bytes.long(at: offset + 42)
  }

  /// Returns whether the signature of a record is at an offset.
  package static func isSigned(_ bytes: Span<UInt8>, at offset: Int = 0) -> Bool {
    bytes.holds(4, at: offset) && bytes.long(at: offset) == signature
  }

  /// The size of the whole directory entry in bytes: the record, the name, the extra fields and the comment.
  package var totalByteCount: Int {
    Self.byteCount + Int(fields.nameCount) + Int(fields.extraCount) + Int(commentCount)
  }

  /// Appends the record to bytes.
  package func append(to bytes: inout [UInt8]) {
    bytes.append(long: Self.signature)
    bytes.append(word: maker)
    fields.append(to: &bytes)
    bytes.append(word: commentCount)
    bytes.append(word: disk)
    bytes.append(word: internalAttributes)
    bytes.append(long: attributes)
    bytes.append(long: headerOffset)
  }
}

/// The extra field for numbers of an entry that do not fit in 32 bits.
package enum ZipWideField {
  /// The number of the field.
  package static let id: UInt16 = 1
  /// The value of a 32-bit field whose number is in this extra field.
  package static let mark: UInt32 = 0xFFFF_FFFF
  /// The size in bytes of a field with one number.
  package static let singleByteCount = 12

  /// Returns the number of the field at an offset; `nil` if it is another field or has more numbers.
  package static func single(_ bytes: Span<UInt8>, at offset: Int) -> UInt64? {
    guard bytes.holds(singleByteCount, at: offset), bytes.word(at: offset) == id,
      bytes.word(at: offset + 2) == 8
    else { return nil }
    return bytes.wide(at: offset + 4)
  }

  /// Appends a field with a single number to bytes.
  package static func append(_ number: UInt64, to bytes: inout [UInt8]) {
    bytes.append(word: id)
    bytes.append(word: 8)
    bytes.append(wide: number)
  }
}
