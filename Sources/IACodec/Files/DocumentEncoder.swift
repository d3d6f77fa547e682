internal import IABytes
internal import IASyntax
public import IAText

/// Writes documents as `.ia` files.
///
/// One encoder can write many documents. Equal documents give equal bytes with the same level and version of zstd;
/// their identities are equal in any case. Specs/ia-format.md specifies the format.
public struct DocumentEncoder: ~Copyable {
  private var compressor: ZstdCompressor
  private let compresses: Bool
  private var intensityEncoder = IntensityEncoder()

  /// Creates an encoder.
  ///
  /// - Parameter level: The level of zstd; `nil` for files without zstd, whose bytes are the same
  ///   with every version of it.
  public init(level: Int? = CompressionLevel.standard) {
    compressor = ZstdCompressor(level: level ?? CompressionLevel.standard, hasChecksum: true)
    compresses = level != nil
  }

  /// Returns the file of a document.
  ///
  /// - Complexity: O(*n*).
  public mutating func encode(_ document: IADocument) -> [UInt8] {
    var file: [UInt8] = []
    encode(document) { file.append(contentsOf: $0) }
    return file
  }

  /// Writes the file of a document piece by piece.
  ///
  /// Besides the document, memory holds one page of 65,536 units with its columns, the document's
  /// attribute runs, or one attachment.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - write: Receives the next bytes of the file.
  /// - Throws: Any error of `write`.
  public mutating func encode<Failure: Error>(
    _ document: IADocument, to write: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    try write(FileHeader.bytes)
    var hasher = SHA256Hasher()
    var chunks = CanonicalChunks(document)
    var expansion = Expansion()
    while let chunk = chunks.next() {
      chunk.addIdentity(to: &hasher)
      var output = ByteWriter()
      Chunk.append(chunk.type, payload(of: chunk, &expansion), to: &output)
      try write(output.bytes)
    }
    var output = ByteWriter()
    Chunk.append(.end, hasher.finish().bytes, to: &output)
    try write(output.bytes)
  }

  /// Limits the compression so that the default limits of readers allow the decompression.
  private struct Expansion {
    private var stored = FileHeader.byteCount
    private var unpacked = 0

    /// Returns whether content may be stored in a number of bytes; if so, counts both sizes.
    mutating func admits(_ content: Int, in byteCount: Int) -> Bool {
      let limit = max(
        OutputBudget.freeByteCount, (stored + byteCount) * Limits.standard.expansionRatio)
      guard unpacked + content <= limit else { return false }
      stored += byteCount
      unpacked += content
      return true
    }
  }

  private mutating func payload(
    of chunk: CanonicalChunk, _ expansion: inout Expansion
  ) -> [UInt8] {
    var writer = ByteWriter()
    switch chunk.type {
    case .head: return chunk.content
    case .intensities: return intensities(chunk, &expansion)
    case .blob: writer.append(chunk.digest?.bytes ?? [])
    default: if chunk.type.rank == nil { return chunk.content }
    }
    // Content is stored unchanged if a frame with its length field is not shorter.
    if compresses, let frame = compressor.compress(chunk.content.span),
      frame.count + ByteWriter.varintByteCount(chunk.content.count) < chunk.content.count,
      expansion.admits(chunk.content.count, in: frame.count)
    {
      writer.byte(Codec.zstd.rawValue)
      writer.varint(chunk.content.count)
      writer.append(Array(frame))
    } else {
      writer.byte(Codec.stored.rawValue)
      writer.append(chunk.content)
      _ = expansion.admits(chunk.content.count, in: chunk.content.count)
    }
    return writer.bytes
  }

  private mutating func intensities(
    _ chunk: CanonicalChunk, _ expansion: inout Expansion
  ) -> [UInt8] {
    var part: [UInt8] = []
    let layout = intensityEncoder.encode(chunk.content.span, of: chunk.units.span, to: &part)
    var writer = ByteWriter()
    if let frame = repeating(chunk.content, shorterThan: part.count) {
      writer.byte(Codec.zstd.rawValue)
      writer.varint(chunk.content.count)
      writer.append(Array(frame))
    } else {
      writer.byte(Codec.intensities.rawValue)
      writer.byte(layout.byte)
      writer.append(part)
    }
    guard expansion.admits(chunk.content.count, in: writer.count) else {
      _ = expansion.admits(chunk.content.count, in: chunk.content.count)
      return [Codec.stored.rawValue] + chunk.content
    }
    return writer.bytes
  }

  /// Returns intensities with repetitions as a zstd frame, or `nil` if the frame is not shorter.
  ///
  /// The first 4,096 values are compressed as a test whether the rest is worth compressing.
  private mutating func repeating(
    _ content: [UInt8], shorterThan byteCount: Int
  ) -> ArraySlice<UInt8>? {
    let sample = 4096
    guard compresses, content.count > sample, byteCount > content.count / 16,
      let first = compressor.compress(content.span.extracting(..<sample)),
      first.count * content.count < byteCount * sample * 3 / 4,
      let frame = compressor.compress(content.span),
      frame.count + ByteWriter.varintByteCount(content.count) < byteCount
    else { return nil }
    return frame
  }
}
