import IATestSupport
import IAText
import Testing

@testable import IALayout

@Suite(.enabled(if: TestFonts.areThere, "the test fonts are not installed"))
struct LineTests {
  static let prose = IAString(
    "In the beginning God created the heaven and the earth. And the earth was without form, and "
      + "void; and darkness was upon the face of the deep. And the Spirit of God moved upon the "
      + "face of the waters.\nAnd God said, Let there be light: and there was light.\n")

  @Test func `Lines end between words and are no wider than the container`() throws {
    let layout = try LayoutManager.of(Self.prose, width: 200)
    let lines = layout.lineFragments()
    #expect(
      lines.map(\.utf16Range.lowerBound) == [0] + lines.dropLast().map(\.utf16Range.upperBound))
    #expect(lines.last?.utf16Range.upperBound == Self.prose.utf16Count)
    for line in lines {
      #expect(line.usedRect.width <= 200.001)
      let text = layout.string.text(in: line.utf16Range)
      #expect(text.hasSuffix(" ") || text.hasSuffix("\n") || text.isEmpty)
    }
    // Noto Sans at 16 points: 1.362 em.
    #expect(abs(lines[0].rect.height - 21.792) < 0.001)
    #expect(abs(lines[1].rect.y - 21.792) < 0.01)
  }

  @Test func `Every line takes as many words as fit`() throws {
    let layout = try LayoutManager.of(Self.prose, width: 200)
    let typesetter = layout.typesetter
    let lines = layout.lineFragments()
    for (line, next) in zip(lines, lines.dropFirst()) {
      let text = layout.string.text(in: line.utf16Range)
      guard !text.hasSuffix("\n") else { continue }
      let word = layout.string.text(in: next.utf16Range).prefix { $0 != " " && $0 != "\n" }
      let longer = typesetter.size(
        of: IAString(text + word), width: 10_000, lineFragmentPadding: 0)
      #expect(longer.width > 200)
    }
  }

  @Test func `What is drawn is the text, on its baselines, inside the container`() throws {
    let layout = try LayoutManager.of(Self.prose, width: 200)
    let sink = layout.drawn()
    func letters(_ text: String) -> String { text.filter { $0 != "\n" && $0 != " " } }
    #expect(letters(sink.text) == letters(Self.prose.text))
    let baselines = Set(layout.lineFragments().map { ($0.baseline * 1000).rounded() })
    for run in sink.runs {
      #expect(baselines.contains((run.origin.y * 1000).rounded()))
      #expect(run.glyphs.count == run.x.count && run.x.count == run.clusters.count)
      #expect(run.x.allSatisfy { $0 >= 0 && $0 <= 200 })
    }
  }

  @Test func `A word that is wider than the line is broken between characters`() throws {
    let word = String(repeating: "abcdefghij", count: 20)
    let layout = try LayoutManager.of(IAString(word), width: 100)
    #expect(layout.lineTexts.joined() == word)
    #expect(layout.lineFragments().allSatisfy { $0.usedRect.width <= 100.001 })
    #expect(layout.lineTexts.dropLast().allSatisfy { $0.count > 9 })
  }

  @Test func `An empty text has one line of the default height`() throws {
    let layout = try LayoutManager.of(IAString())
    #expect(layout.lineFragments().count == 1)
    #expect(abs(layout.usedRect().height - 21.792) < 0.01)
  }

  @Test func `A used rectangle is wide enough for the same lines`() throws {
    let layout = try LayoutManager.of(Self.prose, width: 200)
    let lines = layout.lineTexts
    let narrow = try LayoutManager.of(Self.prose, width: layout.usedRect().width)
    #expect(narrow.lineTexts == lines)
  }
}
