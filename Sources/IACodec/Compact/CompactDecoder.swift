public import IABytes
public import IAText

/// Reads single messages from compact frames.
public struct CompactDecoder: ~Copyable {
  private var decompressor: ZstdDecompressor
  private let dictionaryID: UInt32?
  private let vocabulary: Vocabulary?
  private let limits: Limits
  private var intensityDecoder = IntensityDecoder()
  private var body: [UInt8] = []
  private var memory = ColumnReader.Memory()

  /// Creates a decoder for any number of frames.
  ///
  /// - Parameters:
  ///   - limits: `inputBytes` limits each frame, `outputBytes` and `expansionRatio` its
  ///     decompressed size.
  ///   - dictionary: The dictionary with which the frames were encoded, if any.
  public init(limits: Limits, dictionary: CompressionDictionary? = nil) {
    decompressor = ZstdDecompressor(dictionary: dictionary)
    dictionaryID = dictionary?.id
    vocabulary = nil
    self.limits = limits
  }

  /// Creates a decoder of frames that were encoded with a vocabulary.
  ///
  /// - Parameters:
  ///   - limits: `inputBytes` limits each frame, `outputBytes` and `expansionRatio` its
  ///     decompressed size.
  ///   - vocabulary: The vocabulary with which the frames were encoded.
  public init(limits: Limits, vocabulary: Vocabulary) {
    decompressor = ZstdDecompressor()
    dictionaryID = vocabulary.id
    self.vocabulary = vocabulary
    self.limits = limits
  }

  /// Returns the document of a frame.
  ///
  /// - Throws: `InputError`; offsets count from the start of the frame, in a compressed body from
  ///   its start.
  /// - Complexity: O(*n*).
  public mutating func decode(_ frame: [UInt8]) throws(InputError) -> IADocument {
    let bytes = frame.span
    let head = try head(bytes)
    var units: [UInt16] = []
    var intensities: [UInt8] = []
    if head.isStream {
      let extras = try decodeStream(head, bytes, &units, &intensities)
      return try document(
        units, intensities, extras, 0..<extras.count, origin: head.body.lowerBound)
    }
    let text = try readBody(head, bytes)
    try TextColumn.append(
      body.span.extracting(text), origin: head.body.lowerBound + text.lowerBound, to: &units)
    intensities.reserveCapacity(units.count)
    try intensityDecoder.decode(
      head.flags.layout, head.intensities, of: bytes, origin: 0, units: units.span,
      to: &intensities)
    return try document(
      units, intensities, body, extras(before: text), origin: head.body.lowerBound)
  }

  /// Returns a document from its columns; an empty range of `extras` means that it has no other columns.
  private mutating func document(
    _ units: [UInt16], _ intensities: [UInt8], _ bytes: [UInt8], _ extras: Range<Int>, origin: Int
  ) throws(InputError) -> IADocument {
    guard !extras.isEmpty else {
      return IADocument(IAString(units: units, intensities: intensities))
    }
    var columns = ColumnReader(limits: limits, memory: memory)
    columns.appendUnits { $0 = units }
    columns.appendIntensities { $1 = intensities }
    let document = try ExtraColumns.document(extras, of: bytes.span, origin: origin, &columns)
    memory = columns.memory
    return document
  }

  /// Returns only the text of a frame.
  ///
  /// - Throws: `InputError` with one of the `ia.…` codes.
  public mutating func units(of frame: [UInt8]) throws(InputError) -> [UInt16] {
    let head = try head(frame.span)
    var units: [UInt16] = []
    if head.isStream {
      var stream = TokenStream(head.body, budget(frame.span))
      try decodeText(head, frame.span, &stream, to: &units)
      return units
    }
    let text = try readBody(head, frame.span)
    try TextColumn.append(
      body.span.extracting(text), origin: head.body.lowerBound + text.lowerBound, to: &units)
    return units
  }

  /// Replaces the content of two arrays with the text and the intensities of a frame.
  ///
  /// For clients that do not need an `IAString`, such as a search or a chart of many messages.
  ///
  /// - Throws: `InputError` with one of the `ia.…` codes.
  public mutating func decode(
    _ frame: [UInt8], units: inout [UInt16], intensities: inout [UInt8]
  ) throws(InputError) {
    let bytes = frame.span
    let head = try head(bytes)
    units.removeAll(keepingCapacity: true)
    intensities.removeAll(keepingCapacity: true)
    if head.isStream {
      var stream = TokenStream(head.body, budget(bytes))
      try decodeText(head, bytes, &stream, to: &units)
      return try intensityDecoder.decode(
        head.flags.layout, from: bytes, &stream.bit, until: stream.end, units: units.span,
        to: &intensities)
    }
    let text = try readBody(head, bytes)
    try TextColumn.append(
      body.span.extracting(text), origin: head.body.lowerBound + text.lowerBound, to: &units)
    try intensityDecoder.decode(
      head.flags.layout, head.intensities, of: bytes, origin: 0, units: units.span,
      to: &intensities)
  }

  /// Decodes the text of a frame made with a vocabulary.
  private func decodeText(
    _ head: Head, _ bytes: Span<UInt8>, _ stream: inout TokenStream, to units: inout [UInt16]
  ) throws(InputError) {
    guard let vocabulary else { throw InputError(.iaDictionary, at: 0) }
    try vocabulary.decoder.decode(
      start: 0, from: bytes, &stream.bit, until: stream.end, &stream.budget, to: &units)
  }

  /// Decodes a frame made with a vocabulary, and returns its other columns.
  private mutating func decodeStream(
    _ head: Head, _ bytes: Span<UInt8>, _ units: inout [UInt16], _ intensities: inout [UInt8]
  ) throws(InputError) -> [UInt8] {
    var stream = TokenStream(head.body, budget(bytes))
    try decodeText(head, bytes, &stream, to: &units)
    try intensityDecoder.decode(
      head.flags.layout, from: bytes, &stream.bit, until: stream.end, units: units.span,
      to: &intensities)
    var extras: [UInt8] = []
    if head.flags.hasExtras, let vocabulary {
      extras = try vocabulary.decoder.decodeBytes(from: bytes, &stream)
    }
    try stream.finish(bytes)
    return extras
  }

  private func budget(_ bytes: Span<UInt8>) -> OutputBudget {
    OutputBudget(limits: limits, inputByteCount: bytes.count)
  }

  /// The part of a frame before its body.
  private struct Head {
    var flags: CompactFlags
    var bodyByteCount: Int
    var intensities: Range<Int>
    var body: Range<Int>
    /// Whether the body is a bit stream of a vocabulary, which also contains the intensities and the other columns.
    var isStream = false
  }

  private func head(_ bytes: Span<UInt8>) throws(InputError) -> Head {
    guard bytes.count <= limits.inputBytes else {
      throw .exceeds(
        .iaLimit, limit: "inputBytes", maximum: limits.inputBytes, seen: bytes.count,
        at: limits.inputBytes)
    }
    guard bytes.count >= 3 else { throw InputError(.bytesTruncated, at: bytes.count) }
    guard let flags = CompactFlags(byte: bytes[0]) else { throw InputError(.iaReserved, at: 0) }
    let end = bytes.count - 2
    let isByDictionary = flags.codec == .dictionary
    guard !isByDictionary || dictionaryID != nil else { throw InputError(.iaDictionary, at: 0) }
    let stated = UInt16(bytes[end]) | UInt16(bytes[end + 1]) << 8
    let found = Self.checksum(
      bytes.extracting(..<end), dictionaryID: isByDictionary ? dictionaryID : nil)
    guard stated == found else { throw InputError(.iaChecksum, at: end) }
    if isByDictionary, vocabulary != nil {
      return Head(
        flags: flags, bodyByteCount: 0, intensities: 0..<0, body: 1..<end, isStream: true)
    }
    var reader = ByteReader(1..<end)
    let count = flags.codec == .stored ? 0 : try reader.varint(bytes)
    let layout = flags.layout
    let length =
      layout.mode == .constant ? Int(layout.parameter) : try reader.varint(bytes)
    let intensities = try reader.stretch(length)
    let body = try reader.stretch(reader.remaining)
    return Head(
      flags: flags, bodyByteCount: flags.codec == .stored ? body.count : count,
      intensities: intensities, body: body)
  }

  /// Decompresses the body and returns the range of the text in it.
  private mutating func readBody(
    _ head: Head, _ bytes: Span<UInt8>
  ) throws(InputError) -> Range<Int> {
    var budget = budget(bytes)
    try budget.spend(head.bodyByteCount, at: head.body.lowerBound)
    body.removeAll(keepingCapacity: true)
    switch head.flags.codec {
    case .stored:
      body.append(addingCapacity: head.body.count) { output in
        for index in head.body { output.append(bytes[index]) }
      }
    case .block, .dictionary:
      try decompressor.decompressBlock(
        head.body, of: bytes, origin: 0, count: head.bodyByteCount, to: &body)
    case .frame:
      let frame = ZstdFrameHeader.magic + Array(copying: head.body, of: bytes)
      try decompressor.decompress(
        0..<frame.count, of: frame.span, origin: head.body.lowerBound, count: head.bodyByteCount,
        to: &body)
    }
    guard head.flags.hasExtras else { return 0..<body.count }
    var reader = ByteReader(0..<body.count, origin: head.body.lowerBound)
    let count = try reader.varint(body.span)
    guard count > 0 else { throw InputError(.iaCanonical, at: head.body.lowerBound) }
    return try reader.stretch(count).upperBound..<body.count
  }

  /// Returns the range of the other columns in the body: after the varint with their length, up to the text.
  private func extras(before text: Range<Int>) -> Range<Int> {
    guard text.lowerBound > 0 else { return 0..<0 }
    var start = 0
    while body[start] & 0x80 != 0 { start += 1 }
    return start + 1..<text.lowerBound
  }

  /// Returns the CRC-16 of a frame.
  ///
  /// It includes the number of the dictionary, so that the use of another dictionary is detected.
  static func checksum(_ bytes: Span<UInt8>, dictionaryID: UInt32?) -> UInt16 {
    guard let dictionaryID else { return CRC16.of(bytes) }
    var check = CRC16()
    check.update(bytes)
    for shift: UInt32 in [0, 8, 16, 24] {
      check.update(UInt8(truncatingIfNeeded: dictionaryID >> shift))
    }
    return check.value
  }
}
