internal import IAText

/// Buffers for the placement of tables, whose capacity is reused.
struct RTFGridWorkspace {
  /// The right edges of the columns of the table, in twips.
  var edges: [Int32] = []
  /// The columns of each cell of the row.
  var spans: [Range<Int>] = []
  var spansOwner: (definition: Int, count: Int)?
  /// The cells that may continue below, by their first column.
  var open: [RTFIndex<RTFGrid.CellRecord>] = []
  /// The columns without a width of the table.
  var automatic: Set<Int> = []
  /// The edges and columns of the previous table.
  var lastEdges: [Int32] = []
  var lastAutomatic: Set<Int> = []
  var lastColumns: [Block.Table.Column] = []
}

extension RTFGrid {
  /// The maximum number of columns that edges define.
  private static let maxColumns = 256
  /// The maximum distance, in twips, of edges that are merged.
  private static let tolerance = 25
  /// The maximum number of edges that are collected before they are sorted.
  private static let maxCollected = 1 << 14

  /// Finds the columns of a table and places its cells in them.
  mutating func place(_ table: Int) {
    findEdges(of: table)
    findAutomaticColumns(of: table)
    workspace.open.removeAll(keepingCapacity: true)
    workspace.spansOwner = nil
    var width = workspace.edges.count
    var row = tables[table].firstRow
    if let first = row.value { tables[table].format = definitions[rows[first].definition].format }
    while let index = row.value {
      rows[index].number = tables[table].rowCount
      tables[table].rowCount += 1
      findSpans(of: index)
      width = max(width, placeCells(of: index))
      row = rows[index].next
    }
    findBorders(of: table)
    tables[table].columns = columns(count: width)
  }

  /// Places the cells of a row, and returns the number of columns that they cover.
  private mutating func placeCells(of row: Int) -> Int {
    let definition = rows[row].definition
    var width = 0
    // The cells of a row are in the order of their ordinals.
    var cell = rows[row].firstCell
    for ordinal in workspace.spans.indices {
      let span = workspace.spans[ordinal]
      width = max(width, span.upperBound)
      let kind = definitions[definition].cell(ordinal)
      guard let index = cell.value, cells[index].ordinal == ordinal else {
        if kind.continuesColumn, span.lowerBound < workspace.open.count,
          let above = workspace.open[span.lowerBound].value
        {
          cells[above].place.rowSpan += 1
          cells[above].end = (definition, ordinal)
        }
        continue
      }
      cells[index].place.column = span.lowerBound
      cells[index].place.columnSpan = max(span.count, 1)
      width = max(width, span.lowerBound + 1)
      if kind.startsColumn {
        while workspace.open.count <= span.lowerBound { workspace.open.append(.none) }
        workspace.open[span.lowerBound] = cell
      } else if span.lowerBound < workspace.open.count {
        workspace.open[span.lowerBound] = .none
      }
      cell = cells[index].next
    }
    return width
  }

  /// Finds the columns that each cell of a row covers; those merged into one to their left are empty.
  private mutating func findSpans(of row: Int) {
    let index = rows[row].definition
    let lastCount = rows[row].lastCell.value.map { cells[$0].ordinal + 1 } ?? 0
    let count = min(max(definitions[index].cells.count, lastCount), RTFRow.maxCells)
    if let owner = workspace.spansOwner, owner == (index, count) { return }
    workspace.spansOwner = (index, count)
    workspace.spans.removeAll(keepingCapacity: true)
    var column = 0
    var merged: Int?
    for ordinal in 0..<count {
      let definition = definitions[index].cell(ordinal)
      var end = column + 1
      if !workspace.edges.isEmpty, ordinal < definitions[index].cells.count {
        let stated = self.column(endingAt: definition.edge) + 1
        // Some writers give the cells of a merged one its edge.
        end = max(definition.continuesMerge && merged != nil ? column : end, stated)
      }
      if definition.continuesMerge, let merged {
        workspace.spans[merged] = workspace.spans[merged].lowerBound..<end
        workspace.spans.append(end..<end)
      } else {
        if definition.startsMerge { merged = ordinal }
        workspace.spans.append(column..<end)
      }
      column = end
    }
  }

  /// Finds the edges of all rows of a table; none if there are too many.
  private mutating func findEdges(of table: Int) {
    workspace.edges.removeAll(keepingCapacity: true)
    var known = 0
    var row = tables[table].firstRow
    while let index = row.value {
      let definition = rows[index].definition
      if definition != known, definitions[definition].cells != definitions[known].cells {
        for cell in definitions[definition].cells { workspace.edges.append(cell.edge) }
        if workspace.edges.count > Self.maxCollected {
          mergeEdges()
          if workspace.edges.count > Self.maxColumns { break }
        }
      }
      known = definition
      row = rows[index].next
    }
    mergeEdges()
    if workspace.edges.count > Self.maxColumns { workspace.edges.removeAll(keepingCapacity: true) }
  }

  /// Finds the columns whose cells state that they have no width.
  private mutating func findAutomaticColumns(of table: Int) {
    workspace.automatic.removeAll(keepingCapacity: true)
    guard hasAutomaticCells, !workspace.edges.isEmpty else { return }
    var known = 0
    var row = tables[table].firstRow
    while let index = row.value {
      let definition = rows[index].definition
      if definition != known, definitions[definition].hasAutomaticCells {
        for cell in definitions[definition].cells where cell.isAutomatic {
          workspace.automatic.insert(column(endingAt: cell.edge))
        }
      }
      known = definition
      row = rows[index].next
    }
  }

  /// Sorts the edges and merges adjacent ones within the tolerance.
  private mutating func mergeEdges() {
    let isSorted = zip(workspace.edges, workspace.edges.dropFirst()).allSatisfy { $0 <= $1 }
    if !isSorted { workspace.edges.sort() }
    var count = 0
    for index in workspace.edges.indices {
      let edge = workspace.edges[index]
      if count > 0, Int(edge) - Int(workspace.edges[count - 1]) <= Self.tolerance { continue }
      workspace.edges[count] = edge
      count += 1
    }
    workspace.edges.removeLast(workspace.edges.count - count)
  }

  /// Returns the column that ends at an edge.
  private func column(endingAt edge: Int32) -> Int {
    var low = 0
    var high = workspace.edges.count
    while low < high {
      let middle = (low + high) / 2
      if workspace.edges[middle] <= edge { low = middle + 1 } else { high = middle }
    }
    return max(low - 1, 0)
  }

  /// Returns the columns of the table; documents often have many tables with equal columns.
  private mutating func columns(count: Int) -> [Block.Table.Column] {
    let count = min(count, RTFRow.maxCells)
    if count == workspace.lastColumns.count, workspace.edges == workspace.lastEdges,
      workspace.automatic == workspace.lastAutomatic
    {
      return workspace.lastColumns
    }
    workspace.lastEdges = workspace.edges
    workspace.lastAutomatic = workspace.automatic
    // Some writers leave the widths to other programs and number the edges instead.
    let hasWidths = workspace.edges.count > 1 || workspace.edges.last ?? 0 > Self.tolerance
    workspace.lastColumns = (0..<count).map { index in
      guard hasWidths, index < workspace.edges.count else { return Block.Table.Column() }
      let left = index > 0 ? workspace.edges[index - 1] : 0
      let width = (Double(workspace.edges[index]) - Double(left)) / 20
      let isStated = width > 0 && !workspace.automatic.contains(index)
      return Block.Table.Column(width: isStated ? width : nil)
    }
    return workspace.lastColumns
  }
}
