internal import IAText

/// A table in columns that are separated by two spaces, with a line below its header.
struct LaidOutTable {
  private struct Cell {
    var id: Int
    var column: Int
    var span: Int
    var alignment: ParagraphAttributes.Alignment?
    var lines: [LaidOutText.Line] = []
  }

  private struct Row {
    var id: Int
    var isHeader: Bool
    var cells: [Cell] = []

    /// The number of lines of the row.
    var height: Int { max(cells.map(\.lines.count).max() ?? 0, 1) }
  }

  /// The block id of the table.
  let id: Int
  private let style: Block.Table
  private var rows: [Row] = []

  /// The maximum number of columns; cells beyond it are in the last one.
  private static let maxColumns = 1024
  /// The maximum width of a column in a table of ordinary size; a longer line shifts the columns to its right.
  private static let maxWidth = 200
  private static let gap = 2

  init(id: Int, _ style: Block.Table) {
    self.id = id
    self.style = style
  }

  /// Adds the lines of a paragraph.
  ///
  /// - Parameters:
  ///   - lines: The lines.
  ///   - path: The blocks inside the table, the row first.
  ///   - alignment: The alignment of the paragraph.
  mutating func add(
    _ lines: [LaidOutText.Line], in path: ArraySlice<Block>,
    alignment: ParagraphAttributes.Alignment?
  ) {
    let row = path.first
    var isHeader = false
    if case .tableRow(let value, _)? = row?.kind { isHeader = value }
    if rows.last?.id != row?.id || rows.isEmpty {
      rows.append(Row(id: row?.id ?? 0, isHeader: isHeader))
    }
    let block = path.dropFirst().first
    var cell = Block.TableCell(column: 0)
    if case .tableCell(let value)? = block?.kind { cell = value }
    let last = rows.count - 1
    let column = min(max(cell.column, 0), Self.maxColumns - 1)
    if let same = rows[last].cells.indices.last, rows[last].cells[same].id == block?.id ?? 0 {
      rows[last].cells[same].lines += lines
      return
    }
    let own = style.columns.indices.contains(column) ? style.columns[column].alignment : nil
    rows[last].cells.append(
      Cell(
        id: block?.id ?? 0, column: column,
        span: min(max(cell.columnSpan, 1), Self.maxColumns - column),
        alignment: alignment ?? own, lines: lines))
  }

  /// Returns the lines of the table in columns, or cell by cell if the columns would be disproportionately large for
  /// the text.
  func lines() -> [LaidOutText.Line] {
    guard let widest = area.widestColumn(gap: Self.gap) else {
      return rows.flatMap { row in row.cells.flatMap(\.lines) }
    }
    let widths = columnWidths(atMost: min(widest, Self.maxWidth))
    var starts = [0]
    for width in widths { starts.append(starts[starts.count - 1] + width + Self.gap) }
    var lines: [LaidOutText.Line] = []
    for (index, row) in rows.enumerated() {
      lines += self.lines(of: row, starts)
      let next = index + 1 < rows.count ? rows[index + 1] : nil
      if row.isHeader, next.map({ !$0.isHeader }) ?? false {
        lines.append(
          LaidOutText.Line(
            widths.map { String(repeating: "-", count: max($0, 1)) }.joined(separator: "  ").utf16))
      }
    }
    return lines
  }

  private var area: TableArea {
    var area = TableArea()
    for row in rows {
      let end = row.cells.map { $0.column + $0.span }.max() ?? 0
      area.add(height: row.height + 1, columns: max(end, row.cells.count))
      for cell in row.cells { for line in cell.lines { area.textCount += line.count } }
    }
    return area
  }

  private static func width(of line: LaidOutText.Line) -> Int {
    line.allSatisfy { $0 < 0x80 && $0 >= 0x20 }
      ? line.count : DisplayWidth.of(String(decoding: line, as: UTF16.self))
  }

  /// Returns the widths of the columns; a cell that spans several columns widens the last one of them.
  private func columnWidths(atMost maxWidth: Int) -> [Int] {
    let count = rows.flatMap(\.cells).map { $0.column + $0.span }.max() ?? 0
    var widths = [Int](repeating: 0, count: count)
    for isSpanning in [false, true] {
      for row in rows {
        for cell in row.cells where (cell.span > 1) == isSpanning {
          let own = cell.lines.map(Self.width).max() ?? 0
          let columns = cell.column..<cell.column + cell.span
          let sum = widths[columns].reduce(0, +) + Self.gap * (cell.span - 1)
          let wanted = min(own, sum + maxWidth)
          if wanted > sum {
            widths[columns.upperBound - 1] = min(
              widths[columns.upperBound - 1] + wanted - sum, maxWidth)
          }
        }
      }
    }
    return widths
  }

  /// Returns the lines of a row, given the offsets at which its columns start; the last offset is the end of the row.
  private func lines(of row: Row, _ starts: [Int]) -> [LaidOutText.Line] {
    let cells = row.cells.sorted { $0.column < $1.column }
    var lines: [LaidOutText.Line] = []
    for index in 0..<row.height {
      var line = LaidOutText.Line()
      var at = 0
      for cell in cells {
        let start = starts[cell.column]
        let width = starts[cell.column + cell.span] - Self.gap - start
        let text = index < cell.lines.count ? cell.lines[index] : []
        let own = Self.width(of: text)
        let left: Int
        switch cell.alignment {
        case .right: left = max(width - own, 0)
        case .center: left = max((width - own) / 2, 0)
        default: left = 0
        }
        line += Array(repeating: 0x20, count: max(start + left - at, at == 0 ? 0 : 1))
        at = max(start + left, at)
        line += text
        at += own
      }
      while line.last == 0x20 { line.removeLast() }
      lines.append(line)
    }
    return lines
  }
}
