import IAText

/// The tables of a layout block: the outermost one, and those in its cells.
///
/// The tables are a flat list in the order in which they begin: a table precedes those in its
/// cells. The tree depends on the text and on the options of the typesetter, but not on the width:
/// layouts at another width use it again.
struct TableTree {
  /// A table and its place.
  struct Table {
    var grid: TableGrid
    /// The id of its block.
    let id: Int
    /// The cell around the table; `nil` for the outermost table.
    let parent: CellIndex?
    /// The index of its first paragraph among those of the outermost table.
    let firstParagraph: Int
  }

  /// A cell of one of the tables.
  struct CellIndex: Equatable {
    /// The index of the table.
    var table: Int32
    /// The index of the cell in its table.
    var cell: Int32
  }

  /// The number of tables that have up to 256 columns; further ones have up to 16, which limits the
  /// memory for columns of cells that span all of them.
  private static let maxWideTables = 1_024

  private(set) var tables: [Table] = []
  /// The innermost cell around each paragraph.
  private(set) var owners: [CellIndex] = []

  /// Creates the tree of the tables around the paragraphs of an outermost table.
  ///
  /// - Complexity: O(*n*) in the blocks of the paragraphs.
  init(
    _ paragraphs: [IAString.Paragraph], placement: LayoutOptions.Placement = .standard,
    blockAppearance: LayoutOptions.BlockAppearance = .standard, indents: [Int: Double] = [:]
  ) {
    owners.reserveCapacity(paragraphs.count)
    var open: [Int] = []
    var places: [TablePlace] = []
    for (number, paragraph) in paragraphs.enumerated() {
      TablePlace.find(in: paragraph.attributes.blocks, &places)
      var isFirstOfCell = false
      for (depth, place) in places.enumerated() {
        if depth > 0, depth < open.count, isFirstOfCell || tables[open[depth]].id != place.id {
          open.removeSubrange(depth...)
        }
        if depth == open.count {
          let grid = TableGrid(
            maxColumns: tables.count < Self.maxWideTables ? 256 : 16, placement: placement,
            blockAppearance: blockAppearance, indent: indents[place.id] ?? 0)
          open.append(begin(grid, place.id, in: open.last, number))
        }
        isFirstOfCell = tables[open[depth]].grid.add(place, number)
      }
      open.removeSubrange(places.count...)
      owners.append(lastCell(of: open[open.count - 1]))
    }
    for index in tables.indices { tables[index].grid.finish() }
  }

  private mutating func begin(
    _ grid: TableGrid, _ id: Int, in outer: Int?, _ number: Int
  ) -> Int {
    let parent = outer.map { lastCell(of: $0) }
    tables.append(Table(grid: grid, id: id, parent: parent, firstParagraph: number))
    return tables.count - 1
  }

  private func lastCell(of table: Int) -> CellIndex {
    CellIndex(table: Int32(table), cell: Int32(tables[table].grid.cells.count - 1))
  }
}

/// The position of a paragraph in one of the tables around it.
struct TablePlace {
  var table = Block.Table(columns: [])
  /// The id of the table's block.
  var id = 0
  /// The id of the row's block; 0 outside of rows.
  var rowID = 0
  var height: Block.RowHeight?
  /// The id of the cell's block; 0 outside of cells.
  var cellID = 0
  var cell: Block.TableCell?

  /// Finds the positions of a paragraph with a path of blocks, from the outermost table to the
  /// innermost one: at least one, at most `LayoutManager.maxTableDepth`.
  static func find(in blocks: [Block], _ places: inout [TablePlace]) {
    places.removeAll(keepingCapacity: true)
    var place = TablePlace()
    for block in blocks {
      switch block.kind {
      case .table(let found):
        // A table in a table, but not in one of its cells, is not recognised.
        if place.id != 0 { return places.append(place) }
        place.table = found
        place.id = block.id
      case .tableRow(_, let height) where place.id != 0:
        place.rowID = block.id
        place.height = height
      case .tableCell(let found) where place.id != 0:
        place.cell = found
        place.cellID = block.id
        places.append(place)
        if places.count == LayoutManager.maxTableDepth { return }
        place = TablePlace()
      default: break
      }
    }
    if place.id != 0 || places.isEmpty { places.append(place) }
  }
}
