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
  }

  /// Adjacent paragraphs that are written into a separate destination.
  struct Moved {
    var paragraphs: Range<Int>
    var kind: Block.Kind
    /// The offset after which they are written; `nil` for before the text.
    var anchor: Int?
    /// Whether its number is the one that programs give it.
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
  /// The references to notes whose numbers are those that programs give them: the end of each by its
  /// start.
  private(set) var noteNumbers: [Int: Int] = [:]

  init(_ columns: StringColumns, movesNotes: Bool) {
    cut(columns)
    if movesNotes,
      columns.paragraphSets.contains(where: { $0.blocks.first?.kind.isMovable ?? false })
    {
      numberNotes(columns, move(columns))
    } else {
      body = Array(paragraphs.indices)
    }
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

  /// Finds the notes whose labels are the numbers that programs give them, in the order of their
  /// references.
  private mutating func numberNotes(_ columns: StringColumns, _ references: [String: Range<Int>]) {
    let notes = moved.indices.filter { moved[$0].kind.noteLabel != nil }
      .sorted { (moved[$0].anchor ?? 0, $0) < (moved[$1].anchor ?? 0, $1) }
    for (number, index) in notes.enumerated() {
      guard let label = moved[index].kind.noteLabel, label == String(number + 1),
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
    var index = 0
    while index < paragraphs.count {
      guard let block = outermost(index, columns), block.kind.isMovable else {
        body.append(index)
        lastBody = index
        index += 1
        continue
      }
      var end = index + 1
      while end < paragraphs.count, outermost(end, columns)?.id == block.id { end += 1 }
      var isMoved = true
      var anchor = lastBody.map { paragraphs[$0].end }
      switch block.kind {
      case .footnote(let label), .endnote(let label):
        anchor = free.removeValue(forKey: label)?.upperBound
        isMoved = anchor != nil
      case .pageHeader, .pageFooter:
        isMoved = seen.insert(block.kind).inserted
        anchor = nil
      default: isMoved = anchor != nil
      }
      if isMoved {
        moved.append(Moved(paragraphs: index..<end, kind: block.kind, anchor: anchor))
      } else {
        body.append(contentsOf: index..<end)
        lastBody = end - 1
      }
      index = end
    }
    return references
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

  /// Returns whether there are headers or footers for some pages.
  func hasHeaders(on pages: Set<Block.Pages>) -> Bool {
    moved.contains { group in
      switch group.kind {
      case .pageHeader(let own), .pageFooter(let own): pages.contains(own)
      default: false
      }
    }
  }

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
