internal import IABytes
public import IAText

/// An encoder of single messages as compact frames, for networks and for other archives.
///
/// A frame consists of one byte of flags, the columns, and two bytes of CRC-16; it does not contain
/// its length. One encoder serves many messages. Specs/ia-format.md, section 7.
public struct CompactEncoder: ~Copyable {
  private var compressor: ZstdCompressor
  private let dictionaryID: UInt32?
  private var intensityEncoder = IntensityEncoder()
  private var texts = AttributeTexts()
  private var tokens: TokenFrameWriter?

  /// Creates an encoder.
  ///
  /// - Parameters:
  ///   - dictionary: A dictionary that the readers of the frames have too; it has its own level.
  ///   - level: The level of zstd.
  public init(
    dictionary: CompressionDictionary? = nil, level: Int = CompressionLevel.standard
  ) {
    compressor = ZstdCompressor(level: level, dictionary: dictionary, hasChecksum: false)
    dictionaryID = dictionary?.id
  }

  /// Creates an encoder with a vocabulary.
  ///
  /// - Parameters:
  ///   - vocabulary: A vocabulary that the readers of the frames have too.
  ///   - level: The level of zstd, for texts that the vocabulary does not suit.
  public init(vocabulary: Vocabulary, level: Int = CompressionLevel.standard) {
    self.init(level: level)
    tokens = TokenFrameWriter(vocabulary)
  }

  /// Returns the frame of a document.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - embedsBlobs: Whether the frame contains the bytes of attachments, or only their hashes.
  /// - Complexity: O(*n*).
  public mutating func encode(_ document: IADocument, embedsBlobs: Bool = false) -> [UInt8] {
    let string = document.string
    let units = string.units(in: string.utf16Range)
    let intensities = string.intensities(in: string.utf16Range)
    var extras: [UInt8] = []
    ExtraColumns.append(document, embedsBlobs: embedsBlobs, &texts, to: &extras)
    guard let frame = tokens?.frame(units, intensities, extras, &intensityEncoder) else {
      return bodyFrame(units, intensities, extras)
    }
    // Tokens suit text similar to the training texts, and cannot refer to earlier text.
    let mayBeShorter = frame.count > units.count + extras.count || units.count > Self.longText
    guard mayBeShorter || extras.count > Self.longText else { return frame }
    let other = bodyFrame(units, intensities, extras)
    return other.count < frame.count ? other : frame
  }

  /// The number of units, or of bytes of other columns, above which zstd is tried as well because it may be shorter
  /// than tokens.
  private static let longText = 2048

  /// Returns the part of a frame that is compressed, as a sample for training zstd dictionaries.
  public static func body(of document: IADocument) -> [UInt8] {
    var texts = AttributeTexts()
    let units = document.string.units(in: document.string.utf16Range)
    return body(units, extras(of: document, &texts))
  }

  /// Returns the other columns of a document, without blobs.
  static func extras(of document: IADocument, _ texts: inout AttributeTexts) -> [UInt8] {
    var extras: [UInt8] = []
    ExtraColumns.append(document, embedsBlobs: false, &texts, to: &extras)
    return extras
  }

  private static func body(_ units: [UInt16], _ extras: [UInt8]) -> [UInt8] {
    var writer = ByteWriter()
    if !extras.isEmpty {
      writer.varint(extras.count)
      writer.append(extras)
    }
    var bytes = writer.bytes
    TextColumn.append(units.span, to: &bytes)
    return bytes
  }

  private mutating func bodyFrame(
    _ units: [UInt16], _ intensities: [UInt8], _ extras: [UInt8]
  ) -> [UInt8] {
    var parts: [UInt8] = []
    let layout = intensityEncoder.encode(intensities.span, of: units.span, to: &parts)
    let body = Self.body(units, extras)
    let (codec, stored) = stored(body)
    var writer = ByteWriter()
    writer.byte(CompactFlags(codec: codec, hasExtras: !extras.isEmpty, layout: layout).byte)
    if codec != .stored { writer.varint(body.count) }
    if layout.mode != .constant { writer.varint(parts.count) }
    writer.append(parts)
    writer.append(stored)
    writer.fixed(
      CompactDecoder.checksum(
        writer.bytes.span, dictionaryID: codec == .dictionary ? dictionaryID : nil))
    return writer.bytes
  }

  /// Returns the shortest encoding of the body.
  private mutating func stored(_ body: [UInt8]) -> (CompactFlags.BodyCodec, [UInt8]) {
    guard let frame = compressor.compress(body.span) else { return (.stored, body) }
    let lengthByteCount = ByteWriter.varintByteCount(body.count)
    if let block = ZstdFrameHeader.onlyBlock(of: frame) {
      guard block.count + lengthByteCount < body.count else { return (.stored, body) }
      return (dictionaryID == nil ? .block : .dictionary, Array(block))
    }
    let rest = frame.dropFirst(ZstdFrameHeader.magic.count)
    guard rest.count + lengthByteCount < body.count else { return (.stored, body) }
    return (.frame, Array(rest))
  }
}
