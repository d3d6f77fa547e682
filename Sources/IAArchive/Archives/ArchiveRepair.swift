public import IABytes
internal import IASyntax
internal import IAText

/// What a repair has come to.
public struct RepairReport: Hashable, Sendable {
  /// How far it got.
  public enum Outcome: Hashable, Sendable {
    /// Nothing was wrong; the copy is the same.
    case intact
    /// Every byte of every generation that was found is what it was: all stored hashes fit.
    case restored
    /// Some documents are lost; the others are in a new archive.
    case salvaged
  }

  /// How far it got.
  public let outcome: Outcome
  /// How many rows of 1,024 bytes were brought back by recovery data.
  public let restoredRowCount: Int
  /// How many documents the repaired archive has.
  public let documentCount: Int
  /// The ordinals of documents that are lost, as far as is known.
  public let lostOrdinals: [Range<Int>]
  /// How many bytes at the end were left out: those of a torn append.
  public let droppedByteCount: Int
  /// What is wrong with the damaged archive, where a directory of it could be read.
  public let damages: [VerificationReport.Damage]
}

/// Repairs archives into new files.
public enum ArchiveRepair {
  /// Repairs an archive.
  ///
  /// First the recovery data are used, and directories made again; where every stored hash fits
  /// then, the result is the archive as it was. Else the documents whose blocks are whole go to a
  /// new archive, with their ids and names.
  ///
  /// - Parameters:
  ///   - source: The damaged archive, which is not changed.
  ///   - storage: Where the repaired archive goes; empty.
  ///   - scratch: Room for a copy to work on, such as a file without a name; empty, and of no use
  ///     afterwards.
  ///   - options: How a new archive is written, where one must be.
  ///   - limits: Bounds for reading.
  ///   - progress: Is called now and then with the number of bytes read so far; several times over.
  /// - Throws: `archive.no-directory` where not one document is found; the storages' errors.
  public static func repair(
    _ source: any ArchiveSource, to storage: any ArchiveStorage, scratch: any ArchiveStorage,
    options: ArchiveOptions = ArchiveOptions(), limits: Limits = .standard,
    progress: (_ byteCount: Int) throws -> Void = { _ in }
  ) throws -> RepairReport {
    guard try storage.byteCount() == 0, try scratch.byteCount() == 0 else {
      throw InputError(.archiveMode, at: 0, detail: "something is there")
    }
    let size = try source.byteCount()
    let before = try check(source, limits, progress)
    if let before, before.isIntact {
      try copy(source, to: storage, progress)
      let documents = try ArchiveReader(storage, limits: limits).documentCount
      return RepairReport(
        outcome: .intact, restoredRowCount: 0, documentCount: documents, lostOrdinals: [],
        droppedByteCount: 0, damages: [])
    }
    try copy(source, to: scratch, progress)
    let heads = try ArchiveScan(source, limits: limits, progress: progress).recoveryHeads
    var restorer = try ArchiveRestorer(scratch, heads: heads, limits: limits)
    if try restorer.restore(), let after = try check(scratch, limits, progress), after.isIntact {
      try copy(scratch, to: storage, progress)
      let archive = try ArchiveReader(storage, limits: limits)
      return RepairReport(
        outcome: .restored, restoredRowCount: restorer.restoredRowCount,
        documentCount: archive.documentCount, lostOrdinals: [],
        droppedByteCount: max(0, size - archive.byteCount), damages: before?.damages ?? [])
    }
    return try salvage(
      source, scratch, to: storage, options, limits, damages: before?.damages ?? [],
      restoredRowCount: restorer.restoredRowCount)
  }

  /// The damages of an archive; nil where no directory of it can be read.
  private static func check(
    _ source: any ArchiveSource, _ limits: Limits, _ progress: (Int) throws -> Void
  ) throws -> VerificationReport? {
    do {
      return try ArchiveReader(source, limits: limits).verify(.stored, progress: progress)
    } catch is InputError { return nil }
  }

  private static func copy(
    _ source: any ArchiveSource, to storage: any ArchiveStorage, _ progress: (Int) throws -> Void
  ) throws {
    var position = 0
    while true {
      let bytes = try source.read(1 << 20, at: position)
      guard !bytes.isEmpty else { break }
      try storage.write(bytes, at: position)
      position += bytes.count
      try progress(position)
    }
    try storage.synchronize()
  }

  /// Writes what can be read to a new archive: of the damaged archive, or of the one that was
  /// restored in part, whichever has more.
  private static func salvage(
    _ source: any ArchiveSource, _ scratch: any ArchiveSource, to storage: any ArchiveStorage,
    _ options: ArchiveOptions, _ limits: Limits, damages: [VerificationReport.Damage],
    restoredRowCount: Int
  ) throws -> RepairReport {
    let damaged = try ArchiveScan(source, limits: limits)
    let restored = try ArchiveScan(scratch, limits: limits)
    let scan = restored.documentCount >= damaged.documentCount ? restored : damaged
    guard scan.documentCount > 0 else {
      throw InputError(.archiveMissingDirectory, at: 0, detail: "no block can be read")
    }
    let writer = try ArchiveWriter(storage, mode: .createNew, options: options, limits: limits)
    let failed = try scan.forEachDocument { entry, document in
      try writer.append(document, name: entry.name, id: entry.id)
    }
    let summary = try writer.finish()
    return RepairReport(
      outcome: .salvaged, restoredRowCount: restoredRowCount,
      documentCount: summary.documentCount,
      lostOrdinals: scan.missingOrdinals + failed.map { $0..<$0 + 1 },
      droppedByteCount: 0, damages: damages)
  }
}

extension ArchiveReader {
  /// Writes all documents to a new archive of one generation: what was appended comes together in
  /// full blocks, and old directories and accounts go.
  ///
  /// Ids, names and order stay; ordinals too.
  ///
  /// - Parameters:
  ///   - storage: Where the new archive goes; empty.
  ///   - options: How it is written.
  ///   - progress: Is called now and then with the number of documents written so far.
  /// - Throws: What `document(at:)` throws where a block is broken: repair the archive first; the
  ///   storages' errors.
  public func compact(
    to storage: any ArchiveStorage, options: ArchiveOptions = ArchiveOptions(),
    progress: (_ documentCount: Int) throws -> Void = { _ in }
  ) throws -> ArchiveSummary {
    let writer = try ArchiveWriter(storage, mode: .createNew, options: options, limits: limits)
    try forEachEntry { entry in
      try writer.append(document(at: entry.ordinal), name: entry.name, id: entry.id)
      if entry.ordinal % 1024 == 0 { try progress(entry.ordinal) }
    }
    return try writer.finish()
  }
}
