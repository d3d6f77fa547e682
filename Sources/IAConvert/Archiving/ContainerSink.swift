internal import IAArchive
internal import IABytes
internal import IAFiles
internal import IAFormats
internal import IAText

/// Writes a new `.iaa` archive or appends to one; each added file becomes a document.
final class ContainerSink: FileTreeSink {
  private let file: UpdatedFile
  /// The addition to an existing archive; `nil` for a new one.
  private let addition: AdditionStorage?
  private let writer: ArchiveWriter
  private let conversion = Conversion(to: Container.format)
  /// The origins of the documents of the existing archive; `nil` until they are needed.
  private var origins: [Int: DocumentOrigin]?
  private let keepsOriginals: Bool
  /// Whether the losses of conversions, and the records of documents from other archives, are
  /// stored.
  private let recordsProvenance: Bool
  /// The metadata to record.
  private let table: MetadataTable
  /// The paths of `table` for which a document was found so far.
  private var usedPaths: Set<String> = []
  /// The metadata of the existing archive; `nil` until they are needed.
  private var knownMetadata: ArchiveMetadata?

  /// The number of bytes that followed the archive and were removed, such as those of an interrupted addition.
  var removedTailByteCount: Int { writer.removedTailByteCount }
  /// The number of documents of an interrupted addition that is completed; `nil` if there is none.
  var completedDocumentCount: Int? { writer.completedDocumentCount }
  /// The first damage of the existing archive that was found; `nil` if there is none.
  private(set) var damage: InputError?
  /// The ordinals of documents of the existing archive that are known to be damaged.
  private var damagedOrdinals: [Range<Int>] = []
  /// The number of documents that are new versions.
  private(set) var versionCount = 0
  /// The number of documents that were not written, because the archive contains them unchanged.
  private(set) var unchangedCount = 0

  /// Creates an archive, or opens one to append to it.
  ///
  /// - Parameters:
  ///   - appends: Whether to append to the existing archive.
  ///   - replaces: Whether a new archive may replace an existing file.
  ///   - options: The options for the generation.
  ///   - metadata: The metadata to record.
  ///   - keepsOriginals: Whether the original files of the documents are stored as well.
  init(
    path: String, appends: Bool = false, replaces: Bool = false,
    options: ArchiveOptions = ArchiveOptions(), metadata: MetadataTable = MetadataTable(),
    keepsOriginals: Bool = false
  ) throws {
    table = metadata
    self.keepsOriginals = keepsOriginals
    file =
      try appends ? UpdatedFile(existing: path) : UpdatedFile(creating: path, replaces: replaces)
    let storage = FileStorage(file)
    addition = appends ? try AdditionStorage(storage) : nil
    writer = try ArchiveWriter(
      addition ?? storage, mode: appends ? .existing : .createNew, options: options)
    recordsProvenance = options.includesDescription && writer.earlier?.formatVersion != 1
  }

  func add(_ path: String, _ bytes: [UInt8]) throws { try add(path, .bytes(bytes), from: nil) }

  /// Adds a document, given as such or as the bytes of an `.ia` file, with the file from which it was converted.
  ///
  /// If the archive has a document of the same name, the new one becomes a version of it. An unchanged document is not
  /// written, unless it is damaged in the archive, or its original file must be stored and is not in the archive.
  func add(_ path: String, _ content: OutputContent, from file: PackedFile?) throws {
    let document = try document(path, content)
    let name = Self.name(of: path)
    let before = try writer.earlier?.entry(named: name)
    if let before, let earlier = writer.earlier {
      let old = try undamaged { try earlier.document(at: before.ordinal) }
      if let old, ContainerWork.isEqual(old, document), try hasOriginal(before, file) {
        unchangedCount += 1
        return try describe(before.ordinal, name, file?.origin)
      }
    }
    let entry = try writer.append(
      document, name: name, origin: file?.origin,
      original: file?.keptBytes ?? (keepsOriginals ? file?.bytes : nil), existing: .replace)
    try describe(
      entry.ordinal, name, file?.origin, known: recordsProvenance ? Self.provenance(of: file) : [])
    if before != nil { versionCount += 1 }
  }

  private func document(_ path: String, _ content: OutputContent) throws -> IADocument {
    switch content {
    case .document(let document): return document
    case .bytes(let bytes):
      return try conversion.read(BytesSource(bytes, name: FilePaths.name(of: path))).document
    }
  }

  /// Returns the records of a document: its metadata in the archive from which it was taken, and the
  /// losses of its conversion.
  private static func provenance(of file: PackedFile?) -> [MetadataStatement] {
    guard let file else { return [] }
    let losses = file.losses.map {
      String(String.UnicodeScalarView($0.unicodeScalars.prefix(1000)))
    }
    return file.statements
      + losses.compactMap { MetadataStatement(MetadataStatement.loss, $0) }
  }

  /// Returns whether the original file of a document need not be stored: because originals are not kept, or because the
  /// archive already contains it.
  private func hasOriginal(_ entry: ArchiveEntry, _ file: PackedFile?) throws -> Bool {
    guard keepsOriginals && file?.bytes != nil || file?.keptBytes != nil,
      let origin = file?.origin
    else { return true }
    guard let known = try knownOrigins()[entry.ordinal] else { return false }
    return known.isKept && known.isSameFile(as: origin)
  }

  private func knownOrigins() throws -> [Int: DocumentOrigin] {
    let known = try origins ?? undamaged { try writer.earlier?.origins() } ?? [:]
    origins = known
    return known
  }

  /// Runs a function that reads from the existing archive; if it finds damage, records it and returns `nil`.
  private func undamaged<Value>(_ read: () throws -> Value?) throws -> Value? {
    do { return try read() } catch {
      guard let found = error as? InputError, Container.damage(error, in: "") is Failure else {
        throw error
      }
      damage = damage ?? found
      return nil
    }
  }

  /// The maximum number of bytes of the existing archive that are verified before an addition.
  private static let checkedByteCount = 16 << 20

  /// Verifies the hashes of the existing archive before an addition.
  ///
  /// In a large archive only a sample of the members is verified. The sample depends on the size of the archive, so
  /// that it differs after each addition.
  func checkArchive() throws {
    guard let earlier = writer.earlier else { return }
    let count = earlier.byteCount
    let depth: VerificationDepth =
      count <= Self.checkedByteCount
      ? .stored
      : .sample(perThousand: Self.checkedByteCount * 1000 / count, seed: UInt64(count))
    // The writer handles bytes that follow the archive.
    let found = try earlier.verify(depth).damages.filter {
      $0.error.code != .archiveMissingDirectory
    }
    damage = damage ?? found.first?.error
    damagedOrdinals = found.map(\.ordinals).filter { !$0.isEmpty }
  }

  /// Returns the name of the document for a file: its path without the suffix `.ia` or `.json`.
  private static func name(of path: String) -> String {
    let suffix = [".ia", ".json"].first { path.hasSuffix($0) } ?? ""
    return String(path.dropLast(suffix.count))
  }

  /// Returns whether the document of the archive with the name of a file was read from the same bytes and is not known
  /// to be damaged.
  ///
  /// - Parameters:
  ///   - path: The path of the document as a file.
  ///   - origin: The file, or `nil` if it is not known.
  func isUpToDate(_ path: String, _ origin: DocumentOrigin?) throws -> Bool {
    guard let origin, let earlier = writer.earlier,
      let before = try earlier.entry(named: Self.name(of: path)),
      !damagedOrdinals.contains(where: { $0.contains(before.ordinal) })
    else { return false }
    guard let known = try knownOrigins()[before.ordinal], known.isSameFile(as: origin),
      known.isKept || !keepsOriginals
    else { return false }
    unchangedCount += 1
    try describe(before.ordinal, Self.name(of: path), origin)
    return true
  }

  /// Records the metadata of a document, by its name or by the path of its file.
  ///
  /// - Parameter known: Further statements about the document; those of the table replace the values of the same
  ///   elements.
  private func describe(
    _ ordinal: Int, _ name: String, _ origin: DocumentOrigin?, known: [MetadataStatement] = []
  ) throws {
    let folder = FilePaths.folderPrefix(of: name)
    var given: [MetadataStatement] = []
    for path in [name, origin.map { folder + $0.fileName }] {
      guard let path, let statements = table.documents[path] else { continue }
      usedPaths.insert(path)
      given += statements
    }
    let replaced = Set(given.map(\.element))
    let statements = known.filter { !replaced.contains($0.element) } + given
    if !statements.isEmpty { try describe(ordinal, statements) }
  }

  /// Records statements unless the existing archive has the same ones.
  private func describe(_ ordinal: Int?, _ statements: [MetadataStatement]) throws {
    let known =
      try knownMetadata ?? undamaged { try writer.earlier?.metadata() } ?? ArchiveMetadata()
    knownMetadata = known
    let before = ordinal.map { known.documents[$0] ?? [] } ?? known.archive
    let elements = Set(statements.map(\.element))
    // Results of verifications form a log, so that equal results are recorded again.
    guard
      elements.contains(MetadataStatement.fixity)
        || before.filter({ elements.contains($0.element) })
          != statements.filter({ !$0.value.isEmpty })
    else { return }
    try writer.describe(ordinal, statements)
  }

  /// Records the metadata of the archive, and of documents that the existing archive already contains.
  ///
  /// - Throws: `Failure` with `metadata.no-document` for a path that no document has.
  private func describeRest() throws {
    try describe(nil, table.archive)
    for path in table.documents.keys.sorted() where !usedPaths.contains(path) {
      guard let statements = table.documents[path],
        let entry = try writer.earlier?.entry(named: path) ?? entry(readFrom: path)
      else {
        throw Failure(
          .badInput, path: table.path, code: "metadata.no-document",
          "the archive has no document \"\(path)\"")
      }
      try describe(entry.ordinal, statements)
    }
  }

  /// Returns the current document of the existing archive that was read from the file with a path.
  ///
  /// - Throws: `Failure` with `archive.ambiguous` if there are several.
  private func entry(readFrom path: String) throws -> ArchiveEntry? {
    let known = try knownOrigins()
    var found: [ArchiveEntry] = []
    try writer.earlier?.forEachCurrentEntry { entry in
      guard let origin = known[entry.ordinal],
        FilePaths.folderPrefix(of: entry.name) + origin.fileName == path
      else { return }
      found.append(entry)
    }
    guard found.count > 1 else { return found.first }
    throw Failure(
      .badInput, path: table.path, code: "archive.ambiguous",
      "\(found.count) documents were read from files with the path \"\(path)\"; name one of them: "
        + LossMessages.names(found.map(Container.path)))
  }

  /// Removes a document of the archive.
  ///
  /// - Returns: Whether the archive contains the document.
  func remove(at ordinal: Int) throws -> Bool { try writer.remove(at: ordinal) }

  /// Calls a closure with each current document of the existing archive.
  func forEachEarlierEntry(_ body: (ArchiveEntry) throws -> Void) throws {
    try writer.earlier?.forEachCurrentEntry(body)
  }

  /// Writes the archive to the disk.
  func finish() throws { try finish(merging: nil) }

  /// Writes the archive to the disk.
  ///
  /// - Parameter merge: The merge of small generations at the end of an existing archive with the
  ///   addition; `nil` for none. The addition succeeds even if the merge fails.
  func finish(merging merge: GenerationMerge?) throws {
    try describeRest()
    _ = try writer.finish()
    if let addition, let merge {
      try merge.finish(addition)
    } else {
      try addition?.commit()
    }
    try file.commit()
  }

  /// Discards the additions; an existing archive is unchanged.
  func cancel() { try? writer.cancel() }
}
