import IAFonts
import IAText
import Testing

@testable import IALayout

@Suite(.enabled(if: TestFonts.areThere, "the test fonts are not installed"))
struct DrawingTests {
  private func weights(_ string: IAString, scheme: RenderScheme?) throws -> [Bool] {
    let typesetter = try TestFonts.typesetter { $0.scheme = scheme }
    let faces = typesetter.fonts.faces
    return try LayoutManager.of(string, typesetter: typesetter).drawn().runs
      .map { faces[$0.font.face].path.contains("Bold") || $0.font.isEmboldened }
  }

  @Test func `A scheme of weights leaves headings bold, and bold text heavier`() throws {
    var string = IAString("Heading\nplain bold")
    string.setParagraphAttributes(
      ParagraphAttributes(blocks: [Block(id: 1, .header(level: 2))]), in: 0..<8)
    string.set(\.bold, to: true, in: 14..<18)
    string.setIntensity(40, in: string.utf16Range)
    #expect(try weights(string, scheme: nil) == [true, false, true])
    #expect(try weights(string, scheme: .weight()) == [true, false, true])
    string.setIntensity(100, in: 0..<18)
    #expect(try weights(string, scheme: .weight()).allSatisfy { $0 })
  }

  @Test func `Letters join where the style changes within a word`() throws {
    // Three letters that join on both sides, one that joins only the letter before it, a mark.
    for text in ["\u{628}\u{62D}\u{645}", "\u{628}\u{627}\u{628}", "\u{628}\u{64E}\u{62D}\u{645}"] {
      let whole = try LayoutManager.of(IAString(text)).drawn().runs
      for cut in 1..<text.utf16.count {
        var string = IAString(text)
        string.set(\.language, to: "ar", in: 0..<cut)
        let manager = try LayoutManager.of(string)
        let runs = manager.drawn().runs
        guard text.utf16.dropFirst(cut).first != 0x64E else { continue }
        #expect(runs.count == 2)
        #expect(runs.flatMap(\.glyphs) == whole.flatMap(\.glyphs), "\(text) \(cut)")
        let width = whole.reduce(0) { $0 + $1.width }
        #expect(abs(manager.usedRect().width - width) < 0.01)
        #expect(manager.caretRect(at: cut) != nil)
      }
    }
  }

  @Test func `Letters do not join over spaces, other scripts and long words`() throws {
    let long = String(repeating: "\u{628}", count: 200)
    for text in ["\u{628} \u{628}", "\u{628}a\u{628}", long] {
      var string = IAString(text)
      string.set(\.bold, to: true, in: 1..<2)
      #expect(try LayoutManager.of(string).drawn().text.utf16.count == text.utf16.count)
    }
  }

  @Test func `No line is drawn below spaces at the end of a line`() throws {
    for text in ["some words that need two lines", "\u{05D0}\u{05D1} \u{05D2}\u{05D3} \u{05D4}"] {
      var string = IAString(text)
      string.set(\.underline, to: .init(), in: string.utf16Range)
      let layout = try LayoutManager.of(string, width: text.count > 20 ? 120 : 45)
      let lines = layout.lineFragments()
      #expect(lines.count > 1)
      let sink = layout.drawn()
      #expect(sink.text.count { $0 == " " } == text.count { $0 == " " })
      for line in lines {
        let strokes = sink.strokes.filter { line.utf16Range.overlaps($0.utf16Range) }
        let left = strokes.map(\.start.x).min() ?? 0
        let right = strokes.map { $0.start.x + $0.length }.max() ?? 0
        #expect(abs(left - line.usedRect.x) < 0.01 && abs(right - line.usedRect.maxX) < 0.01)
      }
    }
  }

  @Test func `A footnote has its mark once`() throws {
    var builder = IAStringBuilder()
    for text in ["A note,", "in two paragraphs."] {
      builder.append(text)
      builder.endParagraph(ParagraphAttributes(blocks: [Block(id: 7, .footnote(label: "3"))]))
    }
    builder.append("Text.")
    let markers = try LayoutManager.of(builder.finish()).drawn().runs
      .filter { $0.role == .listMarker }
    #expect(markers.count == 1)
  }

  @Test func `Colours at every character do not separate joined letters`() throws {
    let text =
      "\u{0627}\u{0644}\u{0639}\u{0631}\u{0628}\u{064A}\u{0629} \u{0628}\u{0627}\u{0644}\u{0643}"
    var string = IAString(text)
    for offset in string.utf16Range {
      string.setIntensity(UInt8(offset * 9), in: offset..<offset + 1)
    }
    func glyphs(_ scheme: RenderScheme?) throws -> (numbers: [UInt16], x: [Double], runs: Int) {
      let typesetter = try TestFonts.typesetter { $0.scheme = scheme }
      let runs = try LayoutManager.of(string, typesetter: typesetter).drawn().runs
      return (runs.flatMap(\.glyphs), runs.flatMap(\.x), runs.count)
    }
    let plain = try glyphs(nil)
    for scheme in [RenderScheme.hue(), .alpha()] {
      let colored = try glyphs(scheme)
      #expect(colored.runs > 4)
      #expect(colored.numbers == plain.numbers, "\(scheme.name)")
    }
    // Weights 100 to 500 share one face.
    for offset in string.utf16Range {
      string.setIntensity(UInt8(offset * 4), in: offset..<offset + 1)
    }
    let thin = try glyphs(.weight())
    #expect(thin.numbers == plain.numbers && thin.x == plain.x)
  }

  @Test func `A strikethrough covers spaces that an underline of words does not`() throws {
    var string = IAString("word next")
    string.updateAttributes(in: 0..<5) {
      $0.underline = .init(.words)
      $0.strikethrough = .single
    }
    let sink = try LayoutManager.of(string).drawn()
    let run = try #require(sink.runs.first)
    #expect(run.utf16Range == 0..<5)
    #expect(sink.strokes.map(\.role) == [.underline, .strikethrough])
    #expect(sink.strokes[0].length < run.width - 1)
    #expect(sink.strokes[1].length == run.width)
  }

  @Test func `Lines are drawn to twice their height below their top`() throws {
    let layout = try LayoutManager.of(IAString("one\u{2028}two\u{2028}three"))
    let height = try #require(layout.lineFragments().first).rect.height
    for (top, expected) in [(2 * height, 1), (2 * height - 0.01, 0)] {
      var sink = RecordingSink()
      layout.draw(
        in: Rectangle(x: 0, y: top, width: 300, height: 100), container: 0, to: &sink)
      #expect(
        sink.runs.map { String(decoding: $0.units, as: UTF16.self) }
          == Array(["one", "two", "three"][expected...]))
    }
  }
}
