internal import IAText

/// What one table after the other is placed with; all of it keeps its room.
struct RTFGridWorkspace {
  /// The right edges of the columns of the table, in twips.
  var edges: [Int32] = []
  /// The columns that each cell of the row covers, and whose they are: neighbouring rows are often
  /// defined alike.
  var spans: [Range<Int>] = []
  var spansOwner = (definition: -1, count: -1)
  /// The cells that may go on below, by the column they start in; -1 for none.
  var open: [Int] = []
  /// The edges and columns of the table before.
  var lastEdges: [Int32] = []
  var lastColumns: [Block.Table.Column] = []
}

extension RTFGrid {
  /// The most columns of a table that are told apart by their edges.
  private static let mostColumns = 256
  /// Edges that are nearer than this, in twips, are one.
  private static let tolerance = 25
  /// How many edges are collected before they are put in order.
  private static let mostCollected = 1 << 14

  /// Finds the columns of a table and gives each of its cells its place in them.
  mutating func place(_ table: Int) {
    findEdges(of: table)
    workspace.open.removeAll(keepingCapacity: true)
    workspace.spansOwner = (-1, -1)
    var width = workspace.edges.count
    var border: Int32 = 0
    var (sides, count) = (0, 0)
    var row = tables[table].firstRow
    while row >= 0 {
      border = max(border, definitions[rows[row].definition].borderWidth)
      sides += Int(definitions[rows[row].definition].borderSides)
      count += definitions[rows[row].definition].cells.count
      findSpans(of: row)
      width = max(width, placeCells(of: row))
      row = rows[row].next
    }
    // Rules under a head or beside a cell are no grid.
    tables[table].borderWidth = sides >= count ? border : 0
    tables[table].columns = columns(count: width)
  }

  /// Gives the cells of a row their places and says how many columns they reach over.
  private mutating func placeCells(of row: Int) -> Int {
    let definition = rows[row].definition
    var width = 0
    // The cells of a row come in the order of their ordinals.
    var cell = rows[row].firstCell
    for ordinal in workspace.spans.indices {
      let span = workspace.spans[ordinal]
      width = max(width, span.upperBound)
      let kind = definitions[definition].cell(ordinal)
      guard cell >= 0, cells[cell].ordinal == ordinal else {
        if kind.continuesColumn, span.lowerBound < workspace.open.count,
          workspace.open[span.lowerBound] >= 0
        {
          cells[workspace.open[span.lowerBound]].place.rowSpan += 1
        }
        continue
      }
      cells[cell].place.column = span.lowerBound
      cells[cell].place.columnSpan = max(span.count, 1)
      width = max(width, span.lowerBound + 1)
      if kind.startsColumn {
        while workspace.open.count <= span.lowerBound { workspace.open.append(-1) }
        workspace.open[span.lowerBound] = cell
      } else if span.lowerBound < workspace.open.count {
        workspace.open[span.lowerBound] = -1
      }
      cell = cells[cell].next
    }
    return width
  }

  /// Finds the columns that each cell of a row covers; those merged into one to their left are empty.
  private mutating func findSpans(of row: Int) {
    let index = rows[row].definition
    let last = rows[row].lastCell
    let count = min(
      max(definitions[index].cells.count, last < 0 ? 0 : cells[last].ordinal + 1), RTFRow.mostCells)
    if workspace.spansOwner == (index, count) { return }
    workspace.spansOwner = (index, count)
    workspace.spans.removeAll(keepingCapacity: true)
    var column = 0
    var merged = -1
    for ordinal in 0..<count {
      let definition = definitions[index].cell(ordinal)
      var end = column + 1
      if !workspace.edges.isEmpty, ordinal < definitions[index].cells.count {
        end = max(end, self.column(endingAt: definition.edge) + 1)
      }
      if definition.continuesMerge, merged >= 0 {
        workspace.spans[merged] = workspace.spans[merged].lowerBound..<end
        workspace.spans.append(end..<end)
      } else {
        if definition.startsMerge { merged = ordinal }
        workspace.spans.append(column..<end)
      }
      column = end
    }
  }

  /// Finds the edges of all rows of a table; none where there are too many.
  private mutating func findEdges(of table: Int) {
    workspace.edges.removeAll(keepingCapacity: true)
    var known = 0
    var row = tables[table].firstRow
    while row >= 0 {
      let definition = rows[row].definition
      if definition != known, definitions[definition].cells != definitions[known].cells {
        for cell in definitions[definition].cells { workspace.edges.append(cell.edge) }
        if workspace.edges.count > Self.mostCollected {
          mergeEdges()
          if workspace.edges.count > Self.mostColumns { break }
        }
      }
      known = definition
      row = rows[row].next
    }
    mergeEdges()
    if workspace.edges.count > Self.mostColumns { workspace.edges.removeAll(keepingCapacity: true) }
  }

  /// Puts the edges in order, those that are near each other as one.
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

  /// The column that ends at an edge.
  private func column(endingAt edge: Int32) -> Int {
    var low = 0
    var high = workspace.edges.count
    while low < high {
      let middle = (low + high) / 2
      if workspace.edges[middle] <= edge { low = middle + 1 } else { high = middle }
    }
    return max(low - 1, 0)
  }

  /// The columns of the table; documents often have many tables of the same ones.
  private mutating func columns(count: Int) -> [Block.Table.Column] {
    let count = min(count, RTFRow.mostCells)
    if count == workspace.lastColumns.count, workspace.edges == workspace.lastEdges {
      return workspace.lastColumns
    }
    workspace.lastEdges = workspace.edges
    workspace.lastColumns = (0..<count).map { index in
      guard index < workspace.edges.count else { return Block.Table.Column() }
      let left = index > 0 ? workspace.edges[index - 1] : 0
      let width = (Double(workspace.edges[index]) - Double(left)) / 20
      return Block.Table.Column(width: width > 0 ? width : nil)
    }
    return workspace.lastColumns
  }
}
