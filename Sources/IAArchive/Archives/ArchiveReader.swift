public import IABytes
internal import IACodec
public import IASyntax
public import IAText

/// An archive that is open to read.
///
///     let archive = try ArchiveReader(DescriptorStorage(descriptor))
///     try archive.forEachEntry { print($0.ordinal, $0.id, $0.name) }
///     let letter = try archive.document(at: 12)
///
/// Opening reads the directory and the indexes. Documents are found by ordinal and id with a binary
/// search, by name with a look at two bytes of each; reading one costs a block. The block last read
/// is kept, so reading in order reads each once. Not for several threads at once: open one reader
/// for each.
///
/// Where bytes follow after the newest directory, such as those of a torn append, or where the
/// newest directory is damaged, the newest generation whose directory is in order is opened, and
/// `lostByteCount` says how much follows.
public final class ArchiveReader {
  let source: any ArchiveSource
  let limits: Limits
  let directory: ZipDirectory
  let indexes: [GenerationIndex]
  let blocks: [BlockPlace]
  let attachments: [SHA256Digest: Int]
  let dictionaries: [UInt32: Int]
  private var current: OpenBlock?
  private var loadedDictionaries: [UInt32: CompressionDictionary] = [:]

  /// How many bytes follow after the generation that was opened; 0 where all is in order.
  public let lostByteCount: Int

  /// The version of the archive's format.
  public var formatVersion: Int { directory.seal.version }
  /// How many documents there are.
  public var documentCount: Int { directory.seal.documentCount }
  /// The number of the newest generation, from 1: how often the archive was written to.
  public var generation: Int { directory.seal.generation }
  /// The size of the archive in bytes, without what follows.
  public var byteCount: Int { directory.end }
  /// How many blocks the documents are in.
  public var blockCount: Int { blocks.count }
  /// How many attachments are stored, each once.
  public var attachmentCount: Int { attachments.count }
  /// The highest id; nil without documents.
  var lastID: UInt64? { blocks.last?.index.lastID }
  /// The Merkle root over the manifests, in hexadecimal digits.
  public var merkleRoot: String { directory.seal.merkleRoot.description }

  /// A block with the members it consists of.
  struct BlockPlace: Sendable {
    var number: Int
    var generation: Int
    var index: GenerationIndex.Block
    var text: ZipMember
    var data: ZipMember
  }

  /// Opens an archive.
  ///
  /// - Parameters:
  ///   - source: The bytes, which must not change while the reader lives.
  ///   - limits: `inputBytes` bounds the directory and each member that is read whole,
  ///     `outputBytes` and `expansionRatio` what a member unpacks to, `entries` the members.
  /// - Throws: `archive.no-directory` where there is none in order, else `InputError` with one of
  ///   the `archive.…` codes; the storage's errors.
  /// - Complexity: O(*m*) in the number of members, and of bytes that follow.
  public init(_ source: any ArchiveSource, limits: Limits = .standard) throws {
    self.source = source
    self.limits = limits
    let size = try source.byteCount()
    let found = try Self.newest(source, size: size, limits: limits)
    directory = found.directory
    lostByteCount = size - found.directory.end
    indexes = found.indexes
    var texts: [Int: Int] = [:]
    var datas: [Int: Int] = [:]
    var attachments: [SHA256Digest: Int] = [:]
    var dictionaries: [UInt32: Int] = [:]
    for (index, member) in directory.members.enumerated() {
      switch member.name {
      case .text(let number): texts[number] = index
      case .data(let number): datas[number] = index
      case .attachment(let digest, _): attachments[digest] = index
      case .dictionary(let id): dictionaries[id] = index
      default: break
      }
    }
    self.attachments = attachments
    self.dictionaries = dictionaries
    var blocks: [BlockPlace] = []
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

  /// The newest directory that is in order, with its indexes.
  private static func newest(
    _ source: any ArchiveSource, size: Int, limits: Limits
  ) throws -> (directory: ZipDirectory, indexes: [GenerationIndex]) {
    var firstError: (any Error)?
    var found: (directory: ZipDirectory, indexes: [GenerationIndex])?
    // What is tried is bounded: a file of nothing but signatures is none of ours.
    var signatures = 0
    var directories = 0
    let offset = try EndRecord.findLast(in: source, before: size) { offset in
      do {
        signatures += 1
        _ = try EndRecord(source, at: offset)
        directories += 1
        let directory = try ZipDirectory(source, endRecordAt: offset, limits: limits)
        found = (directory, try indexes(directory, source, limits))
        return true
      } catch let error as InputError {
        // A later version may have changed anything: an older generation is not the archive.
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
    _ directory: ZipDirectory, _ source: any ArchiveSource, _ limits: Limits
  ) throws -> [GenerationIndex] {
    try directory.generations.map { generation in
      let name = MemberName.index(generation: generation.number)
      guard let member = directory.members[generation.members].first(where: { $0.name == name })
      else {
        throw InputError(.archiveMissingMember, at: generation.offset, detail: name.path)
      }
      return try GenerationIndex(
        MemberContent(source: source, limits: limits).content(of: member, checks: false))
    }
  }

  // MARK: Entries

  /// Calls a function with every entry in order.
  ///
  /// - Throws: `archive.index` where the index is broken; what the function throws.
  /// - Complexity: O(*n*); some tens of nanoseconds an entry.
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

  /// Calls a function with every name that is not empty, as bytes.
  func forEachName(_ body: ([UInt8]) throws -> Void) throws {
    for block in blocks {
      let segment = try segment(block)
      for index in segment.ids.indices where !segment.nameRange(index).isEmpty {
        try body(Array(segment.nameBytes[segment.nameRange(index)]))
      }
    }
  }

  /// The entry of a document.
  ///
  /// - Precondition: `ordinal` is in `0..<documentCount`.
  public func entry(at ordinal: Int) throws -> ArchiveEntry {
    let block = block(of: ordinal)
    let segment = try segment(block)
    let index = ordinal - block.index.firstOrdinal
    return ArchiveEntry(ordinal: ordinal, id: segment.ids[index], name: segment.name(index))
  }

  /// The entry of the document with an id; nil where there is none.
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

  /// The entry of the document with a name; nil where there is none, and for no text.
  public func entry(named name: String) throws -> ArchiveEntry? {
    guard !name.isEmpty else { return nil }
    let bytes = Array(name.utf8)
    for index in indexes {
      guard let found = try index.find(bytes, limits: limits) else { continue }
      return ArchiveEntry(ordinal: found.ordinal, id: found.id, name: name)
    }
    return nil
  }

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

  private func segment(_ block: BlockPlace) throws -> EntrySegment {
    try indexes[block.generation].segment(block.index, limits: limits)
  }

  // MARK: Documents

  /// A document.
  ///
  /// - Parameters:
  ///   - ordinal: Its place, from 0.
  ///   - loadsAttachments: Whether the bytes of its attachments are read, and checked against
  ///     their hashes; else the document has their records alone.
  /// - Throws: `archive.checksum`, `archive.block`, `archive.text` or an `ia.…` code where its block
  ///   is broken; `archive.attachment` where an attachment is missing.
  /// - Precondition: `ordinal` is in `0..<documentCount`.
  public func document(at ordinal: Int, loadsAttachments: Bool = true) throws -> IADocument {
    let block = block(of: ordinal)
    if current?.number != block.number { current = try open(block) }
    guard var opened = current else { preconditionFailure("a block was just opened") }
    current = nil
    defer { current = opened }
    var document = try opened.document(ordinal - block.index.firstOrdinal)
    if loadsAttachments { try loadAttachments(of: &document) }
    return document
  }

  /// The document with an id; nil where there is none.
  public func document(id: UInt64) throws -> IADocument? {
    try entry(id: id).map { try document(at: $0.ordinal) }
  }

  /// The document with a name; nil where there is none.
  public func document(named name: String) throws -> IADocument? {
    try entry(named: name).map { try document(at: $0.ordinal) }
  }

  /// Opens a block and sees that it is the one the index speaks of.
  func open(_ place: BlockPlace) throws -> OpenBlock {
    let reading = MemberContent(source: source, limits: limits)
    let content = try reading.content(of: place.data, checks: false)
    var member: BlockMember
    do { member = try BlockMember(content) } catch {
      throw InputError(
        error.code, at: place.data.contentOffset + error.byteOffset, detail: error.detail)
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
    let text = try reading.content(of: place.text, checks: false)
    return try OpenBlock(
      member, text: text, at: place.text.contentOffset, limits: limits,
      dictionary: dictionary(member.dictionary))
  }

  func dictionary(_ id: UInt32) throws -> CompressionDictionary? {
    guard id != 0 else { return nil }
    if let loaded = loadedDictionaries[id] { return loaded }
    guard let index = dictionaries[id] else {
      throw InputError(.iaDictionary, at: 0, detail: "dictionary \(id) is not in the archive")
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
    for digest in Set(document.string.attachments.flatMap { $0.attachment.digests }).sorted() {
      guard let bytes = try attachment(digest) else { continue }
      document.attachments.insert(bytes)
    }
  }

  /// The bytes of an attachment; nil where the archive never had them.
  ///
  /// - Throws: `archive.checksum` where the bytes do not have their hash.
  public func attachment(_ digest: SHA256Digest) throws -> [UInt8]? {
    guard let index = attachments[digest] else { return nil }
    let member = directory.members[index]
    let bytes = try MemberContent(source: source, limits: limits).content(of: member, checks: false)
    guard SHA256Digest(of: bytes) == digest else {
      throw InputError(.archiveChecksum, at: member.contentOffset, detail: member.name.path)
    }
    return bytes
  }

  // MARK: Accounts

  /// The content of a member of a generation.
  func account(_ name: MemberName, generation number: Int) throws -> [UInt8] {
    let generation = directory.generations[number - 1]
    guard let member = directory.members[generation.members].first(where: { $0.name == name })
    else {
      throw InputError(.archiveMissingMember, at: generation.offset, detail: name.path)
    }
    return try MemberContent(source: source, limits: limits).content(of: member, checks: true)
  }

  /// The manifests of all generations.
  func manifests() throws -> [Manifest] {
    try directory.generations.map { generation in
      try Manifest(
        account(.manifest(generation: generation.number), generation: generation.number))
    }
  }

  /// The record of a generation, by default the newest.
  func record(_ generation: Int? = nil) throws -> GenerationRecord {
    let number = generation ?? self.generation
    return try GenerationRecord(account(.record(generation: number), generation: number))
  }

  /// The hash of a generation's record; nil where there is none to be read.
  func recordDigest(ofGeneration number: Int) -> SHA256Digest? {
    guard directory.generations.indices.contains(number - 1) else { return nil }
    return (try? account(.record(generation: number), generation: number)).map {
      SHA256Digest(of: $0)
    }
  }
}
