internal import IABytes
internal import IAZip

/// The end record of a directory: the position and size of the directory, and the seal in its
/// comment.
struct EndRecord: Hashable, Sendable {
  let directoryOffset: Int
  let directoryByteCount: Int
  let memberCount: Int
  let seal: GenerationSeal
  /// The offset at which the file, or the generation, ends: after the comment.
  let end: Int

  /// The size of the ZIP64 end record and its locator, in bytes.
  private static let zip64ByteCount = ZipWideEndRecord.byteCount + ZipLocator.byteCount

  /// Creates an end record from the one at an offset of a source.
  ///
  /// - Throws: `archive.no-directory` if there is no end record, or it is that of another ZIP file;
  ///   `archive.version`;
  ///   `archive.header`; the source's errors.
  init(_ source: any ArchiveSource, at offset: Int) throws {
    let start = max(0, offset - Self.zip64ByteCount)
    let bytes = try source.read(
      offset - start + ZipEndRecord.byteCount + GenerationSeal.maximumByteCount, at: start)
    try self.init(bytes, at: offset - start, origin: start, size: source.byteCount())
  }

  /// Creates an end record from bytes.
  ///
  /// - Parameters:
  ///   - position: The position of the record in the bytes.
  ///   - origin: The offset of the bytes in the file.
  ///   - size: The size of the file.
  private init(
    _ bytes: [UInt8], at position: Int, origin: Int, size: Int
  ) throws(InputError) {
    let offset = origin + position
    let span = bytes.span
    guard let record = ZipEndRecord(span, at: position) else {
      throw .archiveMissingDirectory(at: offset)
    }
    var count = UInt64(record.entries)
    var byteCount = UInt64(record.directoryCount)
    var start = UInt64(record.directoryOffset)
    var reader = ByteReader(position + ZipEndRecord.byteCount..<bytes.count, origin: origin)
    let comment = try reader.stretch(Int(record.commentCount))
    end = origin + comment.upperBound
    guard let seal = GenerationSeal(comment: Array(bytes[comment])) else {
      if let version = GenerationSeal.version(ofComment: Array(bytes[comment])),
        version > GenerationSeal.versions.upperBound
      {
        throw InputError(
          .archiveVersion, at: origin + comment.lowerBound, detail: "archive of version \(version)")
      }
      if origin + comment.upperBound == size, !GenerationSeal.isLike(Array(bytes[comment])) {
        throw InputError.archiveOtherZip(at: offset)
      }
      throw InputError(
        .archiveHeader, at: origin + comment.lowerBound, detail: "comment of the directory")
    }
    self.seal = seal
    var endOfEntries = offset
    if record.directoryOffset == ZipWideField.mark {
      guard let wide = ZipWideEndRecord(span, at: position - Self.zip64ByteCount) else {
        throw InputError(.archiveHeader, at: offset, detail: "the ZIP64 end record is missing")
      }
      endOfEntries -= Self.zip64ByteCount
      count = wide.entries
      byteCount = wide.directoryCount
      start = wide.directoryOffset
    }
    guard start <= UInt64(endOfEntries), byteCount == UInt64(endOfEntries) - start,
      count <= byteCount / UInt64(ZipCentralRecord.byteCount)
    else { throw InputError(.archiveHeader, at: offset, detail: "position of the directory") }
    directoryOffset = Int(start)
    directoryByteCount = Int(byteCount)
    memberCount = Int(count)
    // All other fields result from these; all bytes are compared.
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
    let signature = ZipEndRecord.signature
    // The newest record is usually near the end, but the bytes after it can be long.
    var window = 1 << 12
    var upper = limit
    while upper > 0 {
      let lower = max(0, upper - window)
      // Three more bytes, for a signature that crosses the end of the window.
      let bytes = try source.read(min(upper + 3, limit) - lower, at: lower)
      var index = min(bytes.count - 4, upper - lower - 1)
      while index >= 0 {
        if bytes[index] == signature[0], bytes[index + 1] == signature[1],
          bytes[index + 2] == signature[2], bytes[index + 3] == signature[3],
          try isValid(lower + index)
        {
          return lower + index
        }
        index -= 1
      }
      upper = lower
      window = min(window << 2, 1 << 20)
    }
    return nil
  }
}
