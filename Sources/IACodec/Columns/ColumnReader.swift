internal import IABytes
internal import IASyntax
internal import IAText

/// Collects the columns of a document, page by page or all together, and creates the document from them.
///
/// For each page, append its units and its intensities, read its columns, and end the page.
struct ColumnReader {
  let limits: Limits
  /// The text, intensities and runs that were read since the last `takeString`.
  private(set) var string = StringColumns()
  private(set) var metadata = DocumentMetadata()
  private var origin = DocumentMetadata()
  private var inline = RunColumnReader(InlineAttributes())
  private var links = RunColumnReader<InlineAttributes.Link?>(nil)
  private var paragraphs = RunColumnReader(ParagraphAttributes())
  private var pageStart = 0
  private var inlineRuns: [StringColumns.Run] = []
  private var linkRuns: [StringColumns.Run] = []
  private var paragraphRuns: [StringColumns.Run] = []
  private var sets = PairNumbering()
  private var blocks: BlockOrder
  private var recordTexts: Set<[UInt8]> = []
  private var bookmarkNames: Set<String> = []
  /// The last unit before the current text; `nil` if no text was taken.
  private var unitBefore: UInt16?
  private var lastParagraph = 0
  /// Whether the preceding text was skipped, so that rules that depend on it cannot be checked.
  private var isPartial = false
  private var usedRecord = -1
  /// The number of units of the page whose text is not read.
  private var skippedCount: Int?
  /// The results of reading earlier documents.
  private(set) var memory: Memory

  /// The attribute sets that were decoded before: a decoder of many documents decodes each set once.
  struct Memory: Sendable {
    var inline = AttributeValues<InlineAttributes>()
    var links = AttributeValues<InlineAttributes.Link?>()
  }

  /// The number of units of the page.
  var pageUnitCount: Int { skippedCount ?? utf16Count - pageStart }

  init(limits: Limits, memory: Memory = Memory()) {
    self.limits = limits
    self.memory = memory
    blocks = BlockOrder(maximumCount: limits.entries)
  }

  /// The number of units so far.
  var utf16Count: Int { string.units.count }

  /// Appends the text of a page.
  mutating func appendUnits<Failure: Error>(
    _ append: (inout [UInt16]) throws(Failure) -> Void
  ) throws(Failure) { try append(&string.units) }

  /// Appends the intensities of the page whose text was appended.
  mutating func appendIntensities<Failure: Error>(
    _ append: (Span<UInt16>, inout [UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    let units = string.units
    try append(units.span.extracting(pageStart...), &string.intensities)
  }

  /// Reads a column of the page whose text was appended, or of the head.
  ///
  /// - Parameters:
  ///   - id: The column; neither a blob nor foreign.
  ///   - range: The range of its content in `bytes`.
  ///   - bytes: The bytes.
  ///   - origin: A number that is added to offsets in errors.
  ///   - isLast: Whether the page is the last.
  mutating func read(
    _ id: ColumnID, _ range: Range<Int>, of bytes: Span<UInt8>, origin: Int, isLast: Bool
  ) throws(InputError) {
    var reader = ByteReader(range, origin: origin)
    switch id {
    case .options: try readOptions(&reader, bytes)
    case .metadata: try readMetadata(&reader, bytes, isOrigin: false)
    case .origin: try readMetadata(&reader, bytes, isOrigin: true)
    case .inline: try readInline(&reader, bytes)
    case .links: try readLinks(&reader, bytes)
    case .paragraphs: try readParagraphs(&reader, bytes)
    case .attachments: try readAttachments(&reader, bytes)
    case .bookmarks: try readBookmarks(&reader, bytes, isLast: isLast)
    case .blob, .foreign: throw InputError(.iaOrder, at: reader.byteOffset)
    }
    guard reader.isAtEnd else {
      throw InputError(.iaCount, at: reader.byteOffset, detail: "bytes are left in a column")
    }
  }

  /// Ends the page: units that its columns do not mention are plain.
  mutating func endPage(byteOffset: Int) throws(InputError) {
    let count = utf16Count - pageStart
    if string.intensities.count == pageStart {
      string.intensities.append(
        contentsOf: repeatElement(DisplayOptions.defaultIntensity, count: count))
    }
    guard string.intensities.count == utf16Count else {
      throw InputError(.iaCount, at: byteOffset, detail: "intensities and text differ in length")
    }
    if count > 0 {
      let plain = [StringColumns.Run(count: count, index: 0)]
      joinInline(inlineRuns.isEmpty ? plain : inlineRuns, linkRuns.isEmpty ? plain : linkRuns)
      try addParagraphs(paragraphRuns.isEmpty ? plain : paragraphRuns, byteOffset: byteOffset)
    }
    inlineRuns = []
    linkRuns = []
    paragraphRuns = []
    pageStart = utf16Count
  }

  /// Reads a column of a page whose text is not read: keeps its tables and discards its runs.
  mutating func skip(
    _ id: ColumnID, _ range: Range<Int>, of bytes: Span<UInt8>, origin: Int, count: Int
  ) throws(InputError) {
    isPartial = true
    skippedCount = count
    defer { skippedCount = nil }
    try read(id, range, of: bytes, origin: origin, isLast: false)
    inlineRuns = []
    linkRuns = []
    paragraphRuns = []
  }

  /// Returns the string of the pages so far; the next call continues with the pages after them.
  mutating func takeString() -> IAString {
    string.inlineSets = sets.pairs.map { pair in
      var set = inline.values[pair.first]
      set.link = links.values[pair.second]
      return set
    }
    string.paragraphSets = paragraphs.values
    string.bookmarks.sort { ($0.utf16Offset, $0.name) < ($1.utf16Offset, $1.name) }
    let taken =
      string.isPlain
      ? IAString(units: string.units, intensities: string.intensities) : IAString(string)
    unitBefore = string.units.last ?? unitBefore
    pageStart = 0
    string.units.removeAll(keepingCapacity: true)
    string.intensities.removeAll(keepingCapacity: true)
    string.inlineRuns.removeAll(keepingCapacity: true)
    string.paragraphRuns.removeAll(keepingCapacity: true)
    string.attachments.removeAll(keepingCapacity: true)
    string.bookmarks.removeAll(keepingCapacity: true)
    return taken
  }

  /// The metadata, including the dates and the generator.
  var allMetadata: DocumentMetadata {
    var all = metadata
    all.created = origin.created
    all.modified = origin.modified
    all.generator = origin.generator
    return all
  }

  /// Returns the document, without blobs and foreign chunks.
  consuming func finish() -> IADocument { takeDocument() }

  /// Returns the document, without blobs and foreign chunks.
  ///
  /// Nothing may be read afterwards.
  mutating func takeDocument() -> IADocument {
    let metadata = allMetadata
    return IADocument(takeString(), metadata: metadata)
  }
}

extension ColumnReader {
  private mutating func readOptions(
    _ reader: inout ByteReader, _ bytes: Span<UInt8>
  ) throws(InputError) {
    let range = try reader.object(bytes)
    string.options = try AttributeText.value(
      range, of: bytes, origin: reader.origin, limits: limits
    ) { (json, reading) throws(InputError) in
      try DisplayOptions(json: json, reading: &reading)
    } write: {
      $0.write(to: &$1)
    }
  }

  private mutating func readMetadata(
    _ reader: inout ByteReader, _ bytes: Span<UInt8>, isOrigin: Bool
  ) throws(InputError) {
    let range = try reader.object(bytes)
    let read = try AttributeText.value(
      range, of: bytes, origin: reader.origin, limits: limits
    ) { (json, reading) throws(InputError) in
      try DocumentMetadata(json: json, reading: &reading)
    } write: {
      $0.write(to: &$1)
    }
    guard read == (isOrigin ? read.origin : read.identity) else {
      throw InputError(
        .iaCanonical, at: reader.origin + range.lowerBound, detail: "metadata of the other chunk")
    }
    if isOrigin { origin = read } else { metadata = read }
  }

  private mutating func readInline(
    _ reader: inout ByteReader, _ bytes: Span<UInt8>
  ) throws(InputError) {
    let (limits, origin) = (limits, reader.origin)
    var known = memory.inline
    defer { memory.inline = known }
    inlineRuns = try inline.runs(
      &reader, bytes, count: pageUnitCount, limits: limits
    ) { (range) throws(InputError) in
      if let value = known.value(of: range, in: bytes) { return value }
      let set = try AttributeText.value(
        range, of: bytes, origin: origin, limits: limits
      ) { (json, reading) throws(InputError) in
        try InlineAttributes(json: json, reading: &reading)
      } write: {
        $0.write(to: &$1)
      }
      guard set.link == nil else {
        throw InputError(
          .iaCanonical, at: origin + range.lowerBound, detail: "a link among the attributes")
      }
      known.keep(set, of: range, in: bytes)
      return set
    }
  }

  private mutating func readLinks(
    _ reader: inout ByteReader, _ bytes: Span<UInt8>
  ) throws(InputError) {
    let (limits, origin) = (limits, reader.origin)
    var known = memory.links
    defer { memory.links = known }
    linkRuns = try links.runs(
      &reader, bytes, count: pageUnitCount, limits: limits
    ) { (range) throws(InputError) in
      if let value = known.value(of: range, in: bytes) { return value }
      let link = try AttributeText.value(
        range, of: bytes, origin: origin, limits: limits
      ) { (json, reading) throws(InputError) in
        try InlineAttributes.Link(json: json, reading: &reading)
      } write: {
        $0.write(to: &$1)
      }
      known.keep(link, of: range, in: bytes)
      return link
    }
  }

  private mutating func readParagraphs(
    _ reader: inout ByteReader, _ bytes: Span<UInt8>
  ) throws(InputError) {
    let (limits, origin) = (limits, reader.origin)
    paragraphRuns = try paragraphs.runs(
      &reader, bytes, count: pageUnitCount, limits: limits
    ) { (range) throws(InputError) in
      try AttributeText.value(
        range, of: bytes, origin: origin, limits: limits
      ) { (json, reading) throws(InputError) in
        try ParagraphAttributes(json: json, reading: &reading)
      } write: {
        $0.write(to: &$1)
      }
    }
  }

  private mutating func readAttachments(
    _ reader: inout ByteReader, _ bytes: Span<UInt8>
  ) throws(InputError) {
    let ranges = try reader.table(bytes, known: string.records.count, limits: limits)
    for range in ranges {
      let offset = reader.origin + range.lowerBound
      guard recordTexts.insert(Array(copying: range, of: bytes)).inserted else {
        throw InputError(.iaCanonical, at: offset, detail: "the same record twice")
      }
      string.records.append(
        try AttributeText.value(
          range, of: bytes, origin: reader.origin, limits: limits
        ) { (json, reading) throws(InputError) in
          try Attachment(json: json, reading: &reading)
        } write: {
          $0.write(to: &$1)
        })
    }
    let offset = reader.byteOffset
    let count = try reader.varint(atMost: reader.remaining / 2, bytes)
    let end = pageStart + pageUnitCount
    var place = pageStart
    for _ in 0..<count {
      let offset = reader.byteOffset
      place += try reader.varint(atMost: end - place, bytes)
      guard place < end, skippedCount != nil || string.units[place] == IAString.attachmentUnit
      else { throw InputError(.iaAttachment, at: offset, detail: "no U+FFFC at \(place)") }
      let maximum = min(usedRecord + 1, string.records.count - 1)
      guard maximum >= 0 else { throw InputError(.iaCount, at: offset, detail: "no record") }
      let record = try reader.varint(atMost: maximum, bytes)
      if skippedCount == nil {
        string.attachments.append(.init(utf16Offset: place, record: record))
      }
      usedRecord = max(usedRecord, record)
      place += 1
    }
    guard count > 0, usedRecord == string.records.count - 1 else {
      throw InputError(.iaCanonical, at: offset, detail: "records without use")
    }
  }

  private mutating func readBookmarks(
    _ reader: inout ByteReader, _ bytes: Span<UInt8>, isLast: Bool
  ) throws(InputError) {
    let offset = reader.byteOffset
    let count = try reader.varint(atMost: reader.remaining / 2, bytes)
    guard count > 0 else { throw InputError(.iaCanonical, at: offset, detail: "no bookmarks") }
    let end = pageStart + pageUnitCount
    var place = pageStart
    var before: [UInt8]?
    for _ in 0..<count {
      let offset = reader.byteOffset
      let gap = try reader.varint(atMost: end - place, bytes)
      place += gap
      guard place < end || isLast else {
        throw InputError(.iaCanonical, at: offset, detail: "a bookmark of the next page")
      }
      let range = try reader.stretch(try reader.varint(bytes))
      let text = Array(copying: range, of: bytes)
      guard let name = String(validating: text, as: UTF8.self) else {
        throw InputError(.iaText, at: reader.origin + range.lowerBound)
      }
      if gap == 0, let before, !before.lexicographicallyPrecedes(text) {
        throw InputError(.iaCanonical, at: offset, detail: "bookmarks out of order")
      }
      guard bookmarkNames.insert(name).inserted else {
        throw InputError(.fieldDuplicate, at: reader.origin + range.lowerBound, detail: name)
      }
      if skippedCount == nil { string.bookmarks.append(.init(utf16Offset: place, name: name)) }
      before = text
    }
  }
}

extension ColumnReader {
  /// Appends the runs of the inline attributes with their links: a run ends where a run of either column ends.
  private mutating func joinInline(_ plain: [StringColumns.Run], _ linked: [StringColumns.Run]) {
    var (left, right) = (0, 0)
    var (leftUsed, rightUsed) = (0, 0)
    while left < plain.count, right < linked.count {
      let count = min(plain[left].count - leftUsed, linked[right].count - rightUsed)
      let index = sets.index(of: .init(first: plain[left].index, second: linked[right].index))
      if let last = string.inlineRuns.last, last.index == index {
        string.inlineRuns[string.inlineRuns.count - 1].count += count
      } else {
        string.inlineRuns.append(.init(count: count, index: index))
      }
      leftUsed += count
      rightUsed += count
      if leftUsed == plain[left].count { (left, leftUsed) = (left + 1, 0) }
      if rightUsed == linked[right].count { (right, rightUsed) = (right + 1, 0) }
    }
  }

  private mutating func addParagraphs(
    _ runs: [StringColumns.Run], byteOffset: Int
  ) throws(InputError) {
    var offset = pageStart
    for run in runs {
      if let last = string.paragraphRuns.last, last.index == run.index {
        string.paragraphRuns[string.paragraphRuns.count - 1].count += run.count
      } else {
        if !isPartial { try beginParagraphs(run.index, at: offset, byteOffset: byteOffset) }
        string.paragraphRuns.append(run)
      }
      offset += run.count
    }
  }
}

extension ColumnReader {
  /// Checks that the paragraph attributes may change at an offset: only after U+000A, and with blocks in their order.
  private mutating func beginParagraphs(
    _ index: Int, at offset: Int, byteOffset: Int
  ) throws(InputError) {
    let before = offset > 0 ? string.units[offset - 1] : unitBefore
    if before != nil, index == lastParagraph { return }
    guard before ?? 0x000A == 0x000A else {
      throw InputError(.iaParagraph, at: byteOffset, detail: "no paragraph ends at \(offset)")
    }
    try blocks.enter(paragraphs.values[index].blocks, byteOffset: byteOffset)
    lastParagraph = index
  }
}

extension ByteReader {
  /// Reads all remaining bytes, which must be longer than `{}`.
  fileprivate mutating func object(_ bytes: Span<UInt8>) throws(InputError) -> Range<Int> {
    guard remaining > AttributeText.empty.count else {
      throw InputError(.iaCanonical, at: byteOffset, detail: "an empty object")
    }
    return try stretch(remaining)
  }
}
