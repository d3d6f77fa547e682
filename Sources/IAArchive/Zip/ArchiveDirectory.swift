internal import IABytes
internal import IAZip

/// The central directory of an archive.
///
/// It is validated without the rest of the file: every field of every entry, the names and their order, and that
/// members cover the file without gaps.
///
/// `MemberContent.content` compares the local header of a member when it reads the member.
struct ArchiveDirectory: Sendable {
  /// All members, in the order of the file.
  let members: [ZipMember]
  /// The generations, the oldest first.
  let generations: [Generation]
  /// The seal of the newest generation.
  let seal: GenerationSeal
  /// The offset of the directory.
  let offset: Int
  /// The offset after the directory and its comment.
  let end: Int

  /// The part of the file that one writing session added.
  struct Generation: Hashable, Sendable {
    var number: Int
    /// The indices of its members in `members`.
    var members: Range<Int>
    /// The offset of its first member.
    var offset: Int
    /// The offset of its directory.
    var directoryOffset: Int
    /// The offset after its directory.
    var end: Int
  }

  /// Returns whether a generation has recovery data.
  ///
  /// - Precondition: The archive has the generation.
  func hasRecoveryData(_ generation: Int) -> Bool {
    members[generations[generation - 1].members].contains { $0.name.isRecovery }
  }

  /// Creates a directory from the file, by the offset of its end record.
  ///
  /// - Throws: `archive.header`, `archive.name`, `archive.duplicate`, `archive.overlap`,
  ///   `archive.missing-member`, `archive.version`, `archive.limit` or `bytes.truncated`; the
  ///   source's errors.
  init(
    _ source: any ArchiveSource, endRecordAt offset: Int, limits: Limits
  ) throws {
    let end = try EndRecord(source, at: offset)
    guard end.memberCount <= limits.entries else {
      throw InputError.exceeds(
        .archiveLimit, limit: "entries", maximum: limits.entries, seen: end.memberCount,
        at: end.directoryOffset)
    }
    guard end.directoryByteCount <= limits.inputBytes else {
      throw InputError.exceeds(
        .archiveLimit, limit: "inputBytes", maximum: limits.inputBytes,
        seen: end.directoryByteCount, at: end.directoryOffset)
    }
    let bytes = try source.read(end.directoryByteCount, at: end.directoryOffset)
    guard bytes.count == end.directoryByteCount else {
      throw InputError(.bytesTruncated, at: end.directoryOffset + bytes.count)
    }
    members = try Self.members(bytes, count: end.memberCount, at: end.directoryOffset)
    seal = end.seal
    self.offset = end.directoryOffset
    self.end = end.end
    generations = try Self.generations(
      members, lastEnd: end.end, directoryOffset: end.directoryOffset)
    guard generations.last?.number == seal.generation else {
      throw InputError(
        .archiveHeader, at: offset, detail: "the comment names generation \(seal.generation)")
    }
  }

  private static func members(
    _ bytes: [UInt8], count: Int, at origin: Int
  ) throws(InputError) -> [ZipMember] {
    let capacity = min(count, bytes.count / ZipCentralRecord.byteCount)
    var members: [ZipMember] = []
    members.reserveCapacity(capacity)
    var names = MemberNameTable(capacity: capacity)
    var reader = ByteReader(0..<bytes.count, origin: origin)
    let span = bytes.span
    for _ in 0..<count {
      let start = reader.position
      let (record, member) = try member(&reader, span)
      // The name and the offset of 64 bits were compared when they were read.
      if record != ZipHeaders.centralRecord(member) {
        var expected: [UInt8] = []
        ZipHeaders.appendCentral(member, to: &expected)
        let place = difference(span.extracting(start..<reader.position), expected.span)
        throw InputError(
          .archiveHeader, at: origin + start + place,
          detail: "directory entry of \(member.name.path)")
      }
      if let other = names.add(member.name, at: start, after: members) {
        throw InputError(
          .archiveDuplicate, at: origin + start, detail: member.name.path, other: origin + other)
      }
      members.append(member)
    }
    guard reader.isAtEnd else { throw InputError(.archiveHeader, at: reader.byteOffset) }
    return members
  }

  /// Returns the first place at which bytes differ, or at which one of them ends.
  private static func difference(_ found: Span<UInt8>, _ expected: Span<UInt8>) -> Int {
    let count = min(found.count, expected.count)
    for place in 0..<count where found[place] != expected[place] { return place }
    return count
  }

  /// Reads the fields that a member is made from.
  ///
  /// - Returns: The record, whose other fields the caller compares with their required values, and the
  ///   member.
  private static func member(
    _ reader: inout ByteReader, _ bytes: Span<UInt8>
  ) throws(InputError) -> (ZipCentralRecord, ZipMember) {
    let start = reader.byteOffset
    guard reader.remaining < 4 || ZipCentralRecord.isSigned(bytes, at: reader.position) else {
      throw InputError(.archiveHeader, at: start, detail: "not a directory entry")
    }
    guard let record = ZipCentralRecord(bytes, at: reader.position) else {
      throw InputError(.bytesTruncated, at: start)
    }
    _ = try reader.stretch(ZipCentralRecord.byteCount)
    let stored = Int(record.fields.compressedCount)
    let content = Int(record.fields.byteCount)
    var offset = Int(record.headerOffset)
    let nameOffset = reader.byteOffset
    let path = try reader.stretch(Int(record.fields.nameCount))
    guard let name = MemberName(path: bytes.extracting(path)) else {
      throw InputError(.archiveName, at: nameOffset, detail: "not a member name of an archive")
    }
    let extra = try reader.stretch(Int(record.fields.extraCount))
    if extra.count == ZipWideField.singleByteCount {
      guard let wide = ZipWideField.single(bytes, at: extra.lowerBound),
        wide <= UInt64(Int.max >> 1)
      else { throw InputError(.archiveHeader, at: nameOffset + path.count) }
      offset = Int(wide)
    }
    _ = try reader.stretch(Int(record.commentCount))
    guard stored <= ZipHeaders.maximumMemberByteCount,
      content <= ZipHeaders.maximumMemberByteCount,
      name.isDeflated || stored == content
    else { throw InputError(.archiveHeader, at: start, detail: "size of \(name.path)") }
    let member = ZipMember(
      name: name, crc32: record.fields.crc32, storedByteCount: stored, contentByteCount: content,
      offset: offset)
    return (record, member)
  }

  static func text(_ bytes: Span<UInt8>) -> String {
    var copy: [UInt8] = []
    copy.reserveCapacity(bytes.count)
    for index in bytes.indices { copy.append(bytes[index]) }
    return String(decoding: copy, as: UTF8.self)
  }

  /// Divides members into generations, each of which ends with its record and the recovery members
  /// after it.
  ///
  /// - Throws: `archive.missing-member` if the first member or a record is missing;
  ///   `archive.overlap` if there is a gap or an overlap inside a generation.
  static func generations(
    _ members: [ZipMember], lastEnd: Int, directoryOffset: Int
  ) throws(InputError) -> [Generation] {
    guard members.first?.name == .mimetype, members.first?.offset == 0 else {
      throw InputError(.archiveMissingMember, at: 0, detail: MemberName.mimetype.path)
    }
    var generations: [Generation] = []
    var start = 0
    var position = 0
    var hasRecord = false
    for (index, member) in members.enumerated() {
      let number = generations.count + 1
      if index == start, index > 0 {
        // The directory of the previous generation is between the two members.
        guard member.offset > position else { throw overlap(member, position) }
        generations[generations.count - 1].end = member.offset
      } else if member.offset != position {
        throw overlap(member, position)
      }
      position = member.end
      if member.name == .record(generation: number) { hasRecord = true }
      // Only recovery members may follow the record.
      if index + 1 < members.count, case .recovery(number, _) = members[index + 1].name { continue }
      guard hasRecord else { continue }
      generations.append(
        Generation(
          number: number, members: start..<index + 1, offset: members[start].offset,
          directoryOffset: position, end: lastEnd))
      start = index + 1
      hasRecord = false
    }
    guard start == members.count else {
      throw InputError(
        .archiveMissingMember, at: position,
        detail: MemberName.record(generation: generations.count + 1).path)
    }
    guard position == directoryOffset else {
      throw InputError(.archiveOverlap, at: directoryOffset, other: position)
    }
    return generations
  }

  private static func overlap(_ member: ZipMember, _ position: Int) -> InputError {
    InputError(
      .archiveOverlap, at: member.offset, detail: member.name.path, other: position)
  }
}
