internal import IAArchive
internal import IAFiles
internal import IAForeignArchives
public import IAFormats
internal import IASyntax
internal import IAText

/// Copies or converts the documents of a collection into a folder or an archive.
public struct Archiving: Sendable {
  /// The inputs.
  public var collection: FileCollection
  /// The conversion of each document; `nil` to copy every file without change.
  public var conversion: Conversion?
  /// Whether the documents become the payload of a bag.
  public var isBag = false
  /// Whether an existing archive at the path of the output is replaced.
  public var replacesArchive = false
  /// The size of the recovery data of an `.iaa` archive in percent, 0 to 100.
  public var recoveryPercent = 10
  /// Whether a new `.iaa` archive contains its specifications, a reader and lists of names.
  public var includesDescription = true
  /// The metadata to record in a new `.iaa` archive, or in the information of a bag.
  public var metadata = MetadataTable()
  /// Whether a new `.iaa` archive contains the original files of its documents as well.
  public var keepsOriginals = false
  /// Whether a new `.iaa` archive gets an index of words.
  public var indexesWords = false
  /// Whether a new `.iaa` archive is compressed with less effort.
  public var isFast = false
  /// Whether a new `.iaa` archive has large blocks, which make it smaller but reading of single documents slower.
  public var hasLargeBlocks = false
  /// The date of a new `.iaa` archive in the form `2026-11-23T12:00:00Z`; `nil` for none.
  public var date: String?

  /// The result of an operation.
  public struct Summary: Hashable, Sendable {
    /// The number of documents that were written.
    public var written = 0
    /// The number of these documents that are new versions of documents in an archive.
    public var versions = 0
    /// The number of documents that were not written, because the archive contains them unchanged.
    public var unchanged = 0
    /// The number of documents whose conversion lost something.
    public var lossy = 0
    /// The total size in bytes of the files from which the written documents were read.
    var readByteCount = 0
    /// The number of files that were omitted.
    public var omitted = 0
    /// The number of bytes that followed the archive and were removed.
    public var removedTailByteCount = 0
    /// The message about an interrupted addition that was completed; `nil` if there was none.
    public var completion: Failure?
    /// Whether documents of a damaged archive are missing or incomplete.
    public var isDamaged = false
    /// Damage of the archive to which documents were added; `nil` if none was found.
    public var archiveDamage: Failure?
  }

  /// The result for one file.
  public enum Event: Sendable {
    /// The file was written to a path; the report states the losses.
    case written(CollectedFile, path: String, ConversionReport)
    /// The file was omitted or renamed.
    case omitted(FileCollection.Omission)
    /// The file could not be read as a document.
    case failed(CollectedFile, Failure)
  }

  /// Creates an operation for a collection.
  public init(_ collection: FileCollection, conversion: Conversion?) {
    self.collection = collection
    self.conversion = conversion
  }

  /// Writes all documents to a folder or archive.
  ///
  /// The output gets its name only when everything is written. A file that cannot be read as a document is omitted and
  /// reported to `onEvent`. A strict conversion that would lose something ends the operation.
  ///
  /// - Parameters:
  ///   - output: The path of the folder or archive.
  ///   - onEvent: Called with the result for every file.
  /// - Returns: The number of written, lossy and omitted files.
  /// - Throws: `Failure`: `usage.overlap` if the output is an input, `file.exists` if it exists and
  ///   may not be replaced, `archive.no-document` if there are inputs and none can be read.
  public func run(to output: String, onEvent: (Event) -> Void) throws -> Summary {
    try OutputGuard.refuse(output, asOneOf: collection.inputs, limits: collection.limits)
    if OutputTree.isFolder(output) {
      try OutputGuard.refuseTaken(output)
    } else if !replacesArchive {
      try OutputGuard.refuseExisting(output)
    }
    let tree: OutputTree
    var metadata = metadata
    if Container.isNamed(output), includesDescription { metadata.archive = joinedMetadata() }
    do {
      tree = try OutputTree(
        path: output, isBag: isBag, replaces: replacesArchive, options: options, metadata: metadata,
        keepsOriginals: keepsOriginals)
    } catch {
      throw Failure(error, path: output)
    }
    let summary = try run(packsDocuments: tree.packsDocuments, onEvent: onEvent) {
      let path = try tree.add($0, $1, from: $2)
      if let renaming = tree.renamed { onEvent(.omitted(.init(renaming))) }
      return path
    }
    // If no document has an original file, there is nothing to write.
    guard !collection.readsOriginals || summary.written > 0 else { return summary }
    guard summary.written > 0 || summary.omitted == 0 || summary.isDamaged else {
      throw Failure(
        .badInput, path: output, code: "archive.no-document",
        "is not written, because none of the inputs can be read")
    }
    do {
      try tree.commit(bagInfo: isBag ? bagInfo() : [])
    } catch {
      throw Failure(error, path: output)
    }
    return summary
  }

  /// Returns the fields of `bag-info.txt`, from the metadata of the input archives and of this operation, which take
  /// precedence.
  private func bagInfo() throws -> [BagReport.Field] {
    let archives = collection.inputs.filter { Container.isArchive($0) }
    return MetadataFields.bagInfo(
      joinedMetadata(),
      sender: archives.first.flatMap(FilePaths.name), date: date)
  }

  /// Returns the metadata of the input archives, each statement once; the metadata of this operation replace the values
  /// of the same elements.
  ///
  /// The statements about the programs that wrote the inputs are omitted.
  private func joinedMetadata() -> [MetadataStatement] {
    var statements: [MetadataStatement] = []
    for path in collection.inputs where Container.isArchive(path) {
      // The documents of a damaged archive can be read even if its metadata are lost.
      guard let reader = try? ArchiveReader(Container.Source(path), limits: collection.limits),
        let known = try? reader.metadata().archive
      else { continue }
      statements += known.filter {
        $0.element != MetadataStatement.program && !statements.contains($0)
      }
    }
    return ArchiveMetadata.replaced(statements, by: metadata.archive)
  }

  private var options: ArchiveOptions {
    var options = ArchiveOptions(
      recoveryPercent: recoveryPercent, includesDescription: includesDescription)
    options.date = date
    options.indexesWords = indexesWords
    options.program = SuiteVersion.program
    options.isFast = isFast
    if hasLargeBlocks { options.useLargeBlocks() }
    return options
  }

  /// Passes each document, with its path and the file from which it was converted, to `add`, which returns the path
  /// that it used.
  ///
  /// - Parameters:
  ///   - packsDocuments: Whether `add` receives an `IADocument` if the output format is `ia`; otherwise it receives the
  ///     bytes of files.
  ///   - isUpToDate: Returns whether the document with a path is unchanged, so that its file need not be read.
  func run(
    packsDocuments: Bool, onEvent: (Event) -> Void,
    isUpToDate: (String, DocumentOrigin?) throws -> Bool = { _, _ in false },
    add: (String, OutputContent, PackedFile?) throws -> String
  ) throws -> Summary {
    var summary = Summary()
    let suffix = try conversion.map { conversion in
      let format = try conversion.registry.writer(id: conversion.outputFormat).descriptor
      return format.suffixes.first ?? format.id.rawValue
    }
    try collection.forEach { omission in
      switch omission.kind {
      case .omitted: summary.omitted += 1
      case .damage: summary.isDamaged = true
      case .renamed, .remark: break
      }
      onEvent(.omitted(omission))
    } _: { file in
      do {
        let file = try loaded(file)
        var packed = try packedFile(file)
        let target = suffix.map { Self.path(file.path, suffix: $0) } ?? file.path
        if try isUpToDate(target, packed?.origin) { return }
        let (content, byteCount, report) = try converted(file, packsDocuments)
        packed?.losses = LossSummary(of: report).kinds
        let path = try add(target, content, packed)
        summary.written += 1
        summary.readByteCount += byteCount
        if !report.isLossless { summary.lossy += 1 }
        onEvent(.written(file, path: path, report))
      } catch {
        let failure = Failure(error, path: file.label)
        guard failure.concernsOneFile else { throw failure }
        summary.omitted += 1
        onEvent(.failed(file, failure))
      }
    }
    return summary
  }

  /// Returns a file whose bytes are in memory, if the file is both converted and described in the archive.
  ///
  /// This needs two readings, but a stream can be read only once, and a file can change between two readings.
  private func loaded(_ file: CollectedFile) throws -> CollectedFile {
    guard conversion?.outputFormat == Container.format, !file.isContained else { return file }
    var loaded = file
    loaded.source = try LoadedSource(file.source, limits: collection.limits)
    return loaded
  }

  /// Returns the file from which a document of a new `.iaa` archive is read; `nil` for other outputs.
  ///
  /// For a document that comes from an `.iaa` archive, it is the file that this archive records.
  private func packedFile(_ file: CollectedFile) throws -> PackedFile? {
    guard conversion?.outputFormat == Container.format else { return nil }
    if let contained = file.contained { return try contained.packedFile() }
    guard !file.path.hasSuffix(".ia") || keepsOriginals else { return nil }
    let bytes = try file.source.bytes(limits: collection.limits)
    let name = FilePaths.name(of: file.path) ?? file.path
    return PackedFile(
      origin: DocumentOrigin(
        fileName: name, mediaType: MediaTypes.ofFile(named: name), byteCount: bytes.count,
        digest: SHA256Digest(of: bytes)),
      bytes: bytes)
  }

  /// Returns the output of a file, the size of the file in bytes, and the losses.
  private func converted(
    _ file: CollectedFile, _ packsDocuments: Bool
  ) throws -> (OutputContent, Int, ConversionReport) {
    guard let conversion else {
      let bytes = try file.source.bytes(limits: collection.limits)
      return (.bytes(bytes), bytes.count, ConversionReport())
    }
    if packsDocuments, conversion.outputFormat == Container.format {
      let result = try conversion.document(from: file.source)
      return (.document(result.document), result.byteCount, result.report)
    }
    let sink = CollectingSink()
    let outcome = try conversion.run(from: file.source, to: sink)
    return (.bytes(sink.bytes), outcome.inputByteCount, outcome.report)
  }

  /// Returns a path with its suffix replaced.
  static func path(_ path: String, suffix: String) -> String {
    let name = String(path[FilePaths.nameStart(in: path)...])
    return FilePaths.folderPrefix(of: path) + name[..<FileNames.suffixStart(of: name)] + "."
      + suffix
  }
}

/// The content of one output of an operation.
enum OutputContent {
  /// The bytes of a file.
  case bytes([UInt8])
  /// A document, for an `.iaa` archive.
  case document(IADocument)
}

/// The file from which a document of an `.iaa` archive was read, with the records about it.
struct PackedFile {
  /// The description of the file, or `nil` if it is not known.
  var origin: DocumentOrigin?
  /// The bytes of the file, which are stored if originals are kept.
  var bytes: [UInt8]?
  /// The bytes of the file, if it comes from an archive that contains it; they are always stored.
  var keptBytes: [UInt8]?
  /// The losses of the conversion to the document.
  var losses: [String] = []
  /// The metadata of the document in the archive that it comes from.
  var statements: [MetadataStatement] = []
}

/// A sink that keeps a document in memory and is shared by reference.
private final class CollectingSink: DocumentSink {
  private(set) var bytes: [UInt8] = []

  func write(_ bytes: [UInt8]) { self.bytes.append(contentsOf: bytes) }

  func writeSideFile(named name: String, _ bytes: [UInt8]) -> String? { nil }
}
