import IAFonts
import IATestSupport
import IAText
import IAUnicode
import Testing

@testable import IALayout

/// Lines of scripts without spaces between words: a line ends only if the next word does not fit.
@Suite(.enabled(if: TestFonts.areThere, "the test fonts are not installed"))
struct DictionaryLineTests {
  @Test(arguments: DictionaryScript.allCases, [60.0, 120, 200, 300, 390, 1000])
  func `A line ends where the next word does not fit`(
    script: DictionaryScript, width: Double
  ) throws {
    let typesetter = try TestFonts.typesetter()
    var segmenter = TextSegmenter()
    var full = 0
    for text in Self.texts(script) {
      let units = Array(text.utf16)
      let layout = try LayoutManager.of(IAString(text), width: width, typesetter: typesetter)
      let breaks = try segmenter.lineBreaks(in: units.span).map(\.utf16Offset)
      for line in layout.lineFragments() {
        let range = line.utf16Range
        guard !range.isEmpty, range.upperBound < units.count,
          !Self.isLineEnd(units[range.upperBound - 1])
        else { continue }
        // A word that is wider than the line is divided inside.
        guard breaks.contains(range.upperBound) else { continue }
        let next = try #require(breaks.first { $0 > range.upperBound })
        let longer = units[range.lowerBound..<next]
        let wide = try Self.width(of: longer, typesetter)
        #expect(wide > width, "\(String(decoding: longer, as: UTF16.self))")
        full += 1
      }
    }
    #expect(full > 0 || width == 1000)
  }

  @Test(arguments: DictionaryScript.allCases)
  func `A paragraph in a wide container is one line, whatever ends it`(
    script: DictionaryScript
  ) throws {
    let text = script.paragraph
    for end in ["", "\n"] {
      let layout = try LayoutManager.of(
        IAString("abc\n" + text + "\n" + text + end), width: 100_000)
      #expect(layout.lineTexts.filter { !$0.isEmpty } == ["abc\n", text + "\n", text + end])
    }
  }

  @Test func `A chat is as high as its full lines`() throws {
    for script in DictionaryScript.allCases {
      let alone = try LayoutManager.of(IAString(script.paragraph), width: 280)
      let chat = try LayoutManager.of(
        IAString(String(repeating: script.paragraph + "\n", count: 5)), width: 280)
      let lines = chat.lineFragments().filter { !$0.utf16Range.isEmpty }
      #expect(lines.count == 5 * alone.lineFragments().count)
    }
  }

  private static func texts(_ script: DictionaryScript) -> [String] {
    let text = script.paragraph
    return [text, text + "\n", "Hello\n" + text + " world 123\n" + text + "abc\n"]
  }

  private static func isLineEnd(_ unit: UInt16) -> Bool { unit == 0x0A || unit == 0x2028 }

  /// Returns the width of units in one line, without the spaces at its end.
  private static func width(
    of units: ArraySlice<UInt16>, _ typesetter: Typesetter
  ) throws -> Double {
    let layout = try LayoutManager.of(
      IAString(units: Array(units)), width: 100_000, typesetter: typesetter)
    return try #require(layout.lineFragments().first).usedRect.width
  }
}
