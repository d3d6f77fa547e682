internal import IABytes
internal import IASyntax

/// A replacement of the last bytes of an archive, in steps that remain safe if a crash interrupts them.
///
/// The new bytes are written after the end of the archive, followed by this trailer:
///
///     sync       8  8E 'I' 'A' 'M' 0D 0A 1A 0A
///     version    2  1
///     reserved   2  0
///     offset     8  the offset in the archive at which the new bytes belong
///     count      8  the number of new bytes
///     hash      32  SHA-256 of the new bytes
///     check      4  CRC-32C of the 60 bytes before
///
/// When both are on the disk, the new bytes are copied to their offset, and everything after them is
/// removed. Before the trailer is complete, the archive is as it was; from then on it is the new one.
struct TailReplacement: Hashable, Sendable {
  static let sync: [UInt8] = [0x8E, 0x49, 0x41, 0x4D, 0x0D, 0x0A, 0x1A, 0x0A]
  static let trailerByteCount = 64
  /// The maximum number of new bytes; they are kept in memory.
  static let maximumByteCount = 64 << 20

  /// The offset in the archive at which the new bytes belong.
  let offset: Int
  /// The offset of the new bytes in the file.
  let origin: Int
  /// The new bytes.
  let bytes: [UInt8]

  /// The size of the archive after the replacement.
  var end: Int { offset + bytes.count }

  /// Finds the unfinished replacement at the end of a source.
  ///
  /// - Returns: The replacement; `nil` if there is none, or it is not complete.
  /// - Throws: The source's errors.
  static func find(in source: any ArchiveSource) throws -> TailReplacement? {
    let size = try source.byteCount()
    let start = size - trailerByteCount
    guard start > 0 else { return nil }
    let trailer = try source.read(trailerByteCount, at: start)
    guard let fields = fields(of: trailer), fields.count <= start,
      fields.offset + fields.count <= start - fields.count
    else { return nil }
    let bytes = try source.read(fields.count, at: start - fields.count)
    guard SHA256Digest(of: bytes) == fields.digest else { return nil }
    return TailReplacement(offset: fields.offset, origin: start - fields.count, bytes: bytes)
  }

  private static func fields(
    of trailer: [UInt8]
  ) -> (offset: Int, count: Int, digest: SHA256Digest)? {
    guard trailer.count == trailerByteCount, trailer.starts(with: sync) else { return nil }
    let span = trailer.span
    var check = ByteReader(60..<64)
    guard let found = try? check.fixed(4, span),
      found == UInt64(CRC32C.of(span.extracting(0..<60)))
    else { return nil }
    var reader = ByteReader(8..<60)
    guard let version = try? reader.fixed(4, span), version == 1,
      let offset = try? reader.fixed(8, span), offset <= UInt64(Int.max >> 2),
      let count = try? reader.fixed(8, span), 1...UInt64(maximumByteCount) ~= count,
      let digest = SHA256Digest(bytes: span.extracting(28..<60))
    else { return nil }
    return (Int(offset), Int(count), digest)
  }

  private var trailer: [UInt8] {
    var writer = ByteWriter()
    writer.append(Self.sync)
    writer.fixed(UInt16(1))
    writer.fixed(UInt16(0))
    writer.fixed(UInt64(offset))
    writer.fixed(UInt64(bytes.count))
    writer.append(SHA256Digest(of: bytes).bytes)
    writer.fixed(CRC32C.of(writer.bytes.span))
    return writer.bytes
  }

  /// Replaces the bytes of a storage from an offset on.
  ///
  /// If the new bytes cannot be written after the archive, they are removed and the archive is as it
  /// was. If a later step fails, readers use the new bytes, and the next writer repeats the step.
  ///
  /// - Throws: The storage's errors.
  /// - Precondition: There are at most `maximumByteCount` bytes.
  static func replace(
    from offset: Int, with bytes: [UInt8], in storage: any ArchiveStorage
  ) throws {
    try prepare(from: offset, with: bytes, in: storage).apply(to: storage)
  }

  /// Writes new bytes and their trailer after the end of an archive: the first step.
  ///
  /// - Returns: The replacement, which readers use from now on.
  /// - Throws: The storage's errors; the new bytes are then removed.
  /// - Precondition: There are at most `maximumByteCount` bytes.
  static func prepare(
    from offset: Int, with bytes: [UInt8], in storage: any ArchiveStorage
  ) throws -> TailReplacement {
    precondition(1...maximumByteCount ~= bytes.count, "\(bytes.count) bytes of a replacement")
    let size = try storage.byteCount()
    let origin = max(size, offset + bytes.count)
    let replacement = TailReplacement(offset: offset, origin: origin, bytes: bytes)
    do {
      let padding = [UInt8](repeating: 0, count: origin - size)
      try storage.write(padding + bytes + replacement.trailer, at: size)
      try storage.synchronize()
    } catch {
      try? storage.truncate(to: size)
      throw error
    }
    return replacement
  }

  /// Completes the unfinished replacement of a storage, if there is one.
  ///
  /// - Throws: The storage's errors.
  static func finish(in storage: any ArchiveStorage) throws {
    try find(in: storage)?.apply(to: storage)
  }

  /// Copies the new bytes to their offset, and removes everything after them: the second step.
  func apply(to storage: any ArchiveStorage) throws {
    try storage.write(bytes, at: offset)
    try storage.synchronize()
    try storage.truncate(to: end)
    try storage.synchronize()
  }
}

/// An archive with an unfinished replacement of its end, in the state after the replacement.
final class ReplacedTailSource: ArchiveSource {
  private let source: any ArchiveSource
  private let replacement: TailReplacement

  private init(_ source: any ArchiveSource, _ replacement: TailReplacement) {
    self.source = source
    self.replacement = replacement
  }

  /// Returns the state of a source after its unfinished replacement; the source itself if there is none.
  static func resolved(_ source: any ArchiveSource) throws -> any ArchiveSource {
    guard let replacement = try TailReplacement.find(in: source) else { return source }
    return ReplacedTailSource(source, replacement)
  }

  func byteCount() -> Int { replacement.end }

  func read(_ count: Int, at offset: Int) throws -> [UInt8] {
    let end = min(offset + max(count, 0), replacement.end)
    guard offset >= 0, offset < end else { return [] }
    let place = replacement.offset
    guard end > place else { return try source.read(end - offset, at: offset) }
    let front = offset < place ? try source.read(place - offset, at: offset) : []
    return front + replacement.bytes[max(offset, place) - place..<end - place]
  }
}
