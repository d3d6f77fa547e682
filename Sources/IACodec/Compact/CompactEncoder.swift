internal import IABytes
public import IAText

/// Writes single messages as compact frames, for wires and for archives of their own.
///
/// A frame is a byte of flags, the columns, and two bytes of CRC-16; it does not say how long it
/// is. One encoder serves many messages. Specs/ia-format.md, section 7.
public struct CompactEncoder: ~Copyable {
  private var compressor: ZstdCompressor
  private let dictionaryID: UInt32?
  private var intensityEncoder = IntensityEncoder()
  private var texts = AttributeTexts()

  /// Prepares an encoder.
  ///
  /// - Parameters:
  ///   - dictionary: What the readers of the frames have too; it brings its own level.
  ///   - level: The level of zstd.
  public init(
    dictionary: CompressionDictionary? = nil, level: Int = CompressionLevel.standard
  ) {
    compressor = ZstdCompressor(level: level, dictionary: dictionary, hasChecksum: false)
    dictionaryID = dictionary?.id
  }

  /// The frame of a document.
  ///
  /// - Parameters:
  ///   - document: What is written.
  ///   - embedsBlobs: Whether the bytes of attachments go along, or only their hashes.
  /// - Complexity: O(*n*).
  public mutating func encode(_ document: IADocument, embedsBlobs: Bool = false) -> [UInt8] {
    let string = document.string
    let units = string.units(in: string.utf16Range)
    var parts: [UInt8] = []
    let layout = intensityEncoder.encode(
      string.intensities(in: string.utf16Range).span, of: units.span, to: &parts)
    let (body, hasExtras) = Self.body(document, units, &texts, embedsBlobs: embedsBlobs)
    return frame(body, hasExtras: hasExtras, layout: layout, intensities: parts)
  }

  /// The part of a frame that is compressed: what dictionaries are trained on.
  public static func body(of document: IADocument) -> [UInt8] {
    var texts = AttributeTexts()
    let units = document.string.units(in: document.string.utf16Range)
    return body(document, units, &texts, embedsBlobs: false).bytes
  }

  private static func body(
    _ document: IADocument, _ units: [UInt16], _ texts: inout AttributeTexts, embedsBlobs: Bool
  ) -> (bytes: [UInt8], hasExtras: Bool) {
    var extras: [UInt8] = []
    ExtraColumns.append(document, embedsBlobs: embedsBlobs, &texts, to: &extras)
    var writer = ByteWriter()
    if !extras.isEmpty {
      writer.varint(extras.count)
      writer.append(extras)
    }
    var bytes = writer.bytes
    TextColumn.append(units.span, to: &bytes)
    return (bytes, !extras.isEmpty)
  }

  private mutating func frame(
    _ body: [UInt8], hasExtras: Bool, layout: IntensityLayout, intensities: [UInt8]
  ) -> [UInt8] {
    let (codec, stored) = stored(body)
    var writer = ByteWriter()
    writer.byte(CompactFlags(codec: codec, hasExtras: hasExtras, layout: layout).byte)
    if codec != .stored { writer.varint(body.count) }
    if layout.mode != .constant { writer.varint(intensities.count) }
    writer.append(intensities)
    writer.append(stored)
    writer.fixed(
      CompactDecoder.checksum(
        writer.bytes.span, dictionaryID: codec == .dictionaryBlock ? dictionaryID : nil))
    return writer.bytes
  }

  /// The body as it is stored: the shortest way there is.
  private mutating func stored(_ body: [UInt8]) -> (CompactFlags.BodyCodec, [UInt8]) {
    guard let frame = compressor.compress(body.span) else { return (.stored, body) }
    let lengthByteCount = ByteWriter.varintByteCount(body.count)
    if let block = ZstdFrameHeader.onlyBlock(of: frame) {
      guard block.count + lengthByteCount < body.count else { return (.stored, body) }
      return (dictionaryID == nil ? .block : .dictionaryBlock, Array(block))
    }
    let rest = frame.dropFirst(ZstdFrameHeader.magic.count)
    guard rest.count + lengthByteCount < body.count else { return (.stored, body) }
    return (.frame, Array(rest))
  }
}
