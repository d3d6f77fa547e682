internal import CWorkers

/// A template process: it has loaded the resources of a worker, and creates workers by copying itself (decision 0127).
///
/// It never reads a document. The copies are children of the broker.
final class WorkerTemplate {
  /// The process.
  let process: Int32
  /// Whether the process, and each copy, is in the control group of the workers.
  var isInGroup = false
  private let control: Int32
  private var isRunning = true
  /// The number of workers that were created.
  private(set) var copies = 0

  /// The maximum time until a template is ready, in milliseconds.
  private static let startMilliseconds: Int32 = 10_000
  /// The maximum time for the creation of a worker, in milliseconds.
  private static let copyMilliseconds: Int32 = 2000

  /// Creates a template, and waits until it is ready.
  ///
  /// - Returns: `nil` if the template cannot be started or is not ready in time.
  init?(program: String, arguments: [String]) {
    guard let pair = try? WorkerStart.socketPair() else { return nil }
    process = WorkerStart.spawn(
      program, arguments, socket: pair.theirs, memory: -1, ends: .broker)
    control = pair.ours
    ia_worker_close(pair.theirs)
    guard process > 0 else {
      isRunning = false
      ia_worker_close(control)
      return nil
    }
    guard ia_template_wait(control, Self.startMilliseconds) == 0 else {
      stop()
      return nil
    }
  }

  deinit { stop() }

  /// Copies the process as a worker.
  ///
  /// - Parameters:
  ///   - socket: The worker's end of its channel.
  ///   - memory: The memory that it shares with the broker; -1 for none.
  /// - Returns: The process id, or a negated error number; the template must not be used after that.
  func copy(socket: Int32, memory: Int32) -> Int32 {
    let id = ia_template_copy(control, socket, memory, Self.copyMilliseconds)
    if id > 0 { copies += 1 }
    return id
  }

  /// Ends the process; its copies are not affected.
  func stop() {
    guard isRunning else { return }
    isRunning = false
    ia_worker_kill(process)
    var end = ia_worker_end()
    _ = unsafe ia_worker_wait(process, 1, &end)
    // Ends a copy that was requested but reported too late, and is therefore not used.
    ia_template_reap(control)
    ia_worker_close(control)
  }
}
