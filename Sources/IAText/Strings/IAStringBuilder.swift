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

  private var string = IAString()
  private var units: [UInt16] = []
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

  /// Appends one unit.
  public mutating func append(
    unit: UInt16, intensity: UInt8 = DisplayOptions.defaultIntensity,
    attributes: Attributes = Self.plain
  ) {
    units.append(unit)
    intensities.append(min(intensity, 100))
    note(1, attributes)
  }

  /// Appends UTF-16 units of one intensity.
  public mutating func append(
    units new: some Collection<UInt16>, intensity: UInt8 = DisplayOptions.defaultIntensity,
    attributes: Attributes = Self.plain
  ) {
    let count = new.count
    units.append(contentsOf: new)
    intensities.append(contentsOf: repeatElement(min(intensity, 100), count: count))
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
        unit: IAString.lineFeed, intensity: intensities.last ?? intensity, attributes: attributes)
    }
    let id = string.paragraphTable.id(of: attributes)
    paragraphs.append(.init(count: units.count - settledUnits, value: id))
    settledUnits = units.count
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
    intensities.replaceSubrange(
      utf16Offset..<utf16Offset + values.count, with: values.lazy.map { min($0, 100) })
  }

  /// Builds the string.
  public consuming func finish(options: DisplayOptions = DisplayOptions()) -> IAString {
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

  private mutating func note(_ count: Int, _ attributes: Attributes) {
    guard count > 0 else { return }
    if let last = runs.last, last.attribute == attributes.id {
      runs[runs.count - 1].count += count
    } else {
      runs.append(.init(count: count, attribute: attributes.id))
    }
  }
}
