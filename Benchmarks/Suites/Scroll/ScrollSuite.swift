import CMeasure
import Foundation
import Harness
import IAFonts
import IALayout
import IARender
import IAText
import IAViews
import Scrolling

/// Views of threads that are scrolled on a virtual clock of 120 frames per second (Specs/benchmarks.md).
func measureScrolling(_ runner: inout Runner) throws {
  let fonts = try FontCollection.system()
  let chats: [ChatRows.Show: ChatRows] = try [
    .plain: ChatRows(count: 8192), .intensities: ChatRows(count: 8192, show: .intensities),
    .animated: ChatRows(count: 8192, show: .animated),
  ]
  let million = 1_000_000
  var jobs: [ScrollJob] = [
    ScrollJob(.fling, views: 1, rows: 10_000), ScrollJob(.fling, views: 8, rows: million),
  ]
  jobs += [
    ScrollScript.drag, .reversal, .jump, .history, .arrival, .rotation, .textScale, .animation,
    .intensities,
  ].map { ScrollJob($0, views: 8, rows: million) }
  if !runner.isQuick {
    jobs += [1, 4, 16, 32].map { ScrollJob(.fling, views: $0, rows: million) }
    jobs += [4, 8].map { ScrollJob(.fling, views: $0, rows: 10_000) }
  }
  jobs = jobs.filter { runner.wants("scroll", $0.name) }
  if let chat = chats[.plain] {
    let geometry = ThreadView.Geometry(size: PixelSize(width: 780, height: 1688), scale: 2)
    if runner.wants("scroll", "memory") {
      try measureMemory(&runner, fonts, chat, geometry, million)
    }
    if !jobs.isEmpty { try measureOpening(&runner, fonts, chat, geometry, million) }
    // Which rows are sampled depends on their number. The first samples of 300,000 rows are the worst of those tried.
    for (rows, isTarget) in [(10_000, false), (million, false), (300_000, true)]
    where runner.wants("scroll", "height of \(rows) rows") {
      try measureHeight(&runner, fonts, chat, geometry, rows, isTarget: isTarget)
    }
  }
  if jobs.isEmpty { return }
  var generator = Bootstrap.Generator(seed: 120)
  for _ in 0..<(runner.isQuick ? 1 : 3) {
    for index in jobs.indices.shuffled(using: &generator) {
      guard let chat = chats[jobs[index].script.show] else { continue }
      try jobs[index].run(chat, fonts, frames: runner.isQuick ? 240 : 1200)
    }
  }
  for job in jobs { job.record(in: &runner) }
  try measureArchiveOpening(&runner, rows: runner.isQuick ? million / 10 : million)
}

/// A workload and what was measured of it so far.
private struct ScrollJob {
  var script: ScrollScript
  var views: Int
  var rows: Int
  private var times: [ScrollRun.FrameTime] = []
  private var rounds = 0
  private var counts: [String: Double] = [:]
  /// Whether two rounds counted something else.
  private var isUnsteady = false

  init(_ script: ScrollScript, views: Int, rows: Int) {
    self.script = script
    self.views = views
    self.rows = rows
  }

  var name: String { "\(script.name), \(views) views, \(rows) rows" }

  mutating func run(_ chat: ChatRows, _ fonts: FontCollection, frames: Int) throws {
    let run = try ScrollRun(
      script, ScrollRun.Setup(views: views, rows: rows, frames: frames), chat, fonts: fonts)
    for frame in 0..<frames { times.append(try run.frame(frame)) }
    isUnsteady = isUnsteady || rounds > 0 && run.counts != counts
    counts = run.counts
    rounds += 1
  }

  func record(in runner: inout Runner) {
    for (phase, cpu, wall) in [
      ("exposed", times.map(\.exposed), times.map(\.exposedWall)),
      ("contiguous", times.map(\.contiguous), times.map(\.contiguousWall)),
    ] {
      runner.record(
        FrameSeries(
          workload: script.name, phase: phase, views: views, rows: rows,
          hertz: ScrollScript.hertz, cpu: cpu, wall: wall, rounds: rounds, counts: counts))
    }
    let comparison = "scroll/\(name)"
    func judge(_ claim: String, _ value: Double, atMost limit: Double) {
      runner.judge(comparison, claim, value, atMost: limit)
    }
    judge("anchor moved, pixels", counts["anchorMovement"] ?? 0, atMost: 0)
    judge("scroll bar moved backwards, frames", counts["barBackwards"] ?? 0, atMost: 0)
    judge("rounds with other counts", isUnsteady ? 1 : 0, atMost: 0)
    if script.name == ScrollScript.animation.name {
      judge("rows sized", counts["sizedRows"] ?? 0, atMost: 0)
      judge("pixels drawn", counts["writtenPixels"] ?? 0, atMost: 0)
      judge("glyphs rasterised", counts["rasterisedGlyphs"] ?? 0, atMost: 0)
    } else if let exposed = counts["exposedPixels"], exposed > 0 {
      judge("pixels written / exposed", (counts["writtenPixels"] ?? 0) / exposed, atMost: 1.2)
    }
    // Eight views draw a page each: on one core that takes three frames.
    if script.name == ScrollScript.jump.name {
      judge("frames until all views are complete", counts["framesUntilComplete"] ?? 0, atMost: 3)
    }
  }
}

/// The first frame of a long thread.
private func measureOpening(
  _ runner: inout Runner, _ fonts: FontCollection, _ chat: ChatRows,
  _ geometry: ThreadView.Geometry, _ rows: Int
) throws {
  for (name, warms) in [("new renderer", false), ("used renderer", true)] {
    var times: [Double] = []
    for _ in 0..<(runner.isQuick ? 3 : 9) {
      let renderer = Renderer(fonts: fonts)
      if warms { _ = try ThreadView(chat.rows(1000), geometry, renderer).frame() }
      let source = chat.rows(rows)
      var watch = Stopwatch()
      let view = try watch.time {
        let view = try ThreadView(source, geometry, renderer)
        _ = try view.frame()
        return view
      }
      times.append(Double(watch.nanoseconds) / 1e6)
      _ = opaque(view)
    }
    times.sort()
    runner.record(
      "scroll", "first frame of \(rows) rows, \(name), median",
      Bootstrap.quantile(times, 0.5), unit: "ms")
    runner.record(
      "scroll", "first frame of \(rows) rows, \(name), p90", Bootstrap.quantile(times, 0.9),
      unit: "ms")
  }
}

/// The bytes that each further row takes.
private func measureMemory(
  _ runner: inout Runner, _ fonts: FontCollection, _ chat: ChatRows,
  _ geometry: ThreadView.Geometry, _ rows: Int
) throws {
  func bytes(_ count: Int) throws -> Int {
    let renderer = Renderer(fonts: fonts)
    _ = try ThreadView(chat.rows(count), geometry, renderer).frame()
    let source = chat.rows(count)
    let before = allocatedBytes()
    let view = try ThreadView(source, geometry, renderer)
    _ = try view.frame()
    let after = allocatedBytes()
    _ = opaque(view)
    return after - before
  }
  let few = rows / 100
  runner.judge(
    "scroll/memory", "bytes per row",
    Double(try bytes(rows) - bytes(few)) / Double(rows - few), atMost: 8)
}

/// The error of a view's total height after one screen, and its largest change in a frame of ten seconds of flings.
///
/// The gates judge the height that the view has learned. The scroll bar limits the change of its own height, which
/// is therefore recorded without a gate.
///
/// - Parameter isTarget: Whether the error after one screen has a target instead of a gate.
private func measureHeight(
  _ runner: inout Runner, _ fonts: FontCollection, _ chat: ChatRows,
  _ geometry: ThreadView.Geometry, _ rows: Int, isTarget: Bool
) throws {
  let renderer = Renderer(fonts: fonts)
  let source = chat.rows(rows)
  let exact = exactHeight(source, geometry, renderer)
  let view = try ThreadView(source, geometry, renderer)
  var changes = HeightChanges(view.totalHeight)
  changes.add(view.totalHeight, bar: try view.frame().totalHeight)
  let comparison = "scroll/height of \(rows) rows"
  var scrolled = 0
  while scrolled < geometry.size.height {
    view.scroll(by: -134)
    scrolled += 134
    let report = try view.frame()
    changes.add(view.totalHeight, bar: report.totalHeight)
  }
  runner.judge(
    comparison, "error after one screen, %", abs(view.totalHeight / exact - 1) * 100,
    atMost: isTarget ? nil : 2, target: isTarget ? 2 : nil)
  for frame in 0..<1200 {
    view.scroll(by: Int(ScrollScript.fling(frame % 120, velocity: -2 * ScrollScript.velocity)))
    let report = try view.frame()
    changes.add(view.totalHeight, bar: report.totalHeight)
  }
  runner.judge(comparison, "largest change in a frame, %", changes.learned, atMost: 1)
  runner.record(
    "scroll", "height of \(rows) rows, largest change in a frame, scroll bar", changes.bar,
    unit: "%")
}

/// The largest changes of a total height from one frame to the next, in percent.
private struct HeightChanges {
  /// The change of the height that the view has learned.
  private(set) var learned = 0.0
  /// The change of the height that the scroll bar shows.
  private(set) var bar = 0.0
  /// The heights of the last frame; the scroll bar has none before the first one.
  private var last: (learned: Double, bar: Double?)

  init(_ height: Double) { last = (height, nil) }

  mutating func add(_ height: Double, bar shown: Double) {
    learned = max(learned, abs(height / last.learned - 1) * 100)
    if let former = last.bar { bar = max(bar, abs(shown / former - 1) * 100) }
    last = (height, shown)
  }
}

/// Returns the height of all rows by laying out each distinct message once.
private func exactHeight(
  _ source: GeneratedRows, _ geometry: ThreadView.Geometry, _ renderer: Renderer
) -> Double {
  let room =
    Double(geometry.size.width) / geometry.scale - geometry.margins.left - geometry.margins.right
  var distinct: [Double] = []
  var sum = (geometry.margins.top + geometry.margins.bottom) * geometry.scale
  var former: Bubble.Author?
  for row in 0..<source.rowCount {
    if row < 8192 {
      let bubble = renderer.bubble(source.message(at: row), room: room)
      distinct.append((bubble.size.height * geometry.scale).rounded(.up))
    }
    let author = source.author(at: row)
    sum += distinct[row % 8192] + Bubble.Head(author, after: former).height * geometry.scale
    former = author
  }
  return sum
}
