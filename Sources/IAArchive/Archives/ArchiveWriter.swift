public import IABytes
internal import IACodec
internal import IASyntax
public import IAText
internal import IAZip

/// Writes one generation: the first of a new archive, or another one of an existing archive.
///
///     let writer = try ArchiveWriter(storage, mode: .createNew)
///     for (name, document) in documents { try writer.append(document, name: name) }
///     let summary = try writer.finish()
///
/// Blocks are written as soon as they are complete. Memory holds one block, the encoded ids and names, the compressed
/// list of names, and one entry for each member; `finish` holds the whole list of names.
///
/// Existing bytes do not change, and the archive stays valid until `finish` has written the new directory: an
/// interrupted write loses no existing documents. A writer that is released before `finish` leaves bytes after the
/// existing archive; the next writer removes them, or call `cancel` to remove them. Other bytes after the archive, such
/// as a generation with a damaged directory, are refused unless `ArchiveOptions.discardsTail` is set. An interrupted
/// merge of generations is finished first.
///
/// Specs/archive-format.md specifies the bytes that are written.
public final class ArchiveWriter {
  private let storage: any ArchiveStorage
  private let options: ArchiveOptions
  /// The archive as it was before, or `nil` for a new one.
  public let earlier: ArchiveReader?
  private let startOffset: Int
  private var output: MemberOutput
  private var encoder: BlockEncoder
  private var text: [UInt8] = []
  private var ids: [UInt64] = []
  var names: [String] = []
  private var nextBlock: Int
  var firstOrdinal: Int
  var blocks: [(number: Int, segment: EntrySegment.Packed)] = []
  private var marks: [UInt8] = []
  private var nameList = NameListWriter()
  /// The statements that are recorded with this generation.
  var metadata = MetadataList()
  var nameHashes: Set<UInt64> = []
  private var knownAttachments: Set<SHA256Digest> = []
  /// The suffixes of the stored original files.
  private var knownOriginals: [SHA256Digest: String] = [:]
  /// The words of the blocks since the last index of words; `nil` if the generation gets none.
  private var wordCollector: WordCollector?
  private var isDone = false
  /// Whether a loss record was stored; a generation without documents is written for it.
  private var hasLossRecords = false
  /// The ordinals of the documents that this generation supersedes.
  var superseded: Set<Int> = []

  /// The number of bytes after the existing archive that were removed, for example those of an interrupted addition; 0
  /// for a new archive.
  public var removedTailByteCount: Int { tail.removedByteCount }
  /// The number of documents of an interrupted addition that could be completed as a generation, because only its end
  /// was missing; `nil` if there was none.
  public var completedDocumentCount: Int? { tail.completedDocumentCount }
  private var tail = Tail()

  /// The treatment of the bytes after the existing archive.
  private struct Tail {
    var removedByteCount = 0
    var completedDocumentCount: Int?
  }
  /// The number of documents of the archive, including those appended so far.
  public private(set) var documentCount: Int
  /// The highest id so far; `nil` if there are no documents.
  private(set) var lastID: UInt64?

  /// Creates a writer.
  ///
  /// - Parameters:
  ///   - storage: The storage of the archive. Nothing else may write to it at the same time.
  ///   - mode: How an existing archive is treated.
  ///   - options: The options for blocks and recovery data; they may differ between generations.
  ///   - limits: The limits for reading the existing archive.
  /// - Throws: `archive.mode` if the mode does not allow the storage's content;
  ///   `archive.no-directory` if bytes that are not those of an interrupted addition follow the
  ///   archive; the errors of `ArchiveReader.init`; the storage's errors.
  public init(
    _ storage: any ArchiveStorage, mode: ArchiveMode = .existing,
    options: ArchiveOptions = ArchiveOptions(), limits: Limits = .standard
  ) throws {
    if mode == .existing || mode == .create { try TailReplacement.finish(in: storage) }
    var present = try storage.byteCount()
    if mode == .truncateExisting { try storage.truncate(to: 0) }
    let isEmpty = present == 0 || mode == .truncateExisting
    guard isEmpty || mode != .createNew else {
      throw InputError(.archiveMode, at: 0, detail: "the output is not empty")
    }
    guard !isEmpty || mode != .existing else {
      throw InputError(
        .archiveMode, at: 0, detail: "the file is empty; there is no archive to append to")
    }
    var earlier = isEmpty ? nil : try ArchiveReader(storage, limits: limits)
    if let found = earlier, found.lostByteCount > 0, !options.discardsTail,
      try Self.completeGeneration(after: found, in: storage, options, limits)
    {
      earlier = try ArchiveReader(storage, limits: limits)
      tail.completedDocumentCount = (earlier?.documentCount ?? 0) - found.documentCount
      present = try storage.byteCount()
    }
    self.storage = storage
    self.options = options
    self.earlier = earlier
    startOffset = earlier?.directory.end ?? 0
    documentCount = earlier?.documentCount ?? 0
    firstOrdinal = documentCount
    lastID = earlier?.lastID
    nextBlock = (earlier?.blocks.last?.number ?? 0) + 1
    output = MemberOutput(
      storage, at: startOffset, generation: (earlier?.generation ?? 0) + 1,
      version: earlier?.directory.seal.version ?? GenerationSeal.versions.upperBound,
      recoveryPercent: options.recoveryPercent, effort: options.isFast ? .little : .most)
    encoder = BlockEncoder(level: options.level, dictionary: options.dictionary)
    if options.indexesWords ?? earlier?.hasWordIndex ?? false { wordCollector = WordCollector() }
    tail.removedByteCount = earlier == nil ? 0 : present - startOffset
    if present > startOffset {
      try checkTail(endingAt: present)
      try storage.truncate(to: startOffset)
    }
    try writeFirstMembers()
  }

  /// Completes an interrupted addition if only its end is missing; returns whether there was one.
  private static func completeGeneration(
    after archive: ArchiveReader, in storage: any ArchiveStorage, _ options: ArchiveOptions,
    _ limits: Limits
  ) throws -> Bool {
    let complete = { (storage: any ArchiveStorage) in
      try GenerationCompletion.finish(
        after: archive, in: storage, limits: limits, recoveryPercent: options.recoveryPercent)
    }
    return try (storage as? AdditionStorage)?.changeArchive(complete) ?? complete(storage)
  }

  /// Throws `archive.no-directory` if the bytes after the archive are not those of an interrupted
  /// addition, and the options do not discard them.
  private func checkTail(endingAt end: Int) throws {
    guard let earlier, !options.discardsTail else { return }
    let tail = ArchiveTail(
      source: storage, start: startOffset, end: end, generation: earlier.generation)
    guard try tail.isUnfinished() else {
      throw InputError(
        .archiveMissingDirectory, at: startOffset,
        detail: "\(end - startOffset) bytes follow the newest valid directory; "
          + "iaconv archive repair saves documents among them, --discard-tail removes them")
    }
  }

  /// Writes the members that precede the blocks, and loads the names and attachments of the
  /// existing archive.
  private func writeFirstMembers() throws {
    if let earlier {
      knownAttachments = Set(earlier.positions.attachments.keys)
      for index in earlier.positions.originals.values {
        guard case .original(let digest, let suffix) = earlier.directory.members[index].name else {
          continue
        }
        knownOriginals[digest] = suffix
      }
      try earlier.forEachName { nameHashes.insert(Self.hash($0)) }
    } else {
      try output.append(.mimetype, Array(ArchiveText.mediaType.utf8))
      try output.append(.readMe, Array(ArchiveText.readMe.utf8))
      if options.includesDescription {
        for part in ArchiveDescription.allCases { try output.append(part) }
      }
    }
    if let dictionary = options.dictionary, earlier?.positions.dictionaries[dictionary.id] == nil {
      try output.append(.dictionary(dictionary.id), dictionary.bytes)
    }
  }

  /// Appends a document.
  ///
  /// - Parameters:
  ///   - document: The document with its attachments. Attachments that the archive already contains
  ///     are not stored again.
  ///   - name: The name by which the document can be found: at most 4,096 bytes of UTF-8 without
  ///     U+0000 that no other document has; empty for no name.
  ///   - id: A number greater than all ids of the archive; by default the highest id plus 1.
  ///   - origin: The file from which the document was read, for the list of names.
  ///   - original: The bytes of this file, to store them in the archive as well. A file that the
  ///     archive already contains is not stored again.
  ///   - rule: The treatment of a name that a document of an earlier generation has.
  /// - Returns: The ordinal, id and name of the document.
  /// - Throws: `archive.duplicate` if another document has the name, or the id is not above all
  ///   others; `archive.version` for a new version or an original file in an archive of version 1;
  ///   `archive.attachment` for an original file with another hash than `origin`; `archive.name`;
  ///   `archive.limit`; the storage's errors.
  /// - Precondition: `finish` and `cancel` were not called.
  /// - Complexity: O(*n*) in the size of the document.
  @discardableResult
  public func append(
    _ document: IADocument, name: String = "", id: UInt64? = nil,
    origin: DocumentOrigin? = nil, original: [UInt8]? = nil,
    existing rule: ExistingDocument = .refuse
  ) throws -> ArchiveEntry {
    precondition(!isDone, "the archive is finished")
    let id = id ?? (lastID ?? 0) + 1
    if let lastID, id <= lastID {
      throw InputError(
        .archiveDuplicate, at: documentCount, detail: "id \(id) is not above \(lastID)")
    }
    guard id <= UInt64(Int.max), documentCount < Int(Int32.max) else {
      throw InputError.exceeds(
        .archiveLimit, limit: "entries", maximum: Int(Int32.max), seen: documentCount,
        at: documentCount)
    }
    try claim(name, rule)
    for digest in document.usedDigests {
      if let bytes = document.attachments[digest] { try store(bytes, digest) }
    }
    var origin = origin
    origin?.originalSuffix = nil
    if let file = origin, let original { origin?.originalSuffix = try store(original, of: file) }
    TextLines.append(document.string.units(in: document.string.utf16Range), to: &text)
    encoder.append(document)
    ids.append(id)
    names.append(name)
    lastID = id
    if hasNameList || origin?.isKept ?? false {
      nameList.append(.init(ordinal: documentCount, name: name, origin: origin))
    }
    let entry = ArchiveEntry(ordinal: documentCount, id: id, name: name)
    documentCount += 1
    if text.count >= options.blockTextBytes || ids.count >= options.blockDocuments {
      try closeBlock()
    }
    return entry
  }

  /// Whether the generation gets a list of names.
  ///
  /// Archives of version 1 have none.
  private var hasNameList: Bool {
    options.includesDescription && earlier?.formatVersion != 1
  }

  /// The minimum size of a generation's texts for an index of words, if the archive already has one.
  private static let minimumIndexedByteCount = 64 << 10

  /// Removes the newest version of a document: the next generations do not contain it.
  ///
  /// The content stays in the file until the archive is compacted.
  ///
  /// - Parameter ordinal: The ordinal of a current document of an earlier generation.
  /// - Returns: Whether the document was current.
  /// - Throws: `archive.version` for an archive of version 1.
  /// - Precondition: `finish` and `cancel` were not called.
  @discardableResult
  public func remove(at ordinal: Int) throws -> Bool {
    precondition(!isDone, "the archive is finished")
    guard let earlier, 0..<earlier.documentCount ~= ordinal, earlier.isCurrent(ordinal),
      !superseded.contains(ordinal)
    else { return false }
    try supersede(ordinal)
    return true
  }

  func supersede(_ ordinal: Int) throws {
    try requireVersions()
    superseded.insert(ordinal)
  }

  /// Throws if generations of this archive cannot supersede documents.
  func requireVersions() throws(InputError) {
    guard earlier?.formatVersion == 1 else { return }
    throw InputError(
      .archiveVersion, at: 0,
      detail: "archives of version 1 have no versions of documents; compact makes a newer one")
  }

  private func store(_ bytes: [UInt8], _ digest: SHA256Digest) throws {
    guard knownAttachments.insert(digest).inserted else { return }
    let suffix = ArchiveText.suffix(of: bytes)
    try output.append(.attachment(digest, suffix: suffix), bytes, digest: digest)
  }

  /// Stores a file from which a document was read.
  ///
  /// - Returns: The suffix in the name of its member.
  private func store(_ bytes: [UInt8], of origin: DocumentOrigin) throws -> String {
    guard earlier?.formatVersion != 1 else {
      throw InputError(
        .archiveVersion, at: 0,
        detail: "archives of version 1 have no original files; compact makes a newer one")
    }
    guard SHA256Digest(of: bytes) == origin.digest, bytes.count == origin.byteCount else {
      throw InputError(.archiveAttachment, at: documentCount, detail: origin.fileName)
    }
    if let suffix = knownOriginals[origin.digest] { return suffix }
    let suffix = origin.suffixOfName
    try output.append(.original(origin.digest, suffix: suffix), bytes, digest: origin.digest)
    knownOriginals[origin.digest] = suffix
    return suffix
  }

  /// Stores a loss record or its acceptance as an attachment to which no document refers.
  func storeLossRecord(_ bytes: [UInt8], suffix: String) throws {
    let digest = SHA256Digest(of: bytes)
    guard knownAttachments.insert(digest).inserted else { return }
    try output.append(.attachment(digest, suffix: suffix), bytes, digest: digest)
    hasLossRecords = true
  }

  private func closeBlock() throws {
    guard !ids.isEmpty else { return }
    let count = ids.count
    let segment = EntrySegment(ids: ids, names: names)
    let packed = segment.packed
    let stored = try output.append(.text(nextBlock), text)
    let member = BlockMember(
      number: nextBlock, firstOrdinal: firstOrdinal, count: count,
      dictionary: options.dictionary?.id ?? 0, storedTextByteCount: stored, text: text,
      segment: packed, block: encoder.finish())
    try output.append(.data(nextBlock), member.bytes)
    try collectWords()
    blocks.append(
      (
        nextBlock,
        EntrySegment.Packed(
          bytes: packed, count: count, firstID: ids[0], lastID: ids[count - 1],
          bounds: segment.nameBounds)
      ))
    appendMarks()
    nextBlock += 1
    firstOrdinal += count
    text.removeAll(keepingCapacity: true)
    ids.removeAll(keepingCapacity: true)
    names.removeAll(keepingCapacity: true)
    try output.closeSection()
  }

  /// Adds the words of the current block to the index of words.
  private func collectWords() throws {
    guard wordCollector != nil else { return }
    wordCollector?.add(block: nextBlock, text: text, check: Deflate.crc32(text.span))
    if wordCollector?.isFull ?? false { try storeWords() }
  }

  /// Writes the index of the words that were collected.
  private func storeWords() throws {
    guard let index = wordCollector?.finish() else { return }
    let bytes = index.bytes
    let digest = SHA256Digest(of: bytes)
    guard knownAttachments.insert(digest).inserted else { return }
    try output.append(.attachment(digest, suffix: WordIndex.suffix), bytes, digest: digest)
  }

  /// Writes the index of the words since the last one.
  ///
  /// If no index was requested, small texts get none.
  private func storeLastWords() throws {
    guard let collector = wordCollector, !collector.isEmpty,
      options.indexesWords ?? false || blocks.count > collector.blockCount
        || collector.textByteCount >= Self.minimumIndexedByteCount
    else { return }
    try storeWords()
  }

  private func appendMarks() {
    for name in names {
      let mark = GenerationIndex.mark(Array(name.utf8))
      marks.append(UInt8(truncatingIfNeeded: mark))
      marks.append(UInt8(truncatingIfNeeded: mark >> 8))
    }
  }

  /// Writes the last block, the index, the fixity members, recovery data and the directory, and
  /// waits until they are on the disk.
  ///
  /// If nothing was added to an existing archive or removed from it, nothing is written.
  ///
  /// - Returns: The counts and sizes of the archive.
  /// - Throws: The storage's errors; `archive.limit`.
  /// - Precondition: `finish` and `cancel` were not called.
  public func finish() throws -> ArchiveSummary {
    precondition(!isDone, "the archive is finished")
    isDone = true
    if let earlier, documentCount == earlier.documentCount, !hasLossRecords, superseded.isEmpty,
      metadata.isEmpty
    {
      try storage.truncate(to: startOffset)
      return ArchiveSummary(
        generation: earlier.generation, documentCount: documentCount, addedDocumentCount: 0,
        byteCount: startOffset, recoveryByteCount: 0)
    }
    try closeBlock()
    nameHashes = []
    try storeLastWords()
    if nameList.hasNamesOrOrigins {
      try output.append(.names(generation: output.generation), nameList.finish())
    }
    try appendMetadata()
    let index = GenerationIndex.encode(
      firstOrdinal: earlier?.documentCount ?? 0, blocks: blocks, marks: marks, changes: changes)
    let end = try output.finish(
      index: index, documentCount: documentCount, earlier: earlier)
    return ArchiveSummary(
      generation: output.generation, documentCount: documentCount,
      addedDocumentCount: documentCount - (earlier?.documentCount ?? 0), byteCount: end,
      recoveryByteCount: output.recoveryByteCount)
  }

  private func appendMetadata() throws {
    if hasNameList, let program = options.program,
      let statement = MetadataStatement(MetadataStatement.program, program),
      try earlier?.metadata().archive.contains(statement) != true
    {
      metadata.archive.append(statement)
    }
    guard !metadata.isEmpty else { return }
    try output.append(.metadata(generation: output.generation), metadata.bytes)
  }

  /// Records statements about the archive or a document.
  ///
  /// The values of an element replace those that earlier generations recorded; a statement with an
  /// empty value removes them.
  ///
  /// - Parameters:
  ///   - ordinal: The document, which may be one of an earlier generation; `nil` for the archive.
  ///   - statements: The statements; an empty list records nothing.
  /// - Throws: `archive.version` for an archive of version 1.
  /// - Precondition: `finish` and `cancel` were not called; `ordinal` is below `documentCount`.
  public func describe(_ ordinal: Int?, _ statements: [MetadataStatement]) throws {
    precondition(!isDone, "the archive is finished")
    guard !statements.isEmpty else { return }
    guard earlier?.formatVersion != 1 else {
      throw InputError(
        .archiveVersion, at: 0,
        detail: "archives of version 1 have no metadata; compact makes a newer one")
    }
    if let ordinal {
      precondition(0..<documentCount ~= ordinal, "no document \(ordinal)")
      metadata.documents[ordinal, default: []] += statements
    } else {
      metadata.archive += statements
    }
  }

  /// The date of the generation and the documents that it supersedes.
  private var changes: GenerationChanges {
    var changes = GenerationChanges()
    changes.superseded = superseded.sorted()
    if earlier?.formatVersion != 1 { changes.properties[GenerationChanges.dateKey] = options.date }
    return changes
  }

  /// Removes everything that this writer wrote, so that the storage contains the existing archive
  /// only.
  ///
  /// - Throws: The storage's errors.
  public func cancel() throws {
    isDone = true
    try storage.truncate(to: startOffset)
  }
}
