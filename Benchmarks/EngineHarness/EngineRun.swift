internal import Foundation
public import Harness
internal import Inputs
internal import Scrolling

/// Engines that do the same work by turns, in seeded random order.
public struct EngineRun {
  /// The smallest share of equal lines for which times are compared.
  static let agreement = 0.995
  /// The smallest share for which times of frames are compared.
  ///
  /// A frame has the same number of lines of the same text; a line that ends a word later has nearly the same glyphs.
  static let agreementOfFrames = 0.97

  private let texts: EngineTexts
  private let seconds: Double
  private let rounds: Int
  private let prose: EngineTexts.Prepared
  private let colours: EngineTexts.Prepared
  private let frames: Int
  private let views: [Int]
  private let output: (String) -> Void
  /// The results so far.
  public private(set) var results: Results

  /// The work of an engine in nanoseconds, by name and round.
  private struct Findings {
    var name: String
    var samples: [String: [Double]] = [:]
    var lines: [String: EngineLines] = [:]
    var hasLines = true
    /// The times of frames by number of views.
    var frames: [Int: FrameTimes] = [:]
    var fault: EngineFault?
  }

  /// The nanoseconds of each frame over all views.
  private struct FrameTimes {
    var cpu: [Int] = []
    var wall: [Int] = []
  }

  /// The figures in the order of the table, with the text that they lay out and the operation of their times.
  private static let figures = [
    ("load and first layout of prose", "prose", "text"), ("another width", "width", "text"),
    ("key in the middle", "prose", "key"),
    ("load and first layout of coloured words", "colours", "text"),
  ]

  /// Creates a run.
  ///
  /// - Parameters:
  ///   - isQuick: Whether texts are short and rounds few.
  ///   - views: The numbers of views that fling at once.
  ///   - seconds: The time for each answer.
  ///   - output: Receives one line for each engine and round.
  /// - Throws: `EngineFault` if the texts cannot be written.
  public init(
    isQuick: Bool, views: [Int], seconds: Double, texts: EngineTexts,
    output: @escaping (String) -> Void
  ) throws(EngineFault) {
    self.texts = texts
    self.seconds = seconds
    self.views = views
    self.output = output
    rounds = isQuick ? 3 : 7
    frames = isQuick ? 120 : 480
    results = Results(isQuick: isQuick)
    let bytes = isQuick ? 100_000 : 1_000_000
    let paragraphs = try Self.prose(bytes)
    prose = try texts.write("prose", paragraphs)
    let fewer = Array(paragraphs.prefix(paragraphs.count / 2))
    colours = try texts.write("colours", fewer, runs: Self.wordColours(fewer))
  }

  private static func prose(_ bytes: Int) throws(EngineFault) -> [String] {
    let units: [UInt16]
    do { units = try Prose.units(count: bytes) } catch { throw EngineFault(.start, "\(error)") }
    // The last paragraph may be cut; others end with U+000A.
    return String(decoding: units, as: UTF16.self).split(separator: "\n").map(String.init)
  }

  /// Returns runs that give each word one of 20 colours, the same size and weight for all.
  private static func wordColours(_ paragraphs: [String]) -> String {
    var text = ""
    var (byte, unit, word) = (0, 0, 0)
    for paragraph in paragraphs {
      let words = paragraph.split(separator: " ", omittingEmptySubsequences: false)
      for (index, one) in words.enumerated() {
        let space = index < words.count - 1 ? 1 : 0
        let (bytes, units) = (one.utf8.count + space, one.utf16.count + space)
        let color = (word &* 37 % 20) * 0x08_0502 + 0x20
        if bytes > 0 { text += "\(byte) \(bytes) \(unit) \(units) \(color) 16 0\n" }
        byte += bytes
        unit += units
        word += 1
      }
      byte += 1
      unit += 1
    }
    return text
  }

  /// Measures engines; the first one is the reference of all ratios.
  ///
  /// An engine with a fault becomes a gap; what was measured of the others is kept.
  public mutating func run(_ commands: [[String]]) {
    var findings = commands.map { Findings(name: $0.last ?? "") }
    var generator = Bootstrap.Generator(seed: 2026)
    for round in 0..<rounds {
      for index in commands.indices.shuffled(using: &generator) where findings[index].fault == nil {
        do {
          try measure(commands[index], &findings[index])
          output("round \(round + 1) of \(rounds): \(findings[index].name)")
        } catch {
          findings[index].fault = error
          output("\(findings[index].name): \(error)")
        }
      }
    }
    record(findings)
  }

  // MARK: One round

  private func measure(_ command: [String], _ findings: inout Findings) throws(EngineFault) {
    let engine = try Engine(command, seconds: seconds)
    findings.name = engine.introduction.name
    findings.hasLines = engine.introduction.hasLines
    try engine.load(try texts.write("warm", EngineTexts.samples).files)
    _ = try engine.layout(width: 300)
    if engine.introduction.draws { _ = try engine.draw() }
    let proseCosts = try layOut(prose, engine, "prose", &findings)
    let width = try engine.layout(width: 280)
    try note("width", prose, engine, &findings)
    let keys = try type(engine)
    var drawing: [Engine.Cost] = []
    if engine.introduction.draws, views.contains(1) { drawing = try fling([engine], &findings) }
    let colourCosts = try layOut(colours, engine, "colours", &findings)
    try Engine.check(proseCosts + [width.cost] + colourCosts, of: "layouts")
    try Engine.check(keys, of: "edits")
    try Engine.check(drawing, of: "frames")
    try engine.finish()
    if engine.introduction.draws {
      for count in views where count > 1 { try flingViews(count, command, &findings) }
    }
    func sum(_ costs: [Engine.Cost]) -> Double { Double(costs.reduce(0) { $0 + $1.measured }) }
    for ((name, _, _), time) in zip(
      Self.figures,
      [
        sum(proseCosts), Double(width.cost.measured), sum(keys) / Double(keys.count),
        sum(colourCosts),
      ])
    {
      findings.samples[name, default: []].append(time)
    }
  }

  private func layOut(
    _ text: EngineTexts.Prepared, _ engine: Engine, _ name: String, _ findings: inout Findings
  ) throws(EngineFault) -> [Engine.Cost] {
    let before = engine.costs.count
    try engine.load(text.files)
    _ = try engine.layout(width: 300)
    let costs = Array(engine.costs[before...])
    try note(name, text, engine, &findings)
    return costs
  }

  private func note(
    _ name: String, _ text: EngineTexts.Prepared, _ engine: Engine, _ findings: inout Findings
  ) throws(EngineFault) {
    guard findings.hasLines, findings.lines[name] == nil else { return }
    let lines = try engine.report(atMost: text.maximumLines)
    try lines.check(text.paragraphs)
    findings.lines[name] = lines
  }

  /// Types 100 letters in the middle of a long paragraph, and removes them.
  private func type(_ engine: Engine) throws(EngineFault) -> [Engine.Cost] {
    let half = prose.paragraphs.count / 2
    let number = prose.paragraphs[half...].firstIndex { $0.count >= 300 } ?? half
    var place = prose.paragraphs[number].count / 2
    while place > 0, prose.paragraphs[number][place] & 0xC0 == 0x80 { place -= 1 }
    var costs: [Engine.Cost] = []
    let letters = Array("abcdefgh")
    for index in 0..<100 {
      costs.append(
        try engine.edit(
          paragraph: number, byte: place + index, count: 0, with: String(letters[index & 7])
        ).cost)
    }
    for index in (0..<100).reversed() {
      costs.append(try engine.edit(paragraph: number, byte: place + index, count: 1, with: "").cost)
    }
    return costs
  }

  /// Flings in several views at once, each in a process of its own at another place of the text.
  private func flingViews(_ count: Int, _ command: [String], _ findings: inout Findings)
    throws(EngineFault)
  {
    var engines: [Engine] = []
    var height = 0.0
    for _ in 0..<count {
      let engine = try Engine(command, seconds: seconds)
      try engine.load(prose.files)
      height = try engine.layout(width: 300).height
      engines.append(engine)
    }
    try Engine.check(try fling(engines, height: height, &findings), of: "frames of \(count) views")
    for engine in engines { try engine.finish() }
  }

  /// Flings of 8,000 points per second on a clock of 120 frames per second; a frame is a scroll and a drawing of each
  /// view, after which a contiguous picture of each exists.
  private func fling(
    _ engines: [Engine], height: Double = 0, _ findings: inout Findings
  ) throws(EngineFault) -> [Engine.Cost] {
    var places = try starts(engines, height: height)
    let before = engines.map(\.costs.count)
    var times = FrameTimes()
    for frame in 0..<frames {
      let step = ScrollScript.fling(frame % ScrollScript.hertz, velocity: ScrollScript.velocity)
      var (cpu, wall) = (0, 0)
      for (index, engine) in engines.enumerated() {
        places[index] += step
        // Whole pixels, so that what was drawn can be moved.
        let scale = Double(engine.view.scale)
        let scroll = try engine.scroll(to: (places[index] * scale).rounded() / scale)
        let draw = try engine.draw()
        cpu += scroll.measured + draw.measured
        wall += scroll.wall + draw.wall
      }
      times.cpu.append(cpu)
      times.wall.append(wall)
    }
    findings.frames[engines.count, default: FrameTimes()].cpu += times.cpu
    findings.frames[engines.count, default: FrameTimes()].wall += times.wall
    var costs: [Engine.Cost] = []
    for (engine, before) in zip(engines, before) {
      guard engine.picture().inkShare > 0.002 else {
        throw EngineFault(.picture, "draws nothing after \(frames) frames of a fling")
      }
      costs += engine.costs[before...]
    }
    return costs
  }

  /// Shows each view at its first place, and returns the places: one view at the start, several at equal distances.
  private func starts(_ engines: [Engine], height: Double) throws(EngineFault) -> [Double] {
    var places: [Double] = []
    for (index, engine) in engines.enumerated() {
      let place = (height * 0.8 * Double(index) / Double(engines.count)).rounded()
      _ = try engine.scroll(to: place)
      _ = try engine.draw()
      guard engine.picture().untouchedCount == 0, engine.picture().inkShare > 0.002 else {
        throw EngineFault(.picture, "draws nothing of the prose")
      }
      places.append(place)
    }
    return places
  }

  // MARK: Results

  private mutating func record(_ findings: [Findings]) {
    guard let reference = findings.first else { return }
    for (name, text, operation) in Self.figures {
      for one in findings {
        guard let samples = one.samples[name] else { continue }
        let isReference = one.name == reference.name
        let reason = isReference ? nil : difference(one, reference, text)
        let ratio =
          isReference || reason != nil
          ? nil
          : Bootstrap.ratio(samples, reference.samples[name] ?? []) { Bootstrap.quantile($0, 0.5) }
        results.add(
          suite: "engines", comparison: name, kernel: one.name,
          role: isReference ? "candidate" : "peer",
          operation: operation, samples: samples, ratio: ratio,
          reference: isReference ? nil : reference.name,
          note: reason)
      }
    }
    for one in findings {
      for (views, times) in one.frames.sorted(by: { $0.key < $1.key }) {
        results.frames?.append(
          FrameSeries(
            workload: "fling of prose", phase: "drawn", views: views, rows: prose.paragraphs.count,
            hertz: ScrollScript.hertz, cpu: times.cpu, wall: times.wall,
            rounds: max(times.cpu.count / frames, 1),
            counts: [:], engine: one.name))
        compareFrames(one, times, views, reference)
      }
      for (text, lines) in one.lines.sorted(by: { $0.key < $1.key })
      where one.name != reference.name {
        guard let others = reference.lines[text] else { continue }
        results.add(
          suite: "engines", value: "\(one.name), \(text): lines as in \(reference.name)",
          lines.agreement(with: others) * 100, unit: "%")
      }
      if let fault = one.fault {
        results.gaps?.append(Results.Gap(suite: "engines", name: one.name, reason: "\(fault)"))
      }
    }
  }

  /// Adds the p99 of the reference divided by that of another engine, with its interval.
  private mutating func compareFrames(
    _ one: Findings, _ times: FrameTimes, _ views: Int, _ reference: Findings
  ) {
    guard one.name != reference.name, let share = agreement(one, reference, "prose"),
      share >= Self.agreementOfFrames, let own = reference.frames[views],
      let ratio = Bootstrap.ratio(
        own.cpu.map(Double.init), times.cpu.map(Double.init), block: 12,
        statistic: { Bootstrap.quantile($0, 0.99) })
    else { return }
    var name = "fling of prose, \(views) views: p99 of \(reference.name) / \(one.name)"
    if share < Self.agreement {
      name += " (\(Engine.digits(share * 100, 1)) % of lines agree)"
    }
    results.add(suite: "engines", value: name, ratio.value, unit: "")
    results.add(suite: "engines", value: "\(name), low", ratio.low, unit: "")
    results.add(suite: "engines", value: "\(name), high", ratio.high, unit: "")
  }

  /// Returns why the output of an engine is not that of the reference; `nil` if it is.
  private func difference(_ one: Findings, _ reference: Findings, _ text: String) -> String? {
    guard one.hasLines else { return "no lines: shapes alone" }
    guard let share = agreement(one, reference, text) else { return "no lines to compare" }
    return share < Self.agreement ? "lines differ: \(Engine.digits(share * 100, 1)) % agree" : nil
  }

  /// Returns the share of lines that agree; `nil` if an engine has no lines.
  private func agreement(_ one: Findings, _ reference: Findings, _ text: String) -> Double? {
    guard let lines = one.lines[text], let others = reference.lines[text] else { return nil }
    return lines.agreement(with: others)
  }
}
