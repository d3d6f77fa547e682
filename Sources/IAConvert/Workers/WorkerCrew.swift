internal import IABytes

/// Manages the processes of a pool: starts and ends them, and chooses the process for a job.
final class WorkerCrew {
  private let settings: WorkerPool.Settings
  private var places: [WorkerProcess?]
  /// Processes that were removed from the crew but have not ended yet: they end by themselves, or were killed.
  private var ending: [WorkerProcess] = []
  private let starter: WorkerStarter

  /// The maximum total size in bytes of the small documents that wait in a worker.
  private static let maxSmallByteCount = 1 << 16

  /// Creates a crew without processes.
  init(_ settings: WorkerPool.Settings) {
    self.settings = settings
    starter = WorkerStarter(settings)
    places = Array(repeating: nil, count: settings.workers)
  }

  /// The number of processes that were started.
  var startedCount: Int { starter.startedCount }

  /// The running processes, in the order of their numbers.
  var running: [WorkerProcess] { places.compactMap(\.self) }

  /// Whether a process has no jobs, or a further one can be started.
  var hasIdleWorker: Bool { places.contains { $0?.jobs.isEmpty ?? true } }

  /// Returns whether a process is still part of the crew.
  func contains(_ worker: WorkerProcess) -> Bool { places[worker.number] === worker }

  // MARK: Start and end

  /// Starts workers for waiting jobs that idle workers do not suffice for, and a fresh worker for each job that needs
  /// one.
  ///
  /// - Throws: `Failure` with `worker.start`.
  func startWorkers(for queue: JobQueue) throws(Failure) {
    let idle = running.filter { $0.jobs.isEmpty && !$0.isRetiring && !$0.isReserved }
    let fresh = idle.count { $0.documents == 0 }
    var neededFresh = queue.retries.count - fresh
    var needed = queue.waiting.count - (idle.count - min(fresh, queue.retries.count))
    for number in places.indices where places[number] == nil {
      guard needed > 0 || neededFresh > 0 else { return }
      places[number] = try starter.start(number)
      if neededFresh > 0 { neededFresh -= 1 } else { needed -= 1 }
    }
    // If no place is free, an idle worker is replaced by a fresh one.
    guard neededFresh > 0, let worker = idle.first(where: { $0.documents > 0 }) else { return }
    retire(worker)
    places[worker.number] = try starter.start(worker.number)
  }

  /// Notes that the introduction of a worker has arrived.
  func noteStart(of worker: WorkerProcess) { starter.noteStart(of: worker) }

  /// Notes that a worker has ended before its introduction arrived.
  ///
  /// - Returns: Whether the worker was a copy of a template, so that the next one is started with another template or
  ///   from the program.
  func noteFailedStart(of worker: WorkerProcess) -> Bool { starter.noteFailedStart(of: worker) }

  /// Returns whether the system has killed a further worker because memory was exhausted, and accounts for one such
  /// worker.
  func takeMemoryKill() -> Bool { starter.group?.takeKill() ?? false }

  /// Ends the template, so that later workers have another address space layout than the running ones.
  func changeAddressSpace() { starter.replaceTemplate() }

  /// Closes the connection of a worker and frees its place; the process ends by itself, unless it was already killed.
  func retire(_ worker: WorkerProcess) {
    worker.close()
    ending.append(worker)
    remove(worker)
  }

  /// Frees the place of a worker.
  func remove(_ worker: WorkerProcess) {
    if contains(worker) { places[worker.number] = nil }
  }

  /// Removes the retired workers that have ended.
  func collectEnded() { ending.removeAll { $0.reap(waits: false) != nil } }

  /// Ends all processes.
  func stop() {
    for worker in running { worker.stop() }
    for worker in ending { worker.stop() }
    places = Array(repeating: nil, count: places.count)
    ending = []
    starter.stop()
  }

  // MARK: Choice

  /// A worker that has converted nothing; `nil` if there is none.
  var freshWorker: WorkerProcess? {
    running.first { worker in
      worker.introduction != nil && worker.jobs.isEmpty && worker.documents == 0
        && !worker.isReserved
    }
  }

  /// Returns the worker with the fewest jobs that can accept a further one; if jobs wait for fresh workers, fresh
  /// workers are reserved for them.
  func worker(for job: PooledJob, in queue: JobQueue) -> WorkerProcess? {
    var best: WorkerProcess?
    for worker in places {
      guard let worker, let introduction = worker.introduction, !worker.isRetiring,
        !worker.isReserved, worker.jobs.count < min(introduction.window, settings.window),
        worker.jobs.count < best?.jobs.count ?? .max,
        worker.documents + worker.jobs.count < settings.limits.documentsPerWorker,
        queue.retries.isEmpty || worker.documents > 0
      else { continue }
      if worker.jobs.count < WorkerMessages.window || hasRoom(worker, for: job, introduction) {
        best = worker
      }
    }
    return best
  }

  /// Returns whether a worker that already has `WorkerMessages.window` jobs can accept a further one: all of its
  /// documents and this one must be small.
  private func hasRoom(
    _ worker: WorkerProcess, for job: PooledJob, _ introduction: WorkerMessages.Introduction
  ) -> Bool {
    // An error is ignored here: it occurs again when the job is sent.
    try? job.prepare(limits: Limits(inputBytes: introduction.inputBytes))
    guard job.isSmall, worker.jobs.allSatisfy(\.isSmall) else { return false }
    let waiting = worker.jobs.reduce(0) { $0 + ($1.byteCount ?? 0) }
    return waiting + (job.byteCount ?? 0) <= Self.maxSmallByteCount
  }

  /// Marks a worker for replacement if it has reached the limit of documents or of memory growth.
  func retireIfNeeded(_ worker: WorkerProcess, residentBytes: Int) {
    let limits = settings.limits
    let initial = worker.introduction?.residentBytes ?? 0
    if worker.documents >= limits.documentsPerWorker
      || residentBytes > initial &+ limits.growthBytes
    {
      worker.isRetiring = true
    }
  }
}
