internal import IAArchive
internal import IABytes
internal import IAFiles
internal import IAForeignArchives
internal import IAFormats
internal import IASyntax

/// An archive that a batch writes.
///
/// Outputs and journal are staged in a folder beside the archive. The archive is written at the end, in the order of
/// the plan. An interrupted run leaves the folder, and the next run continues with it.
package struct BatchArchive: Sendable {
  /// The path of the archive.
  package let path: String
  private let treatment: BatchOptions.ExistingArchive
  private let date: String?
  private let skipsArchived: Bool
  private let scratchFolder: String

  /// Creates the archive for a target whose name has the suffix of an archive format; returns `nil` for other names.
  ///
  /// - Parameters:
  ///   - target: The target of a batch. A folder is not an archive, whatever its name is.
  ///   - options: The settings of the batch.
  package init?(target: String, _ options: BatchOptions = BatchOptions()) {
    guard Self.isNamed(target), !OutputFolder.isFolder(target) else { return nil }
    path = target
    treatment = options.existingArchive
    date = options.archiveDate
    skipsArchived = options.skipsArchived
    scratchFolder = options.scratchFolder
  }

  private static func isNamed(_ target: String) -> Bool {
    guard !FilePaths.endsWithSlash(target) else { return false }
    return Container.isNamed(target) || ForeignArchiveFormat(fileName: target) != nil
  }

  /// Whether the archive contains documents instead of files.
  private var isContainer: Bool { Container.isNamed(path) }

  /// Returns the files from which the documents of the archive were read; `nil` if the run does not append to an
  /// archive, or if the archive cannot be read.
  ///
  /// - Parameter run: The current run. Only documents that the same program converted with the same options count,
  ///   unless `skipsArchived` is set.
  func knownFiles(of run: JournalRun) -> ArchivedFiles? {
    guard appends else { return nil }
    return try? ArchivedFiles(path, of: skipsArchived ? nil : run)
  }

  /// The folder in which outputs and journal are staged.
  package var stagingFolder: String {
    FilePaths.folderPrefix(of: path) + "." + path[FilePaths.nameStart(in: path)...] + ".iaconv"
  }

  /// Fails if the archive cannot be written: because of the formats, because it is a source, or because it exists and
  /// may not be replaced.
  ///
  /// - Throws: `Failure` with `usage.format`, `usage.overlap` or `file.exists`.
  func check(_ formats: [FormatDescriptor], sources: [String]) throws(Failure) {
    try OutputGuard.refuse(path, asOneOf: sources.filter { !OutputFolder.isFolder($0) })
    if isContainer {
      guard formats.map(\.id) == [Container.format] else {
        throw Failure(
          .usage, path: path, code: "usage.format",
          "an .iaa archive contains documents; omit -t, or name a .zip or .tar.zst archive")
      }
    } else if ForeignArchiveFormat(fileName: path)?.isWritten != true {
      throw Failure(
        .usage, path: path, code: "usage.format", "is only read; written are .iaa, .zip, .tar.zst")
    } else if treatment == .add {
      throw Failure(
        .usage, path: path, code: "usage.format", "--add appends to .iaa archives alone")
    }
    guard treatment == .refuse, OutputGuard.isTaken(path), !hasUnfinishedRun else { return }
    throw refusal
  }

  private var refusal: Failure {
    Failure(
      .cannotCreate, path: path, code: "file.exists",
      "exists already; --overwrite replaces it" + (isContainer ? ", --add appends to it" : ""))
  }

  /// Whether an earlier run left its staging folder; this run may already have written the archive.
  private var hasUnfinishedRun: Bool {
    FileStamp.isTaken(JournalPlace.journal(in: stagingFolder))
  }

  /// Writes the staged outputs to the archive and removes the staging folder.
  ///
  /// If an archive exists, may not be replaced, and has the same bytes, it was written by an earlier run that was
  /// killed before it removed the folder. Then only the folder is removed.
  ///
  /// - Parameters:
  ///   - plan: The documents in the order of the archive.
  ///   - isLeftOut: Returns whether a document has no valid output.
  ///   - onRenamed: Called for each output that has another path in the archive.
  /// - Returns: The changes of an existing archive; `nil` for a new one.
  /// - Throws: `Failure`; an existing archive is then unchanged, and the staged outputs remain.
  func pack(
    _ plan: DocumentPlan, isLeftOut: (PlannedDocument) -> Bool,
    onRenamed: (OutputTree.Renaming) -> Void
  ) throws(Failure) -> BatchSummary.Addition? {
    guard treatment == .refuse, OutputGuard.isTaken(path) else {
      return try pack(plan, to: path, isLeftOut: isLeftOut, onRenamed: onRenamed)
    }
    let folder = JournalPlace.folder(in: stagingFolder) + "/packed"
    let copy = folder + "/" + path[FilePaths.nameStart(in: path)...]
    OutputFolder.removeTree(folder)
    defer { OutputFolder.removeTree(folder) }
    let isSame: Bool
    do {
      try OutputFolder.make(folder)
      _ = try pack(
        plan, to: copy, isLeftOut: isLeftOut, onRenamed: onRenamed, removesFolder: false)
      isSame = try Self.isEqual(copy, path)
    } catch {
      throw Failure(error, path: path)
    }
    guard isSame else { throw refusal }
    OutputFolder.removeTree(stagingFolder)
    return nil
  }

  /// Returns whether two files have the same bytes.
  private static func isEqual(_ one: String, _ other: String) throws -> Bool {
    let files = (try RandomAccessFile(path: one), try RandomAccessFile(path: other))
    guard files.0.byteCount == files.1.byteCount else { return false }
    for start in stride(from: 0, to: files.0.byteCount, by: 1 << 20) {
      let range = start..<min(start + 1 << 20, files.0.byteCount)
      guard try files.0.bytes(in: range) == files.1.bytes(in: range) else { return false }
    }
    return true
  }

  private func pack(
    _ plan: DocumentPlan, to target: String, isLeftOut: (PlannedDocument) -> Bool,
    onRenamed: (OutputTree.Renaming) -> Void, removesFolder: Bool = true
  ) throws(Failure) -> BatchSummary.Addition? {
    let addition: BatchSummary.Addition?
    do {
      let journal = try JournalIndex(
        path: JournalPlace.journal(in: stagingFolder), scratchFolder: scratchFolder)
      let output = try BatchArchiveOutput(self, at: target)
      do {
        var documents = plan.documents()
        while let document = try documents.next() {
          guard !isLeftOut(document), let (entry, run) = try journal.entry(document.name),
            entry.status == .converted
          else { continue }
          try add(entry, of: run, to: output, onRenamed: onRenamed)
        }
        addition = try output.finish()
      } catch {
        output.cancel()
        throw error
      }
    } catch {
      throw Failure(error, path: path)
    }
    if removesFolder { OutputFolder.removeTree(stagingFolder) }
    return addition
  }

  private func add(
    _ entry: JournalEntry, of run: JournalRun, to output: BatchArchiveOutput,
    onRenamed: (OutputTree.Renaming) -> Void
  ) throws {
    for file in entry.outputs where output.isNew(file.path) {
      let path = stagingFolder + "/" + file.path
      let limits = Limits(inputBytes: max(file.byteCount, 1))
      let bytes = try FileSource(path: path).bytes(limits: limits)
      guard SHA256Digest(of: bytes) == file.digest else { throw OutputStage.changed(path) }
      if let renaming = try output.add(file.path, bytes, of: entry, run) { onRenamed(renaming) }
    }
  }

  /// Whether the documents are appended to an existing archive.
  fileprivate var appends: Bool { treatment == .add && OutputGuard.isTaken(path) }

  /// Whether an existing archive is replaced.
  fileprivate var replaces: Bool { treatment == .replace }

  fileprivate var options: ArchiveOptions {
    var options = ContainerWork.newArchive(10)
    options.date = date
    return options
  }
}

/// The files from which the documents of an `.iaa` archive were read.
final class ArchivedFiles {
  private let reader: ArchiveReader
  private let origins: [Int: DocumentOrigin]
  /// The ordinals of the documents that count as known; `nil` for all.
  private let known: Set<Int>?

  /// Creates the list of an archive by reading it.
  ///
  /// - Parameter run: The program and the options with which a document must have been converted; `nil` for any.
  fileprivate init(_ path: String, of run: JournalRun?) throws {
    let reader = try ArchiveReader(Container.Source(path))
    self.reader = reader
    origins = try reader.origins()
    known = try run.map { run in
      let statement = MetadataStatement(MetadataStatement.conversion, run.statement)
      let documents = try reader.metadata().documents
      return Set(documents.lazy.filter { $0.value.contains { $0 == statement } }.map(\.key))
    }
  }

  /// Returns whether the archive contains a current document of a name that is undamaged and was read from a file with
  /// the same file name and content.
  func contains(_ name: String, readFrom path: String, label: String, limits: Limits) -> Bool {
    guard let entry = try? reader.entry(named: name), let origin = origins[entry.ordinal],
      known?.contains(entry.ordinal) != false,
      origin.fileName == FileNames.name(of: label),
      let stamp = FileStamp(path: path), stamp.isRegular, stamp.byteCount == origin.byteCount,
      (try? Fingerprint.digest(of: path, limits: limits)) == origin.digest
    else { return false }
    return (try? reader.document(at: entry.ordinal)) != nil
  }
}

/// The archive of a batch while it is written.
private final class BatchArchiveOutput {
  private let tree: OutputTree?
  private let container: ContainerSink?
  /// The paths that were added; several documents can share a side file.
  private var paths: Set<ExactText> = []
  private let appends: Bool

  /// Creates the output of an archive at a path with its suffix.
  init(_ archive: BatchArchive, at path: String) throws {
    appends = archive.appends
    if Container.isNamed(path) {
      tree = nil
      container = try ContainerSink(
        path: path, appends: appends, replaces: archive.replaces,
        options: archive.options)
    } else {
      container = nil
      tree = try OutputTree(path: path, isBag: false, replaces: archive.replaces)
    }
  }

  /// Records a path and returns whether it was not recorded before.
  func isNew(_ path: String) -> Bool { paths.insert(ExactText(path)).inserted }

  /// Adds an output of a document; returns the renaming if the output gets another path in the archive.
  func add(
    _ path: String, _ bytes: [UInt8], of entry: JournalEntry, _ run: JournalRun
  ) throws -> OutputTree.Renaming? {
    if let container {
      try container.add(path, .bytes(bytes), from: Self.packedFile(entry, run))
    } else {
      _ = try tree?.add(path, .bytes(bytes))
    }
    return tree?.renamed
  }

  /// Returns the file from which a document was converted; `nil` if the input is itself an `.ia` file.
  private static func packedFile(_ entry: JournalEntry, _ run: JournalRun) -> PackedFile? {
    guard let name = FileNames.name(of: entry.input), !name.hasSuffix(".ia") else { return nil }
    var file = PackedFile(
      origin: DocumentOrigin(
        fileName: name, mediaType: MediaTypes.ofFile(named: name),
        byteCount: entry.inputByteCount, digest: entry.inputDigest),
      bytes: nil)
    // If the conversion used further files, only a journal states whether all of them are unchanged.
    if entry.beside == nil {
      file.statements = [MetadataStatement(MetadataStatement.conversion, run.statement)]
        .compactMap(\.self)
    }
    return file
  }

  /// Writes the archive; returns the changes of an existing archive.
  func finish() throws -> BatchSummary.Addition? {
    try container?.finish()
    try tree?.commit()
    guard let container, appends else { return nil }
    let (versions, unchanged) = (container.versionCount, container.unchangedCount)
    return BatchSummary.Addition(
      added: paths.count - versions - unchanged, versions: versions, unchanged: unchanged)
  }

  func cancel() { container?.cancel() }
}
