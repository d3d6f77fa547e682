import IAFonts
import IATestSupport
import IAText
import IAUnicode
import Testing

@testable import IALayout

/// Unicode's LineBreakTest applied to layout: the first line ends at the last opportunity of the
/// file that fits.
///
/// Deliberate differences of ICU are listed in the tests of IAUnicode; layout follows ICU. Cases
/// with tabs are omitted, because the width of a tab depends on its position (Specs/layout.md, 5).
@Suite(
  .enabled(if: TestFonts.areThere, "the test fonts are not installed"),
  .enabled(if: ConformanceFile.areExpected, "the Unicode test files are not installed"))
struct LineBreakTests {
  private static func layout(
    _ units: ArraySlice<UInt16>, _ typesetter: Typesetter, room: Double = 10_000
  ) throws -> (line: LineFragment, fonts: [Stretch]) {
    let layout = try LayoutManager.of(
      IAString(units: Array(units)), width: room, typesetter: typesetter)
    let place = try #require(layout.place(of: 0))
    let paragraph = place.part.paragraph
    var fonts: [Stretch] = []
    for (index, run) in paragraph.runs.enumerated() {
      // Fonts are chosen together for all text with one style, script and level.
      let before = index > 0 ? paragraph.runs[index - 1] : nil
      let isSame =
        before.map { ($0.style, $0.script, $0.level) == (run.style, run.script, run.level) } ?? true
      let first = paragraph.items.first { $0.run == UInt32(index) }
      fonts.append(
        Stretch(
          start: isSame ? fonts.last?.start ?? 0 : first?.start ?? 0, font: run.font,
          script: run.script))
    }
    return (try #require(layout.lineFragments().first), fonts)
  }

  /// The font and script with which letters are shaped, and the start of their text.
  private struct Stretch: Equatable {
    var start: UInt32
    var font: FontID
    var script: Script
  }

  @Test func `The first line ends at the last opportunity that fits, at every width`() throws {
    let items = try ConformanceFile.items(of: "LineBreakTest")
    let typesetter = try TestFonts.typesetter()
    let hyphen = try Self.layout(Array("-".utf16)[...], typesetter).line.usedRect.width
    var segmenter = TextSegmenter()
    var deviating = 0
    var checked = 0
    for item in items where !item.units.contains(0x09) {
      let units = item.units
      let breaks = try segmenter.lineBreaks(in: units.span)
      let ends = breaks.map(\.utf16Offset).filter { $0 > 0 }
      if ends != item.boundaries.filter({ $0 > 0 }) { deviating += 1 }
      let mandatory = breaks.first { $0.isMandatory }?.utf16Offset ?? units.count
      let whole = try Self.layout(units[...], typesetter).fonts
      var widths: [Int: Double] = [:]
      for end in ends where end <= mandatory {
        let alone = try Self.layout(units[..<end], typesetter)
        // Marks and brackets take script and font from the text after them, too.
        guard alone.fonts == whole.filter({ $0.start < end }) else { break }
        let isHyphenated = units[end - 1] == 0xAD && end < units.count
        widths[end] = alone.line.usedRect.width + (isHyphenated ? hyphen : 0)
      }
      // A width into which the text before each opportunity just fits, and a slightly smaller one.
      for full in widths.values {
        for room in [full, full - 0.01] where room >= 1 {
          guard let expected = ends.last(where: { widths[$0].map { $0 <= room } ?? false }),
            expected != widths.keys.max() || expected == mandatory
          else { continue }
          let found = try Self.layout(units[...], typesetter, room: room).line.utf16Range.upperBound
          #expect(found == expected, "\(item.source), room \(room)")
          checked += 1
        }
      }
    }
    #expect(items.count > 7000)
    #expect(checked > 7000)
    #expect(deviating == 22)
  }
}
