public import IABytes
internal import IACodec
internal import IASyntax
public import IAText

/// What can be read of a damaged archive without any directory.
///
/// The file is read from front to back for sync markers and local headers. A document counts if its
/// text can be read; what a check does not prove is reported as such (`LostDocument.Kind`).
public final class ArchiveScan {
  private let source: any ArchiveSource
  private let limits: Limits
  private(set) var blocks: [SalvagedBlock] = []
  private var attachments: [SHA256Digest: Range<Int>] = [:]
  private var dictionaries: [UInt32: CompressionDictionary] = [:]
  /// Where recovery members begin, with what their heads say.
  private(set) var recoveryHeads: [(offset: Int, head: RecoveryHead)] = []
  /// The same for recovery data of version 2.
  private(set) var parityHeads: [(offset: Int, head: ParityHead)] = []
  /// What earlier repairs could not save.
  private(set) var losses: [DocumentLoss] = []
  /// The hashes of losses that were accepted.
  private(set) var acceptedLosses: Set<SHA256Digest> = []
  private var opened: OpenSalvagedBlock?

  /// How many documents can be read, at least in part.
  public var documentCount: Int { blocks.reduce(0) { $0 + $1.readableCount } }

  /// How many documents are in blocks of which everything is proved.
  var wholeCount: Int { blocks.reduce(0) { $0 + ($1.isWhole ? $1.readableCount : 0) } }

  /// Whether another scan gives back less, or as much.
  func isAtLeast(_ other: ArchiveScan) -> Bool {
    wholeCount == other.wholeCount
      ? documentCount >= other.documentCount : wholeCount > other.wholeCount
  }

  /// How many documents the archive had; `nil` if nothing that is left says it.
  ///
  /// It is said by the seal at the end of a generation, its record, its index and its recovery
  /// members; none of them must be of an older generation than anything else that is found.
  public private(set) var expectedDocumentCount: Int?

  /// Whether anything was found that only an archive has.
  public private(set) var hasTraces = false

  /// A place from which a document can be read.
  struct Slot {
    var block: Int
    var index: Int
    var entry: ArchiveEntry
    /// Whether the id is the one that the document had.
    var hasOwnID: Bool
  }

  /// The documents that can be read, in order.
  private(set) var slots: [Slot] = []

  /// The documents that cannot be read at all, as far as they are known.
  public private(set) var lost: [LostDocument] = []

  /// Reads a whole archive.
  ///
  /// - Parameters:
  ///   - source: The bytes.
  ///   - limits: `inputBytes` and `outputBytes` bound one member.
  ///   - progress: Is called now and then with the number of bytes read so far.
  /// - Throws: The storage's errors alone.
  /// - Complexity: O(*n*).
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
    dictionaries = traces.dictionaries
    losses = traces.losses
    acceptedLosses = traces.acceptedLosses
    for index in losses.indices where acceptedLosses.contains(losses[index].digest) {
      losses[index].isAccepted = true
    }
    hasTraces = traces.hasTraces
    blocks = try traces.salvagedBlocks()
    expectedDocumentCount = traces.expectedDocumentCount(of: blocks)
    findSlots(indexes: traces.indexes)
  }

  /// Gives every document its place, and lists those that are lost.
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
      for index in block.readableCount..<count {
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

  /// How many lost documents are listed at most.
  static let maximumLost = 1_000_000

  /// Lists documents of blocks of which nothing is left, with what an index says about them.
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

  /// Reads a document with the attachments that are left; `nil` if it is lost after all.
  func document(
    _ slot: Slot
  ) throws -> (document: IADocument, missing: LostDocument.Kind?)? {
    let block = blocks[slot.block]
    if opened?.block.number != block.number {
      opened = try OpenSalvagedBlock(
        block, source, limits, dictionary: dictionaries[block.dictionary])
    }
    guard var found = opened?.document(slot.index) else { return nil }
    for digest in Set(found.document.string.attachments.flatMap { $0.attachment.digests }) {
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

  /// Calls a function with every document that can be read, in order.
  ///
  /// The ordinals are those that the documents had, as far as they are known. Attachments that are
  /// missing or damaged are left out of a document; its records keep their hashes.
  ///
  /// - Returns: The ordinals of documents that could not be decoded.
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
  /// Reads a local header; nil where the bytes do not begin with one of an archive.
  init?(localHeader bytes: [UInt8], at offset: Int) {
    let span = bytes.span
    var reader = ByteReader(0..<bytes.count)
    guard let found = try? Self.fields(&reader, span, offset),
      bytes.starts(with: ZipHeaders.local(found))
    else { return nil }
    self = found
  }

  private static func fields(
    _ reader: inout ByteReader, _ bytes: Span<UInt8>, _ offset: Int
  ) throws(InputError) -> ZipMember? {
    guard try reader.fixed(4, bytes) == ZipHeaders.localSignature else { return nil }
    _ = try reader.stretch(10)
    let crc = UInt32(truncatingIfNeeded: try reader.fixed(4, bytes))
    let stored = Int(try reader.fixed(4, bytes))
    let content = Int(try reader.fixed(4, bytes))
    let nameByteCount = Int(try reader.fixed(2, bytes))
    _ = try reader.fixed(2, bytes)
    let path = try reader.stretch(nameByteCount)
    guard let name = MemberName(path: ZipDirectory.text(bytes.extracting(path))),
      name.isDeflated || stored == content
    else { return nil }
    return ZipMember(
      name: name, crc32: crc, storedByteCount: stored, contentByteCount: content, offset: offset)
  }
}
