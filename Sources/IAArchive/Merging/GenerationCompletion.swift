internal import IABytes
internal import IASyntax

/// Completes an addition that lacks only its directory, or also its recovery data.
///
/// The record is written after all documents, and the directory can be computed from the record and the local headers.
/// A generation with a complete record is therefore kept when the next one is added.
struct GenerationCompletion {
  /// The members of the generation, with its recovery data as far as these are complete.
  private var members: [ZipMember] = []
  /// The offset at which the directory belongs.
  private var end: Int
  private var seal: GenerationSeal?

  /// Completes the generation that follows an archive, if it has all its documents and its record.
  ///
  /// - Parameters:
  ///   - archive: The archive with its newest valid directory.
  ///   - storage: The storage of the archive.
  ///   - recoveryPercent: The size in percent, from 0 to 100, of the recovery data to write if those of the addition
  ///     are missing. None are written if the generation before has none.
  /// - Returns: Whether the storage ends with a further generation now; otherwise it is unchanged.
  /// - Throws: The storage's errors.
  static func finish(
    after archive: ArchiveReader, in storage: any ArchiveStorage, limits: Limits,
    recoveryPercent: Int
  ) throws -> Bool {
    guard archive.lostByteCount > 0, !archive.hasUnfinishedMerge,
      let found = try GenerationCompletion(after: archive, in: storage, limits),
      let seal = found.seal
    else { return false }
    let directory = ZipHeaders.directory(
      archive.directory.members + found.members, at: found.end, comment: seal.comment)
    let rest = try storage.read(storage.byteCount() - found.end, at: found.end)
    guard try directory.starts(with: rest) || ArchiveTail.isInterruptedAddition(after: archive)
    else {
      return false
    }
    let completed = try OverlayStorage(storage)
    completed.truncate(to: found.end)
    try completed.write(directory, at: found.end)
    guard let reader = try? ArchiveReader(completed, limits: limits),
      reader.generation == archive.generation + 1, reader.lostByteCount == 0,
      try reader.verify(.stored).damages.allSatisfy({ $0.error.byteOffset < archive.byteCount })
    else { return false }
    try storage.truncate(to: found.end)
    guard recoveryPercent > 0, seal.version > 1,
      archive.directory.hasRecoveryData(archive.generation),
      !reader.directory.hasRecoveryData(reader.generation),
      let plan = ParityPlan(
        generation: reader.generation, offset: archive.byteCount,
        byteCount: found.end - archive.byteCount, percent: recoveryPercent)
    else {
      try storage.write(directory, at: found.end)
      try storage.synchronize()
      return true
    }
    let recovery = try ParityWriter(plan: plan, seal: seal, source: storage, storage: storage)
      .writeMembers()
    try storage.synchronize()
    try storage.write(
      ZipHeaders.directory(
        archive.directory.members + found.members + recovery, at: plan.directoryOffset,
        comment: seal.comment), at: plan.directoryOffset)
    try storage.synchronize()
    return true
  }

  /// Creates the completion from the members after an archive; returns `nil` if there is no complete record
  /// among them.
  private init?(
    after archive: ArchiveReader, in storage: any ArchiveStorage, _ limits: Limits
  ) throws {
    let size = try storage.byteCount()
    let number = archive.generation + 1
    let reading = MemberContent(source: storage, limits: limits)
    end = archive.byteCount
    while true {
      let header = try storage.read(160, at: end)
      guard let member = ZipMember(localHeader: header, at: end), member.end <= size else { break }
      if seal != nil {
        guard case .recovery(number, _) = member.name,
          (try? reading.content(of: member, checks: true)) != nil
        else { break }
      } else if member.name == .record(generation: number) {
        guard let content = try? reading.content(of: member, checks: true),
          let record = try? GenerationRecord(content), record.generations.count == number
        else { return nil }
        seal = GenerationSeal(
          version: record.version, generation: number, documentCount: record.documentCount,
          merkleRoot: record.merkleRoot, record: SHA256Digest(of: content))
      }
      members.append(member)
      end = member.end
    }
    guard seal != nil else { return nil }
  }
}
