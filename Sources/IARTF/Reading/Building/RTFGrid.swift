internal import IAText

/// The open tables, as flat lists, until the outermost one ends.
///
/// Rows of a table and cells of a row are linked by their indexes. The lists keep their capacity for the
/// next table.
struct RTFGrid {
  /// A table that is open.
  private struct Frame {
    var table: Int
    /// The open row and the open cell.
    var row = RTFIndex<RowRecord>.none
    var cell = RTFIndex<CellRecord>.none
    /// The number of cells of the row that have ended.
    var count = 0
    /// The number of empty cells after them that the row does not define.
    var surplus = 0
  }

  struct TableRecord {
    /// The cell around it.
    var parent: RTFIndex<CellRecord>
    var firstRow = RTFIndex<RowRecord>.none
    var lastRow = RTFIndex<RowRecord>.none
    var rowCount = 0
    var borders = RTFTableBorders.alike(0)
    /// The statements of the first row about the table.
    var format = RTFRowFormat()
    var columns: [Block.Table.Column] = []
    var block: Block?
  }

  struct RowRecord {
    var table: Int
    /// The index of its definition; 0 if it has none.
    var definition = 0
    var firstCell = RTFIndex<CellRecord>.none
    var lastCell = RTFIndex<CellRecord>.none
    /// The next row of the table.
    var next = RTFIndex<RowRecord>.none
    /// The number of rows of the table above it.
    var number = 0
    /// The id of its block; `nil` before the block is created.
    var id: Int?
  }

  struct CellRecord {
    var row: Int
    /// The index in its row; absent cells are counted.
    var ordinal: Int
    /// The next cell of the row.
    var next = RTFIndex<CellRecord>.none
    var place = Block.TableCell(column: 0)
    /// The last cell of those below that are merged into this one.
    var end: (definition: Int, ordinal: Int)?
  }

  private var frames: [Frame] = []
  var tables: [TableRecord] = []
  var rows: [RowRecord] = []
  var cells: [CellRecord] = []
  /// The definitions of rows; the first one is for rows without a definition.
  var definitions = [RTFRow()]
  /// The number of cells of all definitions, which is limited, because a few bytes can create
  /// another definition of a thousand cells.
  private var definedCells = 0
  private static let maxDefinedCells = 1 << 20
  /// Whether any definition has a cell whose column has no width.
  private(set) var hasAutomaticCells = false
  /// Buffers for the placement of tables.
  var workspace = RTFGridWorkspace()
  /// The blocks around each cell; empty before `finish`.
  private(set) var paths: [[Block]] = []
  /// The indents of outermost tables in points by the ids of their blocks, since the last `finish`.
  private(set) var indents: [Int: Double] = [:]
  /// The ids of the blocks of rows of outermost tables that pages do not divide, since the last `finish`.
  private(set) var keptRows: Set<Int> = []

  /// Whether no table is open.
  var isEmpty: Bool { frames.isEmpty }
  /// The nesting depth of the open tables.
  var depth: Int { frames.count }
  /// Whether an open row has cells.
  var hasOpenRow: Bool { frames.contains { $0.count > 0 || !$0.cell.isNone } }

  /// Returns the open cell at a depth of at least 1, which is opened if there is none.
  mutating func cell(atDepth depth: Int) -> Int {
    while frames.count > depth { frames.removeLast() }
    while frames.count < depth {
      let parent = frames.isEmpty ? nil : openCell(frames.count - 1)
      tables.append(TableRecord(parent: parent.map { RTFIndex($0) } ?? .none))
      frames.append(Frame(table: tables.count - 1))
    }
    return openCell(depth - 1)
  }

  private mutating func openCell(_ index: Int) -> Int {
    let row = openRow(index)
    if let cell = frames[index].cell.value { return cell }
    frames[index].count += frames[index].surplus
    frames[index].surplus = 0
    let cell = RTFIndex<CellRecord>(cells.count)
    cells.append(CellRecord(row: row, ordinal: frames[index].count))
    frames[index].cell = cell
    if let last = rows[row].lastCell.value { cells[last].next = cell }
    if rows[row].firstCell.isNone { rows[row].firstCell = cell }
    rows[row].lastCell = cell
    return Int(cell.rawValue)
  }

  @discardableResult
  private mutating func openRow(_ index: Int) -> Int {
    if let row = frames[index].row.value { return row }
    let table = frames[index].table
    let row = RTFIndex<RowRecord>(rows.count)
    rows.append(RowRecord(table: table))
    frames[index].row = row
    frames[index].count = 0
    if let last = tables[table].lastRow.value { rows[last].next = row }
    if tables[table].firstRow.isNone { tables[table].firstRow = row }
    tables[table].lastRow = row
    return Int(row.rawValue)
  }

  /// Returns the number of the next cell of its row at a depth, and whether it is not open yet.
  func nextOrdinal(atDepth depth: Int) -> (ordinal: Int, isNew: Bool) {
    guard depth <= frames.count else { return (0, true) }
    let frame = frames[depth - 1]
    return (frame.count + frame.surplus, frame.cell.isNone)
  }

  /// Opens the last cell of a row again, because the next one is merged into it.
  mutating func reopenCell(atDepth depth: Int) {
    guard depth > 0, depth == frames.count, frames[depth - 1].cell.isNone,
      let row = frames[depth - 1].row.value
    else { return }
    frames[depth - 1].cell = rows[row].lastCell
  }

  /// Ends the cell at a depth; a cell that was never opened is counted, too.
  mutating func endCell(atDepth depth: Int) {
    while frames.count > depth { frames.removeLast() }
    while frames.count < depth { _ = cell(atDepth: depth) }
    openRow(depth - 1)
    frames[depth - 1].cell = .none
    frames[depth - 1].count += 1
  }

  /// The open cell of the outermost table, and whether no cell of its row has ended; `nil` if there is
  /// none, or a table in it.
  var openOuterCell: (cell: Int, isOnly: Bool)? {
    guard frames.count == 1, let cell = frames[0].cell.value else { return nil }
    return (cell, frames[0].count == 0)
  }

  /// Removes the open cell of the outermost table, to which no paragraph refers, from its row.
  mutating func removeOpenOuterCell() {
    guard let row = frames.first?.row.value, let cell = frames[0].cell.value else { return }
    frames[0].cell = .none
    var last = RTFIndex<CellRecord>.none
    var next = rows[row].firstCell
    while let index = next.value, index != cell {
      last = next
      next = cells[index].next
    }
    rows[row].lastCell = last
    if let index = last.value { cells[index].next = .none } else { rows[row].firstCell = .none }
  }

  /// Records an empty cell that the row of the outermost table does not define.
  ///
  /// The cell counts only if another cell follows.
  ///
  /// - Precondition: A row of the outermost table is open, without an open cell.
  mutating func noteSurplusCell() { frames[0].surplus += 1 }

  /// Removes the recorded empty cells at the end of the open row of the outermost table, and returns how many of them a
  /// definition has and how many it does not have.
  mutating func takeSurplusCells(definedBy definition: RTFRow) -> (defined: Int, surplus: Int) {
    guard let frame = frames.first, frame.surplus > 0 else { return (0, 0) }
    frames[0].surplus = 0
    let defined = min(frame.surplus, max(definition.cells.count - frame.count, 0))
    return (defined, frame.surplus - defined)
  }

  /// Ends the row at a depth.
  ///
  /// - Returns: Whether the definition of the row is within the limit.
  mutating func endRow(atDepth depth: Int, _ definition: RTFRow) -> Bool {
    guard depth <= frames.count, depth > 0 else { return true }
    while frames.count > depth { frames.removeLast() }
    let row = frames[depth - 1].row
    frames[depth - 1].row = .none
    frames[depth - 1].cell = .none
    frames[depth - 1].count = 0
    guard let row = row.value else { return true }
    if definitions[definitions.count - 1] != definition {
      guard definedCells + definition.cells.count <= Self.maxDefinedCells else { return false }
      definedCells += definition.cells.count
      definitions.append(definition)
      hasAutomaticCells = hasAutomaticCells || definition.hasAutomaticCells
    }
    rows[row].definition = definitions.count - 1
    return true
  }

  /// Ends all tables and sets `paths`.
  ///
  /// - Parameters:
  ///   - nextID: The id of the next new block.
  ///   - colors: The colours of shadings.
  mutating func finish(nextID: inout Int, colors: RTFColorTable) {
    for table in tables.indices { place(table) }
    indents.removeAll()
    keptRows.removeAll()
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
    hasAutomaticCells = false
  }

  /// Returns the blocks around a cell; those of its table and row are created with the first cell.
  private mutating func path(of cell: Int, nextID: inout Int, colors: RTFColorTable) -> [Block] {
    let row = cells[cell].row
    let table = rows[row].table
    let block = block(of: table, nextID: &nextID, colors)
    let rowID = rows[row].id ?? Self.next(&nextID)
    rows[row].id = rowID
    let definition = definitions[rows[row].definition]
    if definition.format.isKept, tables[table].parent.isNone { keptRows.insert(rowID) }
    let rowBlock = Block(
      id: rowID,
      .tableRow(isHeader: definition.isHeader, height: definition.format.rowHeight))
    let cellBlock = Block(
      id: Self.next(&nextID), .tableCell(self.cellBlock(cell, colors: colors)))
    // The cell around a table was opened before it.
    guard let parent = tables[table].parent.value, parent < paths.count else {
      return [block, rowBlock, cellBlock]
    }
    var path: [Block] = []
    path.reserveCapacity(paths[parent].count + 3)
    path += paths[parent]
    path += [block, rowBlock, cellBlock]
    return path
  }

  private mutating func block(
    of table: Int, nextID: inout Int, _ colors: RTFColorTable
  ) -> Block {
    if let block = tables[table].block { return block }
    let block = Block(id: Self.next(&nextID), .table(tableKind(table, colors: colors)))
    tables[table].block = block
    let left = tables[table].format.left
    if left != 0, tables[table].parent.isNone { indents[block.id] = Double(left) / 20 }
    return block
  }

  private static func next(_ id: inout Int) -> Int {
    defer { id += 1 }
    return id
  }
}
