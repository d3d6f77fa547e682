internal import IAText

/// The tables around the text that is read, as flat lists, until the outermost one ends.
///
/// Rows of a table and cells of a row are chained by their indexes; all lists and what `finish`
/// works with keep their room for the next table.
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

  struct TableRecord {
    /// The cell around it; -1 for none.
    var parent: Int
    var firstRow = -1
    var lastRow = -1
    /// The widest border of its rows, where its cells have one side with a border each, on average.
    var borderWidth: Int32 = 0
    var columns: [Block.Table.Column] = []
    var block: Block?
  }

  struct RowRecord {
    var table: Int
    /// The index of its definition; 0 where none came.
    var definition = 0
    var firstCell = -1
    var lastCell = -1
    /// The next row of the table; -1 for none.
    var next = -1
    /// The id of its block; 0 for none yet.
    var id = 0
  }

  struct CellRecord {
    var row: Int
    /// Which of its row it is, from 0, those left out counted.
    var ordinal: Int
    /// The next cell of the row; -1 for none.
    var next = -1
    var place = Block.TableCell(column: 0)
  }

  private var frames: [Frame] = []
  var tables: [TableRecord] = []
  var rows: [RowRecord] = []
  var cells: [CellRecord] = []
  /// The definitions of rows; the first is that of a row without any.
  var definitions = [RTFRow()]
  /// How many cells they have together: a few bytes that change a definition of a thousand cells
  /// make another.
  private var definedCells = 0
  private static let mostDefinedCells = 1 << 20
  /// What one table after the other is placed with.
  var workspace = RTFGridWorkspace()
  /// The blocks that each cell stands in, once `finish` has said so.
  private(set) var paths: [[Block]] = []

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
    openRow(index)
    if frames[index].cell < 0 {
      let (row, cell) = (frames[index].row, cells.count)
      cells.append(CellRecord(row: row, ordinal: frames[index].count))
      frames[index].cell = cell
      if rows[row].lastCell >= 0 { cells[rows[row].lastCell].next = cell }
      if rows[row].firstCell < 0 { rows[row].firstCell = cell }
      rows[row].lastCell = cell
    }
    return frames[index].cell
  }

  private mutating func openRow(_ index: Int) {
    guard frames[index].row < 0 else { return }
    let (table, row) = (frames[index].table, rows.count)
    rows.append(RowRecord(table: table))
    frames[index].row = row
    frames[index].count = 0
    if tables[table].lastRow >= 0 { rows[tables[table].lastRow].next = row }
    if tables[table].firstRow < 0 { tables[table].firstRow = row }
    tables[table].lastRow = row
  }

  /// Which cell of its row the next one at a depth is, and whether it is still to be opened.
  func nextOrdinal(atDepth depth: Int) -> (ordinal: Int, isNew: Bool) {
    guard depth <= frames.count else { return (0, true) }
    let frame = frames[depth - 1]
    return (frame.count, frame.cell < 0)
  }

  /// Opens the last cell of a row again: the next one is merged into it.
  mutating func reopenCell(atDepth depth: Int) {
    guard depth > 0, depth == frames.count, frames[depth - 1].cell < 0 else { return }
    let row = frames[depth - 1].row
    if row >= 0, rows[row].lastCell >= 0 { frames[depth - 1].cell = rows[row].lastCell }
  }

  /// Ends the cell at a depth; one that was never opened is counted all the same.
  mutating func endCell(atDepth depth: Int) {
    while frames.count > depth { frames.removeLast() }
    while frames.count < depth { _ = cell(atDepth: depth) }
    openRow(depth - 1)
    frames[depth - 1].cell = -1
    frames[depth - 1].count += 1
  }

  /// Ends the row at a depth.
  ///
  /// - Returns: Whether there was room to keep how the row is defined.
  mutating func endRow(atDepth depth: Int, _ definition: RTFRow) -> Bool {
    guard depth <= frames.count, depth > 0 else { return true }
    while frames.count > depth { frames.removeLast() }
    let row = frames[depth - 1].row
    frames[depth - 1].row = -1
    frames[depth - 1].cell = -1
    frames[depth - 1].count = 0
    guard row >= 0 else { return true }
    if definitions[definitions.count - 1] != definition {
      guard definedCells + definition.cells.count <= Self.mostDefinedCells else { return false }
      definedCells += definition.cells.count
      definitions.append(definition)
    }
    rows[row].definition = definitions.count - 1
    return true
  }

  /// Ends all tables and says in `paths` which blocks each cell stands in.
  ///
  /// - Parameters:
  ///   - nextID: The id of the next new block.
  ///   - colors: The colours of shadings.
  mutating func finish(nextID: inout Int, colors: RTFColors) {
    for table in tables.indices { place(table) }
    paths.removeAll(keepingCapacity: true)
    paths.reserveCapacity(cells.count)
    for cell in cells.indices {
      paths.append(path(of: cell, nextID: &nextID, colors: colors))
    }
    frames.removeAll(keepingCapacity: true)
    tables.removeAll(keepingCapacity: true)
    rows.removeAll(keepingCapacity: true)
    cells.removeAll(keepingCapacity: true)
    definitions.removeLast(definitions.count - 1)
    definedCells = 0
  }

  /// The blocks around a cell, those of its table and row made with its first cell, and its own.
  private mutating func path(of cell: Int, nextID: inout Int, colors: RTFColors) -> [Block] {
    let row = cells[cell].row
    let table = rows[row].table
    let block = block(of: table, nextID: &nextID)
    if rows[row].id == 0 { rows[row].id = Self.next(&nextID) }
    let definition = definitions[rows[row].definition]
    var place = cells[cell].place
    place.shading = colors.color(definition.cell(cells[cell].ordinal).shading)
    let rowBlock = Block(id: rows[row].id, .tableRow(isHeader: definition.isHeader))
    let cellBlock = Block(id: Self.next(&nextID), .tableCell(place))
    // A table stands in a cell that was opened before it.
    let parent = tables[table].parent
    guard parent >= 0, parent < paths.count else { return [block, rowBlock, cellBlock] }
    var path: [Block] = []
    path.reserveCapacity(paths[parent].count + 3)
    path += paths[parent]
    path += [block, rowBlock, cellBlock]
    return path
  }

  private mutating func block(of table: Int, nextID: inout Int) -> Block {
    if let block = tables[table].block { return block }
    let border = tables[table].borderWidth
    let points = border == RTFRow.commonBorder ? nil : Double(border) / 20
    let block = Block(
      id: Self.next(&nextID),
      .table(Block.Table(columns: tables[table].columns, borderWidth: points)))
    tables[table].block = block
    return block
  }

  private static func next(_ id: inout Int) -> Int {
    defer { id += 1 }
    return id
  }
}
