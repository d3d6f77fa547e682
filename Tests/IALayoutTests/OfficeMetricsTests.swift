import IAText
import Testing

@testable import IAFonts
@testable import IALayout

/// Measures that were read from PDF files of LibreOffice 7.4.
@Suite struct OfficeMetricsTests {
  private static func metrics(
    _ ascent: Double, _ descent: Double, _ gap: Double, per em: Double = 2048
  ) -> FontMetrics {
    FontMetrics(
      ascent: ascent / em, descent: descent / em, lineGap: gap / em, underlineOffset: 0.1,
      underlineThickness: 0.05, strikeOffset: 0.3, xHeight: 0.5, capHeight: 0.7)
  }

  private static let serif = metrics(1825, 443, 87)
  private static let sans = metrics(1854, 434, 67)
  private static let carlito = metrics(1536, 512, 452)
  private static let noto = metrics(1069, 293, 0, per: 1000)
  private static let nimbus = metrics(683, 317, 200, per: 1000)

  @Test(arguments: [
    (serif, 8, 184), (serif, 9.5, 219), (serif, 10, 231), (serif, 10.5, 242), (serif, 12, 276),
    (serif, 14, 322), (sans, 7, 161), (sans, 13, 300), (sans, 16, 369), (sans, 24, 552),
    (carlito, 6, 147), (carlito, 9.5, 232), (carlito, 10.5, 256), (carlito, 18, 440),
    (noto, 6, 164), (noto, 11, 300),
  ])
  func `Lines have whole twips`(metrics: FontMetrics, size: Double, twips: Double) {
    let (ascent, descent) = OfficeMetrics.extent(of: metrics, size: size)
    #expect(abs((ascent + descent) * 20 - twips) < 1e-6)
  }

  @Test(arguments: [
    (serif, 8, 0.7, 2.3, 0.4), (serif, 10, 0.9, 2.9, 0.6), (serif, 12, 1.1, 3.4, 0.7),
    (serif, 24, 2.1, 6.8, 1.3), (sans, 24, 2.0, 6.9, 1.3), (carlito, 24, 2.4, 6.7, 1.5),
    (noto, 24, 2.7, 6.5, 1.8), (nimbus, 10, 1.4, 2.5, 0.6), (nimbus, 24, 3.2, 6.1, 1.4),
  ])
  func `Underlines and strikethroughs are in whole tenths of a point`(
    metrics: FontMetrics, size: Double, underline: Double, strikethrough: Double, thickness: Double
  ) {
    let found = OfficeMetrics.strokes(of: metrics, size: size)
    #expect(abs(found.underline - underline) < 1e-6)
    #expect(abs(found.strikethrough - strikethrough) < 1e-6)
    #expect(abs(found.thickness - thickness) < 1e-6)
  }

  @Test func `Sizes without measures do not trap`() {
    for size in [0, 0.5, 4096] {
      let strokes = OfficeMetrics.strokes(of: Self.metrics(0, 0, 0), size: size)
      #expect(strokes.thickness > 0)
    }
  }

  @Test func `Superscripts do not raise their line`() throws {
    let typesetter = try TestFonts.typesetter { $0.placement = .office }
    var string = IAString("a2b1")
    string.updateAttributes(in: 1..<2) { $0.script = .superscript }
    string.updateAttributes(in: 3..<4) { $0.script = .subscript }
    let layout = try LayoutManager.of(string, typesetter: typesetter)
    #expect(abs(layout.lineFragments()[0].rect.height - 21.8) < 0.06)
    let runs = layout.drawn().runs
    #expect(runs.map(\.size) == [16, 9.25, 16, 9.25])
    // 42 % of the ascent up, of the descent down.
    #expect(abs(runs[0].origin.y - runs[1].origin.y - 0.42 * 1.069 * 16) < 0.01)
    #expect(abs(runs[3].origin.y - runs[0].origin.y - 0.42 * 0.293 * 16) < 0.01)
  }

  @Test func `Letters beside East Asian text have a fifth of their size as space`() throws {
    func width(_ text: String, _ placement: LayoutOptions.Placement) throws -> Double {
      let typesetter = try TestFonts.typesetter { $0.placement = placement }
      return try LayoutManager.of(IAString(text), typesetter: typesetter)
        .lineFragments()[0].usedRect.width
    }
    for (text, spaces) in [
      ("ab\u{6F22}\u{5B57}cd", 2.0), ("12\u{6F22}", 1), ("a \u{6F22}", 0), ("(\u{6F22})", 0),
      ("ab\u{3002}", 0), ("abc", 0), ("\u{30C6}\u{30B9}\u{30C8}", 0),
    ] {
      let difference = try width(text, .office) - width(text, .standard)
      #expect(abs(difference - spaces * 3.2) < 0.02, "\(text)")
    }
  }
}
