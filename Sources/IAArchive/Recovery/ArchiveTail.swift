internal import IABytes
internal import IAZip

/// The bytes after the newest valid directory of an archive.
///
/// An addition that was interrupted leaves the beginning of a generation: members without a directory.
/// Other bytes may be a complete generation with a damaged directory, or bytes of another program.
package struct ArchiveTail {
  /// Returns whether the bytes after an archive are those of an interrupted addition.
  ///
  /// A complete later generation that has lost its end cannot be distinguished from an interrupted addition.
  ///
  /// - Throws: The source's errors.
  package static func isInterruptedAddition(after archive: ArchiveReader) throws -> Bool {
    guard archive.lostByteCount > 0 else { return false }
    let tail = ArchiveTail(
      source: archive.source, start: archive.byteCount, end: try archive.source.byteCount(),
      generation: archive.generation)
    return try tail.isUnfinished()
  }

  let source: any ArchiveSource
  /// The offset of the first byte after the directory.
  let start: Int
  /// The size of the source.
  let end: Int
  /// The number of the newest generation with a valid directory.
  let generation: Int

  /// The maximum size of a local header with its name.
  private static let maximumHeaderByteCount = ZipLocalRecord.byteCount + 100

  /// Returns whether the bytes are those of an interrupted addition or merge, or zeros.
  ///
  /// This is the case if they consist of members and zeros; the last member may be truncated. The header of a recovery
  /// member is written after its content, so that any bytes may follow zeros in its place. A merge writes a complete
  /// generation whose number is not above that of the newest one. It never writes the first generation, with which
  /// another archive begins.
  ///
  /// - Throws: The source's errors.
  /// - Complexity: O(*m* + *z*) in the number of members and of zeros.
  func isUnfinished() throws -> Bool {
    var position = start
    while position < end {
      let next = try firstByteThatIsNotZero(from: position)
      guard next < end else { return true }
      let header = try source.read(min(Self.maximumHeaderByteCount, end - next), at: next)
      guard let member = ZipMember(localHeader: header, at: next) else {
        let lacksHeader = position > start && next - position >= ZipLocalRecord.byteCount
        return lacksHeader || isCutHeader(header)
      }
      if member.name == .mimetype { return false }
      if case .record(let number) = member.name, number <= generation { return true }
      position = min(member.end, end)
    }
    return true
  }

  /// Returns whether the last bytes of the source are the beginning of a local header.
  private func isCutHeader(_ bytes: [UInt8]) -> Bool {
    guard bytes.count < Self.maximumHeaderByteCount else { return false }
    let signature: [UInt8] = [0x50, 0x4B, 0x03, 0x04]
    guard zip(bytes, signature).allSatisfy({ $0 == $1 }) else { return false }
    guard let fields = ZipLocalRecord(bytes.span)?.fields else { return true }
    return bytes.count < ZipLocalRecord.byteCount + Int(fields.nameCount)
  }

  /// Returns the offset of the first byte at or after an offset that is not 0, or the end.
  private func firstByteThatIsNotZero(from offset: Int) throws -> Int {
    var position = offset
    var window = 64
    while position < end {
      let bytes = try source.read(min(window, end - position), at: position)
      if let index = bytes.firstIndex(where: { $0 != 0 }) { return position + index }
      guard !bytes.isEmpty else { return end }
      position += bytes.count
      window = 1 << 20
    }
    return end
  }
}
