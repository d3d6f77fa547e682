import IASyntax
import IAText
import Testing

@testable import IAText

/// Borders, padding, alignment and sizes of tables, rows and cells.
struct TableFormatTests {
  private let red = Border(.double, width: 3, color: .init(red: 255, green: 0, blue: 0))

  private func text(_ kind: Block.Kind) -> String {
    var writer = JSONWriter()
    Block(id: 7, kind).write(to: &writer)
    return String(decoding: writer.finish(), as: UTF8.self)
  }

  private func block(_ text: String) throws -> Block {
    var reading = FieldReading(isStrict: true)
    return try Block(json: try JSONTable(Array(text.utf8)).root, reading: &reading)
  }

  @Test func `Tables, rows and cells have the members of the specification`() throws {
    var table = Block.Table(columns: [.init()], borderWidth: 0)
    table.borders = Sides(top: red, left: Border.none)
    table.borderBetweenRows = Border(.dotted, width: 1)
    table.borderBetweenColumns = Border(width: 2)
    table.padding = Sides(all: 4)
    table.alignment = .center
    table.width = .percent(50)
    #expect(
      text(.table(table)) == """
        {"id":7,"kind":"table","columns":[{}],"borderWidth":0,\
        "borders":{"top":{"style":"double","width":3,"color":"#FF0000"},\
        "left":{"style":"none","width":0}},"borderBetweenRows":{"style":"dotted","width":1},\
        "borderBetweenColumns":{"width":2},"padding":{"top":4,"right":4,"bottom":4,"left":4},\
        "alignment":"center","width":{"percent":50}}
        """)
    var cell = Block.TableCell(column: 0)
    cell.borders = Sides(bottom: red)
    cell.padding = Sides(left: 0)
    cell.verticalAlignment = .bottom
    #expect(
      text(.tableCell(cell)) == """
        {"id":7,"kind":"table-cell","column":0,\
        "borders":{"bottom":{"style":"double","width":3,"color":"#FF0000"}},\
        "padding":{"left":0},"verticalAlignment":"bottom"}
        """)
    #expect(
      text(.tableRow(isHeader: true, height: .exactly(20)))
        == #"{"id":7,"kind":"table-row","isHeader":true,"height":{"exactly":20}}"#)
    for kind in [
      .table(table), .tableCell(cell), .tableRow(isHeader: false, height: .atLeast(0.5)),
    ] as [Block.Kind] {
      #expect(try block(text(kind)) == Block(id: 7, kind))
    }
  }

  @Test func `Values that no reader accepts are left out`() throws {
    var table = Block.Table(columns: [])
    table.padding = Sides(top: .nan, right: -1, bottom: 1e9)
    table.width = .points(.infinity)
    #expect(text(.table(table)) == #"{"id":7,"kind":"table","columns":[]}"#)
    var cell = Block.TableCell(column: 0)
    cell.padding = Sides(top: .nan, left: 3)
    cell.borders = Sides(top: Border(width: .nan), left: Border(width: -5))
    let written = text(.tableCell(cell))
    #expect(
      written == """
        {"id":7,"kind":"table-cell","column":0,\
        "borders":{"top":{"width":0},"left":{"width":0}},"padding":{"left":3}}
        """)
    #expect(text(try block(written).kind) == written)
    #expect(
      text(.tableRow(isHeader: false, height: .atLeast(.nan))) == #"{"id":7,"kind":"table-row"}"#)
  }

  @Test func `A value that is set and removed leaves an equal cell, with an equal hash`() {
    var cell = Block.TableCell(column: 1)
    cell.verticalAlignment = .center
    #expect(cell != Block.TableCell(column: 1))
    #expect(cell.hasDetails)
    cell.verticalAlignment = nil
    #expect(cell == Block.TableCell(column: 1))
    #expect(Set([cell, Block.TableCell(column: 1)]).count == 1)
    var table = Block.Table(columns: [])
    table.borders = Sides(all: red)
    table.borders = Sides()
    #expect(!table.hasDetails)
  }

  @Test func `Rare properties do not enlarge blocks`() {
    #expect(MemoryLayout<Block.TableCell>.size <= 40)
    #expect(MemoryLayout<Block>.stride <= 48)
  }

  @Test func `A side of a cell has its own border, otherwise that of the table`() {
    var table = Block.Table(columns: [.init(), .init()])
    table.borders = Sides(top: red, right: red)
    table.borderBetweenColumns = Border(.dashed, width: 1)
    var cell = Block.TableCell(column: 0)
    cell.borders = Sides(top: Border(width: 9), right: Border.none)
    let corner = table.borders(of: cell, at: [.top, .left])
    #expect(corner == Sides(top: Border(width: 9), right: Border.none))
    cell.borders = Sides(top: Border(width: 1), right: Border.none)
    let dashed = Border(.dashed, width: 1)
    #expect(
      table.borders(of: cell, at: [.top, .right])
        == Sides(top: red, right: Border.none, left: dashed))
    let middle = table.borders(of: .init(column: 1), at: [])
    #expect(middle == Sides(right: dashed, left: dashed))
  }

  @Test func `Of two borders at one place the wider or stronger one prevails`() {
    let dotted = Border(.dotted, width: 2)
    let solid = Border(.solid, width: 2)
    #expect(Border.prevailing(dotted, solid) == solid)
    #expect(Border.prevailing(dotted, Border(width: 1)) == dotted)
    #expect(Border.prevailing(Border.none, dotted) == dotted)
    #expect(Border.prevailing(nil, Border.none) == Border.none)
    #expect(Border.prevailing(dotted, nil) == dotted)
  }
}
