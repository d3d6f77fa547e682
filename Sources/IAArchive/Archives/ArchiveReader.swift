public import IABytes
internal import IACodec
public import IASyntax
public import IAText

/// A reader for an archive.
///
///     let archive = try ArchiveReader(DescriptorStorage(descriptor))
///     try archive.forEachEntry { print($0.ordinal, $0.id, $0.name) }
///     let letter = try archive.document(at: 12)
///
/// Opening reads the directory and the indexes. Documents are found by ordinal and id with a binary
/// search, and by name through the bounds or marks of the index. Reading a document decodes the
/// text and the columns of its block; the reader keeps the last block, so that reading in order
/// decodes each block once. A reader must not be used by several threads at the same time: open one
/// for each.
///
/// If bytes follow the newest directory, for example those of an interrupted append, or if the
/// newest directory is damaged, the reader opens the newest generation with a valid directory, and
/// `lostByteCount` is the number of the bytes after it.
public final class ArchiveReader {
  let source: any ArchiveSource
  let limits: Limits
  let directory: ArchiveDirectory
  let indexes: [GenerationIndex]
  let blocks: [BlockPlace]
  let positions: MemberPositions
  /// The number of the generation that superseded a document, by the document's ordinal.
  let superseded: [Int: Int]
  /// The block decoded last; `nil` before the first document.
  private var current: OpenBlock?
  private var loadedDictionaries: [UInt32: CompressionDictionary] = [:]

  /// The number of bytes after the generation that was opened; 0 if the archive is complete.
  public let lostByteCount: Int
  /// Whether the last step of a merge of generations was interrupted.
  ///
  /// The archive is complete for this reader, and the next writer finishes the step. Until then, other programs cannot
  /// read the merged documents.
  public let hasUnfinishedMerge: Bool

  /// The version of the archive's format: 1 or 2.
  public var formatVersion: Int { directory.seal.version }
  /// The number of documents, with earlier versions and removed documents.
  public var documentCount: Int { directory.seal.documentCount }
  /// The number of the newest generation, from 1.
  public var generation: Int { directory.seal.generation }
  /// The size of the archive in bytes, without `lostByteCount`.
  public var byteCount: Int { directory.end }
  /// The number of blocks.
  public var blockCount: Int { blocks.count }
  /// The number of stored attachments; equal attachments are stored once.
  public var attachmentCount: Int { positions.attachments.count }
  /// Whether any generation has an index of words, with which a search skips blocks.
  public var hasWordIndex: Bool { positions.hasWordIndex }
  /// Whether most documents are in blocks that are larger than those of the default options.
  ///
  /// A block counts as large if it has more than 1,024 documents, or at least eight documents with 192 KiB of text.
  /// With the default options, a block is complete at 64 KiB, so that only its last document can make it this large.
  ///
  /// - Complexity: O(*b*) in the number of blocks.
  public var hasLargeBlocks: Bool {
    let textBytes = 3 * ArchiveOptions.standardBlockTextBytes
    let largeBlocks = blocks.lazy.filter {
      $0.index.count > ArchiveOptions.standardBlockDocuments
        || $0.index.count >= 8 && $0.text.contentByteCount >= textBytes
    }
    return largeBlocks.reduce(0) { $0 + $1.index.count } > documentCount / 2
  }
  /// The number of stored original files; equal files are stored once.
  public var originalCount: Int { positions.originals.count }
  /// The highest id; `nil` if the archive has no documents.
  var lastID: UInt64? { blocks.last?.index.lastID }
  /// The Merkle root over the lines of all manifests, as 64 hexadecimal digits.
  public var merkleRoot: String { directory.seal.merkleRoot.description }

  /// A block with its index entry and its members; `generation` is the index in `indexes`.
  struct BlockPlace: Sendable {
    var number: Int
    var generation: Int
    var index: GenerationIndex.Block
    var text: ZipMember
    var data: ZipMember
  }

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - source: The bytes, which must not change while the reader is used.
  ///   - limits: `inputBytes` limits the directory and each member that is read, `outputBytes` and
  ///     `expansionRatio` the decompressed size of a member, `entries` the number of members.
  /// - Throws: `archive.no-directory` if the source has no directory; `archive.version` for a newer
  ///   version; if no generation is valid, the error of the newest one: `archive.header`,
  ///   `archive.name`, `archive.duplicate`, `archive.overlap`, `archive.missing-member`,
  ///   `archive.index`, `archive.checksum`, `archive.limit` or `bytes.truncated`. Also the source's
  ///   errors.
  /// - Complexity: O(*m* + *i* + *b*) in the number of members, the size of the indexes, and the
  ///   number of bytes after the archive.
  public init(_ source: any ArchiveSource, limits: Limits = .standard) throws {
    let source = try ReplacedTailSource.resolved(source)
    hasUnfinishedMerge = source is ReplacedTailSource
    self.source = source
    self.limits = limits
    let size = try source.byteCount()
    let found = try Self.newest(source, size: size, limits: limits)
    directory = found.directory
    lostByteCount = size - found.directory.end
    indexes = found.indexes
    superseded = Self.superseded(found.indexes, found.directory)
    positions = MemberPositions(directory.members)
    let (texts, datas) = (positions.texts, positions.datas)
    var blocks: [BlockPlace] = []
    blocks.reserveCapacity(texts.count)
    for (generation, index) in indexes.enumerated() {
      for block in index.blocks {
        guard let text = texts[block.number], let data = datas[block.number],
          block.firstOrdinal == blocks.last.map({ $0.index.firstOrdinal + $0.index.count }) ?? 0,
          block.firstID > blocks.last?.index.lastID ?? 0 || blocks.isEmpty
        else {
          throw InputError(
            .archiveIndex, at: directory.offset, detail: "block \(block.number)")
        }
        blocks.append(
          BlockPlace(
            number: block.number, generation: generation, index: block,
            text: directory.members[text], data: directory.members[data]))
      }
    }
    self.blocks = blocks
    guard texts.count == blocks.count, datas.count == blocks.count,
      directory.seal.documentCount
        == blocks.last.map({ $0.index.firstOrdinal + $0.index.count }) ?? 0
    else {
      throw InputError(
        .archiveIndex, at: directory.offset,
        detail: "\(texts.count) texts, \(datas.count) data members, \(blocks.count) blocks")
    }
  }

  /// Finds the newest valid directory and reads its indexes.
  private static func newest(
    _ source: any ArchiveSource, size: Int, limits: Limits
  ) throws -> (directory: ArchiveDirectory, indexes: [GenerationIndex]) {
    var firstError: (any Error)?
    var found: (directory: ArchiveDirectory, indexes: [GenerationIndex])?
    // Limits the attempts for a file that consists of signatures.
    var signatures = 0
    var directories = 0
    let offset = try EndRecord.findLast(in: source, before: size) { offset in
      do {
        signatures += 1
        _ = try EndRecord(source, at: offset)
        directories += 1
        let directory = try ArchiveDirectory(source, endRecordAt: offset, limits: limits)
        found = (directory, try indexes(directory, source, limits))
        return true
      } catch let error as InputError {
        // A later version may have changed the format in any way, so that the newest generation of a known version need
        // not be the current state.
        if error.code == .archiveVersion, firstError == nil { throw error }
        firstError = firstError ?? error
        if signatures > 65_536 || directories > 256 { throw error }
        return false
      }
    }
    guard offset != nil, let found else {
      throw firstError ?? InputError.archiveMissingDirectory(at: size)
    }
    return found
  }

  private static func indexes(
    _ directory: ArchiveDirectory, _ source: any ArchiveSource, _ limits: Limits
  ) throws -> [GenerationIndex] {
    try directory.generations.map { generation in
      let name = MemberName.index(generation: generation.number)
      guard let member = directory.members[generation.members].last(where: { $0.name == name })
      else {
        throw InputError(.archiveMissingMember, at: generation.offset, detail: name.path)
      }
      return try GenerationIndex(member, MemberContent(source: source, limits: limits)) {
        $0.moved(by: member.contentOffset)
      }
    }
  }

  // MARK: Entries

  /// Calls a function with each entry, in order, with those of earlier versions and removed documents.
  ///
  /// - Throws: `archive.index` if an index is damaged; the errors of `body`.
  /// - Complexity: O(*n*).
  public func forEachEntry(_ body: (ArchiveEntry) throws -> Void) throws {
    for block in blocks {
      let segment = try segment(block)
      for index in segment.ids.indices {
        try body(
          ArchiveEntry(
            ordinal: block.index.firstOrdinal + index, id: segment.ids[index],
            name: segment.name(index)))
      }
    }
  }

  /// Calls a function with each name that is not empty, as UTF-8.
  func forEachName(_ body: ([UInt8]) throws -> Void) throws {
    for block in blocks {
      let segment = try segment(block)
      for index in segment.ids.indices where !segment.nameRange(index).isEmpty {
        try body(Array(segment.nameBytes[segment.nameRange(index)]))
      }
    }
  }

  /// Returns the entry of a document.
  ///
  /// - Throws: `archive.index` if the index of its generation is damaged.
  /// - Precondition: `ordinal` is in `0..<documentCount`.
  /// - Complexity: O(log *b* + *n*) for *b* blocks and *n* documents in the block.
  public func entry(at ordinal: Int) throws -> ArchiveEntry {
    let block = block(of: ordinal)
    let segment = try segment(block)
    let index = ordinal - block.index.firstOrdinal
    return ArchiveEntry(ordinal: ordinal, id: segment.ids[index], name: segment.name(index))
  }

  /// Returns the entry of the document with an id, or `nil` if there is none.
  ///
  /// - Throws: `archive.index` if an index is damaged.
  /// - Complexity: O(log *b* + *n*) for *b* blocks and *n* documents in the block.
  public func entry(id: UInt64) throws -> ArchiveEntry? {
    var low = 0
    var high = blocks.count
    while low < high {
      let middle = (low + high) / 2
      if blocks[middle].index.lastID < id { low = middle + 1 } else { high = middle }
    }
    guard low < blocks.count, blocks[low].index.firstID <= id else { return nil }
    let segment = try segment(blocks[low])
    guard let index = segment.ids.firstIndex(of: id) else { return nil }
    return ArchiveEntry(
      ordinal: blocks[low].index.firstOrdinal + index, id: id, name: segment.name(index))
  }

  /// Returns the entry of the newest version of the document with a name, or `nil` if there is none, it
  /// is removed, or the name is empty.
  ///
  /// - Throws: `archive.index` if an index is damaged.
  public func entry(named name: String) throws -> ArchiveEntry? {
    guard !name.isEmpty else { return nil }
    guard superseded.isEmpty else { return try entries(named: name).last { isCurrent($0.ordinal) } }
    let bytes = Array(name.utf8)
    for (place, index) in indexes.enumerated() {
      let entry: (ordinal: Int, id: UInt64)?
      do {
        entry = try index.find(bytes, limits: limits) { try stored($0, ofIndex: place) }
      } catch let error as InputError {
        throw moved(error, in: place)
      }
      guard let found = entry else { continue }
      return ArchiveEntry(ordinal: found.ordinal, id: found.id, name: name)
    }
    return nil
  }

  /// Returns the block of a document.
  ///
  /// - Precondition: `ordinal` is in `0..<documentCount`.
  /// - Complexity: O(log *b*) in the number of blocks.
  func block(of ordinal: Int) -> BlockPlace {
    precondition(0..<documentCount ~= ordinal, "no document \(ordinal)")
    var low = 0
    var high = blocks.count - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if blocks[middle].index.firstOrdinal <= ordinal { low = middle } else { high = middle - 1 }
    }
    return blocks[low]
  }

  func segment(_ block: BlockPlace) throws -> EntrySegment {
    do {
      return try indexes[block.generation].segment(block.index, limits: limits) {
        try stored($0, ofIndex: block.generation)
      }
    } catch let error as InputError {
      throw moved(error, in: block.generation)
    }
  }

  /// Reads bytes of the index of a generation.
  ///
  /// - Parameters:
  ///   - range: The range in the bytes of the index.
  ///   - place: The position in `indexes`.
  func stored(_ range: Range<Int>, ofIndex place: Int) throws -> [UInt8] {
    guard let member = indexMember(place) else { return [] }
    return try MemberContent(source: source, limits: limits).stored(range, of: member)
  }

  private func indexMember(_ place: Int) -> ZipMember? {
    let generation = directory.generations[place]
    let name = MemberName.index(generation: generation.number)
    // The index is one of the last members of its generation.
    return directory.members[generation.members].last { $0.name == name }
  }

  /// Returns an error of an index, at its offset in the file.
  ///
  /// - Parameters:
  ///   - error: The error, whose offset counts from the start of the index.
  ///   - index: The position in `indexes`.
  func moved(_ error: InputError, in index: Int) -> InputError {
    error.moved(
      by: indexMember(index)?.contentOffset ?? directory.generations[index].offset)
  }

  // MARK: Documents

  /// Reads a document.
  ///
  /// - Parameters:
  ///   - ordinal: The position of the document, from 0.
  ///   - loadsAttachments: Whether to read the bytes of its attachments and to check them against
  ///     their hashes. Otherwise the document contains only their attachment records. Attachments
  ///     that the archive does not contain are omitted.
  /// - Throws: `archive.checksum`, `archive.block`, `archive.text` or an `ia.…` code if the block
  ///   or an attachment is damaged; `archive.limit`; the source's errors.
  /// - Precondition: `ordinal` is in `0..<documentCount`.
  /// - Complexity: O(*b*) in the size of the block, or O(*n*) in the size of the document if its
  ///   block was read last.
  public func document(at ordinal: Int, loadsAttachments: Bool = true) throws -> IADocument {
    try openBlock(of: ordinal)
    let block = block(of: ordinal)
    guard var opened = current else { preconditionFailure("a block was just opened") }
    current = nil
    defer { current = opened }
    var document = try opened.document(ordinal - block.index.firstOrdinal)
    if loadsAttachments { try loadAttachments(of: &document) }
    return document
  }

  /// Reads and checks the block of a document, unless it was read last.
  ///
  /// - Throws: The errors of `document(at:loadsAttachments:)` that concern the whole block.
  /// - Precondition: `ordinal` is in `0..<documentCount`.
  package func openBlock(of ordinal: Int) throws {
    let block = block(of: ordinal)
    if current?.number != block.number { current = try open(block) }
  }

  /// Reads the document with an id; returns `nil` if there is none.
  ///
  /// - Throws: The errors of `entry(id:)` and `document(at:)`.
  public func document(id: UInt64) throws -> IADocument? {
    try entry(id: id).map { try document(at: $0.ordinal) }
  }

  /// Reads the document with a name; returns `nil` if there is none.
  ///
  /// - Throws: The errors of `entry(named:)` and `document(at:)`.
  public func document(named name: String) throws -> IADocument? {
    try entry(named: name).map { try document(at: $0.ordinal) }
  }

  /// Opens a block and checks that its members contain the block of the index.
  func open(_ place: BlockPlace) throws -> OpenBlock {
    let reading = MemberContent(source: source, limits: limits)
    let content = try reading.content(of: place.data, checks: false)
    var member: BlockMember
    do { member = try BlockMember(content) } catch {
      throw error.moved(by: place.data.contentOffset)
    }
    guard member.number == place.number, member.firstOrdinal == place.index.firstOrdinal,
      member.count == place.index.count, member.textByteCount == place.text.contentByteCount,
      member.storedTextByteCount == place.text.storedByteCount,
      place.text.end == place.data.offset
    else {
      throw InputError(
        .archiveBlock, at: place.data.contentOffset,
        detail: "block \(member.number) instead of \(place.number)")
    }
    let segment = try indexes[place.generation].storedSegment(place.index) {
      try stored($0, ofIndex: place.generation)
    }
    guard segment == member.segment else {
      throw InputError(
        .archiveBlock, at: place.data.contentOffset + BlockMember.headByteCount,
        detail: "ids and names differ from those of the index")
    }
    let text = try reading.content(of: place.text, checks: false)
    return try OpenBlock(
      member, text: text, at: place.text.contentOffset, data: place.data.contentOffset,
      limits: limits,
      dictionary: dictionary(member.dictionary, for: place.data.contentOffset))
  }

  /// Returns a dictionary of the archive, or `nil` for the number 0.
  ///
  /// - Parameters:
  ///   - id: The number of the dictionary.
  ///   - dataOffset: The offset of the content of the data member that names it, for errors.
  /// - Throws: `ia.dictionary` if it is missing or damaged.
  func dictionary(_ id: UInt32, for dataOffset: Int) throws -> CompressionDictionary? {
    guard id != 0 else { return nil }
    if let loaded = loadedDictionaries[id] { return loaded }
    guard let index = positions.dictionaries[id] else {
      throw InputError(
        .iaDictionary, at: dataOffset + 28, detail: "dictionary \(id) is not in the archive")
    }
    let bytes = try MemberContent(source: source, limits: limits)
      .content(of: directory.members[index], checks: true)
    let dictionary = try CompressionDictionary(bytes)
    guard dictionary.id == id else {
      throw InputError(.iaDictionary, at: directory.members[index].contentOffset)
    }
    loadedDictionaries[id] = dictionary
    return dictionary
  }

  private func loadAttachments(of document: inout IADocument) throws {
    for digest in Set(document.usedDigests).sorted() {
      guard let bytes = try attachment(digest) else { continue }
      document.attachments.insert(bytes)
    }
  }

  /// Reads the bytes of an attachment; returns `nil` if the archive does not contain them.
  ///
  /// - Throws: `archive.checksum` if the bytes do not match the hash; `archive.limit`; the source's
  ///   errors.
  public func attachment(_ digest: SHA256Digest) throws -> [UInt8]? {
    guard let index = positions.attachments[digest] else { return nil }
    let member = directory.members[index]
    let bytes = try MemberContent(source: source, limits: limits).content(of: member, checks: false)
    guard SHA256Digest(of: bytes) == digest else {
      throw InputError(.archiveChecksum, at: member.contentOffset, detail: member.name.path)
    }
    return bytes
  }

  /// Returns the SHA-256 of the newest directory, which determines every stored byte through the hashes
  /// in its comment.
  ///
  /// - Throws: The source's errors.
  public func directoryDigest() throws -> SHA256Digest {
    guard let generation = directory.generations.last else { return SHA256Digest(of: []) }
    return SHA256Digest(
      of: try source.read(
        generation.end - generation.directoryOffset, at: generation.directoryOffset))
  }

  // MARK: Fixity members

  /// Reads the content of a member of a generation.
  ///
  /// - Throws: `archive.missing-member`; the errors of `MemberContent.content(of:checks:)`.
  func content(of name: MemberName, generation number: Int) throws -> [UInt8] {
    let generation = directory.generations[number - 1]
    guard let member = directory.members[generation.members].first(where: { $0.name == name })
    else {
      throw InputError(.archiveMissingMember, at: generation.offset, detail: name.path)
    }
    return try MemberContent(source: source, limits: limits).content(of: member, checks: true)
  }

  /// Reads the manifests of all generations.
  func manifests() throws -> [Manifest] {
    try directory.generations.map { generation in
      try Manifest(
        content(of: .manifest(generation: generation.number), generation: generation.number))
    }
  }

  /// Reads the record of a generation; of the newest one if no number is given.
  func record(_ generation: Int? = nil) throws -> GenerationRecord {
    let number = generation ?? self.generation
    return try GenerationRecord(content(of: .record(generation: number), generation: number))
  }

  /// Returns the hash of a generation's record, or `nil` if the generation does not exist or its
  /// record is damaged.
  func recordDigest(ofGeneration number: Int) -> SHA256Digest? {
    guard directory.generations.indices.contains(number - 1) else { return nil }
    return (try? content(of: .record(generation: number), generation: number)).map {
      SHA256Digest(of: $0)
    }
  }
}
