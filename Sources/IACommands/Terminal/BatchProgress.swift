internal import IAConvert

/// Shows the progress of a batch: some lines on a terminal, and a line each minute elsewhere.
final class BatchProgress {
  /// The number of workers that are shown.
  private static let maxWorkers = 8

  private let isQuiet: Bool
  /// Whether lines can be replaced.
  private let isTerminal = StandardError.isTerminal && !TerminalColors.isDumb
  private var nextUpdate: Double
  /// The number of lines on the terminal that will be replaced.
  private var lineCount = 0

  init(isQuiet: Bool) {
    self.isQuiet = isQuiet
    nextUpdate = ProcessTime.wallSeconds + (isTerminal ? 0.5 : 60)
  }

  /// Shows the progress if it is time.
  func update(_ run: BatchRun) {
    guard !isQuiet else { return }
    let now = ProcessTime.wallSeconds
    guard now >= nextUpdate else { return }
    nextUpdate = now + (isTerminal ? 0.2 : 60)
    let state = run.state
    guard isTerminal else {
      return StandardError.write("iaconv: \(HarmlessText.escape(Self.words(for: state)))\n")
    }
    var lines = [Self.words(for: state)]
    if state.workers.count > 1 {
      lines += state.workers.prefix(Self.maxWorkers).map { Self.words(for: $0) }
    }
    if state.workers.count > Self.maxWorkers {
      lines.append("\(state.workers.count - Self.maxWorkers) more workers")
    }
    let width = max(20, (ProcessControl.columns(of: 2) ?? 80) - 1)
    clear()
    lineCount = lines.count
    let shown = lines.map { String("iaconv: \(HarmlessText.escape($0))".prefix(width)) }
    StandardError.write("\r\u{1B}[K" + shown.joined(separator: "\n"))
  }

  /// Clears the lines.
  func clear() {
    guard lineCount > 0 else { return }
    let above = String(repeating: "\u{1B}[A\u{1B}[K", count: lineCount - 1)
    StandardError.write("\r\u{1B}[K" + above)
    lineCount = 0
  }

  /// Returns the state in words: documents, rate, remaining time, failures, slowest document.
  private static func words(for state: BatchState) -> String {
    let summary = state.summary
    var words = "\(summary.finished) of \(summary.documents) documents, \(state.rate)/s"
    if let seconds = state.remainingSeconds { words += ", \(duration(seconds)) left" }
    let failures = summary.failures.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    if !failures.isEmpty {
      words +=
        ", failed: "
        + failures.prefix(3).map { "\($0.key) \($0.value)" }
        .joined(separator: ", ")
    }
    if let slowest = state.slowest {
      words += ", slowest: \(slowest.path) \(slowest.milliseconds) ms"
    }
    return words
  }

  private static func words(for worker: WorkerPool.WorkerState) -> String {
    guard let current = worker.current else { return "worker \(worker.number): waits" }
    return "worker \(worker.number): \(current), \(worker.milliseconds) ms, "
      + "\(worker.queued) queued, \(worker.documents) done"
  }

  private static func duration(_ seconds: Double) -> String {
    let seconds = Int(seconds.rounded(.up))
    if seconds < 120 { return "\(seconds) s" }
    return seconds < 7200 ? "\(seconds / 60) min" : "\(seconds / 3600) h"
  }
}
