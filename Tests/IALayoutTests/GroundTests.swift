import IAText
import Testing

@testable import IALayout

/// Backgrounds, bars and borders of quotes, code, boxes and tables.
@Suite(.enabled(if: TestFonts.areThere, "the test fonts are not installed"))
struct GroundTests {
  /// Returns the layout of paragraphs with their blocks; each except the first has 10 points of
  /// space above it.
  private func layout(
    _ paragraphs: [(String, [Block])], tableSpacing: Double = 0,
    _ change: (inout LayoutOptions) -> Void = { _ in }
  ) throws -> LayoutManager {
    var builder = IAStringBuilder()
    for (index, (text, blocks)) in paragraphs.enumerated() {
      builder.append(text)
      var attributes = ParagraphAttributes(blocks: blocks)
      if index > 0 { attributes.spacingBefore = 10 }
      builder.endParagraph(attributes, terminated: index < paragraphs.count - 1)
    }
    let typesetter = try TestFonts.typesetter {
      $0.tableSpacing = tableSpacing
      change(&$0)
    }
    return try LayoutManager.of(builder.finish(), width: 200, typesetter: typesetter)
  }

  private func spans(_ layout: LayoutManager, _ role: FillRole) -> [ClosedRange<Double>] {
    layout.drawn().fills.filter { $0.role == role }.map { $0.rectangle.y...$0.rectangle.maxY }
  }

  private static func cell(_ id: Int, around blocks: [Block] = []) -> [Block] {
    blocks + [
      Block(id: id, .table(.init(columns: [.init()]))),
      Block(id: id + 1, .tableRow(isHeader: false)),
      Block(id: id + 2, .tableCell(.init(column: 0))),
    ]
  }

  @Test(arguments: [Block.Kind.blockQuote, .codeBlock(language: nil)])
  func `One block has one background, and two have space between them`(_ kind: Block.Kind) throws {
    let (one, other) = ([Block(id: 1, kind)], [Block(id: 2, kind)])
    let layout = try layout([("a", []), ("b", one), ("c", one), ("d", other), ("e", [])])
    let lines = layout.lineFragments().map(\.rect)
    let role: FillRole = kind == .blockQuote ? .quoteBar : .codeBlock
    let grounds = spans(layout, role)
    #expect(grounds.count == 3)
    // The space above the first paragraph is outside, the space between two paragraphs is inside.
    #expect(abs(grounds[0].lowerBound - lines[1].y) < 0.01)
    #expect(abs(grounds[1].lowerBound - grounds[0].upperBound) < 0.01)
    #expect(abs(grounds[1].upperBound - lines[2].maxY) < 0.01)
    #expect(abs(grounds[2].lowerBound - lines[3].y) < 0.01)
    #expect(abs(grounds[2].lowerBound - grounds[1].upperBound - 10) < 0.01)
  }

  @Test func `Pages have the indents of browsers and no backgrounds`() throws {
    let list = [
      Block(id: 1, .unorderedList(marker: nil)), Block(id: 2, .listItem(.init(ordinal: 1))),
    ]
    let quote = [Block(id: 3, .blockQuote)]
    let (code, other) = ([Block(id: 4, .codeBlock(language: nil))], [Block(id: 5, .blockQuote)])
    let layout = try layout([("a", list), ("b", quote), ("c", code), ("d", other)]) {
      $0.blockAppearance = .page
      $0.blockSpaces.indents[5] = .init(start: 3, end: 4)
    }
    #expect(layout.lineFragments().map(\.rect.x) == [30, 30, 0, 3])
    #expect(spans(layout, .quoteBar).isEmpty && spans(layout, .codeBlock).isEmpty)
  }

  @Test func `Shading of pages contains the space beside its text`() throws {
    for look in [LayoutOptions.BlockAppearance.standard, .page] {
      var string = IAString("a")
      string.updateParagraphAttributes(in: 0..<1) {
        ($0.shading, $0.borderSpacing) = (.white, Sides(all: 6))
      }
      let typesetter = try TestFonts.typesetter { $0.blockAppearance = look }
      let layout = try LayoutManager.of(string, width: 200, typesetter: typesetter)
      let line = try #require(layout.lineFragments().first?.rect)
      let fill = try #require(layout.drawn().fills.first { $0.role == .paragraphShading })
      #expect(line.x == (look == .page ? 6 : 0))
      #expect(fill.rectangle.height == line.height + (look == .page ? 12 : 0))
    }
  }

  @Test func `Cells of pages have no borders and are in the middle`() throws {
    let row = Block(id: 2, .tableRow(isHeader: false))
    let table = Block(id: 1, .table(.init(columns: [.init(), .init()])))
    func cell(_ column: Int) -> [Block] {
      [table, row, Block(id: 3 + column, .tableCell(.init(column: column)))]
    }
    let layout = try layout([("a", cell(0)), ("b", cell(1)), ("c", cell(1))]) {
      $0.blockAppearance = .page
    }
    #expect(spans(layout, .tableBorder).isEmpty)
    let lines = layout.lineFragments().map(\.rect)
    #expect(lines[0].y > lines[1].y && lines[0].maxY < lines[2].maxY)
  }

  @Test func `An edit joins and separates backgrounds`() throws {
    let one = [Block(id: 1, .blockQuote)]
    let layout = try layout([("a", one), ("b", one), ("c", one)])
    let storage = TextStorage(layout.string)
    storage.addManager(layout)
    _ = layout.drawn()
    for blocks in [[Block(id: 2, .blockQuote)], [], one] {
      storage.updateParagraphAttributes(in: 2..<3) { $0.blocks = blocks }
      let fresh = try LayoutManager.of(storage.string, width: 200)
      #expect(layout.drawn().fills.map(\.rectangle) == fresh.drawn().fills.map(\.rectangle))
    }
  }

  @Test func `Tables that follow each other have space between them`() throws {
    for space in [0.0, 8] {
      let layout = try layout([("a", Self.cell(1)), ("b", Self.cell(11))], tableSpacing: space)
      let lines = spans(layout, .tableBorder)
      let (first, second) = (lines.prefix(4), lines.suffix(4))
      let gap = (second.map(\.lowerBound).min() ?? 0) - (first.map(\.upperBound).max() ?? 0)
      #expect(abs(gap - space) < 1.01, "\(gap)")
    }
  }

  @Test func `A table in a quote is beside its bar`() throws {
    let quote = [Block(id: 50, .blockQuote)]
    let layout = try layout([("a", quote), ("b", Self.cell(1, around: quote)), ("c", quote)])
    let fills = layout.drawn().fills
    let table = fills.filter { $0.role == .tableBorder }.map(\.rectangle)
    #expect(table.allSatisfy { $0.x >= ParagraphStyle.quoteIndent - 1 && $0.maxX <= 201 })
    let bars = spans(layout, .quoteBar).sorted { $0.lowerBound < $1.lowerBound }
    #expect(bars.count == 3)
    for (upper, lower) in zip(bars, bars.dropFirst()) {
      #expect(abs(upper.upperBound - lower.lowerBound) < 0.01)
    }
  }

  private static func box(_ id: Int, _ change: (inout Block.TextBox) -> Void = { _ in }) -> [Block]
  {
    var box = Block.TextBox()
    box.border = Border(width: 2)
    box.padding = Sides(all: 5)
    change(&box)
    return [Block(id: id, .textBox(box))]
  }

  @Test func `A box is around all of its blocks, and another one is separate`() throws {
    let (one, other) = (Self.box(1), Self.box(2))
    let layout = try layout([
      ("a", one), ("b", one + [Block(id: 3, .blockQuote)]), ("c", Self.cell(11, around: one)),
      ("d", one + [Block(id: 4, .codeBlock(language: nil))]), ("e", other),
    ])
    let borders = layout.drawn().fills.filter { $0.role == .paragraphBorder }.map(\.rectangle)
    let level = borders.filter { $0.width > 50 }.sorted { $0.y < $1.y }
    // One top and one bottom border for each box, as wide as the column.
    #expect(level.count == 4)
    #expect(level.allSatisfy { $0.x == 0 && $0.width == 200 })
    #expect(abs(level[2].y - level[1].maxY - 10) < 0.01)
    let sides = borders.filter { $0.width < 50 && $0.x < 100 }.sorted { $0.y < $1.y }
    #expect(sides.count == 5)
    for (upper, lower) in zip(sides.prefix(4), sides.prefix(4).dropFirst()) {
      #expect(abs(upper.maxY - lower.y) < 0.01)
    }
    let lines = layout.lineFragments()
    #expect(abs(lines[0].rect.y - 7) < 0.01 && lines[0].usedRect.x == 7)
    // Content does not extend beyond the box.
    let inside = layout.drawn().fills.filter { $0.role == .codeBlock || $0.role == .tableBorder }
    #expect(inside.allSatisfy { $0.rectangle.x >= 6 && $0.rectangle.maxX <= 194 })
  }

  @Test func `Code with borders has no other ground, and its borders are at the margins`() throws {
    let code = [Block(id: 1, .codeBlock(language: nil))]
    var builder = IAStringBuilder()
    for text in ["a", "b"] {
      builder.append(text)
      var attributes = ParagraphAttributes(blocks: code)
      attributes.borders = Sides(all: Border(width: 1))
      attributes.borderSpacing = Sides(all: 5)
      attributes.shading = Color(0xEEEEFF)
      builder.endParagraph(attributes)
    }
    let layout = try LayoutManager.of(
      builder.finish(), width: 200, typesetter: TestFonts.typesetter())
    let fills = layout.drawn().fills
    #expect(!fills.contains { $0.role == .codeBlock })
    let shading = fills.filter { $0.role == .paragraphShading }.map(\.rectangle)
    #expect(!shading.isEmpty && shading.allSatisfy { $0.x == 1 && $0.maxX == 199 })
    #expect(layout.lineFragments()[0].usedRect.x == 6)
  }

  @Test func `Boxes in boxes, margins and single lines`() throws {
    let outer = Self.box(1) { $0.margin = Sides(all: 4) }
    let inner = Self.box(2) {
      $0.border = nil
      $0.borders.left = Border(width: 3)
      $0.fill = Color(0xEEEEEE)
    }
    let layout = try layout([("a", outer + inner), ("b", outer)])
    let drawn = layout.drawn()
    let fill = try #require(drawn.fills.first { $0.role == .paragraphShading }?.rectangle)
    #expect(fill.x == 11 && fill.y == 11 && fill.maxX == 189)
    let lines = layout.lineFragments()
    #expect(abs(lines[0].rect.y - 16) < 0.01 && lines[0].usedRect.x == 19)
    #expect(abs(fill.maxY - lines[0].rect.maxY - 5) < 0.01)
    #expect(
      drawn.fills.filter { $0.role == .paragraphBorder && $0.rectangle.width == 3 }.count == 1)
  }

  @Test func `A box with a place is not in the text where objects have places`() throws {
    let box = Self.box(1) { $0.placement = Placement() }
    var string = IAString("a")
    string.updateParagraphAttributes(in: 0..<1) { $0.blocks = box }
    for places in [false, true] {
      let typesetter = try TestFonts.typesetter { $0.placesObjects = places }
      let layout = try LayoutManager.of(string, width: 200, typesetter: typesetter)
      #expect(layout.drawn().fills.isEmpty == places)
    }
  }

  @Test func `The bullets of a list depend on the lists around it alone`() {
    var box = Block.TextBox()
    box.fill = .black
    let list = [
      Block(id: 3, .unorderedList(marker: nil)), Block(id: 4, .listItem(.init(ordinal: 1))),
    ]
    for outer in [Block.Kind.textBox(box), .blockQuote] {
      #expect(BlockStyle([Block(id: 1, outer)] + list, LayoutOptions()).marker == "\u{2022}")
    }
    #expect(BlockStyle(list + list, LayoutOptions()).marker == "\u{25E6}")
  }

  @Test func `In the placement of LibreOffice, lists have the markers of their file`() {
    var options = LayoutOptions()
    options.placement = .office
    func marker(_ text: String?, depth: Int) -> String? {
      let list = [
        Block(id: 3, .unorderedList(marker: text)), Block(id: 4, .listItem(.init(ordinal: 1))),
      ]
      return BlockStyle(Array(repeatElement(list, count: depth).joined()), options).marker
    }
    #expect(marker("-", depth: 1) == "-" && marker("*", depth: 2) == "*")
    #expect(marker(nil, depth: 1) == "\u{2022}" && marker(nil, depth: 3) == "\u{2022}")
    #expect(marker("", depth: 1) == nil)
  }
}
