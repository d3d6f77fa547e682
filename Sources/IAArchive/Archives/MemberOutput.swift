internal import IABytes
internal import IASyntax
internal import IAZip

/// Writes the members, fixity members and recovery data of one generation.
///
/// A generation that is appended to an archive of version 1 has version 1. Its recovery members are
/// between the other members; space is reserved for them, and they are written at the end.
struct MemberOutput {
  let generation: Int
  private let version: Int
  private let storage: any ArchiveStorage
  private let startOffset: Int
  private let recoveryPercent: Int
  /// The effort of the compression of members.
  private let effort: Deflate.Effort
  /// The offset of the next member in the file.
  private(set) var position: Int
  private var members: [ZipMember] = []
  private var manifest = Manifest()
  private var storedHashes = Manifest()
  private var sections: [Int] = []
  private var sectionByteCount = 0
  private var protectedByteCount = 0
  /// The size of the recovery members in bytes.
  private(set) var recoveryByteCount = 0

  init(
    _ storage: any ArchiveStorage, at offset: Int, generation: Int, version: Int,
    recoveryPercent: Int, effort: Deflate.Effort
  ) {
    self.storage = storage
    self.effort = effort
    self.generation = generation
    self.version = version
    self.recoveryPercent =
      version == 1 ? min(recoveryPercent, RecoveryPlan.percents.upperBound) : recoveryPercent
    startOffset = offset
    position = offset
  }

  /// Writes a member and adds it to the manifest and the stored hashes.
  ///
  /// - Parameters:
  ///   - name: The name of the member.
  ///   - content: The uncompressed content.
  ///   - digest: The SHA-256 of the content, if the caller knows it.
  /// - Returns: The size of the stored bytes.
  /// - Throws: `archive.limit` for 4 GiB or more; the storage's errors.
  @discardableResult
  mutating func append(
    _ name: MemberName, _ content: [UInt8], digest: SHA256Digest? = nil
  ) throws -> Int {
    let member = try write(name, content)
    manifest.lines.append(
      Manifest.Line(digest: digest ?? SHA256Digest(of: content), name: name))
    storedHashes.lines.append(Manifest.Line(digest: member.digest, name: name))
    return member.storedByteCount
  }

  /// Writes a file of the description, whose compressed form is embedded in this module.
  mutating func append(_ part: ArchiveDescription) throws {
    guard let file = ArchiveDescription.files[part] else { return }
    let member = try write(.description(part), file.content, stored: file.stored)
    manifest.lines.append(Manifest.Line(digest: file.digest, name: .description(part)))
    storedHashes.lines.append(Manifest.Line(digest: member.digest, name: .description(part)))
  }

  /// Writes a member without adding it to the manifest.
  ///
  /// - Parameter packed: The compressed content, if it is known.
  private mutating func write(
    _ name: MemberName, _ content: [UInt8], stored packed: [UInt8]? = nil
  ) throws -> (digest: SHA256Digest, storedByteCount: Int) {
    guard content.count <= ZipHeaders.maximumMemberByteCount else {
      throw InputError.exceeds(
        .archiveLimit, limit: "member", maximum: ZipHeaders.maximumMemberByteCount,
        seen: content.count, at: position)
    }
    let stored = packed ?? (name.isDeflated ? Deflate.compress(content, effort: effort) : content)
    let member = ZipMember(
      name: name, crc32: Deflate.crc32(content.span), storedByteCount: stored.count,
      contentByteCount: content.count, offset: position)
    let header = ZipHeaders.local(member)
    try storage.write(header, at: position)
    try storage.write(stored, at: position + header.count)
    var hasher = SHA256Hasher()
    hasher.update(header)
    hasher.update(stored)
    members.append(member)
    position = member.end
    sectionByteCount += member.end - member.offset
    protectedByteCount += member.end - member.offset
    return (hasher.finish(), stored.count)
  }

  private var plan: RecoveryPlan {
    RecoveryPlan(
      generationOffset: startOffset, generation: generation, percent: recoveryPercent,
      sections: sections)
  }

  /// Ends the section with space for a recovery member, if the archive has version 1 and the
  /// section is large enough.
  mutating func closeSection() throws {
    guard version == 1, recoveryPercent > 0,
      RecoveryPlan.closesSection(
        sectionByteCount, protected: protectedByteCount, sections: sections.count)
    else { return }
    // Only the rows of the last section are counted differently, and this section is not the last one.
    sections += [sectionByteCount, 0]
    let index = sections.count - 2
    try reserveSpace(plan.memberByteCount(index), index)
    sections.removeLast()
  }

  /// Writes zeros for a recovery member that is written at the end of the generation.
  private mutating func reserveSpace(_ byteCount: Int, _ index: Int) throws {
    var left = byteCount
    while left > 0 {
      let part = min(left, 1 << 20)
      try storage.write([UInt8](repeating: 0, count: part), at: position)
      position += part
      left -= part
    }
    members.append(
      ZipMember(
        name: plan.name(index), crc32: 0, storedByteCount: 0, contentByteCount: 0,
        offset: position - byteCount))
    recoveryByteCount += byteCount
    sectionByteCount = 0
  }

  /// Writes the index, the fixity members, the recovery data and the directory.
  ///
  /// - Returns: The offset after the directory.
  mutating func finish(
    index: [UInt8], documentCount: Int, earlier: ArchiveReader?
  ) throws -> Int {
    try append(.index(generation: generation), index)
    let manifestBytes = manifest.bytes
    let storedBytes = storedHashes.bytes
    _ = try write(.manifest(generation: generation), manifestBytes)
    _ = try write(.storedHashes(generation: generation), storedBytes)
    var tree = MerkleTree()
    for earlier in try earlier?.manifests() ?? [] {
      for line in earlier.lines { tree.append(line.bytes) }
    }
    for line in manifest.lines { tree.append(line.bytes) }
    let record = GenerationRecord(
      version: version, documentCount: documentCount, merkleRoot: tree.root,
      generations: (try earlier?.record().generations ?? [])
        + [
          GenerationRecord.MemberHashes(
            manifest: SHA256Digest(of: manifestBytes), storedHashes: SHA256Digest(of: storedBytes),
            index: SHA256Digest(of: index))
        ])
    _ = try write(.record(generation: generation), record.bytes)
    let seal = GenerationSeal(
      version: version, generation: generation, documentCount: documentCount, merkleRoot: tree.root,
      record: SHA256Digest(of: record.bytes))
    try fillRecovery(seal)
    let directory = ZipHeaders.directory(
      (earlier?.directory.members ?? []) + members, at: position, comment: seal.comment)
    // All members are on the disk before the directory that lists them.
    try storage.synchronize()
    try storage.write(directory, at: position)
    try storage.synchronize()
    return position + directory.count
  }

  private mutating func fillRecovery(_ seal: GenerationSeal) throws {
    guard recoveryPercent > 0 else { return }
    guard version == 1 else { return try writeParity(seal) }
    sections.append(sectionByteCount)
    let index = sections.count - 1
    try reserveSpace(plan.memberByteCount(index), index)
    let filled = try RecoveryFiller(map: RecoveryMap(plan), seal: seal, storage: storage).fill()
    var next = filled.makeIterator()
    for index in members.indices where members[index].name.isRecovery {
      if let member = next.next() { members[index] = member }
    }
  }

  private mutating func writeParity(_ seal: GenerationSeal) throws {
    guard
      let plan = ParityPlan(
        generation: generation, offset: startOffset, byteCount: protectedByteCount,
        percent: recoveryPercent)
    else {
      throw InputError.exceeds(
        .archiveLimit, limit: "recovery", maximum: ParityPlan.maximumByteCount,
        seen: protectedByteCount, at: position)
    }
    members += try ParityWriter(plan: plan, seal: seal, source: storage, storage: storage)
      .writeMembers()
    recoveryByteCount = plan.directoryOffset - position
    position = plan.directoryOffset
  }
}
