public import IABytes
public import IAText

/// A decoder of one or all documents that `BlockEncoder` encoded.
///
///     var decoder = try BlockDecoder(block, limits: .standard)
///     let first = try decoder.document(at: 0, units: unitsOfItsLine)
///
/// The block's tables are read once; the cost of each document then depends only on its own size.
public struct BlockDecoder: Sendable {
  /// The version of the layout.
  static let version: UInt8 = 1

  /// The number of documents.
  public let documentCount: Int
  /// Whether the block has the text of the documents.
  public let holdsText: Bool

  private let tables: BlockTables
  private var intensityDecoder = IntensityDecoder()
  private var memory = ColumnReader.Memory()

  /// Creates a decoder by reading the tables of a data block.
  ///
  /// - Parameters:
  ///   - block: The whole data block, already checked.
  ///   - limits: `inputBytes`, `outputBytes` and `expansionRatio` limit the decompressed size,
  ///     `entries` the number of documents.
  ///   - dictionary: The dictionary with which the block was compressed, if any.
  /// - Throws: `InputError` with one of the `ia.…` codes; offsets count from the start of the
  ///   block.
  public init(
    _ block: [UInt8], limits: Limits, dictionary: CompressionDictionary? = nil
  ) throws(InputError) {
    tables = try BlockTables(block, limits: limits, dictionary: dictionary)
    documentCount = tables.documentCount
    holdsText = tables.holdsText
  }

  /// Returns the number of units of a document.
  ///
  /// - Precondition: There is such a document, and the block holds text.
  public func utf16Count(at index: Int) -> Int {
    precondition(holdsText, "the block holds no text")
    precondition(0..<documentCount ~= index, "no document \(index)")
    return tables.unitRange(index).count
  }

  /// Returns a document whose text the block contains, without the bytes of its attachments.
  ///
  /// - Precondition: There is such a document, and the block contains text.
  /// - Throws: `InputError` with one of the `ia.…`, `json.…` or `field.…` codes.
  /// - Complexity: O(*n*) in the number of its units.
  public mutating func document(at index: Int) throws(InputError) -> IADocument {
    precondition(holdsText, "the block holds no text")
    precondition(0..<documentCount ~= index, "no document \(index)")
    return try document(at: index, units: Array(tables.units[tables.unitRange(index)]))
  }

  /// Returns a document whose text is stored elsewhere, without the bytes of its attachments.
  ///
  /// The hashes of the bytes are `document.usedDigests`; the caller inserts the bytes into
  /// `document.attachments`.
  ///
  /// - Parameters:
  ///   - index: The index of the document, from 0.
  ///   - units: Its text.
  /// - Throws: `ia.count`, or `ia.intensities` if the text does not have the document's length and
  ///   the block contains that length.
  /// - Precondition: There is such a document.
  /// - Complexity: O(*n*) in the number of its units.
  public mutating func document(
    at index: Int, units: [UInt16]
  ) throws(InputError) -> IADocument {
    precondition(0..<documentCount ~= index, "no document \(index)")
    guard !holdsText || units.count == utf16Count(at: index) else {
      throw InputError(
        .iaCount, at: 0,
        detail: "text of \(units.count) units, document \(index) has \(utf16Count(at: index))")
    }
    let tables = tables
    var intensities: [UInt8] = []
    try tables.appendIntensities(
      at: index, units: units.span, by: &intensityDecoder, to: &intensities)
    let extras = tables.extraRange(index)
    if extras.isEmpty { return IADocument(IAString(units: units, intensities: intensities)) }
    var columns = ColumnReader(limits: tables.limits, memory: memory)
    columns.appendUnits { $0 = units }
    columns.appendIntensities { $1 = intensities }
    let document = try ExtraColumns.document(
      extras, of: tables.extraBytes.span, origin: 0, &columns)
    memory = columns.memory
    return document
  }

  /// Returns the concatenated text and intensities of all documents, and the end of each.
  ///
  /// For measurements, and for clients that build other structures than documents.
  ///
  /// - Precondition: The block contains text.
  /// - Throws: `InputError` with one of the `ia.…` codes.
  public mutating func flattened() throws(InputError) -> FlatBlock {
    precondition(holdsText, "the block holds no text")
    let tables = tables
    let units = tables.units
    var intensities: [UInt8] = []
    intensities.reserveCapacity(units.count)
    for index in 0..<documentCount {
      try tables.appendIntensities(
        at: index, units: units.span.extracting(tables.unitRange(index)), by: &intensityDecoder,
        to: &intensities)
    }
    return FlatBlock(units: units, intensities: intensities, utf16Ends: tables.unitEnds)
  }
}

/// The concatenated text and intensities of a block's documents.
public struct FlatBlock: Hashable, Sendable {
  /// The units of all documents.
  public var units: [UInt16]
  /// The intensity of each unit.
  public var intensities: [UInt8]
  /// The offset after each document, in units.
  public var utf16Ends: [Int]
}
