import IAText
import Testing

@testable import IALayout

/// The appearance of pages of HTML and of Markdown.
@Suite(.enabled(if: TestFonts.areThere, "the test fonts are not installed"))
struct PageLookTests {
  /// Returns a layout of a text whose paragraphs are in blocks.
  private func layout(
    _ text: String, _ blocks: [[Block]], width: Double = 300,
    attributes: (inout IAString) -> Void = { _ in },
    options: (inout LayoutOptions) -> Void = { _ in }
  ) throws -> LayoutManager {
    var string = IAString(text)
    for (paragraph, blocks) in zip(string.paragraphs, blocks) {
      string.updateParagraphAttributes(in: paragraph.utf16Range) { $0.blocks = blocks }
    }
    attributes(&string)
    return try LayoutManager.of(
      string, width: width, typesetter: TestFonts.typesetter(options))
  }

  private func cell(
    _ id: Int, column: Int, isHeader: Bool = false, columns: Int = 1, padding: Double? = nil
  ) -> [Block] {
    var table = Block.Table(columns: Array(repeating: .init(), count: columns))
    if let padding { table.padding = Sides(all: padding) }
    return [
      Block(id: 1, .table(table)), Block(id: 2, .tableRow(isHeader: isHeader)),
      Block(id: id, .tableCell(.init(column: column))),
    ]
  }

  @Test func `Header cells are centred on request`() throws {
    func start(_ isCentred: Bool) throws -> Double {
      let layout = try layout(
        "a\nlonger text",
        [
          cell(3, column: 0, isHeader: true),
          cell(4, column: 0).map { block in
            if case .tableRow = block.kind { Block(id: 5, block.kind) } else { block }
          },
        ], options: { $0.centersHeaders = isCentred })
      return layout.lineFragments()[0].usedRect.x
    }
    #expect(try start(true) > start(false) + 10)
  }

  @Test func `Space beside text in cells is reduced before words are broken`() throws {
    let words = ["alpha", "beta", "gamma", "delta"]
    let blocks = words.indices.map { cell($0 + 3, column: $0, columns: 4, padding: 30) }
    let layout = try layout(words.joined(separator: "\n"), blocks, width: 260)
    #expect(layout.lineTexts == ["alpha\n", "beta\n", "gamma\n", "delta"])
    #expect(layout.lineFragments().allSatisfy { $0.rect.maxX <= 261 })
    let wide = try self.layout(words.joined(separator: "\n"), blocks, width: 600)
    #expect(wide.lineFragments()[0].usedRect.x >= 30)
  }

  @Test func `Code is smaller and has a ground that extends beyond its lines on request`() throws {
    let code = Block(id: 1, .codeBlock(language: nil))
    let look: (inout LayoutOptions) -> Void = {
      ($0.codeFactor, $0.codePadding) = (0.5, 5)
      $0.inlineCodeBackground = Color(0x112233)
    }
    let text: (inout IAString) -> Void = { string in
      string.updateAttributes(in: 0..<3) { $0.code = true }
    }
    let plain = try layout("one\nx\ny\nz", [[], [code], [code], []], attributes: text)
    let drawn = try layout(
      "one\nx\ny\nz", [[], [code], [code], []], attributes: text, options: look)
    #expect(drawn.lineFragments()[1].rect.height < plain.lineFragments()[1].rect.height * 0.6)
    let sink = drawn.drawn()
    let grounds = sink.fills.filter { $0.role == .codeBlock }.map(\.rectangle)
    let lines = drawn.lineFragments().map(\.rect)
    #expect(abs((grounds.map(\.y).min() ?? 0) - (lines[1].y - 5)) < 0.01)
    #expect(abs((grounds.map(\.maxY).max() ?? 0) - (lines[2].maxY + 5)) < 0.01)
    #expect(sink.colors.contains(Color(0x112233)))
    #expect(!plain.drawn().colors.contains(Color(0x112233)))
  }

  @Test func `A marker is not a part of the link that its text begins with`() throws {
    let list = [
      Block(id: 1, .unorderedList(marker: nil)), Block(id: 2, .listItem(.init(ordinal: 1))),
    ]
    let layout = try layout("link", [list]) { string in
      string.updateAttributes(in: 0..<4) { $0.link = .init("https://example.org") }
    } options: { options in
      options.linkColor = Color(0x0000FF)
    }
    let colors = layout.drawn().runs.map(\.color)
    #expect(colors.count == 2 && Set(colors) == [LayoutOptions().textColor, Color(0x0000FF)])
  }

  @Test func `Lists of definitions do not count for markers`() throws {
    let definitions = Block(id: 1, .unorderedList(marker: Block.definitionMarker))
    let list = Block(id: 3, .unorderedList(marker: nil))
    let blocks = [
      definitions, Block(id: 2, .listItem(.init(ordinal: 1))), list,
      Block(id: 4, .listItem(.init(ordinal: 1))),
    ]
    #expect(BlockStyle(blocks, LayoutOptions()).marker == "\u{2022}")
    let nested = [
      Block(id: 5, .unorderedList(marker: nil)), Block(id: 6, .listItem(.init(ordinal: 1))),
    ]
    #expect(BlockStyle(nested + blocks.suffix(2), LayoutOptions()).marker == "\u{25E6}")
  }

  @Test func `Generic families of pages are those of browsers`() {
    let page = LayoutOptions.BlockAppearance.page
    #expect(page.families("serif") == "Times New Roman")
    #expect(page.families("Charter, sans-serif") == "Charter, Arial")
    #expect(LayoutOptions.BlockAppearance.standard.families("serif") == "serif")
  }

  @Test(arguments: [(50.0, 40.0, false), (50, nil, true), (200, 40, true)])
  func `Small pictures elsewhere have frames of their size`(
    _ width: Double, _ height: Double?, _ isLabel: Bool
  ) {
    var picture = Attachment(.image, content: .url("https://example.org/a.png"), state: .missing)
    (picture.displayWidth, picture.displayHeight) = (width, height)
    #expect(AttachmentSize.isLabel(picture) == isLabel)
  }
}
