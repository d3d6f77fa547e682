internal import CWorkers
internal import IABytes
internal import IAFiles
internal import IASyntax

/// Converts documents in worker processes, which this object, the broker, starts and supervises.
///
/// The broker never parses a document: it opens inputs, passes their descriptors or bytes to workers, copies the
/// results, and checks each field of a result. All calls must be made by one thread, which must exist as long as the
/// pool: the kernel kills a worker when the thread that started it ends.
package final class WorkerPool: JobConverter {
  private let settings: Settings
  private let bounds: WorkerFrame.Bounds
  private let queue = JobQueue()
  private let crew: WorkerCrew
  private let judge: WorkerJudge
  /// The sandbox of the workers; `nil` until the first has started.
  package private(set) var sandbox: SandboxFeatures?

  /// Creates a pool; the processes start with the first job.
  package init(_ settings: Settings) {
    self.settings = settings
    bounds = settings.bounds
    crew = WorkerCrew(settings)
    judge = WorkerJudge(settings, queue: queue, crew: crew)
  }

  deinit { stop() }

  package var capacity: Int { settings.workers * settings.window }

  /// The number of processes that were started.
  package var startedWorkers: Int { crew.startedCount }

  /// The states of the running workers.
  package var states: [WorkerState] {
    crew.running.map { worker in
      WorkerState(
        number: worker.number, process: worker.id, documents: worker.documents,
        current: worker.jobs.isEmpty
          ? nil : worker.jobs[min(worker.current, worker.jobs.count - 1)].job.name,
        milliseconds: worker.jobs.isEmpty ? 0 : Int(worker.elapsed / 1_000_000),
        queued: max(0, worker.jobs.count - 1))
    }
  }

  // MARK: JobConverter

  package func submit(_ job: ConversionJob) throws(Failure) {
    try submit(PooledJob(job, source: job.source))
  }

  /// Adds a job to the queue, with the source from which its content is read.
  ///
  /// - Precondition: Fewer than `capacity` jobs are outstanding.
  /// - Throws: `Failure` if no job can be converted any more.
  func submit(_ job: PooledJob) throws(Failure) {
    precondition(queue.outstanding < capacity, "more than \(capacity) jobs")
    queue.add(job)
    if let rejected = judge.rejected { throw rejected }
    // Several small documents are sent together, unless a worker is idle.
    if queue.waiting.count >= Self.groupCount || crew.hasIdleWorker { try fill() }
  }

  /// The number of documents that are sent together.
  private static let groupCount = WorkerMessages.brokerWindow / 2

  package func next(until deadline: ContinuousClock.Instant?) throws(Failure) -> JobResult? {
    while true {
      if let result = queue.takeResult() { return result }
      guard queue.outstanding > 0 else { return nil }
      try fill()
      guard !queue.hasResult else { continue }
      let remaining = deadline.map { $0 - ContinuousClock.now }
      try turn(remaining: remaining)
      if let deadline, !queue.hasResult, ContinuousClock.now >= deadline { return nil }
    }
  }

  package func stop() {
    crew.stop()
    queue.removeAll()
  }

  // MARK: Sending

  /// Starts missing workers and sends jobs to those with space for them.
  private func fill() throws(Failure) {
    if let rejected = judge.rejected { throw rejected }
    crew.collectEnded()
    try crew.startWorkers(for: queue)
    while !queue.retries.isEmpty, let worker = crew.freshWorker, let job = queue.removeRetry() {
      worker.isReserved = true
      send(job, to: worker)
    }
    queue.drain { job in
      guard let worker = crew.worker(for: job, in: queue) else { return false }
      send(job, to: worker)
      return true
    }
    for worker in crew.running { worker.flush() }
  }

  private func send(_ job: PooledJob, to worker: WorkerProcess) {
    guard let introduction = worker.introduction else { return }
    let limits = Limits(inputBytes: introduction.inputBytes)
    var message = WorkerMessages.Job(name: job.fileName, content: nil)
    do {
      if settings.ends == .broker, let source = job.source as? FileSource {
        try job.prepare(limits: limits)
        message.content = job.content
        message.answersSideFiles = true
        message.hasOuterFiles = source.root != nil
      } else {
        message.content = try job.source.bytes(limits: limits)
        message.answersSideFiles = settings.ends != .broker || job.source is FolderSource
      }
    } catch {
      worker.isReserved = false
      var failure = Failure(error, path: job.job.name)
      if failure.path != nil { failure.path = job.job.name }
      return queue.finish(job, .failed(failure), worker: nil)
    }
    job.attempts += 1
    job.beside = SideFileTally()
    if worker.jobs.isEmpty { worker.begin() }
    job.sent = ia_worker_now()
    worker.jobs.append(job)
    worker.add(
      WorkerFrame(.job, id: job.job.id, payload: message.bytes),
      descriptor: job.file?.descriptor ?? -1, owner: job.file)
    job.file = nil
    job.content = nil
  }

  // MARK: Receiving

  /// The maximum interval in milliseconds between two checks of the limits and the progress of workers.
  private static let interval = 20

  /// Waits for events of the workers' sockets, and handles them.
  private func turn(remaining: Duration?) throws(Failure) {
    let running = crew.running
    var timeout = Self.interval
    if let remaining {
      let short = min(max(remaining, .zero), .seconds(1))
      timeout = min(timeout, Int(short / .milliseconds(1)) + 1)
    }
    let descriptors = running.map(\.descriptor)
    let writes = running.map { $0.hasOutgoing ? UInt8(1) : 0 }
    var events = [UInt8](repeating: 0, count: running.count)
    let start = ia_worker_now()
    let found = unsafe ia_worker_poll(
      descriptors, writes, &events, descriptors.count, Int32(timeout))
    guard found >= 0 else {
      throw Failure(.software, code: "worker.start", FileError.message(for: -found))
    }
    let waited = ia_worker_now() &- start
    let maximum = settings.limits.wallMilliseconds
    for (worker, event) in zip(running, events) {
      worker.waited += waited
      if event & 2 != 0 { worker.flush() }
      guard !worker.cannotSend else {
        worker.stop()
        judge.judgeEnd(of: worker)
        continue
      }
      if event & 5 != 0 {
        receive(from: worker)
        // If a worker sends single bytes, each wait ends with an event: check its limits here as well.
        guard crew.contains(worker), worker.waited / 1_000_000 > maximum else { continue }
        judge.checkLimits(of: worker, elapsed: worker.waited)
      } else {
        judge.checkLimits(of: worker, elapsed: worker.elapsed)
      }
    }
    if let rejected = judge.rejected { throw rejected }
  }

  private func receive(from worker: WorkerProcess) {
    let isClosed = worker.receive()
    do throws(InputError) {
      while let frame = try worker.nextFrame() { try handle(frame, from: worker) }
    } catch {
      return judge.judgeAnswer(error, of: worker)
    }
    if isClosed {
      judge.judgeEnd(of: worker)
    } else if worker.isRetiring, worker.jobs.isEmpty {
      crew.retire(worker)
    }
  }

  private func handle(_ frame: WorkerFrame, from worker: WorkerProcess) throws(InputError) {
    guard let introduction = worker.introduction else {
      if frame.kind == .fault {
        let fault = try WorkerMessages.Fault(frame.payload)
        judge.reject(Failure(Self.status(ofFault: fault.code), code: fault.code, fault.detail))
        return
      }
      guard frame.kind == .introduction else {
        throw InputError(.workerOrder, at: 0, detail: "kind \(frame.kind.rawValue) at the start")
      }
      return introduce(worker, try WorkerMessages.Introduction(frame.payload))
    }
    if frame.kind == .fault {
      let fault = try WorkerMessages.Fault(frame.payload)
      throw InputError(.workerOrder, at: 0, detail: "the fault \(fault.code): \(fault.detail)")
    }
    guard let job = worker.jobs.first, frame.kind != .introduction,
      frame.id == job.job.id
    else {
      throw InputError(.workerOrder, at: 0, detail: "kind \(frame.kind.rawValue), id \(frame.id)")
    }
    switch frame.kind {
    case .sideFileRequest:
      let hasOuterFiles = (job.source as? FileSource)?.root != nil && settings.ends == .broker
      let name = try WorkerMessages.sideName(frame.payload, hasOuterFiles: hasOuterFiles)
      try answer(name, of: job, worker)
    case .sharedResult:
      let maximum = min(bounds.maxPayload(of: .result), introduction.sharedBytes)
      let count = try WorkerMessages.sharedByteCount(frame.payload, atMost: maximum)
      let bytes = try worker.sharedResult(count)
      take(try WorkerResult(bytes, targets: introduction.targets), of: job, worker)
    default: take(try WorkerResult(frame.payload, targets: introduction.targets), of: job, worker)
    }
  }

  /// Returns the exit status for the fault of a worker that cannot start.
  static func status(ofFault code: String) -> ExitStatus {
    if code == "worker.sandbox" { return .permission }
    // If a message cannot be read or written, the arguments are not the cause.
    return code.hasPrefix("file.") ? .inputOutput : .usage
  }

  private func introduce(_ worker: WorkerProcess, _ introduction: WorkerMessages.Introduction) {
    worker.introduction = introduction
    sandbox = introduction.sandbox
    worker.sandbox = introduction.sandbox.description(isInGroup: worker.isInGroup)
    if settings.usesTemplate, !worker.isCopy { worker.sandbox += SandboxFeatures.withoutTemplate }
    crew.noteStart(of: worker)
    let missing = introduction.sandbox.missing(of: SandboxFeatures.expected(settings.ends))
    if settings.requiresSandbox, !missing.isEmpty {
      judge.reject(
        Failure(
          .permission, code: "worker.sandbox",
          "the system lacks \(missing.joined(separator: ", "))"))
    }
  }

  private func answer(
    _ name: String, of job: PooledJob, _ worker: WorkerProcess
  ) throws(InputError) {
    job.sideFiles += 1
    guard job.sideFiles <= WorkerMessages.maxSideFileRequests,
      job.sideFileBytes <= WorkerMessages.maxSideFileBytes
    else {
      throw InputError.exceeds(
        .workerOrder, limit: "sideFiles", maximum: WorkerMessages.maxSideFileRequests,
        seen: job.sideFiles, at: 0)
    }
    let limits = Limits(inputBytes: worker.introduction?.inputBytes ?? 0)
    let answer: WorkerMessages.SideFile
    do {
      answer = try sideFile(name, of: job, limits: limits).map { .content($0) } ?? .absent
    } catch is InputError {
      answer = .tooLarge
    } catch {
      answer = .absent
    }
    let payload = answer.bytes
    job.sideFileBytes += payload.count
    worker.queue(WorkerFrame(.sideFile, id: job.job.id, payload: payload))
  }

  /// Reads a file beside a document, and records it if outcomes contain hashes.
  private func sideFile(_ name: String, of job: PooledJob, limits: Limits) throws -> [UInt8]? {
    guard settings.hashes, let file = job.source as? FileSource else {
      return try job.source.sideFile(named: name, limits: limits)
    }
    return try job.beside.read(name, of: file, limits: limits)
  }

  private func take(_ result: WorkerResult, of job: PooledJob, _ worker: WorkerProcess) {
    // Results of several jobs can arrive together: measure the time from the sending of each job.
    let elapsed = ia_worker_now() &- job.sent
    worker.removeFirstJob()
    worker.isReserved = false
    judge.noteResult()
    var ending = result.ending
    switch ending {
    case .failed(var failure):
      if failure.path != nil { failure.path = job.job.name }
      ending = .failed(failure)
    case .converted(var targets):
      if settings.hashes { for index in targets.indices { targets[index].hash() } }
      ending = .converted(targets)
    }
    // A worker cannot have taken longer than the broker has waited.
    var usage = JobUsage(
      wallNanoseconds: min(result.wallNanoseconds, elapsed), cpuNanoseconds: result.cpuNanoseconds,
      worker: worker.number, attempts: job.attempts)
    usage.process = worker.id
    usage.sandbox = worker.sandbox
    usage.residentByteCount = Int(clamping: result.residentBytes)
    queue.finish(
      JobResult(id: job.job.id, ending: ending, usage: usage, beside: job.beside.record))
    worker.begin()
    crew.retireIfNeeded(worker, residentBytes: result.residentBytes)
  }
}

extension TargetResult {
  /// Computes the hashes of the outputs: the broker does not trust those of a worker.
  fileprivate mutating func hash() {
    outcome.outputs =
      [.init(path: nil, byteCount: bytes.count, digest: SHA256Digest(of: bytes))]
      + sideFiles.map {
        .init(path: $0.path, byteCount: $0.bytes.count, digest: SHA256Digest(of: $0.bytes))
      }
  }
}
