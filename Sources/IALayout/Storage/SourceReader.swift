import IAText
import IAUnicode

/// Reads paragraphs from a string, with read-ahead if many will be needed.
///
/// Cached: a window of the string's units, runs and paragraphs. Invalidated by another string.
struct SourceReader {
  private(set) var snapshot: TextSnapshot
  /// The number of units read ahead.
  var readAhead = 0

  private var window = 0..<0
  private var units: [UInt16] = []
  private var intensities: [UInt8] = []
  private var runs: [IAString.AttributeRun] = []
  private var runNumbers: [Int] = []
  private var nextRun = 0
  private var paragraphs: [IAString.Paragraph] = []
  private var nextParagraph = 0
  private var attachments: [IAString.PlacedAttachment] = []
  private var messageStep: Int?

  init(_ string: IAString) { snapshot = TextSnapshot(string) }

  /// The text that is read.
  var string: IAString { snapshot.string }

  mutating func replaceString(_ string: IAString) {
    snapshot = TextSnapshot(string)
    window = 0..<0
    messageStep = nil
  }

  /// Fills a source with the paragraph that starts at an offset.
  ///
  /// - Returns: The paragraph's units in the document.
  mutating func read(
    at start: Int, into source: inout ParagraphSource, _ table: inout StyleTable
  ) -> Range<Int> {
    source.removeAll()
    guard start < string.utf16Count else {
      readEnd(into: &source, &table)
      return start..<start
    }
    if !window.contains(start) { load(from: start, &table) }
    while nextParagraph > 0, paragraphs[nextParagraph].utf16Range.lowerBound > start {
      nextParagraph -= 1
    }
    while paragraphs[nextParagraph].utf16Range.upperBound <= start { nextParagraph += 1 }
    let paragraph = paragraphs[nextParagraph]
    let range = paragraph.utf16Range
    source.units.append(
      contentsOf: units[range.lowerBound - window.lowerBound..<range.upperBound - window.lowerBound]
    )
    source.style = style(of: paragraph, table.options)
    appendStyleRuns(range, to: &source, table.options)
    if !attachments.isEmpty { appendAttachments(range, to: &source) }
    return range
  }

  /// Fills a source with a part of a paragraph.
  ///
  /// - Parameters:
  ///   - range: The units in the document.
  ///   - style: The paragraph's style.
  ///   - source: Receives the part.
  ///   - table: The style table.
  mutating func read(
    part range: Range<Int>, _ style: ParagraphStyle, into source: inout ParagraphSource,
    _ table: inout StyleTable
  ) {
    source.removeAll()
    load(window: range, &table)
    // The window has no paragraphs, so it cannot be reused by other reads.
    defer { window = 0..<0 }
    source.units.append(contentsOf: units)
    source.style = style
    appendStyleRuns(range, to: &source, table.options)
    if !attachments.isEmpty { appendAttachments(range, to: &source) }
  }

  private func appendAttachments(_ range: Range<Int>, to source: inout ParagraphSource) {
    var low = 0
    var high = attachments.count
    while low < high {
      let middle = (low + high) / 2
      if attachments[middle].utf16Offset < range.lowerBound {
        low = middle + 1
      } else {
        high = middle
      }
    }
    while low < attachments.count, attachments[low].utf16Offset < range.upperBound {
      var placed = attachments[low]
      placed.utf16Offset -= range.lowerBound
      source.attachments.append(placed)
      low += 1
    }
  }

  /// Fills a source with the empty paragraph after a final terminator, which has the attributes of
  /// text typed there.
  private func readEnd(into source: inout ParagraphSource, _ table: inout StyleTable) {
    let end = string.utf16Count
    let attributes = string.typingAttributes(for: end..<end)
    source.appendStyleRun(start: 0, attributes: table.number(of: attributes), step: 0)
    let paragraph = end == 0 ? ParagraphAttributes() : string.paragraphAttributes(at: end)
    source.style =
      paragraph.isPlain
      ? .plain(table.options)
      : ParagraphStyle(paragraph, startsItem: false, options: table.options)
  }

  private mutating func load(from start: Int, _ table: inout StyleTable) {
    let wanted = start..<min(start + max(readAhead, 1), string.utf16Count)
    paragraphs = string.paragraphs(in: wanted)
    nextParagraph = 0
    let first = paragraphs.first?.utf16Range.lowerBound ?? start
    load(window: first..<(paragraphs.last?.utf16Range.upperBound ?? start), &table)
  }

  private mutating func load(window range: Range<Int>, _ table: inout StyleTable) {
    window = range
    units = string.units(in: window)
    runs = string.attributeRuns(in: window)
    runNumbers = runs.map { table.number(of: $0.attributes) }
    nextRun = 0
    attachments = string.attachments(in: window)
    let needsIntensities = table.options.scheme != nil && table.options.smoothing == .character
    intensities = needsIntensities ? string.intensities(in: window) : []
  }

  private func style(
    of paragraph: IAString.Paragraph, _ options: LayoutOptions
  ) -> ParagraphStyle {
    if paragraph.attributes.isPlain { return .plain(options) }
    return ParagraphStyle(
      paragraph.attributes, startsItem: startsItem(paragraph), joins: joins(paragraph, options),
      shared: sharedBlocks(of: paragraph, options), options: options)
  }

  /// Returns the blocks that a paragraph shares with its neighbours, if it is in a box, or if it is
  /// in a quote or code and has spacing or a ground beyond its lines.
  ///
  /// The ground or bar of these blocks does not include the spacing above their first and below
  /// their last paragraph.
  private func sharedBlocks(
    of paragraph: IAString.Paragraph, _ options: LayoutOptions
  ) -> SharedBlocks {
    let attributes = paragraph.attributes
    let (above, below) = (attributes.spacingBefore ?? 0, attributes.spacingAfter ?? 0)
    let isInBox = attributes.blocks.contains { $0.textBox?.hasGround ?? false }
    guard isInBox || above > 0 || below > 0 || options.codePadding > 0,
      isInBox || attributes.blocks.contains(where: \.kind.hasGround)
    else { return .all }
    let range = paragraph.utf16Range
    var shared = SharedBlocks(before: 0, after: 0)
    if range.lowerBound > 0 {
      let before = string.paragraphAttributes(at: range.lowerBound - 1)
      shared.before = SharedBlocks.count(before.blocks, attributes.blocks)
    }
    if range.upperBound < string.utf16Count {
      let after = string.paragraphAttributes(at: range.upperBound)
      shared.after = SharedBlocks.count(attributes.blocks, after.blocks)
    }
    return shared
  }

  /// Returns the neighbours with which a paragraph is in one box.
  private func joins(
    _ paragraph: IAString.Paragraph, _ options: LayoutOptions
  ) -> FrameStyle.Joins {
    guard paragraph.attributes.hasFrame, !paragraph.attributes.borders.isEmpty else { return [] }
    let range = paragraph.utf16Range
    var joins: FrameStyle.Joins = []
    if range.lowerBound > 0 {
      let before = string.paragraphAttributes(at: range.lowerBound - 1)
      if FrameStyle.isBox(before, paragraph.attributes, options) { joins.insert(.before) }
    }
    if range.upperBound < string.utf16Count {
      let after = string.paragraphAttributes(at: range.upperBound)
      if FrameStyle.isBox(paragraph.attributes, after, options) { joins.insert(.after) }
    }
    return joins
  }

  /// Returns whether a paragraph is the first of its innermost list item or note; `true` outside of
  /// both.
  private func startsItem(_ paragraph: IAString.Paragraph) -> Bool {
    func itemID(_ attributes: ParagraphAttributes) -> Int? {
      attributes.blocks.last { block in
        switch block.kind {
        case .listItem, .footnote, .endnote: true
        default: false
        }
      }?.id
    }
    guard let own = itemID(paragraph.attributes) else { return true }
    guard paragraph.utf16Range.lowerBound > 0 else { return true }
    let before = string.paragraphAttributes(at: paragraph.utf16Range.lowerBound - 1)
    return !before.blocks.contains { $0.id == own }
  }

  // MARK: Attributes and steps

  private mutating func appendStyleRuns(
    _ range: Range<Int>, to source: inout ParagraphSource, _ options: LayoutOptions
  ) {
    while nextRun > 0, runs[nextRun].utf16Range.lowerBound > range.lowerBound { nextRun -= 1 }
    while runs[nextRun].utf16Range.upperBound <= range.lowerBound { nextRun += 1 }
    guard let scheme = options.scheme else {
      var index = nextRun
      while index < runs.count, runs[index].utf16Range.lowerBound < range.upperBound {
        let start = max(runs[index].utf16Range.lowerBound, range.lowerBound) - range.lowerBound
        source.appendStyleRun(start: start, attributes: runNumbers[index], step: 0)
        index += 1
      }
      return
    }
    let steps = stepRuns(range, source.units, scheme, options)
    var run = nextRun
    for (index, step) in steps.enumerated() {
      let end = index + 1 < steps.count ? steps[index + 1].start : range.count
      var start = step.start
      while start < end {
        while runs[run].utf16Range.upperBound <= range.lowerBound + start { run += 1 }
        source.appendStyleRun(start: start, attributes: runNumbers[run], step: step.step)
        start = min(end, runs[run].utf16Range.upperBound - range.lowerBound)
      }
    }
  }

  /// Returns the steps of a paragraph with their start offsets.
  ///
  /// Smoothing segments do not extend beyond paragraphs, except for the whole message.
  private mutating func stepRuns(
    _ range: Range<Int>, _ units: [UInt16], _ scheme: RenderScheme, _ options: LayoutOptions
  ) -> [(start: Int, step: Int)] {
    let smoothing = options.smoothing
    if smoothing == .message { return [(0, stepOfMessage(scheme, options.messageIntensity))] }
    if smoothing == .character, !units.contains(where: { $0 >= 0x300 }) {
      var found: [(start: Int, step: Int)] = []
      let offset = range.lowerBound - window.lowerBound
      var last = -1
      for index in 0..<range.count {
        let step = scheme.step(of: intensities[offset + index])
        if step != last { found.append((index, step)) }
        last = step
      }
      return found
    }
    do {
      return try string.substring(range).stepRuns(of: scheme, smoothing: smoothing)
        .map { ($0.utf16Range.lowerBound, $0.step) }
    } catch {
      // ICU is missing its data: the paragraph is one segment.
      let mean = string.meanIntensity(in: range)
      return [(0, scheme.step(of: UInt8(mean.rounded())))]
    }
  }

  /// Returns the step of the whole text if it is smoothed as one segment, or `nil` otherwise.
  mutating func stepOfWholeMessage(_ options: LayoutOptions) -> Int? {
    guard let scheme = options.scheme, options.smoothing == .message, !string.isEmpty else {
      return nil
    }
    return stepOfMessage(scheme, options.messageIntensity)
  }

  private mutating func stepOfMessage(_ scheme: RenderScheme, _ known: UInt8?) -> Int {
    if let messageStep { return messageStep }
    if let known { return scheme.step(of: known) }
    let runs = try? string.smoothedRuns(.message)
    let level = runs?.first?.intensity ?? UInt8(string.meanIntensity(in: string.utf16Range))
    messageStep = scheme.step(of: level)
    return scheme.step(of: level)
  }
}

extension Block.Kind {
  /// Whether something is drawn behind or beside all paragraphs of the block.
  fileprivate var hasGround: Bool {
    switch self {
    case .blockQuote, .codeBlock: true
    default: false
    }
  }
}
