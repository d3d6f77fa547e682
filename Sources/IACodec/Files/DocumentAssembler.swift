internal import IABytes
internal import IASyntax
internal import IAText

/// Reads the chunks of a file in order, checks them, and builds the document.
struct DocumentAssembler: ~Copyable {
  private(set) var columns: ColumnReader
  private(set) var utf16Count = 0
  private(set) var blobs = AttachmentStore()
  private(set) var foreignChunks: [ForeignChunk] = []
  /// The identity; `nil` until the chunk `IEND` is read.
  private(set) var identity: SHA256Digest?
  private let limits: Limits
  private var storage: StoredBytes
  private var intensityDecoder = IntensityDecoder()
  private var hasher = SHA256Hasher()
  private var rank = -1
  private var pagedCount = 0
  private var isInPage = false
  private var hasExtras = false

  init(limits: Limits, inputByteCount: Int) {
    self.limits = limits
    columns = ColumnReader(limits: limits)
    storage = StoredBytes(limits: limits, inputByteCount: inputByteCount, dictionary: nil)
  }

  /// Whether the chunk `IEND` was read.
  var isComplete: Bool { identity != nil }

  /// Ends the open page if a chunk does not belong to it.
  mutating func endPage(before chunk: Chunk, origin: Int) throws(InputError) -> Bool {
    guard isInPage, let rank = chunk.type.rank, rank <= rankOfText || rank > rankOfBookmarks
    else { return false }
    if pagedCount == 0, !hasExtras {
      throw InputError(.iaCanonical, at: origin + chunk.byteOffset, detail: "a page of nothing")
    }
    try columns.endPage(byteOffset: origin + chunk.byteOffset)
    isInPage = false
    return true
  }

  /// Ends the open page at the end of the input.
  mutating func endLastPage(byteOffset: Int) throws(InputError) {
    if isInPage { try columns.endPage(byteOffset: byteOffset) }
    isInPage = false
  }

  /// Skips the text or the intensities of a page that is not read.
  mutating func skipPage(_ chunk: Chunk) throws(InputError) {
    guard chunk.type == .text else { return }
    pagedCount += CanonicalChunks.pageUnitCount
    rank = rankOfText
    guard pagedCount <= utf16Count else { throw InputError(.iaCount, at: chunk.byteOffset) }
  }

  /// Reads the attribute tables of a page that is not read.
  mutating func skip(_ chunk: Chunk, of bytes: Span<UInt8>) throws(InputError) {
    guard let column = chunk.type.column else { return }
    var reader = ByteReader(chunk.payload)
    let content = try storage.payload(&reader, bytes)
    do {
      try columns.skip(
        column, 0..<content.count, of: content.span, origin: 0,
        count: CanonicalChunks.pageUnitCount)
    } catch {
      throw error.inside(chunk, origin: 0)
    }
  }

  /// Returns the string of the pages that ended since the last call.
  mutating func takeString() -> IAString { columns.takeString() }

  /// Returns the blob or the foreign chunk that was read last, and removes it from the document.
  mutating func takeExtras() -> (SHA256Digest?, [UInt8]?, ForeignChunk?) {
    let digest = blobs.digests.first
    let blob = digest.flatMap { blobs[$0] }
    blobs = AttachmentStore()
    return (digest, blob, foreignChunks.popLast())
  }

  /// Reads a chunk whose checksum was checked.
  mutating func take(_ chunk: Chunk, of bytes: Span<UInt8>, origin: Int) throws(InputError) {
    let offset = origin + chunk.byteOffset
    guard let rank = chunk.type.rank else {
      return try takeUnknown(chunk, of: bytes, origin: origin)
    }
    try checkOrder(chunk.type, rank, at: offset)
    var reader = ByteReader(chunk.payload, origin: origin)
    switch chunk.type {
    case .head:
      utf16Count = try reader.varint(atMost: 1 << 48, bytes)
      guard reader.isAtEnd else { throw InputError(.iaCount, at: reader.byteOffset) }
      addIdentity(.head, Array(copying: chunk.payload, of: bytes))
    case .text: try takeText(&reader, bytes)
    case .intensities: try takeIntensities(&reader, bytes)
    case .blob: try takeBlob(&reader, bytes)
    case .end: try takeEnd(&reader, bytes)
    default:
      guard let column = chunk.type.column else { return }
      let content = try storage.payload(&reader, bytes)
      if column != .origin { addIdentity(chunk.type, content) }
      hasExtras = true
      do {
        try columns.read(
          column, 0..<content.count, of: content.span, origin: 0,
          isLast: pagedCount == utf16Count)
      } catch {
        throw error.inside(chunk, origin: origin)
      }
    }
  }

  private var rankOfText: Int { ChunkType.text.rank ?? 0 }
  private var rankOfBookmarks: Int { ChunkType.bookmarks.rank ?? 0 }

  private mutating func checkOrder(
    _ type: ChunkType, _ new: Int, at byteOffset: Int
  ) throws(InputError) {
    let isAgain = type == .blob && rank == new
    let isNextPage = type == .text && rank >= rankOfText && rank <= rankOfBookmarks
    let isPaged = new <= rankOfText || new > rankOfBookmarks || isInPage
    let isAfterHead = rank >= 0 || type == .head
    guard isAfterHead, isPaged, new > rank || isAgain || isNextPage else {
      throw InputError(.iaOrder, at: byteOffset, detail: "chunk \(type.name)")
    }
    if type == .blob || type == .end, pagedCount != utf16Count {
      throw InputError(
        .iaCount, at: byteOffset, detail: "\(pagedCount) units, the head says \(utf16Count)")
    }
    rank = new
  }

  private mutating func takeUnknown(
    _ chunk: Chunk, of bytes: Span<UInt8>, origin: Int
  ) throws(InputError) {
    let (type, offset) = (chunk.type, origin + chunk.byteOffset)
    guard rank >= 0 else { throw InputError(.iaOrder, at: offset, detail: "chunk \(type.name)") }
    guard !type.isReserved else {
      throw InputError(.iaReserved, at: offset, detail: "chunk \(type.name)")
    }
    guard !type.isCritical else {
      throw InputError(.iaCriticalChunk, at: offset, detail: "chunk \(type.name)")
    }
    let payload = Array(copying: chunk.payload, of: bytes)
    if let foreign = ForeignChunk(type: type.name, bytes: payload) { foreignChunks.append(foreign) }
  }

  private mutating func takeText(
    _ reader: inout ByteReader, _ bytes: Span<UInt8>
  ) throws(InputError) {
    let offset = reader.byteOffset
    let text = try storage.payload(&reader, bytes)
    addIdentity(.text, text)
    let count = min(CanonicalChunks.pageUnitCount, utf16Count - pagedCount)
    guard text.count <= 3 * count, text.count > 0 || utf16Count == 0 else {
      throw InputError(.iaCount, at: offset, detail: "a page of \(text.count) bytes")
    }
    let before = columns.utf16Count
    do {
      try columns.appendUnits { (units) throws(InputError) in
        try TextColumn.append(text.span, origin: 0, to: &units)
      }
    } catch {
      throw InputError(error.code, at: offset, detail: "byte \(error.byteOffset) of the text")
    }
    guard columns.utf16Count - before == count else {
      throw InputError(
        .iaCount, at: offset, detail: "a page of \(columns.utf16Count - before) units")
    }
    pagedCount += count
    isInPage = true
    hasExtras = false
  }

  private mutating func takeIntensities(
    _ reader: inout ByteReader, _ bytes: Span<UInt8>
  ) throws(InputError) {
    let offset = reader.byteOffset
    var values: [UInt8] = []
    if !reader.isAtEnd, bytes[reader.position] == Codec.intensities.rawValue {
      _ = try reader.byte(bytes)
      guard let layout = IntensityLayout(byte: try reader.byte(bytes)) else {
        throw InputError(.iaReserved, at: offset + 1, detail: "layout")
      }
      let range = try reader.stretch(reader.remaining)
      let origin = reader.origin
      try columns.appendIntensities { (units, intensities) throws(InputError) in
        try storage.spend(units.count, at: offset)
        let start = intensities.count
        try intensityDecoder.decode(
          layout, range, of: bytes, origin: origin, units: units, to: &intensities)
        values = Array(intensities[start...])
      }
    } else {
      values = try storage.payload(&reader, bytes)
      guard values.allSatisfy({ $0 <= 100 }) else { throw InputError(.iaIntensities, at: offset) }
      columns.appendIntensities { $1.append(contentsOf: values) }
    }
    guard values.count == columns.pageUnitCount else {
      throw InputError(.iaCount, at: offset, detail: "\(values.count) intensities in a page")
    }
    guard values.contains(where: { $0 != DisplayOptions.defaultIntensity }) else {
      throw InputError(.iaCanonical, at: offset, detail: "intensities that go without saying")
    }
    addIdentity(.intensities, values)
  }

  private mutating func takeBlob(
    _ reader: inout ByteReader, _ bytes: Span<UInt8>
  ) throws(InputError) {
    let offset = reader.byteOffset
    let name = Array(copying: try reader.stretch(SHA256Digest.byteCount), of: bytes)
    let content = try storage.payload(&reader, bytes)
    let digest = blobs.insert(content)
    guard digest.bytes == name else {
      throw InputError(.iaBlob, at: offset, detail: "bytes of \(digest)")
    }
    addIdentity(.blob, name)
  }

  private mutating func takeEnd(
    _ reader: inout ByteReader, _ bytes: Span<UInt8>
  ) throws(InputError) {
    let offset = reader.byteOffset
    let found = hasher.finish()
    let stated = Array(copying: try reader.stretch(reader.remaining), of: bytes)
    guard stated == found.bytes else {
      throw InputError(.iaIdentity, at: offset, detail: "the content has \(found)")
    }
    identity = found
  }

  private mutating func addIdentity(_ type: ChunkType, _ content: [UInt8]) {
    CanonicalChunk.addIdentity(of: type, content, to: &hasher)
  }

  /// Returns the assembled document.
  consuming func finish() -> IADocument {
    var document = columns.finish()
    document.attachments = blobs
    document.foreignChunks = foreignChunks
    return document
  }
}

extension InputError {
  /// Returns the error with its offset moved to the position of the chunk in the file.
  func inside(_ chunk: Chunk, origin: Int) -> InputError {
    let place = "byte \(byteOffset) of \(chunk.type.name)"
    return InputError(
      code, at: origin + chunk.payload.lowerBound,
      detail: detail.isEmpty ? place : place + ": " + detail, limit: limit)
  }
}
