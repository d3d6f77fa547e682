/// The jobs of a pool that were not sent to a worker, and the results that were not returned yet.
final class JobQueue {
  /// Jobs that any worker may convert.
  private(set) var waiting: [PooledJob] = []
  /// Jobs that crashed a worker; each is converted again as the only job of a fresh worker.
  private(set) var retries: [PooledJob] = []
  private var finished: [JobResult] = []
  /// The number of jobs whose result was not returned yet.
  private(set) var outstanding = 0

  /// Whether a result is available.
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

  /// Inserts jobs at the start of the queue that a worker has not started; the attempt does not count.
  func putBack(_ jobs: [PooledJob]) {
    for job in jobs { job.attempts -= 1 }
    waiting.insert(contentsOf: jobs, at: 0)
  }

  /// Adds a job that crashed its worker.
  func retry(_ job: PooledJob) { retries.append(job) }

  /// Removes and returns the first job that waits for a fresh worker.
  func removeRetry() -> PooledJob? { retries.isEmpty ? nil : retries.removeFirst() }

  /// Adds a result.
  func finish(_ result: JobResult) { finished.append(result) }

  /// Adds the result of a job for which no worker has sent one.
  ///
  /// - Parameter worker: The worker to which the job was sent; `nil` if it was not sent.
  func finish(_ job: PooledJob, _ ending: JobResult.Ending, worker: WorkerProcess?) {
    var usage = JobUsage(
      wallNanoseconds: worker?.elapsed ?? 0, cpuNanoseconds: 0, worker: worker?.number,
      attempts: max(job.attempts, 1))
    usage.process = worker?.id
    usage.sandbox = worker?.sandbox
    finish(JobResult(id: job.job.id, ending: ending, usage: usage))
  }

  /// Returns whether the result of a job is available.
  func hasResult(of job: PooledJob) -> Bool { finished.contains { $0.id == job.job.id } }

  /// Removes and returns the first result.
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
