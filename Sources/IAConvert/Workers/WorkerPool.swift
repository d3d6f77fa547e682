internal import CWorkers
internal import IABytes
internal import IAFiles
internal import IASyntax

/// Converts documents in worker processes, which the broker, this object, starts and supervises.
///
/// The broker never parses a document: it opens inputs, passes them on as descriptors, copies results
/// and checks every field of a result. All calls must be made by one thread, which must live as long
/// as the pool: the kernel kills a worker when the thread that started it ends.
package final class WorkerPool: JobConverter {
  /// The program of the workers, its arguments and its limits.
  package struct Settings: Sendable {
    /// The path of the program, which implements `worker --broker`.
    package var program: String
    /// The arguments of the conversion, as `iaconv worker` takes them.
    package var arguments: [String]
    /// The number of processes.
    package var workers: Int
    /// The limits of each document.
    package var limits = WorkerLimits()
    /// Whether the run fails if a part of the sandbox is missing.
    package var requiresSandbox = false
    /// Whether outcomes contain hashes.
    package var hashes = false
    /// The folder that receives a copy of each document that crashed a worker or exceeded a limit of
    /// time or memory; `nil` for none.
    package var crasherFolder: String?
    /// The channel of the workers.
    ///
    /// Over the standard streams, documents are sent as bytes, and a worker
    /// does not end with the thread that started it.
    var ends = WorkerChannel.Ends.broker

    /// Creates settings.
    package init(program: String, arguments: [String], workers: Int) {
      self.program = program
      self.arguments = arguments
      self.workers = max(1, workers)
    }
  }

  /// The state of a worker, for a display.
  package struct WorkerState: Hashable, Sendable {
    /// The number of the worker, from 0.
    package var number: Int
    /// The process id.
    package var process: Int32
    /// The number of documents that the process has converted.
    package var documents: Int
    /// The name of the document that is being converted; `nil` if the worker waits.
    package var current: String?
    /// The time of that conversion so far in milliseconds.
    package var milliseconds: Int
    /// The number of documents that wait in the worker.
    package var queued: Int
  }

  private let settings: Settings
  private let bounds: WorkerFrame.Bounds
  private var workers: [WorkerProcess?]
  /// Processes that end by themselves.
  private var ending: [WorkerProcess] = []
  private var waiting: [PooledJob] = []
  /// Jobs that crashed a worker, to be converted alone in a fresh one.
  private var retries: [PooledJob] = []
  private var finished: [JobResult] = []
  private var outstanding = 0
  private var failedStarts = 0
  private var rejected: Failure?
  /// The sandbox of the workers; `nil` until the first has started.
  package private(set) var sandbox: SandboxFeatures?
  /// The number of processes that were started.
  package private(set) var startedWorkers = 0

  /// The number of times in a row that a worker may end without a result.
  private static let maxFailedStarts = 3
  /// The time in which a worker must introduce itself, in nanoseconds.
  private static let startTime: UInt64 = 30_000_000_000
  /// The largest number of side files of one document, and their total size in bytes.
  private static let maxSideFiles = 4096
  private static let maxSideFileBytes = 1 << 30

  /// Creates a pool; the processes start with the first job.
  package init(_ settings: Settings) {
    self.settings = settings
    bounds = WorkerFrame.Bounds(
      inputBytes: Int(UInt32.max), outputBytes: settings.limits.outputBytes)
    workers = Array(repeating: nil, count: settings.workers)
  }

  deinit { stop() }

  package var capacity: Int { settings.workers * window }

  /// The largest number of jobs in a worker.
  private var window: Int {
    settings.ends == .broker ? WorkerMessages.brokerWindow : WorkerMessages.window
  }

  /// The states of the running workers.
  package var states: [WorkerState] {
    workers.compactMap(\.self).map { worker in
      WorkerState(
        number: worker.number, process: worker.id, documents: worker.documents,
        current: worker.jobs.isEmpty
          ? nil : worker.jobs[min(worker.current, worker.jobs.count - 1)].job.name,
        milliseconds: worker.jobs.isEmpty
          ? 0 : Int((ia_worker_now() &- worker.started) / 1_000_000),
        queued: max(0, worker.jobs.count - 1))
    }
  }

  // MARK: JobConverter

  package func submit(_ job: ConversionJob) throws(Failure) {
    let source: any DocumentSource =
      switch job.input {
      case .file(let path): Place.file(path).source
      case .bytes(let bytes): BytesSource(bytes, name: FilePaths.name(of: job.name))
      }
    try submit(PooledJob(job, source: source))
  }

  /// Adds a job with its source to the queue.
  ///
  /// - Precondition: Fewer than `capacity` jobs are outstanding.
  /// - Throws: `Failure` if no job can be converted any more.
  func submit(_ job: PooledJob) throws(Failure) {
    precondition(outstanding < capacity, "more than \(capacity) jobs")
    outstanding += 1
    waiting.append(job)
    if let rejected { throw rejected }
    // Several small documents are sent together, unless a worker waits.
    if waiting.count >= Self.groupCount || workers.contains(where: { $0?.jobs.isEmpty ?? true }) {
      try fill()
    }
  }

  /// The number of documents that are sent together.
  private static let groupCount = WorkerMessages.brokerWindow / 2
  /// The total size in bytes of the small documents in a worker.
  private static let maxSmallByteCount = 1 << 16

  package func next(until deadline: ContinuousClock.Instant?) throws(Failure) -> JobResult? {
    while true {
      if !finished.isEmpty {
        outstanding -= 1
        return finished.removeFirst()
      }
      guard outstanding > 0 else { return nil }
      try fill()
      guard finished.isEmpty else { continue }
      let remaining = deadline.map { $0 - ContinuousClock.now }
      try turn(remaining: remaining)
      if let deadline, finished.isEmpty, ContinuousClock.now >= deadline { return nil }
    }
  }

  package func stop() {
    for worker in workers { worker?.stop() }
    for worker in ending { worker.stop() }
    workers = Array(repeating: nil, count: workers.count)
    ending = []
    waiting = []
    retries = []
    finished = []
    outstanding = 0
  }

  // MARK: Assigning

  /// Starts missing workers and sends jobs to those with space for them.
  private func fill() throws(Failure) {
    if let rejected { throw rejected }
    ending.removeAll { $0.reap(waits: false) != nil }
    try startWorkers()
    while let job = retries.first, let worker = freshWorker {
      retries.removeFirst()
      worker.isReserved = true
      send(job, to: worker)
    }
    var sent = 0
    for job in waiting {
      guard let worker = worker(for: job) else { break }
      sent += 1
      send(job, to: worker)
    }
    waiting.removeFirst(sent)
    for worker in workers { worker?.flush() }
  }

  /// Starts workers for the jobs that the running ones have no space for, and a fresh one for each
  /// job that waits for one.
  private func startWorkers() throws(Failure) {
    let running = workers.compactMap(\.self)
    let idle = running.filter { $0.jobs.isEmpty && !$0.isRetiring && !$0.isReserved }
    let fresh = idle.count { $0.documents == 0 }
    var neededFresh = retries.count - fresh
    var needed = waiting.count - (idle.count - min(fresh, retries.count))
    for number in workers.indices where workers[number] == nil {
      guard needed > 0 || neededFresh > 0 else { return }
      workers[number] = try start(number)
      if neededFresh > 0 { neededFresh -= 1 } else { needed -= 1 }
    }
    // Without a free place, a worker that is idle makes way for a fresh one.
    guard neededFresh > 0, let worker = idle.first(where: { $0.documents > 0 }) else { return }
    worker.close()
    ending.append(worker)
    workers[worker.number] = try start(worker.number)
  }

  private func start(_ number: Int) throws(Failure) -> WorkerProcess {
    let limits = settings.limits
    var arguments = [
      "worker", settings.ends == .broker ? "--broker" : "--stdio",
      "--max-output", String(limits.outputBytes), "--max-memory", String(limits.memoryBytes),
    ]
    if settings.requiresSandbox { arguments.append("--require-sandbox") }
    if settings.hashes { arguments.append("--hashes") }
    startedWorkers += 1
    return try WorkerProcess(
      number: number, program: settings.program, arguments: arguments + settings.arguments,
      bounds: bounds, ends: settings.ends)
  }

  private var freshWorker: WorkerProcess? {
    workers.compactMap(\.self).first { worker in
      worker.introduction != nil && worker.jobs.isEmpty && worker.documents == 0
        && !worker.isReserved
    }
  }

  /// Returns the worker with the fewest jobs that has space for one; a fresh one is left to a job that waits
  /// for it.
  private func worker(for job: PooledJob) -> WorkerProcess? {
    var best: WorkerProcess?
    for worker in workers {
      guard let worker, let introduction = worker.introduction, !worker.isRetiring,
        !worker.isReserved, worker.jobs.count < min(introduction.window, window),
        worker.jobs.count < best?.jobs.count ?? .max,
        worker.documents + worker.jobs.count < settings.limits.documentsPerWorker,
        retries.isEmpty || worker.documents > 0
      else { continue }
      if worker.jobs.count < WorkerMessages.window || hasRoom(worker, for: job, introduction) {
        best = worker
      }
    }
    return best
  }

  /// Returns whether a worker that has documents to convert gets another small one.
  private func hasRoom(
    _ worker: WorkerProcess, for job: PooledJob, _ introduction: WorkerMessages.Introduction
  ) -> Bool {
    // An error is found again when the job is sent.
    try? job.prepare(limits: Limits(inputBytes: introduction.inputBytes))
    guard job.isSmall, worker.jobs.allSatisfy(\.isSmall) else { return false }
    let waiting = worker.jobs.reduce(0) { $0 + ($1.byteCount ?? 0) }
    return waiting + (job.byteCount ?? 0) <= Self.maxSmallByteCount
  }

  private func send(_ job: PooledJob, to worker: WorkerProcess) {
    guard let introduction = worker.introduction else { return }
    let limits = Limits(inputBytes: introduction.inputBytes)
    var message = WorkerMessages.Job(name: job.fileName, content: nil)
    do {
      if settings.ends == .broker, job.source is FileSource {
        try job.prepare(limits: limits)
        message.content = job.content
        message.answersSideFiles = true
      } else {
        message.content = try job.source.bytes(limits: limits)
        message.answersSideFiles = settings.ends != .broker || job.source is FolderSource
      }
    } catch {
      worker.isReserved = false
      var failure = Failure(error, path: job.job.name)
      if failure.path != nil { failure.path = job.job.name }
      return end(job, .failed(failure), worker: nil)
    }
    job.attempts += 1
    if worker.jobs.isEmpty { begin(worker) }
    job.sent = ia_worker_now()
    worker.jobs.append(job)
    worker.add(
      WorkerFrame(.job, id: job.job.id, payload: message.bytes),
      descriptor: job.file?.descriptor ?? -1, owner: job.file)
    job.file = nil
    job.content = nil
  }

  private func begin(_ worker: WorkerProcess) {
    worker.started = ia_worker_now()
    worker.waited = 0
    worker.startedCPU = worker.cpu
  }

  // MARK: Waiting

  /// The interval in which limits are checked, in milliseconds.
  private static let interval = 100

  /// Waits for something to happen and handles it.
  private func turn(remaining: Duration?) throws(Failure) {
    let running = workers.compactMap(\.self)
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
        lost(worker)
        continue
      }
      if event & 5 != 0 {
        try receive(from: worker)
        // A worker that sends byte by byte never lets the wait end without an event.
        guard workers[worker.number] === worker, worker.waited / 1_000_000 > maximum else {
          continue
        }
        checkLimits(of: worker, elapsed: worker.waited)
      } else {
        checkLimits(of: worker, elapsed: ia_worker_now() &- worker.started)
      }
    }
    if let rejected { throw rejected }
  }

  private func receive(from worker: WorkerProcess) throws(Failure) {
    let isClosed = worker.receive()
    do throws(InputError) {
      while let frame = try worker.nextFrame() { try handle(frame, from: worker) }
    } catch {
      worker.stop()
      return blame(worker, answering: error)
    }
    if isClosed {
      lost(worker)
    } else if worker.isRetiring, worker.jobs.isEmpty {
      worker.close()
      ending.append(worker)
      workers[worker.number] = nil
    }
  }

  private func handle(_ frame: WorkerFrame, from worker: WorkerProcess) throws(InputError) {
    guard let introduction = worker.introduction else {
      if frame.kind == .fault {
        let fault = try WorkerMessages.Fault(frame.payload)
        rejected = Failure(Self.status(ofFault: fault.code), code: fault.code, fault.detail)
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
      try answer(try WorkerMessages.sideName(frame.payload), of: job, worker)
    case .sharedResult:
      let maximum = min(bounds.maxPayload(of: .result), introduction.sharedBytes)
      let count = try WorkerMessages.sharedByteCount(frame.payload, atMost: maximum)
      let bytes = try worker.sharedResult(count)
      take(try WorkerResult(bytes, targets: introduction.targets), of: job, worker)
    default: take(try WorkerResult(frame.payload, targets: introduction.targets), of: job, worker)
    }
  }

  /// Returns the exit status for a worker that cannot begin.
  static func status(ofFault code: String) -> ExitStatus {
    if code == "worker.sandbox" { return .permission }
    // The arguments are not the cause if a message cannot be read or written.
    return code.hasPrefix("file.") ? .inputOutput : .usage
  }

  private func introduce(_ worker: WorkerProcess, _ introduction: WorkerMessages.Introduction) {
    worker.introduction = introduction
    sandbox = introduction.sandbox
    let missing = introduction.sandbox.missing(of: SandboxFeatures.expected(settings.ends))
    if settings.requiresSandbox, !missing.isEmpty {
      rejected = Failure(
        .permission, code: "worker.sandbox", "the system lacks \(missing.joined(separator: ", "))")
    }
  }

  private func answer(
    _ name: String, of job: PooledJob, _ worker: WorkerProcess
  ) throws(InputError) {
    job.sideFiles += 1
    guard job.sideFiles <= Self.maxSideFiles, job.sideFileBytes <= Self.maxSideFileBytes else {
      throw InputError.exceeds(
        .workerOrder, limit: "sideFiles", maximum: Self.maxSideFiles, seen: job.sideFiles, at: 0)
    }
    let limits = Limits(inputBytes: worker.introduction?.inputBytes ?? 0)
    let answer: WorkerMessages.SideFile
    do {
      answer = try job.source.sideFile(named: name, limits: limits).map { .content($0) } ?? .absent
    } catch is InputError {
      answer = .tooLarge
    } catch {
      answer = .absent
    }
    let payload = answer.bytes
    job.sideFileBytes += payload.count
    worker.queue(WorkerFrame(.sideFile, id: job.job.id, payload: payload))
  }

  // MARK: Results

  private func take(_ result: WorkerResult, of job: PooledJob, _ worker: WorkerProcess) {
    // Results of several jobs can arrive at once, so the time counts from the sending of each.
    let elapsed = ia_worker_now() &- job.sent
    worker.removeFirstJob()
    worker.isReserved = false
    failedStarts = 0
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
    usage.residentByteCount = Int(clamping: result.residentBytes)
    finished.append(JobResult(id: job.job.id, ending: ending, usage: usage))
    begin(worker)
    let limits = settings.limits
    let initial = worker.introduction?.residentBytes ?? 0
    if worker.documents >= limits.documentsPerWorker
      || result.residentBytes > initial &+ limits.growthBytes
    {
      worker.isRetiring = true
    }
  }

  private func end(_ job: PooledJob, _ ending: JobResult.Ending, worker: WorkerProcess?) {
    let elapsed = worker.map { ia_worker_now() &- $0.started } ?? 0
    var usage = JobUsage(
      wallNanoseconds: elapsed, cpuNanoseconds: 0, worker: worker?.number,
      attempts: max(job.attempts, 1))
    usage.process = worker?.id
    finished.append(JobResult(id: job.job.id, ending: ending, usage: usage))
  }

  // MARK: Limits and crashes

  /// Stops a worker that exceeds a limit.
  ///
  /// - Parameter elapsed: The time since the first job has begun. After a message it is the time for
  ///   which the broker has waited, because more messages may have arrived while it was busy.
  private func checkLimits(of worker: WorkerProcess, elapsed: UInt64) {
    guard worker.introduction != nil else {
      if elapsed > Self.startTime {
        worker.stop()
        lost(worker)
      }
      return
    }
    let limits = settings.limits
    guard !worker.jobs.isEmpty, elapsed > timeBeforeProgress else { return }
    if worker.readProgress() { return begin(worker) }
    let wall = Int(elapsed / 1_000_000)
    let cpu = Int((worker.cpu &- min(worker.startedCPU, worker.cpu)) / 1_000_000)
    let phase = worker.status.phase
    if wall > limits.wallMilliseconds {
      worker.stop()
      refuse(
        .timeout(maximum: limits.wallMilliseconds, seen: wall, phase: phase), worker)
    } else if cpu > limits.cpuMilliseconds {
      worker.stop()
      refuse(.limit("cpuMilliseconds", maximum: limits.cpuMilliseconds, seen: cpu), worker)
    }
  }

  /// The time in nanoseconds after which a worker's statement about its progress is read.
  private var timeBeforeProgress: UInt64 {
    let limits = settings.limits
    return UInt64(clamping: min(limits.wallMilliseconds, limits.cpuMilliseconds, 20)) * 1_000_000
  }

  /// Ends the job of a worker that was stopped, without another attempt.
  private func refuse(_ failure: Failure, _ worker: WorkerProcess) {
    worker.moveCurrentJobToStart()
    guard let job = worker.jobs.first else { return discard(worker) }
    var failure = failure
    failure.path = job.job.name
    keep(job, &failure)
    end(job, .failed(failure), worker: worker)
    discard(worker)
  }

  /// Handles the end of a worker that was not asked to end.
  private func lost(_ worker: WorkerProcess) {
    let status = worker.status
    worker.moveCurrentJobToStart()
    let final = worker.finalEnd()
    guard worker.introduction != nil, let job = worker.jobs.first else {
      return failStart(worker, final)
    }
    let limit = settings.limits.memoryBytes
    if status.isOutOfMemory || Int(clamping: final.peak) > limit / 4 * 3 {
      let seen = max(Int(clamping: final.peak), limit)
      return refuse(.limit("memoryBytes", maximum: limit, seen: seen), worker)
    }
    let cause =
      final.signal == 0
      ? "exited with \(final.status)" : "was ended by \(SystemNumbers.signalName(final.signal))"
    let failure = Failure(
      .software, path: job.job.name, code: "worker.crashed",
      "the worker \(cause) while \(status.phase)")
    retry(worker, failure)
  }

  /// Handles an answer that breaks the protocol; the worker was stopped.
  private func blame(_ worker: WorkerProcess, answering error: InputError) {
    guard worker.introduction != nil, let job = worker.jobs.first else {
      return failStart(worker, worker.stop())
    }
    let failure = Failure(
      .software, path: job.job.name, code: "worker.answer",
      "the worker answered with \(error.code.rawValue): \(error.detail)")
    retry(worker, failure)
  }

  /// Queues the first job of an ended worker for another attempt, or ends it.
  private func retry(_ worker: WorkerProcess, _ failure: Failure) {
    guard let job = worker.jobs.first else { return discard(worker) }
    guard job.attempts >= 2 else {
      worker.jobs.removeFirst()
      discard(worker)
      return retries.append(job)
    }
    var failure = failure
    keep(job, &failure)
    end(job, .failed(failure), worker: worker)
    discard(worker)
  }

  /// Removes an ended worker; the jobs after its first result or crash are converted by others.
  private func discard(_ worker: WorkerProcess) {
    var rest = worker.jobs
    // The first job has its result, or was taken out for another attempt.
    if let first = rest.first, finished.contains(where: { $0.id == first.job.id }) {
      rest.removeFirst()
    }
    for job in rest { job.attempts -= 1 }
    waiting.insert(contentsOf: rest, at: 0)
    worker.jobs = []
    if workers[worker.number] === worker { workers[worker.number] = nil }
  }

  private func failStart(_ worker: WorkerProcess, _ end: ia_worker_end) {
    discard(worker)
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

extension Failure {
  fileprivate static func limit(_ name: String, maximum: Int, seen: Int) -> Failure {
    WorkerFailures.limit(name, maximum: maximum, seen: seen)
  }

  fileprivate static func timeout(maximum: Int, seen: Int, phase: String) -> Failure {
    WorkerFailures.timeout(maximum: maximum, seen: seen, phase: phase)
  }
}

extension TargetResult {
  /// Computes the hashes of the outputs, which the broker does not take from a worker.
  fileprivate mutating func hash() {
    outcome.outputs =
      [.init(path: nil, byteCount: bytes.count, digest: SHA256Digest(of: bytes))]
      + sideFiles.map {
        .init(path: $0.path, byteCount: $0.bytes.count, digest: SHA256Digest(of: $0.bytes))
      }
  }
}
