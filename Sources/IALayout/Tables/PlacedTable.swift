import IAText

/// The place of one table and of its cells, in points.
struct PlacedTable {
  /// The place of a cell.
  struct Cell {
    /// The left edge and the width of the content.
    var left: Double
    var width: Double
    /// The space below the content, with half of the border.
    var bottomInset: Double
    /// The height of the content that was added so far, with the space above and below.
    var height: Double
    /// The height of the content that was placed so far, with the space above and below.
    fileprivate var placed: Double
    /// The top of the cell plus the offset of its vertical alignment, in points from the top of the
    /// block.
    fileprivate var top = 0.0
    /// The position in points from the top of the block below which content is not drawn.
    fileprivate var limit = Double.infinity

    /// Places the next content of the cell, and returns its top and the height below which content
    /// is not shown.
    mutating func add(_ height: Double) -> (top: Double, limit: Double) {
      defer { placed += height }
      return (placed - bottomInset + top, limit)
    }
  }

  /// The left edges of the columns, and the right edge of the last one.
  private let edges: [Double]
  /// The cells, by their index in the grid.
  var cells: [Cell]
  /// The tops of the rows, and the bottom of the last one, from the top of the table.
  private var rows: [Double] = []
  private(set) var height = 0.0
  /// The top of the table, in points from the top of the block.
  private var top = 0.0
  /// The position in points from the top of the block below which the table is not drawn.
  private var limit = Double.infinity
  /// The rows of the outermost table around a table in a cell.
  var row: RowExtent?

  /// Creates a table whose columns are placed.
  init(
    _ grid: TableGrid, _ widths: ColumnWidths, left: Double, available: Double, scale: Double
  ) {
    var widths = widths
    // In LibreOffice words are broken instead.
    let part = grid.isOffice ? 1 : widths.reducePadding(to: available)
    let edges = grid.edges(widths, left: left, available: available, scale: scale)
    self.edges = edges
    cells = grid.cells.map { cell in
      let insets = grid.insets(of: cell)
      let left = edges[cell.columns.lowerBound] + insets.left * scale * part
      let right = edges[cell.columns.upperBound] - insets.right * scale * part
      let bottom = insets.bottom * scale
      let height = insets.top * scale + bottom
      return Cell(
        left: left, width: max(right - left, 1), bottomInset: bottom, height: height,
        placed: height)
    }
  }

  /// Sets the heights of the rows from those of the cells.
  mutating func setRows(_ grid: TableGrid, _ scale: Double) {
    var heights = (0..<grid.rowCount).map { grid.height(ofRow: $0) * scale }
    for (number, cell) in grid.cells.enumerated()
    where cell.rowSpan == 1 && !grid.isExact(row: cell.row) {
      heights[cell.row] = max(heights[cell.row], cells[number].height)
    }
    extendRows(grid, &heights)
    rows = [0.0]
    rows.reserveCapacity(heights.count + 1)
    for height in heights { rows.append(rows[rows.count - 1] + height) }
    height = rows[rows.count - 1] + grid.lineWidth(above: heights.count) * scale
  }

  /// Adds the additional height of cells that span rows to their last row, in the order of these
  /// rows: the heights of the rows above are known then.
  private func extendRows(_ grid: TableGrid, _ heights: inout [Double]) {
    let spanning = grid.cells.indices.filter { grid.cells[$0].rowSpan > 1 }
    guard !spanning.isEmpty else { return }
    func last(_ index: Int) -> Int { grid.cells[index].row + grid.cells[index].rowSpan - 1 }
    // The sums of the heights of the rows above each row, as far as they are known.
    var sums = [0.0]
    for index in spanning.sorted(by: { (last($0), $0) < (last($1), $1) }) {
      let row = last(index)
      while sums.count <= row { sums.append(sums[sums.count - 1] + heights[sums.count - 1]) }
      let height = sums[row] - sums[grid.cells[index].row] + heights[row]
      let missing = cells[index].height - height
      if missing > 0, !grid.isExact(row: row) { heights[row] += missing }
    }
  }

  /// Places the table and the content of its cells.
  ///
  /// - Parameters:
  ///   - grid: The table.
  ///   - top: Its top, in points from the top of the block.
  ///   - limit: The height of the block below which it is not shown.
  mutating func place(_ grid: TableGrid, at top: Double, limit: Double) {
    self.top = top
    self.limit = limit
    for (number, cell) in grid.cells.enumerated() {
      let (start, end) = (rows[cell.row], rows[cell.row + cell.rowSpan])
      let free = max(end - start - cells[number].height, 0)
      let offset =
        switch cell.format.verticalAlignment ?? grid.cellAlignment {
        case .top: 0.0
        case .center: free / 2
        case .bottom: free
        }
      cells[number].top = start + offset + top
      cells[number].limit = limit
      if cells[number].height > end - start + 0.01 {
        cells[number].limit = min(limit, end + top)
      }
    }
  }

  /// Returns the top and bottom of the rows of the outermost table around a cell, in points from
  /// the top of the block.
  func rowExtent(
    of index: TableTree.CellIndex, _ tree: TableTree, _ scale: Double
  ) -> RowExtent {
    if let row { return row }
    let grid = tree.tables[Int(index.table)].grid
    let cell = grid.cells[Int(index.cell)]
    return RowExtent(
      range: rows[cell.row]..<rows[cell.row + cell.rowSpan],
      border: grid.lineWidth(above: cell.row + cell.rowSpan) * scale)
  }
}

// MARK: Shading and borders

extension PlacedTable {
  /// Adds the shading of the cells, and the borders, as far as they are shown.
  func addFills(
    _ grid: TableGrid, _ scale: Double, _ options: LayoutOptions,
    _ shades: inout [BlockLayout.Fill], _ borders: inout [BlockLayout.Fill]
  ) {
    let rows = top == 0 ? rows : rows.map { $0 + top }
    let (firstShade, firstBorder) = (shades.count, borders.count)
    for cell in grid.cells {
      let left = edges[cell.columns.lowerBound]
      let top = rows[cell.row]
      let area = Rectangle(
        x: left, y: top, width: edges[cell.columns.upperBound] - left,
        height: rows[cell.row + cell.rowSpan] - top)
      if let color = cell.format.shading {
        var shade = area
        if grid.isDetailed {
          let above = grid.lineWidth(above: cell.row) * scale / 2
          shade.y += above
          shade.height += grid.lineWidth(above: cell.row + cell.rowSpan) * scale / 2 - above
        }
        shades.append(.init(rectangle: shade, color: color, role: .cellShading))
      }
      if !grid.isDetailed { grid.addFrame(area, scale, options.borderColor, to: &borders) }
    }
    if grid.isDetailed {
      borders +=
        TableBorders(grid: grid, columns: edges, rows: rows, scale: scale, options: options).fills
    }
    guard limit.isFinite else { return }
    Self.clip(&shades, from: firstShade, at: limit)
    Self.clip(&borders, from: firstBorder, at: limit)
  }

  /// Removes the content below a height.
  private static func clip(_ fills: inout [BlockLayout.Fill], from first: Int, at limit: Double) {
    let shown = fills[first...].compactMap { fill -> BlockLayout.Fill? in
      var fill = fill
      fill.rectangle.height = min(fill.rectangle.height, limit - fill.rectangle.y)
      return fill.rectangle.height > 0 ? fill : nil
    }
    fills.replaceSubrange(first..., with: shown)
  }
}

extension TableGrid {
  /// Returns the left edges of the columns, and the right edge of the last one.
  fileprivate func edges(
    _ columns: ColumnWidths, left: Double, available: Double, scale: Double
  ) -> [Double] {
    let room = available + (isOffice ? Self.officeOverhang * scale : 0)
    let target = width(available: room, scale: scale)
    let stated = isOffice ? columns.stated(upTo: room) : nil
    var widths = stated ?? columns.fitted(to: min(target ?? available, available))
    let total = widths.reduce(0, +)
    if let target, total > 0, target > total {
      widths = widths.map { $0 * (target / total) }
    }
    // In LibreOffice, a table that is wider than its space is also centred or aligned to the right.
    let free = max(available - max(target ?? 0, total), isOffice ? -.infinity : 0)
    let start =
      switch table.alignment {
      case .left, nil: left + (isOffice ? (indent - officeShift) * scale : 0)
      case .center: left + free / 2
      case .right: left + free
      }
    var edges = [start]
    for width in widths { edges.append(edges[edges.count - 1] + width) }
    return edges
  }

  /// The maximum excess in points of tables with stated widths over their space in the placement of
  /// LibreOffice; wider tables are reduced to their space.
  private static let officeOverhang = 72.0

  /// The distance in points by which the columns begin before the leading margin in the placement
  /// of LibreOffice: the text of the first column is at the margin.
  private var officeShift: Double {
    let padding = table.padding.left ?? 0
    return padding.isFinite ? min(max(padding, 0), 1_000) : 0
  }

  /// Adds the four borders around an area; those of adjacent cells overlap.
  fileprivate func addFrame(
    _ area: Rectangle, _ scale: Double, _ color: Color, to fills: inout [BlockLayout.Fill]
  ) {
    let line = borderWidth * scale
    guard line > 0 else { return }
    let wide = area.width + line
    let high = area.height + line
    let x = area.x - line / 2
    for rectangle in [
      Rectangle(x: x, y: area.y, width: wide, height: line),
      Rectangle(x: x, y: area.maxY, width: wide, height: line),
      Rectangle(x: x, y: area.y, width: line, height: high),
      Rectangle(x: area.maxX - line / 2, y: area.y, width: line, height: high),
    ] {
      fills.append(.init(rectangle: rectangle, color: color, role: .tableBorder))
    }
  }
}
