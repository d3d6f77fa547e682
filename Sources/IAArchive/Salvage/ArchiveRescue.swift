public import IABytes
internal import IASyntax
public import IAText

/// The documents that can be recovered from a damaged archive: from restored bytes, or block by
/// block.
///
/// Nothing is written; restored bytes are kept in memory.
///
///     let rescue = try ArchiveRescue(DescriptorStorage(descriptor))
///     for index in rescue.entries.indices { … try rescue.document(at: index) }
public final class ArchiveRescue {
  /// The source of a document: the restored archive, by ordinal, or the scan.
  private enum Origin {
    case archive(Int)
    case scan(ArchiveScan.Slot)
  }

  let source: any ArchiveSource
  private let recoveryFile: (any ArchiveSource)?
  let limits: Limits
  /// The undamaged or restored archive; `nil` if there is none.
  private(set) var archive: ArchiveReader?
  var scan: ArchiveScan
  private var origins: [Origin] = []
  /// The ordinals of earlier versions and removed documents.
  var superseded: Set<Int> = []

  /// The documents that can be recovered at least in part, in order.
  public private(set) var entries: [ArchiveEntry] = []
  /// The documents that cannot be recovered and whose ordinal is known, in order.
  public private(set) var lost: [LostDocument] = []
  /// The number of documents of the archive before it was damaged; `nil` if no remaining part
  /// states it.
  public private(set) var expectedDocumentCount: Int?
  /// The offset of the first block of another archive in the file, whose documents are not among
  /// `entries`; `nil` if there is none.
  public private(set) var foreignBlockOffset: Int?
  /// Whether the file contains no part of the directory at the end of the archive, so that later generations may be
  /// missing undetected.
  public private(set) var lacksEnd = false
  /// The use of a separate file of recovery data of which the archive has no protected row.
  private(set) var recoveryFileUse = RepairReport.FileUse.usual
  /// The result: intact, restored or salvaged.
  public private(set) var outcome = RepairReport.Outcome.salvaged
  /// The number of rows that recovery data restored or moved to their offset.
  public private(set) var restoredRowCount = 0
  /// The damage of the archive; empty if no directory could be read.
  public private(set) var damages: [VerificationReport.Damage] = []
  /// The loss records of earlier repairs.
  public private(set) var earlierLosses: [DocumentLoss] = []
  /// Whether the file contains any part that only an `.iaa` archive has.
  public var hasTraces: Bool { scan.hasTraces || archive != nil }

  /// Whether the number of documents is known and all of them can be recovered at least in part.
  public var isComplete: Bool { lost.isEmpty && expectedDocumentCount == entries.count }

  /// Creates a rescue: reads an archive and recovers as much as possible.
  ///
  /// - Parameters:
  ///   - source: The damaged archive, which is not changed.
  ///   - recoveryFile: A separate file of recovery data (`ArchiveRecoveryFile`), or `nil`.
  ///   - limits: The limits for reading.
  ///   - progress: Is called with the number of bytes read so far. The file is read several times,
  ///     and each pass counts from 0.
  /// - Throws: The sources' errors and those of `progress`. Damaged content causes no error.
  public init(
    _ source: any ArchiveSource, recoveryFile: (any ArchiveSource)? = nil,
    limits: Limits = .standard,
    progress: (_ byteCount: Int) throws -> Void = { _ in }
  ) throws {
    let source = try ReplacedTailSource.resolved(source)
    self.source = source
    self.recoveryFile = recoveryFile
    self.limits = limits
    scan = try ArchiveScan(source, limits: limits, progress: progress)
    let before = try Self.check(source, limits, progress)
    damages = before?.report.damages ?? []
    if let before, before.report.isIntact {
      outcome = .intact
      try adopt(before.archive)
      expectedDocumentCount = before.archive.documentCount
    } else {
      let (found, sealed) = (scan.heads, scan.lastSealGeneration)
      let newest = scan.newestGeneration
      try restore(intactByteCount: Self.intactByteCount(before), progress)
      reconcile()
      lacksEnd = archive?.generation ?? newest > sealed
      try findForeignBlocks(found, end: before.map { try unfinishedTail(of: $0.archive) } ?? nil)
    }
    markSuperseded()
    lost = numbered(lost)
    earlierLosses = try archive?.losses() ?? scan.losses
  }

  /// Returns the rescue with a separate file of recovery data if it recovers more than the rescue without the file.
  ///
  /// The file can belong to an earlier state, and the archive can have its own recovery data.
  ///
  /// - Throws: The sources' errors and those of `progress`.
  static func best(
    _ source: any ArchiveSource, recoveryFile: (any ArchiveSource)?, limits: Limits,
    progress: (_ byteCount: Int) throws -> Void
  ) throws -> ArchiveRescue {
    let own = try ArchiveRescue(source, limits: limits, progress: progress)
    guard let recoveryFile, !own.isComplete || own.lacksEnd || own.outcome == .salvaged else {
      return own
    }
    let other = try ArchiveRescue(
      source, recoveryFile: recoveryFile, limits: limits, progress: progress)
    let chosen = better(own, other)
    guard other.recoveryFileUse == .usual, let found = other.archive,
      let joined = try EarlierStateSource(ReplacedTailSource.resolved(source), found)
    else { return chosen }
    let earlier = try ArchiveRescue(joined, limits: limits, progress: progress)
    if earlier.outcome == .intact { earlier.outcome = .restored }
    earlier.restoredRowCount += other.restoredRowCount
    guard earlier.foreignBlockOffset == nil, earlier.value > chosen.value else {
      if joined.isProven, chosen !== other { chosen.recoveryFileUse = .outdated }
      return chosen
    }
    earlier.recoveryFileUse = .earlier
    earlier.addLost(of: chosen)
    return earlier
  }

  /// Compares the rescues without and with a separate file, and returns the better one.
  private static func better(_ own: ArchiveRescue, _ other: ArchiveRescue) -> ArchiveRescue {
    // All archives have the rows of their description in common, so that the file may belong to another archive.
    if other.foreignBlockOffset != nil, own.foreignBlockOffset == nil {
      own.recoveryFileUse = .refused
      return own
    }
    let isBetter = other.value >= own.value
    let chosen = isBetter ? other : own
    if isBetter || [.refused, .insufficient].contains(other.recoveryFileUse) {
      chosen.recoveryFileUse = other.recoveryFileUse
    }
    chosen.addLost(of: isBetter ? own : other)
    return chosen
  }

  /// A measure of the recovered content: complete documents count twice as much as incomplete ones; if the
  /// numbers are equal, a rescue with all bytes of the archive has the greater value.
  private var value: Int {
    let documents = 2 * entries.count - lost.count { $0.kind != .document }
    return 2 * documents + (outcome == .salvaged ? 0 : 1)
  }

  /// Adds the lost documents that only another rescue of the same archive has found.
  private func addLost(of other: ArchiveRescue) {
    guard foreignBlockOffset == nil, other.foreignBlockOffset == nil,
      let own = expectedDocumentCount, let count = other.expectedDocumentCount, count > own
    else { return }
    expectedDocumentCount = count
    let known = Set(entries.map(\.ordinal) + lost.map(\.ordinal))
    lost += other.lost.filter { !known.contains($0.ordinal) }
    lost += other.entries.filter { !known.contains($0.ordinal) }.map { Self.lost($0, .document) }
    lost.sort { $0.ordinal < $1.ordinal }
    reconcile()
    lost = numbered(lost)
  }

  /// Marks the documents that remaining indexes supersede.
  ///
  /// Also marks all documents except the last one with each name: in an undamaged archive, these are superseded.
  private func markSuperseded() {
    superseded = Set(archive.map { Array($0.superseded.keys) } ?? [])
    if archive == nil || foreignBlockOffset == nil {
      // Indexes of generations after the restored ones.
      let kept = archive?.documentCount ?? 0
      for change in scan.changes where change.firstOrdinal >= kept {
        superseded.formUnion(change.superseded)
      }
    }
    // Names are compared byte by byte.
    var last: [[UInt8]: Int] = [:]
    for entry in entries where !entry.name.isEmpty && !superseded.contains(entry.ordinal) {
      if let before = last.updateValue(entry.ordinal, forKey: Array(entry.name.utf8)) {
        superseded.insert(before)
      }
    }
  }

  /// Returns lost documents, with version numbers for those that were replaced or removed.
  func numbered(_ all: [LostDocument]) -> [LostDocument] {
    var numbers = VersionNumbers(ofNamesIn: all)
    guard !numbers.isEmpty else { return all }
    for entry in entries {
      numbers.add(entry.name, at: UInt64(entry.ordinal), isSuperseded: !isCurrent(entry))
    }
    for document in all {
      numbers.add(
        document.name, at: UInt64(document.ordinal),
        isSuperseded: superseded.contains(document.ordinal))
    }
    return all.map { document in
      var document = document
      document.version = numbers.version(of: document.name, at: UInt64(document.ordinal))
      return document
    }
  }

  /// Returns whether a document is neither an earlier version nor removed, as far as remaining parts
  /// of the archive state it.
  public func isCurrent(_ entry: ArchiveEntry) -> Bool { !superseded.contains(entry.ordinal) }

  private static func check(
    _ source: any ArchiveSource, _ limits: Limits, _ progress: (Int) throws -> Void
  ) throws -> (archive: ArchiveReader, report: VerificationReport)? {
    do {
      let archive = try ArchiveReader(source, limits: limits)
      return (archive, try archive.verify(.stored, progress: progress))
    } catch is InputError { return nil }
  }

  /// Returns the size of an archive if the only damage is after it, otherwise 0.
  private static func intactByteCount(
    _ checked: (archive: ArchiveReader, report: VerificationReport)?
  ) -> Int {
    guard let checked, !checked.archive.hasUnfinishedMerge,
      checked.report.damages.allSatisfy({
        $0.error.code == .archiveMissingDirectory
          && $0.error.byteOffset >= checked.archive.byteCount
      })
    else { return 0 }
    return checked.archive.byteCount
  }

  /// Returns the offset at which an interrupted addition or merge begins, or `nil` if there is none.
  private func unfinishedTail(of archive: ArchiveReader) throws -> Int? {
    let tail = ArchiveTail(
      source: source, start: archive.byteCount, end: try source.byteCount(),
      generation: archive.generation)
    return try tail.isUnfinished() ? archive.byteCount : nil
  }

  /// Finds blocks of another archive, for example one that was appended to the file; the number of
  /// documents in the file is then unknown.
  ///
  /// - Parameters:
  ///   - found: The heads in the damaged file.
  ///   - end: The offset of an interrupted merge, whose blocks have the numbers of those that it
  ///     replaces; `nil` if there is none.
  private func findForeignBlocks(_ found: [BlockHead: Int], end: Int?) throws {
    let own = try archive.map { try BlockHead.all(of: $0) } ?? []
    func offset(in found: [BlockHead: Int]) -> Int? {
      BlockHead.firstContradiction(in: found, own: own, before: end ?? .max)
    }
    foreignBlockOffset = offset(in: found)
    if foreignBlockOffset != nil, let archive {
      // Blocks of an archive inside an attachment are found if the attachment is damaged.
      let inner = try BlockHead.all(inBytesOf: archive)
      foreignBlockOffset = offset(in: found.filter { !inner.contains($0.key) })
    }
    guard foreignBlockOffset != nil else { return }
    expectedDocumentCount = nil
    if let archive { lost.removeAll { $0.ordinal >= archive.documentCount } }
  }

  /// Restores the archive from recovery data; salvages the documents if these are not sufficient.
  ///
  /// - Parameter intactByteCount: The size of the undamaged generations at the start of the file.
  private func restore(intactByteCount: Int, _ progress: (Int) throws -> Void) throws {
    let overlay = try OverlayStorage(source)
    let separate = try recoveryFile.map { try ArchiveRecoveryFile.heads(in: $0) } ?? []
    var parity = try ParityRecovery(
      heads: scan.parityHeads.map { (0, $0.offset, $0.head) }
        + separate.map { (1, $0.offset, $0.head) },
      in: [source] + (recoveryFile.map { [$0] } ?? []), progress: progress)
    if parity.contradicts(scan.firstSeals) {
      recoveryFileUse = .refused
    } else if parity.isFileUnrelated {
      // If the archive has no readable document, the separate file may be the only remaining part of it.
      recoveryFileUse = scan.slots.isEmpty ? .alone : .refused
    }
    if recoveryFileUse == .usual, let isUnrelated = parity.isInsufficientFileUnrelated {
      recoveryFileUse = isUnrelated ? .refused : .insufficient
    }
    if recoveryFileUse == .refused { parity.discardFile() }
    var restorer = try ArchiveRestorer(
      overlay, heads: scan.recoveryHeads, parity: parity, intactByteCount: intactByteCount,
      limits: limits)
    let isRestored = try restorer.restore()
    restoredRowCount = restorer.restoredRowCount
    let after = isRestored ? try Self.check(overlay, limits, progress) : nil
    if restoredRowCount > 0 {
      // Even if some hashes do not match, the restored rows may contain more documents.
      let second = try ArchiveScan(overlay, limits: limits)
      expectedDocumentCount = [scan, second].compactMap(\.expectedDocumentCount).max()
      if second.recoversAtLeast(scan) { scan = second }
    } else {
      expectedDocumentCount = scan.expectedDocumentCount
    }
    guard let after, after.report.isIntact else {
      addScanned(from: 0)
      lost = scan.lost
      return
    }
    outcome = .restored
    try adopt(after.archive)
    // Bytes after the last complete generation are the beginning of a later one.
    addScanned(from: after.archive.documentCount)
    if try source.byteCount() - after.archive.byteCount < 30 {
      expectedDocumentCount = after.archive.documentCount
    } else if let expected = expectedDocumentCount, expected < entries.count {
      expectedDocumentCount = nil
    }
    if entries.count > after.archive.documentCount { outcome = .salvaged }
    lost = scan.lost.filter { $0.ordinal >= after.archive.documentCount }
  }

  /// Repairs the counts: discards an expected number that is too small, and lists all documents that are neither
  /// recovered nor known to be lost as lost.
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

  /// Uses all documents of an intact archive.
  private func adopt(_ archive: ArchiveReader) throws {
    self.archive = archive
    try archive.forEachEntry { entry in
      entries.append(entry)
      origins.append(.archive(entry.ordinal))
    }
  }

  /// Adds the salvaged documents from an ordinal on.
  private func addScanned(from ordinal: Int) {
    for slot in scan.slots where slot.entry.ordinal >= ordinal {
      entries.append(slot.entry)
      origins.append(.scan(slot))
    }
  }

  /// Decodes a document and reports which part of it is missing.
  ///
  /// - Parameter index: Its position in `entries`.
  /// - Returns: The document, and the missing part or `nil` if it is complete; `nil` if the
  ///   document cannot be decoded.
  /// - Throws: The sources' errors. Damaged content causes no error.
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

  /// The files from which the documents of the archive were read, by ordinal.
  private lazy var archiveOrigins: [Int: DocumentOrigin] = (try? archive?.origins()) ?? [:]

  /// Returns the file from which a document was read, or `nil` if it is not known.
  ///
  /// - Parameter index: The position of the document in `entries`.
  public func origin(at index: Int) -> DocumentOrigin? {
    switch origins[index] {
    case .archive(let ordinal): archiveOrigins[ordinal]
    case .scan(let slot): scan.origins[slot.entry.ordinal]
    }
  }

  /// Reads the original file of a document; returns `nil` if the archive did not keep it, or it is
  /// lost.
  ///
  /// - Parameter index: The position of the document in `entries`.
  /// - Throws: The sources' errors. Damaged content causes no error.
  public func original(at index: Int) throws -> [UInt8]? {
    guard let origin = origin(at: index), origin.isKept else { return nil }
    if case .archive = origins[index], let archive {
      do { return try archive.original(origin) } catch is InputError { return nil }
    }
    return try scan.original(origin)
  }

  /// The positions in `entries` by id.
  private lazy var places: [UInt64: Int] = Dictionary(
    entries.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })

  /// Returns the position in `entries` of a document with the same id and name, or `nil` if it is
  /// lost.
  public func index(of entry: ArchiveEntry) -> Int? {
    places[entry.id].flatMap { entries[$0].name == entry.name ? $0 : nil }
  }
}
