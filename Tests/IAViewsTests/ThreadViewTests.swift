import IALayout
import IARender
import IATestSupport
import IAText
import Testing

@testable import IAViews

@Suite struct ThreadViewTests {
  private func view(
    _ count: Int, seed: UInt64 = 1, animation: RenderScheme.Animation? = nil,
    renderer: Renderer? = nil
  ) throws -> ThreadView {
    var random = SeededRandom(seed)
    return try ThreadView(
      ArrayRows(Threads.messages(count, &random)), Threads.geometry(), animation: animation,
      renderer ?? Threads.renderer())
  }

  /// Returns a view with rows that are lower than the view.
  private func shortRows(_ count: Int) throws -> ThreadView {
    var random = SeededRandom(3)
    let messages = (0..<count).map { _ in
      Threads.message(&random, words: 1 + Int(random.below(6)))
    }
    return try ThreadView(ArrayRows(messages), Threads.geometry(), Threads.renderer())
  }

  private func picture(_ view: ThreadView, time: Double = 0) throws -> Bitmap {
    let canvas = try Canvas(view.geometry.size, view.renderer)
    try view.composite(onto: canvas, time: time)
    return canvas.bitmap
  }

  @Test func `Scrolling writes the exposed pixels and no others`() throws {
    let view = try view(200)
    _ = try view.frame()
    let row = view.geometry.size.width
    for pixels in [-1, -13, -100, 40, 40, 7, -199, 199] {
      view.scroll(by: pixels)
      let report = try view.frame()
      #expect(report.exposedPixels == abs(pixels) * row)
      #expect(report.writtenPixels == report.exposedPixels)
      #expect(report.clampedBy == 0)
    }
    let report = try view.frame()
    #expect(report.writtenPixels == 0)
    view.scroll(toRow: 20)
    #expect(try view.frame().writtenPixels == row * view.geometry.size.height)
  }

  @Test func `Contiguous pixels are those of a copy after each frame, without one`() throws {
    let view = try view(200)
    let size = view.geometry.size
    func contiguous() throws -> Bitmap? { try view.withPixels { Threads.bitmap($0, $1, size) } }
    _ = try view.frame()
    #expect(try contiguous() == picture(view))
    for pixels in [-1, -13, -100, 40, 199, 7, -199] {
      view.scroll(by: pixels)
      _ = try view.frame()
      #expect(try contiguous() == picture(view))
    }
    var budget = FrameBudget(rows: 1, pixels: 1)
    view.scroll(toRow: 20)
    #expect(try !view.frame(&budget).isComplete)
    #expect(try contiguous() == picture(view))
    #expect(try view.withPixels { pixels, stride in pixels.count == stride * size.height } == true)
  }

  @Test(arguments: [1, 63, 64, 100, 16_384])
  func `Contiguous pixels of views of any height are those of a copy`(height: Int) throws {
    var random = SeededRandom(UInt64(height))
    let geometry = Threads.geometry(height: height)
    let view = try ThreadView(
      ArrayRows(Threads.messages(40, &random)), geometry, Threads.renderer())
    for pixels in [0, -3, -200, 31, 90, -1000] {
      view.scroll(by: pixels)
      _ = try view.frame()
      let contiguous = try view.withPixels { Threads.bitmap($0, $1, geometry.size) }
      #expect(try contiguous == picture(view))
    }
  }

  @Test(arguments: [false, true])
  func `A view without a budget is paper, and draws in the third frame`(isAnimated: Bool) throws {
    let view = try view(100, animation: isAnimated ? RenderScheme.hue().animation : nil)
    _ = try view.frame()
    _ = try view.withPixels { _, _ in }
    let paper = Bitmap(
      size: view.geometry.size,
      pixels: Array(repeating: 0xFFFF_FFFF, count: view.geometry.size.pixelCount))
    view.scroll(toRow: 10)
    for frame in 1...3 {
      var budget = FrameBudget(pixels: 0)
      let report = try view.frame(&budget)
      // The view is lower than a band, so that the third frame draws all of it.
      #expect(report.isComplete == (frame == 3))
      #expect((report.writtenPixels > 0) == (frame == 3))
      #expect(report.clearedPixels == 0)
      #expect(try (picture(view) == paper) == (frame < 3))
      if !isAnimated {
        let contiguous = try view.withPixels { Threads.bitmap($0, $1, view.geometry.size) }
        #expect(try contiguous == picture(view))
      }
    }
    #expect(try view.frame().isComplete)
    let drawn = try picture(view)
    let other = try self.view(100, animation: isAnimated ? RenderScheme.hue().animation : nil)
    other.scroll(toRow: 10)
    _ = try other.frame()
    #expect(try drawn == picture(other))
  }

  @Test func `Animated views and very high ones have no contiguous pixels`() throws {
    let faded = try view(3, animation: RenderScheme.hue().animation)
    _ = try faded.frame()
    #expect(try faded.withPixels { _, _ in true } == nil)
    var random = SeededRandom(1)
    let high = try ThreadView(
      ArrayRows(Threads.messages(2, &random)), Threads.geometry(height: 32_760),
      Threads.renderer())
    _ = try high.frame()
    #expect(try high.withPixels { _, _ in true } == nil)
    #expect(try picture(high).size.height == 32_760)
  }

  @Test func `A late height above the view changes no pixel`() throws {
    let view = try view(100)
    view.scroll(toRow: 50)
    _ = try view.frame()
    let source = try #require(view.source as? ArrayRows)
    let before = try picture(view)
    var random = SeededRandom(5)
    for row in [45, 10, 3] {
      source.replace(row, with: Threads.message(&random, words: 90))
      view.rowChanged(row)
      let report = try view.frame()
      #expect(report.writtenPixels == 0)
    }
    #expect(try picture(view) == before)
    // The row above the view is not needed until it is visible.
    view.scroll(by: -60)
    #expect(try view.frame().writtenPixels == 60 * view.geometry.size.width)
  }

  @Test func `The end is kept if it was visible, and only then`() throws {
    let view = try view(50)
    _ = try view.frame()
    let source = try #require(view.source as? ArrayRows)
    var random = SeededRandom(6)
    #expect(view.isAtEnd)
    source.append(Threads.messages(2, &random))
    view.rowsInserted(atEnd: 2)
    // The rows that were visible keep their pixels.
    let heights = view.source.rowCount
    let arrival = try view.frame()
    #expect(heights == 52 && arrival.writtenPixels == arrival.exposedPixels)
    #expect(arrival.exposedPixels < view.geometry.size.pixelCount)
    #expect(view.isAtEnd && view.placed.last?.row == 51)
    view.scroll(by: -300)
    _ = try view.frame()
    let anchor = view.anchor
    source.append(Threads.messages(2, &random))
    view.rowsInserted(atEnd: 2)
    #expect(try view.frame().writtenPixels == 0)
    #expect(view.anchor == anchor && !view.isAtEnd)
    view.scrollToEnd()
    _ = try view.frame()
    #expect(view.placed.last?.row == 53)
  }

  @Test func `A view without rows, with one, and with few`() throws {
    let renderer = try Threads.renderer()
    let rows = ArrayRows([])
    let view = try ThreadView(rows, Threads.geometry(), renderer)
    for _ in 0..<2 {
      let report = try view.frame()
      #expect(report.isComplete && report.visibleRows == 0 && report.scrollBar == ScrollBar())
      view.scroll(by: 50)
      view.scroll(toOffset: .nan)
      view.scroll(toRow: 7)
      view.scrollToEnd()
    }
    #expect(try Set(picture(view).pixels) == [0xFFFF_FFFF])
    var random = SeededRandom(8)
    rows.prepend([Threads.message(&random, words: 1)])
    view.rowsInserted(atStart: 1)
    let report = try view.frame()
    #expect(report.visibleRows == 1)
    // Content that is lower than the view is at the top.
    #expect(view.placed.first?.top == 8)
    view.scroll(by: 1 << 60)
    view.scroll(by: .min / 2)
    _ = try view.frame()
    #expect(view.placed.first?.top == 8)
    #expect(try Set(picture(view).pixels).count > 2)
  }

  @Test func `A view that cannot be drawn is refused and changes nothing`() throws {
    let view = try view(5)
    _ = try view.frame()
    let before = try picture(view)
    for (width, height, scale) in [
      (0, 10, 1.0), (60, 100, 1), (160, 0, 1), (40_000, 40_000, 1), (160, 200, .nan),
      (160, 200, 0), (160, 200, .infinity),
    ] {
      let size = PixelSize(width: width, height: height)
      #expect(throws: RenderError.self) {
        try view.setGeometry(ThreadView.Geometry(size: size, scale: scale))
      }
    }
    _ = try view.frame()
    #expect(try picture(view) == before)
  }

  @Test func `An animation lays out nothing and rasterises nothing`() throws {
    let animation = RenderScheme.hue().animation
    let view = try view(40, animation: animation)
    _ = try view.frame()
    let before = view.renderer.statistics
    let pictures = try (0..<8).map { try picture(view, time: Double($0) / 4) }
    #expect(Set(pictures).count > 2)
    // The period is two seconds.
    #expect(try picture(view, time: 2.25) == pictures[1])
    #expect(view.renderer.statistics == before)
    #expect(try view.frame().writtenPixels == 0)
  }

  @Test func `The ring of an animated view is what a new one shows`() throws {
    let renderer = try Threads.renderer()
    let animation = RenderScheme.alpha().animation
    let view = try view(40, animation: animation, renderer: renderer)
    _ = try view.frame()
    for step in 0..<12 {
      view.scroll(by: step < 8 ? -37 : 53)
      let report = try view.frame()
      #expect(report.writtenPixels == 4 * report.exposedPixels)
      let fresh = try self.view(40, animation: animation, renderer: renderer)
      fresh.scroll(to: view.anchor)
      _ = try fresh.frame()
      #expect(try picture(view, time: 0.3) == picture(fresh, time: 0.3))
    }
  }

  @Test func `Pictures are kept within their bytes`() throws {
    guard let fonts = Threads.fonts else { throw Threads.NoFonts() }
    let document = try Corpus.document("attachments")
    let message = Renderer.Message(
      Renderer.Source(document, looks: Looks()), isOwn: false, sender: nil)
    let limit = 64 << 10
    let renderer = Renderer(fonts: fonts, pictureBytes: limit)
    let view = try ThreadView(
      ArrayRows(Array(repeating: message, count: 20)),
      Threads.geometry(width: 300, height: 300), renderer)
    var decoded = try view.frame().decodedPictures
    for _ in 0..<60 {
      view.scroll(by: -90)
      decoded += try view.frame().decodedPictures
    }
    #expect(decoded > 1)
    #expect(renderer.statistics.decodedPictures == decoded)
    // The last drawn picture is kept, whatever its size.
    #expect(renderer.statistics.pictureBytes <= limit + (512 * 512 * 4))
  }

  @Test func `A fractional scale and a high row keep the ring equal to a full redraw`() throws {
    let renderer = try Threads.renderer()
    var random = SeededRandom(12)
    var messages = Threads.messages(6, &random)
    messages.insert(Threads.message(&random, words: 3000), at: 3)
    for scale in [1.5, 2, 1.25] {
      let geometry = ThreadView.Geometry(
        size: PixelSize(width: 260, height: 230), scale: scale)
      let view = try ThreadView(ArrayRows(messages), geometry, renderer)
      let model = NaiveThread(ArrayRows(messages), geometry, renderer)
      for _ in 0..<60 {
        view.scroll(by: -211)
        model.scroll(by: -211)
        _ = try view.frame()
        #expect(view.placed.first.map { $0.top } == model.visibleTop)
        #expect(try picture(view) == model.picture(), "scale \(scale)")
      }
    }
  }

  @Test func `Scrolling far lays out what is visible, not what is between`() throws {
    let view = try view(3000)
    // Scrolls from the end before the first frame.
    for _ in 0..<50 { view.scroll(by: -700) }
    var report = try view.frame()
    #expect(report.sizedRows < 40)
    #expect(abs(view.offset - (view.totalHeight - 200 - 35_000)) < 0.05 * 35_000)
    let before = view.offset
    for _ in 0..<50 { view.scroll(by: 600) }
    report = try view.frame()
    #expect(report.sizedRows < 40)
    #expect(abs(view.offset - before - 30_000) < 0.1 * 30_000)
    view.scroll(by: .max)
    report = try view.frame()
    #expect(view.isAtEnd && report.sizedRows < 40)
    view.scroll(by: .min)
    report = try view.frame()
    #expect(view.isAtStart && report.sizedRows < 40)
    view.scroll(to: ThreadView.Anchor(row: .max, y: .min))
    _ = try view.frame()
    #expect(view.isAtEnd)
    view.scroll(toOffset: -.infinity)
    _ = try view.frame()
    #expect(view.isAtStart)
  }

  @Test func `Frames after a prefetch lay out nothing and show the same`() throws {
    let (view, plain) = (try shortRows(200), try shortRows(200))
    for direction in [-1, 1] {
      for step in 0..<12 {
        for one in [view, plain] { one.scroll(by: direction * 150) }
        let report = try view.frame()
        _ = try plain.frame()
        // Heights that became exact earlier change neither the visible rows nor their positions.
        #expect(view.anchor == plain.anchor, "step \(step)")
        #expect(try picture(view) == picture(plain), "step \(step)")
        if step > 0 { #expect(report.sizedRows == report.sampledRows, "step \(step)") }
        var budget = FrameBudget.unlimited
        #expect(view.prefetch(&budget, screens: 3).isComplete)
        #expect(view.prefetch(&budget, screens: 3) == ThreadView.PrefetchReport())
        #expect(try picture(view) == picture(plain))
      }
    }
  }

  @Test func `A prefetch stays within its budget and its distance`() throws {
    let view = try shortRows(400)
    view.scroll(toRow: 200)
    _ = try view.frame()
    var budget = FrameBudget(rows: 0)
    #expect(view.prefetch(&budget) == ThreadView.PrefetchReport(sizedRows: 0, isComplete: false))
    budget = FrameBudget(rows: 3)
    #expect(view.prefetch(&budget) == ThreadView.PrefetchReport(sizedRows: 3, isComplete: false))
    #expect(budget.rows == 0)
    budget = FrameBudget(deadline: .now)
    #expect(view.prefetch(&budget).sizedRows == 0)
    budget = .unlimited
    for screens in [0, -1, .nan] as [Double] {
      #expect(view.prefetch(&budget, screens: screens) == ThreadView.PrefetchReport())
    }
    let far = view.prefetch(&budget, screens: .infinity)
    #expect(far.isComplete && 20..<390 ~= far.sizedRows)
    // The rows at both ends of the content.
    view.scrollToEnd()
    _ = try view.frame()
    #expect(view.prefetch(&budget).isComplete)
    let empty = try ThreadView(ArrayRows([]), Threads.geometry(), Threads.renderer())
    _ = try empty.frame()
    #expect(empty.prefetch(&budget) == ThreadView.PrefetchReport())
  }

  @Test func `Heights on demand are those of the rows`() throws {
    let view = try view(120)
    _ = try view.frame()
    let anchor = view.anchor
    let model = NaiveThread(try #require(view.source as? ArrayRows), view.geometry, view.renderer)
    for row in 0..<120 { #expect(view.exactHeight(ofRow: row) == model.rows[row].height) }
    #expect(view.exactHeight(ofRow: -1) == nil && view.exactHeight(ofRow: 120) == nil)
    #expect(view.anchor == anchor)
    // All heights are exact now.
    #expect(view.totalHeight == Double(model.rows.reduce(16) { $0 + $1.height }))
    #expect(try view.frame().writtenPixels == 0)
  }

  @Test func `Rows that are generated can grow at both ends`() throws {
    let renderer = try Threads.renderer()
    let rows = GeneratedRows(
      0..<100_000,
      author: { Bubble.Author(isOwn: $0 % 3 == 0, sender: "\($0 / 7 % 5)") },
      utf16Counts: { $0.map { UInt32(20 + abs($0 % 50)) } },
      make: { number in
        Renderer.Message(
          Renderer.Source(
            IADocument(IAString(String(repeating: "ab ", count: 7 + number % 50 / 3))),
            looks: Looks()),
          isOwn: number % 3 == 0, sender: "\(number / 7 % 5)")
      })
    let view = try ThreadView(rows, Threads.geometry(), renderer)
    view.scroll(toRow: 0)
    _ = try view.frame()
    rows.grow(atStart: 500, atEnd: 3)
    view.rowsInserted(atStart: 500)
    view.rowsInserted(atEnd: 3)
    let anchor = view.anchor
    let report = try view.frame()
    #expect(anchor.row == 500 && view.anchor.row == 500 && view.anchor.y == anchor.y)
    #expect(report.sizedRows - report.sampledRows < 20)
    #expect(rows.rowCount == 100_503 && rows.numbers.lowerBound == -500)
    view.scroll(toOffset: view.totalHeight / 2)
    _ = try view.frame()
    #expect(abs(view.anchor.row - 50_250) < 2000)
  }

  @Test func `The end stays in view when rows arrive, unless this is switched off`() throws {
    for follows in [true, false] {
      let view = try view(60)
      view.followsEnd = follows
      view.scrollToEnd()
      _ = try view.frame()
      #expect(view.isAtEnd)
      let source = try #require(view.source as? ArrayRows)
      var random = SeededRandom(9)
      source.append([Threads.message(&random, words: 3)])
      view.rowsInserted(atEnd: 1)
      var budget = FrameBudget.unlimited
      _ = try view.frame(&budget)
      #expect(view.isAtEnd == follows)
    }
  }

  @Test func `Rows in an array state their lengths`() {
    var random = SeededRandom(2)
    let messages = Threads.messages(5, &random)
    let rows = ArrayRows(messages)
    #expect(
      rows.utf16Counts(of: 1..<4)
        == messages[1..<4].map { UInt32($0.source.document.string.utf16Count) })
  }
}
