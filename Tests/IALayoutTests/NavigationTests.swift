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
  ]

  @Test(arguments: texts) func `Hit tests are the inverse of carets at every character`(
    text: String
  ) throws {
    let layout = try LayoutManager.of(IAString(text), width: 150)
    var segmenter = TextSegmenter()
    let bounds = Set(try segmenter.boundaries(of: .character, in: Array(text.utf16).span))
    for fragment in layout.lineFragments() where !fragment.utf16Range.isEmpty {
      let place = try #require(layout.place(of: fragment.utf16Range.lowerBound))
      let start = place.found.start + place.part.utf16Start
      let cells = layout.caretCells(of: place)
      #expect(
        cells.map { start + $0.range.lowerBound }.sorted()
          == fragment.utf16Range.filter { bounds.contains($0) })
      for cell in cells where cell.right - cell.left > 0.01 {
        #expect(bounds.contains(start + cell.range.lowerBound))
        let y = fragment.rect.y + fragment.rect.height / 2
        for (share, expected) in [(0.25, cell.range.lowerBound), (0.75, cell.range.upperBound)] {
          let x = cell.leading + (cell.trailing - cell.leading) * share
          let hit = try #require(layout.hit(Point(x: x, y: y)))
          #expect(hit.caretOffset == start + expected)
          #expect(hit.utf16Range == start + cell.range.lowerBound..<start + cell.range.upperBound)
        }
      }
    }
  }

  @Test(arguments: texts) func `A caret is found where it is drawn`(text: String) throws {
    let layout = try LayoutManager.of(IAString(text), width: 150)
    var segmenter = TextSegmenter()
    for offset in try segmenter.boundaries(of: .character, in: Array(text.utf16).span) {
      let caret = try #require(layout.caretRect(at: offset))
      let middle = Point(x: caret.x + 1, y: caret.y + caret.height / 2)
      let hit = try #require(layout.hit(middle))
      // Where directions meet, two carets are drawn at one place.
      let again = try #require(layout.caretRect(at: hit.caretOffset))
      let isEnd = layout.lineFragment(at: hit.caretOffset) != layout.lineFragment(at: offset)
      #expect(isEnd || abs(again.x - caret.x) < 0.01, "\(offset): \(caret.x), \(again.x)")
    }
  }

  @Test func `A selection covers its characters and nothing else`() throws {
    let text = "abc שלום def\nsecond"
    let layout = try LayoutManager.of(IAString(text), width: 400)
    let whole = layout.selectionRects(for: 0..<text.utf16.count)
    let lines = layout.lineFragments()
    #expect(whole.count == 2)
    #expect(abs(whole[0].width - lines[0].usedRect.width) < 0.01)
    // Part of the Hebrew and of what is before it: two rectangles.
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
}
