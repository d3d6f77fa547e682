import IACorpus
import IATestSupport
import IAText
import IAUnicode
import Testing

@testable import IALayout

@Suite(.enabled(if: TestFonts.areThere, "the test fonts are not installed"))
struct NavigationTests {
  static let texts = [
    "Office waffles, well-known: fi.\nA second line\n",
    "abc שלום עולם def\nשלום abc 123 עולם\n",
    "e\u{301}a\u{308} \u{1F1E9}\u{1F1EA} \u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467} x\n",
    "हिन्दी में लिखा हुआ पाठ\nภาษาไทยง่ายนิดเดียว", "مرحبا بالعالم لا إله", "", "\n\n", "a\tb\tc",
    "(abc) \u{2067}שלום 12 (def)\u{2069} x, y لا 1.5 الله! \u{202B}z\u{202C}\n中文字，與 abc。",
    "averylongwordthatgoeson \u{AD}un\u{AD}hy\u{AD}phen\u{AD}ated ffi\u{2028}after  two  spaces ",
  ]
  static let families = ["Noto Sans", "DejaVu Serif", "DejaVu Sans Mono", "Noto Naskh Arabic"]

  /// Returns a text, decorated with pictures, stickers and changes of size between its words if
  /// `decorates` is true.
  private static func decorated(_ text: String, _ decorates: Bool) -> IAString {
    guard decorates else { return IAString(text) }
    var string = IAString()
    for (number, word) in text.split(separator: " ", omittingEmptySubsequences: false).enumerated()
    {
      var attributes = InlineAttributes()
      attributes.fontSize = [nil, 24, 11][number % 3]
      attributes.letterSpacing = number % 4 == 3 ? 2 : nil
      var piece = IAString(String(word) + " ")
      piece.updateAttributes(in: piece.utf16Range) { $0 = attributes }
      string.append(piece)
      var picture = Attachment(.image)
      picture.pixelWidth = 30
      picture.pixelHeight = 12
      if number % 2 == 1 { string.append(number % 3 == 0 ? .sticker("doge") : picture) }
    }
    return string
  }

  private static func eachLayout(
    _ text: String, _ body: (LayoutManager, [Int]) throws -> Void
  ) throws {
    for family in families {
      let typesetter = try TestFonts.typesetter { $0.fontFamilies = [family] }
      for (width, decorates) in [(150.0, false), (70, false), (110, true)] {
        let string = decorated(text, decorates)
        let layout = try LayoutManager.of(string, width: width, typesetter: typesetter)
        var segmenter = TextSegmenter()
        let units = string.units(in: string.utf16Range)
        try body(layout, try segmenter.boundaries(of: .character, in: units.span))
      }
    }
  }

  @Test(arguments: texts) func `Hit tests are the inverse of carets at every character`(
    text: String
  ) throws {
    try Self.eachLayout(text) { layout, boundaries in
      let bounds = Set(boundaries)
      for fragment in layout.lineFragments() where !fragment.utf16Range.isEmpty {
        let place = try #require(layout.place(of: fragment.utf16Range.lowerBound))
        let start = place.found.start + place.part.utf16Start
        let cells = layout.caretCells(of: place)
        #expect(
          cells.map { start + $0.range.lowerBound }.sorted()
            == fragment.utf16Range.filter { bounds.contains($0) })
        for cell in cells where cell.right - cell.left > 0.01 {
          let y = fragment.rect.y + fragment.rect.height / 2
          for (share, expected) in [(0.25, cell.range.lowerBound), (0.75, cell.range.upperBound)] {
            let x = cell.leading + (cell.trailing - cell.leading) * share
            // Marks that extend over the letter before share its position.
            let isShared = cells.contains { $0.range != cell.range && $0.left < x && x < $0.right }
            guard !isShared else { continue }
            let hit = try #require(layout.hit(Point(x: x, y: y)))
            #expect(hit.caretOffset == start + expected)
            #expect(hit.utf16Range == start + cell.range.lowerBound..<start + cell.range.upperBound)
          }
        }
      }
    }
  }

  @Test(arguments: texts) func `A caret is found where it is drawn`(text: String) throws {
    try Self.eachLayout(text) { layout, boundaries in
      for offset in boundaries {
        let caret = try #require(layout.caretRect(at: offset))
        let middle = Point(x: caret.x + 1, y: caret.y + caret.height / 2)
        guard let hit = layout.hit(middle) else { continue }
        let isEnd = layout.lineFragment(at: hit.caretOffset) != layout.lineFragment(at: offset)
        // Where directions change, the caret of the hit has two positions; this is one of them.
        let place = try #require(layout.place(of: hit.caretOffset))
        let places = layout.caretCells(of: place).flatMap { cell in
          [
            cell.range.upperBound == place.offset ? cell.trailing : nil,
            cell.range.contains(place.offset) ? cell.leading : nil,
          ].compactMap(\.self)
        }
        let again = try #require(layout.caretRect(at: hit.caretOffset)).x + 1
        let isThere = (places + [again]).contains { abs($0 - caret.x - 1) < 0.01 }
        #expect(isEnd || isThere, "\(offset) at \(caret.x): \(hit.caretOffset) at \(places)")
      }
    }
  }

  @Test func `A selection covers its characters and nothing else`() throws {
    let text = "abc שלום def\nsecond"
    let layout = try LayoutManager.of(IAString(text), width: 400)
    let whole = layout.selectionRects(for: 0..<text.utf16.count)
    let lines = layout.lineFragments()
    #expect(whole.count == 2)
    #expect(abs(whole[0].width - lines[0].usedRect.width) < 0.01)
    // Part of the Hebrew text and of the text before it: two rectangles.
    #expect(layout.selectionRects(for: 2..<6).count == 2)
    #expect(layout.selectionRects(for: 3..<3).isEmpty)
  }

  @Test func `Up and down keep the wanted place through short lines`() throws {
    let text = "a long first line\nb\nanother long line\n"
    let layout = try LayoutManager.of(IAString(text), width: 400)
    let x = try #require(layout.caretRect(at: 8)).x + 1
    let down = layout.caretOffset(from: 8, movedDownBy: 1, x: x)
    #expect(down == 19)
    let twice = layout.caretOffset(from: down, movedDownBy: 1, x: x)
    let place = try #require(layout.caretRect(at: twice))
    #expect(abs(place.x + 1 - x) < 8)
    #expect(layout.caretOffset(from: twice, movedDownBy: -2, x: x) == 8)
    #expect(layout.caretOffset(from: 3, movedDownBy: -1) == 0)
    #expect(layout.caretOffset(from: twice, movedDownBy: 9) == text.utf16.count)
  }

  @Test func `The selected terminator of an empty line is a third of its height wide`() throws {
    let layout = try LayoutManager.of(IAString("one\n\ntwo"), width: 400)
    let lines = layout.lineFragments()
    let rectangles = layout.selectionRects(for: 0..<8)
    #expect(rectangles.count == 3)
    #expect(abs(rectangles[0].width - lines[0].usedRect.width) < 0.01)
    #expect(rectangles[1].width == lines[1].rect.height / 3)
    #expect(abs(rectangles[2].width - lines[2].usedRect.width) < 0.01)
  }
}
