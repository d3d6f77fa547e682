public import IABytes
internal import IAText

/// Merges small generations at the end of an archive into one.
///
/// Each generation has an index, hashes, recovery data and a directory of all members, so that many
/// small ones take much more space than their documents. Merging is log-structured: generations of
/// similar sizes are merged, so that each document is written again about once for each eightfold
/// growth of the archive.
///
/// Documents, names, ids, versions, metadata and original files stay the same. The generations before
/// do not change. States between the merged generations cannot be read any more.
public struct GenerationMerge: Sendable {
  /// The newest generation that must not be merged, for example because it is signed; 0 for none.
  public var protectedGeneration = 0
  /// The size of the recovery data of the merged generation in percent, from 0 to 100.
  public var recoveryPercent = 10
  /// The limits for reading the archive.
  public var limits = Limits.standard

  /// Creates a merge with default values.
  public init() {}

  /// The sizes of documents in bytes below which a generation belongs to a tier.
  private static let tiers = [1 << 10, 8 << 10, 64 << 10, 512 << 10, 2 << 20]
  /// The number of generations of each tier at which they are merged.
  ///
  /// Each generation lengthens the directory and the record of every addition by about 1 KB.
  private static let minimumCounts = [4, 2, 2, 3, 4]

  /// Merges the small generations at the end of an archive, if there are enough of them.
  ///
  /// Generations are not merged if they are the first one, protected, or have a date, a dictionary or
  /// loss records; nor if some have recovery data and others have none. The new generation is read
  /// back and compared before it replaces others. A crash leaves the archive before or after the
  /// merge; readers and writers of this module recognise an unfinished one.
  ///
  /// - Parameter storage: The storage of the archive. Nothing else may write to it at the same time.
  /// - Returns: The number of generations that were merged into one, or 0.
  /// - Throws: An error if a generation cannot be read, in which case nothing is written; the
  ///   storage's errors.
  /// - Complexity: O(*n*) in the number of documents of the archive for their names, and in the size of
  ///   the merged generations.
  @discardableResult
  public func run(on storage: any ArchiveStorage) throws -> Int {
    guard let result = try result(for: storage) else { return 0 }
    try TailReplacement.replace(from: result.offset, with: result.bytes, in: storage)
    return result.generationCount
  }

  /// Writes an addition that is kept in memory to its archive.
  ///
  /// If there are enough small generations with it, they are written together as one merged generation.
  ///
  /// An addition that is already in the archive is merged like any other generation.
  ///
  /// - Parameter addition: The addition, which a writer has finished.
  /// - Returns: The number of generations that were merged into one, or 0.
  /// - Throws: The storage's errors if the addition cannot be written. A merge that fails does not
  ///   make the addition fail.
  /// - Complexity: That of `run(on:)`.
  @discardableResult
  package func finish(_ addition: AdditionStorage) throws -> Int {
    guard addition.isPending else { return (try? run(on: addition.archive)) ?? 0 }
    guard let result = try? result(for: addition), result.offset < addition.start else {
      try addition.commit()
      return 0
    }
    let replacement: TailReplacement
    do {
      replacement = try TailReplacement.prepare(
        from: result.offset, with: result.bytes, in: addition.archive)
    } catch {
      // If bytes of the merge could not be removed, those of the addition must not be written after them.
      guard try addition.archive.byteCount() == addition.start else { throw error }
      try addition.commit()
      return 0
    }
    // From now on readers use the new bytes; if the second step fails, the next writer completes it.
    addition.discard()
    try? replacement.apply(to: addition.archive)
    return result.generationCount
  }

  /// The generation that replaces others, with its directory.
  private struct Result {
    /// The offset of the first replaced generation.
    var offset: Int
    var bytes: [UInt8]
    /// The number of generations that it replaces.
    var generationCount: Int
  }

  /// Returns the generation that replaces small ones; `nil` if there are not enough of them.
  private func result(for storage: any ArchiveStorage) throws -> Result? {
    let archive = try ArchiveReader(storage, limits: limits)
    guard archive.formatVersion > 1, archive.lostByteCount == 0, !archive.hasUnfinishedMerge,
      let first = firstMerged(of: archive),
      let base = try archive.opened(atGeneration: first - 1)
    else { return nil }
    let merged = try OverlayStorage(storage)
    merged.truncate(to: base.byteCount)
    try write(archive, after: base, to: merged)
    try compare(merged, with: archive, from: base.documentCount)
    let count = merged.byteCount() - base.byteCount
    guard count > 0, count < archive.byteCount - base.byteCount,
      count <= TailReplacement.maximumByteCount
    else { return nil }
    return Result(
      offset: base.byteCount, bytes: try merged.read(count, at: base.byteCount),
      generationCount: archive.generation - first + 1)
  }

  // MARK: Choice

  /// Returns the number of the first generation to merge; all later ones are merged as well.
  ///
  /// Returns `nil` if there are not enough small generations.
  ///
  /// There are enough if a tier has its minimum number of generations, with no larger generation between or after them.
  /// Older generations are also merged if they are not in a higher tier than the result.
  private func firstMerged(of archive: ArchiveReader) -> Int? {
    guard let newest = archive.directory.generations.last else { return nil }
    let hasRecovery = archive.directory.hasRecoveryData(newest.number)
    // The sizes of the generations, the newest first.
    var sizes: [Int] = []
    for generation in archive.directory.generations.reversed() {
      guard generation.number > max(1, protectedGeneration),
        let size = Self.documentByteCount(of: generation, archive), Self.tier(of: size) != nil,
        archive.directory.hasRecoveryData(generation.number) == hasRecovery
      else { break }
      sizes.append(size)
    }
    for (tier, limit) in Self.tiers.enumerated() {
      let run = sizes.prefix { $0 < limit }
      guard run.count(where: { Self.tier(of: $0) == tier }) >= Self.minimumCounts[tier] else {
        continue
      }
      var count = run.count
      var total = run.reduce(0, +)
      while count < sizes.count, let older = Self.tier(of: sizes[count]),
        let result = Self.tier(of: total), older <= result
      {
        total += sizes[count]
        count += 1
      }
      return newest.number - count + 1
    }
    return nil
  }

  /// Returns the tier of a size; `nil` if it is too large to be merged.
  private static func tier(of byteCount: Int) -> Int? { tiers.firstIndex { byteCount < $0 } }

  /// Returns the stored size of a generation's documents in bytes; `nil` if it has parts that are not
  /// merged.
  private static func documentByteCount(
    of generation: ArchiveDirectory.Generation, _ archive: ArchiveReader
  ) -> Int? {
    guard archive.indexes[generation.number - 1].changes.properties.isEmpty else { return nil }
    var byteCount = 0
    for member in archive.directory.members[generation.members] {
      switch member.name {
      case .text, .data, .original, .metadata: byteCount += member.storedByteCount
      case .attachment(_, WordIndex.suffix): break
      case .attachment(_, let suffix):
        guard suffix != DocumentLoss.suffix, suffix != DocumentLoss.acceptedSuffix else {
          return nil
        }
        byteCount += member.storedByteCount
      case .names, .index, .manifest, .storedHashes, .record, .recovery: break
      case .mimetype, .readMe, .dictionary, .description: return nil
      }
    }
    return byteCount
  }

  // MARK: Writing

  /// Writes the documents and statements of the merged generations as one generation.
  private func write(
    _ archive: ArchiveReader, after base: ArchiveReader, to storage: OverlayStorage
  ) throws {
    let generations = archive.directory.generations[base.generation...]
    let members = generations.flatMap { archive.directory.members[$0.members] }
    var options = ArchiveOptions(recoveryPercent: recoveryPercent)
    options.includesDescription = members.contains {
      if case .names = $0.name { true } else { false }
    }
    let hasWords = members.contains {
      if case .attachment(_, WordIndex.suffix) = $0.name { true } else { false }
    }
    if hasWords { options.indexesWords = true }
    if base.hasLargeBlocks { options.useLargeBlocks() }
    let writer = try ArchiveWriter(storage, options: options, limits: limits)
    for ordinal in archive.superseded.keys.sorted() where ordinal < base.documentCount {
      try writer.remove(at: ordinal)
    }
    let origins = try archive.origins(in: members)
    for ordinal in base.documentCount..<max(base.documentCount, archive.documentCount) {
      let entry = try archive.entry(at: ordinal)
      let origin = origins[ordinal]
      try writer.append(
        archive.document(at: ordinal), name: entry.name, id: entry.id, origin: origin,
        original: origin.flatMap { $0.isKept ? try archive.original($0) : nil },
        existing: archive.isCurrent(ordinal) ? .refuse : .archived)
    }
    for member in members {
      guard case .metadata = member.name else { continue }
      writer.metadata.append(try archive.metadataList(member))
    }
    _ = try writer.finish()
  }

  /// Compares the result with the archive.
  ///
  /// - Throws: `archive.block` if a document, its name or its state differs.
  private func compare(
    _ storage: OverlayStorage, with archive: ArchiveReader, from first: Int
  ) throws {
    let merged = try ArchiveReader(storage, limits: limits)
    let wrong = InputError(
      .archiveBlock, at: archive.byteCount, detail: "merged generations differ")
    guard merged.documentCount == archive.documentCount,
      Set(merged.superseded.keys) == Set(archive.superseded.keys),
      try merged.metadata() == archive.metadata(), merged.lostByteCount == 0
    else { throw wrong }
    for ordinal in first..<max(first, archive.documentCount) {
      guard try merged.entry(at: ordinal) == archive.entry(at: ordinal),
        try merged.document(at: ordinal) == archive.document(at: ordinal)
      else { throw wrong }
    }
  }
}

extension MetadataList {
  /// Appends a later list, whose values replace those of the same elements.
  ///
  /// Empty values are kept, because they also remove values of earlier lists.
  mutating func append(_ later: MetadataList) {
    archive = Self.joined(archive, later.archive)
    for (ordinal, statements) in later.documents {
      documents[ordinal] = Self.joined(documents[ordinal] ?? [], statements)
    }
  }

  private static func joined(
    _ statements: [MetadataStatement], _ later: [MetadataStatement]
  ) -> [MetadataStatement] {
    let elements = Set(later.map(\.element)).subtracting([MetadataStatement.fixity])
    return statements.filter { !elements.contains($0.element) } + later
  }
}
