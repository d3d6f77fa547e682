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
  /// How many rows were brought back, or to their place, by recovery data.
  public let restoredRowCount: Int
  /// How many documents the repaired archive has.
  public internal(set) var documentCount: Int
  /// How many documents the damaged archive had; `nil` if nothing that is left of it says so.
  public let expectedDocumentCount: Int?
  /// The documents that are lost, all or in part, in order.
  public internal(set) var lost: [LostDocument]
  /// What earlier repairs of the archive could not save.
  public let earlierLosses: [DocumentLoss]
  /// How many bytes at the end were left out: those of a torn append.
  public let droppedByteCount: Int
  /// What is wrong with the damaged archive, where a directory of it could be read.
  public let damages: [VerificationReport.Damage]

  /// The ordinals of documents of which nothing could be saved, as far as they are known.
  public var lostOrdinals: [Range<Int>] {
    var ranges: [Range<Int>] = []
    for document in lost where document.kind == .document {
      if let last = ranges.last, last.upperBound == document.ordinal {
        ranges[ranges.count - 1] = last.lowerBound..<document.ordinal + 1
      } else {
        ranges.append(document.ordinal..<document.ordinal + 1)
      }
    }
    return ranges
  }

  /// Whether the number of documents is known, and all of them were saved whole.
  public var isComplete: Bool { lost.isEmpty && expectedDocumentCount == documentCount }
}

/// Repairs archives into new files.
public enum ArchiveRepair {
  /// Repairs an archive.
  ///
  /// First the recovery data are used, and directories made again; if every stored hash fits then,
  /// the result is the archive as it was. Otherwise everything that can be read is salvaged, the
  /// text of a document first, with ids and names. The repaired archive keeps an account of what is
  /// missing (`ArchiveReader.losses`).
  ///
  /// - Parameters:
  ///   - source: The damaged archive, which is not changed.
  ///   - recoveryFile: Recovery data in a file of their own (`ArchiveRecoveryFile`), if there is one.
  ///   - storage: Where the repaired archive goes; empty.
  ///   - options: How new generations are written, if some must be.
  ///   - limits: Bounds for reading.
  ///   - progress: Is called now and then with the number of bytes read so far; several times over.
  /// - Throws: `archive.no-directory` for bytes that were no archive, `archive.lost` for an archive
  ///   of which not one document is left; the storages' errors.
  public static func repair(
    _ source: any ArchiveSource, recoveryFile: (any ArchiveSource)? = nil,
    to storage: any ArchiveStorage,
    options: ArchiveOptions = ArchiveOptions(), limits: Limits = .standard,
    progress: (_ byteCount: Int) throws -> Void = { _ in }
  ) throws -> RepairReport {
    guard try storage.byteCount() == 0 else {
      throw InputError(.archiveMode, at: 0, detail: "something is there")
    }
    return try ArchiveRescue(
      source, recoveryFile: recoveryFile, limits: limits, progress: progress
    )
    .write(to: storage, options: options, progress: progress)
  }
}

extension ArchiveReader {
  /// Writes all documents to a new archive of one generation: what was appended comes together in
  /// full blocks, and old directories and accounts go.
  ///
  /// Ids, names and order stay; ordinals too, and the accounts of what earlier repairs lost.
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
    let origins = try origins()
    try forEachEntry { entry in
      try writer.append(
        document(at: entry.ordinal), name: entry.name, id: entry.id,
        origin: origins[entry.ordinal])
      if entry.ordinal % 1024 == 0 { try progress(entry.ordinal) }
    }
    for loss in try losses() { try writer.append(loss) }
    return try writer.finish()
  }
}
