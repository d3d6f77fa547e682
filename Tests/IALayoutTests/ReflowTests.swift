import IAText
import Testing

@testable import IALayout

/// Lines around areas that move with their layout block.
struct ReflowTests {
  private static let text = String(repeating: "one two three four five six seven ", count: 20)

  private func manager(_ string: IAString) throws -> LayoutManager {
    let manager = try LayoutManager.of(
      string, width: 400, typesetter: try TestFonts.typesetter { $0.placesObjects = true })
    manager.ensureLayout()
    return manager
  }

  @Test func `Lines are beside an area, and below it as before`() throws {
    let manager = try manager(IAString(Self.text + "\n" + Self.text))
    let plain = manager.lineFragments()
    let area = Rectangle(x: 0, y: 10, width: 150, height: 60)
    manager.reflow(around: [AnchoredExclusion(utf16Offset: 0, rectangle: area)])
    let lines = manager.lineFragments()
    #expect(lines.count > plain.count)
    for line in lines where line.rect.y < 70 && line.rect.maxY > 10 {
      #expect(line.rect.x >= 150)
    }
    #expect(lines.last?.rect.x == 0)
    manager.reflow(around: [])
    #expect(manager.lineFragments() == plain)
  }

  @Test func `An area moves with its block`() throws {
    let manager = try manager(IAString(Self.text + "\n" + Self.text))
    let second = Self.text.utf16.count + 1
    let wide = Rectangle(x: 0, y: 0, width: 400, height: 100)
    let small = Rectangle(x: 0, y: 0, width: 200, height: 30)
    manager.reflow(around: [
      AnchoredExclusion(utf16Offset: second, rectangle: small),
      AnchoredExclusion(utf16Offset: 0, rectangle: wide),
    ])
    let lines = manager.lineFragments()
    #expect((lines.first?.rect.y ?? 0) >= 100)
    let first = try #require(lines.first { $0.utf16Range.lowerBound == second })
    #expect(first.rect.x >= 200)
  }

  @Test func `A cleared block is below the areas of blocks before it`() throws {
    let manager = try manager(IAString("first\nsecond\n" + Self.text))
    let area = AnchoredExclusion(
      utf16Offset: 0, rectangle: Rectangle(x: 0, y: 0, width: 50, height: 200), edge: .start,
      object: 0, owner: 0)
    func tops(_ clearing: PrintedPlacement.Clearing, at offset: Int = 6) -> [Double] {
      manager.reflow(around: [area], cleared: [offset: clearing])
      return manager.lineFragments().prefix(2).map(\.rect.y)
    }
    let plain = tops(.init([.end]))
    #expect(plain[1] < 60)
    #expect(tops(.init([.start, .end])) == [plain[0], 200])
    #expect(tops(.init([.start]), at: 0) == plain)
    #expect(tops(.init([.start], from: 1)) == plain)
    manager.reflow(around: [])
    #expect(manager.lineFragments()[1].rect.y == plain[1])
  }

  @Test func `A table is below an area that it would overlap`() throws {
    var builder = IAStringBuilder()
    let path = [
      Block(id: 1, .table(.init(columns: [.init()]))), Block(id: 2, .tableRow(isHeader: false)),
      Block(id: 3, .tableCell(.init(column: 0))),
    ]
    builder.append("cell")
    builder.endParagraph(ParagraphAttributes(blocks: path))
    builder.append("after")
    builder.endParagraph(ParagraphAttributes())
    let manager = try manager(builder.finish())
    let area = Rectangle(x: 0, y: 0, width: 400, height: 50)
    manager.reflow(around: [AnchoredExclusion(utf16Offset: 0, rectangle: area)])
    let lines = manager.lineFragments()
    #expect(lines[0].rect.y >= 50 && lines[1].rect.y > lines[0].rect.y)
  }

  @Test func `Text of a box has the width of the box`() throws {
    var box = Block.TextBox()
    box.placement = Placement()
    (box.width, box.padding) = (120, Sides(right: 10, left: 10))
    var builder = IAStringBuilder()
    builder.append(Self.text)
    builder.endParagraph(ParagraphAttributes(blocks: [Block(id: 1, .textBox(box))]))
    let manager = try manager(builder.finish())
    #expect(manager.lineFragments().allSatisfy { $0.usedRect.maxX <= 100 })
  }

  @Test func `Areas of any size end`() throws {
    let manager = try manager(IAString(Self.text))
    let areas = [
      Rectangle(x: -1e9, y: 0, width: 2e9, height: 1e6), Rectangle(x: 0, y: 0, width: 0, height: 0),
      Rectangle(x: 399, y: 5, width: 1, height: 20),
    ]
    manager.reflow(
      around: areas.map { AnchoredExclusion(utf16Offset: .max, rectangle: $0) })
    #expect(manager.lineFragments().count > 1)
  }
}
