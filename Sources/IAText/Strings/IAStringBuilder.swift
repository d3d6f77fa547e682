internal import IABytes
internal import IARangeTree

/// Builds a string from consecutive parts in one pass, for readers.
///
/// Text is appended with its intensity and attributes; `endParagraph` sets the attributes of the
/// paragraph that ends. Appending takes amortised constant time for each unit.
public struct IAStringBuilder {
  /// An interned set of attributes, which makes appending many parts with the same set cheap.
  public struct Attributes: Hashable, Sendable {
    let id: UInt32
  }

  /// An interned set of paragraph attributes, which makes setting many equal paragraphs cheap.
  public struct ParagraphStyle: Hashable, Sendable {
    let id: UInt32
  }

  private var string = IAString()
  private let supply = NodeSupply()
  /// The number of units in the string's tree; later units are in the arrays below.
  @usableFromInline var sealedUnits = 0
  private var lastSealed: (unit: UInt16, intensity: UInt8, attribute: UInt32)?
  @usableFromInline var units: [UInt16] = []
  /// The intensities of the first units; missing ones are the default.
  private var intensities: [UInt8] = []
  private var runs: [RangeTree.Run] = []
  private var paragraphs: [RunTree<UInt32>.Run] = []
  private var attachments: [RunTree<UInt32>.Run] = []
  private var bookmarks: [IAString.Bookmark] = []
  private var recordedUnits = 0
  private var settledUnits = 0

  /// Creates an empty string.
  public init() {}

  /// Creates an empty string that shares the tables of attributes of another one.
  ///
  /// Text and paragraphs of the other string are appended without looking up their attributes, and their sets are
  /// in memory once.
  package init(sharingAttributesOf other: IAString) {
    string.inlineTable = other.inlineTable
    string.paragraphTable = other.paragraphTable
  }

  /// The number of units appended so far.
  ///
  /// Inlined, because a call would copy the builder.
  @inlinable @inline(__always) public var utf16Count: Int { sealedUnits + units.count }

  /// The last unit appended, or `nil` if there is none.
  public var lastUnit: UInt16? { units.last ?? lastSealed?.unit }

  /// Returns whether all units from an offset on, at most 64, are spaces.
  package func hasOnlySpaces(from utf16Offset: Int) -> Bool {
    let start = utf16Offset - sealedUnits
    guard start >= 0, units.count - start <= 64 else { return false }
    return units[min(start, units.count)...].allSatisfy { $0 == 0x20 }
  }

  /// The number of units collected before they are added to the tree, so that the builder's memory
  /// does not grow with the text.
  private static let sealedCount = 1 << 17

  /// The attributes of plain text.
  public static let plain = Attributes(id: 0)

  /// Returns an attribute set interned for this builder.
  public func intern(_ attributes: InlineAttributes) -> Attributes {
    Attributes(id: string.inlineTable.id(of: attributes))
  }

  /// Returns a paragraph attribute set interned for this builder.
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

  /// Appends Latin-1 bytes, one unit for each, with the default intensity.
  public mutating func append(
    latin1 bytes: UnsafeBufferPointer<UInt8>, attributes: Attributes = Self.plain
  ) {
    units.append(addingCapacity: bytes.count) { unsafe UnitLoops.append(bytes, to: &$0) }
    note(bytes.count, attributes)
  }

  /// Appends UTF-16 units with one intensity.
  public mutating func append(
    units new: some Collection<UInt16>, intensity: UInt8 = DisplayOptions.defaultIntensity,
    attributes: Attributes = Self.plain
  ) {
    let count = new.count
    units.append(contentsOf: new)
    noteIntensity(intensity, count)
    note(count, attributes)
  }

  /// Appends UTF-16 units with an intensity for each of them; values above 100 are clamped.
  ///
  /// - Precondition: There are as many intensities as units.
  package mutating func append(
    units new: ArraySlice<UInt16>, intensities levels: [UInt8], attributes: Attributes
  ) {
    precondition(levels.count == new.count, "an intensity for each unit")
    let start = units.count
    units.append(contentsOf: new)
    if levels.contains(where: { $0 != DisplayOptions.defaultIntensity }) {
      fillIntensities(to: start)
      let levels = levels.span
      intensities.append(addingCapacity: levels.count) { output in
        for index in levels.indices { output.append(min(levels[index], 100)) }
      }
    }
    note(new.count, attributes)
  }

  /// Appends text with one intensity.
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
    record(attachment, at: utf16Count - 1)
  }

  /// Appends a range of another string with intensities, attributes and attachments, but without
  /// paragraph attributes, bookmarks and options.
  public mutating func append(_ other: IAString, utf16Range: Range<Int>) {
    let start = utf16Count
    let copied = other.units(in: utf16Range)
    let sharesTable = other.inlineTable === string.inlineTable
    var at = 0
    other.forEachInlineRun(in: utf16Range) { run in
      let end = run.end - utf16Range.lowerBound
      let id = sharesTable ? run.number : string.inlineTable.id(of: other.inlineTable[run.number])
      append(units: copied[at..<end], attributes: Attributes(id: id))
      at = end
    }
    // Appended units have the default intensity, which takes no memory as long as all have it.
    if !other.hasDefaultIntensity(in: utf16Range) {
      setIntensities(other.intensities(in: utf16Range), at: start)
    }
    for placed in other.attachments(in: utf16Range) {
      record(placed.attachment, at: start + placed.utf16Offset - utf16Range.lowerBound)
    }
  }

  /// Sets the paragraph attributes of all text since the last call, which may be several
  /// paragraphs.
  ///
  /// If the text does not end with U+000A, one is appended, except at the end of the document if
  /// `terminated` is false. It has the attributes of the previous unit except the link and the
  /// tags, which apply to a range that ended there.
  public mutating func endParagraph(
    _ attributes: ParagraphAttributes = ParagraphAttributes(), terminated: Bool = true,
    intensity: UInt8 = DisplayOptions.defaultIntensity
  ) {
    if terminated, utf16Count == settledUnits || lastUnit != IAString.lineFeed {
      let attributes =
        (runs.last?.attribute ?? lastSealed?.attribute).map {
          lineEndAttributes(after: Attributes(id: $0))
        } ?? Self.plain
      append(
        unit: IAString.lineFeed, intensity: lastIntensity ?? intensity, attributes: attributes)
    }
    settle(utf16Count: utf16Count - settledUnits, as: intern(attributes))
  }

  /// Sets the paragraph attributes of the first units that have none yet.
  ///
  /// - Precondition: There are as many units; they end with U+000A or are the last of the text.
  public mutating func settle(utf16Count: Int, as style: ParagraphStyle) {
    precondition(
      utf16Count >= 0 && settledUnits + utf16Count <= self.utf16Count, "units to set")
    guard utf16Count > 0 else { return }
    paragraphs.append(.init(count: utf16Count, value: style.id))
    settledUnits += utf16Count
  }

  /// Sets a bookmark before the next unit.
  public mutating func bookmark(_ name: String) {
    bookmarks.append(.init(utf16Offset: utf16Count, name: name))
  }

  /// Replaces the intensities of units from an offset on; values above 100 are clamped.
  ///
  /// - Precondition: There are as many units from this offset on.
  public mutating func setIntensities(_ values: some Collection<UInt8>, at utf16Offset: Int) {
    precondition(
      utf16Offset >= 0 && utf16Offset + values.count <= utf16Count, "units to set are there")
    let values = values.map { min($0, 100) }
    let early = min(max(sealedUnits - utf16Offset, 0), values.count)
    if early > 0 {
      string.tree.setIntensities(values.span.extracting(first: early), at: utf16Offset)
      if utf16Offset + early == sealedUnits { lastSealed?.intensity = values[early - 1] }
    }
    if early == values.count { return }
    fillIntensities()
    let start = utf16Offset + early - sealedUnits
    intensities.replaceSubrange(start..<start + values.count - early, with: values[early...])
  }

  /// Returns the completed string.
  public consuming func finish(options: DisplayOptions = DisplayOptions()) -> IAString {
    seal()
    let count = sealedUnits
    var built = string
    if settledUnits < count { paragraphs.append(.init(count: count - settledUnits, value: 0)) }
    built.paragraphRuns = RunTree(list: paragraphs)
    attachments.append(.init(count: count - recordedUnits, value: 0))
    built.attachmentRuns = RunTree(list: attachments)
    built.options = options
    built.setBookmarks(bookmarks)
    return built
  }

  /// Moves the collected units to the end of the tree.
  private mutating func seal() {
    guard let unit = units.last, let run = runs.last else { return }
    lastSealed = (unit, lastIntensity ?? DisplayOptions.defaultIntensity, run.attribute)
    let part: RangeTree
    if intensities.isEmpty {
      part = RangeTree(
        units: units.span, intensity: DisplayOptions.defaultIntensity, runs: runs.span,
        supply: supply)
    } else {
      fillIntensities()
      part = RangeTree(units: units.span, intensities: intensities.span, runs: runs.span)
    }
    if sealedUnits == 0 {
      string.tree = part
    } else {
      string.tree.replace(sealedUnits..<sealedUnits, with: part)
    }
    sealedUnits += units.count
    units.removeAll(keepingCapacity: true)
    intensities.removeAll(keepingCapacity: true)
    runs.removeAll(keepingCapacity: true)
  }

  private func lineEndAttributes(after attributes: Attributes) -> Attributes {
    let set = string.inlineTable[attributes.id]
    return set.link == nil && set.tags.isEmpty ? attributes : intern(set.forLineEnd)
  }

  private mutating func record(_ attachment: Attachment, at offset: Int) {
    string.records.append(attachment)
    attachments.append(.init(count: offset - recordedUnits, value: 0))
    attachments.append(.init(count: 1, value: UInt32(string.records.count)))
    recordedUnits = offset + 1
  }

  /// The intensity of the last unit, or `nil` if there is none.
  private var lastIntensity: UInt8? {
    guard !units.isEmpty else { return lastSealed?.intensity }
    return intensities.count < units.count ? DisplayOptions.defaultIntensity : intensities.last
  }

  /// Records the intensity of the last units.
  private mutating func noteIntensity(_ intensity: UInt8, _ count: Int) {
    guard intensity != DisplayOptions.defaultIntensity, count > 0 else { return }
    fillIntensities(to: units.count - count)
    if count == 1 { return intensities.append(min(intensity, 100)) }
    intensities.append(addingCapacity: count) {
      $0.append(repeating: min(intensity, 100), count: count)
    }
  }

  /// Appends the default intensity for units that have none yet.
  private mutating func fillIntensities() { fillIntensities(to: units.count) }

  /// Appends the default intensity for those of the first units that have none yet.
  @inline(__always)
  private mutating func fillIntensities(to count: Int) {
    let missing = count - intensities.count
    guard missing > 0 else { return }
    intensities.append(addingCapacity: missing) {
      $0.append(repeating: DisplayOptions.defaultIntensity, count: missing)
    }
  }

  @inline(__always)
  private mutating func note(_ count: Int, _ attributes: Attributes) {
    guard count > 0 else { return }
    let last = runs.count - 1
    if last >= 0, runs[last].attribute == attributes.id {
      runs[last].count += count
    } else {
      runs.append(.init(count: count, attribute: attributes.id))
    }
    if units.count >= Self.sealedCount { seal() }
  }
}

extension IAString {
  /// Returns whether all units of a range have the default intensity.
  fileprivate func hasDefaultIntensity(in range: Range<Int>) -> Bool {
    let summary = summary(in: range)
    return [summary.lowestIntensity, summary.highestIntensity].allSatisfy {
      $0 == nil || $0 == DisplayOptions.defaultIntensity
    }
  }
}
