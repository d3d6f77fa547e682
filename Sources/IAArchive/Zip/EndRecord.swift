internal import IABytes

/// The end record of a directory: the position and size of the directory, and the seal in its
/// comment.
struct EndRecord: Hashable, Sendable {
  let directoryOffset: Int
  let directoryByteCount: Int
  let memberCount: Int
  let seal: GenerationSeal
  /// The offset at which the file, or the generation, ends: after the comment.
  let end: Int

  /// The size of the end record without its comment, in bytes.
  static let byteCount = 22
  /// The size of the ZIP64 end record and its locator, in bytes.
  private static let zip64ByteCount = 56 + 20

  /// Creates an end record from the one at an offset of a source.
  ///
  /// - Throws: `archive.no-directory` if there is no end record; `archive.version`;
  ///   `archive.header`; the source's errors.
  init(_ source: any ArchiveSource, at offset: Int) throws {
    let start = max(0, offset - Self.zip64ByteCount)
    let bytes = try source.read(
      offset - start + Self.byteCount + GenerationSeal.maximumByteCount, at: start)
    try self.init(bytes, at: offset - start, origin: start)
  }

  private init(_ bytes: [UInt8], at position: Int, origin: Int) throws(InputError) {
    let offset = origin + position
    let span = bytes.span
    var reader = ByteReader(position..<bytes.count, origin: origin)
    guard bytes.count >= position + Self.byteCount,
      try reader.fixed(4, span) == ZipHeaders.endSignature
    else { throw .archiveMissingDirectory(at: offset) }
    _ = try reader.fixed(6, span)
    var count = UInt64(try reader.fixed(2, span))
    var byteCount = try reader.fixed(4, span)
    var start = try reader.fixed(4, span)
    let comment = try reader.stretch(Int(try reader.fixed(2, span)))
    end = origin + comment.upperBound
    guard let seal = GenerationSeal(comment: Array(bytes[comment])) else {
      if let version = GenerationSeal.version(ofComment: Array(bytes[comment])),
        version > GenerationSeal.versions.upperBound
      {
        throw InputError(
          .archiveVersion, at: origin + comment.lowerBound, detail: "archive of version \(version)")
      }
      throw InputError(
        .archiveHeader, at: origin + comment.lowerBound, detail: "comment of the directory")
    }
    self.seal = seal
    var endOfEntries = offset
    if start == 0xFFFF_FFFF {
      guard position >= Self.zip64ByteCount else {
        throw InputError(.archiveHeader, at: offset, detail: "the ZIP64 end record is missing")
      }
      endOfEntries -= Self.zip64ByteCount
      var wide = ByteReader(position - Self.zip64ByteCount..<position, origin: origin)
      _ = try wide.stretch(32)
      count = try wide.fixed(8, span)
      byteCount = try wide.fixed(8, span)
      start = try wide.fixed(8, span)
    }
    guard start <= UInt64(endOfEntries), byteCount == UInt64(endOfEntries) - start,
      count <= byteCount / 46
    else { throw InputError(.archiveHeader, at: offset, detail: "position of the directory") }
    directoryOffset = Int(start)
    directoryByteCount = Int(byteCount)
    memberCount = Int(count)
    // All other fields are determined by these; compare them byte by byte.
    let expected = Array(
      ZipHeaders.end(
        memberCount: memberCount, directoryByteCount: directoryByteCount, at: directoryOffset,
        comment: seal.comment))
    let first = position - (offset - endOfEntries)
    for (index, byte) in expected.enumerated() where bytes[first + index] != byte {
      throw InputError(.archiveHeader, at: origin + first + index, detail: "end of the directory")
    }
  }

  /// Searches backwards for the last signature of an end record that a condition accepts.
  ///
  /// - Parameters:
  ///   - limit: The offset at which the search begins. Bytes from this offset on are not read.
  ///   - isValid: Returns whether the directory of the end record at an offset is valid. It is
  ///     called for each signature, the last first.
  /// - Returns: The offset of the end record; `nil` if the condition accepts none.
  /// - Complexity: O(*n*) in `limit`, without the calls of `isValid`.
  static func findLast(
    in source: any ArchiveSource, before limit: Int, where isValid: (Int) throws -> Bool
  ) throws -> Int? {
    let window = 1 << 20
    var upper = limit
    while upper > 0 {
      let lower = max(0, upper - window)
      // Three more bytes, for a signature that crosses the end of the window.
      let bytes = try source.read(min(upper + 3, limit) - lower, at: lower)
      var index = min(bytes.count - 4, upper - lower - 1)
      while index >= 0 {
        if bytes[index] == 0x50, bytes[index + 1] == 0x4B, bytes[index + 2] == 0x05,
          bytes[index + 3] == 0x06, try isValid(lower + index)
        {
          return lower + index
        }
        index -= 1
      }
      upper = lower
    }
    return nil
  }
}
