public import IABytes
internal import Synchronization

/// A dictionary for compact frames: strings that texts of one kind consist of, and the probabilities with which they
/// follow each other.
///
/// Frames encoded with a vocabulary are much shorter than those encoded with a zstd dictionary of the same size, and
/// are decoded faster. The encoder and the decoder need the same vocabulary, which a number identifies.
/// Specs/ia-format.md, section 7.3, specifies the file.
public final class Vocabulary: Sendable {
  /// The vocabulary as a file.
  public let bytes: [UInt8]
  /// The number that identifies the vocabulary: the CRC-32C of its content.
  public let id: UInt32

  let decoder: TokenDecoder
  /// The number of its strings.
  public var stringCount: Int { model.strings.count - SpecialToken.count }

  private let model: VocabularyModel
  private let sharedCodes = Mutex<TokenCodes?>(nil)

  /// The codes for encoding, created on first use.
  var codes: TokenCodes {
    sharedCodes.withLock { codes in
      if let codes { return codes }
      let made = TokenCodes(model)
      codes = made
      return made
    }
  }

  /// The first bytes of the file.
  static let magic: [UInt8] = [0x89, 0x49, 0x41, 0x56, 0x0D, 0x0A, 0x1A, 0x0A]
  private static let version: UInt8 = 1
  /// The maximum size of the content of a file; the content with all tables at their maximum size is smaller.
  private static let maximumContentByteCount = 4 << 20

  /// Returns whether bytes begin as the file of a vocabulary does.
  public static func isVocabulary(_ bytes: [UInt8]) -> Bool { bytes.starts(with: magic) }

  /// Creates a vocabulary from its file.
  ///
  /// - Throws: `ia.dictionary` if the file is not a vocabulary or violates a rule, `ia.version`,
  ///   `ia.checksum`, `ia.reserved`, `ia.limit`, `bytes.truncated`; offsets count from the start of
  ///   the file, in a compressed content from its start.
  /// - Complexity: O(*n*); a second or less for the largest.
  public convenience init(_ bytes: [UInt8], limits: Limits = .standard) throws(InputError) {
    guard bytes.count <= limits.inputBytes else {
      throw .exceeds(
        .iaLimit, limit: "inputBytes", maximum: limits.inputBytes, seen: bytes.count,
        at: limits.inputBytes)
    }
    guard Self.isVocabulary(bytes) else { throw InputError(.iaDictionary, at: 0) }
    var reader = ByteReader(Self.magic.count..<bytes.count)
    guard try reader.byte(bytes.span) == Self.version else {
      throw InputError(.iaVersion, at: reader.byteOffset - 1)
    }
    let id = UInt32(try reader.fixed(4, bytes.span))
    var stored = StoredBytes(limits: limits, inputByteCount: bytes.count, dictionary: nil)
    let offset = reader.byteOffset
    let content = try stored.payload(
      &reader, bytes.span, atMost: Self.maximumContentByteCount)
    guard CRC32C.of(content.span) == id else {
      throw InputError(.iaChecksum, at: Self.magic.count + 1)
    }
    let isStored = bytes[offset] == Codec.stored.rawValue
    let origin = offset + 1 + (isStored ? 0 : ByteWriter.varintByteCount(content.count))
    let model = try VocabularyModel(content: content.span, origin: origin)
    self.init(bytes, id: id, model)
  }

  private init(_ bytes: [UInt8], id: UInt32, _ model: VocabularyModel) {
    self.bytes = bytes
    self.id = id
    self.model = model
    decoder = TokenDecoder(model)
  }

  /// Creates the vocabulary of a model.
  convenience init(_ model: VocabularyModel) {
    let content = model.content
    var writer = ByteWriter()
    writer.append(Self.magic)
    writer.byte(Self.version)
    let id = CRC32C.of(content.span)
    writer.fixed(id)
    var compressor = ZstdCompressor(level: 19, hasChecksum: false)
    if let frame = compressor.compress(content.span), frame.count + 4 < content.count {
      writer.byte(Codec.zstd.rawValue)
      writer.varint(content.count)
      writer.append(Array(frame))
    } else {
      writer.byte(Codec.stored.rawValue)
      writer.append(content)
    }
    self.init(writer.bytes, id: id, model)
  }
}
