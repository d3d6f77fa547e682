internal import IAArchive
internal import IABytes
internal import IACodec
internal import IAFiles
internal import IAText

/// The merge of several archives into one.
extension ContainerWork {
  /// The result of a merge.
  public struct Merge: Hashable, Sendable {
    /// The number of current documents of the new archive.
    public fileprivate(set) var documents = 0
    /// The number of earlier versions: documents whose name a later archive has with other content.
    public fileprivate(set) var versions = 0
    /// The number of documents that were equal to one of a later archive with the same name.
    public fileprivate(set) var equal = 0
    /// The messages about interrupted additions, whose documents were not merged.
    public fileprivate(set) var interruptions: [Failure] = []
  }

  /// Writes the current documents of several archives to a new one with one generation.
  ///
  /// A document whose name a later archive has as well becomes an earlier version; if it is equal, it
  /// is written once. Documents get new ids.
  ///
  /// - Parameters:
  ///   - paths: The archives; later ones have the newer versions.
  ///   - output: The path of the new archive.
  ///   - refusesConflicts: Whether different documents with the same name are an error.
  ///   - recoveryPercent: The size of the recovery data in percent, 0 to 100.
  ///   - indexesWords: Whether the new archive gets an index of words even if no archive has one.
  ///   - replaces: Whether an existing file at `output` may be replaced.
  ///   - onProgress: Called with the number of written documents after every 256 documents.
  /// - Returns: The numbers of documents.
  /// - Throws: `Failure`; with `archive.conflict` for a refused conflict. Nothing is then written.
  public static func merge(
    _ paths: [String], to output: String, refusesConflicts: Bool = false,
    recoveryPercent: Int = 10, indexesWords: Bool = false, replaces: Bool = false,
    onProgress: @escaping (Int) -> Void = { _ in }
  ) throws -> Merge {
    try OutputGuard.refuse(output, asOneOf: paths)
    if !replaces { try OutputGuard.refuseExisting(output) }
    let sources = try paths.map(MergedArchive.init)
    var options = newArchive(recoveryPercent)
    options.indexesWords = indexesWords || sources.contains { $0.reader.hasWordIndex }
    do {
      let target = try UpdatedFile(creating: output, replaces: replaces)
      let writer = try ArchiveWriter(FileStorage(target), mode: .createNew, options: options)
      try writer.describe(
        nil, joined(sources.flatMap(\.metadata.archive)) { $0.element != MetadataStatement.program }
      )
      var copying = MergeCopy(
        writer: writer, sources: sources, refusesConflicts: refusesConflicts,
        onProgress: onProgress)
      for place in sources.indices { try copying.copyAll(from: place) }
      _ = try writer.finish()
      try target.commit()
      var merge = copying.merge
      merge.interruptions = sources.compactMap(\.interruption)
      return merge
    } catch {
      throw Failure(error, path: output)
    }
  }

  /// An archive that is merged, with its records about its documents.
  private struct MergedArchive {
    let path: String
    let reader: ArchiveReader
    let interruption: Failure?
    let origins: [Int: DocumentOrigin]
    let metadata: ArchiveMetadata

    /// Creates the description of an archive and opens it.
    ///
    /// - Throws: `Failure`.
    init(_ path: String) throws(Failure) {
      self.path = path
      do {
        let state = try Container.completeState(path)
        (reader, interruption) = (state.reader, state.interruption)
        (origins, metadata) = try ContainerWork.damageChecked(path) {
          (try state.reader.origins(), try state.reader.metadata())
        }
      } catch {
        throw Failure(error, path: path)
      }
    }
  }

  /// The copying of documents to a merged archive.
  private struct MergeCopy {
    let writer: ArchiveWriter
    let sources: [MergedArchive]
    let refusesConflicts: Bool
    let onProgress: (Int) -> Void
    private(set) var merge = Merge()
    /// The metadata of documents that are not written because they are equal to a later one, by name.
    private var carried: [ExactText: [MetadataStatement]] = [:]

    init(
      writer: ArchiveWriter, sources: [MergedArchive], refusesConflicts: Bool,
      onProgress: @escaping (Int) -> Void
    ) {
      self.writer = writer
      self.sources = sources
      self.refusesConflicts = refusesConflicts
      self.onProgress = onProgress
    }

    /// Copies the current documents of an archive, and its records about lost documents.
    ///
    /// - Throws: `Failure`.
    mutating func copyAll(from place: Int) throws(Failure) {
      let source = sources[place]
      do {
        try source.reader.forEachCurrentEntry { try copy($0, from: place) }
        try ContainerWork.damageChecked(source.path) {
          for loss in try source.reader.losses() { try writer.copy(loss) }
        }
      } catch {
        throw Failure(error, path: source.path)
      }
    }

    private mutating func copy(_ entry: ArchiveEntry, from place: Int) throws {
      let source = sources[place]
      let document = try read(source) { try $0.document(at: entry.ordinal) }
      let origin = source.origins[entry.ordinal]
      let own = source.metadata.documents[entry.ordinal] ?? []
      let next = try newer(entry, after: place)
      if let next {
        // An equal document is still written as a version if its archive contains another original file.
        let needsOriginal = origin?.isKept ?? false && next.origin?.digest != origin?.digest
        guard !isEqual(document, next.document) || needsOriginal else {
          carried[ExactText(entry.name), default: []] += own
          merge.equal += 1
          return
        }
        guard !refusesConflicts else {
          throw Failure(
            .badInput, path: source.path, code: "archive.conflict",
            "a later archive has another document \"\(entry.name)\"")
        }
      }
      let copy = try writer.append(
        document, name: entry.name, origin: origin,
        original: origin.flatMap { origin in
          origin.isKept ? try read(source) { try $0.original(origin) } : nil
        },
        existing: next == nil ? .refuse : .archived)
      try writer.describe(copy.ordinal, joined(carried[ExactText(entry.name)] ?? [], own))
      if writer.documentCount.isMultiple(of: 256) { onProgress(writer.documentCount) }
      if next == nil { merge.documents += 1 } else { merge.versions += 1 }
    }

    /// Returns the document with the same name in the first of the later archives that has it, with its
    /// original file if it is kept.
    private func newer(
      _ entry: ArchiveEntry, after place: Int
    ) throws -> (document: IADocument, origin: DocumentOrigin?)? {
      for source in sources[(place + 1)...] {
        if let found = try source.reader.entry(named: entry.name) {
          let origin = source.origins[found.ordinal].flatMap { $0.isKept ? $0 : nil }
          return (try read(source) { try $0.document(at: found.ordinal) }, origin)
        }
      }
      return nil
    }

    /// Reads from an archive; damage is that of this archive.
    private func read<Value>(
      _ source: MergedArchive, _ body: (ArchiveReader) throws -> Value
    ) throws -> Value {
      try ContainerWork.damageChecked(source.path) { try body(source.reader) }
    }
  }

  /// Returns the statements that satisfy a condition, each once.
  private static func joined(
    _ statements: [MetadataStatement]...,
    where includes: (MetadataStatement) -> Bool = { _ in true }
  ) -> [MetadataStatement] {
    var known: Set<MetadataStatement> = []
    return statements.flatMap(\.self).filter { includes($0) && known.insert($0).inserted }
  }

  /// Returns whether two documents are equal, including their dates.
  static func isEqual(_ one: IADocument, _ other: IADocument) -> Bool {
    // Dates and the generator are not part of the identity.
    one.metadata == other.metadata && one.identity == other.identity
  }
}
