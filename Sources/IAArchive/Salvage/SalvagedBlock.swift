internal import IABytes
internal import IACodec
internal import IASyntax
internal import IAText

/// What a damaged archive still has of one block.
struct SalvagedBlock {
  /// Where something lies in the file, and how long it is, or should be.
  struct Place {
    var offset: Int
    var byteCount: Int
  }

  var number: Int
  /// The ordinal of the first document, as far as it is known.
  var firstOrdinal: Int?
  /// How many documents the block has, as far as it is known.
  var count: Int?
  /// The ids and names of its documents, if a check proves them.
  var segment: EntrySegment?
  var dictionary: UInt32 = 0
  /// The data member, if the check of its columns fits.
  var data: Place?
  /// The stored text.
  var text: Place?
  /// How long the text is, and its checks, as far as they are known.
  var textByteCount: Int?
  var textCRC32: UInt32?
  var textCheck: UInt32?
  /// How many documents have a text that can be read, at least in part.
  var readableCount = 0
  /// Whether a check proves the whole text.
  var isTextSound = false

  /// Whether all of the block can be read.
  var isWhole: Bool { isTextSound && data != nil && count == readableCount }
}

/// The text of a salvaged block.
struct SalvagedText {
  var bytes: [UInt8]
  var lineEnds: [Int]
  /// Whether a check proves all of it.
  var isSound: Bool
  /// Whether what can be read is proved: all of it, or the front of a text that was cut off.
  var isProved: Bool

  /// Reads the text of a block, or as much of it as can be unpacked.
  init(_ block: SalvagedBlock, _ source: any ArchiveSource, _ limits: Limits) throws {
    self.init()
    guard let place = block.text, place.byteCount <= limits.inputBytes else { return }
    let stored = try source.read(place.byteCount, at: place.offset)
    let expected = min(block.textByteCount ?? limits.outputBytes, limits.outputBytes)
    if stored.count == place.byteCount, let count = block.textByteCount,
      count <= limits.outputBytes, count / 1040 <= stored.count,
      let content = Deflate.decompress(stored.span, count: count), Self.isRight(content, block)
    {
      self.init(content, isSound: true, isProved: true)
      return
    }
    // DEFLATE makes at most 1,032 bytes of one.
    let outcome = PartialInflate.prefix(
      of: stored, limit: min(expected, 1040 * stored.count))
    let isSound =
      outcome.isWhole && outcome.content.count == block.textByteCount
      && Self.isRight(outcome.content, block)
    let isCut = outcome.isCut && stored.count < place.byteCount
    self.init(outcome.content, isSound: isSound, isProved: isSound || isCut)
  }

  private init(_ bytes: [UInt8] = [], isSound: Bool = false, isProved: Bool = false) {
    self.bytes = bytes
    self.isSound = isSound
    self.isProved = isProved
    lineEnds = bytes.indices.filter { bytes[$0] == 0x0A }
  }

  private static func isRight(_ content: [UInt8], _ block: SalvagedBlock) -> Bool {
    if let check = block.textCheck { return CRC32C.of(content.span) == check }
    return block.textCRC32 == Deflate.crc32(content.span)
  }

  /// The units of a document's text; `nil` if the line is missing or cannot be read.
  func units(_ index: Int) -> [UInt16]? {
    guard lineEnds.indices.contains(index) else { return nil }
    let start = index == 0 ? 0 : lineEnds[index - 1] + 1
    return try? TextLines.units(start..<lineEnds[index], of: bytes)
  }

  /// How many lines from the first on can be read.
  var readableCount: Int { lineEnds.indices.prefix { units($0) != nil }.count }
}

/// A salvaged block whose documents can be read.
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

  /// A document without the bytes of its attachments, and what is missing of it; `nil` if it is
  /// lost.
  mutating func document(_ index: Int) -> (document: IADocument, missing: LostDocument.Kind?)? {
    guard index < block.readableCount, let units = text.units(index) else { return nil }
    if let count = decoder?.documentCount, index < count,
      let document = try? decoder?.document(at: index, units: units)
    {
      return (document, text.isProved ? nil : .check)
    }
    // Without its column the intensity is the usual one.
    let document = IADocument(IAString(units: units))
    return (document, text.isProved ? .allButText : .check)
  }
}
