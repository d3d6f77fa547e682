internal import IABytes

// Indexes with many marks.
extension GenerationIndex {
  /// The number of bytes of the marks that are read at a time.
  static let pieceByteCount = 1 << 16

  /// Creates the index of a member.
  ///
  /// If there are many marks, its segments and marks are left in the file.
  ///
  /// Data that is read only once is read in small pieces: allocating megabytes for it would take longer.
  ///
  /// - Throws: The errors of `MemberContent.content(of:checks:)`; those of an index, whose offsets count
  ///   from the start of the index, are passed to `place` first.
  init(
    _ member: ZipMember, _ reading: MemberContent, place: (InputError) -> InputError
  ) throws {
    guard let index = try Self.table(of: member, reading, place) else {
      let bytes = try reading.content(of: member, checks: false)
      do throws(InputError) { try self.init(bytes) } catch { throw place(error) }
      return
    }
    self = index
  }

  /// Returns an index with only its table of blocks; `nil` if the index must be read as a whole, because it has few
  /// marks or another form.
  private static func table(
    of member: ZipMember, _ reading: MemberContent, _ place: (InputError) -> InputError
  ) throws -> GenerationIndex? {
    let byteCount = member.storedByteCount
    guard byteCount > 4 * pieceByteCount, byteCount <= reading.limits.outputBytes else {
      return nil
    }
    var front = try reading.start(of: member, byteCount: pieceByteCount)
    guard let tableEnd = tableEnd(of: front), tableEnd <= byteCount else { return nil }
    try fill(&front, upTo: tableEnd, of: member, reading)
    guard let table = try? Table(front.span, end: byteCount - 4), table.version == 1,
      table.end < byteCount - 4,
      try reading.stored(table.end..<table.end + 1, of: member) == [1]
    else { return nil }
    var check = CRC32C()
    check.update(front.span)
    var offset = front.count
    while offset < byteCount - 4 {
      let end = min(offset + pieceByteCount, byteCount - 4)
      let piece = try reading.stored(offset..<end, of: member)
      guard piece.count == end - offset else { return nil }
      check.update(piece.span)
      offset = end
    }
    let stored = try reading.stored(offset..<byteCount, of: member)
    guard stored.count == 4,
      stored == (0..<4).map({ UInt8(truncatingIfNeeded: check.value >> (8 * $0)) })
    else { throw place(wrongChecksum(at: offset)) }
    front.removeLast(front.count - tableEnd)
    do throws(InputError) {
      return try GenerationIndex(table, front, end: offset)
    } catch {
      throw place(error)
    }
  }

  /// Reads stored bytes of a member until there are `end` bytes.
  private static func fill(
    _ front: inout [UInt8], upTo end: Int, of member: ZipMember, _ reading: MemberContent
  ) throws {
    guard front.count < end else { return }
    front += try reading.stored(front.count..<end, of: member)
    guard front.count == end else {
      throw InputError(.bytesTruncated, at: member.contentOffset + front.count)
    }
  }

  /// Returns the offset after the table of blocks of an index; `nil` if there are too few bytes or they are not an
  /// index.
  private static func tableEnd(of front: [UInt8]) -> Int? {
    guard front.count >= headByteCount, front.starts(with: sync) else { return nil }
    var reader = ByteReader(28..<headByteCount)
    guard let count = try? reader.fixed(4, front.span) else { return nil }
    return headByteCount + Int(count) * blockByteCount
  }
}
