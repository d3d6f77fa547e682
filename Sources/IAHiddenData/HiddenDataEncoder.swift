public import IAText

/// Collects the content of a document that a format cannot show: one record for the document and
/// one for each paragraph.
public struct HiddenDataEncoder {
  /// Functions that return the part of attributes that a format cannot show.
  public struct UnshownAttributes: Sendable {
    /// Returns inline attributes without those that the format shows.
    public var inline: @Sendable (InlineAttributes) -> InlineAttributes
    /// Returns paragraph attributes without those that the format shows, or `nil` if it shows all
    /// of them.
    ///
    /// If the format cannot show all blocks of a path, the result contains the whole path.
    public var paragraph: @Sendable (ParagraphAttributes) -> ParagraphAttributes?

    /// Returns a section as a reader finds it in the format, if the format shows sections.
    public var section: @Sendable (PageSection) -> PageSection = { $0 }

    /// Creates the functions of a format that shows no sections.
    public init(
      inline: @escaping @Sendable (InlineAttributes) -> InlineAttributes,
      paragraph: @escaping @Sendable (ParagraphAttributes) -> ParagraphAttributes?
    ) {
      self.inline = inline
      self.paragraph = paragraph
    }
  }

  private let string: IAString
  private let unshown: UnshownAttributes
  var block: HiddenDocument
  private var inlineIndexes: [InlineAttributes: Int] = [InlineAttributes(): 0]
  private var paragraphIndexes: [ParagraphAttributes: Int] = [ParagraphAttributes(): 0]
  private var blockNumbers: [Int: Int] = [:]
  /// For each set, by its number, the index in the table of inline attributes of those attributes
  /// that the format cannot show; -1 if it is not computed yet.
  private var lackingIndexes: [Int32]
  /// The index in the table of inline attributes of each complete set; -1 if it is not computed
  /// yet.
  private var wholeIndexes: [Int32]
  /// For each set, the index in the table of paragraph attributes of those attributes that the
  /// format cannot show; -1 if it is not computed yet.
  private var indexesOfParagraphSets: [Int32]
  private let inlineSets: [InlineAttributes]
  private let paragraphSets: [ParagraphAttributes]
  // Most paragraphs have the attributes of the previous paragraph, and comparing is faster than
  // hashing.
  private var lastParagraph = (attributes: ParagraphAttributes(), index: 0)
  private var packer = HiddenParagraphPacker()
  /// The index of plain attributes for line ends and second halves; 0 if none needs them.
  private var plainIndex = 0
  private var recordCount = 0
  private var paragraphCount = 0
  private var nextBookmark = 0

  /// Creates an encoder for one document.
  ///
  /// - Parameters:
  ///   - document: The document that is written.
  ///   - unshown: The functions that return the attributes that the format cannot show.
  public init(_ document: IADocument, unshown: UnshownAttributes) {
    string = document.string
    self.unshown = unshown
    inlineSets = string.inlineSets
    paragraphSets = string.paragraphSets
    lackingIndexes = Array(repeating: -1, count: inlineSets.count)
    wholeIndexes = lackingIndexes
    indexesOfParagraphSets = Array(repeating: -1, count: paragraphSets.count)
    block = HiddenDocument()
    block.options = document.string.options
    // A scheme definition could make text invisible, so hidden data never contains one.
    block.options.schemeDefinition = nil
    block.metadata = document.metadata
  }

  /// Returns the hidden data of the next paragraph, or `nil` if the format shows everything.
  ///
  /// - Parameters:
  ///   - paragraph: The paragraph. Call this for each paragraph, in order.
  ///   - visible: Its text as the format shows it, without U+000A.
  ///   - plain: The ranges, in order, whose attributes the format does not show at all: they are
  ///     stored completely.
  ///   - lineEnd: The complete attributes of the line end, which is stored with them even if they are
  ///     plain; `nil` for those of its run.
  public mutating func hide(
    _ paragraph: IAString.Paragraph, visible: [UInt16], plain: [Range<Int>] = [],
    lineEnd: InlineAttributes? = nil
  ) -> HiddenParagraph? {
    noteBookmarks(in: paragraph.utf16Range)
    defer { paragraphCount += 1 }
    var hidden = HiddenParagraph(visible: visible)
    hidden.isTerminated = paragraph.isTerminated
    hidden.patch = Self.patch(from: visible, to: string.units(in: paragraph.contentRange))
    hidden.intensities = Self.runs(of: string.intensities(in: paragraph.utf16Range).span)
    var runs: [IAString.NumberedRun] = []
    string.forEachInlineRun(in: paragraph.utf16Range) { runs.append($0) }
    hidden.inline = inlineRuns(paragraph.utf16Range, runs[...], plain: plain)
    if let lineEnd, paragraph.isTerminated {
      hidden.setLineEnd(index(ofWhole: lineEnd), utf16Count: paragraph.utf16Range.count)
    }
    if lastParagraph.attributes != paragraph.attributes {
      let lacking = unshown.paragraph(paragraph.attributes).map { renumbered($0) }
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

  /// Adds the next paragraph to the document record without packing its hidden data.
  ///
  /// `pack` packs it, immediately or in a second pass.
  ///
  /// - Parameters:
  ///   - paragraph: The paragraph. Call this for each paragraph, in order.
  ///   - runs: The runs of its attributes; the first one ends after the start of the paragraph.
  ///     Empty if the format shows all of them.
  ///   - plain: The ranges, in order, whose attributes the format does not show at all.
  ///   - hasAttachments: Whether the paragraph has attachments.
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

  /// Adds the next paragraph to the document record, if the format shows all of its text and it has
  /// no attachments.
  package mutating func note(shown paragraph: IAString.NumberedParagraph) {
    if nextBookmark < string.bookmarks.count { noteBookmarks(in: paragraph.utf16Range) }
    paragraphCount += 1
    _ = paragraphIndex(ofSet: paragraph.number)
  }

  /// Packs the hidden data of the next paragraph that was added and may need hidden data.
  ///
  /// - Parameters:
  ///   - paragraph: The paragraph; the calls are in order.
  ///   - units: Its text without U+000A.
  ///   - visible: The text as the format shows it; `nil` if it is the same.
  ///   - intensities: The intensities of all its units; `nil` if all have the default.
  ///   - runs: The same runs as for `note`.
  ///   - plain: The same ranges as for `note`.
  ///   - hasAttachments: Whether the paragraph has attachments.
  /// - Returns: Whether the paragraph needs hidden data; if so, `packed` contains it.
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
    // `hidden` has no intensities here, so `isNeeded` considers only the other parts.
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

  /// Returns whether the format shows all of a set of inline attributes.
  package func shows(_ attributes: InlineAttributes) -> Bool { unshown.inline(attributes).isPlain }

  /// Returns whether the format shows all of a set of paragraph attributes, given by its number.
  package mutating func shows(paragraphSet number: UInt32) -> Bool {
    paragraphIndex(ofSet: number) == 0
  }

  /// Returns the record of the document, after all paragraphs.
  public consuming func finish() -> HiddenDocument {
    for bookmark in string.bookmarks[nextBookmark...] {
      block.bookmarks.append(
        .init(paragraph: paragraphCount, utf16Offset: 0, name: bookmark.name))
    }
    return block
  }

  /// Returns attributes whose blocks are numbered in the order in which hidden data first refers to
  /// them, so that equal documents have equal hidden data.
  mutating func renumbered(_ attributes: ParagraphAttributes) -> ParagraphAttributes {
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

  /// Returns runs of indexes of the attributes in a range that the format cannot show; empty if it
  /// shows all of them.
  ///
  /// - Parameters:
  ///   - range: The units of a paragraph.
  ///   - numbered: The runs of its attributes; the first one ends after the start of the range.
  ///   - plain: The ranges whose attributes the format does not show at all.
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
        // A run starts at a second half, so that a reader finds that its attributes are not those of the
        // first half.
        let startsRun = isPlain && range.lowerBound < at && isSecondHalf(at)
        let index: Int
        if startsRun {
          index = self.index(ofWhole: inlineSets[Int(run.number)])
        } else {
          index = isPlain ? wholeIndex(run.number) : lackingIndex(run.number)
        }
        isNeeded = isNeeded || index > 0
        if let last = runs.last, last.value == index, !startsRun {
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

  /// Returns the index of those attributes of a set that the format cannot show.
  private mutating func lackingIndex(_ number: UInt32) -> Int {
    let known = lackingIndexes[Int(number)]
    if known >= 0 { return Int(known) }
    let index = inlineIndex(unshown.inline(inlineSets[Int(number)]))
    lackingIndexes[Int(number)] = Int32(index)
    return index
  }

  /// Returns whether a unit of a paragraph is the second half of a surrogate pair.
  private func isSecondHalf(_ offset: Int) -> Bool {
    let units = string.units(in: offset - 1..<offset + 1)
    return UTF16.isLeadSurrogate(units[0]) && UTF16.isTrailSurrogate(units[1])
  }

  /// Returns the index of a complete set of attributes.
  private mutating func wholeIndex(_ number: UInt32) -> Int {
    let known = wholeIndexes[Int(number)]
    if known >= 0 { return Int(known) }
    let index = inlineIndex(inlineSets[Int(number)])
    wholeIndexes[Int(number)] = Int32(index)
    return index
  }

  /// Returns the index of those paragraph attributes of a set that the format cannot show.
  private mutating func paragraphIndex(ofSet number: UInt32) -> Int {
    let known = indexesOfParagraphSets[Int(number)]
    if known >= 0 { return Int(known) }
    let lacking = number == 0 ? nil : unshown.paragraph(paragraphSets[Int(number)])
    let index = lacking.map { $0.isPlain ? 0 : paragraphIndex(renumbered($0)) } ?? 0
    indexesOfParagraphSets[Int(number)] = Int32(index)
    return index
  }

  /// Returns the index of complete attributes, which is never 0.
  private mutating func index(ofWhole attributes: InlineAttributes) -> Int {
    guard attributes.isPlain else { return inlineIndex(attributes) }
    if plainIndex == 0 {
      block.inline.append(attributes)
      plainIndex = block.inline.count
    }
    return plainIndex
  }

  mutating func inlineIndex(_ attributes: InlineAttributes) -> Int {
    if let known = inlineIndexes[attributes] { return known }
    block.inline.append(attributes)
    inlineIndexes[attributes] = block.inline.count
    return block.inline.count
  }

  mutating func paragraphIndex(_ attributes: ParagraphAttributes) -> Int {
    if let known = paragraphIndexes[attributes] { return known }
    block.paragraphs.append(attributes)
    paragraphIndexes[attributes] = block.paragraphs.count
    return block.paragraphs.count
  }

  /// Returns the runs of equal values.
  static func runs(of values: Span<UInt8>) -> [HiddenParagraph.Run] {
    var runs: [HiddenParagraph.Run] = []
    var start = 0
    for end in 1..<max(values.count, 1) where values[end] != values[start] {
      runs.append(.init(count: end - start, value: Int(values[start])))
      start = end
    }
    if start < values.count {
      runs.append(.init(count: values.count - start, value: Int(values[start])))
    }
    return runs
  }

  /// Returns the difference between two texts without their common start and end; `nil` if they are
  /// equal.
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
  /// Sets the attributes of the line end, the last of a number of units.
  fileprivate mutating func setLineEnd(_ index: Int, utf16Count: Int) {
    if inline.isEmpty {
      if utf16Count > 1 { inline.append(.init(count: utf16Count - 1, value: 0)) }
    } else {
      inline[inline.count - 1].count -= 1
      if inline[inline.count - 1].count == 0 { inline.removeLast() }
    }
    if let last = inline.last, last.value == index {
      inline[inline.count - 1].count += 1
    } else {
      inline.append(.init(count: 1, value: index))
    }
  }

  /// Whether a reader needs hidden data to restore the paragraph.
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
