internal import IAHiddenData
internal import IAText

/// Creates the hidden data of a document: a record for each paragraph that needs one, and the
/// document record.
struct RTFRecords {
  private var packer = HiddenParagraphPacker()
  /// The current record; its arrays are reused.
  private var hidden = HiddenParagraph(textHash: 0)
  /// The packed form of the last record.
  var packed: [UInt8] { packer.bytes }
  /// The number of units that RTF cannot represent.
  private(set) var replacedUnits = 0

  private var columns: StringColumns
  private let plan: RTFPlan
  private let hasDefaultIntensity: Bool
  private let isCocoa: Bool
  /// The ends of the runs of inline attributes.
  private let inlineEnds: [Int]
  /// The number of each set of inline attributes in the document record; 0 for a plain set.
  private var inlineNumbers: [Int] = []
  /// Whether RTF shows a set of inline attributes completely.
  private let isSimple: [Bool]
  private let isPlainThroughout: Bool
  private var paragraphNumbers: [Int] = []
  /// The sets of paragraph attributes without the sections that RTF shows.
  private let paragraphSets: [ParagraphAttributes]
  private var textHashes = RTFTextHashes()
  private var run = 0
  private var place = 0

  init(_ context: RTFBodyWriter.Context) {
    columns = context.columns
    plan = context.plan
    hasDefaultIntensity = context.hasDefaultIntensity
    isCocoa = context.isCocoa
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
    paragraphSets = Self.withoutShownSections(columns, plan)
    paragraphNumbers = paragraphSets.map { set in
      if set.isPlain { return 0 }
      count += 1
      return count
    }
  }

  /// Returns the sets of paragraph attributes without the sections that RTF shows as they are.
  private static func withoutShownSections(
    _ columns: StringColumns, _ plan: RTFPlan
  ) -> [ParagraphAttributes] {
    var sets = columns.paragraphSets
    guard !plan.sectionStarts.isEmpty else { return sets }
    let lost = Set(plan.lostSections.map { plan.paragraphs[$0].set })
    for index in sets.indices where sets[index].hasSection && !lost.contains(index) {
      guard let section = sets[index].section,
        RTFSectionWords(section, first: columns.options.page).isExact
      else { continue }
      sets[index].section = nil
    }
    return sets
  }

  /// Creates the record of a paragraph.
  ///
  /// - Returns: Whether the paragraph needs one; if so, it is in `packed`.
  mutating func make(paragraph index: Int) -> Bool {
    let paragraph = plan.paragraphs[index]
    let start = paragraph.start
    let end = paragraph.end + (paragraph.isTerminated ? 1 : 0)
    seek(start)
    let visible = unsafe columns.units.withUnsafeBufferPointer {
      unsafe RTFTextEncoder.visible(UnsafeBufferPointer(rebasing: $0[start..<paragraph.end]))
    }
    hidden.records.removeAll(keepingCapacity: true)
    while place < columns.attachments.count, columns.attachments[place].utf16Offset < end {
      let attachment = columns.attachments[place]
      hidden.records.append(
        .init(utf16Offset: attachment.utf16Offset - start, index: attachment.record))
      place += 1
    }
    guard
      visible != nil || !hidden.records.isEmpty || !paragraph.isTerminated
        || paragraphNumbers[paragraph.set] > 0 || !isSimple(start..<end)
        || !isDefault(start..<end)
    else { return false }
    hidden.textHash =
      visible.map { HiddenParagraph.hash($0) } ?? textHashes.hash(of: index, plan, columns.units)
    hidden.isTerminated = paragraph.isTerminated
    hidden.patch = nil
    if let visible {
      let units = columns.units[start..<paragraph.end]
      hidden.patch = HiddenDataEncoder.patch(from: visible, to: Array(units))
      replacedUnits += zip(visible, units).count { $0 != $1 }
    }
    findInlineRuns(start..<end)
    hidden.paragraph = paragraphNumbers[paragraph.set]
    if hasDefaultIntensity {
      packer.pack(hidden, utf16Count: end - start, intensity: DisplayOptions.defaultIntensity)
    } else {
      let intensities = columns.intensities
      packer.pack(hidden, intensities: intensities.span.extracting(start..<end))
    }
    return true
  }

  /// Frees the text and its runs, which are not needed for the document record.
  mutating func removeText() {
    columns.units = []
    columns.intensities = []
    columns.inlineRuns = []
  }

  /// Returns the document record.
  func documentRecord(of document: IADocument) -> HiddenDocument {
    var record = HiddenDocument()
    record.options = columns.options
    if let page = record.options.page, RTFPageWords(page).isExact { record.options.page = nil }
    record.metadata = document.metadata
    record.inline.reserveCapacity(columns.inlineSets.count)
    for set in columns.inlineSets where !set.isPlain { record.inline.append(recorded(set)) }
    record.paragraphs = paragraphSets.filter { !$0.isPlain }
    record.records = columns.records
    var paragraph = 0
    for bookmark in columns.bookmarks {
      while paragraph < plan.paragraphs.count, plan.paragraphs[paragraph].end < bookmark.utf16Offset
      {
        paragraph += 1
      }
      let isInside = paragraph < plan.paragraphs.count
      record.bookmarks.append(
        .init(
          paragraph: paragraph,
          utf16Offset: isInside ? bookmark.utf16Offset - plan.paragraphs[paragraph].start : 0,
          name: bookmark.name))
    }
    return record
  }

  /// Returns a set of inline attributes in the form of the document record.
  private func recorded(_ set: InlineAttributes) -> InlineAttributes {
    var set = set
    // The form field is that of the file.
    if set[tag: FormField.tagName] != nil {
      set.formField = isCocoa ? nil : set.formField.flatMap { RTFFormField($0)?.field }
    }
    // A target that is not written must not be restored.
    if let link = set.link, !RTFLink.isHarmless(link.url) { set.link = nil }
    return set
  }

  /// Moves to the run and the attachment at an offset, which may be before the current ones.
  private mutating func seek(_ start: Int) {
    let isHere =
      run < inlineEnds.count && inlineEnds[run] > start
      && (run == 0 || inlineEnds[run - 1] <= start)
    if !isHere {
      // The run at the offset is most likely one of the next ones.
      let last = min(run + 16, inlineEnds.count - 1)
      if run < last, inlineEnds[run] <= start, inlineEnds[last] > start {
        while inlineEnds[run] <= start { run += 1 }
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

  /// Returns whether RTF shows the attributes of a range completely, and no run ends inside a
  /// surrogate pair, which is one character in RTF.
  private func isSimple(_ range: Range<Int>) -> Bool {
    var index = run
    while index < inlineEnds.count {
      if !isSimple[columns.inlineRuns[index].index] { return false }
      let end = inlineEnds[index]
      if end >= range.upperBound { return true }
      if columns.cutsPair(at: end) { return false }
      index += 1
    }
    return true
  }

  private func isDefault(_ range: Range<Int>) -> Bool {
    unsafe hasDefaultIntensity
      || columns.intensities.withUnsafeBufferPointer { intensities in
        unsafe intensities[range].allSatisfy { $0 == DisplayOptions.defaultIntensity }
      }
  }

  /// Stores the runs of inline attributes in the record; none if all are plain.
  private mutating func findInlineRuns(_ range: Range<Int>) {
    if isPlainThroughout { return }
    hidden.inline.removeAll(keepingCapacity: true)
    var start = range.lowerBound
    var index = run
    var isPlain = true
    while start < range.upperBound, index < inlineEnds.count {
      let end = min(inlineEnds[index], range.upperBound)
      let number = inlineNumbers[columns.inlineRuns[index].index]
      isPlain = isPlain && number == 0
      if end > start { hidden.inline.append(.init(count: end - start, value: number)) }
      start = end
      index += 1
    }
    if isPlain { hidden.inline.removeAll(keepingCapacity: true) }
  }
}

/// The hashes of the texts of adjacent paragraphs, computed together in advance; the number depends
/// on how many of the previous ones were used.
struct RTFTextHashes {
  private var first = 0
  private var hashes: [UInt64] = []
  private var usedCount = 0

  /// Returns the hash of the text of a paragraph.
  mutating func hash(of index: Int, _ plan: RTFPlan, _ units: [UInt16]) -> UInt64 {
    if index < first || index >= first + hashes.count {
      let count = min(max(1, 2 * usedCount), 16, plan.paragraphs.count - index)
      first = index
      usedCount = 0
      hashes = HiddenParagraph.hashes(
        of: plan.paragraphs[index..<index + count].map { $0.start..<$0.end }, in: units)
    }
    usedCount += 1
    return hashes[index - first]
  }
}

extension InlineAttributes {
  /// Whether RTF shows all attributes of the set.
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
  /// Returns the first index from which on a condition is true for all elements; the count if there is none.
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

extension StringColumns {
  /// Returns whether an offset inside the text splits a surrogate pair.
  func cutsPair(at offset: Int) -> Bool {
    units[offset - 1] & 0xFC00 == 0xD800 && units[offset] & 0xFC00 == 0xDC00
  }
}
