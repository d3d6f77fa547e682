internal import IASyntax

/// The state of a run for its report: its start, and the values that earlier lines contain.
///
/// The first line of a run contains its start; the times of all lines are relative to it. A line contains the process,
/// the sandbox and the memory of its worker only if these values differ from those of earlier lines, because most lines
/// would repeat them.
struct ReportRun {
  /// The minimum change of a worker's memory, in KiB, for which a line contains the memory again.
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
    // A line without a worker number belongs to worker 0, or to a conversion without workers.
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
