package import IAText

/// The visible part of the blocks around the paragraphs of a document: headings, quotes, lists with
/// their numbers, cells, notes with their labels, boxes.
///
/// Two documents with the same structure show the same paragraphs in the same places. Values that
/// readers do not use, such as ids, are left out, and so are empty paragraphs outside blocks and in
/// cells.
package struct ShownStructure: Equatable {
  /// The paragraphs: for each one -1 if its blocks are those of the previous paragraph, otherwise
  /// its depth, and for each block its number in order of appearance and its visible properties.
  private var numbers: [Int] = []
  /// The labels of notes and references, in order.
  private var labels: [String] = []

  /// Creates the structure of a text.
  ///
  /// - Complexity: O(*n*) in the number of paragraphs and of their blocks.
  package init(_ string: IAString) {
    let sets = string.paragraphSets
    let hasReferences = string.inlineSets.contains { $0[tag: "footnote"] != nil }
    let hasBlocks = sets.contains { !$0.blocks.isEmpty }
    guard hasReferences || hasBlocks else { return }
    let paragraphs = string.numberedParagraphs(in: string.utf16Range)
    if hasBlocks { appendBlocks(of: paragraphs, sets) }
    if hasReferences { appendReferences(in: paragraphs, of: string) }
  }

  private mutating func appendBlocks(
    of paragraphs: [IAString.NumberedParagraph], _ sets: [ParagraphAttributes]
  ) {
    let showsEmptyText = sets.map { set in set.blocks.contains { $0.kind.showsEmptyText } }
    var known: [Int: Int] = [:]
    var last = -1
    var isPlain = true
    numbers.reserveCapacity(paragraphs.count)
    for paragraph in paragraphs {
      let set = Int(paragraph.number)
      if paragraph.isEmpty, !showsEmptyText[set] { continue }
      guard last != set, last < 0 || sets[set].blocks != sets[last].blocks else {
        numbers.append(-1)
        continue
      }
      last = set
      numbers.append(sets[set].blocks.count)
      isPlain = isPlain && sets[set].blocks.isEmpty
      var isNumbered = false
      for block in sets[set].blocks {
        var number = known.count
        if let seen = known[block.id] { number = seen } else { known[block.id] = number }
        append(block.kind, number: number, isNumbered: &isNumbered)
      }
    }
    // A text without visible blocks has the same structure as a text without any blocks.
    if isPlain { numbers = [] }
  }

  /// Appends the references to notes, each with the number of paragraphs with text before it.
  private mutating func appendReferences(
    in paragraphs: [IAString.NumberedParagraph], of string: IAString
  ) {
    var rest = paragraphs[...]
    var index = 0
    for run in string.attributeRuns(in: string.utf16Range) {
      guard let label = run.attributes[tag: "footnote"] else { continue }
      while let first = rest.first, first.utf16Range.upperBound <= run.utf16Range.lowerBound {
        rest.removeFirst()
        if !first.isEmpty { index += 1 }
      }
      numbers.append(index)
      labels.append(label)
    }
  }

  private mutating func append(_ kind: Block.Kind, number: Int, isNumbered: inout Bool) {
    func note(_ value: Int) { numbers.append(value) }
    note(number)
    switch kind {
    case .header(let level):
      note(0)
      note(level)
    case .blockQuote: note(1)
    case .codeBlock: note(2)
    case .orderedList:
      note(3)
      isNumbered = true
    case .unorderedList:
      note(4)
      isNumbered = false
    case .listItem(let item):
      let task = item.task.map { $0 == .done ? 2 : 1 } ?? 0
      note(5)
      note(isNumbered ? item.ordinal : 0)
      note(task)
    case .thematicBreak: note(6)
    case .table: note(7)
    case .tableRow: note(8)
    case .tableCell(let cell):
      note(9)
      note(cell.column)
      note(cell.columnSpan)
      note(cell.rowSpan)
    case .footnote(let label):
      note(10)
      labels.append(label)
    case .endnote(let label):
      note(11)
      labels.append(label)
    case .annotation: note(12)
    case .pageHeader(let pages):
      note(13)
      note(Block.Pages.allCases.firstIndex(of: pages) ?? 0)
    case .pageFooter(let pages):
      note(14)
      note(Block.Pages.allCases.firstIndex(of: pages) ?? 0)
    case .textBox: note(15)
    }
  }
}

extension Block.Kind {
  /// Whether an empty paragraph in the block is visible: as a heading, a line of code, the number of
  /// an item.
  fileprivate var showsEmptyText: Bool {
    switch self {
    case .table, .tableRow, .tableCell: false
    default: true
    }
  }
}

extension IAString.NumberedParagraph {
  /// Whether the paragraph has no text.
  fileprivate var isEmpty: Bool { utf16Range.count == (isTerminated ? 1 : 0) }
}
