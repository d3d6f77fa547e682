import IAText
import Testing

@testable import IALayout

@Suite(.enabled(if: TestFonts.areThere, "the test fonts are not installed"))
struct TableTests {
  /// Returns a table between two paragraphs; the keys of `spans` are ids of cell blocks.
  static func table(
    _ rows: [[String]], columns: Int, spans: [Int: (columns: Int, rows: Int)] = [:],
    widths: [Double?] = []
  ) -> IAString {
    var builder = IAStringBuilder()
    builder.append("before")
    builder.endParagraph()
    let described = (0..<columns).map {
      Block.Table.Column(width: $0 < widths.count ? widths[$0] : nil)
    }
    var id = 10
    for row in rows {
      id += 1
      let rowID = id
      var column = 0
      for text in row {
        id += 1
        let span = spans[id] ?? (1, 1)
        builder.append(text)
        builder.endParagraph(
          ParagraphAttributes(blocks: [
            Block(id: 1, .table(.init(columns: described))),
            Block(id: rowID, .tableRow(isHeader: false)),
            Block(
              id: id,
              .tableCell(.init(column: column, columnSpan: span.columns, rowSpan: span.rows))),
          ]))
        column += span.columns
      }
    }
    builder.append("after")
    return builder.finish()
  }

  @Test func `No word is broken while another column has space`() throws {
    let string = Self.table(
      [["a", "remarkable", "b"]], columns: 3, widths: [200, 40, 200])
    for width in [220.0, 300, 500] {
      let layout = try LayoutManager.of(string, width: width)
      #expect(layout.lineTexts.contains("remarkable\n"), "\(width)")
      #expect(layout.lineFragments().allSatisfy { $0.rect.maxX <= max(width, 441) })
    }
  }

  @Test func `Cells are side by side, rows one below the other`() throws {
    let layout = try LayoutManager.of(
      Self.table([["one", "two two"], ["three\nmore", "four"]], columns: 2), width: 300)
    let lines = layout.lineFragments()
    let texts = layout.lineTexts
    #expect(texts == ["before\n", "one\n", "two two\n", "three\n", "more\n", "four\n", "after"])
    #expect(lines[1].rect.y == lines[2].rect.y)
    #expect(lines[1].usedRect.maxX < lines[2].usedRect.x)
    #expect(lines[3].rect.x == lines[1].rect.x)
    #expect(lines[5].rect.y == lines[3].rect.y)
    #expect(lines[5].rect.x == lines[2].rect.x)
    #expect(lines[6].rect.y > lines[4].rect.maxY)
    let borders = layout.drawn().fills.filter { $0.role == .tableBorder }
    #expect(borders.count == 4 * 4)
    for line in lines[1...5] {
      #expect(line.usedRect.maxX < borders.map(\.rectangle.maxX).max() ?? 0)
    }
  }

  @Test func `Columns that are too wide for the container are narrowed and wrap`() throws {
    let long = "some words that need more room than there is in a column of this table"
    let layout = try LayoutManager.of(
      Self.table([[long, "short"], [long, long]], columns: 2), width: 260)
    for line in layout.lineFragments() {
      #expect(line.usedRect.maxX <= 260)
      #expect(line.usedRect.x >= 0)
    }
    #expect(layout.lineFragments().count > 10)
  }

  @Test func `Spans cover columns and rows, widths are kept`() throws {
    let string = Self.table(
      [["wide across both"], ["tall", "x"], ["y"]], columns: 2,
      spans: [12: (2, 1), 14: (1, 2)], widths: [80, 60])
    let layout = try LayoutManager.of(string, width: 300)
    let shades = layout.drawn().fills.map(\.rectangle)
    #expect(abs((shades.map(\.maxX).max() ?? 0) - 140.5) < 0.01)
    #expect(layout.lineTexts.count == 6)
  }

  @Test func `A table with invalid values is laid out`() throws {
    var builder = IAStringBuilder()
    for (column, span) in [(Int.max, Int.max), (-5, -1), (3, 1 << 40)] {
      builder.append("cell")
      builder.endParagraph(
        ParagraphAttributes(blocks: [
          Block(id: 1, .table(.init(columns: [.init(width: -.infinity)], borderWidth: .nan))),
          Block(id: 2, .tableRow(isHeader: true)),
          Block(
            id: 3 + span & 7,
            .tableCell(.init(column: column, columnSpan: span, rowSpan: span))),
        ]))
    }
    let layout = try LayoutManager.of(builder.finish(), width: 100)
    #expect(layout.lineFragments().allSatisfy { $0.rect.height.isFinite && $0.rect.x.isFinite })
  }

  @Test func `Typing in a cell and breaking a table up keep the layout right`() throws {
    let typesetter = try TestFonts.typesetter()
    let storage = TextStorage(Self.table([["one", "two"], ["three", "four"]], columns: 2))
    let manager = LayoutManager(typesetter, containers: [TextContainer(width: 200)])
    storage.addManager(manager)
    manager.ensureLayout()
    for step in 0..<12 {
      let at = 8 + step
      switch step % 3 {
      case 0: storage.replace(at..<at, with: "xy zw")
      case 1: storage.replace(at..<at, with: "\n")
      default:
        storage.updateParagraphAttributes(in: at..<at + 1) { $0.blocks = [] }
      }
      let fresh = LayoutManager(typesetter, containers: [TextContainer(width: 200)])
      fresh.setString(storage.string)
      #expect(manager.lineFragments() == fresh.lineFragments(), "step \(step)")
    }
  }

  @Test func `A table's paragraphs outside cells are rows of the table's width`() throws {
    var string = IAString("one\ntwo")
    let table = Block(id: 1, .table(.init(columns: [.init(width: 50), .init(width: 60)])))
    string.setParagraphAttributes(ParagraphAttributes(blocks: [table]), in: 0..<7)
    let layout = try LayoutManager.of(string)
    let borders = layout.drawn().fills.filter { $0.role == .tableBorder }
    #expect(borders.count == 2 * 4)
    #expect(abs((borders.map(\.rectangle.maxX).max() ?? 0) - 110.5) < 0.01)
  }

  @Test func `A paragraph that becomes a cell joins the table at the start of the text`() throws {
    var string = Self.table([["one", "two"]], columns: 2)
    string.replace(0..<7, with: "")
    let typesetter = try TestFonts.typesetter()
    let storage = TextStorage(string)
    let manager = LayoutManager(typesetter, containers: [TextContainer(width: 300)])
    storage.addManager(manager)
    manager.ensureLayout()
    let blocks = string.paragraphAttributes(at: 5).blocks
    storage.updateParagraphAttributes(in: 8..<13) { $0.blocks = blocks }
    let fresh = LayoutManager(typesetter, containers: manager.containers)
    fresh.setString(storage.string)
    #expect(manager.lineFragments() == fresh.lineFragments())
    #expect(manager.drawn().fills.map(\.rectangle) == fresh.drawn().fills.map(\.rectangle))
    #expect(manager.index.count == 1)
  }
}
