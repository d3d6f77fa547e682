internal import IAText

extension MarkdownEmitter {
  /// Appends the lines of a table: each paragraph is a cell, the first row is the header.
  mutating func writeTable(_ range: Range<Int>) {
    let columns = plans[range.lowerBound].columns
    let width = firstRowCount(range)
    let found = (0..<width).map { column in
      Block.Table.Column(
        alignment: Self.shown(column < columns.count ? columns[column].alignment : nil))
    }
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
