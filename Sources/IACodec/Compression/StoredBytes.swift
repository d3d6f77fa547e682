internal import IABytes

/// Reads stored or compressed content within the limits.
struct StoredBytes: ~Copyable {
  private var decompressor: ZstdDecompressor
  private let dictionaryID: UInt32?
  private var budget: OutputBudget

  init(limits: Limits, inputByteCount: Int, dictionary: CompressionDictionary?) {
    decompressor = ZstdDecompressor(dictionary: dictionary)
    dictionaryID = dictionary?.id
    budget = OutputBudget(limits: limits, inputByteCount: inputByteCount)
  }

  /// Reads a column of a block: a codec, one or two lengths, and the content.
  mutating func column(
    _ reader: inout ByteReader, _ bytes: Span<UInt8>
  ) throws(InputError) -> [UInt8] {
    let offset = reader.byteOffset
    guard let codec = Codec(rawValue: try reader.byte(bytes)), codec != .intensities else {
      throw InputError(.iaReserved, at: offset, detail: "codec")
    }
    let count = try reader.varint(bytes)
    let stored = codec == .stored ? count : try reader.varint(bytes)
    let range = try reader.stretch(stored)
    return try content(codec, range, of: bytes, origin: reader.origin, count: count)
  }

  /// Reads the payload of a chunk: a codec, the length of the content unless it is stored, and the content.
  ///
  /// - Throws: `bytes.number` if the decompressed content is longer than `maximum`.
  mutating func payload(
    _ reader: inout ByteReader, _ bytes: Span<UInt8>, atMost maximum: Int = .max
  ) throws(InputError) -> [UInt8] {
    let offset = reader.byteOffset
    guard let codec = Codec(rawValue: try reader.byte(bytes)) else {
      throw InputError(.iaReserved, at: offset, detail: "codec")
    }
    let count =
      codec == .stored ? reader.remaining : try reader.varint(atMost: maximum, bytes)
    let range = try reader.stretch(reader.remaining)
    return try content(codec, range, of: bytes, origin: reader.origin, count: count)
  }

  /// Counts the size of content that other code decompresses.
  mutating func spend(_ count: Int, at byteOffset: Int) throws(InputError) {
    try budget.spend(count, at: byteOffset)
  }

  /// Returns the content of a range of bytes.
  mutating func content(
    _ codec: Codec, _ range: Range<Int>, of bytes: Span<UInt8>, origin: Int, count: Int
  ) throws(InputError) -> [UInt8] {
    try budget.spend(count, at: origin + range.lowerBound)
    var content: [UInt8] = []
    switch codec {
    case .stored: content = Array(copying: range, of: bytes)
    case .zstd, .dictionary:
      guard codec == .zstd || dictionaryID != nil else {
        throw InputError(.iaDictionary, at: origin + range.lowerBound)
      }
      try decompressor.decompress(range, of: bytes, origin: origin, count: count, to: &content)
    case .intensities: throw InputError(.iaReserved, at: origin + range.lowerBound)
    }
    return content
  }
}

/// The number of bytes that may still be decompressed.
struct OutputBudget {
  private let limits: Limits
  private let maximum: Int
  private var spent = 0

  /// The size that may be decompressed at any ratio.
  static let freeByteCount = 16 << 20

  init(limits: Limits, inputByteCount: Int) {
    self.limits = limits
    let (product, overflow) = inputByteCount.multipliedReportingOverflow(by: limits.expansionRatio)
    maximum = min(limits.outputBytes, max(Self.freeByteCount, overflow ? .max : product))
  }

  /// Counts the size of content before it is decompressed.
  mutating func spend(_ count: Int, at byteOffset: Int) throws(InputError) {
    guard count <= maximum - spent else {
      let isRatio = maximum < limits.outputBytes
      throw .exceeds(
        .iaLimit, limit: isRatio ? "expansionRatio" : "outputBytes",
        maximum: isRatio ? limits.expansionRatio : limits.outputBytes, seen: spent &+ count,
        at: byteOffset)
    }
    spent += count
  }
}
