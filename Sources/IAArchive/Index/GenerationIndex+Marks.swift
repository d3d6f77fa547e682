internal import IABytes

// Indexes with many marks.
extension GenerationIndex {
  /// The size of a piece of the marks in bytes, which is read at once.
  static let pieceByteCount = 1 << 16

  /// Creates the index of a member, and leaves its marks in the file if there are many.
  ///
  /// Fresh memory for two megabytes of marks, which are read once, takes longer than reading them twice.
  ///
  /// - Throws: The errors of `MemberContent.content(of:checks:)`; those of an index, whose offsets count
  ///   from the start of the index, are passed to `place` first.
  init(
    _ member: ZipMember, _ reading: MemberContent, place: (InputError) -> InputError
  ) throws {
    guard let index = try Self.withoutMarks(member, reading, place) else {
      let bytes = try reading.content(of: member, checks: false)
      do throws(InputError) { try self.init(bytes) } catch { throw place(error) }
      return
    }
    self = index
  }

  /// Returns the index without its marks; `nil` if it must be read as a whole, because it has few marks or
  /// another form.
  private static func withoutMarks(
    _ member: ZipMember, _ reading: MemberContent, _ place: (InputError) -> InputError
  ) throws -> GenerationIndex? {
    let byteCount = member.storedByteCount
    guard byteCount > 4 * pieceByteCount, byteCount <= reading.limits.outputBytes else {
      return nil
    }
    var front = try reading.start(of: member, byteCount: pieceByteCount)
    guard let tableEnd = tableEnd(of: front), tableEnd <= byteCount else { return nil }
    try fill(&front, upTo: tableEnd, of: member, reading)
    guard let kind = lookupOffset(of: front, tableEnd: tableEnd), kind < byteCount - 4 else {
      return nil
    }
    try fill(&front, upTo: kind + 1, of: member, reading)
    front.removeLast(front.count - kind - 1)
    guard front[kind] == 1 else { return nil }
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
    do throws(InputError) {
      return try GenerationIndex(checked: front, end: offset)
    } catch {
      throw place(error)
    }
  }

  /// Reads stored bytes of a member until there are as many as requested, if the member has them.
  private static func fill(
    _ front: inout [UInt8], upTo end: Int, of member: ZipMember, _ reading: MemberContent
  ) throws {
    guard front.count < end else { return }
    front += try reading.stored(front.count..<end, of: member)
    guard front.count == end else {
      throw InputError(.bytesTruncated, at: member.contentOffset + front.count)
    }
  }

  /// Returns the offset after the table of blocks of an index without changes; `nil` for others.
  private static func tableEnd(of front: [UInt8]) -> Int? {
    guard front.count >= headByteCount, front.starts(with: sync) else { return nil }
    var reader = ByteReader(8..<front.count)
    guard let version = try? reader.fixed(2, front.span), version == 1,
      (try? reader.stretch(18)) != nil, let count = try? reader.fixed(4, front.span)
    else { return nil }
    return headByteCount + Int(count) * blockByteCount
  }

  /// Returns the offset of the kind of the lookup: after the segments whose sizes the table states.
  private static func lookupOffset(of front: [UInt8], tableEnd: Int) -> Int? {
    var offset = tableEnd
    var reader = ByteReader(headByteCount..<tableEnd)
    while !reader.isAtEnd {
      guard (try? reader.stretch(8)) != nil, let length = try? reader.fixed(4, front.span),
        (try? reader.stretch(16)) != nil
      else { return nil }
      offset += Int(length)
    }
    return offset
  }
}
