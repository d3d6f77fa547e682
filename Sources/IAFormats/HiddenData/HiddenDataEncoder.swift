public import IAText

/// Collects what a format cannot show of a document: one block for the whole, one for each
/// paragraph.
public struct HiddenDataEncoder {
  /// What the format lacks of the attributes it is given: those that it can show taken out.
  public struct Lacks: Sendable {
    /// Of inline attributes.
    public var inline: @Sendable (InlineAttributes) -> InlineAttributes
    /// Of paragraph attributes; blocks that are not kept whole are given whole.
    public var paragraph: @Sendable (ParagraphAttributes) -> ParagraphAttributes

    /// Says what a format lacks.
    public init(
      inline: @escaping @Sendable (InlineAttributes) -> InlineAttributes,
      paragraph: @escaping @Sendable (ParagraphAttributes) -> ParagraphAttributes
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
  // Most runs and paragraphs are as the one before: comparing costs less than hashing.
  private var lastInline = (attributes: InlineAttributes(), index: 0)
  private var lastParagraph = (attributes: ParagraphAttributes(), index: 0)
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
    let inline = inlineRuns(of: paragraph, plain: plain)
    if inline.contains(where: { $0.value > 0 }) { hidden.inline = inline }
    if lastParagraph.attributes != paragraph.attributes {
      let lacking = renumbered(lacks.paragraph(paragraph.attributes))
      lastParagraph = (paragraph.attributes, paragraphIndex(lacking))
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

  /// Passes over the next paragraph, of which the format shows all.
  ///
  /// - Precondition: The text is ordinary, intensities are the default, there is no attachment, and
  ///   the format shows all of its attributes.
  package mutating func pass(_ paragraph: Range<Int>) {
    noteBookmarks(in: paragraph)
    paragraphCount += 1
  }

  /// Whether the format shows all of a set of inline attributes.
  package func shows(_ attributes: InlineAttributes) -> Bool { lacks.inline(attributes).isPlain }

  /// Whether the format shows all of a set of paragraph attributes.
  package func shows(_ attributes: ParagraphAttributes) -> Bool {
    lacks.paragraph(attributes).isPlain
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

  private mutating func inlineRuns(
    of paragraph: IAString.Paragraph, plain: [Range<Int>]
  ) -> [HiddenParagraph.Run] {
    var runs: [HiddenParagraph.Run] = []
    var plain = plain[...]
    for run in string.attributeRuns(in: paragraph.utf16Range) {
      var at = run.utf16Range.lowerBound
      while at < run.utf16Range.upperBound {
        while let first = plain.first, first.upperBound <= at { plain.removeFirst() }
        let isPlain = plain.first?.contains(at) ?? false
        let stop = (isPlain ? plain.first?.upperBound : plain.first?.lowerBound) ?? Int.max
        let end = min(run.utf16Range.upperBound, stop)
        let index = isPlain ? inlineIndex(run.attributes) : lackingIndex(run.attributes)
        if let last = runs.last, last.value == index {
          runs[runs.count - 1].count += end - at
        } else {
          runs.append(.init(count: end - at, value: index))
        }
        at = end
      }
    }
    return runs
  }

  /// The index of what the format lacks of attributes.
  private mutating func lackingIndex(_ attributes: InlineAttributes) -> Int {
    if lastInline.attributes != attributes {
      lastInline = (attributes, inlineIndex(lacks.inline(attributes)))
    }
    return lastInline.index
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
