import IAText

/// The rows and cells of one table, from the blocks of its paragraphs.
///
/// Paragraphs of the table outside its cells form rows of their own. A table inside a cell is a
/// table of its own (`TableTree`); its paragraphs are among those of the cell.
struct TableGrid {
  /// A cell with its paragraphs, as indices of the table's paragraphs.
  struct Cell {
    var row: Int
    var columns: Range<Int>
    var rowSpan: Int
    /// The attributes of the cell that the document states.
    var format: Block.TableCell
    var paragraphs: Range<Int>
    /// The id of its block; 0 for a paragraph outside of cells.
    var id: Int
  }

  private(set) var cells: [Cell] = []
  private(set) var rowCount = 0
  private(set) var columnCount = 1
  private(set) var columns: [Block.Table.Column] = []
  /// The width of the widest border in points at the default scale.
  private(set) var borderWidth = 1.0
  /// The widths of the widest borders above each row and below the last one, in points at the
  /// default scale, in the placement of LibreOffice; empty if all are `borderWidth`.
  private var lineWidths: [Double] = []
  /// The table.
  private(set) var table = Block.Table(columns: [])
  /// The stated heights of rows, by their index.
  private(set) var heights: [Int: Block.RowHeight] = [:]
  /// The border of sides for which the document states no border.
  private(set) var standardBorder: Border?
  /// Whether the table or a cell states borders, padding, alignment or sizes.
  private(set) var isDetailed = false

  /// Whether the table is placed as in LibreOffice.
  let isOffice: Bool
  /// Whether the table has the appearance of tables in browsers.
  let isOfPage: Bool
  /// The vertical alignment, the padding and the borders of cells that state none.
  let cellAlignment: Block.TableCell.VerticalAlignment
  private let cellPadding: Double
  private let usualBorderWidth: Double
  /// The distance of the text in the first column from the leading margin, in points at the default
  /// scale; widths of columns are from this margin.
  let indent: Double
  /// The maximum number of columns; further columns are merged into the last one.
  private let maxColumns: Int

  /// Creates an empty table.
  init(
    maxColumns: Int = 256, placement: LayoutOptions.Placement = .standard,
    blockAppearance: LayoutOptions.BlockAppearance = .standard, indent: Double = 0
  ) {
    self.maxColumns = maxColumns
    let isPage = blockAppearance == .page
    isOfPage = isPage
    cellAlignment = isPage ? .center : .top
    // One CSS pixel, and half of the two between cells.
    cellPadding = isPage ? 1.5 : LayoutManager.cellPadding
    usualBorderWidth = placement == .office ? 0.5 : isPage ? 0 : 1
    isOffice = placement == .office
    self.indent = isOffice ? indent : 0
  }

  /// The id of the last row; 0 for a paragraph outside of rows.
  private var rowID = 0

  /// Adds the next paragraph of the table.
  ///
  /// - Parameters:
  ///   - place: Its place in the table.
  ///   - number: Its index among the paragraphs of the outermost table.
  /// - Returns: Whether it is the first paragraph of its cell.
  mutating func add(_ place: TablePlace, _ number: Int) -> Bool {
    if columns.isEmpty {
      table = place.table
      columns = Array(table.columns.prefix(maxColumns))
      columnCount = max(columns.count, columnCount)
      let width = table.borderWidth ?? usualBorderWidth
      borderWidth = width.isFinite ? min(max(width, 0), 100) : 1
    }
    if let last = cells.last, place.cellID != 0, last.id == place.cellID {
      cells[cells.count - 1].paragraphs = last.paragraphs.lowerBound..<number + 1
      return false
    }
    if rowCount == 0 || place.rowID == 0 || place.rowID != rowID {
      rowCount += 1
      heights[rowCount - 1] = place.height
    }
    rowID = place.rowID
    append(place, number)
    return true
  }

  /// Limits the cells to the rows and columns of the table after its last paragraph.
  mutating func finish() {
    for index in cells.indices {
      let known = cells[index]
      cells[index].rowSpan = min(known.rowSpan, rowCount - known.row)
      if known.id == 0 { cells[index].columns = 0..<columnCount }
    }
    findBorders()
  }

  private mutating func append(_ place: TablePlace, _ number: Int) {
    let column = min(max(place.cell?.column ?? 0, 0), maxColumns - 1)
    let span = min(max(place.cell?.columnSpan ?? 1, 1), maxColumns - column)
    columnCount = max(columnCount, column + span)
    cells.append(
      Cell(
        row: rowCount - 1, columns: column..<column + span,
        rowSpan: max(place.cell?.rowSpan ?? 1, 1), format: place.cell ?? .init(column: 0),
        paragraphs: number..<number + 1, id: place.cellID))
  }
}

extension TableGrid {
  /// Finds the widest border of a table that states more than one width for all.
  private mutating func findBorders() {
    standardBorder = borderWidth > 0 ? Border(width: borderWidth) : nil
    isDetailed = table.hasDetails || !heights.isEmpty || cells.contains { $0.format.hasDetails }
    guard isDetailed else { return }
    var widest = 0.0
    if isOffice { lineWidths = Array(repeating: 0, count: rowCount + 1) }
    for cell in cells {
      let sides = borders(of: cell)
      for border in [sides.top, sides.right, sides.bottom, sides.left] {
        widest = max(widest, shownWidth(of: border))
      }
      guard isOffice else { continue }
      let end = min(cell.row + cell.rowSpan, rowCount)
      lineWidths[cell.row] = max(lineWidths[cell.row], shownWidth(of: sides.top))
      lineWidths[end] = max(lineWidths[end], shownWidth(of: sides.bottom))
    }
    borderWidth = widest
  }

  /// Returns the width of a border, or of the standard border for `nil`; 0 if it is not visible.
  private func shownWidth(of border: Border?) -> Double {
    guard let border = border ?? standardBorder, border.isVisible else { return 0 }
    return Self.width(of: border)
  }

  /// Returns the height that borders take above a row, or below the last row, in points at the
  /// default scale.
  func lineWidth(above row: Int) -> Double {
    lineWidths.indices.contains(row) ? lineWidths[row] : borderWidth
  }

  /// Returns the borders of a cell that it or the table states.
  func borders(of cell: Cell) -> Sides<Border> {
    var edges: Block.Table.Edges = []
    if cell.row == 0 { edges.insert(.top) }
    if cell.row + cell.rowSpan >= rowCount { edges.insert(.bottom) }
    if cell.columns.lowerBound == 0 { edges.insert(.left) }
    if cell.columns.upperBound == columnCount { edges.insert(.right) }
    return table.borders(of: cell.format, at: edges)
  }

  /// Returns the width of a border in points at the default scale, at most 100.
  static func width(of border: Border) -> Double {
    border.width.isFinite ? min(max(border.width, 0), 100) : 0
  }

  /// Returns the space between the sides of a cell and its text, without borders, at the default
  /// scale.
  func padding(of cell: Cell) -> (top: Double, right: Double, bottom: Double, left: Double) {
    let stated = table.padding(of: cell.format)
    func points(_ value: Double?) -> Double {
      guard let value, value.isFinite else { return cellPadding }
      return min(max(value, 0), 1_000)
    }
    return (points(stated.top), points(stated.right), points(stated.bottom), points(stated.left))
  }

  /// Returns the space between the places of the borders of a cell and its text, in points at the
  /// default scale.
  ///
  /// In the placement of LibreOffice, borders take space only above the text, and in each row as
  /// much as the widest border of the row.
  func insets(of cell: Cell) -> (top: Double, right: Double, bottom: Double, left: Double) {
    let padding = padding(of: cell)
    guard !isOffice else {
      let line = lineWidth(above: cell.row)
      return (padding.top + line, padding.right, padding.bottom, padding.left)
    }
    let line = borderWidth / 2
    return (
      padding.top + line, padding.right + line, padding.bottom + line, padding.left + line
    )
  }

  /// Returns the stated height of a row in points at the default scale; 0 if the document states
  /// none.
  func height(ofRow row: Int) -> Double {
    guard let points = heights[row]?.points, points.isFinite else { return 0 }
    return min(max(points, 0), Block.tableLengths.upperBound)
  }

  /// Returns whether a row has exactly its stated height, regardless of its content.
  func isExact(row: Int) -> Bool {
    guard case .exactly = heights[row] else { return false }
    return height(ofRow: row) > 0
  }

  /// Returns the stated width of the table in points, at most the available width; `nil` if the
  /// document states none.
  func width(available: Double, scale: Double) -> Double? {
    switch table.width {
    case .points(let points) where points.isFinite && points > 0: min(points * scale, available)
    case .percent(let share) where share.isFinite && share > 0: min(share / 100, 1) * available
    default: nil
    }
  }
}
