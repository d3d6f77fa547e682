internal import IAFormats
internal import IAText

/// Formats paragraphs as lines with the marks of their blocks: bars, bullets, numbers, boxes.
///
/// Paragraphs are added in order; those of a table are collected and drawn when it is complete.
struct ANSILayout {
  private var text: ANSIText
  private let flow: TextFlow
  private var table: ANSITable?
  /// The prefix of the lines of the table that is being collected.
  private var tablePrefix: ANSILine = ANSILine()
  /// The items, notes and comments whose first line was already returned.
  private var started: Set<Int> = []
  private var previous: ParagraphAttributes?
  private var isLastLineBlank = true

  private static let rule = String(repeating: "─", count: 40)

  init(_ text: ANSIText, _ flow: TextFlow) {
    self.text = text
    self.flow = flow
  }

  var report: ConversionReport { text.report }

  /// Adds a paragraph and returns the lines that are ready.
  mutating func add(_ paragraph: IAString.Paragraph) -> [ANSILine] {
    let attributes = paragraph.attributes
    let blocks = attributes.blocks
    var lines: [ANSILine] = []
    let depth = blocks.firstIndex { $0.kind.isTable }
    if let table, depth.map({ blocks[$0].id }) != table.id { lines += finish() }
    if table == nil, !isLastLineBlank, let previous, flow.hasGap(between: previous, and: attributes)
    {
      lines.append(gap(before: attributes))
      isLastLineBlank = true
    }
    previous = attributes
    // The preceding blank line already represents an empty paragraph.
    if isLastLineBlank, blocks.isEmpty, paragraph.contentRange.isEmpty { return lines }
    if let depth, case .table(let style) = blocks[depth].kind {
      if table == nil {
        tablePrefix = prefixes(of: blocks[..<depth]).first
        table = ANSITable(id: blocks[depth].id, style)
      }
      addCell(paragraph, blocks[depth...].dropFirst())
      isLastLineBlank = false
    } else {
      lines += self.lines(of: paragraph, blocks[...])
      isLastLineBlank = blocks.isEmpty && paragraph.contentRange.isEmpty
    }
    return lines
  }

  /// Returns the blank line before a paragraph, with the bar of a quote that continues across it.
  private func gap(before next: ParagraphAttributes) -> ANSILine {
    guard let block = next.blocks.first, block.id == previous?.blocks.first?.id else {
      return ANSILine()
    }
    return ANSILine(Self.bar(of: block.kind) ?? "")
  }

  /// Returns the bar beside each line of a block, or `nil` for blocks without one.
  private static func bar(of kind: Block.Kind) -> String? {
    switch kind {
    case .blockQuote: "│ "
    case .textBox: "▏ "
    default: nil
    }
  }

  /// Returns the lines of a table that is not complete yet.
  mutating func finish() -> [ANSILine] {
    guard let done = table else { return [] }
    table = nil
    if done.isApproximated { text.report.add(.approximated, .table, "cells over several rows") }
    return done.lines().map { line in
      var whole = tablePrefix
      whole.append(line)
      return whole
    }
  }

  private mutating func addCell(_ paragraph: IAString.Paragraph, _ path: ArraySlice<Block>) {
    var place = ANSITable.Place()
    var rest: [Block] = []
    for block in path {
      switch block.kind {
      case .tableRow(let isHeader, _) where place.row == nil:
        place.row = block.id
        place.isHeader = isHeader
      case .tableCell(let cell) where place.cell == nil:
        place.cell = block.id
        place.style = cell
      case .table, .tableRow, .tableCell:
        text.report.add(
          .approximated, .table, "a table in a cell", utf16Range: paragraph.utf16Range)
      default: rest.append(block)
      }
    }
    place.alignment = paragraph.attributes.alignment
    let isHeader = place.isHeader
    let lines = lines(of: paragraph, rest[...]) { if isHeader { $0.weight = .bold } }
    table?.add(lines, at: place)
  }

  private mutating func lines(
    of paragraph: IAString.Paragraph, _ blocks: ArraySlice<Block>,
    adjust: (inout ANSIStyle) -> Void = { _ in }
  ) -> [ANSILine] {
    let prefix = prefixes(of: blocks)
    if case .thematicBreak = blocks.last?.kind {
      var line = prefix.first
      line.append(Self.rule)
      return [line]
    }
    let level = blocks.compactMap { block -> Int? in
      if case .header(let level) = block.kind { level } else { nil }
    }.last
    var isFirst = true
    let content = text.lines(of: paragraph.contentRange) { style in
      if let level {
        style.weight = .bold
        if level == 1, style.underline == nil { style.underline = .init(.single) }
      }
      adjust(&style)
    }
    return content.map { line in
      var whole = isFirst ? prefix.first : prefix.others
      isFirst = false
      whole.append(line)
      return whole
    }
  }

  /// Returns the prefixes of the first line and of the other lines of a paragraph.
  private mutating func prefixes(
    of blocks: ArraySlice<Block>
  ) -> (first: ANSILine, others: ANSILine) {
    var first = ""
    var others = ""
    var list = ListMarks()
    for block in blocks {
      let bar = Self.bar(of: block.kind)
      var mark = bar ?? ""
      switch block.kind {
      case .codeBlock: mark = "    "
      case .orderedList(let style): list.enter(style)
      case .unorderedList(let marker): list.enter(marker)
      case .listItem(let item): mark = list.mark(of: item)
      case .footnote(let label), .endnote(let label):
        mark = "[\(TerminalText.harmless(label))] "
      case .annotation(let remark):
        mark = remark.author.map { "✎ \(TerminalText.harmless($0)): " } ?? "✎ "
      case .blockQuote, .textBox, .header, .thematicBreak, .table, .tableRow, .tableCell,
        .pageHeader,
        .pageFooter:
        break
      }
      guard !mark.isEmpty else { continue }
      let blank = bar ?? String(repeating: " ", count: DisplayWidth.of(mark))
      first += started.insert(block.id).inserted ? mark : blank
      others += blank
    }
    return (ANSILine(first), ANSILine(others))
  }
}
