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
  private static let tiers = [4 << 10, 32 << 10, 256 << 10, 2 << 20]
  /// The number of generations of the lowest tier at which they are merged.
  private static let minimumCount = 4

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
    let archive = try ArchiveReader(storage, limits: limits)
    guard archive.formatVersion > 1, archive.lostByteCount == 0, !archive.hasUnfinishedMerge,
      let first = firstMerged(of: archive),
      let base = try archive.opened(atGeneration: first - 1)
    else { return 0 }
    let merged = try OverlayStorage(storage)
    merged.truncate(to: base.byteCount)
    try write(archive, after: base, to: merged)
    try compare(merged, with: archive, from: base.documentCount)
    let count = merged.byteCount() - base.byteCount
    guard count > 0, count < archive.byteCount - base.byteCount,
      count <= TailReplacement.maximumByteCount
    else { return 0 }
    try TailReplacement.replace(
      from: base.byteCount, with: merged.read(count, at: base.byteCount), in: storage)
    return archive.generation - first + 1
  }

  // MARK: Choice

  /// Returns the first of the generations to merge, which are all generations from it on; `nil` if
  /// there are not enough.
  ///
  /// There are enough if a tier has `minimumCount` of them without a larger one between or after them.
  /// Older generations are merged as well while they are not in a higher tier than the result.
  private func firstMerged(of archive: ArchiveReader) -> Int? {
    guard let newest = archive.directory.generations.last else { return nil }
    let hasRecovery = Self.hasRecovery(newest, archive)
    // The sizes of the generations, the newest first.
    var sizes: [Int] = []
    for generation in archive.directory.generations.reversed() {
      guard generation.number > max(1, protectedGeneration),
        let size = Self.documentByteCount(of: generation, archive), Self.tier(of: size) != nil,
        Self.hasRecovery(generation, archive) == hasRecovery
      else { break }
      sizes.append(size)
    }
    for (tier, limit) in Self.tiers.enumerated() {
      let run = sizes.prefix { $0 < limit }
      guard run.count(where: { Self.tier(of: $0) == tier }) >= Self.minimumCount else { continue }
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

  private static func hasRecovery(
    _ generation: ArchiveDirectory.Generation, _ archive: ArchiveReader
  ) -> Bool {
    archive.directory.members[generation.members].contains { $0.name.isRecovery }
  }

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
  /// Empty values stay, because they also remove values of lists before both.
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
