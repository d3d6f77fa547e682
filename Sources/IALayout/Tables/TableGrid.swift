import IAText

/// The rows and cells of a table, from the blocks of its paragraphs.
///
/// Paragraphs of the table outside its cells form rows of their own. Nested tables are not
/// recognised: their paragraphs are paragraphs of the outer cell, in order.
struct TableGrid {
  /// A cell with its paragraphs, as indices of the table's paragraphs.
  struct Cell {
    var row: Int
    var columns: Range<Int>
    var rowSpan: Int
    /// The background colour; `nil` for none.
    var shading: Color?
    var paragraphs: Range<Int>
    var id: Int
  }

  private(set) var cells: [Cell] = []
  private(set) var rowCount = 0
  private(set) var columnCount = 1
  private(set) var columns: [Block.Table.Column] = []
  /// The width of borders in points at the default scale.
  private(set) var borderWidth = 1.0

  /// The maximum number of columns; further columns are merged into the last one.
  private static let maxColumns = 256

  init(_ paragraphs: [IAString.Paragraph]) {
    var rowID = 0
    for (number, paragraph) in paragraphs.enumerated() {
      let place = Place(paragraph.attributes.blocks)
      if let table = place.table, columns.isEmpty {
        columns = Array(table.columns.prefix(Self.maxColumns))
        columnCount = max(columns.count, 1)
        let width = table.borderWidth ?? 1
        borderWidth = width.isFinite ? min(max(width, 0), 100) : 1
      }
      if let last = cells.last, place.cellID != 0, last.id == place.cellID {
        cells[cells.count - 1].paragraphs = last.paragraphs.lowerBound..<number + 1
        continue
      }
      if rowCount == 0 || place.rowID == 0 || place.rowID != rowID { rowCount += 1 }
      rowID = place.rowID
      append(place, number)
    }
    for index in cells.indices {
      let known = cells[index]
      cells[index].rowSpan = min(known.rowSpan, rowCount - known.row)
      if known.id == 0 { cells[index].columns = 0..<columnCount }
    }
  }

  private mutating func append(_ place: Place, _ number: Int) {
    let column = min(max(place.cell?.column ?? 0, 0), Self.maxColumns - 1)
    let span = min(max(place.cell?.columnSpan ?? 1, 1), Self.maxColumns - column)
    columnCount = max(columnCount, column + span)
    cells.append(
      Cell(
        row: rowCount - 1, columns: column..<column + span,
        rowSpan: max(place.cell?.rowSpan ?? 1, 1), shading: place.cell?.shading,
        paragraphs: number..<number + 1, id: place.cellID))
  }

  /// The position of a paragraph in the outermost table around it.
  private struct Place {
    var table: Block.Table?
    var rowID = 0
    var cellID = 0
    var cell: Block.TableCell?

    init(_ blocks: [Block]) {
      for block in blocks {
        switch block.kind {
        case .table(let found):
          if table != nil { return }
          table = found
        case .tableRow: rowID = block.id
        case .tableCell(let found):
          cell = found
          cellID = block.id
          return
        default: break
        }
      }
    }
  }
}
