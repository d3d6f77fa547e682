import IARender
import Testing

@testable import IAViews

@Suite struct ScrollBarTests {
  private func bar(
    _ offset: Double, _ total: Double, start: Bool = false, end: Bool = false
  ) -> ScrollBarModel.Place {
    .init(offset: offset, total: total, visible: 100, isAtStart: start, isAtEnd: end)
  }

  @Test func `The thumb does not move against the content`() {
    var random = SeededRandom(21)
    var model = ScrollBarModel()
    var offset = 5000.0
    model.update(bar(offset, 10_000), movement: nil)
    var total = 10_000.0
    for _ in 0..<10_000 {
      let movement = random.below(3) - 1
      offset = min(max(offset + Double(movement * random.below(80)), 0), 9000)
      // Heights become exact and differ much from the estimates.
      total = 9000 + Double(random.below(3000))
      let (before, shown) = (model.bar.position, model.total ?? 0)
      model.update(bar(offset, total), movement: movement)
      let change = model.bar.position - before
      #expect(movement == 0 ? change == 0 : change * Double(movement) >= 0)
      #expect(abs((model.total ?? 0) - shown) <= shown * 0.0100001)
      #expect(0...1 ~= model.bar.position && 0...1 ~= model.bar.length)
    }
  }

  @Test func `The bar is at its ends only at the ends of the content`() {
    var model = ScrollBarModel()
    model.update(bar(9500, 10_000), movement: nil)
    model.update(bar(11_000, 10_000), movement: 10)
    #expect(model.bar.position < 1)
    model.update(bar(9900, 10_000, end: true), movement: 1)
    #expect(model.bar.position == 1)
    model.update(bar(0, 10_000, start: true), movement: -1)
    #expect(model.bar.position == 0)
    model.update(bar(0, 0, start: true, end: true), movement: nil)
    #expect(model.bar == ScrollBar())
  }

  @Test func `Scrolling from end to end moves the thumb one way, and the height is near at once`()
    throws
  {
    var random = SeededRandom(31)
    let renderer = try Threads.renderer()
    let rows = ArrayRows(Threads.messages(400, &random))
    let view = try ThreadView(rows, Threads.geometry(), renderer)
    let exact = NaiveThread(rows, Threads.geometry(), renderer).total
    view.scroll(toRow: 0)
    var report = try view.frame()
    var scrolled = 0
    while scrolled <= view.geometry.size.height {
      view.scroll(by: 20)
      scrolled += 20
      report = try view.frame()
    }
    #expect(abs(report.totalHeight / Double(exact) - 1) <= 0.02)
    #expect(abs(view.totalHeight / Double(exact) - 1) <= 0.02)
    var last = report
    while !view.isAtEnd {
      view.scroll(by: 150)
      let before = view.totalHeight
      report = try view.frame()
      // The height itself is steady, not only the scroll bar.
      #expect(abs(view.totalHeight / before - 1) <= 0.01)
      #expect(report.scrollBar.position >= last.scrollBar.position)
      #expect(abs(report.totalHeight / Double(exact) - 1) <= 0.02)
      last = report
    }
    #expect(report.scrollBar.position == 1)
    while !view.isAtStart {
      view.scroll(by: -150)
      report = try view.frame()
      #expect(report.scrollBar.position <= last.scrollBar.position)
      last = report
    }
    #expect(report.scrollBar.position == 0)
    #expect(report.totalHeight == Double(exact))
  }
}
