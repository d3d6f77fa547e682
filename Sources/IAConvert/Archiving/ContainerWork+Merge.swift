internal import IAArchive
internal import IABytes
internal import IACodec
internal import IAFiles
internal import IAText

/// Archives that are made of several ones.
extension ContainerWork {
  /// The result of a merge.
  public struct Merge: Hashable, Sendable {
    /// The number of current documents of the new archive.
    public fileprivate(set) var documents = 0
    /// The number of earlier versions: documents whose name a later archive has with other content.
    public fileprivate(set) var versions = 0
    /// The number of documents that were equal to one of a later archive with the same name.
    public fileprivate(set) var equal = 0
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
  ///   - onProgress: Called with the number of written documents after every 256th.
  /// - Returns: The numbers of documents.
  /// - Throws: `Failure`; with `archive.conflict` for a refused conflict. Nothing is then written.
  public static func merge(
    _ paths: [String], to output: String, refusesConflicts: Bool = false,
    recoveryPercent: Int = 10, indexesWords: Bool = false, replaces: Bool = false,
    onProgress: (Int) -> Void = { _ in }
  ) throws -> Merge {
    try OutputGuard.refuse(output, asOneOf: paths)
    if !replaces { try OutputGuard.refuseExisting(output) }
    let readers = try paths.map { path in
      do { return try ArchiveReader(Container.Source(path)) } catch {
        throw Failure(error, path: path)
      }
    }
    let origins = try zip(readers, paths).map { reader, path in
      do { return try reader.origins() } catch { throw Failure(error, path: path) }
    }
    let metadata = try zip(readers, paths).map { reader, path in
      do { return try reader.metadata() } catch { throw Failure(error, path: path) }
    }
    var merge = Merge()
    do {
      let target = try UpdatedFile(creating: output, replaces: replaces)
      var options = newArchive(recoveryPercent)
      options.indexesWords = indexesWords || readers.contains(where: \.hasWordIndex)
      let writer = try ArchiveWriter(FileStorage(target), mode: .createNew, options: options)
      try writer.describe(
        nil, joined(metadata.flatMap(\.archive)) { $0.element != MetadataStatement.program })
      // The metadata of documents that equal a later one, by name.
      var carried: [String: [MetadataStatement]] = [:]
      for (place, reader) in readers.enumerated() {
        do {
          let later = place + 1..<readers.count
          try reader.forEachCurrentEntry { entry in
            let document = try reader.document(at: entry.ordinal)
            var rule = ExistingDocument.refuse
            let origin = origins[place][entry.ordinal]
            let own = metadata[place].documents[entry.ordinal] ?? []
            if let next = try newer(entry, in: later, of: readers, origins) {
              // A document that is equal but was read from another file, which is kept, is a version.
              let needsOriginal = origin?.isKept ?? false && next.origin?.digest != origin?.digest
              guard !isEqual(document, next.document) || needsOriginal else {
                carried[entry.name, default: []] += own
                return merge.equal += 1
              }
              guard !refusesConflicts else {
                throw Failure(
                  .badInput, path: paths[place], code: "archive.conflict",
                  "a later archive has another document \"\(entry.name)\"")
              }
              rule = .archived
            }
            let copy = try writer.append(
              document, name: entry.name, origin: origin,
              original: origin.flatMap { $0.isKept ? try reader.original($0) : nil },
              existing: rule)
            try writer.describe(copy.ordinal, joined(carried[entry.name] ?? [], own))
            if writer.documentCount.isMultiple(of: 256) { onProgress(writer.documentCount) }
            if rule == .archived { merge.versions += 1 } else { merge.documents += 1 }
          }
          for loss in try reader.losses() { try writer.copy(loss) }
        } catch {
          throw Failure(error, path: paths[place])
        }
      }
      _ = try writer.finish()
      try target.commit()
    } catch {
      throw Failure(error, path: output)
    }
    return merge
  }

  /// Returns the document with the same name in the first of the later archives that has it, with its
  /// original file if it is kept.
  private static func newer(
    _ entry: ArchiveEntry, in later: Range<Int>, of readers: [ArchiveReader],
    _ origins: [[Int: DocumentOrigin]]
  ) throws -> (document: IADocument, origin: DocumentOrigin?)? {
    for place in later {
      if let found = try readers[place].entry(named: entry.name) {
        let origin = origins[place][found.ordinal].flatMap { $0.isKept ? $0 : nil }
        return (try readers[place].document(at: found.ordinal), origin)
      }
    }
    return nil
  }

  /// Returns the statements that satisfy a condition, each once.
  private static func joined(
    _ statements: [MetadataStatement]...,
    where includes: (MetadataStatement) -> Bool = { _ in true }
  ) -> [MetadataStatement] {
    var known: Set<MetadataStatement> = []
    return statements.flatMap(\.self).filter { includes($0) && known.insert($0).inserted }
  }

  /// Returns whether two documents are equal with their dates.
  static func isEqual(_ one: IADocument, _ other: IADocument) -> Bool {
    // Dates and the generator are not part of the identity.
    one.metadata == other.metadata && one.identity == other.identity
  }
}
