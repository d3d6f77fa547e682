public import IABytes
internal import IASyntax
public import IAText

/// All that can be had from a damaged archive: restored by recovery data, or salvaged block by block.
///
/// Nothing is written; what recovery data bring back is kept in memory.
///
///     let rescue = try ArchiveRescue(DescriptorStorage(descriptor))
///     for entry in rescue.entries { … try rescue.document(at: index) }
public final class ArchiveRescue {
  /// How the documents are read.
  private enum Origin {
    case archive(Int)
    case scan(ArchiveScan.Slot)
  }

  private let source: any ArchiveSource
  private let recoveryFile: (any ArchiveSource)?
  private let limits: Limits
  /// The archive as far as it is whole, or was made whole; `nil` if there is none.
  private(set) var archive: ArchiveReader?
  private var scan: ArchiveScan
  private var origins: [Origin] = []

  /// The documents that can be had, at least in part, in order.
  public private(set) var entries: [ArchiveEntry] = []
  /// The documents that cannot be had at all, as far as they are known.
  public private(set) var lost: [LostDocument] = []
  /// How many documents the archive had; `nil` if nothing that is left says it.
  public private(set) var expectedDocumentCount: Int?
  /// How far the archive was brought back.
  public private(set) var outcome = RepairReport.Outcome.salvaged
  /// How many rows recovery data brought back, or to their place.
  public private(set) var restoredRowCount = 0
  /// What was wrong, if a directory could be read.
  public private(set) var damages: [VerificationReport.Damage] = []
  /// What earlier repairs could not save.
  public private(set) var earlierLosses: [DocumentLoss] = []
  /// Whether anything was found that only an archive has.
  public var hasTraces: Bool { scan.hasTraces || archive != nil }

  /// Whether every document is there that the archive had, and its number is known.
  public var isComplete: Bool { lost.isEmpty && expectedDocumentCount == entries.count }

  /// Reads an archive and brings back what can be brought back.
  ///
  /// - Parameters:
  ///   - source: The damaged archive, which is not changed.
  ///   - recoveryFile: Recovery data in a file of their own (`ArchiveRecoveryFile`), if there is one.
  ///   - limits: Bounds for reading.
  ///   - progress: Is called now and then with the number of bytes read so far; several times over.
  /// - Throws: The storage's errors alone.
  public init(
    _ source: any ArchiveSource, recoveryFile: (any ArchiveSource)? = nil,
    limits: Limits = .standard,
    progress: (_ byteCount: Int) throws -> Void = { _ in }
  ) throws {
    self.source = source
    self.recoveryFile = recoveryFile
    self.limits = limits
    scan = try ArchiveScan(source, limits: limits, progress: progress)
    let before = try Self.check(source, limits, progress)
    damages = before?.report.damages ?? []
    if let before, before.report.isIntact {
      outcome = .intact
      try use(before.archive)
      expectedDocumentCount = before.archive.documentCount
    } else {
      try restore(progress)
      reconcile()
    }
    earlierLosses = try archive?.losses() ?? scan.losses
  }

  private static func check(
    _ source: any ArchiveSource, _ limits: Limits, _ progress: (Int) throws -> Void
  ) throws -> (archive: ArchiveReader, report: VerificationReport)? {
    do {
      let archive = try ArchiveReader(source, limits: limits)
      return (archive, try archive.verify(.stored, progress: progress))
    } catch is InputError { return nil }
  }

  /// Uses the recovery data; where they do not suffice, salvages.
  private func restore(_ progress: (Int) throws -> Void) throws {
    let overlay = try OverlayStorage(source)
    let separate = try recoveryFile.map { try ArchiveRecoveryFile.heads(in: $0) } ?? []
    let parity = try ParityRecovery(
      heads: scan.parityHeads.map { (0, $0.offset, $0.head) }
        + separate.map { (1, $0.offset, $0.head) },
      in: [source] + (recoveryFile.map { [$0] } ?? []), progress: progress)
    var restorer = try ArchiveRestorer(
      overlay, heads: scan.recoveryHeads, parity: parity, limits: limits)
    let isRestored = try restorer.restore()
    restoredRowCount = restorer.restoredRowCount
    let after = isRestored ? try Self.check(overlay, limits, progress) : nil
    if restoredRowCount > 0 {
      // Also where not all hashes fit, the restored rows may show more.
      let second = try ArchiveScan(overlay, limits: limits)
      expectedDocumentCount = [scan, second].compactMap(\.expectedDocumentCount).max()
      if second.isAtLeast(scan) { scan = second }
    } else {
      expectedDocumentCount = scan.expectedDocumentCount
    }
    guard let after, after.report.isIntact else {
      addScanned(from: 0)
      lost = scan.lost
      return
    }
    outcome = .restored
    try use(after.archive)
    if parity.separate != nil {
      // All that was protected is back, and what follows it was not.
      expectedDocumentCount = after.archive.documentCount
      return
    }
    // What stands behind the last whole generation was cut off from a later one.
    addScanned(from: after.archive.documentCount)
    if try source.byteCount() - after.archive.byteCount < 30 {
      expectedDocumentCount = after.archive.documentCount
    } else if let expected = expectedDocumentCount, expected < entries.count {
      expectedDocumentCount = nil
    }
    if entries.count > after.archive.documentCount { outcome = .salvaged }
    lost = scan.lost.filter { $0.ordinal >= after.archive.documentCount }
  }

  /// Makes what is known agree: a number that is below what was found is none, and every document
  /// up to the number is either there or lost.
  private func reconcile() {
    let end = max(entries.last?.ordinal ?? -1, lost.last?.ordinal ?? -1) + 1
    guard let expected = expectedDocumentCount, expected >= end else {
      expectedDocumentCount = nil
      return
    }
    var known = Set(lost.map(\.ordinal))
    for entry in entries { known.insert(entry.ordinal) }
    guard known.count < expected else { return }
    let missing = (0..<expected).lazy.filter { !known.contains($0) }
    lost += missing.prefix(ArchiveScan.maximumLost)
      .map { LostDocument(.document, ordinal: $0, id: nil, name: "") }
    lost.sort { $0.ordinal < $1.ordinal }
  }

  private func use(_ archive: ArchiveReader) throws {
    self.archive = archive
    try archive.forEachEntry { entry in
      entries.append(entry)
      origins.append(.archive(entry.ordinal))
    }
  }

  private func addScanned(from ordinal: Int) {
    for slot in scan.slots where slot.entry.ordinal >= ordinal {
      entries.append(slot.entry)
      origins.append(.scan(slot))
    }
  }

  /// Reads a document and says what is missing of it; `nil` if it is lost after all.
  ///
  /// - Parameter index: Its place in `entries`.
  /// - Throws: The storage's errors alone.
  public func document(
    at index: Int
  ) throws -> (document: IADocument, missing: LostDocument.Kind?)? {
    switch origins[index] {
    case .archive(let ordinal):
      guard let archive else { return nil }
      do {
        return (try archive.document(at: ordinal), nil)
      } catch is InputError { return nil }
    case .scan(let slot): return try scan.document(slot)
    }
  }

  /// The places in `entries` by id.
  private lazy var places: [UInt64: Int] = Dictionary(
    entries.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })

  /// Returns the place in `entries` of a document of the archive, or `nil` if it is lost.
  public func index(of entry: ArchiveEntry) -> Int? {
    places[entry.id].flatMap { entries[$0].name == entry.name ? $0 : nil }
  }

  // MARK: Writing

  /// Writes a whole archive of what there is.
  ///
  /// - Parameters:
  ///   - storage: Where it goes; empty.
  ///   - options: How new generations are written.
  ///   - progress: Is called now and then with the number of bytes written.
  /// - Throws: `archive.lost` where no document can be had; the storages' errors.
  func write(
    to storage: any ArchiveStorage, options: ArchiveOptions,
    progress: (_ byteCount: Int) throws -> Void
  ) throws -> RepairReport {
    guard archive != nil || !entries.isEmpty else {
      guard hasTraces else { throw InputError.archiveMissingDirectory(at: 0) }
      throw InputError(.archiveLost, at: 0, detail: "no document can be read")
    }
    let size = try source.byteCount()
    if let archive { try Self.copy(archive.source, archive.byteCount, to: storage, progress) }
    let kept = archive?.documentCount ?? 0
    var report = RepairReport(
      outcome: outcome, restoredRowCount: restoredRowCount, documentCount: kept,
      expectedDocumentCount: expectedDocumentCount, lost: lost, earlierLosses: earlierLosses,
      droppedByteCount: max(0, size - (archive?.byteCount ?? size)), damages: damages)
    guard entries.count > kept || !report.isComplete else { return report }
    let writer = try ArchiveWriter(
      storage, mode: archive == nil ? .createNew : .existing, options: options, limits: limits)
    for index in kept..<max(kept, entries.count) {
      let entry = entries[index]
      guard let found = try document(at: index) else {
        report.lost.append(Self.lost(entry, .document))
        continue
      }
      if let missing = found.missing { report.lost.append(Self.lost(entry, missing)) }
      try Self.append(found.document, entry, to: writer)
    }
    report.lost.sort { $0.ordinal < $1.ordinal }
    report.documentCount = writer.documentCount
    if archive == nil { for loss in earlierLosses { try writer.append(loss) } }
    if !report.isComplete {
      try writer.append(
        DocumentLoss(
          documentCount: expectedDocumentCount, savedCount: writer.documentCount,
          documents: report.lost))
    }
    _ = try writer.finish()
    return report
  }

  /// Appends a document with its own id and name where they are free.
  private static func append(
    _ document: IADocument, _ entry: ArchiveEntry, to writer: ArchiveWriter
  ) throws {
    let id = writer.lastID.map { entry.id > $0 } ?? true ? entry.id : nil
    do {
      try writer.append(document, name: entry.name, id: id)
    } catch let error as InputError where error.code == .archiveDuplicate {
      try writer.append(document, id: id)
    }
  }

  private static func lost(_ entry: ArchiveEntry, _ kind: LostDocument.Kind) -> LostDocument {
    LostDocument(kind, ordinal: entry.ordinal, id: entry.id, name: entry.name)
  }

  private static func copy(
    _ source: any ArchiveSource, _ byteCount: Int, to storage: any ArchiveStorage,
    _ progress: (Int) throws -> Void
  ) throws {
    var position = 0
    while position < byteCount {
      let bytes = try source.read(min(1 << 20, byteCount - position), at: position)
      guard !bytes.isEmpty else { break }
      try storage.write(bytes, at: position)
      position += bytes.count
      try progress(position)
    }
    try storage.synchronize()
  }
}
