import IAText
import Testing

@testable import IAHiddenData

/// The blocks around paragraphs by which two documents are compared.
@Suite struct ShownStructureTests {
  private typealias Kind = Block.Kind

  /// Returns the structure of paragraphs with the given texts and blocks.
  private static func structure(_ paragraphs: [(String, [Block])]) -> ShownStructure {
    var builder = IAStringBuilder()
    for (text, blocks) in paragraphs {
      builder.append(text)
      builder.endParagraph(ParagraphAttributes(blocks: blocks))
    }
    return ShownStructure(builder.finish())
  }

  private static func list(_ id: Int, start: Int, ordinal: Int) -> [Block] {
    [
      Block(id: id, .orderedList(.init(start: start))),
      Block(id: id + 1, .listItem(.init(ordinal: ordinal))),
    ]
  }

  @Test func `Ids and invisible values make no difference`() {
    let left = Self.structure([
      ("a", Self.list(1, start: 1, ordinal: 1)), ("b", [Block(id: 9, .codeBlock(language: "c"))]),
    ])
    let right = Self.structure([
      ("x", Self.list(70, start: 8, ordinal: 1)), ("y", [Block(id: 5, .codeBlock(language: nil))]),
    ])
    #expect(left == right)
  }

  @Test func `Visible values make a difference`() {
    let kinds: [Kind] = [
      .header(level: 1), .header(level: 2), .blockQuote, .codeBlock(language: nil),
      .footnote(label: "1"), .footnote(label: "2"), .endnote(label: "1"), .annotation(.init()),
      .pageHeader(on: .all), .pageHeader(on: .first), .pageFooter(on: .all), .textBox(),
      .listItem(.init(ordinal: 1)), .listItem(.init(ordinal: 1, task: .open)),
      .listItem(.init(ordinal: 1, task: .done)), .tableCell(.init(column: 0)),
      .tableCell(.init(column: 1)), .tableCell(.init(column: 0, columnSpan: 2)),
      .tableCell(.init(column: 0, rowSpan: 2)),
    ]
    let structures =
      kinds.map { Self.structure([("a", [Block(id: 1, $0)])]) } + [
        Self.structure([("a", [])]),
        Self.structure([("a", Self.list(1, start: 1, ordinal: 1))]),
        Self.structure([("a", Self.list(1, start: 1, ordinal: 2))]),
      ]
    for (index, left) in structures.enumerated() {
      for (other, right) in structures.enumerated() where index != other {
        #expect(left != right, "\(index) and \(other)")
      }
    }
  }

  @Test func `Paragraphs that share a block differ from those that do not`() {
    let one = [Block(id: 1, .blockQuote)]
    let two = [Block(id: 2, .blockQuote)]
    #expect(Self.structure([("a", one), ("b", one)]) != Self.structure([("a", one), ("b", two)]))
    #expect(
      Self.structure([("a", one), ("b", two), ("c", one)])
        != Self.structure([("a", one), ("b", two), ("c", two)]))
  }

  @Test func `Empty paragraphs count in visible blocks alone`() {
    let cell = [
      Block(id: 1, .table(.init(columns: []))), Block(id: 2, .tableCell(.init(column: 0))),
    ]
    #expect(Self.structure([("a", []), ("", []), ("", cell)]) == Self.structure([("a", [])]))
    #expect(Self.structure([("", [Block(id: 1, .blockQuote)])]) != Self.structure([]))
  }

  @Test func `References to notes count by label and paragraph`() {
    func structure(_ text: String, _ range: Range<Int>, _ label: String) -> ShownStructure {
      var string = IAString(text)
      string.updateAttributes(in: range) { $0[tag: "footnote"] = label }
      return ShownStructure(string)
    }
    let first = structure("a1\nb2\n", 1..<2, "1")
    #expect(first == structure("\na1\nb2\n", 2..<3, "1"))
    #expect(first != structure("a1\nb2\n", 4..<5, "1"))
    #expect(first != structure("a1\nb2\n", 1..<2, "2"))
    #expect(first != ShownStructure(IAString("a1\nb2\n")))
  }
}
