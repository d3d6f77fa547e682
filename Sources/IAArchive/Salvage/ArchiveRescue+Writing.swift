internal import IABytes
internal import IAText

extension ArchiveRescue {
  /// Writes a new archive of all recovered documents, with a loss record if it is not complete.
  ///
  /// - Parameters:
  ///   - storage: The empty storage of the new archive.
  ///   - options: The options for new generations.
  ///   - progress: Is called with the number of bytes copied so far.
  /// - Throws: `archive.lost` if no document can be read; `archive.no-directory` if the file is not
  ///   an archive; the storages' errors.
  func write(
    to storage: any ArchiveStorage, options: ArchiveOptions,
    progress: (_ byteCount: Int) throws -> Void
  ) throws -> RepairReport {
    guard archive != nil || !entries.isEmpty else {
      guard hasTraces else { throw InputError.archiveMissingDirectory(at: 0) }
      throw InputError(
        .archiveLost, at: 0, detail: "no document can be read, so restore another copy")
    }
    let size = try source.byteCount()
    if let archive { try Self.copy(archive.source, archive.byteCount, to: storage, progress) }
    let kept = archive?.documentCount ?? 0
    var report = RepairReport(
      outcome: outcome, restoredRowCount: restoredRowCount, documentCount: kept,
      expectedDocumentCount: expectedDocumentCount, lost: lost, earlierLosses: earlierLosses,
      droppedByteCount: max(0, size - (archive?.byteCount ?? size)),
      foreignBlockOffset: foreignBlockOffset, lacksEnd: lacksEnd,
      recoveryFileUse: recoveryFileUse, damages: damages)
    let removed = superseded.filter { $0 < kept && archive?.isCurrent($0) == true }.sorted()
    guard entries.count > kept || !report.isComplete || !removed.isEmpty else { return report }
    let writer = try ArchiveWriter(
      storage, mode: archive == nil ? .createNew : .existing, options: options, limits: limits)
    for ordinal in removed { try writer.remove(at: ordinal) }
    for index in kept..<max(kept, entries.count) {
      let entry = entries[index]
      guard let found = try document(at: index) else {
        report.lost.append(Self.lost(entry, .document))
        continue
      }
      if let missing = found.missing { report.lost.append(Self.lost(entry, missing)) }
      let origin = origin(at: index)
      let original = try original(at: index)
      if let origin, origin.isKept, original == nil {
        report.lost.append(Self.lost(entry, .original))
      }
      try Self.append(
        found.document, entry, isCurrent(entry) ? .replace : .archived, origin, original,
        to: writer)
      try writer.describe(
        writer.documentCount - 1, scan.metadata.documents[entry.ordinal] ?? [])
    }
    report.lost = numbered(report.lost.sorted { $0.ordinal < $1.ordinal })
    report.documentCount = writer.documentCount
    if archive == nil {
      try writer.describe(nil, scan.metadata.archive)
      for loss in earlierLosses { try writer.append(loss) }
    }
    if !report.isComplete {
      try writer.append(
        DocumentLoss(
          documentCount: expectedDocumentCount, savedCount: writer.documentCount,
          documents: report.lost))
    }
    _ = try writer.finish()
    return report
  }

  /// Appends a document with its id and name; with a new id or without a name if they are in use.
  private static func append(
    _ document: IADocument, _ entry: ArchiveEntry, _ rule: ExistingDocument,
    _ origin: DocumentOrigin?, _ original: [UInt8]?, to writer: ArchiveWriter
  ) throws {
    let id = writer.lastID.map { entry.id > $0 } ?? true ? entry.id : nil
    do {
      try writer.append(
        document, name: entry.name, id: id, origin: origin, original: original, existing: rule)
    } catch let error as InputError
      where error.code == .archiveDuplicate || error.code == .archiveVersion
    {
      try writer.append(document, id: id)
    }
  }

  static func lost(_ entry: ArchiveEntry, _ kind: LostDocument.Kind) -> LostDocument {
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
