internal import IAText

/// A row of a table as it is defined.
struct RTFRow: Equatable {
  /// What is said about a cell.
  struct Cell: Equatable {
    /// The right edge in twips.
    var edge: Int32 = 0
    var startsMerge = false
    var continuesMerge = false
    var startsColumn = false
    var continuesColumn = false
    /// An index into the table of colours; 0 for none.
    var shading: Int32 = 0
  }

  var cells: [Cell] = []
  /// What was said about the next cell, before its edge.
  var next = Cell()
  var isHeader = false
  /// The width of the borders in twips; 0 where nothing is said, for then there are none.
  var borderWidth: Int32 = 0
  /// Whether the border words that come are those of a row or cell.
  var isAtBorder = false

  /// The width of the borders that word processors draw round a table of their own accord.
  static let commonBorder: Int32 = 10

  /// The most cells of a row that are kept apart.
  static let mostCells = 1024

  /// What a cell is known to be; an ordinary one beyond those that are defined.
  func cell(_ index: Int) -> Cell {
    index < cells.count ? cells[index] : Cell(edge: (cells.last?.edge ?? 0) &+ 1440)
  }

  /// Obeys a word.
  mutating func apply(_ word: RTFWord.Table, _ value: Int32?) {
    switch word {
    case .trowd: self = RTFRow()
    case .cellx:
      next.edge = value ?? 0
      if cells.count < Self.mostCells { cells.append(next) }
      next = Cell()
      isAtBorder = false
    case .clmgf: next.startsMerge = true
    case .clmrg: next.continuesMerge = true
    case .clvmgf: next.startsColumn = true
    case .clvmrg: next.continuesColumn = true
    case .trhdr: isHeader = value != 0
    case .clcbpat: next.shading = value ?? 0
    case .clcfpat, .clshdng: break
    case .trbrdrt, .trbrdrl, .trbrdrb, .trbrdrr, .trbrdrh, .trbrdrv, .clbrdrt, .clbrdrl, .clbrdrb,
      .clbrdrr:
      isAtBorder = true
    case .brdrnone, .brdrnil, .brdrtbl: isAtBorder = false
    case .brdrw: if isAtBorder, let value, borderWidth > 0 { borderWidth = min(max(value, 1), 255) }
    default: if isAtBorder, borderWidth == 0 { borderWidth = Self.commonBorder }
    }
  }
}

/// The tables around the text that is read, as flat lists, until the outermost one ends.
struct RTFGrid {
  /// A table that is open.
  private struct Frame {
    var table: Int
    /// The row and cell that are open; -1 for none.
    var row = -1
    var cell = -1
    /// How many cells of the row came.
    var count = 0
  }

  private struct TableRecord {
    /// The cell around it; -1 for none.
    var parent: Int
  }

  private struct RowRecord {
    var table: Int
    var definition = RTFRow()
    var cells: [Int] = []
  }

  private struct CellRecord {
    var row: Int
    /// Which of its row it is, from 0, those left out counted.
    var ordinal: Int
  }

  private var frames: [Frame] = []
  private var tables: [TableRecord] = []
  private var rows: [RowRecord] = []
  private var cells: [CellRecord] = []

  /// Whether no table is open.
  var isEmpty: Bool { frames.isEmpty }
  /// How deep the tables nest that are open.
  var depth: Int { frames.count }
  /// Whether a row has cells and no end yet.
  var hasOpenRow: Bool { frames.contains { $0.count > 0 || $0.cell >= 0 } }

  /// The cell that text at a depth of at least 1 stands in, opened where there is none.
  mutating func cell(atDepth depth: Int) -> Int {
    while frames.count > depth { frames.removeLast() }
    while frames.count < depth {
      let parent = frames.isEmpty ? -1 : openCell(frames.count - 1)
      tables.append(TableRecord(parent: parent))
      frames.append(Frame(table: tables.count - 1))
    }
    return openCell(depth - 1)
  }

  private mutating func openCell(_ index: Int) -> Int {
    if frames[index].row < 0 {
      rows.append(RowRecord(table: frames[index].table))
      frames[index].row = rows.count - 1
      frames[index].count = 0
    }
    if frames[index].cell < 0 {
      cells.append(CellRecord(row: frames[index].row, ordinal: frames[index].count))
      frames[index].cell = cells.count - 1
      rows[frames[index].row].cells.append(cells.count - 1)
    }
    return frames[index].cell
  }

  /// Which cell of its row the next one at a depth is, and whether it is still to be opened.
  func nextOrdinal(atDepth depth: Int) -> (ordinal: Int, isNew: Bool) {
    guard depth <= frames.count else { return (0, true) }
    let frame = frames[depth - 1]
    return (frame.count, frame.cell < 0)
  }

  /// Ends the cell at a depth; one that was never opened is counted all the same.
  mutating func endCell(atDepth depth: Int) {
    while frames.count > depth { frames.removeLast() }
    while frames.count < depth { _ = cell(atDepth: depth) }
    if frames[depth - 1].row < 0 {
      rows.append(RowRecord(table: frames[depth - 1].table))
      frames[depth - 1].row = rows.count - 1
      frames[depth - 1].count = 0
    }
    frames[depth - 1].cell = -1
    frames[depth - 1].count += 1
  }

  /// Ends the row at a depth.
  mutating func endRow(atDepth depth: Int, _ definition: RTFRow) {
    guard depth <= frames.count, depth > 0 else { return }
    while frames.count > depth { frames.removeLast() }
    if frames[depth - 1].row >= 0 { rows[frames[depth - 1].row].definition = definition }
    frames[depth - 1].row = -1
    frames[depth - 1].cell = -1
    frames[depth - 1].count = 0
  }

  /// Ends all tables and says which blocks each cell stands in.
  ///
  /// - Parameters:
  ///   - nextID: The id of the next new block.
  ///   - colors: The colours of shadings.
  mutating func finish(nextID: inout Int, colors: RTFColors) -> [[Block]] {
    var tableBlocks = [Block?](repeating: nil, count: tables.count)
    var rowBlocks = [Block?](repeating: nil, count: rows.count)
    let placed = place()
    var paths: [[Block]] = []
    paths.reserveCapacity(cells.count)
    func newBlock(_ kind: Block.Kind) -> Block {
      defer { nextID += 1 }
      return Block(id: nextID, kind)
    }
    for index in cells.indices {
      let (rowIndex, ordinal) = (cells[index].row, cells[index].ordinal)
      let table = rows[rowIndex].table
      if tableBlocks[table] == nil {
        let border = placed.borders[table]
        let points = border == RTFRow.commonBorder ? nil : Double(border) / 20
        tableBlocks[table] = newBlock(
          .table(Block.Table(columns: placed.columns[table], borderWidth: points)))
      }
      if rowBlocks[rowIndex] == nil {
        rowBlocks[rowIndex] = newBlock(.tableRow(isHeader: rows[rowIndex].definition.isHeader))
      }
      var record = placed.cells[index]
      record.shading = colors.color(rows[rowIndex].definition.cell(ordinal).shading)
      // A table stands in a cell that was opened before it.
      let parent = tables[table].parent
      var path = parent >= 0 && parent < paths.count ? paths[parent] : []
      path.reserveCapacity(path.count + 3)
      if let block = tableBlocks[table] { path.append(block) }
      if let block = rowBlocks[rowIndex] { path.append(block) }
      path.append(newBlock(.tableCell(record)))
      paths.append(path)
    }
    frames.removeAll(keepingCapacity: true)
    tables.removeAll(keepingCapacity: true)
    rows.removeAll(keepingCapacity: true)
    cells.removeAll(keepingCapacity: true)
    return paths
  }

  private struct Placed {
    var cells: [Block.TableCell]
    var columns: [[Block.Table.Column]]
    var borders: [Int32]
  }

  /// The most columns of a table that are told apart by their edges.
  private static let mostColumns = 256
  /// Edges that are nearer than this, in twips, are one.
  private static let tolerance: Int32 = 25

  private func place() -> Placed {
    var placed = Placed(
      cells: Array(repeating: Block.TableCell(column: 0), count: cells.count),
      columns: Array(repeating: [], count: tables.count),
      borders: Array(repeating: 0, count: tables.count))
    if tables.count == 1 {
      place(Array(rows.indices), of: 0, &placed)
      return placed
    }
    var rowsOfTable: [[Int]] = Array(repeating: [], count: tables.count)
    for (index, row) in rows.enumerated() { rowsOfTable[row.table].append(index) }
    for table in tables.indices { place(rowsOfTable[table], of: table, &placed) }
    return placed
  }

  private func place(_ rowIndexes: [Int], of table: Int, _ placed: inout Placed) {
    let edges = edges(of: rowIndexes)
    var width = edges.count
    // The cells that may go on below, by the column they start in; -1 for none.
    var open: [Int] = []
    for rowIndex in rowIndexes {
      let row = rows[rowIndex]
      placed.borders[table] = max(placed.borders[table], row.definition.borderWidth)
      let spans = spans(of: row, edges: edges)
      // The cells of a row come in the order of their ordinals.
      var next = 0
      for (ordinal, span) in spans.enumerated() {
        width = max(width, span.upperBound)
        let definition = row.definition.cell(ordinal)
        guard next < row.cells.count, cells[row.cells[next]].ordinal == ordinal else {
          if definition.continuesColumn, span.lowerBound < open.count, open[span.lowerBound] >= 0 {
            placed.cells[open[span.lowerBound]].rowSpan += 1
          }
          continue
        }
        let cell = row.cells[next]
        next += 1
        placed.cells[cell].column = span.lowerBound
        placed.cells[cell].columnSpan = max(span.count, 1)
        width = max(width, span.lowerBound + 1)
        if definition.startsColumn {
          while open.count <= span.lowerBound { open.append(-1) }
          open[span.lowerBound] = cell
        } else if span.lowerBound < open.count {
          open[span.lowerBound] = -1
        }
      }
    }
    placed.columns[table] = columns(edges, count: width)
  }

  /// The columns that each cell of a row covers; those merged into one to their left are empty.
  private func spans(of row: RowRecord, edges: [Int32]) -> [Range<Int>] {
    let last = row.cells.last.map { cells[$0].ordinal + 1 } ?? 0
    let count = min(max(row.definition.cells.count, last), RTFRow.mostCells)
    var spans: [Range<Int>] = []
    var column = 0
    var merged = -1
    for ordinal in 0..<count {
      let definition = row.definition.cell(ordinal)
      var end = column + 1
      if !edges.isEmpty, ordinal < row.definition.cells.count {
        end = max(end, Self.column(of: definition.edge, edges) + 1)
      }
      if definition.continuesMerge, merged >= 0 {
        spans[merged] = spans[merged].lowerBound..<end
        spans.append(end..<end)
      } else {
        if definition.startsMerge { merged = ordinal }
        spans.append(column..<end)
      }
      column = end
    }
    return spans
  }

  private func edges(of rowIndexes: [Int]) -> [Int32] {
    var all: [Int32] = []
    for row in rowIndexes where !rows[row].definition.cells.isEmpty {
      if let last = rowIndexes.first, row != last,
        rows[row].definition.cells == rows[row - 1].definition.cells
      {
        continue
      }
      all.append(contentsOf: rows[row].definition.cells.map(\.edge))
    }
    all.sort()
    var edges: [Int32] = []
    for edge in all where edges.last.map({ edge &- $0 > Self.tolerance }) ?? true {
      edges.append(edge)
      if edges.count > Self.mostColumns { return [] }
    }
    return edges
  }

  /// The column that ends at an edge.
  private static func column(of edge: Int32, _ edges: [Int32]) -> Int {
    var low = 0
    var high = edges.count
    while low < high {
      let middle = (low + high) / 2
      if edges[middle] <= edge { low = middle + 1 } else { high = middle }
    }
    return max(low - 1, 0)
  }

  private func columns(_ edges: [Int32], count: Int) -> [Block.Table.Column] {
    let count = min(count, RTFRow.mostCells)
    return (0..<count).map { index in
      guard index < edges.count else { return Block.Table.Column() }
      let left = index > 0 ? edges[index - 1] : 0
      let width = (Double(edges[index]) - Double(left)) / 20
      return Block.Table.Column(width: width > 0 ? width : nil)
    }
  }
}
