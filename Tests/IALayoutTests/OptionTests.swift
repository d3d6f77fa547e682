import IAText
import Testing

@testable import IALayout

@Suite(.enabled(if: TestFonts.areThere, "the test fonts are not installed"))
struct OptionTests {
  private static let words = String(repeating: "some words ", count: 20)

  @Test func `Insets narrow the lines and move them`() throws {
    var container = TextContainer(width: 200, lineFragmentPadding: 0)
    container.insets = Insets(top: 7, left: 30, bottom: 5, right: 20)
    let inset = try LayoutManager.of(IAString(Self.words), container: container)
    let narrow = try LayoutManager.of(IAString(Self.words), width: 150)
    #expect(inset.lineTexts == narrow.lineTexts)
    for (line, expected) in zip(inset.lineFragments(), narrow.lineFragments()) {
      #expect(line.rect.x == expected.rect.x + 30)
      #expect(line.rect.y == expected.rect.y + 7)
    }
  }

  @Test func `The last line that fits ends with an ellipsis only on request`() throws {
    for truncates in [true, false] {
      var container = TextContainer(width: 120, lineFragmentPadding: 0, lineLimit: 2)
      container.truncates = truncates
      let drawn = try LayoutManager.of(IAString(Self.words), container: container).drawn()
      #expect(drawn.text.hasSuffix("…") == truncates)
    }
  }

  @Test func `Tab stops follow each other at the interval`() throws {
    for interval in [20.0, 45] {
      let typesetter = try TestFonts.typesetter { $0.tabInterval = interval }
      let layout = try LayoutManager.of(IAString("\t\ti"), typesetter: typesetter)
      let run = try #require(layout.drawn().runs.last)
      #expect(run.origin.x == 2 * interval)
    }
  }

  @Test func `Attachments without a size have that of the thumbnail`() throws {
    for thumbnail in LayoutOptions.Thumbnail.allCases {
      let typesetter = try TestFonts.typesetter { $0.thumbnail = thumbnail }
      var string = IAString()
      string.append(Attachment(.image, content: .url("https://example.org/a.png")))
      let box = try #require(LayoutManager.of(string, typesetter: typesetter).drawn().boxes.first)
      #expect(max(box.box.width, box.box.height) <= thumbnail.side)
    }
  }

  @Test func `Code blocks have the background of the options`() throws {
    var string = IAString("code")
    string.setParagraphAttributes(
      ParagraphAttributes(blocks: [Block(id: 1, .codeBlock(language: nil))]), in: 0..<4)
    let color = Color(0x123456)
    let typesetter = try TestFonts.typesetter { $0.codeBackground = color }
    var sink = ColorSink()
    try LayoutManager.of(string, typesetter: typesetter).draw(
      in: Rectangle(x: 0, y: 0, width: 1000, height: 1000), container: 0, to: &sink)
    #expect(sink.colors == [color])
  }

  @Test func `A caret has a minimum height around its line`() throws {
    let layout = try LayoutManager.of(
      IAString("a"), typesetter: TestFonts.typesetter { $0.fontSize = 6 })
    let caret = try #require(layout.caretRect(at: 0))
    let line = try #require(layout.lineFragment(at: 0)).rect
    #expect(caret.width == LayoutManager.caretWidth)
    #expect(caret.height == LayoutManager.caretMinimumHeight)
    #expect(abs((caret.y + caret.height / 2) - (line.y + line.height / 2)) < 1e-9)
  }
}

/// Records the colours of fills.
private struct ColorSink: DrawingSink {
  var colors: [Color] = []

  mutating func fill(_ rectangle: Rectangle, color: Color, role: FillRole) { colors.append(color) }
  mutating func draw(_ run: borrowing GlyphRun) {}
  mutating func stroke(_ stroke: Stroke) {}
  mutating func draw(_ attachment: AttachmentBox) {}
}
