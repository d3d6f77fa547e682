public import IABytes
internal import IACodec
internal import IASyntax
public import IAText
internal import IAZip

/// The documents that can be read from a damaged archive without a directory.
///
/// The file is read once from start to end for sync markers and local headers. A document is listed
/// if its text can be read; parts that no checksum confirms are reported (`LostDocument.Kind`).
public final class ArchiveScan {
  private let source: any ArchiveSource
  private let limits: Limits
  private(set) var blocks: [SalvagedBlock] = []
  private var attachments: [SHA256Digest: Range<Int>] = [:]
  private var originals: [SHA256Digest: ZipMember] = [:]
  /// The files from which documents were read, by the documents' ordinals.
  private(set) var origins: [Int: DocumentOrigin] = [:]
  /// The metadata of the archive and its documents, from undamaged lists.
  private(set) var metadata = ArchiveMetadata()
  private var dictionaries: [UInt32: CompressionDictionary] = [:]
  /// The recovery members of version 1, by the offset and content of their heads.
  private(set) var recoveryHeads: [(offset: Int, head: RecoveryHead)] = []
  /// The heads of recovery data of version 2, with their offsets.
  private(set) var parityHeads: [(offset: Int, head: ParityHead)] = []
  /// The loss records of earlier repairs.
  private(set) var losses: [DocumentLoss] = []
  /// The hashes of the loss records that were accepted.
  private(set) var acceptedLosses: Set<SHA256Digest> = []
  /// The ordinals of documents that undamaged indexes supersede, each list with the first ordinal of its
  /// generation.
  private(set) var changes: [(firstOrdinal: Int, superseded: [Int])] = []
  /// The generation of the last directory with a seal; 0 if there is none.
  private(set) var lastSealGeneration = 0
  /// The seals of first generations.
  private(set) var firstSeals: Set<GenerationSeal> = []
  /// The number of the newest generation of which any part states the number of documents.
  private(set) var newestGeneration = 0
  /// The undamaged heads of blocks, with the offset of the first of equal ones.
  private(set) var heads: [BlockHead: Int] = [:]
  /// The block decoded last.
  private var opened: OpenSalvagedBlock?

  /// The number of documents that can be read at least in part.
  public var documentCount: Int { blocks.reduce(0) { $0 + $1.readableCount } }

  /// The number of readable documents in blocks whose text and columns match their checksums.
  var wholeCount: Int { blocks.reduce(0) { $0 + ($1.isWhole ? $1.readableCount : 0) } }

  /// Returns whether this scan recovers at least as much as another: first by complete, then by
  /// readable documents.
  func recoversAtLeast(_ other: ArchiveScan) -> Bool {
    wholeCount == other.wholeCount
      ? documentCount >= other.documentCount : wholeCount > other.wholeCount
  }

  /// The number of documents of the archive before it was damaged; `nil` if it is unknown.
  ///
  /// The seal at the end of a generation, its record, its index and its recovery members state the number. It is
  /// unknown if no such part remains, or if other parts of a newer generation remain.
  public private(set) var expectedDocumentCount: Int?

  /// Whether the file contains any part that only an `.iaa` archive has.
  public private(set) var hasTraces = false

  /// A document that can be read, and its place in the salvaged blocks.
  struct Slot {
    var block: Int
    var index: Int
    var entry: ArchiveEntry
    /// Whether the id is the one that the document had, and not a new one.
    var hasOwnID: Bool
  }

  /// The documents that can be read, in order.
  private(set) var slots: [Slot] = []

  /// The documents that cannot be read at all and whose ordinal is known, at most 1,000,000.
  public private(set) var lost: [LostDocument] = []

  /// Creates a scan by reading a whole file.
  ///
  /// - Parameters:
  ///   - source: The bytes of the damaged archive.
  ///   - limits: `inputBytes` and `outputBytes` limit the stored and the decompressed size of one
  ///     member.
  ///   - progress: Is called after about each MiB with the number of bytes read so far.
  /// - Throws: The source's errors and those of `progress`. Damaged content causes no error.
  /// - Complexity: O(*n*) in the size of the file.
  public init(
    _ source: any ArchiveSource, limits: Limits = .standard,
    progress: (_ byteCount: Int) throws -> Void = { _ in }
  ) throws {
    self.source = source
    self.limits = limits
    var traces = try ArchiveTraces(source, limits: limits)
    try traces.collect(progress)
    recoveryHeads = traces.recoveryHeads
    parityHeads = traces.parityHeads
    attachments = traces.attachments
    metadata = ArchiveMetadata(traces.metadata.sorted { $0.key < $1.key }.map(\.value))
    originals = traces.originals
    origins = traces.origins
    dictionaries = traces.dictionaries
    losses = traces.losses
    acceptedLosses = traces.acceptedLosses
    for index in losses.indices where acceptedLosses.contains(losses[index].digest) {
      losses[index].isAccepted = true
    }
    hasTraces = traces.hasTraces
    heads = traces.heads
    lastSealGeneration = traces.lastSealGeneration
    newestGeneration = traces.newestGeneration
    firstSeals = traces.firstSeals
    blocks = try traces.salvagedBlocks()
    expectedDocumentCount = traces.expectedDocumentCount(of: blocks)
    changes = traces.indexes.map { ($0.firstOrdinal, Array($0.changes.superseded)) }
    findSlots(indexes: traces.indexes)
  }

  /// Assigns an ordinal and an id to each readable document, and lists the lost ones.
  private func findSlots(indexes: [GenerationIndex]) {
    var next = 0
    var lastID: UInt64 = 0
    for (number, block) in blocks.enumerated() {
      let first = max(block.firstOrdinal ?? next, next)
      addLost(next..<first, indexes)
      for index in 0..<block.readableCount {
        let own = block.segment.flatMap { index < $0.count ? $0.ids[index] : nil }
        let id = own.flatMap { $0 > lastID ? $0 : nil } ?? lastID + 1
        lastID = id
        slots.append(
          Slot(
            block: number, index: index,
            entry: ArchiveEntry(
              ordinal: first + index, id: id, name: block.segment?.name(index) ?? ""),
            hasOwnID: own == id))
      }
      let count = max(block.count ?? block.readableCount, block.readableCount)
      // A forged head can state any number.
      for index in (block.readableCount..<count).prefix(Self.maximumLost - lost.count) {
        lost.append(
          LostDocument(
            .document, ordinal: first + index,
            id: block.segment.flatMap { index < $0.count ? $0.ids[index] : nil },
            name: block.segment?.name(index) ?? ""))
      }
      next = first + count
    }
    addLost(next..<max(next, expectedDocumentCount ?? next), indexes)
  }

  /// The maximum number of lost documents that are listed.
  static let maximumLost = 1_000_000

  /// Lists the documents of missing blocks, with the ids and names that an index contains.
  private func addLost(_ ordinals: Range<Int>, _ indexes: [GenerationIndex]) {
    guard !ordinals.isEmpty, lost.count < Self.maximumLost else { return }
    var known: [Int: (id: UInt64, name: String)] = [:]
    for index in indexes {
      for block in index.blocks
      where block.firstOrdinal < ordinals.upperBound
        && block.firstOrdinal + block.count > ordinals.lowerBound
      {
        guard let segment = try? index.segment(block, limits: limits) else { continue }
        for place in 0..<segment.count {
          known[block.firstOrdinal + place] = (segment.ids[place], segment.name(place))
        }
      }
    }
    for ordinal in ordinals.prefix(Self.maximumLost - lost.count) {
      lost.append(
        LostDocument(
          .document, ordinal: ordinal, id: known[ordinal]?.id, name: known[ordinal]?.name ?? ""))
    }
  }

  /// Decodes a document with its remaining attachments; returns `nil` if it cannot be decoded.
  func document(
    _ slot: Slot
  ) throws -> (document: IADocument, missing: LostDocument.Kind?)? {
    let block = blocks[slot.block]
    if opened?.block.number != block.number {
      opened = try OpenSalvagedBlock(
        block, source, limits, dictionary: dictionaries[block.dictionary])
    }
    guard var found = opened?.document(slot.index) else { return nil }
    for digest in Set(found.document.usedDigests) {
      guard let range = attachments[digest] else { continue }
      let bytes = try source.read(range.count, at: range.lowerBound)
      if SHA256Digest(of: bytes) == digest {
        found.document.attachments.insert(bytes)
      } else {
        found.missing = found.missing ?? .attachments
      }
    }
    return found
  }

  /// Reads an original file; returns `nil` if it is lost.
  func original(_ origin: DocumentOrigin) throws -> [UInt8]? {
    guard origin.isKept, let member = originals[origin.digest] else { return nil }
    return try MemberContent(source: source, limits: limits).content(of: member, checks: false)
  }

  /// Calls a function with each document that can be read, in order.
  ///
  /// The ordinals are those that the documents had, if they are known. A document omits the bytes
  /// of missing or damaged attachments; their attachment records keep the hashes.
  ///
  /// - Returns: The ordinals of documents that could not be decoded.
  /// - Throws: The source's errors and those of `body`.
  public func forEachDocument(
    _ body: (ArchiveEntry, IADocument) throws -> Void
  ) throws -> [Int] {
    var failed: [Int] = []
    for slot in slots {
      guard let found = try document(slot) else {
        failed.append(slot.entry.ordinal)
        continue
      }
      try body(slot.entry, found.document)
    }
    return failed
  }
}

extension ZipMember {
  /// Creates a member from its local header; returns `nil` if the bytes do not begin with a header
  /// that the format allows.
  init?(localHeader bytes: [UInt8], at offset: Int) {
    let span = bytes.span
    guard let fields = ZipLocalRecord(span)?.fields,
      bytes.count >= ZipLocalRecord.byteCount + Int(fields.nameCount)
    else { return nil }
    let path = span.extracting(
      ZipLocalRecord.byteCount..<ZipLocalRecord.byteCount + Int(fields.nameCount))
    guard let name = MemberName(path: path),
      name.isDeflated || fields.compressedCount == fields.byteCount
    else { return nil }
    self.init(
      name: name, crc32: fields.crc32, storedByteCount: Int(fields.compressedCount),
      contentByteCount: Int(fields.byteCount), offset: offset)
    guard bytes.starts(with: ZipHeaders.local(self)) else { return nil }
  }
}
