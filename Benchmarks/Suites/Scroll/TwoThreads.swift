import CMeasure
import Foundation
import Harness
import IAFonts
import Scrolling

/// Jumps of eight views, four on each of two threads with a renderer of its own.
///
/// A frame ends when both have drawn, so that the elapsed time counts.
func measureJumpsOnTwoThreads(
  _ runner: inout Runner, _ fonts: FontCollection, rows: Int
) throws {
  let name = "jump and back on two threads, 8 views, \(rows) rows"
  guard runner.wants("scroll", name) else { return }
  let frames = runner.isQuick ? 240 : 1200
  let halves = (0..<2).map { _ in HalfOfTheViews(fonts, rows: rows, frames: frames) }
  for half in halves { half.isReady.wait() }
  var (cpu, wall): ([Int], [Int]) = ([], [])
  for _ in 0..<frames {
    let (start, before) = (ContinuousClock.now, measure_cpu_nanoseconds())
    for half in halves { half.begins.signal() }
    for half in halves { half.isReady.wait() }
    cpu.append(Int(measure_cpu_nanoseconds() - before))
    wall.append(Int(start.duration(to: .now) / .nanoseconds(1)))
  }
  if let error = halves.compactMap(\.error).first { throw error }
  let counts = halves[0].counts.merging(halves[1].counts) { first, second in max(first, second) }
  runner.record(
    FrameSeries(
      workload: "jump and back on two threads", phase: "contiguous", views: 8, rows: rows,
      hertz: ScrollScript.hertz, cpu: cpu, wall: wall, rounds: 1, counts: counts))
  runner.judge(
    "scroll/\(name)", "frames until all views are complete",
    counts["framesUntilComplete"] ?? .infinity,
    atMost: 2)
  // A busy machine delays threads; the frames' own work is in the CPU time.
  let late = wall.filter { $0 > 1_000_000_000 / ScrollScript.hertz }.count
  runner.judge("scroll/\(name)", "late frames", Double(late), atMost: nil, target: 0)
}

/// Four views on a thread of their own.
///
/// - Safety: Only the thread writes `counts` and `error`, before it signals `isReady`; others read them after they have
///   waited for the last signal.
private final class HalfOfTheViews: @unchecked Sendable {
  /// Signalled when the views exist, and after each frame.
  let isReady = DispatchSemaphore(value: 0)
  /// Signalled to begin a frame.
  let begins = DispatchSemaphore(value: 0)
  private(set) var counts: [String: Double] = [:]
  private(set) var error: (any Error)?

  init(_ fonts: FontCollection, rows: Int, frames: Int) {
    let thread = Thread { [self] in run(fonts, rows: rows, frames: frames) }
    // A layout of nested blocks takes more stack than a thread has by default.
    thread.stackSize = 8 << 20
    thread.start()
  }

  private func run(_ fonts: FontCollection, rows: Int, frames: Int) {
    var run: ScrollRun?
    do {
      var setup = ScrollRun.Setup(views: 4, rows: rows, frames: frames)
      // Half of the views a frame.
      setup.budget = (rows: 40, pages: 2)
      run = try ScrollRun(.jump, setup, try ChatRows(count: 8192), fonts: fonts)
    } catch { self.error = error }
    isReady.signal()
    for frame in 0..<frames {
      begins.wait()
      do { _ = try run?.frame(frame) } catch { self.error = error }
      if frame == frames - 1 { counts = run?.counts ?? [:] }
      isReady.signal()
    }
  }
}
