/// Builds a ZIP archive and records the position of each field, so that tests can change fields.
public struct ZipBuilder: Sendable {
  /// A file of the archive.
  public struct File: Sendable {
    /// The name.
    public var name: [UInt8]
    /// The bytes, which are stored without compression.
    public var content: [UInt8]
    /// Whether a data descriptor with CRC and sizes follows the bytes.
    public var hasDescriptor = false
    /// Whether the sizes are in a ZIP64 extra field.
    public var isWide = false
    /// The Unix mode; `nil` for an MS-DOS entry.
    public var mode: Int?
    /// The general purpose bits, in addition to those that other properties require.
    public var flags = 0
    /// The compression method in the headers; the bytes are stored regardless of it.
    public var method = 0
    /// The CRC in the headers; `nil` for the correct one.
    public var crc32: UInt32?
    /// Extra fields of the local header, in addition to ZIP64 sizes.
    public var localExtra: [UInt8] = []
    /// Extra fields of the directory entry, in addition to ZIP64 sizes.
    public var centralExtra: [UInt8] = []
    /// The comment in the directory.
    public var comment: [UInt8] = []
    /// The number of unused bytes before the local header.
    public var gap = 0

    /// Creates a file.
    public init(_ name: String, _ content: String = "") {
      self.name = Array(name.utf8)
      self.content = Array(content.utf8)
    }
  }

  /// A field of a header.
  public struct Field: Sendable, Hashable {
    /// The header and the field, such as `local.crc32`.
    public var name: String
    /// The byte range in the archive.
    public var byteRange: Range<Int>
  }

  /// The archive.
  public private(set) var bytes: [UInt8] = []
  /// All fields, in order.
  public private(set) var fields: [Field] = []
  /// The offset of each local header.
  public private(set) var headers: [Int] = []

  /// Creates an archive of files.
  public init(_ files: [File], comment: String = "", isWide: Bool = false) {
    for file in files { addLocal(file) }
    let start = bytes.count
    for (index, file) in files.enumerated() { addCentral(file, at: headers[index]) }
    addEnd(files.count, start..<bytes.count, Array(comment.utf8), isWide)
  }

  private mutating func add(_ name: String, _ value: Int, _ size: Int) {
    fields.append(Field(name: name, byteRange: bytes.count..<bytes.count + size))
    for shift in 0..<size { bytes.append(UInt8(truncatingIfNeeded: value >> (shift * 8))) }
  }

  private mutating func addLocal(_ file: File) {
    bytes += [UInt8](repeating: 0x2E, count: file.gap)
    headers.append(bytes.count)
    add("local.signature", 0x0403_4B50, 4)
    addShared("local", file, isOpen: file.hasDescriptor)
    add("local.name", file.name.count, 2)
    add("local.extra", (file.isWide ? 20 : 0) + file.localExtra.count, 2)
    bytes += file.name
    if file.isWide { addWide("local", [file.content.count, file.content.count]) }
    bytes += file.localExtra
    bytes += file.content
    guard file.hasDescriptor else { return }
    add("descriptor.signature", 0x0807_4B50, 4)
    add("descriptor.crc32", Int(file.crc32 ?? Self.crc32(file.content)), 4)
    add("descriptor.compressed", file.content.count, 4)
    add("descriptor.size", file.content.count, 4)
  }

  private mutating func addCentral(_ file: File, at offset: Int) {
    add("central.signature", 0x0201_4B50, 4)
    add("central.made-by", file.mode == nil ? 20 : 0x314, 2)
    addShared("central", file, isOpen: false)
    add("central.name", file.name.count, 2)
    add("central.extra", (file.isWide ? 20 : 0) + file.centralExtra.count, 2)
    add("central.comment", file.comment.count, 2)
    add("central.disk", 0, 2)
    add("central.internal-attributes", 0, 2)
    add("central.external-attributes", (file.mode ?? 0) << 16, 4)
    add("central.offset", offset, 4)
    bytes += file.name
    if file.isWide { addWide("central", [file.content.count, file.content.count]) }
    bytes += file.centralExtra + file.comment
  }

  private mutating func addShared(_ header: String, _ file: File, isOpen: Bool) {
    let size = isOpen ? 0 : file.isWide ? 0xFFFF_FFFF : file.content.count
    add("\(header).version", 20, 2)
    add("\(header).flags", file.flags | (file.hasDescriptor ? 8 : 0), 2)
    add("\(header).method", file.method, 2)
    add("\(header).time", 0x6000, 2)
    add("\(header).date", 0x5B75, 2)
    add("\(header).crc32", isOpen ? 0 : Int(file.crc32 ?? Self.crc32(file.content)), 4)
    add("\(header).compressed", size, 4)
    add("\(header).size", size, 4)
  }

  private mutating func addWide(_ header: String, _ numbers: [Int]) {
    add("\(header).wide-id", 1, 2)
    add("\(header).wide-length", numbers.count * 8, 2)
    for (index, number) in numbers.enumerated() { add("\(header).wide-\(index)", number, 8) }
  }

  private mutating func addEnd(
    _ count: Int, _ directory: Range<Int>, _ comment: [UInt8], _ isWide: Bool
  ) {
    if isWide {
      let start = bytes.count
      add("wide-end.signature", 0x0606_4B50, 4)
      add("wide-end.length", 44, 8)
      add("wide-end.made-by", 45, 2)
      add("wide-end.version", 45, 2)
      add("wide-end.disk", 0, 4)
      add("wide-end.start-disk", 0, 4)
      add("wide-end.disk-entries", count, 8)
      add("wide-end.entries", count, 8)
      add("wide-end.size", directory.count, 8)
      add("wide-end.offset", directory.lowerBound, 8)
      add("locator.signature", 0x0706_4B50, 4)
      add("locator.disk", 0, 4)
      add("locator.offset", start, 8)
      add("locator.disks", 1, 4)
    }
    add("end.signature", 0x0605_4B50, 4)
    add("end.disk", 0, 2)
    add("end.start-disk", 0, 2)
    add("end.disk-entries", isWide ? 0xFFFF : count, 2)
    add("end.entries", isWide ? 0xFFFF : count, 2)
    add("end.size", isWide ? 0xFFFF_FFFF : directory.count, 4)
    add("end.offset", isWide ? 0xFFFF_FFFF : directory.lowerBound, 4)
    add("end.comment", comment.count, 2)
    bytes += comment
  }

  /// Returns the CRC-32 of ZIP, computed bit by bit.
  public static func crc32(_ bytes: [UInt8]) -> UInt32 {
    var crc = UInt32.max
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
    }
    return ~crc
  }
}
