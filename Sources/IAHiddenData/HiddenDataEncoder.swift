public import IAText

/// Collects what a format cannot show of a document: one block for the whole, one for each
/// paragraph.
public struct HiddenDataEncoder {
  /// What the format lacks of the attributes it is given: those that it can show taken out.
  public struct Lacks: Sendable {
    /// Of inline attributes.
    public var inline: @Sendable (InlineAttributes) -> InlineAttributes
    /// Of paragraph attributes, nil for nothing.
    ///
    /// Blocks that are not kept whole are given whole.
    public var paragraph: @Sendable (ParagraphAttributes) -> ParagraphAttributes?

    /// Says what a format lacks.
    public init(
      inline: @escaping @Sendable (InlineAttributes) -> InlineAttributes,
      paragraph: @escaping @Sendable (ParagraphAttributes) -> ParagraphAttributes?
    ) {
      self.inline = inline
      self.paragraph = paragraph
    }
  }

  private let string: IAString
  private let lacks: Lacks
  private var block: HiddenDocument
  private var inlineIndexes: [InlineAttributes: Int] = [InlineAttributes(): 0]
  private var paragraphIndexes: [ParagraphAttributes: Int] = [ParagraphAttributes(): 0]
  private var blockNumbers: [Int: Int] = [:]
  /// The indexes of what the format lacks of each set of the string by its number, of each whole
  /// set, and of what it lacks of each set of paragraph attributes; -1 where none was asked for.
  private var lackingIndexes: [Int32]
  private var wholeIndexes: [Int32]
  private var indexesOfParagraphSets: [Int32]
  private let inlineSets: [InlineAttributes]
  private let paragraphSets: [ParagraphAttributes]
  // Most paragraphs are as the one before: comparing costs less than hashing.
  private var lastParagraph = (attributes: ParagraphAttributes(), index: 0)
  private var packer = HiddenParagraphPacker()
  private var recordCount = 0
  private var paragraphCount = 0
  private var nextBookmark = 0

  /// Starts with a document.
  ///
  /// - Parameters:
  ///   - document: What is being written.
  ///   - lacks: What the format cannot show.
  public init(_ document: IADocument, lacks: Lacks) {
    string = document.string
    self.lacks = lacks
    inlineSets = string.inlineSets
    paragraphSets = string.paragraphSets
    lackingIndexes = Array(repeating: -1, count: inlineSets.count)
    wholeIndexes = lackingIndexes
    indexesOfParagraphSets = Array(repeating: -1, count: paragraphSets.count)
    block = HiddenDocument()
    block.options = document.string.options
    block.metadata = document.metadata
  }

  /// The hidden data of the next paragraph; nil where the format shows all of it.
  ///
  /// - Parameters:
  ///   - paragraph: The paragraph; they come in order, none left out.
  ///   - visible: Its text as the format holds it, without U+000A.
  ///   - plain: The units, in order, that a reader finds plain whatever they are: all of their
  ///     attributes are hidden.
  public mutating func hide(
    _ paragraph: IAString.Paragraph, visible: [UInt16], plain: [Range<Int>] = []
  ) -> HiddenParagraph? {
    noteBookmarks(in: paragraph.utf16Range)
    defer { paragraphCount += 1 }
    var hidden = HiddenParagraph(visible: visible)
    hidden.isTerminated = paragraph.isTerminated
    hidden.patch = Self.patch(from: visible, to: string.units(in: paragraph.contentRange))
    hidden.intensities = string.intensityRuns(in: paragraph.utf16Range).map {
      .init(count: $0.utf16Range.count, value: Int($0.intensity))
    }
    var runs: [IAString.NumberedRun] = []
    string.forEachInlineRun(in: paragraph.utf16Range) { runs.append($0) }
    hidden.inline = inlineRuns(paragraph.utf16Range, runs[...], plain: plain)
    if lastParagraph.attributes != paragraph.attributes {
      let lacking = lacks.paragraph(paragraph.attributes).map { renumbered($0) }
      lastParagraph = (paragraph.attributes, lacking.map { paragraphIndex($0) } ?? 0)
    }
    hidden.paragraph = lastParagraph.index
    for placed in string.attachments(in: paragraph.utf16Range) {
      hidden.records.append(
        .init(
          utf16Offset: placed.utf16Offset - paragraph.utf16Range.lowerBound,
          index: block.records.count))
      block.records.append(placed.attachment)
    }
    return hidden.isNeeded ? hidden : nil
  }

  /// Notes what the block of the document needs to know of the next paragraph; `pack` makes its
  /// hidden data, at once or on a later walk.
  ///
  /// - Parameters:
  ///   - paragraph: The paragraph; they come in order, none left out.
  ///   - runs: The runs of its attributes, of which the first ends behind its start; none where the
  ///     format shows all of them.
  ///   - plain: The units, in order, that a reader finds plain whatever they are.
  package mutating func note(
    _ paragraph: IAString.NumberedParagraph, runs: ArraySlice<IAString.NumberedRun>,
    plain: [Range<Int>], hasAttachments: Bool
  ) {
    noteBookmarks(in: paragraph.utf16Range)
    paragraphCount += 1
    if !runs.isEmpty { _ = inlineRuns(paragraph.utf16Range, runs, plain: plain) }
    _ = paragraphIndex(ofSet: paragraph.number)
    guard hasAttachments else { return }
    for placed in string.attachments(in: paragraph.utf16Range) {
      block.records.append(placed.attachment)
    }
  }

  /// Notes the next paragraph, of whose text the format shows all and which has no attachments.
  package mutating func note(shown paragraph: IAString.NumberedParagraph) {
    if nextBookmark < string.bookmarks.count { noteBookmarks(in: paragraph.utf16Range) }
    paragraphCount += 1
    _ = paragraphIndex(ofSet: paragraph.number)
  }

  /// Packs the hidden data of the next paragraph that was noted and may need it.
  ///
  /// - Parameters:
  ///   - paragraph: The paragraph; they come in order.
  ///   - units: Its text, without U+000A.
  ///   - visible: The text as the format holds it; nil where it is the same.
  ///   - intensities: Those of all its units; nil where they are the default.
  ///   - runs: As they were noted.
  ///   - plain: As they were noted.
  /// - Returns: Whether it needs any; then it is in `packed`.
  package mutating func pack(
    _ paragraph: IAString.NumberedParagraph, units: Span<UInt16>,
    visible: [UInt16]?, intensities: Span<UInt8>?,
    runs: ArraySlice<IAString.NumberedRun>, plain: [Range<Int>], hasAttachments: Bool
  ) -> Bool {
    var hidden = HiddenParagraph(textHash: 0)
    hidden.isTerminated = paragraph.isTerminated
    hidden.patch = visible.flatMap { Self.patch(from: $0, to: units.array) }
    if !runs.isEmpty { hidden.inline = inlineRuns(paragraph.utf16Range, runs, plain: plain) }
    hidden.paragraph = paragraphIndex(ofSet: paragraph.number)
    if hasAttachments {
      for placed in string.attachments(in: paragraph.utf16Range) {
        hidden.records.append(
          .init(
            utf16Offset: placed.utf16Offset - paragraph.utf16Range.lowerBound, index: recordCount))
        recordCount += 1
      }
    }
    // Without intensities in it, a paragraph is needed where something else is.
    var isDefault = true
    if let intensities { isDefault = intensities.areAll(DisplayOptions.defaultIntensity) }
    guard !isDefault || hidden.isNeeded else { return false }
    hidden.textHash =
      visible.map { HiddenParagraph.hash($0.span) } ?? HiddenParagraph.hash(units)
    if let intensities {
      packer.pack(hidden, intensities: intensities)
    } else {
      packer.pack(
        hidden, utf16Count: paragraph.utf16Range.count, intensity: DisplayOptions.defaultIntensity)
    }
    return true
  }

  /// The packed form of the paragraph that was packed last.
  package var packed: [UInt8] { packer.bytes }

  /// Whether the format shows all of a set of inline attributes.
  package func shows(_ attributes: InlineAttributes) -> Bool { lacks.inline(attributes).isPlain }

  /// Whether the format shows all of a set of paragraph attributes, by its number.
  package mutating func shows(paragraphSet number: UInt32) -> Bool {
    paragraphIndex(ofSet: number) == 0
  }

  /// The block of the whole document, after all paragraphs.
  public consuming func finish() -> HiddenDocument {
    for bookmark in string.bookmarks[nextBookmark...] {
      block.bookmarks.append(
        .init(paragraph: paragraphCount, utf16Offset: 0, name: bookmark.name))
    }
    return block
  }

  /// The attributes with blocks numbered in the order in which hidden data first names them, so
  /// that equal documents have equal hidden data.
  private mutating func renumbered(_ attributes: ParagraphAttributes) -> ParagraphAttributes {
    guard !attributes.blocks.isEmpty else { return attributes }
    var numbered = attributes
    for index in numbered.blocks.indices {
      let id = numbered.blocks[index].id
      let number = blockNumbers[id] ?? blockNumbers.count + 1
      blockNumbers[id] = number
      numbered.blocks[index].id = number
    }
    return numbered
  }

  private mutating func noteBookmarks(in paragraph: Range<Int>) {
    while nextBookmark < string.bookmarks.count {
      let bookmark = string.bookmarks[nextBookmark]
      guard bookmark.utf16Offset < paragraph.upperBound else { return }
      block.bookmarks.append(
        .init(
          paragraph: paragraphCount,
          utf16Offset: bookmark.utf16Offset - paragraph.lowerBound,
          name: bookmark.name))
      nextBookmark += 1
    }
  }

  /// What the format lacks of the runs of a range; none where it lacks nothing.
  ///
  /// - Parameter runs: Runs of which the first ends behind the start of the range.
  private mutating func inlineRuns(
    _ range: Range<Int>, _ numbered: ArraySlice<IAString.NumberedRun>, plain: [Range<Int>]
  ) -> [HiddenParagraph.Run] {
    var runs: [HiddenParagraph.Run] = []
    var isNeeded = false
    var nextPlain = 0
    var at = range.lowerBound
    for run in numbered {
      let limit = min(run.end, range.upperBound)
      while at < limit {
        while nextPlain < plain.count, plain[nextPlain].upperBound <= at { nextPlain += 1 }
        var end = limit
        var isPlain = false
        if nextPlain < plain.count {
          isPlain = plain[nextPlain].lowerBound <= at
          end = min(limit, isPlain ? plain[nextPlain].upperBound : plain[nextPlain].lowerBound)
        }
        let index = isPlain ? wholeIndex(run.number) : lackingIndex(run.number)
        isNeeded = isNeeded || index > 0
        if let last = runs.last, last.value == index {
          runs[runs.count - 1].count += end - at
        } else {
          runs.append(.init(count: end - at, value: index))
        }
        at = end
      }
      if at >= range.upperBound { break }
    }
    return isNeeded ? runs : []
  }

  /// The index of what the format lacks of a set of attributes.
  private mutating func lackingIndex(_ number: UInt32) -> Int {
    let known = lackingIndexes[Int(number)]
    if known >= 0 { return Int(known) }
    let index = inlineIndex(lacks.inline(inlineSets[Int(number)]))
    lackingIndexes[Int(number)] = Int32(index)
    return index
  }

  /// The index of a whole set of attributes.
  private mutating func wholeIndex(_ number: UInt32) -> Int {
    let known = wholeIndexes[Int(number)]
    if known >= 0 { return Int(known) }
    let index = inlineIndex(inlineSets[Int(number)])
    wholeIndexes[Int(number)] = Int32(index)
    return index
  }

  /// The index of what the format lacks of a set of paragraph attributes.
  private mutating func paragraphIndex(ofSet number: UInt32) -> Int {
    let known = indexesOfParagraphSets[Int(number)]
    if known >= 0 { return Int(known) }
    let lacking = number == 0 ? nil : lacks.paragraph(paragraphSets[Int(number)])
    let index = lacking.map { $0.isPlain ? 0 : paragraphIndex(renumbered($0)) } ?? 0
    indexesOfParagraphSets[Int(number)] = Int32(index)
    return index
  }

  private mutating func inlineIndex(_ attributes: InlineAttributes) -> Int {
    if let known = inlineIndexes[attributes] { return known }
    block.inline.append(attributes)
    inlineIndexes[attributes] = block.inline.count
    return block.inline.count
  }

  private mutating func paragraphIndex(_ attributes: ParagraphAttributes) -> Int {
    if let known = paragraphIndexes[attributes] { return known }
    block.paragraphs.append(attributes)
    paragraphIndexes[attributes] = block.paragraphs.count
    return block.paragraphs.count
  }

  /// How one text becomes another: what differs between their common start and end.
  package static func patch(from visible: [UInt16], to units: [UInt16]) -> HiddenParagraph.Patch? {
    guard visible != units else { return nil }
    let prefix = zip(visible, units).prefix { $0 == $1 }.count
    let shorter = min(visible.count, units.count) - prefix
    var suffix = 0
    while suffix < shorter,
      visible[visible.count - 1 - suffix] == units[units.count - 1 - suffix]
    {
      suffix += 1
    }
    return .init(
      prefix: prefix, replaced: visible.count - prefix - suffix,
      units: Array(units[prefix..<units.count - suffix]))
  }
}

extension HiddenParagraph {
  /// Whether a reader could not make the paragraph from what the format shows.
  fileprivate var isNeeded: Bool {
    let isDefault = intensities.allSatisfy { $0.value == Int(DisplayOptions.defaultIntensity) }
    return !isDefault || patch != nil || !inline.isEmpty || paragraph != 0 || !records.isEmpty
      || !isTerminated
  }
}

extension Span<UInt16> {
  /// The units as an array.
  fileprivate var array: [UInt16] {
    var units: [UInt16] = []
    units.reserveCapacity(count)
    for index in indices { units.append(self[index]) }
    return units
  }
}

extension Span<UInt8> {
  /// Returns whether all bytes are equal to a value.
  fileprivate func areAll(_ value: UInt8) -> Bool { indices.allSatisfy { self[$0] == value } }
}
