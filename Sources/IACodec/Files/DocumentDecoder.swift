public import IABytes
public import IASyntax
public import IAText

/// A document that was read, with its identity.
public struct DecodedDocument: Sendable {
  /// The document.
  public var document: IADocument
  /// Its identity, computed from the content and equal to the one that the file states.
  public var identity: SHA256Digest
}

/// Reads whole `.ia` files.
public enum DocumentDecoder {
  /// Returns whether bytes begin like an `.ia` file.
  ///
  /// This includes files whose magic number was damaged by a transfer as text: they are damaged files, not files of
  /// another format.
  public static func hasMagic(_ prefix: [UInt8]) -> Bool {
    prefix.count >= 4 && prefix[1...3].elementsEqual(FileHeader.magic[1...3])
      && prefix[0] | 0x80 == FileHeader.magic[0]
  }

  /// Reads a file and checks all of it: every checksum, every hash, every rule of the format.
  ///
  /// - Parameters:
  ///   - file: The bytes of the file.
  ///   - limits: `inputBytes`, `outputBytes`, `expansionRatio`, `entries` and `depth` are observed.
  /// - Throws: `InputError` with one of the `ia.…` codes, or one of `json.…` and `field.…` inside a
  ///   column; offsets count from the start of the file.
  /// - Complexity: O(*n*).
  public static func decode(
    _ file: [UInt8], limits: Limits
  ) throws(InputError) -> DecodedDocument {
    guard file.count <= limits.inputBytes else {
      throw .exceeds(
        .iaLimit, limit: "inputBytes", maximum: limits.inputBytes, seen: file.count,
        at: limits.inputBytes)
    }
    let bytes = file.span
    try FileHeader.check(bytes)
    // All checksums are checked first, so that a damaged file is detected before anything is decompressed.
    let chunks = try intactChunks(bytes)
    var assembler = DocumentAssembler(limits: limits, inputByteCount: file.count)
    for chunk in chunks {
      _ = try assembler.endPage(before: chunk, origin: 0)
      try assembler.take(chunk, of: bytes, origin: 0)
    }
    guard let identity = assembler.identity else { throw InputError(.iaOrder, at: file.count) }
    return DecodedDocument(document: assembler.finish(), identity: identity)
  }
  /// Returns all chunks up to `IEND`, after checking the checksum of each; throws if `IEND` is missing or bytes follow
  /// it.
  private static func intactChunks(_ bytes: Span<UInt8>) throws(InputError) -> [Chunk] {
    var chunks: [Chunk] = []
    var offset = FileHeader.byteCount
    while chunks.last?.type != .end {
      guard let chunk = try Chunk.head(at: offset, of: bytes, origin: 0), chunk.end <= bytes.count
      else { throw InputError(.bytesTruncated, at: bytes.count) }
      try chunk.check(bytes, origin: 0)
      chunks.append(chunk)
      offset = chunk.end
    }
    guard offset == bytes.count else { throw InputError(.iaTrailing, at: offset) }
    return chunks
  }
}
