import IAText
import Testing

@testable import IAFonts
@testable import IALayout

/// Metrics measured in PDF files of LibreOffice 7.4.
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
    // 42 % of the ascent upwards, and of the descent downwards.
    #expect(abs(runs[0].origin.y - runs[1].origin.y - 0.42 * 1.069 * 16) < 0.01)
    #expect(abs(runs[3].origin.y - runs[0].origin.y - 0.42 * 0.293 * 16) < 0.01)
  }

  @Test func `Several spaces are wider than one each as in LibreOffice`() throws {
    func width(_ text: String, _ placement: LayoutOptions.Placement) throws -> Double {
      let typesetter = try TestFonts.typesetter { $0.placement = placement }
      return try LayoutManager.of(IAString(text), width: 900, typesetter: typesetter)
        .lineFragments()[0].usedRect.width
    }
    for (text, count) in [("a b", 0), ("a  b", 2), ("a   b c", 3), ("a  b   c", 5)] {
      let difference = try width(text, .office) - width(text, .standard)
      #expect(abs(difference - Double(count) * 16 / 6) < 0.1)
    }
  }

  @Test func `Text after a marker starts at the next tab stop as in LibreOffice`() throws {
    /// Returns the x positions of the marker and of the text.
    func starts(
      _ first: Double?, _ head: Double?, stops: [Double] = [], number: Int = 1
    ) throws -> [Double] {
      var builder = IAStringBuilder()
      builder.append("text")
      var attributes = ParagraphAttributes(blocks: [
        Block(id: 1, .orderedList(.init())), Block(id: 2, .listItem(.init(ordinal: number))),
      ])
      (attributes.firstLineIndent, attributes.headIndent) = (first, head)
      attributes.tabStops = stops.map { .init($0) }
      builder.endParagraph(attributes)
      let typesetter = try TestFonts.typesetter { $0.placement = .office }
      let layout = try LayoutManager.of(builder.finish(), width: 300, typesetter: typesetter)
      let marker = try #require(layout.drawn().runs.first { $0.role == .listMarker })
      return [marker.origin.x, layout.lineFragments()[0].usedRect.x].map {
        ($0 * 1000).rounded() / 1000
      }
    }
    // The marker is 18 points before the first line, the text at the indent of the others.
    #expect(try starts(nil, nil) == [18, 36])
    #expect(try starts(-18, 3.6) == [0, 39.6])
    // A tab stop before the indent has an effect, one after it has none.
    #expect(try starts(-18, 36, stops: [50]) == [0, 50])
    #expect(try starts(-18, 36, stops: [100]) == [0, 72])
    // Without a hanging indent the text starts at the next tab stop.
    #expect(try starts(18, nil, stops: [90]) == [36, 90])
    #expect(try starts(18, nil) == [36, 56])
    // The same holds for text after a marker that is wider than the indent.
    #expect(try starts(nil, nil, number: 1_000_000) == [18, 112])
  }

  @Test func `Lines are drawn below and through spaces at the end of a line, up to its end`() throws
  {
    func strokes(_ text: String, _ alignment: ParagraphAttributes.Alignment? = nil) throws
      -> [Stroke]
    {
      var string = IAString(text)
      string.set(\.underline, to: .init(), in: string.utf16Range)
      string.updateParagraphAttributes(in: string.utf16Range) { $0.alignment = alignment }
      let typesetter = try TestFonts.typesetter { $0.placement = .office }
      return try LayoutManager.of(string, width: 200, typesetter: typesetter).drawn().strokes
    }
    func end(_ strokes: [Stroke]) -> Double { strokes.map { $0.start.x + $0.length }.max() ?? 0 }
    #expect(abs(end(try strokes("a" + String(repeating: " ", count: 100))) - 200) < 0.01)
    #expect(abs(end(try strokes(String(repeating: " ", count: 100))) - 200) < 0.01)
    let short = end(try strokes("a   "))
    #expect(short > end(try strokes("a")) + 10 && short < 100)
    // Nothing is drawn beyond the margin.
    #expect(end(try strokes("a   ", .right)) < 200.01)
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

  @Test func `A space after East Asian text is that of the default family`() throws {
    func width(_ text: String, _ placement: LayoutOptions.Placement) throws -> Double {
      let typesetter = try TestFonts.typesetter {
        $0.placement = placement
        $0.fontFamilies = ["DejaVu Sans Mono"]
      }
      return try LayoutManager.of(IAString(text), typesetter: typesetter)
        .lineFragments()[0].usedRect.width
    }
    func space(_ text: String, _ placement: LayoutOptions.Placement) throws -> Double {
      try width(text, placement) - width(text.filter { $0 != " " }, placement)
    }
    let latin = try space("a b", .office)
    #expect(abs(latin - 0.602 * 16) < 0.02)
    #expect(try space("\u{6F22} \u{5B57}", .office) < latin - 3)
  }

  @Test func `A tab that does not fit starts the next line`() throws {
    func lines(
      _ text: String, _ placement: LayoutOptions.Placement, width: Double = 200,
      stop: Double? = nil
    ) throws -> [String] {
      let typesetter = try TestFonts.typesetter {
        $0.placement = placement
        $0.tabInterval = 36
      }
      var string = IAString(text)
      if let stop {
        string.updateParagraphAttributes(in: string.utf16Range) {
          $0.tabStops = [ParagraphAttributes.TabStop(stop)]
        }
      }
      return try LayoutManager.of(string, width: width, typesetter: typesetter).lineTexts
    }
    // The stops in a line of 200 points are at 36, 72, 108, 144 and 180.
    let text = "aaaaaa\t\t\t\t\tb"
    #expect(try lines(text, .office) == ["aaaaaa\t\t\t\t", "\tb"])
    #expect(try lines("aaaaaa\t\t\t\tb", .office) == ["aaaaaa\t\t\t\tb"])
    #expect(try lines(text, .standard) == ["aaaaaa\t\t\t\t\t", "b"])
    // A stated stop beyond the line is moved to its end.
    #expect(try lines(text, .office, stop: 400).first == "aaaaaa\t\t\t\t\t")
    // In lines without any stop, the tab is after their text.
    #expect(try lines("a\tb", .office, width: 20) == ["a\t", "b"])
    let many = try lines(String(repeating: "\t", count: 1_000), .office)
    #expect(many.count == 200 && many.allSatisfy { $0.utf16.count == 5 })
  }

  @Test func `No line ends after a slash inside a word`() throws {
    let text = "aaaa bbbb/cccc dddd/ eeee/1"
    func lines(_ placement: LayoutOptions.Placement) throws -> [String] {
      let typesetter = try TestFonts.typesetter { $0.placement = placement }
      return try LayoutManager.of(IAString(text), width: 95, typesetter: typesetter).lineTexts
    }
    #expect(try lines(.standard).first == "aaaa bbbb/")
    #expect(try lines(.office) == ["aaaa ", "bbbb/cccc ", "dddd/ ", "eeee/1"])
    // A word that is wider than the line is divided.
    let typesetter = try TestFonts.typesetter { $0.placement = .office }
    let long = try LayoutManager.of(
      IAString(String(repeating: "abc/", count: 40)), width: 95, typesetter: typesetter)
    #expect(long.lineFragments().count > 8)
  }

  @Test func `A justified line before a line separator is as wide as the others`() throws {
    for (placement, isWide) in [(LayoutOptions.Placement.standard, false), (.office, true)] {
      let typesetter = try TestFonts.typesetter { $0.placement = placement }
      var string = IAString("a b c\u{2028}d e f\n")
      string.updateParagraphAttributes(in: string.utf16Range) { $0.alignment = .justified }
      let lines = try LayoutManager.of(string, width: 200, typesetter: typesetter).lineFragments()
      #expect((lines[0].usedRect.width > 199) == isWide)
      #expect(lines[1].usedRect.width < 100)
    }
  }

  @Test func `A line may exceed its width by half a twip`() throws {
    func count(_ excess: Double, _ placement: LayoutOptions.Placement) throws -> Int {
      let typesetter = try TestFonts.typesetter { $0.placement = placement }
      let string = IAString("aaaa bbbb")
      let width = try LayoutManager.of(string, typesetter: typesetter).lineFragments()[0].usedRect
        .width
      return try LayoutManager.of(string, width: width - excess, typesetter: typesetter)
        .lineFragments().count
    }
    #expect(try count(0.02, .office) == 1)
    #expect(try count(0.03, .office) == 2)
    #expect(try count(0.02, .standard) == 2)
  }

  @Test func `Pictures without a size have 96 pixels per inch`() throws {
    var picture = Attachment(.image)
    (picture.pixelWidth, picture.pixelHeight) = (200, 100)
    var string = IAString()
    string.append(picture)
    for (placement, width) in [(LayoutOptions.Placement.standard, 160.0), (.office, 150)] {
      let typesetter = try TestFonts.typesetter { $0.placement = placement }
      let drawn = try #require(
        LayoutManager.of(string, typesetter: typesetter).drawn().boxes.first)
      #expect(abs(drawn.box.width - width) < 0.01)
    }
  }
}
