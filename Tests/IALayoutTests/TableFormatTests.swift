import IAText
import Testing

@testable import IALayout

@Suite(.enabled(if: TestFonts.areThere, "the test fonts are not installed"))
struct TableFormatTests {
  private let red = Color(red: 255, green: 0, blue: 0)

  private func string(
    _ table: Block.Table, _ rows: [(Block.RowHeight?, [Block.TableCell])], text: String = "x"
  ) -> IAString {
    var builder = IAStringBuilder()
    var id = 1
    for (height, cells) in rows {
      id += 1
      let row = Block(id: id, .tableRow(isHeader: false, height: height))
      for cell in cells {
        id += 1
        builder.append(text)
        builder.endParagraph(
          ParagraphAttributes(
            blocks: [Block(id: 1, .table(table)), row, Block(id: id, .tableCell(cell))]))
      }
    }
    return builder.finish()
  }

  private func borders(_ layout: LayoutManager) -> [Rectangle] {
    layout.drawn().fills.filter { $0.role == .tableBorder }.map(\.rectangle)
  }

  @Test func `Tables have their stated widths as in LibreOffice`() throws {
    let columns = [Block.Table.Column(width: 40), .init(width: 60)]
    var table = Block.Table(columns: columns)
    table.padding = Sides(top: 0, right: 5, bottom: 0, left: 5)
    let cells = [Block.TableCell(column: 0), Block.TableCell(column: 1)]
    let typesetter = try TestFonts.typesetter { $0.placement = .office }
    func layout(_ text: String, _ table: Block.Table) throws -> LayoutManager {
      try LayoutManager.of(
        string(table, [(nil, cells), (nil, cells)], text: text), width: 300,
        typesetter: typesetter)
    }
    let lines = try layout("x", table).lineFragments()
    // The text of the first column is at the margin, and the borders of half a point are above
    // the text.
    #expect(lines.prefix(4).map(\.usedRect.x) == [0, 40, 0, 40])
    #expect(abs(lines[0].rect.y - 0.5) < 0.01)
    #expect(abs(lines[2].rect.y - lines[0].rect.y - 22.3) < 0.01)
    let drawn = try borders(layout("x", table))
    #expect(drawn.map(\.x).min() == -5.25 && drawn.map(\.maxX).max() == 95.25)
    // A long word does not widen its column.
    let long = try layout("a-word-that-is-long", table).lineFragments()
    #expect(long.allSatisfy { [0, 40].contains($0.usedRect.x) })
    // An indent moves the first column; the others keep their distance from the margin.
    let indented = try LayoutManager.of(
      string(table, [(nil, cells)], text: "x"), width: 300,
      typesetter: TestFonts.typesetter {
        $0.placement = .office
        $0.tableIndents = [1: 18]
      })
    #expect(indented.lineFragments().prefix(2).map(\.usedRect.x) == [18, 40])
    #expect(borders(indented).map(\.maxX).max() == 95.25)
    table.alignment = .right
    #expect(try layout("x", table).lineFragments()[0].usedRect.x == 205)
    table.columns = [.init(width: 150), .init(width: 170)]
    table.alignment = .center
    #expect(try layout("x", table).lineFragments()[0].usedRect.x == -5)
    // Tables that are much wider than the page are reduced.
    let wide = Block.Table(columns: [.init(width: 400), .init(width: 400)])
    let right = try borders(layout("x", wide)).map(\.maxX).max() ?? 0
    #expect(right < 301)
  }

  @Test func `Rows have the height of their own borders as in LibreOffice`() throws {
    var table = Block.Table(columns: [.init(width: 100)], borderWidth: 0)
    table.padding = Sides(all: 0)
    var top = Block.TableCell(column: 0)
    top.borders = Sides(top: Border(.double, width: 3), bottom: Border(width: 1))
    let plain = Block.TableCell(column: 0)
    var last = plain
    last.borders = Sides(bottom: Border(width: 2))
    let typesetter = try TestFonts.typesetter { $0.placement = .office }
    let layout = try LayoutManager.of(
      string(table, [(nil, [top]), (nil, [plain]), (nil, [last])], text: "x"), width: 300,
      typesetter: typesetter)
    let tops = layout.lineFragments().prefix(3).map(\.rect.y)
    for (found, expected) in zip(tops, [3, 3 + 21.8 + 1, 3 + 21.8 + 1 + 21.8]) {
      #expect(abs(found - expected) < 0.01)
    }
    // The borders are above and below the text that they separate.
    let lines = borders(layout).map(\.y).sorted()
    for (found, expected) in zip(lines, [0, 2, 3 + 21.8, 3 + 21.8 + 1 + 2 * 21.8]) {
      #expect(abs(found - expected) < 0.01)
    }
  }

  @Test func `Sides without a border have no line, and a double one has two`() throws {
    var cell = Block.TableCell(column: 0)
    cell.borders = Sides(top: Border(.double, width: 3, color: red))
    let table = Block.Table(columns: [.init(width: 100)], borderWidth: 0)
    let layout = try LayoutManager.of(string(table, [(nil, [cell])]), width: 300)
    let fills = layout.drawn().fills
    #expect(fills.map(\.rectangle.height) == [1, 1])
    #expect(fills.map(\.rectangle.y) == [0, 2])
  }

  @Test func `Dots and dashes of adjacent cells are drawn once`() throws {
    for (style, length) in [(Border.Style.dotted, 2.0), (.dashed, 6)] {
      var left = Block.TableCell(column: 0)
      left.borders = Sides(right: Border(style, width: 2))
      var right = Block.TableCell(column: 1)
      right.borders = Sides(left: Border(style, width: 2))
      let table = Block.Table(columns: [.init(width: 50), .init(width: 50)], borderWidth: 0)
      let layout = try LayoutManager.of(
        string(table, [(.atLeast(60), [left, right])]), width: 300)
      let found = borders(layout)
      #expect(Set(found).count == found.count)
      #expect(found.map(\.height).max() == length)
    }
  }

  @Test func `Only the border that prevails is drawn`() throws {
    var left = Block.TableCell(column: 0)
    left.borders = Sides(right: Border(width: 4, color: red))
    var right = Block.TableCell(column: 1)
    right.borders = Sides(left: Border(width: 1))
    let table = Block.Table(columns: [.init(width: 50), .init(width: 50)], borderWidth: 0)
    let layout = try LayoutManager.of(string(table, [(nil, [left, right])]), width: 300)
    #expect(layout.drawn().fills.map(\.rectangle.width) == [4])
  }

  @Test func `Padding, height and vertical alignment place the text`() throws {
    func line(_ change: (inout Block.TableCell) -> Void) throws -> Rectangle {
      var cell = Block.TableCell(column: 0)
      change(&cell)
      var table = Block.Table(columns: [.init(width: 100)], borderWidth: 0)
      table.padding = Sides(all: 0)
      let layout = try LayoutManager.of(string(table, [(.exactly(100), [cell])]), width: 300)
      return try #require(layout.lineFragments().first).rect
    }
    let top = try line { _ in }
    #expect(top.y == 0 && top.x == 0 && top.width == 100)
    let middle = try line { $0.verticalAlignment = .center }
    #expect(abs(middle.y - (100 - top.height) / 2) < 0.01)
    let bottom = try line { $0.verticalAlignment = .bottom }
    #expect(abs(bottom.maxY - 100) < 0.01)
    let padded = try line { $0.padding = Sides(top: 5, right: 7, left: 11) }
    #expect(padded.y == 5 && padded.x == 11 && padded.width == 82)
  }

  @Test func `A row of an exact height does not show the lines below it`() throws {
    func rows(_ height: Block.RowHeight) throws -> (LayoutManager, [Rectangle]) {
      var table = Block.Table(columns: [.init(width: 40)], borderWidth: 0)
      table.padding = Sides(all: 0)
      let cell = Block.TableCell(column: 0)
      let layout = try LayoutManager.of(
        string(table, [(height, [cell]), (nil, [cell])]), width: 300)
      return (layout, layout.lineFragments().map(\.rect))
    }
    let (whole, lines) = try rows(.atLeast(10))
    #expect(lines.count == 3)
    let (cut, rects) = try rows(.exactly(10))
    #expect(rects.count == 3)
    #expect(rects[0].height == 0 && rects[0].y <= 10 && rects[1].y == 10)
    #expect(whole.drawn().runs.count == 2)
    #expect(cut.drawn().runs.count == 1)
    let (kept, _) = try rows(.exactly(lines[0].height - 1))
    #expect(kept.drawn().runs.count == 2)
    #expect(abs(kept.contentHeight - whole.contentHeight + 1) < 0.01)
  }

  @Test func `A table has its stated width and position`() throws {
    var table = Block.Table(columns: [.init(width: 50), .init(width: 50)], borderWidth: 1)
    func edges(_ string: IAString) throws -> [Double] {
      let layout = try LayoutManager.of(string, width: 400)
      let found = borders(layout)
      return [found.map(\.x).min() ?? 0, found.map(\.maxX).max() ?? 0].map { $0.rounded() }
    }
    let rows: [(Block.RowHeight?, [Block.TableCell])] = [
      (nil, [.init(column: 0), .init(column: 1)])
    ]
    table.alignment = .center
    #expect(try edges(string(table, rows)) == [150, 251])
    table.alignment = .right
    #expect(try edges(string(table, rows)) == [300, 401])
    table.width = .percent(50)
    #expect(try edges(string(table, rows)) == [200, 401])
    table.width = .points(1e9)
    #expect(try edges(string(table, rows)) == [-1, 401])
  }

  @Test(arguments: [Double.nan, -5, .infinity, 1e300])
  func `Extreme numbers give finite layouts`(value: Double) throws {
    var table = Block.Table(columns: [.init()], borderWidth: value)
    table.padding = Sides(all: value)
    table.width = .percent(value)
    table.borders = Sides(all: Border(.dotted, width: value))
    var cell = Block.TableCell(column: 0, rowSpan: .max)
    cell.borders = Sides(all: Border(.double, width: value))
    let layout = try LayoutManager.of(
      string(table, [(.exactly(value), [cell]), (.atLeast(value), [cell])]), width: 200)
    #expect(borders(layout).allSatisfy { $0.y.isFinite && $0.maxY.isFinite && $0.maxX.isFinite })
    #expect(layout.contentHeight.isFinite)
  }

  @Test func `Many cells with borders of their own take linear time`() throws {
    let table = Block.Table(columns: Array(repeating: .init(width: 40), count: 10), borderWidth: 0)
    let rows = (0..<500).map { row in
      (
        Block.RowHeight?.none,
        (0..<10).map { column in
          var cell = Block.TableCell(column: column, rowSpan: 500)
          cell.borders = Sides(top: Border(.dotted, width: Double(row % 7) + 0.1))
          return cell
        }
      )
    }
    let layout = try LayoutManager.of(string(table, rows), width: 500)
    #expect(layout.drawn().fills.count < 1_000_000)
  }
}
