public import IABytes
internal import IACodec
internal import IASyntax
public import IAText

/// What can be read of a damaged archive without any directory.
///
/// The file is read from front to back for the sync markers of blocks and the local headers of
/// attachments and dictionaries. A block counts only where its own checks and that of its text fit.
public final class ArchiveScan {
  /// A block that can be read.
  struct Block {
    var head: BlockMember
    var segment: EntrySegment
    /// Where the stored text begins.
    var textOffset: Int
  }

  private let source: any ArchiveSource
  private let limits: Limits
  private(set) var blocks: [Block] = []
  private var attachments: [SHA256Digest: Range<Int>] = [:]
  private var dictionaries: [UInt32: CompressionDictionary] = [:]
  /// Where recovery members begin, with what their heads say.
  private(set) var recoveryHeads: [(offset: Int, head: RecoveryHead)] = []

  /// How many documents can be read.
  public var documentCount: Int { blocks.reduce(0) { $0 + $1.head.count } }

  /// The documents that cannot, as far as is known: ordinals of blocks missing between others.
  public private(set) var missingOrdinals: [Range<Int>] = []

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
    var blocks: [Block] = []
    try Self.forEachMarker(in: source, progress) { offset, bytes in
      switch bytes.first {
      case BlockMember.sync[0]:
        if let block = try block(at: offset) { blocks.append(block) }
      case RecoveryHead.sync[0]:
        let head = try source.read(RecoveryPlan.headByteCount, at: offset)
        if let head = RecoveryHead(head) { recoveryHeads.append((offset, head)) }
      default: try addMember(at: offset)
      }
    }
    // A copy of an archive inside an attachment has blocks of the same ordinals: first come, first
    // served, and the archive's own blocks fill the file.
    var next = 0
    for block in blocks.sorted(by: { $0.head.firstOrdinal < $1.head.firstOrdinal })
    where block.head.firstOrdinal >= next {
      if block.head.firstOrdinal > next { missingOrdinals.append(next..<block.head.firstOrdinal) }
      self.blocks.append(block)
      next = block.head.firstOrdinal + block.head.count
    }
    let known = recoveryHeads.map(\.head.seal.documentCount).max() ?? 0
    if known > next { missingOrdinals.append(next..<known) }
  }

  /// Calls a function at every place where a member's marker or local header may begin.
  private static func forEachMarker(
    in source: any ArchiveSource, _ progress: (Int) throws -> Void,
    _ body: (Int, ArraySlice<UInt8>) throws -> Void
  ) throws {
    let window = 1 << 20
    let size = try source.byteCount()
    var start = 0
    while start < size {
      let bytes = try source.read(window + 7, at: start)
      let last = min(window, bytes.count)
      for index in 0..<last {
        let byte = bytes[index]
        guard byte == BlockMember.sync[0] || byte == RecoveryHead.sync[0] || byte == 0x50 else {
          continue
        }
        let rest = bytes[index..<min(index + 8, bytes.count)]
        if rest.elementsEqual(BlockMember.sync) || rest.elementsEqual(RecoveryHead.sync)
          || rest.starts(with: [0x50, 0x4B, 0x03, 0x04])
        {
          try body(start + index, rest)
        }
      }
      start += window
      try progress(min(start, size))
    }
  }

  /// The block whose data begin at an offset; nil where that is none, or one that is damaged.
  private func block(at offset: Int) throws -> Block? {
    let head = try source.read(BlockMember.headByteCount, at: offset)
    guard let byteCount = BlockMember.byteCount(ofHead: head), byteCount <= limits.inputBytes,
      let member = try? BlockMember(source.read(byteCount, at: offset))
    else { return nil }
    // The text ends where the local header of the data begins.
    let headerByteCount = ZipHeaders.localByteCount(.data(member.number))
    let textOffset = offset - headerByteCount - member.storedTextByteCount
    guard textOffset >= 0, member.textByteCount <= limits.outputBytes,
      let segment = try? EntrySegment(member.segment, count: member.count, limits: limits),
      try text(of: member, at: textOffset) != nil
    else { return nil }
    return Block(head: member, segment: segment, textOffset: textOffset)
  }

  private func text(of member: BlockMember, at offset: Int) throws -> [UInt8]? {
    let stored = try source.read(member.storedTextByteCount, at: offset)
    guard member.textByteCount / 1040 <= stored.count,
      let text = Deflate.decompress(stored.span, count: member.textByteCount),
      CRC32C.of(text.span) == member.textCheck
    else { return nil }
    return text
  }

  /// Takes an attachment or a dictionary whose local header begins at an offset.
  private func addMember(at offset: Int) throws {
    let header = try source.read(30 + 100, at: offset)
    guard let member = ZipMember(localHeader: header, at: offset) else { return }
    switch member.name {
    case .attachment(let digest, _):
      if attachments[digest] == nil, member.storedByteCount <= limits.inputBytes {
        attachments[digest] = member.contentOffset..<member.end
      }
    case .dictionary(let id):
      guard member.storedByteCount <= 16 << 20 else { return }
      let bytes = try source.read(member.storedByteCount, at: member.contentOffset)
      if let dictionary = try? CompressionDictionary(bytes), dictionary.id == id {
        dictionaries[id] = dictionary
      }
    default: break
    }
  }

  /// Calls a function with every document that can be read, in order.
  ///
  /// The ordinals are those that the documents had. Attachments that are missing or damaged are
  /// left out of a document; its records keep their hashes.
  ///
  /// - Returns: The ordinals of documents whose columns could not be decoded.
  public func forEachDocument(
    _ body: (ArchiveEntry, IADocument) throws -> Void
  ) throws -> [Int] {
    var failed: [Int] = []
    for block in blocks {
      let range = block.head.firstOrdinal..<block.head.firstOrdinal + block.head.count
      guard block.head.dictionary == 0 || dictionaries[block.head.dictionary] != nil,
        let text = try text(of: block.head, at: block.textOffset),
        var opened = try? OpenBlock(
          block.head, text: text, at: block.textOffset, limits: limits,
          dictionary: dictionaries[block.head.dictionary])
      else {
        failed += range
        continue
      }
      for index in 0..<block.head.count {
        guard var document = try? opened.document(index) else {
          failed.append(range.lowerBound + index)
          continue
        }
        for digest in Set(document.string.attachments.flatMap { $0.attachment.digests }) {
          if let bytes = try attachment(digest) { document.attachments.insert(bytes) }
        }
        let entry = ArchiveEntry(
          ordinal: range.lowerBound + index, id: block.segment.ids[index],
          name: block.segment.name(index))
        try body(entry, document)
      }
    }
    return failed
  }

  private func attachment(_ digest: SHA256Digest) throws -> [UInt8]? {
    guard let range = attachments[digest] else { return nil }
    let bytes = try source.read(range.count, at: range.lowerBound)
    return SHA256Digest(of: bytes) == digest ? bytes : nil
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
