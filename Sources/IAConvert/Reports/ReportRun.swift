internal import IASyntax

/// The run to which the lines of a report belong: its start, and the values that earlier lines have
/// stated.
///
/// The first line of a run states its start; the times of all lines are relative to it. A line states
/// the process, the sandbox and the memory of its worker only if they differ from what earlier lines have
/// stated, because most lines would repeat them.
struct ReportRun {
  /// The change of a worker's memory from which a line states it, in KiB.
  private static let memoryStep = 1024

  private let startMilliseconds: Int
  private var hasLines = false
  /// The process and the memory of each worker as last stated.
  private var workers: [Int: (process: Int?, residentKiB: Int)] = [:]

  /// Creates a run without lines.
  ///
  /// - Parameter startMilliseconds: The start in milliseconds since 1970.
  init(startMilliseconds: Int) { self.startMilliseconds = startMilliseconds }

  /// Writes the members of a line that depend on the lines before it.
  mutating func write(_ usage: ReportLine.Usage?, to writer: inout JSONWriter) {
    if !hasLines { writer.member("started", startMilliseconds) }
    hasLines = true
    guard let usage, let end = usage.endMilliseconds else { return }
    writer.member("at", max(0, end - startMilliseconds))
    guard let worker = usage.worker else { return }
    // A line without a number is of the first worker, or of a conversion without workers.
    if worker.number > 0 { writer.member("worker", worker.number) }
    let known = workers[worker.number]
    let memory = worker.residentKiB ?? known?.residentKiB ?? 0
    let isSameProcess = known != nil && known?.process == worker.process
    let change = (memory - (known?.residentKiB ?? 0)).magnitude
    guard !isSameProcess || change >= Self.memoryStep else { return }
    if !isSameProcess, let process = worker.process { writer.member("pid", process) }
    if memory > 0 { writer.member("worker_kib", memory) }
    if !isSameProcess, let sandbox = worker.sandbox, !sandbox.isEmpty {
      writer.member("sandbox", sandbox)
    }
    workers[worker.number] = (worker.process, memory)
  }
}
