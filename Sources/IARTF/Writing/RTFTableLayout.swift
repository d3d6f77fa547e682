internal import IAText

/// The rows of all tables of a document with their cells, which RTF defines before the text of each row.
struct RTFTableLayout {
  /// A cell of a row.
  struct Cell {
    var column: Int
    var columnSpan = 1
    /// Whether the document has this cell; otherwise the cell only fills the row.
    var isReal = true
    /// Whether the cell extends into rows below.
    var startsSpan = false
    /// Whether a cell of a row above extends into this one.
    var continuesSpan = false
    /// The properties of the cell in the document.
    var format = Block.TableCell(column: 0)
  }

  /// A row.
  struct Row {
    var table: Int
    var isHeader: Bool
    var height: Block.RowHeight?
    /// The number of rows of the table above it.
    var number: Int
    var cells: [Cell] = []
  }

  /// A table.
  struct Table {
    var kind: Block.Table
    var columnCount: Int
    /// The nesting depth, from 1.
    var level: Int
    var rowCount = 0
    /// The right edges of its columns in twips.
    var edges: [Int] = []

    /// Returns whether a cell covers one column for which the document states no width.
    func isAutomatic(_ cell: Cell) -> Bool {
      cell.columnSpan == 1 && cell.column < kind.columns.count
        && kind.columns[cell.column].width == nil
    }
  }

  /// The rows in the order of their starts.
  private(set) var rows: [Row] = []
  /// The tables in the order of their starts.
  private(set) var tables: [Table] = []
  /// The rows that contain each paragraph, outermost first.
  private(set) var rowsOfParagraph: [Int: [Int]] = [:]

  /// Whether the limit of cells without content was reached, so that some cells do not span all their rows.
  private(set) var isTruncated = false

  private var open: [Open] = []
  /// The number of cells with content.
  private var realCount = 0
  /// The number of cells without content, which only fill rows.
  private var fillerCount = 0

  /// The number of cells without content that every document can have.
  private static let freeFillers = 1 << 14
  /// The maximum number of further cells without content for each cell with content.
  private static let fillersPerCell = 8

  /// An open table with its last row and cell.
  private struct Open {
    var ids: RTFParagraphStyle.Cell
    var table: Int
    var row: Int
    /// The first column without a cell.
    var next = 0
    /// For each column, the number of further rows that a cell from above covers, and its
    /// properties.
    var covered: [Int: (rows: Int, columnSpan: Int, format: Block.TableCell)] = [:]
  }

  /// The maximum number of columns in Word.
  static let maxColumns = 63
  /// The width between the margins, in twips.
  static let pageWidth = 9360

  /// Returns the width of a column of text in twips.
  static func columnWidth(_ page: PageLayout?) -> Int {
    guard let page, let width = page.width else { return pageWidth }
    let count = Double(max(page.columns ?? 1, 1))
    let inside =
      width - (page.leftMargin ?? 72) - (page.rightMargin ?? 72)
      - (count - 1) * (page.columnSpacing ?? 36)
    return RTFWords.count(inside / count, parts: 20, in: 1...31_680) ?? pageWidth
  }

  /// Lays out the tables of adjacent paragraphs.
  mutating func add(
    _ paragraphs: [Int], _ plan: RTFPlan, _ styles: [RTFParagraphStyle],
    _ sets: [ParagraphAttributes]
  ) {
    for index in paragraphs {
      let set = plan.paragraphs[index].set
      let cells = styles[set].cells
      if cells.isEmpty {
        close(to: 0)
        continue
      }
      enter(cells, sets[set].blocks)
      rowsOfParagraph[index] = open.map(\.row)
    }
    close(to: 0)
  }

  private mutating func enter(_ cells: [RTFParagraphStyle.Cell], _ path: [Block]) {
    var level = 0
    while level < min(cells.count, open.count), open[level].ids == cells[level] { level += 1 }
    if level < min(cells.count, open.count), open[level].ids.table == cells[level].table {
      close(to: level + 1)
      if open[level].ids.row != cells[level].row {
        endRow(level)
        beginRow(level, path[cells[level].depth + 1])
      }
      open[level].ids = cells[level]
      addCell(level, path[cells[level].depth + 2])
      level += 1
    } else {
      close(to: level)
    }
    while level < cells.count {
      guard case .table(let kind) = path[cells[level].depth].kind else { return }
      let columns = min(max(kind.columns.count, 1), Self.maxColumns)
      tables.append(Table(kind: kind, columnCount: columns, level: level + 1))
      open.append(Open(ids: cells[level], table: tables.count - 1, row: 0))
      beginRow(level, path[cells[level].depth + 1])
      addCell(level, path[cells[level].depth + 2])
      level += 1
    }
  }

  private mutating func beginRow(_ level: Int, _ block: Block) {
    var (isHeader, height) = (false, Block.RowHeight?.none)
    if case .tableRow(let header, let stated) = block.kind { (isHeader, height) = (header, stated) }
    let table = open[level].table
    rows.append(
      Row(table: table, isHeader: isHeader, height: height, number: tables[table].rowCount))
    tables[table].rowCount += 1
    open[level].row = rows.count - 1
    open[level].next = 0
  }

  private mutating func addCell(_ level: Int, _ block: Block) {
    guard case .tableCell(let cell) = block.kind else { return }
    if cell.column < Self.maxColumns { fill(level, to: cell.column) }
    skipCovered(level)
    let column = open[level].next
    let span = min(max(cell.columnSpan, 1), max(Self.maxColumns - column, 1))
    let rowSpan = min(max(cell.rowSpan, 1), 10_000)
    realCount += 1
    rows[open[level].row].cells.append(
      Cell(
        column: column, columnSpan: span, startsSpan: rowSpan > 1, format: cell))
    for inner in column..<column + span { open[level].covered[inner] = nil }
    if rowSpan > 1 {
      // The count is decremented at the end of this row, too.
      open[level].covered[column] = (rowSpan, span, cell)
    }
    open[level].next = column + span
    widen(level)
  }

  /// Adds the cells up to a column: those covered from above, and fillers for missing ones.
  private mutating func fill(_ level: Int, to column: Int) {
    while open[level].next < column {
      if !takeCovered(level) {
        guard addsFiller() else { break }
        rows[open[level].row].cells.append(Cell(column: open[level].next, isReal: false))
        open[level].next += 1
      }
    }
    widen(level)
  }

  private mutating func skipCovered(_ level: Int) {
    while takeCovered(level) {}
    widen(level)
  }

  /// Adds the cell that is covered from above at the next column, and returns whether there is one.
  private mutating func takeCovered(_ level: Int) -> Bool {
    let column = open[level].next
    guard let above = open[level].covered[column], addsFiller() else { return false }
    rows[open[level].row].cells.append(
      Cell(
        column: column, columnSpan: above.columnSpan, isReal: false, continuesSpan: true,
        format: above.format))
    open[level].next = column + above.columnSpan
    return true
  }

  /// Counts a cell without content, and returns whether the number is within the limit.
  ///
  /// Because of the limit, the size of all rows is linear in the number of cells with content.
  private mutating func addsFiller() -> Bool {
    guard fillerCount < Self.freeFillers + Self.fillersPerCell * realCount else {
      isTruncated = true
      return false
    }
    fillerCount += 1
    return true
  }

  private mutating func widen(_ level: Int) {
    let table = open[level].table
    tables[table].columnCount = max(tables[table].columnCount, open[level].next)
  }

  private mutating func endRow(_ level: Int) {
    fill(level, to: min(tables[open[level].table].columnCount, Self.maxColumns))
    for (column, span) in open[level].covered {
      open[level].covered[column] =
        span.rows > 1 ? (span.rows - 1, span.columnSpan, span.format) : nil
    }
  }

  private mutating func close(to count: Int) {
    while open.count > count {
      endRow(open.count - 1)
      finish(open[open.count - 1].table)
      open.removeLast()
    }
  }

  /// Computes the widths of a table's columns.
  private mutating func finish(_ table: Int) {
    var available = Self.pageWidth
    for outer in open.prefix(tables[table].level - 1) {
      available = Self.contentWidth(
        ofLast: rows[outer.row].cells.last, of: tables[outer.table], available: available)
    }
    tables[table].edges = Self.edges(of: tables[table], available: available)
  }

  /// Returns the right edges of the columns of a table in twips.
  ///
  /// Columns without a width share the rest of the table's width, or of the available width.
  private static func edges(of table: Table, available: Int) -> [Int] {
    let columns = table.kind.columns
    var available = available
    switch table.kind.width {
    case .points(let points):
      available = RTFWords.count(points, parts: 20, in: 100...31_680) ?? available
    case .percent(let share) where share > 0 && share <= 100:
      available = Int(Double(available) * share / 100)
    case .percent, nil: break
    }
    let widths = (0..<table.columnCount).map { column -> Int? in
      guard column < columns.count else { return nil }
      return RTFWords.count(columns[column].width, parts: 20, in: 100...31_680)
    }
    let taken = widths.reduce(0) { $0 + ($1 ?? 0) }
    let open = widths.count { $0 == nil }
    let share = open == 0 ? 0 : max((available - taken) / open, 360)
    var edge = 0
    return widths.map { width in
      edge += width ?? share
      return edge
    }
  }

  /// The minimum width of a cell that contains a table, in twips.
  private static let minContentWidth = 720

  /// Returns the width in twips of the content of a table's last cell, which contains another table.
  private static func contentWidth(ofLast cell: Cell?, of table: Table, available: Int) -> Int {
    let edges = edges(of: table, available: available)
    guard let cell, cell.column < edges.count else { return minContentWidth }
    let end = edges[min(cell.column + cell.columnSpan, edges.count) - 1]
    let start = cell.column > 0 ? edges[cell.column - 1] : 0
    func padding(_ own: Double?, _ common: Double?) -> Int {
      RTFWords.count(own ?? common, parts: 20, in: 0...31_680) ?? 108
    }
    let paddings =
      padding(cell.format.padding.left, table.kind.padding.left)
      + padding(cell.format.padding.right, table.kind.padding.right)
    return max(end - start - paddings, minContentWidth)
  }
}

extension RTFTableLayout {
  /// Writes the definition of a row.
  func write(_ row: Row, to output: inout RTFOutput, colors: RTFTables) {
    let table = tables[row.table]
    output.write("\\trowd\\trgaph108\\trleft0")
    write(table.kind, height: row.height, to: &output, colors: colors)
    if row.isHeader { output.write("\\trhdr") }
    let border = RTFWords.count(table.kind.borderWidth ?? 0.5, parts: 20, in: 0...75) ?? 10
    for cell in row.cells {
      write(cell.format.verticalAlignment, to: &output)
      if cell.startsSpan { output.write("\\clvmgf") }
      if cell.continuesSpan { output.write("\\clvmrg") }
      let borders = table.kind.borders(of: cell.format, at: edges(of: cell, in: row, table))
      write(borders, standard: border, to: &output, colors: colors)
      writePadding(cell.format.padding, to: &output)
      if let shading = cell.format.shading, let number = colors.number(of: shading) {
        output.write("\\clshdng0\\clcbpat", number)
      }
      if table.isAutomatic(cell) { output.write("\\clftsWidth1") }
      let last = min(cell.column + cell.columnSpan, table.edges.count) - 1
      let missing = cell.column + cell.columnSpan - 1 - last
      output.write("\\cellx", (last >= 0 ? table.edges[last] : 0) + 360 * missing)
    }
    output.write(" ")
  }
}
