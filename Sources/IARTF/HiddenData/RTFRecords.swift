internal import IAFormats
internal import IAText

/// Makes the hidden data of a document: a record for each paragraph that needs one, and the block.
struct RTFRecords {
  private var packer = HiddenParagraphPacker()
  /// The packed form of the last record.
  var packed: [UInt8] { packer.bytes }
  /// How many units RTF does not hold.
  private(set) var replacedUnits = 0

  private let columns: StringColumns
  private let plan: RTFPlan
  private let hasDefaultIntensity: Bool
  /// The ends of the runs of inline attributes.
  private let inlineEnds: [Int]
  /// For each set of inline attributes its number in the block, 0 for a plain one.
  private var inlineNumbers: [Int] = []
  /// Whether every reader of RTF sees all of a set.
  private let isSimple: [Bool]
  private let isPlainThroughout: Bool
  private var paragraphNumbers: [Int] = []
  private var run = 0
  private var place = 0

  init(_ context: RTFBodyWriter.Context) {
    columns = context.columns
    plan = context.plan
    hasDefaultIntensity = context.hasDefaultIntensity
    var end = 0
    inlineEnds = columns.inlineRuns.map { run in
      end += run.count
      return end
    }
    isSimple = columns.inlineSets.map(\.isSimple)
    var count = 0
    inlineNumbers = columns.inlineSets.map { set in
      if set.isPlain { return 0 }
      count += 1
      return count
    }
    isPlainThroughout = count == 0
    count = 0
    paragraphNumbers = columns.paragraphSets.map { set in
      if set.isPlain { return 0 }
      count += 1
      return count
    }
  }

  /// Makes the record of a paragraph.
  ///
  /// - Returns: Whether it needs one; then it is in `packed`.
  mutating func make(_ paragraph: RTFPlan.Paragraph) -> Bool {
    let start = paragraph.start
    let end = paragraph.end + (paragraph.isTerminated ? 1 : 0)
    seek(start)
    let visible = columns.units.withUnsafeBufferPointer {
      RTFTextEncoder.visible(UnsafeBufferPointer(rebasing: $0[start..<paragraph.end]))
    }
    var records: [HiddenParagraph.Record] = []
    while place < columns.attachments.count, columns.attachments[place].utf16Offset < end {
      let attachment = columns.attachments[place]
      records.append(.init(utf16Offset: attachment.utf16Offset - start, index: attachment.record))
      place += 1
    }
    guard
      visible != nil || !records.isEmpty || !paragraph.isTerminated
        || paragraphNumbers[paragraph.set] > 0 || !isSimple(start..<end)
        || !isDefault(start..<end)
    else { return false }
    let textHash =
      visible.map { HiddenParagraph.hash($0) }
      ?? columns.units.withUnsafeBufferPointer {
        HiddenParagraph.hash(buffer: UnsafeBufferPointer(rebasing: $0[start..<paragraph.end]))
      }
    var hidden = HiddenParagraph(textHash: textHash)
    hidden.isTerminated = paragraph.isTerminated
    if let visible {
      let units = columns.units[start..<paragraph.end]
      hidden.patch = HiddenDataEncoder.patch(from: visible, to: Array(units))
      replacedUnits += zip(visible, units).count { $0 != $1 }
    }
    hidden.inline = inlineRuns(start..<end)
    hidden.paragraph = paragraphNumbers[paragraph.set]
    hidden.records = records
    if hasDefaultIntensity {
      packer.pack(hidden, utf16Count: end - start, intensity: DisplayOptions.defaultIntensity)
    } else {
      columns.intensities.withUnsafeBufferPointer {
        packer.pack(hidden, intensities: UnsafeBufferPointer(rebasing: $0[start..<end]))
      }
    }
    return true
  }

  /// The block of the whole document.
  func block(of document: IADocument) -> HiddenDocument {
    var block = HiddenDocument()
    block.options = columns.options
    block.metadata = document.metadata
    block.inline = columns.inlineSets.filter { !$0.isPlain }
    block.paragraphs = columns.paragraphSets.filter { !$0.isPlain }
    block.records = columns.records
    var paragraph = 0
    for bookmark in columns.bookmarks {
      while paragraph < plan.paragraphs.count, plan.paragraphs[paragraph].end < bookmark.utf16Offset
      {
        paragraph += 1
      }
      let isInside = paragraph < plan.paragraphs.count
      block.bookmarks.append(
        .init(
          paragraph: paragraph,
          utf16Offset: isInside ? bookmark.utf16Offset - plan.paragraphs[paragraph].start : 0,
          name: bookmark.name))
    }
    return block
  }

  /// Goes to the runs and attachments at an offset; paragraphs need not come in order.
  private mutating func seek(_ start: Int) {
    let isHere =
      run < inlineEnds.count && inlineEnds[run] > start
      && (run == 0 || inlineEnds[run - 1] <= start)
    if !isHere {
      if run + 1 < inlineEnds.count, inlineEnds[run] <= start, inlineEnds[run + 1] > start {
        run += 1
      } else {
        run = inlineEnds.firstPlace { $0 > start }
      }
    }
    if columns.attachments.isEmpty { return }
    let isPlaced =
      (place == columns.attachments.count || columns.attachments[place].utf16Offset >= start)
      && (place == 0 || columns.attachments[place - 1].utf16Offset < start)
    if !isPlaced { place = columns.attachments.firstPlace { $0.utf16Offset >= start } }
  }

  private func isSimple(_ range: Range<Int>) -> Bool {
    var index = run
    while index < inlineEnds.count {
      if !isSimple[columns.inlineRuns[index].index] { return false }
      if inlineEnds[index] >= range.upperBound { return true }
      index += 1
    }
    return true
  }

  private func isDefault(_ range: Range<Int>) -> Bool {
    hasDefaultIntensity
      || columns.intensities.withUnsafeBufferPointer { intensities in
        intensities[range].allSatisfy { $0 == DisplayOptions.defaultIntensity }
      }
  }

  /// The runs of inline attributes; none where all are plain.
  private func inlineRuns(_ range: Range<Int>) -> [HiddenParagraph.Run] {
    if isPlainThroughout { return [] }
    var runs: [HiddenParagraph.Run] = []
    var start = range.lowerBound
    var index = run
    var isPlain = true
    while start < range.upperBound, index < inlineEnds.count {
      let end = min(inlineEnds[index], range.upperBound)
      let number = inlineNumbers[columns.inlineRuns[index].index]
      isPlain = isPlain && number == 0
      if end > start { runs.append(.init(count: end - start, value: number)) }
      start = end
      index += 1
    }
    return isPlain ? [] : runs
  }
}

extension InlineAttributes {
  /// Whether every reader of RTF finds all of it in what is shown.
  fileprivate var isSimple: Bool {
    var rest = self
    rest.bold = false
    rest.italic = false
    if underline == Underline() { rest.underline = nil }
    if strikethrough == .single { rest.strikethrough = nil }
    return rest.isPlain
  }
}

extension Array {
  /// The first index for which a condition holds that holds for all after it; the count for none.
  fileprivate func firstPlace(where holds: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
