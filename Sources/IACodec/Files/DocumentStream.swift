public import IABytes
public import IASyntax
public import IAText

/// Reads an `.ia` file that arrives in pieces, page by page.
///
/// Memory holds one chunk with its decompressed content, one page of at most 65,536 units, and the
/// tables of attributes.
///
///     var stream = DocumentStream(limits: .standard)
///     while let bytes = try next() {
///       try stream.feed(bytes) { event in … }
///     }
///     let identity = try stream.finish()
public struct DocumentStream: ~Copyable {
  /// A part of a document that was read.
  public enum Event: Sendable {
    /// The metadata and the number of units, before the first page.
    case head(DocumentMetadata, utf16Count: Int)
    /// The next page of the string with all its attributes and the options of the document; block
    /// ids continue from page to page.
    case page(IAString)
    /// The bytes of an attachment, and their hash.
    case blob(SHA256Digest, [UInt8])
    /// A foreign chunk, which a program should preserve.
    case foreign(ForeignChunk)
  }

  private let limits: Limits
  private var assembler: DocumentAssembler
  private var pending: [UInt8] = []
  private var consumed = 0
  private var hasHeader = false
  private var hasHead = false

  /// Creates a reader at the start of a file.
  ///
  /// - Parameters:
  ///   - limits: `inputBytes` limits each chunk, `outputBytes` the decompressed size of the whole
  ///     file; the others as for `DocumentDecoder`.
  public init(limits: Limits) {
    self.limits = limits
    assembler = DocumentAssembler(limits: limits, inputByteCount: Int.max)
  }

  /// Processes the next bytes of the file and reports the parts that they complete.
  ///
  /// - Throws: `InputError`, or any error of `body`.
  public mutating func feed(_ bytes: [UInt8], _ body: (Event) throws -> Void) throws {
    pending.append(contentsOf: bytes)
    var offset = 0
    let held = pending
    defer {
      if offset > 0 { pending.removeSubrange(..<offset) }
      consumed += offset
    }
    if !hasHeader {
      guard held.count >= FileHeader.byteCount else { return }
      try FileHeader.check(held.span)
      hasHeader = true
      offset = FileHeader.byteCount
    }
    while offset < held.count {
      guard !assembler.isComplete else { throw InputError(.iaTrailing, at: consumed + offset) }
      guard let chunk = try Chunk.head(at: offset, of: held.span, origin: consumed) else { return }
      guard chunk.payload.count <= limits.inputBytes else {
        throw InputError.exceeds(
          .iaLimit, limit: "inputBytes", maximum: limits.inputBytes, seen: chunk.payload.count,
          at: consumed + offset)
      }
      guard chunk.end <= held.count else { return }
      try chunk.check(held.span, origin: consumed)
      try take(chunk, of: held, body)
      offset = chunk.end
    }
  }

  private mutating func take(
    _ chunk: Chunk, of bytes: [UInt8], _ body: (Event) throws -> Void
  ) throws {
    if !hasHead, let rank = chunk.type.rank, rank >= ChunkType.text.rank ?? 0 {
      hasHead = true
      try body(.head(assembler.columns.allMetadata, utf16Count: assembler.utf16Count))
    }
    if try assembler.endPage(before: chunk, origin: consumed) {
      try body(.page(assembler.takeString()))
    }
    try assembler.take(chunk, of: bytes.span, origin: consumed)
    let (digest, blob, foreign) = assembler.takeExtras()
    if let digest, let blob { try body(.blob(digest, blob)) }
    if let foreign { try body(.foreign(foreign)) }
  }

  /// Ends the file.
  ///
  /// - Returns: The identity of the document.
  /// - Throws: `bytes.truncated` if the file is incomplete.
  public consuming func finish() throws(InputError) -> SHA256Digest {
    guard let identity = assembler.identity else {
      throw InputError(.bytesTruncated, at: consumed + pending.count)
    }
    return identity
  }
}
