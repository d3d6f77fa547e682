internal import IABytes

/// The end of a directory: where the directory is, how much is in it, and the seal.
struct EndRecord: Hashable, Sendable {
  let directoryOffset: Int
  let directoryByteCount: Int
  let memberCount: Int
  let seal: GenerationSeal
  /// Where the file, or the generation, ends.
  let end: Int

  /// The bytes of the end record without the comment.
  static let byteCount = 22
  private static let wideByteCount = 56 + 20

  /// Reads the end record that begins at an offset.
  init(_ source: any ArchiveSource, at offset: Int) throws {
    let start = max(0, offset - Self.wideByteCount)
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
      guard position >= Self.wideByteCount else {
        throw InputError(.archiveHeader, at: offset, detail: "no ZIP64 end record")
      }
      endOfEntries -= Self.wideByteCount
      var wide = ByteReader(position - Self.wideByteCount..<position, origin: origin)
      _ = try wide.stretch(32)
      count = try wide.fixed(8, span)
      byteCount = try wide.fixed(8, span)
      start = try wide.fixed(8, span)
    }
    guard start <= UInt64(endOfEntries), byteCount == UInt64(endOfEntries) - start,
      count <= byteCount / 46
    else { throw InputError(.archiveHeader, at: offset, detail: "place of the directory") }
    directoryOffset = Int(start)
    directoryByteCount = Int(byteCount)
    memberCount = Int(count)
    // All other fields: compared with what they must be.
    let expected = Array(
      ZipHeaders.end(
        memberCount: memberCount, directoryByteCount: directoryByteCount, at: directoryOffset,
        comment: seal.comment))
    let first = position - (offset - endOfEntries)
    for (index, byte) in expected.enumerated() where bytes[first + index] != byte {
      throw InputError(.archiveHeader, at: origin + first + index, detail: "end of the directory")
    }
  }

  /// Finds the last end record that can be one, at or before the end of a source.
  ///
  /// - Parameters:
  ///   - limit: Where the search begins, going back; bytes from there on are not looked at.
  ///   - isRight: Whether the directory of a record is as it should be.
  /// - Returns: The offset of the first record for which that holds.
  static func findLast(
    in source: any ArchiveSource, before limit: Int, where isRight: (Int) throws -> Bool
  ) throws -> Int? {
    let window = 1 << 20
    var upper = limit
    while upper > 0 {
      let lower = max(0, upper - window)
      // Three bytes more, for a signature that crosses the windows' border.
      let bytes = try source.read(min(upper + 3, limit) - lower, at: lower)
      var index = min(bytes.count - 4, upper - lower - 1)
      while index >= 0 {
        if bytes[index] == 0x50, bytes[index + 1] == 0x4B, bytes[index + 2] == 0x05,
          bytes[index + 3] == 0x06, try isRight(lower + index)
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
