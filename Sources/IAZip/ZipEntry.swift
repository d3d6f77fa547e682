/// The description of one file in a ZIP archive, equal in the directory and in the local header.
public struct ZipEntry: Hashable, Sendable {
  /// The bytes of the name as stored.
  public let name: [UInt8]
  /// The general purpose flags.
  public let flags: Int
  /// The compression method: 0 stored, 8 deflated, 93 zstd.
  public let method: Int
  /// The CRC-32 of the file.
  public let crc32: UInt32
  /// The compressed size in bytes.
  public let compressedCount: Int
  /// The size of the file in bytes.
  public let byteCount: Int
  /// The start of the local header, in bytes of the archive.
  public let headerOffset: Int
  /// The range of the compressed bytes, in bytes of the archive.
  public internal(set) var dataRange: Range<Int>
  /// The start of the directory entry, in bytes of the archive.
  public let directoryOffset: Int
  /// The system that made the entry: 0 DOS, 3 Unix.
  public let system: Int
  /// The external attributes of that system; on Unix the mode is in the upper half.
  public let attributes: Int

  /// The version of the format that is needed, times ten.
  let version: Int
  /// The modification time in the DOS format.
  let time: Int
  /// The bytes of the directory's extra fields.
  let extra: [UInt8]

  /// Whether the flags state that the name is UTF-8.
  public var isUTF8: Bool { flags & 1 << 11 != 0 }
  /// Whether the bytes are encrypted.
  public var isEncrypted: Bool { flags & (1 | 1 << 6 | 1 << 13) != 0 }
  /// Whether the sizes and the CRC-32 follow the data in a data descriptor.
  public var hasDescriptor: Bool { flags & 1 << 3 != 0 }
  /// Whether the name is that of a folder.
  public var isFolder: Bool { name.last == UInt8(ascii: "/") }
  /// Whether the attributes describe a regular file: not a link, device, pipe or socket.
  public var isRegular: Bool {
    let type = attributes >> 28 & 0xF
    return !isFolder && (system != 3 || type == 0 || type == 8)
  }
}
