internal import CWorkers
internal import IABytes
internal import IAFiles

/// Decides what happens to the jobs of a worker that has ended or must be ended.
///
/// The document that was being converted counts as the cause. It fails if it exceeded a limit, or if it crashed a
/// worker for the second time. Otherwise it is converted again as the only job of a fresh worker. The other jobs return
/// to the queue.
final class WorkerJudge {
  private let settings: WorkerPool.Settings
  private let queue: JobQueue
  private let crew: WorkerCrew
  /// The number of workers that ended before they were ready, or without a job, since the last result.
  private var failedStarts = 0
  /// The failure because of which no job can be converted any more; `nil` if there is none.
  private(set) var rejected: Failure?

  /// The number of such ends after which no further job is converted.
  private static let maxFailedStarts = 3
  /// The time in which a worker must introduce itself, in nanoseconds.
  private static let startTime: UInt64 = 30_000_000_000

  /// Creates a judge of the workers of a crew.
  init(_ settings: WorkerPool.Settings, queue: JobQueue, crew: WorkerCrew) {
    self.settings = settings
    self.queue = queue
    self.crew = crew
  }

  /// Notes that a worker has sent a result.
  func noteResult() { failedStarts = 0 }

  /// Records that no further job can be converted.
  func reject(_ failure: Failure) { rejected = failure }

  // MARK: Limits

  /// Stops a worker that exceeds a limit.
  ///
  /// - Parameter elapsed: The time in nanoseconds since the first job started. After a message it is only the time for
  ///   which the broker has waited, because more messages may have arrived while the broker was busy.
  func checkLimits(of worker: WorkerProcess, elapsed: UInt64) {
    guard worker.introduction != nil else {
      if elapsed > Self.startTime {
        worker.stop()
        judgeEnd(of: worker)
      }
      return
    }
    let limits = settings.limits
    guard !worker.jobs.isEmpty, elapsed > timeBeforeProgress else { return }
    if worker.readProgress() { return worker.begin() }
    let wall = Int(elapsed / 1_000_000)
    let cpu = Int((worker.cpu &- min(worker.startedCPU, worker.cpu)) / 1_000_000)
    let phase = worker.status.phase
    if wall > limits.wallMilliseconds {
      refuseAndKill(
        WorkerFailures.timeout(maximum: limits.wallMilliseconds, seen: wall, phase: phase), worker)
    } else if cpu > limits.cpuMilliseconds {
      refuseAndKill(
        WorkerFailures.limit("cpuMilliseconds", maximum: limits.cpuMilliseconds, seen: cpu), worker)
    }
  }

  /// Terminates a worker and fails its current job, without waiting for the end of the process.
  ///
  /// Waiting would take as long as the system needs to free the memory of the process.
  private func refuseAndKill(_ failure: Failure, _ worker: WorkerProcess) {
    worker.kill()
    refuse(failure, worker)
    crew.retire(worker)
  }

  /// The time in nanoseconds after which the progress is read that a worker states in the shared memory.
  private var timeBeforeProgress: UInt64 {
    let limits = settings.limits
    return UInt64(clamping: min(limits.wallMilliseconds, limits.cpuMilliseconds, 20)) * 1_000_000
  }

  // MARK: Ends

  /// Handles the unexpected end of a worker.
  func judgeEnd(of worker: WorkerProcess) {
    let status = worker.status
    worker.moveCurrentJobToStart()
    let final = worker.finalEnd()
    // A new address space layout: repeated crashes must not reveal the addresses of code and data.
    if final.signal != 0 { crew.changeAddressSpace() }
    guard worker.introduction != nil, let job = worker.jobs.first else {
      return failStart(worker, final)
    }
    let limit = settings.limits.memoryBytes
    let wasKilled = final.signal == SystemNumbers.kill && crew.takeMemoryKill()
    if wasKilled || status.isOutOfMemory || Int(clamping: final.peak) > limit / 4 * 3 {
      let seen = max(Int(clamping: final.peak), limit)
      return refuse(WorkerFailures.limit("memoryBytes", maximum: limit, seen: seen), worker)
    }
    let cause =
      final.signal == 0
      ? "exited with \(final.status)" : "was ended by \(SystemNumbers.signalName(final.signal))"
    let failure = Failure(
      .software, path: job.job.name, code: "worker.crashed",
      "the worker \(cause) while \(status.phase)")
    retry(worker, failure)
  }

  /// Stops a worker whose message violates the protocol.
  func judgeAnswer(_ error: InputError, of worker: WorkerProcess) {
    let end = worker.stop()
    crew.changeAddressSpace()
    guard worker.introduction != nil, let job = worker.jobs.first else {
      return failStart(worker, end)
    }
    let failure = Failure(
      .software, path: job.job.name, code: "worker.answer",
      "the worker answered with \(error.code.rawValue): \(error.detail)")
    retry(worker, failure)
  }

  // MARK: Jobs of an ended worker

  /// Fails the current job of a worker that has ended or was killed, without another attempt.
  private func refuse(_ failure: Failure, _ worker: WorkerProcess) {
    worker.moveCurrentJobToStart()
    guard let job = worker.jobs.first else { return discard(worker) }
    var failure = failure
    failure.path = job.job.name
    fail(job, failure, worker)
  }

  /// Queues the first job of an ended worker for another attempt; fails it if this was the second attempt.
  private func retry(_ worker: WorkerProcess, _ failure: Failure) {
    guard let job = worker.jobs.first else { return discard(worker) }
    guard job.attempts >= 2 else {
      worker.jobs.removeFirst()
      discard(worker)
      return queue.retry(job)
    }
    fail(job, failure, worker)
  }

  /// Fails the first job of an ended worker.
  private func fail(_ job: PooledJob, _ failure: Failure, _ worker: WorkerProcess) {
    var failure = failure
    keep(job, &failure)
    queue.finish(job, .failed(failure), worker: worker)
    discard(worker)
  }

  /// Removes an ended worker, and returns its remaining jobs to the queue.
  private func discard(_ worker: WorkerProcess) {
    var rest = worker.jobs
    // The first job has its result, or was already removed for another attempt.
    if let first = rest.first, queue.hasResult(of: first) { rest.removeFirst() }
    queue.putBack(rest)
    worker.jobs = []
    crew.remove(worker)
  }

  private func failStart(_ worker: WorkerProcess, _ end: ia_worker_end) {
    discard(worker)
    if worker.introduction == nil, crew.noteFailedStart(of: worker) { return }
    failedStarts += 1
    guard rejected == nil else { return }
    if failedStarts >= Self.maxFailedStarts || end.status == ExitStatus.usage.rawValue {
      let cause =
        end.signal == 0
        ? "exits with \(end.status)" : "is ended by \(SystemNumbers.signalName(end.signal))"
      rejected = Failure(
        .software, code: "worker.start", "\(settings.program) \(cause) before it is ready")
    }
  }

  /// Copies the input of a job that has ended a worker to the folder for such inputs.
  private func keep(_ job: PooledJob, _ failure: inout Failure) {
    guard let folder = settings.crasherFolder else { return }
    KeptInputs.keep(job.fileName, in: folder, &failure) { body in
      try body(job.source.bytes(limits: Limits(inputBytes: Int(UInt32.max))))
    }
  }
}
