/// The jobs of a pool that no worker has, and the results that were not taken.
final class JobQueue {
  /// Jobs that any worker may convert.
  private(set) var waiting: [PooledJob] = []
  /// Jobs that crashed a worker; each will be converted as the only job of a fresh worker.
  private(set) var retries: [PooledJob] = []
  private var finished: [JobResult] = []
  /// The number of jobs whose result was not taken.
  private(set) var outstanding = 0

  /// Whether a result waits to be taken.
  var hasResult: Bool { !finished.isEmpty }

  /// Adds a job.
  func add(_ job: PooledJob) {
    outstanding += 1
    waiting.append(job)
  }

  /// Sends jobs from the start of the queue until a closure refuses one.
  func drain(_ send: (PooledJob) -> Bool) {
    let sent = waiting.firstIndex { !send($0) } ?? waiting.count
    waiting.removeFirst(sent)
  }

  /// Puts jobs back that a worker has not begun; that attempt does not count.
  func putBack(_ jobs: [PooledJob]) {
    for job in jobs { job.attempts -= 1 }
    waiting.insert(contentsOf: jobs, at: 0)
  }

  /// Adds a job that crashed its worker.
  func retry(_ job: PooledJob) { retries.append(job) }

  /// Removes the first of the jobs that wait for a fresh worker.
  func removeRetry() -> PooledJob? { retries.isEmpty ? nil : retries.removeFirst() }

  /// Adds a result.
  func finish(_ result: JobResult) { finished.append(result) }

  /// Ends a job without a result of a worker.
  ///
  /// - Parameter worker: The worker that had it; `nil` if none had it.
  func finish(_ job: PooledJob, _ ending: JobResult.Ending, worker: WorkerProcess?) {
    var usage = JobUsage(
      wallNanoseconds: worker?.elapsed ?? 0, cpuNanoseconds: 0, worker: worker?.number,
      attempts: max(job.attempts, 1))
    usage.process = worker?.id
    usage.sandbox = worker?.sandbox
    finish(JobResult(id: job.job.id, ending: ending, usage: usage))
  }

  /// Returns whether a job has its result, which was not taken.
  func hasResult(of job: PooledJob) -> Bool { finished.contains { $0.id == job.job.id } }

  /// Removes the first result.
  func takeResult() -> JobResult? {
    guard !finished.isEmpty else { return nil }
    outstanding -= 1
    return finished.removeFirst()
  }

  /// Removes all jobs and results.
  func removeAll() {
    waiting = []
    retries = []
    finished = []
    outstanding = 0
  }
}
