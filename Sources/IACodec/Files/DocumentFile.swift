public import IABytes
public import IASyntax
public import IAText

/// An `.ia` file of which only the requested parts are decompressed.
///
/// Opening reads only the heads of chunks. A checksum is checked when its chunk is used; the
/// identity is not computed, because that requires reading the whole document.
public struct DocumentFile: Sendable {
  /// The number of units of the document.
  public let utf16Count: Int
  /// The identity that the file states.
  public let statedIdentity: SHA256Digest

  private let bytes: [UInt8]
  private let limits: Limits
  private var chunks: [Chunk] = []

  /// Creates a file from its bytes.
  ///
  /// - Throws: `InputError` if the file does not begin with a head, does not end with an end, or
  ///   contains an unknown critical chunk.
  /// - Complexity: O(number of chunks).
  public init(_ file: [UInt8], limits: Limits) throws(InputError) {
    guard file.count <= limits.inputBytes else {
      throw .exceeds(
        .iaLimit, limit: "inputBytes", maximum: limits.inputBytes, seen: file.count,
        at: limits.inputBytes)
    }
    let span = file.span
    try FileHeader.check(span)
    var offset = FileHeader.byteCount
    while chunks.last?.type != .end {
      guard let chunk = try Chunk.head(at: offset, of: span, origin: 0), chunk.end <= file.count
      else { throw InputError(.bytesTruncated, at: file.count) }
      guard chunk.type.rank != nil || !chunk.type.isCritical else {
        throw InputError(.iaCriticalChunk, at: offset, detail: "chunk \(chunk.type.name)")
      }
      chunks.append(chunk)
      offset = chunk.end
    }
    guard offset == file.count else { throw InputError(.iaTrailing, at: offset) }
    guard let head = chunks.first, head.type == .head, let end = chunks.last,
      let identity = SHA256Digest(bytes: span.extracting(end.payload))
    else { throw InputError(.iaOrder, at: FileHeader.byteCount) }
    try head.check(span, origin: 0)
    try end.check(span, origin: 0)
    var reader = ByteReader(head.payload)
    utf16Count = try reader.varint(atMost: 1 << 48, span)
    statedIdentity = identity
    bytes = file
    self.limits = limits
  }

  /// Returns the metadata, dates and generator included.
  ///
  /// - Throws: `InputError` with one of the `ia.…`, `json.…` or `field.…` codes.
  public func metadata() throws(InputError) -> DocumentMetadata { try head().allMetadata }

  /// Returns the display options.
  ///
  /// - Throws: `InputError` with one of the `ia.…`, `json.…` or `field.…` codes.
  public func options() throws(InputError) -> DisplayOptions { try head().string.options }

  private func head() throws(InputError) -> ColumnReader {
    var columns = ColumnReader(limits: limits)
    var storage = StoredBytes(limits: limits, inputByteCount: bytes.count, dictionary: nil)
    for chunk in chunks {
      guard let id = chunk.type.column, id >= .options else { continue }
      let content = try content(chunk, &storage)
      try columns.read(id, 0..<content.count, of: content.span, origin: 0, isLast: true)
    }
    return columns
  }

  /// Returns the text of a range.
  ///
  /// - Precondition: The range lies in the text.
  /// - Throws: `InputError` with one of the `ia.…` codes.
  /// - Complexity: O(*n*) in the pages that the range overlaps.
  public func units(in utf16Range: Range<Int>) throws(InputError) -> [UInt16] {
    precondition(
      utf16Range.lowerBound >= 0 && utf16Range.upperBound <= utf16Count,
      "range \(utf16Range) of \(utf16Count)")
    var storage = StoredBytes(limits: limits, inputByteCount: bytes.count, dictionary: nil)
    var units: [UInt16] = []
    let pages = pageRange(utf16Range)
    for (page, chunk) in chunks.lazy.filter({ $0.type == .text }).enumerated()
    where pages.contains(page) {
      let text = try content(chunk, &storage)
      try TextColumn.append(text.span, origin: chunk.byteOffset, to: &units)
    }
    let start = pages.lowerBound * CanonicalChunks.pageUnitCount
    guard units.count >= utf16Range.upperBound - start else {
      throw InputError(.iaCount, at: 0, detail: "\(units.count) units from \(start) on")
    }
    return Array(units[utf16Range.lowerBound - start..<utf16Range.upperBound - start])
  }

  /// Returns a range of the string with all its attributes.
  ///
  /// The pages that the range overlaps are read completely, and of the pages before only the tables
  /// of attributes.
  ///
  /// - Precondition: The range lies in the text.
  /// - Throws: `InputError` with one of the `ia.…`, `json.…` or `field.…` codes.
  public func string(in utf16Range: Range<Int>) throws(InputError) -> IAString {
    precondition(
      utf16Range.lowerBound >= 0 && utf16Range.upperBound <= utf16Count,
      "range \(utf16Range) of \(utf16Count)")
    let pages = pageRange(utf16Range)
    let start = pages.lowerBound * CanonicalChunks.pageUnitCount
    var assembler = DocumentAssembler(limits: limits, inputByteCount: bytes.count)
    var page = -1
    for chunk in chunks.dropLast() where chunk.type.column != .blob && chunk.type != .blob {
      if chunk.type == .text { page += 1 }
      if page >= pages.upperBound { break }
      guard page < 0 || pages.contains(page) || chunk.type.column != nil else {
        try assembler.skipPage(chunk)
        continue
      }
      try chunk.check(bytes.span, origin: 0)
      if page >= 0, !pages.contains(page) {
        try assembler.skip(chunk, of: bytes.span)
      } else {
        _ = try assembler.endPage(before: chunk, origin: 0)
        try assembler.take(chunk, of: bytes.span, origin: 0)
      }
    }
    try assembler.endLastPage(byteOffset: bytes.count)
    var string = assembler.takeString()
    let kept = utf16Range.lowerBound - start..<utf16Range.upperBound - start
    guard kept.upperBound <= string.utf16Count else {
      throw InputError(.iaCount, at: 0, detail: "\(string.utf16Count) units from \(start) on")
    }
    if kept != string.utf16Range { string = string.substring(kept) }
    return string
  }

  /// Returns the bytes of an attachment, or `nil` if the file does not contain them.
  ///
  /// - Throws: `InputError` with one of the `ia.…` codes.
  public func blob(_ digest: SHA256Digest) throws(InputError) -> [UInt8]? {
    var storage = StoredBytes(limits: limits, inputByteCount: bytes.count, dictionary: nil)
    for chunk in chunks where chunk.type == .blob {
      var reader = ByteReader(chunk.payload)
      let name = try reader.stretch(SHA256Digest.byteCount)
      guard SHA256Digest(bytes: bytes.span.extracting(name)) == digest else { continue }
      try chunk.check(bytes.span, origin: 0)
      let content = try storage.payload(&reader, bytes.span)
      guard SHA256Digest(of: content) == digest else {
        throw InputError(.iaBlob, at: chunk.byteOffset)
      }
      return content
    }
    return nil
  }

  private func pageRange(_ utf16Range: Range<Int>) -> Range<Int> {
    let first = utf16Range.lowerBound / CanonicalChunks.pageUnitCount
    let end =
      (utf16Range.upperBound + CanonicalChunks.pageUnitCount - 1)
      / CanonicalChunks.pageUnitCount
    return first..<max(first + 1, end)
  }

  private func content(
    _ chunk: Chunk, _ storage: inout StoredBytes
  ) throws(InputError) -> [UInt8] {
    try chunk.check(bytes.span, origin: 0)
    var reader = ByteReader(chunk.payload)
    return try storage.payload(&reader, bytes.span)
  }
}
