public import IABytes
internal import IASyntax
internal import IAText

/// The result of a repair.
public struct RepairReport: Hashable, Sendable {
  /// The extent to which an archive was repaired.
  public enum Outcome: Hashable, Sendable {
    /// The archive is not damaged; the copy is identical.
    case intact
    /// Every byte of each generation that was found is restored: all stored hashes match.
    case restored
    /// Not all bytes could be restored; a new archive or a new generation contains the readable
    /// documents.
    case salvaged
  }

  /// The extent to which the archive was repaired.
  public let outcome: Outcome
  /// The number of rows that recovery data restored or moved to their offset.
  public let restoredRowCount: Int
  /// The number of documents of the repaired archive.
  public internal(set) var documentCount: Int
  /// The number of documents of the damaged archive; `nil` if no remaining part states it.
  public let expectedDocumentCount: Int?
  /// The documents that are lost completely or in part, in order.
  public internal(set) var lost: [LostDocument]
  /// The loss records of earlier repairs of the archive.
  public let earlierLosses: [DocumentLoss]
  /// The number of bytes at the end that were omitted, for example those of an interrupted append.
  public let droppedByteCount: Int
  /// The offset of the first block of another archive in the file, whose documents were not recovered;
  /// `nil` if there is none.
  public let foreignBlockOffset: Int?
  /// Whether the file contains no part of the directory at the end of the archive, so that later generations may be
  /// missing undetected.
  public let lacksEnd: Bool
  /// The use of the separate file of recovery data.
  public let recoveryFileUse: FileUse

  /// The use of a separate file of recovery data.
  public enum FileUse: Hashable, Sendable {
    /// The archive has rows that the file protects, or no file was given.
    case usual
    /// The file is that of another archive.
    case refused
    /// The archive has neither documents nor protected rows; everything was restored from the file.
    case alone
    /// The file protects an earlier state, and a merge has replaced some generations of this state; the
    /// generations before these were restored.
    case earlier
    /// The file protects an earlier state, and a merge has replaced generations of this state; the file
    /// restores nothing.
    case outdated
    /// More of the protected bytes are damaged or replaced than the file can restore.
    case insufficient
  }
  /// The damage that verification found; empty if no directory could be read.
  public let damages: [VerificationReport.Damage]

  /// The ordinals of documents that are lost completely and whose ordinal is known.
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

  /// Whether the number of documents is known and all of them were recovered completely.
  public var isComplete: Bool { lost.isEmpty && expectedDocumentCount == documentCount }
}

/// Repairs archives by writing new ones.
public enum ArchiveRepair {
  /// Repairs an archive.
  ///
  /// First, recovery data are applied and directories are written again. If all stored hashes then match, the result is
  /// the original archive. Otherwise every document that can be read, at least its text, is salvaged with its id and
  /// name, and the repaired archive contains a loss record (`ArchiveReader.losses`).
  ///
  /// A separate file of recovery data may belong to an earlier state. It is used if it recovers more documents than the
  /// recovery data in the archive.
  ///
  /// - Parameters:
  ///   - source: The damaged archive, which is not changed.
  ///   - recoveryFile: A separate file of recovery data (`ArchiveRecoveryFile`), or `nil`.
  ///   - storage: The empty storage of the repaired archive.
  ///   - options: The options for new generations, if there are any.
  ///   - limits: The limits for reading.
  ///   - progress: Is called with the number of bytes read or copied so far. There are several
  ///     passes, and each counts from 0.
  /// - Throws: `archive.no-directory` if the source is not an archive; `archive.lost` if no
  ///   document can be read; `archive.mode` if `storage` is not empty; the storages' errors.
  /// - Complexity: O(*n*) in the size of the archive, and O(*n* log *n*) if rows must be restored.
  public static func repair(
    _ source: any ArchiveSource, recoveryFile: (any ArchiveSource)? = nil,
    to storage: any ArchiveStorage,
    options: ArchiveOptions = ArchiveOptions(), limits: Limits = .standard,
    progress: (_ byteCount: Int) throws -> Void = { _ in }
  ) throws -> RepairReport {
    guard try storage.byteCount() == 0 else {
      throw InputError(.archiveMode, at: 0, detail: "the output is not empty")
    }
    return try ArchiveRescue.best(
      source, recoveryFile: recoveryFile, limits: limits, progress: progress
    )
    .write(to: storage, options: options, progress: progress)
  }
}

extension ArchiveReader {
  /// Writes all documents to a new archive with one generation and full blocks.
  ///
  /// Ids, names, order, metadata, original files and loss records stay the same. Earlier directories, indexes,
  /// manifests and dates are omitted.
  ///
  /// - Parameters:
  ///   - storage: The empty storage of the new archive.
  ///   - options: The options for the new archive. If their sizes of blocks are the default ones, an
  ///     archive with large blocks gets large blocks again.
  ///   - keepsVersions: Whether to keep earlier versions and removed documents. They stay readable as
  ///     versions, but not by generation.
  ///   - progress: Is called for every 1,024th document with its ordinal.
  /// - Throws: The errors of `document(at:)`, in which case the archive must be repaired first;
  ///   `archive.mode` if `storage` is not empty; the storages' errors.
  public func compact(
    to storage: any ArchiveStorage, options: ArchiveOptions = ArchiveOptions(),
    keepsVersions: Bool = false,
    progress: (_ documentCount: Int) throws -> Void = { _ in }
  ) throws -> ArchiveSummary {
    var options = options
    options.indexesWords = options.indexesWords ?? hasWordIndex
    if options.hasStandardBlocks, hasLargeBlocks { options.useLargeBlocks() }
    let writer = try ArchiveWriter(storage, mode: .createNew, options: options, limits: limits)
    let origins = try origins()
    let metadata = try metadata()
    // The writer records its own program, if the options name one.
    try writer.describe(
      nil,
      metadata.archive.filter {
        $0.element != MetadataStatement.program || options.program == nil
      })
    try forEachEntry { entry in
      guard keepsVersions || isCurrent(entry.ordinal) else { return }
      let origin = origins[entry.ordinal]
      let copy = try writer.append(
        document(at: entry.ordinal), name: entry.name, id: entry.id, origin: origin,
        original: origin.flatMap { $0.isKept ? try original($0) : nil },
        existing: isCurrent(entry.ordinal) ? .refuse : .archived)
      try writer.describe(copy.ordinal, metadata.documents[entry.ordinal] ?? [])
      if entry.ordinal % 1024 == 0 { try progress(entry.ordinal) }
    }
    for loss in try losses() { try writer.append(loss) }
    return try writer.finish()
  }
}
