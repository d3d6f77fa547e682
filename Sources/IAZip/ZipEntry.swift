/// What a ZIP archive says of one of its files, the same in both of the places that say it.
public struct ZipEntry: Hashable, Sendable {
  /// The name as the archive has it.
  public let name: [UInt8]
  /// The general purpose bits.
  public let flags: Int
  /// How the bytes are kept: 0 stored, 8 deflated, 93 zstd.
  public let method: Int
  /// The CRC-32 of the file.
  public let crc32: UInt32
  /// How many bytes the archive keeps.
  public let compressedCount: Int
  /// How many bytes the file has.
  public let byteCount: Int
  /// Where the local header begins, in bytes of the archive.
  public let headerOffset: Int
  /// Where what is kept of the file lies, in bytes of the archive.
  public internal(set) var dataRange: Range<Int>
  /// Where the entry of the directory begins, in bytes of the archive.
  public let directoryOffset: Int
  /// The system that made the entry: 0 DOS, 3 Unix.
  public let system: Int
  /// What that system says of the file; on Unix the mode is in the upper half.
  public let attributes: Int

  /// The version of the format that is needed, times ten.
  let version: Int
  /// When the file was changed, as DOS counts.
  let time: Int

  /// Whether the name is said to be UTF-8.
  public var isUTF8: Bool { flags & 1 << 11 != 0 }
  /// Whether the bytes are encrypted.
  public var isEncrypted: Bool { flags & (1 | 1 << 6 | 1 << 13) != 0 }
  /// Whether sizes and CRC follow the bytes.
  public var hasDescriptor: Bool { flags & 1 << 3 != 0 }
  /// Whether the name is that of a folder.
  public var isFolder: Bool { name.last == UInt8(ascii: "/") }
  /// Whether the entry is a file as far as its maker says: no link, device, pipe or socket.
  public var isRegular: Bool {
    let type = attributes >> 28 & 0xF
    return !isFolder && (system != 3 || type == 0 || type == 8)
  }
}
