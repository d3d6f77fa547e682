public import IABytes
internal import IACodec
internal import IASyntax
public import IAText

/// Writes a generation of an archive: the first of a new one, or one more.
///
///     let writer = try ArchiveWriter(storage, mode: .createNew)
///     for (name, document) in documents { try writer.append(document, name: name) }
///     let summary = try writer.finish()
///
/// Documents go out block by block, so memory holds one block, the packed ids and names, and a line
/// for each member. What was in the storage before stays as it is, byte by byte, and valid until
/// `finish` has written the new directory behind it: a write that is torn loses nothing that was
/// there. A writer that is dropped before `finish` leaves bytes behind the old archive, which the
/// next writer overwrites; call `cancel` to cut them off.
///
/// Specs/archive-format.md describes what is written.
public final class ArchiveWriter {
  private let storage: any ArchiveStorage
  private let options: ArchiveOptions
  private let earlier: ArchiveReader?
  private let startOffset: Int
  private var output: MemberOutput
  private var encoder: BlockEncoder
  private var text: [UInt8] = []
  private var ids: [UInt64] = []
  private var names: [String] = []
  private var nextBlock: Int
  private var firstOrdinal: Int
  private var blocks: [(number: Int, segment: EntrySegment.Packed)] = []
  private var marks: [UInt8] = []
  private var nameList = NameList()
  private var nameHashes: Set<UInt64> = []
  private var knownAttachments: Set<SHA256Digest> = []
  private var isDone = false
  /// Whether something was stored that is worth a generation without documents.
  private var hasAccounts = false

  /// How many documents the archive has with those appended so far.
  public private(set) var documentCount: Int
  /// The highest id so far.
  private(set) var lastID: UInt64?

  /// Opens a storage to write.
  ///
  /// - Parameters:
  ///   - storage: Where the archive is or will be; no one else writes there meanwhile.
  ///   - mode: What happens with an archive that is there.
  ///   - options: How blocks and recovery data are made; they may differ from generation to
  ///     generation.
  ///   - limits: Bounds for reading what is there.
  /// - Throws: `archive.mode` where the mode does not allow what is there; what `ArchiveReader`
  ///   throws where that is broken; the storage's errors.
  public init(
    _ storage: any ArchiveStorage, mode: ArchiveMode = .existing,
    options: ArchiveOptions = ArchiveOptions(), limits: Limits = .standard
  ) throws {
    let present = try storage.byteCount()
    if mode == .truncateExisting { try storage.truncate(to: 0) }
    let isEmpty = present == 0 || mode == .truncateExisting
    guard isEmpty || mode != .createNew else {
      throw InputError(.archiveMode, at: 0, detail: "something is there")
    }
    guard !isEmpty || mode != .existing else {
      throw InputError(.archiveMode, at: 0, detail: "no archive is there")
    }
    let earlier = isEmpty ? nil : try ArchiveReader(storage, limits: limits)
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
      recoveryPercent: options.recoveryPercent)
    encoder = BlockEncoder(level: options.level, dictionary: options.dictionary)
    // A torn end of an earlier write.
    if present > startOffset { try storage.truncate(to: startOffset) }
    try begin()
  }

  private func begin() throws {
    if let earlier {
      knownAttachments = Set(earlier.attachments.keys)
      try earlier.forEachName { nameHashes.insert(Self.hash($0)) }
    } else {
      try output.append(.mimetype, Array(ArchiveText.mediaType.utf8))
      try output.append(.readMe, Array(ArchiveText.readMe.utf8))
      if options.includesDescription {
        for part in ArchiveDescription.allCases { try output.append(part) }
      }
    }
    if let dictionary = options.dictionary, earlier?.dictionaries[dictionary.id] == nil {
      try output.append(.dictionary(dictionary.id), dictionary.bytes)
    }
  }

  /// Adds a document.
  ///
  /// - Parameters:
  ///   - document: The document with its attachments. Attachments that are in the archive already
  ///     are not stored again.
  ///   - name: A name to find it by: no text, or one that no other document has, at most 4,096
  ///     bytes of UTF-8 without U+0000.
  ///   - id: A number above all before; one above the last where none is given, from 1.
  ///   - origin: The file that the document was read from, for the list of names.
  /// - Returns: Where the document stands in the archive.
  /// - Throws: `archive.duplicate` for a name or id that is taken; `archive.name`;
  ///   `archive.limit`; the storage's errors.
  /// - Complexity: O(*n*) in the size of the document.
  @discardableResult
  public func append(
    _ document: IADocument, name: String = "", id: UInt64? = nil,
    origin: DocumentOrigin? = nil
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
    try claim(name)
    for digest in document.string.attachments.flatMap({ $0.attachment.digests }) {
      if let bytes = document.attachments[digest] { try store(bytes, digest) }
    }
    TextLines.append(document.string.units(in: document.string.utf16Range), to: &text)
    encoder.append(document)
    ids.append(id)
    names.append(name)
    lastID = id
    if hasNameList {
      nameList.entries.append(.init(ordinal: documentCount, name: name, origin: origin))
    }
    let entry = ArchiveEntry(ordinal: documentCount, id: id, name: name)
    documentCount += 1
    if text.count >= options.blockTextBytes || ids.count >= options.blockDocuments {
      try closeBlock()
    }
    return entry
  }

  /// Whether the generation gets a list of names: none in an archive of version 1.
  private var hasNameList: Bool {
    options.includesDescription && earlier?.formatVersion != 1
  }

  private static func hash(_ name: [UInt8]) -> UInt64 {
    UInt64(Deflate.crc32(name.span)) << 32 | UInt64(CRC32C.of(name.span))
  }

  /// Makes sure that a name is free, and takes it.
  private func claim(_ name: String) throws {
    guard !name.isEmpty else { return }
    let bytes = Array(name.utf8)
    guard bytes.count <= EntrySegment.maximumNameByteCount, !bytes.contains(0) else {
      throw InputError(.archiveName, at: documentCount, detail: "name of a document")
    }
    if !nameHashes.insert(Self.hash(bytes)).inserted, try isTaken(name) {
      throw InputError(.archiveDuplicate, at: documentCount, detail: name)
    }
  }

  /// Whether a document has a name; asked only where the hash of one is equal.
  private func isTaken(_ name: String) throws -> Bool {
    let bytes = Array(name.utf8)
    if names.contains(where: { Array($0.utf8) == bytes }) { return true }
    if try earlier?.entry(named: name) != nil { return true }
    for block in blocks {
      let segment = try EntrySegment(
        block.segment.bytes, count: block.segment.count, limits: .standard)
      if segment.index(ofName: bytes) != nil { return true }
    }
    return false
  }

  private func store(_ bytes: [UInt8], _ digest: SHA256Digest) throws {
    guard knownAttachments.insert(digest).inserted else { return }
    let suffix = ArchiveText.suffix(of: bytes)
    try output.append(.attachment(digest, suffix: suffix), bytes, digest: digest)
  }

  /// Stores an account of the archive's own as an attachment that no document refers to.
  func storeAccount(_ bytes: [UInt8], suffix: String) throws {
    let digest = SHA256Digest(of: bytes)
    guard knownAttachments.insert(digest).inserted else { return }
    try output.append(.attachment(digest, suffix: suffix), bytes, digest: digest)
    hasAccounts = true
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

  private func appendMarks() {
    for name in names {
      let mark = GenerationIndex.mark(Array(name.utf8))
      marks.append(UInt8(truncatingIfNeeded: mark))
      marks.append(UInt8(truncatingIfNeeded: mark >> 8))
    }
  }

  /// Writes what is left and the directory, and brings all to the disk.
  ///
  /// Where no document was added to an archive that was there, nothing is written.
  ///
  /// - Returns: What the archive has come to.
  /// - Throws: The storage's errors.
  public func finish() throws -> ArchiveSummary {
    precondition(!isDone, "the archive is finished")
    isDone = true
    if let earlier, documentCount == earlier.documentCount, !hasAccounts {
      try storage.truncate(to: startOffset)
      return ArchiveSummary(
        generation: earlier.generation, documentCount: documentCount, addedDocumentCount: 0,
        byteCount: startOffset, recoveryByteCount: 0)
    }
    try closeBlock()
    if hasNameList, nameList.isWorthwhile {
      try output.append(.names(generation: output.generation), nameList.bytes)
    }
    let index = GenerationIndex.encode(
      firstOrdinal: earlier?.documentCount ?? 0, blocks: blocks, marks: marks)
    let end = try output.finish(
      index: index, documentCount: documentCount, earlier: earlier)
    return ArchiveSummary(
      generation: output.generation, documentCount: documentCount,
      addedDocumentCount: documentCount - (earlier?.documentCount ?? 0), byteCount: end,
      recoveryByteCount: output.recoveryByteCount)
  }

  /// Takes back all that was written, and leaves what was there before.
  public func cancel() throws {
    isDone = true
    try storage.truncate(to: startOffset)
  }
}
