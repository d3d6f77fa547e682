internal import IABytes
public import IAText

/// An encoder of many documents into one data block, column by column.
///
/// An archive appends documents until a block is large enough, then takes the block:
///
///     var encoder = BlockEncoder()
///     for document in documents { encoder.append(document) }
///     let block = encoder.finish()
///
/// A data block contains everything of a document except the bytes of its attachments and, unless
/// it `holdsText`, its text: the container stores these elsewhere and passes the text to
/// `BlockDecoder`. A data block contains neither a checksum nor its length; the container adds
/// both. Specs/ia-format.md, section 8.
public struct BlockEncoder: ~Copyable {
  /// Whether the block contains the text.
  public let holdsText: Bool
  /// The number of documents so far.
  public private(set) var documentCount = 0
  /// An estimate of the content so far: three bytes per unit and twelve per attribute run.
  public private(set) var logicalByteCount = 0

  private let hasDictionary: Bool
  private var compressor: ZstdCompressor
  private var intensityEncoder = IntensityEncoder()
  private var texts = AttributeTexts()
  private var counts = ByteWriter()
  private var layouts = ByteWriter()
  private var firstIntensities = ByteWriter()
  private var intensityLengths = ByteWriter()
  private var intensities: [UInt8] = []
  private var extraLengths = ByteWriter()
  private var extras: [UInt8] = []
  /// The text of all documents or, if the block does not contain the text, of the last document.
  private var units: [UInt16] = []
  /// The intensities of the last document.
  private var values: [UInt8] = []

  /// Creates an encoder of an empty block.
  ///
  /// - Parameters:
  ///   - holdsText: Whether the block contains the text.
  ///   - level: The level of zstd; a dictionary has its own.
  ///   - dictionary: The dictionary for blocks of few documents.
  public init(
    holdsText: Bool = false, level: Int = CompressionLevel.standard,
    dictionary: CompressionDictionary? = nil
  ) {
    self.holdsText = holdsText
    hasDictionary = dictionary != nil
    compressor = ZstdCompressor(level: level, dictionary: dictionary, hasChecksum: false)
  }

  /// Appends a document.
  ///
  /// The bytes of its attachments are not stored: the caller has to store `document.attachments` by
  /// hash.
  ///
  /// - Complexity: O(*n*) in the number of units.
  public mutating func append(_ document: IADocument) {
    documentCount += 1
    let string = document.string
    appendIntensities(of: string)
    let extraStart = extras.count
    ExtraColumns.append(document, embedsBlobs: false, &texts, to: &extras)
    extraLengths.varint(extras.count - extraStart)
    let runs = string.summary(in: string.utf16Range).attributeRunCount
    logicalByteCount += 3 * string.utf16Count + 12 * runs
  }

  /// Appends the intensities, and to `units` the text, which determines the starts of words.
  private mutating func appendIntensities(of string: IAString) {
    if holdsText {
      counts.varint(string.utf16Count)
    } else {
      units.removeAll(keepingCapacity: true)
    }
    let textStart = units.count
    string.append(unitsIn: string.utf16Range, to: &units)
    values.removeAll(keepingCapacity: true)
    string.append(intensitiesIn: string.utf16Range, to: &values)
    let start = intensities.count
    let (text, steps) = (units, values)
    let layout = intensityEncoder.encode(
      steps.span, of: text.span.extracting(textStart...), to: &intensities)
    layouts.byte(layout.byte)
    if layout.beginsWithValue { firstIntensities.byte(intensities.remove(at: start)) }
    intensityLengths.varint(intensities.count - start)
  }

  /// Returns the block of all documents so far; the encoder then starts a new one.
  ///
  /// Equal documents, settings and versions of zstd give equal bytes.
  public mutating func finish() -> [UInt8] {
    var block = ByteWriter()
    block.byte(BlockDecoder.version)
    block.varint(documentCount)
    // The container that stores the text knows the length of each document.
    if holdsText { append(.counts, counts.bytes, to: &block) }
    append(.layouts, layouts.bytes, to: &block)
    append(.firstIntensities, firstIntensities.bytes, to: &block)
    append(.intensityLengths, intensityLengths.bytes, to: &block)
    // Coded to near their entropy: compression would only cost time.
    append(.intensities, intensities, isCompressible: false, to: &block)
    if !extras.isEmpty {
      append(.extraLengths, extraLengths.bytes, to: &block)
      append(.extras, extras, to: &block)
    }
    if holdsText {
      var text: [UInt8] = []
      TextColumn.append(units.span, to: &text)
      append(.text, text, to: &block)
    }
    reset()
    return block.bytes
  }

  private mutating func append(
    _ column: BlockColumn, _ content: [UInt8], isCompressible: Bool = true,
    to block: inout ByteWriter
  ) {
    block.byte(column.rawValue)
    if isCompressible, let frame = compressor.compress(content.span),
      frame.count + ByteWriter.varintByteCount(content.count) < content.count
    {
      block.byte((hasDictionary ? Codec.dictionary : .zstd).rawValue)
      block.varint(content.count)
      block.varint(frame.count)
      block.append(frame.span)
    } else {
      block.byte(Codec.stored.rawValue)
      block.varint(content.count)
      block.append(content)
    }
  }

  private mutating func reset() {
    documentCount = 0
    logicalByteCount = 0
    counts.removeAll()
    layouts.removeAll()
    firstIntensities.removeAll()
    intensityLengths.removeAll()
    intensities.removeAll(keepingCapacity: true)
    extraLengths.removeAll()
    extras.removeAll(keepingCapacity: true)
    units.removeAll(keepingCapacity: true)
  }
}
