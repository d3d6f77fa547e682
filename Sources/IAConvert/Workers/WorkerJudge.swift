internal import CWorkers
internal import IABytes
internal import IAFiles

/// Decides what happens to the jobs of a worker that has ended, or that has to be ended.
///
/// The failure is charged to the document that was being converted: it fails after a limit and after
/// its second crash, and otherwise is converted once more, as the only job of a fresh worker. The
/// other jobs return to the queue.
final class WorkerJudge {
  private let settings: WorkerPool.Settings
  private let queue: JobQueue
  private let crew: WorkerCrew
  /// The number of workers in a row that ended before they were ready.
  private var failedStarts = 0
  /// The reason for which no job can be converted any more; `nil` if there is none.
  private(set) var rejected: Failure?

  /// The number of times in a row that a worker may end without a result.
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

  /// Ends the work of the pool.
  func reject(_ failure: Failure) { rejected = failure }

  // MARK: Limits

  /// Stops a worker that exceeds a limit.
  ///
  /// - Parameter elapsed: The time since the first job has begun. After a message it is the time for
  ///   which the broker has waited, because more messages may have arrived while it was busy.
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

  /// Ends a worker without waiting for it, because that takes as long as the system needs to free its
  /// memory.
  private func refuseAndKill(_ failure: Failure, _ worker: WorkerProcess) {
    worker.kill()
    refuse(failure, worker)
    crew.retire(worker)
  }

  /// The time in nanoseconds after which a worker's statement about its progress is read.
  private var timeBeforeProgress: UInt64 {
    let limits = settings.limits
    return UInt64(clamping: min(limits.wallMilliseconds, limits.cpuMilliseconds, 20)) * 1_000_000
  }

  // MARK: Ends

  /// Handles the end of a worker that was not asked to end.
  func judgeEnd(of worker: WorkerProcess) {
    let status = worker.status
    worker.moveCurrentJobToStart()
    let final = worker.finalEnd()
    // Repeated crashes must not show where code and data are.
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

  /// Stops a worker whose answer breaks the protocol.
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

  /// Ends the job of a worker that has ended or was killed, without another attempt.
  private func refuse(_ failure: Failure, _ worker: WorkerProcess) {
    worker.moveCurrentJobToStart()
    guard let job = worker.jobs.first else { return discard(worker) }
    var failure = failure
    failure.path = job.job.name
    fail(job, failure, worker)
  }

  /// Queues the first job of an ended worker for another attempt, or ends it.
  private func retry(_ worker: WorkerProcess, _ failure: Failure) {
    guard let job = worker.jobs.first else { return discard(worker) }
    guard job.attempts >= 2 else {
      worker.jobs.removeFirst()
      discard(worker)
      return queue.retry(job)
    }
    fail(job, failure, worker)
  }

  /// Ends the first job of an ended worker.
  private func fail(_ job: PooledJob, _ failure: Failure, _ worker: WorkerProcess) {
    var failure = failure
    keep(job, &failure)
    queue.finish(job, .failed(failure), worker: worker)
    discard(worker)
  }

  /// Removes an ended worker; the jobs after its first result or crash are converted by others.
  private func discard(_ worker: WorkerProcess) {
    var rest = worker.jobs
    // The first job has its result, or was taken out for another attempt.
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
