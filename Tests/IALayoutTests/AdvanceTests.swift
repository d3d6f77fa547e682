import IAFonts
import IAText
import IAUnicode
import Testing

@testable import IALayout

/// The widths of items add up to the advances that HarfBuzz returns for whole paragraphs.
@Suite(.enabled(if: TestFonts.areThere, "the test fonts are not installed"))
struct AdvanceTests {
  struct Sample: Sendable, CustomTestStringConvertible {
    var family: String
    var script: Script
    var isRightToLeft = false
    var text: String
    var testDescription: String { "\(family), script \(script.rawValue)" }
  }

  static let latin =
    "Office AVATAR waffle, To \u{201C}fi\u{201D} 1/2 na\u{EF}ve: well-known LTA, e.g. $1.50 (sic)."
  static let cyrillic = "Съешь ещё этих мягких французских булок, да выпей же чаю. ГАУ Та."
  static let greek = "Ξεσκεπάζω την ψυχοφθόρα βδελυγμία. ΑΥΤΟ Τα."
  static let arabic = "نص حكيم له سر قاطع وذو شأن عظيم مكتوب على ثوب أخضر"
  static let hebrew = "דג סקרן שט בים מאוכזב ולפתע מצא חברה"
  static let devanagari = "ऋषियों को सताने वाले दुष्ट राक्षसों के राजा रावण का सर्वनाश"
  static let thai = "เป็นมนุษย์สุดประเสริฐเลิศคุณค่า กว่าบรรดาฝูงสัตว์เดรัจฉาน"

  static let samples: [Sample] =
    ["Noto Sans", "DejaVu Sans", "Noto Serif", "DejaVu Serif", "Noto Sans Display"].flatMap {
      family in
      [
        Sample(family: family, script: .latin, text: latin),
        Sample(family: family, script: .cyrillic, text: cyrillic),
        Sample(family: family, script: .greek, text: greek),
      ]
    } + [
      Sample(family: "Noto Sans Arabic", script: .arabic, isRightToLeft: true, text: arabic),
      Sample(family: "Noto Naskh Arabic", script: .arabic, isRightToLeft: true, text: arabic),
      Sample(family: "DejaVu Sans", script: .arabic, isRightToLeft: true, text: arabic),
      Sample(family: "Noto Sans Hebrew", script: .hebrew, isRightToLeft: true, text: hebrew),
      Sample(family: "Noto Sans Devanagari", script: .devanagari, text: devanagari),
      Sample(family: "Noto Sans Thai", script: .thai, text: thai),
      Sample(family: "DejaVu Sans Mono", script: .latin, text: latin),
    ]

  @Test(arguments: samples) func `Items add up to the whole paragraph`(sample: Sample) throws {
    let fonts = try TestFonts.collection.get()
    guard !fonts.faces(ofFamily: sample.family).isEmpty else { return }
    let typesetter = try TestFonts.typesetter { $0.fontFamilies = [sample.family] }
    let layout = try LayoutManager.of(
      IAString(sample.text), width: 100_000, typesetter: typesetter)
    let line = try #require(layout.lineFragments().first)
    var shaper = TextShaper(fonts)
    let font = shaper.font(for: FontRequest(families: [sample.family]))
    let whole = shaper.shape(
      Array(sample.text.utf16).span,
      ShapingStyle(font: font, script: sample.script, isRightToLeft: sample.isRightToLeft))
    #expect(!whole.lacksGlyphs)
    let width = Double(whole.advance) * 16 / Double(shaper.unitsPerEm(of: font))
    #expect(abs(line.usedRect.width - width) < 0.02)
    // The drawn runs have the same width.
    let drawn = layout.drawn().runs
    let right = drawn.map { $0.origin.x + $0.width }.max() ?? 0
    let left = drawn.map(\.origin.x).min() ?? 0
    #expect(abs(right - left - width) < 0.02)
  }
}
