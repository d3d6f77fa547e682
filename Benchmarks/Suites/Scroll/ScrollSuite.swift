import CAllocationCount
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
  let million = 1_000_000
  try measureJumpsOnTwoThreads(&runner, fonts, rows: million)
  var jobs: [ScrollJob] = [
    ScrollJob(.fling, views: 1, rows: 10_000), ScrollJob(.fling, views: 8, rows: million),
  ]
  jobs += [
    ScrollScript.drag, .reversal, .jump, .history, .arrival, .rotation, .textScale, .animation,
    .intensities, .prefetch, .pictures, .stickers, .thrashing, .typing,
  ].map { ScrollJob($0, views: 8, rows: million) }
  if !runner.isQuick {
    jobs += [1, 4, 16, 32].map { ScrollJob(.fling, views: $0, rows: million) }
    jobs += [4, 8].map { ScrollJob(.fling, views: $0, rows: 10_000) }
  }
  jobs = jobs.filter { runner.wants("scroll", $0.name) }
  var chats: [ChatRows.Show: ChatRows] = [.plain: try ChatRows(count: 8192)]
  for job in jobs where chats[job.script.show] == nil {
    chats[job.script.show] = try ChatRows(count: 8192, show: job.script.show)
  }
  var heights: ThreadHeights?
  if let chat = chats[.plain] {
    let geometry = ThreadView.Geometry(size: PixelSize(width: 780, height: 1688), scale: 2)
    if runner.wants("scroll", "memory") {
      try measureMemory(&runner, fonts, chat, geometry, million)
    }
    if !jobs.isEmpty, !runner.measuresGatesAlone {
      try measureOpening(&runner, fonts, chat, geometry, million)
    }
    let known = ThreadHeights(chat, geometry, Renderer(fonts: fonts))
    heights = known
    // Which rows are sampled depends on their number; `ia-proof row-heights` measures many.
    for rows in [10_000, 300_000, million]
    where runner.wants("scroll", "height of \(rows) rows") {
      try measureHeight(&runner, known, rows)
    }
    if !jobs.isEmpty { try measureOverhead(&runner, chat, fonts) }
  }
  if jobs.isEmpty { return }
  var generator = Bootstrap.Generator(seed: 120)
  for _ in 0..<(runner.isQuick ? 1 : 3) {
    for index in jobs.indices.shuffled(using: &generator) {
      guard let chat = chats[jobs[index].script.show] else { continue }
      // Blending takes long, and each frame of it is the same work.
      let quickFrames = jobs[index].script.show == .animated ? 60 : 240
      try jobs[index].run(chat, fonts, heights, frames: runner.isQuick ? quickFrames : 1200)
    }
  }
  for job in jobs { job.record(in: &runner) }
  if runner.measuresGatesAlone { return }
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
  /// The work of each frame of the first round.
  private var work: [String: [Int]] = [:]
  /// Whether two rounds counted something else.
  private var isUnsteady = false

  init(_ script: ScrollScript, views: Int, rows: Int) {
    self.script = script
    self.views = views
    self.rows = rows
  }

  var name: String { "\(script.name), \(views) views, \(rows) rows" }

  /// Whether the copies of a caller that keeps pictures are measured, too.
  private var keepsPictures: Bool { script.name == ScrollScript.fling.name }

  mutating func run(
    _ chat: ChatRows, _ fonts: FontCollection, _ heights: ThreadHeights?, frames: Int
  ) throws {
    var setup = ScrollRun.Setup(views: views, rows: rows, frames: frames)
    setup.allocations = { Int(clamping: counted_allocations()) }
    setup.keepsPictures = keepsPictures
    if script.show == .plain { setup.exactHeight = heights?.exactHeight(of: rows) }
    let run = try ScrollRun(script, setup, chat, fonts: fonts)
    for frame in 0..<frames { times.append(try run.frame(frame)) }
    isUnsteady = isUnsteady || rounds > 0 && run.counts != counts
    counts = run.counts
    if rounds == 0 { work = run.work }
    rounds += 1
  }

  func record(in runner: inout Runner) {
    var phases = [
      ("exposed", times.map(\.exposed), times.map(\.exposedWall)),
      ("contiguous", times.map(\.contiguous), times.map(\.contiguousWall)),
    ]
    if keepsPictures { phases.append(("kept", times.map(\.kept), times.map(\.keptWall))) }
    if script.prefetches {
      phases.append(("prefetch", times.map(\.prefetch), times.map(\.prefetchWall)))
    }
    for (phase, cpu, wall) in phases {
      var series = FrameSeries(
        workload: script.name, phase: phase, views: views, rows: rows,
        hertz: ScrollScript.hertz, cpu: cpu, wall: wall, rounds: rounds, counts: counts)
      if phase == "exposed" { series.work = work }
      runner.record(series)
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
private func measureHeight(
  _ runner: inout Runner, _ heights: ThreadHeights, _ rows: Int
) throws {
  let found = try heights.measure(rows: rows, flings: 1200)
  let comparison = "scroll/height of \(rows) rows"
  runner.judge(comparison, "error after one screen, %", abs(found.error) * 100, atMost: 2)
  runner.judge(
    comparison, "largest change in a frame, %", found.learnedChange * 100, atMost: 1)
  runner.record(
    "scroll", "height of \(rows) rows, largest change in a frame, scroll bar",
    found.barChange * 100, unit: "%")
}

/// What the harness adds to the time and to the allocations of a frame: a run without views.
private func measureOverhead(
  _ runner: inout Runner, _ chat: ChatRows, _ fonts: FontCollection
) throws {
  let frames = 2000
  var setup = ScrollRun.Setup(views: 0, rows: 0, frames: frames)
  setup.allocations = { Int(clamping: counted_allocations()) }
  let run = try ScrollRun(.fling, setup, chat, fonts: fonts)
  let times = try (0..<frames).map { Double(try run.frame($0).exposed) }.sorted()
  runner.judge(
    "scroll/harness", "CPU time added to a frame, median, µs", Bootstrap.quantile(times, 0.5) / 1e3,
    atMost: nil, target: 1)
  runner.judge(
    "scroll/harness", "allocations added to a frame",
    Double(run.work["allocations"]?.max() ?? 0), atMost: 0)
}
