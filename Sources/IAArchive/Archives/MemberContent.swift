internal import IABytes
internal import IAZip

/// Reads the contents of members.
///
/// The local header of each member is first compared with the directory.
struct MemberContent {
  let source: any ArchiveSource
  let limits: Limits

  /// Reads the content of a member.
  ///
  /// - Parameters:
  ///   - member: The member, as in the directory.
  ///   - checks: Whether to check the CRC-32. The caller passes `false` if it checks the content by
  ///     a stronger checksum.
  /// - Throws: `archive.header` at the first byte of the local header that contradicts the
  ///   directory; `archive.checksum`; `archive.limit`; `bytes.truncated`; the source's errors.
  func content(of member: ZipMember, checks: Bool) throws -> [UInt8] {
    // The ratio of an original file is not limited, because it was stored unchanged on request.
    let ratio = member.name.isOriginal ? Deflate.maximumRatio : limits.expansionRatio
    guard member.storedByteCount <= limits.inputBytes,
      member.contentByteCount <= limits.outputBytes,
      member.contentByteCount <= 16 << 20
        || member.contentByteCount / max(ratio, 1) <= member.storedByteCount
    else {
      throw InputError.exceeds(
        .archiveLimit, limit: "outputBytes", maximum: limits.outputBytes,
        seen: member.contentByteCount, at: member.offset)
    }
    var bytes = try header(of: member, with: member.storedByteCount)
    let headerByteCount = member.contentOffset - member.offset
    if !member.name.isDeflated {
      bytes.removeFirst(headerByteCount)
    } else {
      guard member.contentByteCount / Deflate.maximumRatio <= member.storedByteCount,
        let content = Deflate.decompress(
          bytes.span.extracting(headerByteCount...), count: member.contentByteCount)
      else {
        throw InputError(.archiveChecksum, at: member.contentOffset, detail: member.name.path)
      }
      bytes = content
    }
    guard !checks || Deflate.crc32(bytes.span) == member.crc32 else {
      throw InputError(.archiveChecksum, at: member.contentOffset, detail: member.name.path)
    }
    return bytes
  }

  /// Reads the first stored bytes of a member, without checking them.
  ///
  /// - Parameters:
  ///   - member: The member, as in the directory.
  ///   - byteCount: The maximum number of bytes.
  /// - Throws: `archive.header` at the first byte of the local header that contradicts the
  ///   directory; `archive.limit` if the member is too large; `bytes.truncated`; the source's errors.
  func start(of member: ZipMember, byteCount: Int) throws -> [UInt8] {
    guard member.storedByteCount <= limits.inputBytes else {
      throw InputError.exceeds(
        .archiveLimit, limit: "inputBytes", maximum: limits.inputBytes,
        seen: member.storedByteCount, at: member.offset)
    }
    let bytes = try header(of: member, with: min(byteCount, member.storedByteCount))
    return Array(bytes[(member.contentOffset - member.offset)...])
  }

  /// Reads stored bytes of a member, without checking them or its local header.
  ///
  /// - Parameters:
  ///   - range: The range of the bytes, from the first stored byte.
  ///   - member: The member, as in the directory.
  /// - Returns: The bytes; fewer if the member or the source ends before.
  /// - Throws: The source's errors.
  func stored(_ range: Range<Int>, of member: ZipMember) throws -> [UInt8] {
    let range = range.clamped(to: 0..<member.storedByteCount)
    return try source.read(range.count, at: member.contentOffset + range.lowerBound)
  }

  /// Reads the local header of a member and the stored bytes after it, and compares the header with the
  /// directory.
  private func header(of member: ZipMember, with storedByteCount: Int) throws -> [UInt8] {
    let header = ZipHeaders.local(member)
    let bytes = try source.read(header.count + storedByteCount, at: member.offset)
    guard bytes.count == header.count + storedByteCount else {
      throw InputError(.bytesTruncated, at: member.offset + bytes.count, detail: member.name.path)
    }
    for (index, byte) in header.enumerated() where bytes[index] != byte {
      throw InputError(
        .archiveHeader, at: member.offset + index,
        detail: "local header of \(member.name.path)")
    }
    return bytes
  }
}
