internal import IAArchive
internal import IABytes
internal import IAFiles
internal import IASyntax

/// Operations on an `.iaa` archive as a whole.
public enum ContainerWork {
  /// The suffix of the signature beside an archive.
  static let signatureSuffix = ".iasig"

  /// Options for additions to an archive.
  public struct Additions: Sendable {
    /// The size of the generation's recovery data in percent, 0 to 100.
    public var recoveryPercent = 10
    /// Whether to skip files whose bytes are those from which the document of the same name in the archive was read.
    public var skipsKnownFiles = false
    /// The metadata to record.
    public var metadata = MetadataTable()
    /// Whether the original files of the documents are stored as well.
    public var keepsOriginals = false
    /// The date of the generation in the form `2026-11-23T12:00:00Z`; `nil` for none.
    public var date: String?

    /// Whether small generations at the end of the archive are merged afterwards; has no effect if `date` is set.
    public var mergesGenerations = true

    /// Whether to remove bytes after the archive that are not those of an interrupted addition.
    public var discardsTail = false

    /// Whether the generation always gets an index of words; otherwise it gets one if the archive has one and the texts
    /// have at least 64 KiB.
    public var indexesWords = false

    /// Creates options with default values.
    public init() {}

    /// Returns the merge of small generations of an archive.
    ///
    /// The result is `nil` if no merge is requested, if the generation gets a date, or if the archive has a signature
    /// file that cannot be read.
    fileprivate func merge(in path: String) -> GenerationMerge? {
      guard mergesGenerations, date == nil else { return nil }
      var merge = GenerationMerge()
      merge.recoveryPercent = recoveryPercent
      let signature = path + ContainerWork.signatureSuffix
      if OutputGuard.isTaken(signature) {
        guard let bytes = try? FileSource(path: signature).bytes(limits: Limits(inputBytes: 4096)),
          let found = try? ArchiveSignature(bytes)
        else { return nil }
        merge.protectedGeneration = found.generation
      }
      return merge
    }

    fileprivate var options: ArchiveOptions {
      var options = ArchiveOptions(recoveryPercent: recoveryPercent)
      options.date = date
      options.program = SuiteVersion.program
      options.discardsTail = discardsTail
      if indexesWords { options.indexesWords = true }
      return options
    }
  }

  /// Returns the failure for an archive that cannot be appended to; bytes that follow it are damage.
  private static func failure(opening path: String, _ error: any Error) -> Failure {
    var failure = Failure(error, path: path)
    guard let source = try? Container.Source(path) else { return failure }
    guard (try? ArchiveReader(source)) != nil else {
      return Failure(Container.damage(error, opening: source), path: path)
    }
    if failure.code == InputError.Code.archiveMissingDirectory.rawValue, failure.byteOffset != nil {
      failure.status = .damage
    }
    return failure
  }

  /// Appends the documents of a collection as a new generation; earlier generations do not change.
  ///
  /// A document whose name is in use becomes a new version; an unchanged document is not written.
  ///
  /// - Parameters:
  ///   - collection: The documents.
  ///   - path: The path of the archive.
  ///   - additions: The options.
  ///   - onEvent: Called with the result for every file.
  /// - Returns: The number of written and omitted files.
  /// - Throws: `Failure`; the archive is then unchanged.
  public static func add(
    _ collection: FileCollection, to path: String, _ additions: Additions = Additions(),
    onEvent: (Archiving.Event) -> Void
  ) throws -> Archiving.Summary {
    try OutputGuard.refuse(
      path, asOneOf: collection.inputs, limits: collection.limits,
      detail: "is the archive itself; name other documents, or move it out of the folder")
    let sink: ContainerSink
    do {
      sink = try ContainerSink(
        path: path, appends: true, options: additions.options, metadata: additions.metadata,
        keepsOriginals: additions.keepsOriginals)
    } catch {
      throw failure(opening: path, error)
    }
    // The number of documents that were converted but not written, because they are unchanged.
    var unwritten = 0
    do {
      try sink.checkArchive()
      var archiving = Archiving(collection, conversion: Conversion(to: Container.format))
      archiving.keepsOriginals = additions.keepsOriginals
      var summary = try archiving.run(packsDocuments: true, onEvent: onEvent) { path, origin in
        try additions.skipsKnownFiles && sink.isUpToDate(path, origin)
      } add: { name, content, file in
        let before = sink.unchangedCount
        try sink.add(name, content, from: file)
        unwritten += sink.unchangedCount - before
        return name
      }
      summary.written -= unwritten
      summary.versions = sink.versionCount
      summary.unchanged = sink.unchangedCount
      summary.removedTailByteCount = sink.removedTailByteCount
      summary.completion = completion(of: path, sink)
      try sink.finish(merging: additions.merge(in: path))
      summary.archiveDamage = sink.damage.map { damage(of: path, $0) }
      return summary
    } catch {
      sink.cancel()
      throw Failure(error, path: path)
    }
  }

  /// Removes documents from an archive by a new generation; their content stays readable in the
  /// earlier ones.
  ///
  /// - Parameters:
  ///   - patterns: The patterns for the paths of the documents.
  ///   - path: The path of the archive.
  ///   - additions: The options for the generation.
  ///   - onRemovedTail: Called with the number of bytes that followed the archive and were removed, if
  ///     there are any.
  ///   - onCompletion: Called with the message about an interrupted addition that was completed, if there
  ///     was one.
  ///   - onDamage: Called if damage of the archive was found.
  /// - Returns: The paths of the removed documents.
  /// - Throws: `Failure`; with `archive.no-file` if a pattern matches no document. The archive is then
  ///   unchanged.
  public static func remove(
    _ patterns: [PathPattern], from path: String, _ additions: Additions = Additions(),
    onRemovedTail: (Int) -> Void = { _ in }, onCompletion: (Failure) -> Void = { _ in },
    onDamage: (Failure) -> Void = { _ in }
  ) throws -> [String] {
    let sink: ContainerSink
    do {
      sink = try ContainerSink(path: path, appends: true, options: additions.options)
    } catch {
      throw failure(opening: path, error)
    }
    if let completion = completion(of: path, sink) { onCompletion(completion) }
    do {
      try sink.checkArchive()
      var selection = PathSelection(patterns)
      var removed: [String] = []
      try sink.forEachEarlierEntry { entry in
        let name = Container.path(of: entry)
        guard selection.includes(name), try sink.remove(at: entry.ordinal) else { return }
        removed.append(name)
      }
      try selection.requireMatches(in: path) {
        FileCollection([path]).patternHint(for: $0)
      }
      try sink.finish(merging: additions.merge(in: path))
      if sink.removedTailByteCount > 0 { onRemovedTail(sink.removedTailByteCount) }
      if let found = sink.damage { onDamage(damage(of: path, found)) }
      return removed
    } catch {
      sink.cancel()
      throw Failure(error, path: path)
    }
  }

  /// Returns the message about an interrupted addition that was completed; `nil` if there was none.
  private static func completion(of path: String, _ sink: ContainerSink) -> Failure? {
    sink.completedDocumentCount.map { count in
      Failure(
        .success, path: path, code: InputError.Code.archiveMissingDirectory.rawValue,
        "the addition before was interrupted at its end and is completed: \(counted(count, "document"))"
      )
    }
  }

  /// Returns the message about damage of an archive to which a generation was added.
  private static func damage(of path: String, _ error: InputError) -> Failure {
    Container.damageFailure(
      error, in: path, remark: "the archive was damaged before; what is added now is complete")
  }

  /// Returns paths as one JSON array with a final line feed.
  public static func json(ofPaths paths: [String]) -> String {
    var writer = JSONWriter(style: .pretty)
    writer.beginArray()
    for path in paths { writer.string(path) }
    writer.endArray()
    return String(decoding: writer.finish(), as: UTF8.self)
  }

  /// The result of an operation.
  public struct Summary: Hashable, Sendable {
    /// The numbers as one line of text with a final line feed.
    public let text: String
    /// The numbers as one JSON object with a final line feed.
    public let json: String
    /// The message about an interrupted addition, which was not read; `nil` if there is none.
    public let interruption: Failure?

    /// Creates a summary from a line without line feed and the members of the object; `nil` is unknown.
    init(
      _ text: String, _ numbers: KeyValuePairs<String, Int?>, interruption: Failure? = nil
    ) {
      self.text = text + "\n"
      self.interruption = interruption
      json = ContainerWork.json(ofNumbers: numbers)
    }
  }

  /// Returns numbers as one JSON object with a final line feed; `nil` is unknown.
  package static func json(ofNumbers numbers: KeyValuePairs<String, Int?>) -> String {
    let members = numbers.map { "\"\($0.key)\": \($0.value.map { "\($0)" } ?? "null")" }
    return "{" + members.joined(separator: ", ") + "}\n"
  }

  /// Returns texts as the members of one JSON object with a final line feed.
  package static func json(of members: KeyValuePairs<String, String>) -> String {
    var writer = JSONWriter(style: .compact)
    writer.beginObject()
    for (key, value) in members { writer.member(key, value) }
    writer.endObject()
    let text = String(decoding: writer.finish(), as: UTF8.self)
    return text.hasSuffix("\n") ? text : text + "\n"
  }

  /// Returns a number with a noun, in the plural unless it is 1.
  package static func counted(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)" + (count == 1 ? "" : "s")
  }

  /// Writes the documents of all generations to a new archive with one generation.
  ///
  /// - Parameters:
  ///   - path: The path of the archive.
  ///   - output: The path of the new archive.
  ///   - recoveryPercent: The size of the recovery data in percent, 0 to 100.
  ///   - keepsVersions: Whether to keep earlier versions and removed documents.
  ///   - indexesWords: Whether the new archive gets an index of words even if the archive has none.
  ///   - usesLargeBlocks: Whether the new archive gets large blocks even if the archive has none.
  ///   - replaces: Whether an existing file at `output` may be replaced.
  ///   - onProgress: Called repeatedly with the number of documents that were copied so far.
  /// - Returns: The numbers of documents and bytes.
  /// - Throws: `Failure`.
  public static func compact(
    _ path: String, to output: String, recoveryPercent: Int = 10, keepsVersions: Bool = false,
    indexesWords: Bool = false, usesLargeBlocks: Bool = false, replaces: Bool = false,
    onProgress: (Int) -> Void = { _ in }
  ) throws -> Summary {
    do {
      try refuse(output, madeOf: path, replaces: replaces)
      let state = try Container.completeState(path, locks: true)
      let reader = state.reader
      let target = try UpdatedFile(creating: output, replaces: replaces)
      var options = newArchive(recoveryPercent)
      options.indexesWords = indexesWords ? true : nil
      if usesLargeBlocks { options.useLargeBlocks() }
      let summary = try damageChecked(path) {
        try reader.compact(
          to: FileStorage(target), options: options, keepsVersions: keepsVersions,
          progress: onProgress)
      }
      try target.commit()
      let dropped = reader.documentCount - summary.documentCount
      let omitted =
        dropped == 1
        ? "; 1 earlier version or removed document omitted"
        : dropped > 1 ? "; \(dropped) earlier versions and removed documents omitted" : ""
      return Summary(
        "\(counted(summary.documentCount, "document")), \(summary.byteCount) bytes, "
          + "were \(reader.byteCount)" + omitted,
        [
          "documents": summary.documentCount, "bytes": summary.byteCount,
          "bytesBefore": reader.byteCount, "omitted": dropped,
        ], interruption: state.interruption)
    } catch {
      throw Failure(error, path: path)
    }
  }

  /// Writes recovery data for an archive to a separate file; the archive does not change.
  ///
  /// Every stored byte is verified first, so that recovery data never protect damage.
  ///
  /// - Parameters:
  ///   - path: The path of the archive.
  ///   - output: The path of the file with recovery data.
  ///   - percent: The size of the recovery data in percent of the archive, 1 to 100.
  ///   - replaces: Whether an existing file at `output` may be replaced.
  ///   - onProgress: Called with the number of bytes read so far; there are three passes.
  /// - Returns: The number of bytes.
  /// - Throws: `Failure`, with the status of damage if the archive is damaged.
  public static func protect(
    _ path: String, to output: String, percent: Int, replaces: Bool = false,
    onProgress: (Int) -> Void = { _ in }
  ) throws -> Summary {
    do {
      try refuse(output, madeOf: path, replaces: replaces)
      let reader = try Container.Opening(Container.Source(path, locks: true)).intactReader()
      if let damage = try reader.verify(.stored, progress: onProgress).damages.first {
        throw Container.damageFailure(damage.error, in: path)
      }
      let target = try UpdatedFile(creating: output, replaces: replaces)
      try ArchiveRecoveryFile.write(for: reader, to: FileStorage(target), percent: percent) {
        onProgress(reader.byteCount + $0)
      }
      let byteCount = try target.byteCount()
      try target.commit()
      return Summary(
        "\(byteCount) bytes of recovery data for \(reader.byteCount)",
        ["bytes": byteCount, "archiveBytes": reader.byteCount])
    } catch {
      throw Failure(error, path: path)
    }
  }

  /// Fails if a separate file with recovery data cannot be written for a new archive: it is an input or
  /// the archive, or exists and may not be replaced.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - archive: The path of the archive, which may not exist.
  ///   - inputs: The files that are read.
  ///   - replaces: Whether an earlier file with recovery data may be replaced.
  /// - Throws: `Failure` with `usage.overlap` or `file.exists`.
  public static func checkRecoveryFile(
    _ path: String, of archive: String, apartFrom inputs: [String], replaces: Bool
  ) throws(Failure) {
    try OutputGuard.refuse(path, asOneOf: inputs)
    if path == archive || FileIdentity.same(as: path, among: [archive]) != nil {
      throw Failure(
        .usage, path: path, code: "usage.overlap",
        "is the archive and would be replaced by its recovery data; --recovery-file names another file"
      )
    }
    try OutputGuard.refuseExisting(
      path, unless: replaces && OutputGuard.begins(path, with: ArchiveRecoveryFile.signature),
      as: "recovery data")
  }

  /// Returns the options of a new archive that records this program.
  static func newArchive(_ recoveryPercent: Int) -> ArchiveOptions {
    var options = ArchiveOptions(recoveryPercent: recoveryPercent)
    options.program = SuiteVersion.program
    return options
  }

  /// Runs a function that reads an archive with a valid directory.
  ///
  /// - Throws: The errors of `body`; damage as a `Failure` with its status.
  static func damageChecked<Value>(_ path: String, _ body: () throws -> Value) throws -> Value {
    do { return try body() } catch { throw Container.damage(error, in: path) }
  }

  /// Throws if an archive may not be written to a path.
  static func refuse(
    _ output: String, madeOf input: String, replaces: Bool
  ) throws(Failure) {
    try OutputGuard.refuse(output, asOneOf: [input])
    if !replaces { try OutputGuard.refuseExisting(output) }
  }
}
