internal import Foundation

/// The checks of Specs/engine-protocol.md, section 5.
public struct Conformance {
  private let command: [String]
  private let seconds: Double
  private let texts: EngineTexts
  private let output: (String) -> Void

  /// Creates the checks of a program.
  ///
  /// - Parameters:
  ///   - seconds: The time for each answer.
  ///   - output: Receives one line for each passed step.
  public init(
    _ command: [String], seconds: Double, texts: EngineTexts, output: @escaping (String) -> Void
  ) {
    self.command = command
    self.seconds = seconds
    self.texts = texts
    self.output = output
  }

  /// Performs all checks.
  ///
  /// - Throws: `EngineFault` for the first one that fails.
  public func run() throws(EngineFault) {
    let engine = try Engine(command, seconds: seconds)
    let about = engine.introduction
    output(
      "ok  hello: \(about.name) \(about.version), \(about.hasLines ? "lines" : "no lines"), "
        + (about.draws ? "pictures" : "no pictures"))
    let sample = try texts.write("sample", EngineTexts.samples)
    try load(sample, engine)
    try checkLayouts(sample, engine)
    try checkEdits(sample, engine)
    if about.draws { try checkPictures(sample, engine) }
    guard try engine.sendUnknown() else {
      throw EngineFault(.answer, "answers an unknown request with ok; expected is error")
    }
    output("ok  unknown request: refused")
    try checkTimes(engine)
    try engine.finish()
    output("ok  end of input: exits with 0")
  }

  private func load(_ text: EngineTexts.Prepared, _ engine: Engine) throws(EngineFault) {
    let count = try engine.load(text.files)
    guard count == text.paragraphs.count else {
      throw EngineFault(.lines, "loads \(count) paragraphs of \(text.paragraphs.count)")
    }
  }

  // MARK: Lines

  private func lines(
    _ paragraphs: [[UInt8]], _ engine: Engine
  ) throws(EngineFault) -> EngineLines {
    let lines = try engine.report(atMost: paragraphs.reduce(0) { $0 + max($1.count, 1) })
    try lines.check(paragraphs)
    return lines
  }

  private func checkLayouts(_ text: EngineTexts.Prepared, _ engine: Engine) throws(EngineFault) {
    let wide = try engine.layout(width: 300)
    guard wide.height > 0 else {
      throw EngineFault(.lines, "a layout of \(text.paragraphs.count) paragraphs has no height")
    }
    guard engine.introduction.hasLines else {
      return output("ok  layout: \(wide.height) points, no lines")
    }
    let first = try lines(text.paragraphs, engine)
    let narrow = try engine.layout(width: 150)
    let others = try lines(text.paragraphs, engine)
    guard others.lines.count > first.lines.count, narrow.height > wide.height else {
      throw EngineFault(
        .lines, "\(first.lines.count) lines at 300 points, \(others.lines.count) at 150")
    }
    let again = try engine.layout(width: 300)
    guard try lines(text.paragraphs, engine) == first, again.height == wide.height else {
      throw EngineFault(
        .lines, "the same width gives other lines or another height the second time")
    }
    output("ok  layout: \(first.lines.count) lines at 300 points, \(others.lines.count) at 150")
  }

  private func checkEdits(_ text: EngineTexts.Prepared, _ engine: Engine) throws(EngineFault) {
    let before = try engine.layout(width: 300)
    let hasLines = engine.introduction.hasLines
    let first = hasLines ? try lines(text.paragraphs, engine) : EngineLines()
    let inserted = "% some further words, größer, "
    var paragraphs = text.paragraphs
    paragraphs[0].insert(contentsOf: inserted.utf8, at: 3)
    _ = try engine.edit(paragraph: 0, byte: 3, count: 0, with: inserted)
    if hasLines { _ = try lines(paragraphs, engine) }
    let restored = try engine.edit(paragraph: 0, byte: 3, count: inserted.utf8.count, with: "")
    let last = hasLines ? try lines(text.paragraphs, engine) : EngineLines()
    guard restored.height == before.height, last == first else {
      throw EngineFault(
        .lines, "text that is inserted and removed leaves other lines or another height")
    }
    output("ok  edit: lines follow the text")
  }

  // MARK: Pictures

  private func draw(at y: Double, _ engine: Engine) throws(EngineFault) -> EnginePicture {
    _ = try engine.scroll(to: y)
    _ = try engine.draw()
    return engine.picture()
  }

  private func expect(_ isTrue: Bool, _ detail: String) throws(EngineFault) {
    if !isTrue { throw EngineFault(.picture, detail) }
  }

  private func checkPictures(_ text: EngineTexts.Prepared, _ engine: Engine) throws(EngineFault) {
    _ = try engine.layout(width: 300)
    let first = try draw(at: 0, engine)
    try expect(
      first.untouchedCount != first.pixels.count,
      "draws nothing: no pixel of the picture was written")
    try expect(
      first.untouchedCount == 0, "leaves \(first.untouchedCount) pixels of the picture unwritten")
    let ink = first.inkShare
    try expect(
      0.002...0.6 ~= ink,
      "draws no text: \(percent(ink)) of the pixels are dark; expected are 0.2 % to 60 %")
    let same = try draw(at: 0, engine)
    try expect(
      first.difference(from: same, movedUp: 0) <= 0.0001,
      "draws another picture of the same view the second time")
    let moved = try draw(at: 37, engine)
    try expect(
      moved.difference(from: first, movedUp: 37 * engine.view.scale) <= 0.005,
      "37 points further down the picture is not the one before, moved: "
        + "\(percent(moved.difference(from: first, movedUp: 37 * engine.view.scale))) of the pixels differ"
    )
    try expect(
      moved.difference(from: first, movedUp: 0) > 0.002, "scrolling does not change the picture")
    let back = try draw(at: 0, engine)
    try expect(
      back.difference(from: first, movedUp: 0) <= 0.0001,
      "scrolling there and back changes the picture")
    _ = try engine.edit(paragraph: 0, byte: 0, count: 0, with: "WWWWWWWW ")
    let edited = try draw(at: 0, engine)
    try expect(
      edited.difference(from: first, movedUp: 0) > 0.0005, "an edit does not change the picture")
    try checkColours(engine)
    output("ok  draw: \(percent(ink)) dark pixels, moves with the view, changes with the text")
  }

  private func checkColours(_ engine: Engine) throws(EngineFault) {
    let red = try texts.write(
      "red", EngineTexts.samples, runs: EngineTexts.runs(EngineTexts.samples, color: 0xC0_0000))
    try load(red, engine)
    _ = try engine.layout(width: 300)
    let picture = try draw(at: 0, engine)
    let count = picture.pixels.count { Int($0 >> 16 & 255) - Int($0 >> 8 & 255) > 64 }
    try expect(
      count > picture.pixels.count / 500, "runs with the colour C00000 give \(count) red pixels")
  }

  private func percent(_ share: Double) -> String { Engine.digits(share * 100, 2) + " %" }

  // MARK: Times

  private func checkTimes(_ engine: Engine) throws(EngineFault) {
    let long = try texts.write("long", EngineTexts.long(200_000))
    var costs: [Engine.Cost] = []
    try load(long, engine)
    for width in [300.0, 280, 260, 240] {
      costs.append(try engine.layout(width: width).cost)
      if width != 300, costs.reduce(0, { $0 + $1.measured }) > 1_000_000_000 { break }
    }
    // A fast engine keeps what it knows of a text that it has laid out.
    for _ in 0..<20 where costs.reduce(0, { $0 + $1.measured }) < 20_000_000 {
      try load(long, engine)
      costs.append(try engine.layout(width: 300).cost)
    }
    try Engine.check(costs, of: "layout")
    try Engine.check(engine.costs, of: "all requests")
    let sums = costs.reduce((0, 0)) { ($0.0 + $1.reported, $0.1 + $1.measured) }
    output(
      "ok  times: \(sums.0 / 1000) µs reported, \(sums.1 / 1000) µs by the clocks of its processes")
  }
}

extension Engine {
  /// Compares reported times with those of the clocks.
  ///
  /// The sum of the reported times must be at most 5 % and 0.1 ms for each request above that of the clocks, and at
  /// most 15 % and 0.3 ms for each request below: the clocks include reading the request and writing the answer.
  ///
  /// - Throws: `EngineFault` if they differ by more.
  static func check(_ costs: [Cost], of requests: String) throws(EngineFault) {
    let reported = costs.reduce(0) { $0 + $1.reported }
    let measured = costs.reduce(0) { $0 + $1.measured }
    let low = measured * 85 / 100 - 300_000 * costs.count
    let high = measured * 105 / 100 + 100_000 * costs.count
    guard low...max(low, high) ~= reported else {
      throw EngineFault(
        .times,
        "reports \(reported / 1000) µs for \(requests); the clocks of its processes counted \(measured / 1000) µs"
      )
    }
  }

  /// Returns a number with as many digits after the point.
  static func digits(_ value: Double, _ count: Int) -> String {
    String(format: "%.\(count)f", value)
  }
}
