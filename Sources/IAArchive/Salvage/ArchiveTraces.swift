internal import IABytes
internal import IACodec
internal import IASyntax
internal import IAZip

/// The parts of an archive that a scan of a damaged file finds by sync markers and ZIP signatures.
struct ArchiveTraces {
  private let source: any ArchiveSource
  private let limits: Limits
  private let size: Int
  private var blocks: [Int: SalvagedBlock] = [:]
  private(set) var recoveryHeads: [(offset: Int, head: RecoveryHead)] = []
  private(set) var parityHeads: [(offset: Int, head: ParityHead)] = []
  private(set) var attachments: [SHA256Digest: Range<Int>] = [:]
  /// The members with original files whose content matches their hash.
  private(set) var originals: [SHA256Digest: ZipMember] = [:]
  /// The files from which documents were read, by the documents' ordinals.
  private(set) var origins: [Int: DocumentOrigin] = [:]
  /// The lists of metadata, by generation.
  private(set) var metadata: [Int: MetadataList] = [:]
  private(set) var dictionaries: [UInt32: CompressionDictionary] = [:]
  private(set) var indexes: [GenerationIndex] = []
  private(set) var losses: [DocumentLoss] = []
  private(set) var acceptedLosses: Set<SHA256Digest> = []
  private(set) var hasTraces = false
  /// The undamaged heads of blocks, with the offset of the first of equal ones.
  private(set) var heads: [BlockHead: Int] = [:]
  /// The numbers of documents that seals, records, indexes and recovery heads state, with their
  /// generation.
  private var counts: [(generation: Int, documentCount: Int)] = []
  /// The highest generation of any member name or number in the file.
  private(set) var newestGeneration = 0
  /// The seals of first generations, which are never merged.
  private(set) var firstSeals: Set<GenerationSeal> = []
  /// The end of the last directory that has a seal; 0 if there is none.
  private var lastSealEnd = 0
  private(set) var lastSealGeneration = 0
  /// The offset from which on markers are examined: the end of the last complete member, because the content of a
  /// member can resemble another archive.
  private var resume = 0
  /// The remaining budget for reading members.
  private var budget: SalvageBudget

  init(_ source: any ArchiveSource, limits: Limits) throws {
    self.source = source
    self.limits = limits
    size = try source.byteCount()
    budget = SalvageBudget(byteCount: size)
  }

  /// Reads the whole file and collects the parts.
  ///
  /// - Throws: The source's errors and those of `progress`.
  /// - Complexity: O(*n*).
  mutating func collect(_ progress: (Int) throws -> Void) throws {
    let window = 1 << 20
    var start = 0
    while start < size {
      let bytes = try source.read(window + 7, at: start)
      for index in 0..<min(window, bytes.count) {
        switch bytes[index] {
        case 0x50, BlockMember.sync[0], RecoveryHead.sync[0], GenerationIndex.sync[0]:
          guard start + index >= resume else { continue }
          try visit(bytes[index..<min(index + 8, bytes.count)], at: start + index)
        default: continue
        }
      }
      start += window
      try progress(min(start, size))
    }
  }

  /// Collects the part at an offset, if it begins with one of the markers.
  private mutating func visit(_ bytes: ArraySlice<UInt8>, at offset: Int) throws {
    if ZipLocalRecord.isSigned(bytes.span) {
      try visitMember(at: offset)
    } else if ZipEndRecord.isSigned(bytes.span) {
      try visitEnd(at: offset)
    } else if bytes.elementsEqual(BlockMember.sync) {
      try visitBlock(at: offset)
    } else if bytes.elementsEqual(RecoveryHead.sync) {
      let bytes = try source.read(RecoveryPlan.headByteCount, at: offset)
      if let head = ParityHead(Array(bytes.prefix(ParityPlan.headByteCount))) {
        parityHeads.append((offset, head))
        note(head.seal)
      } else if let head = RecoveryHead(bytes) {
        recoveryHeads.append((offset, head))
        note(head.seal)
      }
    }
  }

  private mutating func note(_ seal: GenerationSeal) {
    hasTraces = true
    if seal.generation == 1 { firstSeals.insert(seal) }
    counts.append((seal.generation, seal.documentCount))
    newestGeneration = max(newestGeneration, seal.generation)
  }

  private mutating func visitEnd(at offset: Int) throws {
    let bytes = try source.read(
      ZipEndRecord.byteCount + GenerationSeal.maximumByteCount, at: offset)
    guard let record = ZipEndRecord(bytes.span) else { return }
    let end = ZipEndRecord.byteCount + Int(record.commentCount)
    guard end <= bytes.count,
      let seal = GenerationSeal(comment: Array(bytes[ZipEndRecord.byteCount..<end]))
    else { return }
    note(seal)
    lastSealEnd = offset + end
    lastSealGeneration = seal.generation
  }

  // MARK: Members

  private mutating func visitMember(at offset: Int) throws {
    let header = try source.read(30 + 100, at: offset)
    guard let member = ZipMember(localHeader: header, at: offset) else { return }
    hasTraces = true
    switch member.name {
    case .attachment(let digest, let suffix):
      try visitAttachment(member, digest, suffix)
    case .dictionary(let id):
      guard member.storedByteCount <= 16 << 20, budget.spend(member) else { return }
      let bytes = try source.read(member.storedByteCount, at: member.contentOffset)
      if let dictionary = try? CompressionDictionary(bytes), dictionary.id == id {
        dictionaries[id] = dictionary
      }
    case .text(let number):
      var block = blocks[number] ?? SalvagedBlock(number: number)
      guard block.text == nil else { return }
      block.text = .init(offset: member.contentOffset, byteCount: member.storedByteCount)
      block.textByteCount = member.contentByteCount
      block.textCRC32 = member.crc32
      blocks[number] = block
    case .data(let number): try visitData(member, number)
    case .index(let generation):
      newestGeneration = max(newestGeneration, generation)
      guard member.storedByteCount <= limits.inputBytes, budget.spend(member),
        let index = try? GenerationIndex(
          source.read(member.storedByteCount, at: member.contentOffset))
      else { return }
      indexes.append(index)
      counts.append((generation, index.firstOrdinal + index.documentCount))
    case .record(let generation):
      newestGeneration = max(newestGeneration, generation)
      guard let content = try? content(of: member, checks: true),
        let record = try? GenerationRecord(content)
      else { return }
      counts.append((generation, record.documentCount))
    case .manifest(let generation), .storedHashes(let generation), .recovery(let generation, _):
      newestGeneration = max(newestGeneration, generation)
    case .original(let digest, _): try visitOriginal(member, digest)
    case .names(let generation):
      newestGeneration = max(newestGeneration, generation)
      guard let content = try? content(of: member, checks: true), let list = NameList(content)
      else { return }
      for entry in list.entries { origins[entry.ordinal] = entry.origin }
    case .metadata(let generation):
      newestGeneration = max(newestGeneration, generation)
      guard let content = try? content(of: member, checks: true) else { return }
      metadata[generation] = try? MetadataList(content)
    case .mimetype, .readMe, .description: break
    }
  }

  private mutating func visitAttachment(
    _ member: ZipMember, _ digest: SHA256Digest, _ suffix: String
  ) throws {
    guard attachments[digest] == nil, member.storedByteCount <= limits.inputBytes,
      budget.spend(member)
    else { return }
    let bytes = try source.read(member.storedByteCount, at: member.contentOffset)
    attachments[digest] = member.contentOffset..<member.end
    guard SHA256Digest(of: bytes) == digest else { return }
    // An attachment may be an archive itself; its blocks are not blocks of this archive.
    resume = member.end
    if suffix == DocumentLoss.suffix, let loss = DocumentLoss(bytes) { losses.append(loss) }
    if suffix == DocumentLoss.acceptedSuffix, let loss = DocumentLoss.accepted(by: bytes) {
      acceptedLosses.insert(loss)
    }
  }

  private mutating func visitOriginal(_ member: ZipMember, _ digest: SHA256Digest) throws {
    guard originals[digest] == nil else { return }
    guard let content = try? content(of: member, checks: false),
      SHA256Digest(of: content) == digest
    else { return }
    originals[digest] = member
    // An original file may be an archive itself; its blocks are not blocks of this archive.
    resume = member.end
  }

  /// Returns the content of a member; `nil` if the budget does not allow it.
  private mutating func content(of member: ZipMember, checks: Bool) throws -> [UInt8]? {
    guard budget.spend(member) else { return nil }
    return try MemberContent(source: source, limits: limits).content(of: member, checks: checks)
  }

  // MARK: Blocks

  /// Collects the columns of a data member whose head is damaged.
  private mutating func visitData(_ member: ZipMember, _ number: Int) throws {
    guard member.storedByteCount <= limits.inputBytes, budget.spend(member) else { return }
    let bytes = try source.read(member.storedByteCount, at: member.contentOffset)
    // An undamaged head is found by its sync marker.
    guard bytes.count == member.storedByteCount, bytes.count >= BlockMember.headByteCount + 8,
      BlockMember.validHead(bytes) == nil,
      let columns = BlockMember.validColumns(bytes)
    else { return }
    var block = blocks[number] ?? SalvagedBlock(number: number)
    guard block.data == nil else { return }
    block.data = .init(
      offset: member.contentOffset + columns.lowerBound, byteCount: columns.count)
    blocks[number] = block
  }

  /// Collects a block by the undamaged head of its data member.
  private mutating func visitBlock(at offset: Int) throws {
    let start = try source.read(BlockMember.headByteCount, at: offset)
    guard let segmentEnd = BlockMember.headEnd(ofHead: start), segmentEnd <= limits.inputBytes,
      budget.spend(segmentEnd, at: offset)
    else { return }
    let bytes = try source.read(segmentEnd + 4, at: offset)
    guard let head = BlockMember.validHead(bytes) else { return }
    hasTraces = true
    let identity = BlockHead(number: head.number, bytes)
    heads[identity] = heads[identity] ?? offset
    var block = blocks[head.number] ?? SalvagedBlock(number: head.number)
    guard block.firstOrdinal == nil else { return }
    block.firstOrdinal = head.firstOrdinal
    block.count = head.count
    block.dictionary = head.dictionary
    block.segment = try? EntrySegment(head.segment, count: head.count, limits: limits)
    block.textCheck = head.textCheck
    block.textByteCount = head.textByteCount
    let columnsOffset = offset + segmentEnd + 4
    if let count = BlockMember.columnsByteCount(ofHead: start), count <= limits.inputBytes,
      budget.spend(count, at: columnsOffset)
    {
      let columns = try source.read(count + 4, at: columnsOffset)
      if BlockMember.isValid(columns, count: count) {
        block.data = .init(offset: columnsOffset, byteCount: count)
        resume = max(resume, columnsOffset + count + 4)
      }
    }
    // The text ends at the local header of the data member.
    let textOffset =
      offset - ZipHeaders.localByteCount(.data(head.number)) - head.storedTextByteCount
    if block.text != nil {
      block.text?.byteCount = head.storedTextByteCount
    } else if textOffset >= 0 {
      block.text = .init(offset: textOffset, byteCount: head.storedTextByteCount)
    }
    blocks[head.number] = block
  }

  /// Returns the blocks in order, each with the number of its readable documents, as far as the budget
  /// allows.
  ///
  /// A block that overlaps the ordinals of the one before is omitted: it belongs to an archive
  /// inside this one.
  mutating func salvagedBlocks() throws -> [SalvagedBlock] {
    var indexed: [Int: (index: GenerationIndex, block: GenerationIndex.Block)] = [:]
    for index in indexes { for block in index.blocks { indexed[block.number] = (index, block) } }
    var found: [SalvagedBlock] = []
    for var block in blocks.values.sorted(by: { $0.number < $1.number }) {
      if let (index, entry) = indexed[block.number] {
        block.firstOrdinal = block.firstOrdinal ?? entry.firstOrdinal
        block.count = block.count ?? entry.count
        block.segment = block.segment ?? (try? index.segment(entry, limits: limits))
      }
      if let place = block.text {
        let content = block.textByteCount ?? limits.outputBytes
        let isAllowed = budget.spend(place.byteCount, at: place.offset, contentByteCount: content)
        if !isAllowed { block.text = nil }
      }
      let text = try SalvagedText(block, source, limits)
      block.isTextVerified = text.isVerified
      block.readableCount = min(text.readableCount, block.count ?? text.readableCount)
      if text.isVerified, !text.hasMoreLines, block.count == nil {
        block.count = text.readableCount
      }
      if let before = found.last, before.number == block.number - 1, block.firstOrdinal == nil,
        let first = before.firstOrdinal, let count = before.count
      {
        block.firstOrdinal = first + count
      } else if block.firstOrdinal == nil, block.number == 1 {
        block.firstOrdinal = 0
      }
      // A block of an archive inside this one has ordinals that are already in use.
      if let first = block.firstOrdinal, let before = found.last, let start = before.firstOrdinal,
        first < start + (before.count ?? before.readableCount)
      {
        continue
      }
      found.append(block)
    }
    return found
  }

  /// Returns the number of documents according to the newest generation; `nil` if none of its parts states the number,
  /// or if parts of a later generation may be missing.
  func expectedDocumentCount(of blocks: [SalvagedBlock]) -> Int? {
    guard let generation = counts.map(\.generation).max(), generation >= newestGeneration else {
      return nil
    }
    let count = counts.filter { $0.generation == generation }.map(\.documentCount).max() ?? 0
    let found =
      blocks.last.map { ($0.firstOrdinal ?? 0) + ($0.count ?? $0.readableCount) } ?? 0
    // If there are more documents than stated, or bytes after the seal, a later generation has lost its end.
    guard found <= count else { return nil }
    let hasTrailingBytes = lastSealGeneration == generation && size - lastSealEnd >= 30
    return hasTrailingBytes ? nil : count
  }
}
