import IALayout
import IATestSupport
import IAText
import Testing

@testable import IARender

@Suite struct LegendTests {
  private func page(_ looks: Looks, _ renderer: Renderer) throws -> Page {
    try renderer.page(
      of: .init(IADocument(IAString("text")), looks: looks), width: 300, margins: Drawings.margins)
  }

  @Test func `A legend is below the text and has every step`() throws {
    let renderer = try Drawings.renderer()
    let looks = Looks(scheme: .weight())
    let plain = try page(looks, renderer)
    let page = renderer.addLegend(of: looks, caption: "Intensity", to: plain)
    #expect(page.size.width == plain.size.width)
    #expect(page.size.height > plain.size.height + 40)
    let legend = try #require(page.drawable as? LegendDrawing)
    #expect(legend.place.y >= plain.size.height - Drawings.margins.bottom)
    // Labels are not text of the document.
    #expect(!renderer.svg(page).contains(">0\u{2013}11<"))
    #expect(renderer.svg(page).contains(">text<"))
  }

  @Test func `Without a scheme there is no legend`() throws {
    let renderer = try Drawings.renderer()
    let plain = try page(Looks(), renderer)
    let page = renderer.addLegend(of: Looks(), caption: "Intensity", to: plain)
    #expect(page.size == plain.size)
    #expect(page.drawable is DocumentDrawing)
  }

  @Test func `A legend that does not fit is on pages of its own, each row on one`() throws {
    let renderer = try Drawings.renderer()
    let looks = Looks(scheme: RenderScheme.weight().resampled(steps: 101), fontSize: 11)
    let margins = Insets(top: 20, left: 20, bottom: 30, right: 20)
    let string = IAString(String(repeating: "line\n", count: 40))
    let pages = try renderer.pages(
      of: .init(IADocument(string), looks: looks), size: Size(width: 200, height: 200),
      margins: margins, numbers: .all)
    let all = renderer.addLegend(of: looks, caption: "Intensity", to: pages, margins: margins)
    let legends = all.compactMap { $0.drawable as? LegendDrawing }
    #expect(legends.count > 1 && all.count == pages.count + legends.count)
    let rows = legends.flatMap { Array($0.rows) }
    #expect(rows == Array(0..<(legends.first?.legend.rowCount ?? 0)))
    #expect(legends.last?.number?.0.value == all.count)
    #expect(all.allSatisfy { $0.size == pages.first?.size })
  }

  @Test func `A legend that fits is on the last page`() throws {
    let renderer = try Drawings.renderer()
    let looks = Looks(scheme: .weight(), fontSize: 11)
    let pages = try renderer.pages(
      of: .init(IADocument(IAString("text")), looks: looks), size: Size(width: 300, height: 300),
      margins: Drawings.margins)
    let all = renderer.addLegend(
      of: looks, caption: "Intensity", to: pages, margins: Drawings.margins)
    #expect(all.count == 1)
  }
}

@Suite struct IntensityBarTests {
  private func content(
    _ string: IAString, _ smoothing: Smoothing, bars: Bool = true
  ) throws -> DocumentDrawing.Content {
    var looks = Looks(smoothing: smoothing)
    looks.showsIntensityBars = bars
    return try Drawings.renderer().laidOut(.init(IADocument(string), looks: looks), width: 276)
  }

  @Test func `Each line gets the space of the graph`() throws {
    let string = IAString("one\ntwo")
    let plain = try content(string, .character, bars: false).manager.lineFragments()
    let lines = try content(string, .character).manager.lineFragments()
    for (line, former) in zip(lines, plain) {
      #expect(abs(line.rect.height - former.rect.height - 15) < 0.001)
      #expect(abs(line.baseline - line.rect.y - (former.baseline - former.rect.y)) < 0.001)
    }
  }

  @Test(arguments: [(Smoothing.character, 7), (.word, 2), (.message, 1)])
  func `There is a bar for each character or segment`(_ smoothing: Smoothing, count: Int) throws {
    var string = IAString("ab cdef", intensity: 10)
    string.setIntensity(90, in: 3..<7)
    let bars = try bars(try content(string, smoothing))
    #expect(bars.count == count)
    if smoothing == .word, count == bars.count {
      #expect(abs(bars[1].height / bars[0].height - 9) < 0.01)
    }
  }

  @Test func `Text from right to left has bars in the order of its glyphs`() throws {
    var string = IAString("אב", intensity: 10)
    string.setIntensity(100, in: 1..<2)
    let bars = try bars(try content(string, .character)).sorted { $0.x < $1.x }
    #expect(bars.map { ($0.height > 6) } == [true, false])
  }

  @Test func `Intensity 0 has no bar, and spaces at the end of a line have none`() throws {
    #expect(try bars(try content(IAString("ab", intensity: 0), .character)).isEmpty)
    #expect(try bars(try content(IAString("ab   ", intensity: 50), .character)).count == 2)
  }

  /// Returns the bars of a text, without the lines below them.
  private func bars(_ content: DocumentDrawing.Content) throws -> [Rectangle] {
    let drawing = DocumentDrawing(content, margins: Insets())
    let svg = try Drawings.renderer().svg(Page(drawable: drawing))
    return svg.split(separator: "\n").filter { $0.contains("fill-opacity=\"0.705882\"") }
      .compactMap { line in
        func value(_ name: String) -> Double? {
          line.firstRange(of: " \(name)=\"").flatMap { found in
            Double(line[found.upperBound...].prefix { $0 != "\"" })
          }
        }
        guard let x = value("x"), let y = value("y"), let width = value("width"),
          let height = value("height")
        else { return nil }
        return Rectangle(x: x, y: y, width: width, height: height)
      }
  }
}
