import IAText
import Testing

@testable import IALayout

/// Borders and shading of paragraphs, and leaders of tabs.
@Suite(.enabled(if: TestFonts.areThere, "the test fonts are not installed"))
struct FrameTests {
  private func layout(
    _ text: String, width: Double = 200,
    _ changes: [(Range<Int>, (inout ParagraphAttributes) -> Void)]
  ) throws -> LayoutManager {
    var string = IAString(text)
    for (range, change) in changes { string.updateParagraphAttributes(in: range, change) }
    return try LayoutManager.of(string, width: width)
  }

  private static func box(_ set: inout ParagraphAttributes) {
    set.borders = Sides(all: Border(width: 2, color: Color(0x336699)))
    set.borderSpacing = Sides(all: 3)
  }

  @Test func `Borders are around the lines, and take space`() throws {
    let layout = try layout("a\nb\nc", [(2..<3, Self.box)])
    let lines = layout.lineFragments()
    let height = lines[0].rect.height
    #expect(abs(lines[1].rect.y - (height + 5)) < 0.01)
    #expect(abs(lines[2].rect.y - (2 * height + 10)) < 0.01)
    let drawn = layout.drawn()
    let fills = drawn.fills.filter { $0.role == .paragraphBorder }
    #expect(fills.count == 4 && drawn.fills.count == 4)
    #expect(drawn.colors.allSatisfy { $0 == Color(0x336699) })
    let boxes = fills.map(\.rectangle)
    #expect(abs((boxes.map(\.y).min() ?? 0) - height) < 0.01)
    #expect(abs((boxes.map(\.maxY).max() ?? 0) - (2 * height + 10)) < 0.01)
    // As in browsers, the borders are inside the column.
    #expect(abs(boxes.map(\.x).min() ?? -1) < 0.01)
    #expect(abs((boxes.map(\.maxX).max() ?? 0) - 200) < 0.01)
    #expect(abs(lines[1].usedRect.x - 5) < 0.01)
  }

  @Test func `The empty line after the last line break has no frame and no background`() throws {
    let framed = try layout("a\nb\n", [(0..<4, Self.box)]).drawn()
    let boxes = framed.fills.map(\.rectangle)
    #expect(boxes.filter { $0.width > 50 }.count == 2)
    #expect(boxes.filter { $0.width < 50 }.count == 4)
    let block = Block(id: 1, .codeBlock(language: nil))
    let code = try layout("a\n", [(0..<2, { $0.blocks = [block] })])
    #expect(code.lineFragments().count == 2)
    #expect(code.drawn().fills.filter { $0.role == .codeBlock }.count == 1)
  }

  @Test func `Adjacent paragraphs with equal borders are in one box`() throws {
    let layout = try layout("a\nb\nc\nd", [(0..<5, Self.box), (4..<5, { $0.headIndent = 9 })])
    let fills = layout.drawn().fills.filter { $0.role == .paragraphBorder }.map(\.rectangle)
    // Two top and two bottom borders, and two sides of each paragraph.
    #expect(fills.filter { $0.width > 50 }.count == 4)
    #expect(fills.filter { $0.width < 50 }.count == 6)
    let lines = layout.lineFragments()
    #expect(abs(lines[1].rect.y - lines[0].rect.maxY) < 0.01)
    #expect(abs(lines[2].rect.y - lines[1].rect.maxY - 10) < 0.01)
  }

  @Test func `An edit joins and separates boxes`() throws {
    var string = IAString("a\nb\nc")
    string.updateParagraphAttributes(in: 0..<5, Self.box)
    let storage = TextStorage(string)
    let layout = try LayoutManager.of(string, width: 200)
    storage.addManager(layout)
    _ = layout.drawn()
    for (range, change) in [
      (2..<3, { $0.borders = Sides() }), (2..<3, Self.box), (4..<5, { $0.borderSpacing.top = 9 }),
    ] as [(Range<Int>, (inout ParagraphAttributes) -> Void)] {
      storage.updateParagraphAttributes(in: range, change)
      let whole = try LayoutManager.of(storage.string, width: 200)
      #expect(layout.lineFragments().map(\.rect) == whole.lineFragments().map(\.rect))
      #expect(
        layout.drawn().fills.map(\.rectangle) == whole.drawn().fills.map(\.rectangle))
    }
  }

  @Test func `Shading is behind the lines between the indents`() throws {
    let layout = try layout(
      "some words that fill more than a single line of this narrow column\nb",
      [
        (
          0..<1,
          {
            $0.shading = Color(0xFFEEAA)
            $0.headIndent = 10
            $0.firstLineIndent = 30
            $0.tailIndent = 20
            $0.spacingBefore = 7
            $0.spacingAfter = 5
          }
        )
      ])
    let drawn = layout.drawn()
    let fill = try #require(drawn.fills.first { $0.role == .paragraphShading })
    let lines = layout.lineFragments()
    #expect(drawn.colors == [Color(0xFFEEAA)])
    #expect(fill.rectangle.x == 10 && abs(fill.rectangle.maxX - 180) < 0.01)
    #expect(fill.rectangle.y == 7)
    #expect(abs(fill.rectangle.maxY - lines[lines.count - 2].rect.maxY) < 0.01)
  }

  @Test func `The marker of an item is in the box of its paragraph`() throws {
    let item: (inout ParagraphAttributes) -> Void = {
      $0.shading = Color(0xFFEEAA)
      $0.blocks = [
        Block(id: 1, .orderedList(.init())), Block(id: 2, .listItem(.init(ordinal: 1))),
      ]
    }
    let drawn = try layout("a\nb", [(0..<1, item)]).drawn()
    let fill = try #require(drawn.fills.first { $0.role == .paragraphShading })
    let marker = try #require(drawn.runs.first { $0.role == .listMarker })
    #expect(fill.rectangle.x <= marker.origin.x && fill.rectangle.x == 4)
  }

  @Test func `Double, dotted and dashed borders are several rectangles`() throws {
    func count(_ style: Border.Style, width: Double) throws -> Int {
      try layout("a", [(0..<1, { $0.borders.top = Border(style, width: width) })]).drawn().fills
        .filter { $0.role == .paragraphBorder }.count
    }
    #expect(try count(.double, width: 3) == 2)
    #expect(try count(.dotted, width: 2) == 50)
    #expect(try count(.dashed, width: 2) == 17)
    #expect(try count(.dotted, width: 0.0001) <= 1_001)
    #expect(try count(.none, width: 2) == 0)
  }

  @Test(arguments: [Double.nan, -.infinity, .infinity, -5, 0, 1e300, 1e-300])
  func `No width or space breaks a layout`(value: Double) throws {
    let layout = try layout(
      "a\tb\nc\n",
      [
        (
          0..<4,
          {
            $0.borders = Sides(all: Border(.dotted, width: value))
            $0.borderSpacing = Sides(all: value)
            $0.shading = .black
            $0.tabStops = [.init(value, leader: .dots), .init(150, leader: .thickLine)]
          }
        )
      ])
    let drawn = layout.drawn()
    #expect(
      drawn.fills.allSatisfy { fill in
        [fill.rectangle.x, fill.rectangle.y, fill.rectangle.width, fill.rectangle.height]
          .allSatisfy { $0.isFinite && abs($0) < 10_000 }
      })
  }

  @Test(arguments: ParagraphAttributes.TabStop.Leader.allCases)
  func `Leaders fill the space of a tab`(leader: ParagraphAttributes.TabStop.Leader) throws {
    let layout = try layout(
      "a\tb\tc", width: 300, [(0..<1, { $0.tabStops = [.init(100, leader: leader), .init(200)] })])
    let drawn = layout.drawn()
    let start = try #require(layout.caretRect(at: 1)).x
    switch leader {
    case .underscores, .thickLine:
      let stroke = try #require(drawn.strokes.first)
      #expect(drawn.strokes.count == 1)
      #expect(abs(stroke.start.x - start) < 1.5)
      #expect(abs(stroke.start.x + stroke.length - 100) < 0.01)
    default:
      let run = try #require(drawn.runs.first { $0.role == .tabLeader })
      #expect(drawn.runs.filter { $0.role == .tabLeader }.count == 1)
      #expect(run.units.count > 5 && run.utf16Range.isEmpty)
      #expect(run.origin.x >= start - 1.5 && run.origin.x + run.width <= 100.01)
    }
  }
}
