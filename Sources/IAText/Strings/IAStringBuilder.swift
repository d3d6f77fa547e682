internal import IARangeTree

/// Collects the pieces of a string in order and builds it in one pass: what readers use.
///
/// Text is appended with its intensity and attributes; `endParagraph` says how the paragraph so far
/// is set. Appending costs amortised O(units), building O(*n*).
public struct IAStringBuilder {
  /// An interned set of attributes, to append many pieces with the same set at the cost of one.
  public struct Attributes: Hashable, Sendable {
    let id: UInt32
  }

  /// An interned set of paragraph attributes, to set many paragraphs alike at the cost of one.
  public struct ParagraphStyle: Hashable, Sendable {
    let id: UInt32
  }

  private var string = IAString()
  private var units: [UInt16] = []
  /// The intensities of the first units; those that are not there yet are the default.
  private var intensities: [UInt8] = []
  private var runs: [RangeTree.Run] = []
  private var paragraphs: [RunTree<UInt32>.Run] = []
  private var attachments: [RunTree<UInt32>.Run] = []
  private var bookmarks: [IAString.Bookmark] = []
  private var recordedUnits = 0
  private var settledUnits = 0

  /// Starts an empty string.
  public init() {}

  /// The number of units so far.
  public var utf16Count: Int { units.count }

  /// The last unit so far.
  public var lastUnit: UInt16? { units.last }

  /// The attributes of plain text.
  public static let plain = Attributes(id: 0)

  /// Interns a set of attributes for this builder.
  public func intern(_ attributes: InlineAttributes) -> Attributes {
    Attributes(id: string.inlineTable.id(of: attributes))
  }

  /// Interns a set of paragraph attributes for this builder.
  public func intern(_ attributes: ParagraphAttributes) -> ParagraphStyle {
    ParagraphStyle(id: string.paragraphTable.id(of: attributes))
  }

  /// Appends one unit.
  public mutating func append(
    unit: UInt16, intensity: UInt8 = DisplayOptions.defaultIntensity,
    attributes: Attributes = Self.plain
  ) {
    units.append(unit)
    noteIntensity(intensity, 1)
    note(1, attributes)
  }

  /// Appends bytes of Latin-1, each of which is one unit, of the default intensity.
  public mutating func append(
    latin1 bytes: UnsafeBufferPointer<UInt8>, attributes: Attributes = Self.plain
  ) {
    guard let source = bytes.baseAddress, !bytes.isEmpty else { return }
    let count = bytes.count
    units.append(addingCapacity: count) { output in
      output.withUnsafeMutableBufferPointer { buffer, filled in
        guard let target = buffer.baseAddress else { return }
        for index in 0..<count { target[filled + index] = UInt16(source[index]) }
        filled += count
      }
    }
    note(count, attributes)
  }

  /// Appends UTF-16 units of one intensity.
  public mutating func append(
    units new: some Collection<UInt16>, intensity: UInt8 = DisplayOptions.defaultIntensity,
    attributes: Attributes = Self.plain
  ) {
    let count = new.count
    units.append(contentsOf: new)
    noteIntensity(intensity, count)
    note(count, attributes)
  }

  /// Appends text of one intensity.
  public mutating func append(
    _ text: String, intensity: UInt8 = DisplayOptions.defaultIntensity,
    attributes: Attributes = Self.plain
  ) {
    append(units: Array(text.utf16), intensity: intensity, attributes: attributes)
  }

  /// Appends an attachment at one U+FFFC.
  public mutating func append(
    _ attachment: Attachment, intensity: UInt8 = DisplayOptions.defaultIntensity,
    attributes: Attributes = Self.plain
  ) {
    append(unit: IAString.attachmentUnit, intensity: intensity, attributes: attributes)
    record(attachment, at: units.count - 1)
  }

  /// Appends a range of another string with its intensities, attributes and attachments, without
  /// its paragraph attributes, bookmarks and options.
  public mutating func append(_ other: IAString, utf16Range: Range<Int>) {
    let levels = other.intensities(in: utf16Range)
    let start = utf16Count
    for run in other.attributeRuns(in: utf16Range) {
      append(units: other.units(in: run.utf16Range), attributes: intern(run.attributes))
    }
    setIntensities(levels, at: start)
    for placed in other.attachments(in: utf16Range) {
      record(placed.attachment, at: start + placed.utf16Offset - utf16Range.lowerBound)
    }
  }

  /// Sets all text since the last call as one or more paragraphs of one kind.
  ///
  /// A U+000A is appended where the text so far does not end with one, unless this is the end of
  /// the document and `terminated` is false. It takes the looks of the unit before it, but neither
  /// its link nor its tags: those are of a stretch of text, which ended there.
  public mutating func endParagraph(
    _ attributes: ParagraphAttributes = ParagraphAttributes(), terminated: Bool = true,
    intensity: UInt8 = DisplayOptions.defaultIntensity
  ) {
    if terminated, units.count == settledUnits || units.last != IAString.lineFeed {
      let attributes = runs.last.map { looks(of: Attributes(id: $0.attribute)) } ?? Self.plain
      append(
        unit: IAString.lineFeed, intensity: lastIntensity ?? intensity, attributes: attributes)
    }
    settle(utf16Count: units.count - settledUnits, as: intern(attributes))
  }

  /// Sets the first units that have no paragraph attributes yet as whole paragraphs of one kind.
  ///
  /// - Precondition: The units are there; they end with U+000A, or are the last of the text.
  public mutating func settle(utf16Count: Int, as style: ParagraphStyle) {
    precondition(utf16Count >= 0 && settledUnits + utf16Count <= units.count, "units to set")
    guard utf16Count > 0 else { return }
    paragraphs.append(.init(count: utf16Count, value: style.id))
    settledUnits += utf16Count
  }

  /// Names the place before the next unit.
  public mutating func bookmark(_ name: String) {
    bookmarks.append(.init(utf16Offset: units.count, name: name))
  }

  /// Replaces the intensities of the units from an offset on; those over 100 count as 100.
  ///
  /// - Precondition: The units are there.
  public mutating func setIntensities(_ values: some Collection<UInt8>, at utf16Offset: Int) {
    precondition(utf16Offset + values.count <= units.count, "units to set are there")
    fillIntensities()
    intensities.replaceSubrange(
      utf16Offset..<utf16Offset + values.count, with: values.lazy.map { min($0, 100) })
  }

  /// Builds the string.
  public consuming func finish(options: DisplayOptions = DisplayOptions()) -> IAString {
    fillIntensities()
    var built = string
    let count = units.count
    built.tree = RangeTree(units: units.span, intensities: intensities.span, runs: runs.span)
    if settledUnits < count { paragraphs.append(.init(count: count - settledUnits, value: 0)) }
    built.paragraphRuns = RunTree(runs: paragraphs)
    attachments.append(.init(count: count - recordedUnits, value: 0))
    built.attachmentRuns = RunTree(runs: attachments)
    built.options = options
    built.setBookmarks(bookmarks)
    return built
  }

  /// The attributes without link and tags.
  private func looks(of attributes: Attributes) -> Attributes {
    var set = string.inlineTable[attributes.id]
    guard set.link != nil || !set.tags.isEmpty else { return attributes }
    set.link = nil
    set.tags = []
    return intern(set)
  }

  private mutating func record(_ attachment: Attachment, at offset: Int) {
    string.records.append(attachment)
    attachments.append(.init(count: offset - recordedUnits, value: 0))
    attachments.append(.init(count: 1, value: UInt32(string.records.count)))
    recordedUnits = offset + 1
  }

  /// The intensity of the last unit so far.
  private var lastIntensity: UInt8? {
    guard !units.isEmpty else { return nil }
    return intensities.count < units.count ? DisplayOptions.defaultIntensity : intensities.last
  }

  /// Notes the intensity of the last units.
  private mutating func noteIntensity(_ intensity: UInt8, _ count: Int) {
    guard intensity != DisplayOptions.defaultIntensity, count > 0 else { return }
    intensities.append(
      contentsOf: repeatElement(
        DisplayOptions.defaultIntensity, count: units.count - count - intensities.count))
    intensities.append(contentsOf: repeatElement(min(intensity, 100), count: count))
  }

  /// Writes out the default intensity of the last units.
  private mutating func fillIntensities() {
    intensities.append(
      contentsOf: repeatElement(
        DisplayOptions.defaultIntensity, count: units.count - intensities.count))
  }

  private mutating func note(_ count: Int, _ attributes: Attributes) {
    guard count > 0 else { return }
    if let last = runs.last, last.attribute == attributes.id {
      runs[runs.count - 1].count += count
    } else {
      runs.append(.init(count: count, attribute: attributes.id))
    }
  }
}
