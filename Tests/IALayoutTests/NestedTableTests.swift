import IAText
import Testing

@testable import IALayout

@Suite(.enabled(if: TestFonts.areThere, "the test fonts are not installed"))
struct NestedTableTests {
  /// Returns the blocks of a cell of a table inside the given blocks.
  private func cell(
    _ id: Int, in outer: [Block] = [], column: Int = 0, row: Block.RowHeight? = nil,
    table: Block.Table = .init(columns: [])
  ) -> [Block] {
    outer + [
      Block(id: id, .table(table)),
      Block(id: id + 1, .tableRow(isHeader: false, height: row)),
      Block(id: id + 2 + column, .tableCell(.init(column: column))),
    ]
  }

  private func string(_ paragraphs: [(String, [Block])]) -> IAString {
    var builder = IAStringBuilder()
    for (text, blocks) in paragraphs {
      builder.append(text)
      builder.endParagraph(ParagraphAttributes(blocks: blocks))
    }
    return builder.finish()
  }

  @Test func `A table in a cell is a table between the paragraphs of the cell`() throws {
    let outer = cell(10)
    let layout = try LayoutManager.of(
      string([
        ("above", outer), ("left", cell(20, in: outer)),
        ("right", cell(20, in: outer, column: 1)), ("below", outer),
        ("beside", cell(10, column: 1)), ("after", []),
      ]))
    let lines = layout.lineFragments()
    #expect(layout.lineTexts.prefix(2) == ["above\n", "left\n"])
    #expect(lines[1].rect.y == lines[2].rect.y)
    #expect(lines[1].usedRect.maxX < lines[2].usedRect.x)
    #expect(lines[1].rect.y > lines[0].rect.maxY)
    #expect(lines[3].rect.y > lines[1].rect.maxY)
    #expect(lines[4].rect.y == lines[0].rect.y)
    #expect(lines[4].rect.x > lines[2].rect.maxX)
    #expect(lines[5].rect.y > lines[3].rect.maxY)
    let borders = layout.drawn().fills.filter { $0.role == .tableBorder }.map(\.rectangle)
    #expect(borders.count == 4 * 4)
    // The inner borders are inside the content of the outer cell.
    for border in borders.suffix(8) {
      #expect(border.x >= lines[0].rect.x && border.maxX <= lines[0].rect.maxX + 0.01)
      #expect(border.y >= lines[0].rect.maxY - 0.01 && border.maxY <= lines[3].rect.y + 0.01)
    }
    // Page breaks do not divide the lines of a row.
    #expect(Set(lines[0...4].map(\.row)).count == 1)
    #expect(lines[0].row?.range.contains(borders[8].y) == true)
  }

  @Test func `A table after text of the cell is another table`() throws {
    let outer = cell(10)
    let layout = try LayoutManager.of(
      string([("a", cell(20, in: outer)), ("b", outer), ("c", cell(20, in: outer))]))
    #expect(layout.drawn().fills.count == 3 * 4)
    let lines = layout.lineFragments()
    #expect(lines[0].rect.maxY < lines[1].rect.y && lines[1].rect.maxY < lines[2].rect.y)
  }

  @Test func `Columns make space for the words of tables in their cells`() throws {
    let outer = cell(10)
    for width in [240.0, 300, 500] {
      let layout = try LayoutManager.of(
        string([
          ("some words that can wrap", outer),
          ("remarkable", cell(20, in: cell(10, column: 1))),
          ("x", cell(20, in: cell(10, column: 1), column: 1)),
        ]), width: width)
      #expect(layout.lineTexts.contains("remarkable\n"), "\(width)")
      #expect(layout.lineFragments().allSatisfy { $0.rect.maxX <= width })
    }
  }

  @Test func `Deeper tables than the limit are paragraphs, and work stays linear`() throws {
    var blocks: [Block] = []
    var paragraphs: [(String, [Block])] = []
    for depth in 0..<40 {
      blocks = cell(10 * (depth + 1), in: blocks)
      paragraphs.append(("level \(depth)", blocks))
    }
    let layout = try LayoutManager.of(string(paragraphs))
    #expect(layout.drawn().fills.count == 4 * LayoutManager.maxTableDepth)
    let lines = layout.lineFragments()
    #expect(lines.count == 41)
    #expect(lines[14].rect.x < lines[15].rect.x)
    #expect(lines[15].rect.x == lines[39].rect.x)
    #expect(zip(lines, lines.dropFirst()).allSatisfy { $0.rect.maxY <= $1.rect.y })
  }

  @Test func `Very many tables in one cell are laid out, with few columns`() throws {
    let outer = cell(1)
    let layout = try LayoutManager.of(
      string(
        (0..<3_000).map { ("x", cell(10 + 400 * $0, in: outer, column: $0 % 2 == 0 ? 0 : 255)) }))
    let lines = layout.lineFragments()
    #expect(lines.count == 3_001)
    #expect(zip(lines, lines.dropFirst()).allSatisfy { $0.rect.maxY <= $1.rect.y })
    #expect(layout.drawn().fills.count == 4 * 3_001)
  }

  @Test func `A part of a high table is drawn as it is in the whole`() throws {
    let outer = cell(1)
    let layout = try LayoutManager.of(
      string((0..<400).map { ("text \($0)", cell(10 + 4 * $0, in: outer)) }))
    let whole = layout.drawn()
    let height = layout.lineFragments().last?.rect.maxY ?? 0
    var sink = RecordingSink()
    layout.draw(
      in: Rectangle(x: 0, y: height / 2, width: 1000, height: 100), to: &sink)
    let range = height / 2...height / 2 + 100
    func isInRange(_ rectangle: Rectangle) -> Bool {
      rectangle.y <= range.upperBound && rectangle.maxY >= range.lowerBound
    }
    let expected = whole.fills.map(\.rectangle).filter(isInRange)
    #expect(sink.fills.map(\.rectangle).filter(isInRange) == expected)
    #expect(expected.count > 8 && sink.fills.count < whole.fills.count / 2)
  }

  @Test func `An exact row cuts off the tables in it`() throws {
    let outer = cell(10, row: .exactly(40))
    let inner = string([
      ("a", cell(20, in: outer)), ("b", cell(30, in: outer)), ("c", cell(40, in: outer)),
    ])
    let layout = try LayoutManager.of(inner)
    let fills = layout.drawn().fills.map(\.rectangle)
    #expect((fills.map(\.maxY).max() ?? 0) <= 41.01)
    let lines = layout.lineFragments()
    #expect(lines[0].rect.height > 10)
    #expect(lines[2].rect.height == 0)
  }

  @Test func `Edits in a table in a cell keep the layout right`() throws {
    let outer = cell(10)
    let storage = TextStorage(
      string([
        ("above", outer), ("left", cell(20, in: outer)),
        ("right", cell(20, in: outer, column: 1)), ("below", outer),
      ]))
    let manager = LayoutManager(
      try TestFonts.typesetter(), containers: [TextContainer(width: 200)])
    storage.addManager(manager)
    manager.ensureLayout()
    for step in 0..<12 {
      let at = 4 + step
      switch step % 3 {
      case 0: storage.replace(at..<at, with: "xy zw")
      case 1: storage.replace(at..<at, with: "\n")
      default:
        storage.updateParagraphAttributes(in: at..<at + 1) { $0.blocks = $0.blocks.dropLast() }
      }
      let fresh = LayoutManager(manager.typesetter, containers: manager.containers)
      fresh.setString(storage.string)
      #expect(manager.lineFragments() == fresh.lineFragments(), "step \(step)")
    }
    manager.containers = [TextContainer(width: 120)]
    let fresh = LayoutManager(manager.typesetter, containers: manager.containers)
    fresh.setString(storage.string)
    #expect(manager.lineFragments() == fresh.lineFragments())
  }
}
