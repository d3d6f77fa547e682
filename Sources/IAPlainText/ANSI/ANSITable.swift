internal import IAText

/// A table that is collected cell by cell and drawn with box characters.
struct ANSITable {
  /// The position of a paragraph in a table.
  struct Place {
    var row: Int?
    var isHeader = false
    var cell: Int?
    var style = Block.TableCell(column: 0)
    var alignment: ParagraphAttributes.Alignment?
  }

  private struct Cell {
    var id: Int?
    var column: Int
    var span: Int
    var alignment: ParagraphAttributes.Alignment?
    var lines: [ANSILine]
  }

  private struct Row {
    var id: Int?
    var isHeader: Bool
    var cells: [Cell] = []

    /// The number of lines of the row.
    var height: Int { cells.map(\.lines.count).max() ?? 1 }
  }

  /// The block id of the table.
  let id: Int
  private let style: Block.Table
  private var rows: [Row] = []
  /// Whether the layout of the table could not be drawn completely.
  private(set) var isApproximated = false

  /// The maximum number of columns; further columns are drawn in the last one.
  private static let columnLimit = 256

  init(id: Int, _ style: Block.Table) {
    self.id = id
    self.style = style
  }

  mutating func add(_ lines: [ANSILine], at place: Place) {
    if rows.isEmpty || rows[rows.count - 1].id != place.row {
      rows.append(Row(id: place.row, isHeader: place.isHeader))
    }
    let last = rows.count - 1
    let column = min(max(place.style.column, 0), Self.columnLimit - 1)
    let span = min(max(place.style.columnSpan, 1), Self.columnLimit - column)
    let isDrawn =
      column == place.style.column && span == place.style.columnSpan && place.style.rowSpan == 1
    if !isDrawn { isApproximated = true }
    if let same = rows[last].cells.lastIndex(where: {
      $0.id == place.cell || $0.column + $0.span > column
    }) {
      // This is another paragraph of the cell, or a cell that overlaps the previous one.
      rows[last].cells[same].lines += lines
    } else {
      let own = column < style.columns.count ? style.columns[column].alignment : nil
      rows[last].cells.append(
        Cell(
          id: place.cell, column: column, span: span, alignment: place.alignment ?? own,
          lines: lines))
    }
  }

  /// Returns the lines of the table in a grid, or cell by cell if the grid would be disproportionately large for the
  /// text.
  ///
  /// A line that is wider than its column extends beyond the border.
  func lines() -> [ANSILine] {
    guard let widest = area.widestColumn(gap: 3) else {
      return rows.flatMap { row in row.cells.flatMap(\.lines) }
    }
    let widths = columnWidths(atMost: widest)
    guard !widths.isEmpty else { return [] }
    let isLoose = rows.contains { $0.cells.contains { $0.lines.count > 1 } }
    var drawn = [ruling("┌", "┬", "┐", widths)]
    for (index, row) in rows.enumerated() {
      drawn += lines(of: row, widths)
      guard index + 1 < rows.count else { break }
      if isLoose || (row.isHeader && !rows[index + 1].isHeader) {
        drawn.append(ruling("├", "┼", "┤", widths))
      }
    }
    drawn.append(ruling("└", "┴", "┘", widths))
    return drawn
  }

  private var columnCount: Int {
    let needed = rows.lazy.flatMap(\.cells).map { $0.column + $0.span }.max() ?? 0
    return min(max(needed, style.columns.count), Self.columnLimit)
  }

  private var area: TableArea {
    var area = TableArea(columnCount: columnCount)
    for row in rows {
      area.add(height: row.height + 1, columns: row.cells.count)
      for cell in row.cells { for line in cell.lines { area.textCount += line.width } }
    }
    return area
  }

  private func columnWidths(atMost widest: Int) -> [Int] {
    var widths = [Int](repeating: 1, count: columnCount)
    for cell in rows.lazy.flatMap(\.cells) where cell.span == 1 {
      widths[cell.column] = min(max(widths[cell.column], Self.width(of: cell)), widest)
    }
    for cell in rows.lazy.flatMap(\.cells) where cell.span > 1 {
      let missing = Self.width(of: cell) - Self.span(cell.column, cell.span, widths)
      let last = cell.column + cell.span - 1
      if missing > 0 { widths[last] = min(widths[last] + missing, widest) }
    }
    return widths
  }

  private static func width(of cell: Cell) -> Int { cell.lines.map(\.width).max() ?? 0 }

  /// Returns the width in terminal columns of some columns of the table with their separators.
  private static func span(_ column: Int, _ count: Int, _ widths: [Int]) -> Int {
    widths[column..<column + count].reduce(0, +) + 3 * (count - 1)
  }

  private func ruling(
    _ left: String, _ middle: String, _ right: String, _ widths: [Int]
  ) -> ANSILine {
    let parts = widths.map { String(repeating: "─", count: $0 + 2) }
    return ANSILine(left + parts.joined(separator: middle) + right)
  }

  private func lines(of row: Row, _ widths: [Int]) -> [ANSILine] {
    (0..<row.height).map { index in
      var line = ANSILine("│")
      var column = 0
      for cell in row.cells {
        while column < cell.column {
          line.append(String(repeating: " ", count: widths[column] + 2) + "│")
          column += 1
        }
        let width = Self.span(cell.column, cell.span, widths)
        let content = index < cell.lines.count ? cell.lines[index] : ANSILine()
        line.append(" ")
        Self.append(content, to: &line, width: width, cell.alignment)
        line.append(" │")
        column = cell.column + cell.span
      }
      while column < widths.count {
        line.append(String(repeating: " ", count: widths[column] + 2) + "│")
        column += 1
      }
      return line
    }
  }

  private static func append(
    _ content: ANSILine, to line: inout ANSILine, width: Int,
    _ alignment: ParagraphAttributes.Alignment?
  ) {
    let room = max(width - content.width, 0)
    let before =
      switch alignment {
      case .right: room
      case .center: room / 2
      case .left, .justified, nil: 0
      }
    line.append(String(repeating: " ", count: before))
    line.append(content)
    line.append(String(repeating: " ", count: room - before))
  }
}
