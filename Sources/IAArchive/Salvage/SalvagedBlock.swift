internal import IABytes
internal import IACodec
internal import IASyntax
internal import IAText
internal import IAZip

/// The parts of one block that a scan found.
struct SalvagedBlock {
  /// The offset of a part in the file, and the size that it should have; the file may end before.
  struct Place {
    var offset: Int
    var byteCount: Int
  }

  var number: Int
  /// The ordinal of the first document; `nil` if it is not known.
  var firstOrdinal: Int?
  /// The number of documents of the block; `nil` if it is not known.
  var count: Int?
  /// The ids and names of the documents, from the head or the index; `nil` if both are damaged.
  var segment: EntrySegment?
  var dictionary: UInt32 = 0
  /// The columns, if they match their checksum.
  var data: Place?
  /// The stored text; `nil` if neither its local header nor the head of the data member was found.
  var text: Place?
  /// The size of the text in bytes; `nil` if it is not known.
  var textByteCount: Int?
  /// The CRC-32 of the text, from its local header; `nil` if it is not known.
  var textCRC32: UInt32?
  /// The CRC-32C of the text, from the head of the data member; `nil` if it is not known.
  var textCheck: UInt32?
  /// The number of documents whose text can be read, counted from the first.
  var readableCount = 0
  /// Whether the whole text matches a checksum.
  var isTextVerified = false

  /// Whether all documents of the block can be read completely.
  var isWhole: Bool { isTextVerified && data != nil && count == readableCount }
}

/// The text of a salvaged block.
struct SalvagedText {
  var bytes: [UInt8]
  /// The offsets of the line feeds that end documents: as many as the block has documents; at most 1,048,576
  /// if their number is not known, at most 16,777,216 if it is, and at most `entries` of the limits.
  var lineEnds: [Int]
  /// Whether there are more lines.
  private(set) var hasMoreLines: Bool
  /// Whether the whole text matches its checksum.
  var isVerified: Bool
  /// Whether the readable lines are correct: the text is verified, or it is the beginning of a
  /// truncated text.
  var isReliable: Bool

  /// Creates the text of a block, as far as it can be decompressed.
  init(_ block: SalvagedBlock, _ source: any ArchiveSource, _ limits: Limits) throws {
    self.init([], block, limits)
    guard let place = block.text, place.byteCount <= limits.inputBytes else { return }
    let stored = try source.read(place.byteCount, at: place.offset)
    let expected = min(block.textByteCount ?? limits.outputBytes, limits.outputBytes)
    if stored.count == place.byteCount, let count = block.textByteCount,
      count <= limits.outputBytes, count / 1040 <= stored.count,
      let content = Deflate.decompress(stored.span, count: count),
      Self.matchesChecksum(content, block)
    {
      self.init(content, block, limits, isVerified: true, isReliable: true)
      return
    }
    // DEFLATE expands a byte to at most 1,032 bytes.
    let outcome = PartialInflate.prefix(
      of: stored, limit: min(expected, 1040 * stored.count))
    let isVerified =
      outcome.isWhole && outcome.content.count == block.textByteCount
      && Self.matchesChecksum(outcome.content, block)
    let isTruncated = outcome.isTruncated && stored.count < place.byteCount
    self.init(
      outcome.content, block, limits, isVerified: isVerified,
      isReliable: isVerified || isTruncated)
  }

  /// The maximum number of documents of a block, if its number of documents is known and if it is unknown: a kilobyte
  /// in the file can expand to a megabyte of line feeds.
  private static let maximumLineCount = (known: 1 << 24, unknown: 1 << 20)

  private init(
    _ bytes: [UInt8], _ block: SalvagedBlock, _ limits: Limits, isVerified: Bool = false,
    isReliable: Bool = false
  ) {
    self.bytes = bytes
    self.isVerified = isVerified
    self.isReliable = isReliable
    lineEnds = []
    var start = 0
    let most = min(
      block.count ?? Self.maximumLineCount.unknown, Self.maximumLineCount.known, limits.entries)
    while lineEnds.count < most,
      let end = UnitLoops.index(of: 0x0A, in: bytes.span, from: start)
    {
      lineEnds.append(end)
      start = end + 1
    }
    hasMoreLines = UnitLoops.index(of: 0x0A, in: bytes.span, from: start) != nil
  }

  private static func matchesChecksum(_ content: [UInt8], _ block: SalvagedBlock) -> Bool {
    if let check = block.textCheck { return CRC32C.of(content.span) == check }
    return block.textCRC32 == Deflate.crc32(content.span)
  }

  /// Decodes the text of a document; returns `nil` if the line is missing or invalid.
  func units(_ index: Int) -> [UInt16]? {
    guard lineEnds.indices.contains(index) else { return nil }
    let start = index == 0 ? 0 : lineEnds[index - 1] + 1
    return try? TextLines.units(start..<lineEnds[index], of: bytes)
  }

  /// The number of lines that can be decoded, counted from the first.
  var readableCount: Int { lineEnds.indices.prefix { units($0) != nil }.count }
}

/// A salvaged block with its text and, if they can be decoded, its columns.
struct OpenSalvagedBlock {
  let block: SalvagedBlock
  private let text: SalvagedText
  private var decoder: BlockDecoder?

  init(
    _ block: SalvagedBlock, _ source: any ArchiveSource, _ limits: Limits,
    dictionary: CompressionDictionary?
  ) throws {
    self.block = block
    text = try SalvagedText(block, source, limits)
    guard let place = block.data, block.dictionary == 0 || dictionary != nil else { return }
    let bytes = try source.read(place.byteCount, at: place.offset)
    decoder = try? BlockDecoder(bytes, limits: limits, dictionary: dictionary)
    if decoder?.holdsText == true || decoder?.documentCount != block.count { decoder = nil }
  }

  /// Decodes a document without the bytes of its attachments.
  ///
  /// - Returns: The document, and the missing part or `nil` if it is complete; `nil` if its text
  ///   cannot be read.
  mutating func document(_ index: Int) -> (document: IADocument, missing: LostDocument.Kind?)? {
    guard index < block.readableCount, let units = text.units(index) else { return nil }
    if let count = decoder?.documentCount, index < count,
      let document = try? decoder?.document(at: index, units: units)
    {
      return (document, text.isReliable ? nil : .check)
    }
    // Without columns, each unit has the default intensity.
    let document = IADocument(IAString(units: units))
    return (document, text.isReliable ? .allButText : .check)
  }
}
