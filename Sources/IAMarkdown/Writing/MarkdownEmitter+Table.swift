internal import IAText

extension MarkdownEmitter {
  /// Appends the lines of a table: each paragraph is a cell, and the first row is the header.
  mutating func writeTable(_ range: Range<Int>) {
    let columns = plans[range.lowerBound].columns
    let width = firstRowCount(range)
    var found = (0..<width).map { column in
      Block.Table.Column(
        alignment: Self.shown(column < columns.count ? columns[column].alignment : nil))
    }
    alignColumns(range, &found)
    var lastRow: Int?
    var rowCount = 0
    var column = 0
    var shared = sharedKindCount
    for index in range {
      guard case .cell(_, let row, _, _) = plans[index].leaf else { continue }
      if row != lastRow {
        if lastRow != nil { startLine(afterHeader: rowCount == 1, found) }
        out.append(UInt8(ascii: "|"))
        rowCount += 1
        column = 0
        lastRow = row
      }
      writeCell(index)
      let kinds: [Block.Kind] = [
        .table(.init(columns: found)), .tableRow(isHeader: rowCount == 1),
        .tableCell(.init(column: column)),
      ]
      noteBlocks(index, kinds, shared: shared)
      column += 1
      let isNextRow = index + 1 < range.upperBound && !isSameRow(index + 1, row)
      shared = containerKindCount + (isNextRow ? 1 : 2)
    }
    out.append(0x0A)
    if rowCount == 1 {
      out.append(contentsOf: continuation)
      writeDelimiters(found)
    }
  }

  /// Sets the alignment of each column that has none to the alignment of the text in all of its cells below the header,
  /// if that is centred or right.
  private mutating func alignColumns(
    _ range: Range<Int>, _ columns: inout [Block.Table.Column]
  ) {
    guard range.contains(where: { paragraphs[$0].attributes.alignment != nil }) else { return }
    var found: [ParagraphAttributes.Alignment?] = Array(repeating: nil, count: columns.count)
    var isMixed = Array(repeating: false, count: columns.count)
    var (row, column) = (0, 0)
    for index in range.dropFirst(columns.count) {
      guard case .cell(_, let cellRow, _, _) = plans[index].leaf else { continue }
      column = cellRow == row ? column + 1 : 0
      row = cellRow
      guard column < columns.count, !paragraphs[index].contentRange.isEmpty else { continue }
      let alignment = paragraphs[index].attributes.alignment
      isMixed[column] =
        isMixed[column] || alignment == nil || found[column].map { $0 != alignment } ?? false
      found[column] = alignment
    }
    var isChanged = false
    for column in columns.indices where columns[column].alignment == nil && !isMixed[column] {
      guard found[column] == .right || found[column] == .center else { continue }
      columns[column].alignment = found[column]
      isChanged = true
    }
    guard isChanged, case .cell(let table, _, _, _) = plans[range.lowerBound].leaf else { return }
    otherBlocks.insert(table)
  }

  private func isSameRow(_ index: Int, _ row: Int) -> Bool {
    if case .cell(_, row, _, _) = plans[index].leaf { true } else { false }
  }

  private func firstRowCount(_ range: Range<Int>) -> Int {
    guard case .cell(_, let row, _, _) = plans[range.lowerBound].leaf else { return 0 }
    return range.prefix { isSameRow($0, row) }.count
  }

  private mutating func startLine(afterHeader: Bool, _ columns: [Block.Table.Column]) {
    out.append(0x0A)
    out.append(contentsOf: continuation)
    guard afterHeader else { return }
    writeDelimiters(columns)
    out.append(contentsOf: continuation)
  }

  private mutating func writeCell(_ index: Int) {
    out.append(0x20)
    if !paragraphs[index].contentRange.isEmpty {
      let start = out.count
      let text = writeText(index, .init(isInTable: true))
      note(index, text)
      if out.count > start { out.append(0x20) }
    }
    out.append(UInt8(ascii: "|"))
  }

  private mutating func writeDelimiters(_ columns: [Block.Table.Column]) {
    out.append(UInt8(ascii: "|"))
    for column in columns {
      switch column.alignment {
      case .left: out.append(contentsOf: " :-- |".utf8)
      case .right: out.append(contentsOf: " --: |".utf8)
      case .center: out.append(contentsOf: " :-: |".utf8)
      default: out.append(contentsOf: " --- |".utf8)
      }
    }
    out.append(0x0A)
  }

  /// Returns the alignment of a column that a reader finds.
  private static func shown(
    _ alignment: ParagraphAttributes.Alignment?
  ) -> ParagraphAttributes.Alignment? {
    switch alignment {
    case .left, .right, .center: alignment
    default: nil
    }
  }
}
