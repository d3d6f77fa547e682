internal import IABytes
internal import IAZip

/// Reads the contents of members.
///
/// The local header of each is compared with the directory first.
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
    // The ratio of an original file is not limited: a person chose to store this file as it is.
    let ratio = member.name.isOriginal ? Deflate.maximumRatio : limits.expansionRatio
    guard member.storedByteCount <= limits.inputBytes,
      member.contentByteCount <= limits.outputBytes,
      member.contentByteCount <= 16 << 20
        || member.contentByteCount / ratio
          <= member.storedByteCount
    else {
      throw InputError.exceeds(
        .archiveLimit, limit: "outputBytes", maximum: limits.outputBytes,
        seen: member.contentByteCount, at: member.offset)
    }
    let header = ZipHeaders.local(member)
    var bytes = try source.read(header.count + member.storedByteCount, at: member.offset)
    guard bytes.count == header.count + member.storedByteCount else {
      throw InputError(.bytesTruncated, at: member.offset + bytes.count, detail: member.name.path)
    }
    for (index, byte) in header.enumerated() where bytes[index] != byte {
      throw InputError(
        .archiveHeader, at: member.offset + index,
        detail: "local header of \(member.name.path)")
    }
    if !member.name.isDeflated {
      bytes.removeFirst(header.count)
    } else {
      guard member.contentByteCount / Deflate.maximumRatio <= member.storedByteCount,
        let content = Deflate.decompress(
          bytes.span.extracting(header.count...), count: member.contentByteCount)
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
}
