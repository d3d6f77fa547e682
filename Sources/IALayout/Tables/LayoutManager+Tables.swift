import IAText

extension LayoutManager {
  /// The space between a cell's borders and its text, in points at the default scale.
  public static let cellPadding = 4.0

  /// Lays out a table: columns, rows, paragraphs of the cells, borders and shading.
  ///
  /// - Parameters:
  ///   - entry: The table.
  ///   - start: Its first unit.
  ///   - top: Its position in the flow, in points.
  ///   - known: The table's layout at another width, whose items are reused.
  func layOutTable(
    _ entry: BlockEntry, start: Int, top: Double, known: BlockLayout? = nil
  ) -> BlockLayout {
    let scale = typesetter.options.textScale
    let range = start..<start + entry.utf16Count
    let grid = TableGrid(reader.string.paragraphs(in: range))
    let items = known.map { $0.parts.map(\.paragraph) } ?? itemise(range)
    let line = grid.borderWidth * scale
    var widths = ColumnWidths(grid, scale: scale)
    for cell in grid.cells {
      for number in cell.paragraphs {
        let padding = grid.padding(of: cell)
        widths.add(
          items[number], columns: cell.columns,
          padding: (padding.left + padding.right) * scale + line)
      }
    }
    let region = shape.regions[shape.region(at: top)]
    let edges = grid.edges(widths, left: region.left, available: region.width, scale: scale)
    var table = TableLayout(grid: grid, edges: edges, scale: scale)
    var offset = start
    for cell in grid.cells {
      table.begin(cell)
      for number in cell.paragraphs {
        let (lines, height) = typesetter.breakLines(
          of: items[number], reader.snapshot, start: offset, in: table.column)
        table.append(items[number], lines, height: height, utf16Start: offset - start)
        offset += items[number].utf16Count
      }
    }
    return table.finished(
      utf16Count: entry.utf16Count, region: shape.innerRegion(at: top),
      options: typesetter.options)
  }

  private func itemise(_ range: Range<Int>) -> [ParagraphItems] {
    let readAhead = reader.readAhead
    reader.readAhead = max(readAhead, min(range.count, 1 << 16))
    defer { reader.readAhead = readAhead }
    var items: [ParagraphItems] = []
    var offset = range.lowerBound
    while offset < range.upperBound {
      let (paragraph, found) = typesetter.itemise(at: offset, &reader)
      items.append(paragraph)
      offset = found.upperBound
    }
    return items
  }
}

extension TableGrid {
  /// Returns the left edges of the columns, and the right edge of the last one.
  fileprivate func edges(
    _ columns: ColumnWidths, left: Double, available: Double, scale: Double
  ) -> [Double] {
    let target = width(available: available, scale: scale)
    var widths = columns.fitted(to: target ?? available)
    let total = widths.reduce(0, +)
    if let target, total > 0, target > total {
      widths = widths.map { $0 * (target / total) }
    }
    let free = max(available - max(target ?? 0, total), 0)
    let start =
      switch table.alignment {
      case .left, nil: left
      case .center: left + free / 2
      case .right: left + free
      }
    var edges = [start]
    for width in widths { edges.append(edges[edges.count - 1] + width) }
    return edges
  }
}

/// The state of a table's layout.
private struct TableLayout {
  let grid: TableGrid
  /// The left edges of the columns, and the right edge of the last one.
  let edges: [Double]
  let scale: Double

  private var parts: [BlockLayout.Part] = []
  /// The parts of each cell, and the heights of cells including padding.
  private var cellParts: [Range<Int>] = []
  private var cellHeights: [Double] = []
  private var left = 0.0
  private var width = 1.0
  private var bottom = 0.0

  init(grid: TableGrid, edges: [Double], scale: Double) {
    self.grid = grid
    self.edges = edges
    self.scale = scale
  }

  /// The column of the current cell's lines.
  var column: Column { .plain(left: left, width: width) }

  mutating func begin(_ cell: TableGrid.Cell) {
    let padding = grid.padding(of: cell)
    let line = grid.borderWidth * scale / 2
    left = edges[cell.columns.lowerBound] + (padding.left * scale + line)
    width = max(edges[cell.columns.upperBound] - (padding.right * scale + line) - left, 1)
    bottom = padding.bottom * scale + line
    cellParts.append(parts.count..<parts.count)
    cellHeights.append((padding.top * scale + line) + bottom)
  }

  mutating func append(
    _ paragraph: ParagraphItems, _ lines: [Line], height: Double, utf16Start: Int
  ) {
    let cell = cellParts.count - 1
    parts.append(
      BlockLayout.Part(
        paragraph: paragraph, lines: lines, y: cellHeights[cell] - bottom, height: height,
        left: left, width: width, utf16Start: utf16Start))
    cellParts[cell] = cellParts[cell].lowerBound..<parts.count
    cellHeights[cell] += height
  }

  /// Returns the tops of the rows, and the bottom of the last one.
  private func rowEdges() -> [Double] {
    var heights = (0..<grid.rowCount).map { grid.height(ofRow: $0) * scale }
    for (number, cell) in grid.cells.enumerated()
    where cell.rowSpan == 1 && !grid.isExact(row: cell.row) {
      heights[cell.row] = max(heights[cell.row], cellHeights[number])
    }
    // The additional height of cells that span rows is added to their last row.
    for (number, cell) in grid.cells.enumerated() where cell.rowSpan > 1 {
      let rows = cell.row..<cell.row + cell.rowSpan
      let missing = cellHeights[number] - heights[rows].reduce(0, +)
      if missing > 0, !grid.isExact(row: rows.upperBound - 1) {
        heights[rows.upperBound - 1] += missing
      }
    }
    var edges = [0.0]
    for height in heights { edges.append(edges[edges.count - 1] + height) }
    return edges
  }

  mutating func finished(
    utf16Count: Int, region: Int?, options: LayoutOptions
  ) -> BlockLayout {
    let rows = rowEdges()
    var shades: [BlockLayout.Fill] = []
    var borders: [BlockLayout.Fill] = []
    for (number, cell) in grid.cells.enumerated() {
      place(number, cell, rows)
      let left = edges[cell.columns.lowerBound]
      let top = rows[cell.row]
      let area = Rectangle(
        x: left, y: top, width: edges[cell.columns.upperBound] - left,
        height: rows[cell.row + cell.rowSpan] - top)
      if let color = cell.format.shading {
        var shade = area
        if grid.isDetailed { shade.y += grid.borderWidth * scale / 2 }
        shades.append(.init(rectangle: shade, color: color, role: .cellShading))
      }
      if !grid.isDetailed { borders += frame(area, options.borderColor) }
    }
    if grid.isDetailed {
      borders =
        TableBorders(grid: grid, columns: edges, rows: rows, scale: scale, options: options).fills
    }
    return BlockLayout(
      parts: parts, fills: shades + borders, utf16Count: utf16Count,
      height: rows[rows.count - 1] + grid.borderWidth * scale, top: nil, region: region)
  }

  /// Moves the parts of a cell to their row, and to their place in it.
  private mutating func place(_ number: Int, _ cell: TableGrid.Cell, _ rows: [Double]) {
    let row = rows[cell.row]..<rows[cell.row + cell.rowSpan]
    let free = max(row.upperBound - row.lowerBound - cellHeights[number], 0)
    let offset =
      switch cell.format.verticalAlignment {
      case .top, nil: 0.0
      case .center: free / 2
      case .bottom: free
      }
    let extent = row.lowerBound..<row.upperBound + grid.borderWidth * scale
    for part in cellParts[number] {
      parts[part].y += rows[cell.row] + offset
      if grid.isDetailed { parts[part].row = extent }
      if cellHeights[number] > row.upperBound - row.lowerBound + 0.01 {
        parts[part].cut(at: row.upperBound)
      }
    }
  }

  /// Returns the four borders around an area; those of adjacent cells overlap.
  private func frame(_ area: Rectangle, _ color: Color) -> [BlockLayout.Fill] {
    let line = grid.borderWidth * scale
    guard line > 0 else { return [] }
    let wide = area.width + line
    let high = area.height + line
    let x = area.x - line / 2
    return [
      Rectangle(x: x, y: area.y, width: wide, height: line),
      Rectangle(x: x, y: area.maxY, width: wide, height: line),
      Rectangle(x: x, y: area.y, width: line, height: high),
      Rectangle(x: area.maxX - line / 2, y: area.y, width: line, height: high),
    ].map { .init(rectangle: $0, color: color, role: .tableBorder) }
  }
}

extension BlockLayout.Part {
  /// Cuts off the lines whose baseline is below a height of the block: they are not drawn.
  fileprivate mutating func cut(at bottom: Double) {
    y = min(y, bottom)
    let limit = bottom - y
    for index in lines.indices {
      if lines[index].y + lines[index].baseline > limit {
        lines[index].y = limit
        lines[index].baseline = 0
        lines[index].flags.insert(.cutOff)
      }
      lines[index].height = max(min(lines[index].height, limit - lines[index].y), 0)
    }
    height = min(height, limit)
  }
}
