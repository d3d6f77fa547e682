internal import IABytes
internal import IAFormats
internal import IAText

/// The placement of a document's parts, determined before the first byte is written.
struct RTFPlan {
  /// A paragraph of the document.
  struct Paragraph {
    /// The first unit.
    var start: Int
    /// The end of its text, without U+000A.
    var end: Int
    /// Whether U+000A follows.
    var isTerminated: Bool
    /// The index of its attributes.
    var set: Int
    /// Whether it has no text.
    var isEmpty: Bool { start == end }
  }

  /// Adjacent paragraphs that are written into a separate destination.
  struct Moved {
    var paragraphs: Range<Int>
    var kind: Block.Kind
    /// The offset after which they are written; `nil` for before the text.
    var anchor: Int?
    /// The first paragraph of the section that has them as header or footer; `nil` for the first
    /// section, and for other destinations.
    var section: Int?
    /// The pages whose control words state it, if it is a header or footer: several for one that
    /// is written for left and right pages.
    var shownPages: [Block.Pages] = []
    /// Whether the text is a header or footer of all pages although left and right pages have their own.
    var isBesideBoth = false
    /// Whether its label is the number that programs assign to it.
    var hasUsualNumber = false
  }

  /// An object between two units.
  struct Mark {
    enum Kind: Int { case moved, bookmark, attachment }
    var offset: Int
    var kind: Kind
    /// The index among objects of its kind.
    var index: Int
  }

  /// The paragraphs of the document.
  private(set) var paragraphs: [Paragraph] = []
  /// The indices of the paragraphs that remain in the body.
  private(set) var body: [Int] = []
  /// The paragraphs in separate destinations.
  private(set) var moved: [Moved] = []
  /// The objects between units, in order.
  private(set) var marks: [Mark] = []
  /// The ends of the references to notes whose labels are the numbers that programs assign to them, by the starts of
  /// the references.
  private(set) var noteNumbers: [Int: Int] = [:]
  /// The ids of the boxes that are written as shapes at the start of the paragraph that follows: LibreOffice would
  /// place the text below a frame.
  private(set) var floats: Set<Int> = []
  /// The first paragraphs of later sections.
  private(set) var sectionStarts: Set<Int> = []
  /// The indices in `moved` of the headers and footers of later sections, by first paragraph.
  private(set) var sectionTexts: [Int: [Int]] = [:]
  /// The paragraphs whose sections have no effect in RTF.
  private(set) var lostSections: [Int] = []
  private let hasSections: Bool

  init(_ columns: StringColumns, movesNotes: Bool) {
    hasSections = columns.paragraphSets.contains(where: \.hasSection)
    cut(columns)
    if movesNotes,
      columns.paragraphSets.contains(where: {
        $0.blocks.first.map { $0.kind.isMovable || $0.kind.isFloat } ?? false
      })
    {
      numberNotes(columns, move(columns))
    } else {
      body = Array(paragraphs.indices)
    }
    if hasSections { findSections(columns) }
    RTFFacingPages.place(&moved)
    for (index, group) in moved.enumerated() {
      if let anchor = group.anchor {
        marks.append(Mark(offset: anchor, kind: .moved, index: index))
      }
    }
    for (index, bookmark) in columns.bookmarks.enumerated() {
      marks.append(Mark(offset: bookmark.utf16Offset, kind: .bookmark, index: index))
    }
    for (index, place) in columns.attachments.enumerated() {
      marks.append(Mark(offset: place.utf16Offset, kind: .attachment, index: index))
    }
    marks.sort { ($0.offset, $0.kind.rawValue, $0.index) < ($1.offset, $1.kind.rawValue, $1.index) }
  }

  private mutating func cut(_ columns: StringColumns) {
    var start = 0
    for run in columns.paragraphRuns {
      let limit = start + run.count
      unsafe columns.units.withUnsafeBufferPointer { units in
        while start < limit {
          let end = unsafe UnitLoops.index(of: 0x0A, in: units, from: start, to: limit)
          let isTerminated = end < limit
          paragraphs.append(
            Paragraph(start: start, end: end, isTerminated: isTerminated, set: run.index))
          start = isTerminated ? end + 1 : end
        }
      }
    }
  }

  /// Finds the notes whose labels are the numbers that programs assign to them, in the order of their references.
  private mutating func numberNotes(_ columns: StringColumns, _ references: [String: Range<Int>]) {
    let notes = moved.indices.filter { moved[$0].kind.noteLabel != nil }
      .sorted { (moved[$0].anchor ?? 0, $0) < (moved[$1].anchor ?? 0, $1) }
    var (footnotes, endnotes) = (0, 0)
    for index in notes {
      let number: String
      if case .endnote = moved[index].kind {
        endnotes += 1
        number = Block.romanLabel(endnotes)
      } else {
        footnotes += 1
        number = String(footnotes)
      }
      guard let label = moved[index].kind.noteLabel, label == number,
        let range = references[label], columns.units[range].elementsEqual(label.utf16)
      else { continue }
      moved[index].hasUsualNumber = true
      noteNumbers[range.lowerBound] = range.upperBound
    }
  }

  /// Finds the paragraphs that can be written into separate destinations.
  ///
  /// - Returns: The references to notes by label.
  private mutating func move(_ columns: StringColumns) -> [String: Range<Int>] {
    let references = self.references(columns)
    var free = references
    var lastBody: Int?
    var seen: Set<Block.Kind> = []
    var seenInSection: (start: Int, kinds: Set<Block.Kind>) = (0, [])
    var known: (end: Int, section: Int?) = (-1, nil)
    var index = 0
    while index < paragraphs.count {
      guard let block = outermost(index, columns),
        block.kind.isMovable || isPlacedFloat(block, at: index, columns)
      else {
        body.append(index)
        lastBody = index
        index += 1
        continue
      }
      var end = index + 1
      while end < paragraphs.count, outermost(end, columns)?.id == block.id { end += 1 }
      var isMoved = true
      var anchor = lastBody.map { paragraphs[$0].end }
      var section: Int?
      switch block.kind {
      case .footnote(let label), .endnote(let label):
        anchor = free.removeValue(forKey: label)?.upperBound
        isMoved = anchor != nil
      case .pageHeader, .pageFooter:
        section = self.section(after: end, last: lastBody, &known, columns)
        if let section {
          if seenInSection.start != section { seenInSection = (section, []) }
          isMoved = seenInSection.kinds.insert(block.kind).inserted
        } else {
          isMoved = seen.insert(block.kind).inserted
        }
        anchor = nil
      default:
        if block.kind.isFloat { anchor = floatAnchor(after: end, columns) }
        isMoved = anchor != nil
      }
      if isMoved {
        if let section { sectionTexts[section, default: []].append(moved.count) }
        moved.append(
          Moved(
            paragraphs: index..<end, kind: block.kind, anchor: anchor, section: section))
      } else {
        body.append(contentsOf: index..<end)
        lastBody = end - 1
      }
      index = end
    }
    return references
  }

  /// The maximum number of paragraphs between a floating box and the paragraph beside it.
  private static let maxFloatDistance = 64

  /// Returns whether a floating box is written as a shape; if so, records its id.
  private mutating func isPlacedFloat(_ block: Block, at index: Int, _ columns: StringColumns)
    -> Bool
  {
    guard block.kind.isFloat else { return false }
    var end = index
    while end < paragraphs.count, let first = outermost(end, columns), first.id == block.id {
      if end - index > Self.maxFloatDistance || hasTable(end, columns) { return false }
      end += 1
    }
    guard floatAnchor(after: end, columns) != nil else { return false }
    floats.insert(block.id)
    return true
  }

  /// Returns the start of the paragraph beside a floating box: the next paragraph in the body; `nil` if that is in a
  /// table or frame.
  private func floatAnchor(after end: Int, _ columns: StringColumns) -> Int? {
    for next in end..<min(end + Self.maxFloatDistance, paragraphs.count) {
      let block = outermost(next, columns)
      if let block, block.kind.isMovable || block.kind.isFloat { continue }
      return hasTable(next, columns) || block?.kind.frame != nil ? nil : paragraphs[next].start
    }
    return nil
  }

  private func hasTable(_ index: Int, _ columns: StringColumns) -> Bool {
    columns.paragraphSets[paragraphs[index].set].blocks.contains {
      if case .table = $0.kind { true } else { false }
    }
  }

  /// Finds the paragraphs at which sections start, and those whose sections have no effect.
  private mutating func findSections(_ columns: StringColumns) {
    for index in paragraphs.indices
    where columns.paragraphSets[paragraphs[index].set].hasSection {
      lostSections.append(index)
    }
    var last: Int?
    for index in body {
      if startsSection(index, after: last, columns) { sectionStarts.insert(index) }
      last = index
    }
    lostSections.removeAll { sectionStarts.contains($0) }
  }

  /// Returns whether a section starts at a paragraph of the body: not at the first one, nor inside a
  /// table or a note.
  private func startsSection(_ index: Int, after last: Int?, _ columns: StringColumns) -> Bool {
    guard let last, columns.paragraphSets[paragraphs[index].set].hasSection else { return false }
    guard let block = outermost(index, columns) else { return true }
    if block.kind.isMovable || floats.contains(block.id) { return false }
    guard
      columns.paragraphSets[paragraphs[index].set].blocks.contains(where: {
        if case .table = $0.kind { true } else { false }
      })
    else { return true }
    return outermost(last, columns)?.id != block.id
  }

  /// Returns the paragraph after headers and footers if it starts a section; otherwise `nil`.
  private func section(
    after end: Int, last: Int?, _ known: inout (end: Int, section: Int?), _ columns: StringColumns
  ) -> Int? {
    guard hasSections else { return nil }
    if known.end >= end { return known.section }
    var next = end
    while next < paragraphs.count, outermost(next, columns)?.kind.isOnPages ?? false { next += 1 }
    let isStart = next < paragraphs.count && startsSection(next, after: last, columns)
    known = (next, isStart ? next : nil)
    return known.section
  }

  private func outermost(_ index: Int, _ columns: StringColumns) -> Block? {
    columns.paragraphSets[paragraphs[index].set].blocks.first
  }

  /// Returns the first reference to each note, by label.
  private func references(_ columns: StringColumns) -> [String: Range<Int>] {
    let labels = columns.inlineSets.map { $0[tag: RTFRunStyle.noteTag] }
    guard labels.contains(where: { $0 != nil }) else { return [:] }
    var found: [String: Range<Int>] = [:]
    var start = 0
    var paragraph = 0
    for run in columns.inlineRuns {
      defer { start += run.count }
      guard let label = labels[run.index], found[label] == nil else { continue }
      while paragraph < paragraphs.count, paragraphs[paragraph].end <= start { paragraph += 1 }
      guard paragraph < paragraphs.count else { break }
      if outermost(paragraph, columns)?.kind.isMovable ?? false { continue }
      found[label] = start..<max(start, min(start + run.count, paragraphs[paragraph].end))
    }
    return found
  }

  /// Returns whether there are headers or footers for some pages in any section.
  func hasHeaders(on pages: Set<Block.Pages>) -> Bool {
    moved.contains { $0.isHeader(on: pages) }
  }

  /// Returns whether a section has headers or footers for its first page.
  ///
  /// - Parameter section: The first paragraph of the section; `nil` for the first section.
  func hasFirstPage(section: Int?) -> Bool {
    guard let section else {
      return moved.contains { $0.section == nil && $0.isHeader(on: [.first]) }
    }
    return sectionTexts[section]?.contains { moved[$0].isHeader(on: [.first]) } ?? false
  }

  /// Whether the document has endnotes.
  var hasEndnotes: Bool { moved.contains { if case .endnote = $0.kind { true } else { false } } }

  /// Returns the index of the first mark at or after an offset.
  func mark(from offset: Int) -> Int {
    var low = 0
    var high = marks.count
    while low < high {
      let middle = (low + high) / 2
      if marks[middle].offset < offset { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension RTFPlan.Moved {
  /// Returns whether it is a header or footer of some pages.
  fileprivate func isHeader(on pages: Set<Block.Pages>) -> Bool {
    kind.pages.map { pages.contains($0) } ?? false
  }
}
