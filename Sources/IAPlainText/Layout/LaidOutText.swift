internal import IAFiles
internal import IAText

/// Lays out a document as lines of text, with markers of lists, tables in columns, quotes with bars, and notes at the
/// end.
///
/// Lines are not wrapped. `Specs/text-backed.md` describes the result.
struct LaidOutText {
  /// A line of text in UTF-16 units.
  typealias Line = [UInt16]

  /// The prefixes of the first line and of the other lines of a paragraph.
  struct Prefix {
    var first: Line = []
    var others: Line = []

    mutating func add(_ first: String, others: String? = nil) {
      self.first += first.utf16
      self.others += (others ?? String(repeating: " ", count: DisplayWidth.of(first))).utf16
    }
  }

  private let string: IAString
  private let content: LaidOutContent
  private let flow: TextFlow
  private var output = UTF8Output()
  private var table: LaidOutTable?
  private var tablePrefix = Prefix()
  /// The items and notes whose first line was already written.
  private var started: Set<Int> = []
  private var previous: ParagraphAttributes?
  private var isLastLineBlank = true

  private static let rule = Line("----------------------------------------".utf16)

  init(_ string: IAString, _ texts: [AttachmentText], _ flow: TextFlow) {
    self.string = string
    content = LaidOutContent(string, texts)
    self.flow = flow
  }

  /// Writes all paragraphs, notes last, without the headers and footers of pages.
  mutating func write(to sink: inout some DocumentSink) throws {
    for paragraph in TextFlow.paragraphs(of: string) {
      add(paragraph)
      try output.flush(to: &sink)
    }
    endTable()
    try output.finish(to: &sink)
  }

  private mutating func add(_ paragraph: IAString.Paragraph) {
    let attributes = paragraph.attributes
    let depth = attributes.blocks.firstIndex { $0.kind.isTable }
    if let table, depth.map({ attributes.blocks[$0].id }) != table.id { endTable() }
    if table == nil, !isLastLineBlank, let previous, flow.hasGap(between: previous, and: attributes)
    {
      writeBlankLine(in: attributes)
    }
    previous = attributes
    // The preceding blank line already represents an empty paragraph.
    if isLastLineBlank, attributes.blocks.isEmpty, paragraph.contentRange.isEmpty { return }
    guard let depth, case .table(let style) = attributes.blocks[depth].kind else {
      return write(lines(of: paragraph), prefix(of: attributes.blocks[...]))
    }
    if table == nil {
      tablePrefix = prefix(of: attributes.blocks[..<depth])
      table = LaidOutTable(id: attributes.blocks[depth].id, style)
    }
    let inner = attributes.blocks[(depth + 1)...]
    var lines: [Line] = []
    var mark = prefix(of: inner.filter { !$0.kind.isTablePart }[...])
    for line in self.lines(of: paragraph) {
      lines.append(mark.first + line)
      mark.first = mark.others
    }
    table?.add(lines, in: inner, alignment: attributes.alignment)
  }

  private func lines(of paragraph: IAString.Paragraph) -> [Line] {
    if case .thematicBreak = paragraph.attributes.blocks.last?.kind { return [Self.rule] }
    return content.lines(of: paragraph.contentRange)
  }

  private mutating func writeBlankLine(in attributes: ParagraphAttributes) {
    var bars = Line()
    if let block = attributes.blocks.first, case .blockQuote = block.kind,
      block.id == previous?.blocks.first?.id
    {
      bars = [0x3E]
    }
    write([[]], Prefix(first: bars, others: bars))
  }

  private mutating func write(_ lines: [Line], _ prefix: Prefix) {
    var mark = prefix.first
    for line in lines {
      var whole = mark + line
      while let last = whole.last, last == 0x20, line.isEmpty { whole.removeLast() }
      output.append(whole.span)
      output.append(0x0A)
      isLastLineBlank = whole.isEmpty
      mark = prefix.others
    }
  }

  private mutating func endTable() {
    guard let done = table else { return }
    table = nil
    write(done.lines(), tablePrefix)
  }

  /// Returns the prefixes of blocks, from the outermost to the innermost.
  private mutating func prefix(of blocks: ArraySlice<Block>) -> Prefix {
    var prefix = Prefix()
    var marks = ListMarks()
    for block in blocks {
      switch block.kind {
      case .blockQuote: prefix.add("> ", others: "> ")
      case .codeBlock: prefix.add("    ")
      case .orderedList(let style): marks.enter(style)
      case .unorderedList(let marker): marks.enter(marker)
      case .listItem(let item): add(marks.mark(of: item), of: block, to: &prefix)
      case .footnote(let label), .endnote(let label):
        add("[\(AttachmentText.singleLine(label))] ", of: block, to: &prefix)
      case .annotation(let remark):
        let author = remark.author.map { AttachmentText.singleLine($0) + ": " } ?? ""
        add("* " + author, of: block, to: &prefix)
      default: break
      }
    }
    return prefix
  }

  private mutating func add(_ mark: String, of block: Block, to prefix: inout Prefix) {
    let blank = String(repeating: " ", count: DisplayWidth.of(mark))
    prefix.add(started.insert(block.id).inserted ? mark : blank, others: blank)
  }
}

/// The content of paragraphs as lines of text: with the texts of attachments, and with brackets
/// around the labels that refer to notes.
struct LaidOutContent {
  private let string: IAString
  private let texts: [AttachmentText]
  /// The ranges of labels that refer to notes, in order.
  private let references: [Range<Int>]

  init(_ string: IAString, _ texts: [AttachmentText]) {
    self.string = string
    self.texts = texts
    references =
      string.inlineSets.contains { $0[tag: "footnote"] != nil }
      ? string.attributeRuns(in: string.utf16Range)
        .filter { $0.attributes[tag: "footnote"] != nil }.map(\.utf16Range)
      : []
  }

  /// Returns the lines of a range: one more than there are U+2028 in it.
  func lines(of utf16Range: Range<Int>) -> [LaidOutText.Line] {
    var lines: [LaidOutText.Line] = [[]]
    var text = texts.firstIndex(from: utf16Range.lowerBound, by: \.utf16Offset)
    var reference = references.firstIndex(from: utf16Range.lowerBound, by: \.lowerBound)
    let units = string.units(in: utf16Range)
    if text == texts.count, reference == references.count, !units.contains(0x2028) {
      return [units]
    }
    var bracketEnd: Int?
    for offset in utf16Range {
      if offset == bracketEnd { lines[lines.count - 1].append(0x5D) }
      if reference < references.count, references[reference].lowerBound == offset {
        lines[lines.count - 1].append(0x5B)
        bracketEnd = references[reference].upperBound
        reference += 1
      }
      let unit = units[offset - utf16Range.lowerBound]
      if text < texts.count, texts[text].utf16Offset == offset {
        lines[lines.count - 1] += texts[text].units
        text += 1
      } else if unit == 0x2028 {
        lines.append([])
      } else {
        lines[lines.count - 1].append(unit)
      }
    }
    if bracketEnd == utf16Range.upperBound { lines[lines.count - 1].append(0x5D) }
    return lines
  }
}

extension Array {
  /// Returns the index of the first element whose offset is at least `offset`.
  ///
  /// - Complexity: O(log *n*).
  fileprivate func firstIndex(from offset: Int, by key: (Element) -> Int) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if key(self[middle]) < offset { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension Block.Kind {
  /// Whether it is a table.
  var isTable: Bool { if case .table = self { true } else { false } }

  /// Whether it is a table, a row or a cell.
  fileprivate var isTablePart: Bool {
    switch self {
    case .table, .tableRow, .tableCell: true
    default: false
    }
  }
}
