import IAText

/// The state of the layout of a table and of the tables in its cells.
///
/// The paragraphs are appended in their order; `column` is that of the next one.
struct TableLayout {
  private let tree: TableTree
  private let scale: Double
  /// The boxes of the tables, by their index in the tree.
  private var boxes: [PlacedTable] = []
  private var parts: [BlockLayout.Part] = []

  /// Creates a layout whose columns are placed and whose cells are empty.
  ///
  /// - Parameters:
  ///   - tree: The tables.
  ///   - items: Their paragraphs.
  ///   - left: The left edge of the space for the outermost table, in points.
  ///   - available: The width of that space.
  ///   - scale: The factor of all lengths.
  init(
    _ tree: TableTree, _ items: [ParagraphItems], left: Double, available: Double, scale: Double
  ) {
    self.tree = tree
    self.scale = scale
    let widths = Self.widths(tree, items, scale)
    parts.reserveCapacity(items.count)
    boxes.reserveCapacity(tree.tables.count)
    for (index, table) in tree.tables.enumerated() {
      var (left, available) = (left, available)
      if let parent = table.parent {
        // Half of the outer borders are outside of the columns: in a cell there is space for them.
        let cell = boxes[Int(parent.table)].cells[Int(parent.cell)]
        let line = table.grid.borderWidth * scale
        (left, available) = (cell.left + line / 2, max(cell.width - line, 1))
      }
      boxes.append(
        PlacedTable(
          table.grid, widths[index], left: left, available: available, scale: scale))
    }
  }

  /// Returns the widths that the columns of all tables need, computed from the innermost tables
  /// outwards.
  private static func widths(
    _ tree: TableTree, _ items: [ParagraphItems], _ scale: Double
  ) -> [ColumnWidths] {
    var widths = tree.tables.map { ColumnWidths($0.grid, scale: scale) }
    for (number, owner) in tree.owners.enumerated() where number < items.count {
      let table = Int(owner.table)
      let (columns, padding) = tree.tables[table].grid.place(of: owner, scale)
      widths[table].add(items[number], columns: columns, padding: padding)
    }
    for index in tree.tables.indices.reversed() {
      guard let parent = tree.tables[index].parent else { continue }
      let table = Int(parent.table)
      let (columns, padding) = tree.tables[table].grid.place(of: parent, scale)
      var content = widths[index].contentWidths
      if case .points(let points) = tree.tables[index].grid.table.width, points.isFinite {
        content.line = max(content.line, min(points, 16_384) * scale)
      }
      let line = tree.tables[index].grid.borderWidth * scale
      widths[table].add(content, columns: columns, padding: padding + line)
    }
    return widths
  }

  /// The column of the lines of the next paragraph.
  var column: Column {
    let cell = cell(tree.owners[parts.count])
    return .plain(left: cell.left, width: cell.width)
  }

  private func cell(_ index: TableTree.CellIndex) -> PlacedTable.Cell {
    boxes[Int(index.table)].cells[Int(index.cell)]
  }

  /// Appends the next paragraph.
  mutating func append(
    _ paragraph: ParagraphItems, _ lines: [Line], height: Double, utf16Start: Int
  ) {
    let owner = tree.owners[parts.count]
    let cell = cell(owner)
    parts.append(
      BlockLayout.Part(
        paragraph: paragraph, lines: lines, y: 0, height: height, left: cell.left,
        width: cell.width, utf16Start: utf16Start))
    boxes[Int(owner.table)].cells[Int(owner.cell)].height += height
  }

  /// Returns the layout after the last paragraph.
  mutating func finished(
    utf16Count: Int, region: Int?, options: LayoutOptions
  ) -> BlockLayout {
    for index in boxes.indices.reversed() {
      boxes[index].setRows(tree.tables[index].grid, scale)
      guard let parent = tree.tables[index].parent else { continue }
      boxes[Int(parent.table)].cells[Int(parent.cell)].height += boxes[index].height
    }
    placeParts()
    var shades: [BlockLayout.Fill] = []
    var borders: [BlockLayout.Fill] = []
    for (table, box) in zip(tree.tables, boxes) {
      box.addFills(table.grid, scale, options, &shades, &borders)
    }
    return BlockLayout(
      parts: parts, fills: shades + borders, tables: tree, utf16Count: utf16Count,
      height: boxes[0].height, top: nil, region: region)
  }

  /// Places the paragraphs and the tables of cells below each other, in the order of the text.
  private mutating func placeParts() {
    let statesRows =
      boxes.count > 1 || tree.tables[0].grid.isDetailed || tree.tables[0].grid.isOfPage
      || parts.contains { !$0.paragraph.style.boxes.isEmpty }
    var next = 0
    for number in parts.indices {
      while next < boxes.count, tree.tables[next].firstParagraph == number {
        placeTable(next)
        next += 1
      }
      let owner = tree.owners[number]
      let table = Int(owner.table)
      let (y, limit) = boxes[table].cells[Int(owner.cell)].add(parts[number].height)
      parts[number].y = y
      if statesRows { parts[number].row = boxes[table].rowExtent(of: owner, tree, scale) }
      if limit.isFinite { parts[number].cut(at: limit) }
    }
  }

  /// Places the cells of a table at its place in the cell around it.
  private mutating func placeTable(_ index: Int) {
    let table = tree.tables[index]
    guard let parent = table.parent else {
      return boxes[index].place(table.grid, at: 0, limit: .infinity)
    }
    let outer = Int(parent.table)
    boxes[index].row = boxes[outer].rowExtent(of: parent, tree, scale)
    let (top, limit) = boxes[outer].cells[Int(parent.cell)].add(boxes[index].height)
    boxes[index].place(table.grid, at: top, limit: limit)
  }
}

extension TableGrid {
  /// Returns the columns of a cell, and the space on both sides of its content, in points.
  fileprivate func place(
    of index: TableTree.CellIndex, _ scale: Double
  ) -> (columns: Range<Int>, padding: Double) {
    let cell = cells[Int(index.cell)]
    let insets = insets(of: cell)
    return (cell.columns, (insets.left + insets.right) * scale)
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
