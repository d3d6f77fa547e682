internal import CWorkers
internal import IABytes
internal import IAFiles

/// A job that a pool owns.
final class PooledJob {
  let job: ConversionJob
  /// The content and the files beside it, which only the broker reads.
  let source: any DocumentSource
  /// The number of attempts that have begun.
  var attempts = 0
  /// The time of the last attempt to send the job, in nanoseconds.
  var sent: UInt64 = 0
  /// The open file whose descriptor is passed; `nil` unless the job was prepared and is not small.
  var file: PassedFile?
  /// The content of a small document; `nil` unless the job was prepared and is small.
  var content: [UInt8]?
  /// The size of the document in bytes; `nil` if it is unknown.
  var byteCount: Int?
  /// The number of requests for side files that were answered.
  var sideFiles = 0
  /// The total size of the answers in bytes.
  var sideFileBytes = 0
  /// The files beside the document that were requested.
  var beside = SideFileTally()

  init(_ job: ConversionJob, source: any DocumentSource) {
    self.job = job
    self.source = source
    if source is BytesSource, case .bytes(let bytes) = job.input { byteCount = bytes.count }
  }

  /// Whether the document is small, so that several of them may wait in one worker.
  var isSmall: Bool { (byteCount ?? .max) <= WorkerMessages.smallByteCount }

  /// Opens a file and determines its size; reads it if it is small.
  ///
  /// To read a small file takes less time than to pass its descriptor.
  ///
  /// - Throws: The errors of opening and reading.
  func prepare(limits: Limits) throws {
    guard content == nil, self.file == nil, let file = source as? FileSource else { return }
    let passed = try PassedFile(path: file.path)
    byteCount = passed.byteCount
    if isSmall {
      content = try PassedContent.bytes(of: passed.descriptor, limits: limits)
    } else {
      self.file = passed
    }
  }

  /// The last part of the job's name.
  var fileName: String { FilePaths.name(of: job.name) ?? "" }
}

/// A worker process as its broker sees it.
///
/// The broker never blocks when it sends frames, and copies received data before it decodes them.
final class WorkerProcess {
  /// The number of the worker in its pool.
  let number: Int
  /// The process.
  let id: Int32
  /// Whether the process is a copy of a template.
  let isCopy: Bool
  /// Whether the process is in the control group of the workers.
  var isInGroup = false
  /// The sandbox as reports state it; empty until the introduction has arrived.
  var sandbox = ""
  private let socket: Int32
  private let memory: Int32
  private var incoming: WorkerFrameBuffer
  /// The bytes that were not sent yet, in pieces, each with the descriptor that is passed with it.
  private var outgoing: [(bytes: [UInt8], descriptor: Int32, owner: AnyObject?)] = []
  private var sentOfFirst = 0
  /// The time of the first failed send since the last successful one; `nil` if the last send succeeded.
  private var failingSince: UInt64?
  private var isClosed = false

  /// The introduction; `nil` until it has arrived.
  var introduction: WorkerMessages.Introduction?
  /// The jobs that were sent and have no result yet, in the order of sending.
  var jobs: [PooledJob] = []
  /// The latest time at which the current job can have started, in nanoseconds.
  var started: UInt64
  /// The time in nanoseconds since `started`.
  var elapsed: UInt64 { ia_worker_now() &- started }
  /// The time in nanoseconds for which the broker has waited for events since `started`.
  var waited: UInt64 = 0
  /// The CPU time of the process at `started`, in nanoseconds.
  var startedCPU: UInt64 = 0
  /// The number of results.
  var documents = 0
  /// The index in `jobs` of the job that is being converted, according to the worker.
  private(set) var current = 0
  /// The time at which the worker first stated progress since the last result; `nil` if it has not.
  private var statedSince: UInt64?
  /// Whether the process gets no more jobs because it will be replaced.
  var isRetiring = false
  /// Whether the process converts only one job, because this job has crashed another worker.
  var isReserved = false

  /// Creates a process from a program.
  ///
  /// - Parameter ends: The channel of the worker. With the standard streams there is no shared memory, and the program
  ///   is searched for in `PATH`.
  /// - Throws: `Failure` with `worker.start`.
  convenience init(
    number: Int, program: String, arguments: [String], bounds: WorkerFrame.Bounds,
    ends: WorkerChannel.Ends = .broker
  ) throws(Failure) {
    let channel = try WorkerStart.channel(bounds, ends)
    let id = WorkerStart.spawn(
      program, arguments, socket: channel.theirs, memory: channel.memory, ends: ends)
    ia_worker_close(channel.theirs)
    guard id > 0 else {
      channel.close()
      throw WorkerStart.failure(program, id)
    }
    self.init(number: number, id: id, channel, bounds: bounds, isCopy: false)
  }

  /// Creates a process as a copy of a template.
  ///
  /// - Returns: `nil` if the template cannot create a copy.
  /// - Throws: `Failure` with `worker.start`.
  convenience init?(
    number: Int, bounds: WorkerFrame.Bounds, copying template: WorkerTemplate
  ) throws(Failure) {
    let channel = try WorkerStart.channel(bounds, .broker)
    let id = template.copy(socket: channel.theirs, memory: channel.memory)
    ia_worker_close(channel.theirs)
    guard id > 0 else {
      channel.close()
      return nil
    }
    self.init(number: number, id: id, channel, bounds: bounds, isCopy: true)
  }

  private init(
    number: Int, id: Int32, _ channel: WorkerStart.Channel, bounds: WorkerFrame.Bounds, isCopy: Bool
  ) {
    self.number = number
    self.id = id
    self.isCopy = isCopy
    memory = channel.memory
    socket = channel.ours
    incoming = WorkerFrameBuffer(acceptsClient: false, bounds: bounds)
    started = ia_worker_now()
    queue(WorkerFrame(.greeting, payload: WorkerMessages.Greeting().bytes))
  }

  deinit { stop() }

  // MARK: Sending

  /// Whether bytes wait for space in the socket.
  var hasOutgoing: Bool { !outgoing.isEmpty }
  /// The descriptor to wait for.
  var descriptor: Int32 { socket }

  /// Sends a frame together with the frames that were added before, and keeps the bytes that do not
  /// fit into the socket.
  ///
  /// - Parameters:
  ///   - frame: The frame.
  ///   - descriptor: A descriptor to pass with the frame; -1 for none.
  ///   - owner: An object that keeps the descriptor open until it was sent.
  func queue(_ frame: WorkerFrame, descriptor: Int32 = -1, owner: AnyObject? = nil) {
    add(frame, descriptor: descriptor, owner: owner)
    flush()
  }

  /// Adds a frame, which `flush` sends.
  func add(_ frame: WorkerFrame, descriptor: Int32 = -1, owner: AnyObject? = nil) {
    let bytes = frame.bytes
    // A descriptor is passed with the first byte of a piece, so that a frame with one starts a new piece.
    if descriptor < 0, let last = outgoing.indices.last,
      outgoing[last].bytes.count + bytes.count <= Self.chunk
    {
      outgoing[last].bytes += bytes
    } else {
      outgoing.append((bytes, descriptor, owner))
    }
  }

  /// Sends the bytes that fit into the socket.
  ///
  /// A failure is not reported here: it is detected as the end of the worker, or by `cannotSend`.
  func flush() {
    while let first = outgoing.first, !isClosed {
      let rest = first.bytes.count - sentOfFirst
      let sent = unsafe first.bytes.withUnsafeBytes { bytes in
        unsafe ia_worker_send(
          socket, bytes.baseAddress.map { unsafe $0 + sentOfFirst }, rest,
          sentOfFirst == 0 ? first.descriptor : -1, 0)
      }
      guard sent > 0 else {
        if !SystemNumbers.isRetry(Int32(-sent)) { failingSince = failingSince ?? ia_worker_now() }
        return
      }
      failingSince = nil
      sentOfFirst += sent
      guard sentOfFirst == first.bytes.count else { continue }
      outgoing.removeFirst()
      sentOfFirst = 0
    }
  }

  /// The time in nanoseconds for which sends may fail.
  private static let maxFailingTime: UInt64 = 1_000_000_000

  /// Whether sends have failed for too long, and not because the worker does not read.
  var cannotSend: Bool {
    failingSince.map { ia_worker_now() &- $0 > Self.maxFailingTime } ?? false
  }

  // MARK: Receiving

  /// The maximum number of bytes to receive before other workers are handled.
  private static let chunk = 1 << 16

  /// Receives the bytes that have arrived.
  ///
  /// - Returns: Whether the worker has closed its end.
  func receive() -> Bool {
    var got = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: Self.chunk) { space, count in
      got = unsafe ia_worker_receive(socket, space.baseAddress, Self.chunk, nil, 0)
      count = max(got, 0)
    }
    if got > 0 {
      incoming.append(bytes)
      return false
    }
    // Any other error number ends the connection.
    return got == 0 || !SystemNumbers.isRetry(Int32(-got))
  }

  /// Returns the next complete frame that has arrived, or `nil` if there is none.
  ///
  /// - Throws: `InputError` for a malformed frame.
  func nextFrame() throws(InputError) -> WorkerFrame? { try incoming.next() }

  /// Copies a result from the shared memory, and releases the memory for the next result.
  ///
  /// - Throws: `worker.value` if there is no such memory.
  func sharedResult(_ count: Int) throws(InputError) -> [UInt8] {
    guard memory >= 0 else { throw InputError(.workerValue, at: 0, detail: "no shared memory") }
    let offset = UInt64(IA_WORKER_RESULT_OFFSET)
    var got = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { space, initialized in
      got = unsafe ia_worker_copy(memory, space.baseAddress, count, offset)
      initialized = max(got, 0)
    }
    guard got == count else { throw InputError(.workerValue, at: 0, detail: "a shared result") }
    // Pages that a large result has filled are returned to the system.
    if count > Self.keptShared { ia_worker_discard(memory, offset, UInt64(count)) }
    queue(WorkerFrame(.release))
    return bytes
  }

  /// The maximum size in bytes of results whose memory pages are kept for the next result.
  private static let keptShared = 4 << 20

  // MARK: State

  /// The CPU time of the process in nanoseconds.
  var cpu: UInt64 { ia_worker_cpu(id) }

  /// The status that the worker writes to the shared memory; `nil` if there is no shared memory.
  private var note: ia_worker_status? {
    guard memory >= 0 else { return nil }
    var status = ia_worker_status()
    let got = unsafe withUnsafeMutableBytes(of: &status) { space in
      unsafe ia_worker_copy(memory, space.baseAddress, space.count, 0)
    }
    return got == MemoryLayout<ia_worker_status>.size ? status : nil
  }

  /// Begins the measurement of time for the current job.
  func begin() {
    started = ia_worker_now()
    waited = 0
    startedCPU = cpu
  }

  /// Removes the first job, which has its result.
  func removeFirstJob() {
    jobs.removeFirst()
    documents += 1
    current = max(0, current - 1)
    statedSince = nil
  }

  /// Reads from the shared memory which job is being converted; the results of earlier jobs may not have been sent yet.
  ///
  /// - Returns: Whether it is a later job than at the last call.
  func readProgress() -> Bool {
    let now = ia_worker_now()
    // The results of earlier jobs must follow soon: a worker that states progress without results is not trusted.
    if let since = statedSince, now &- since > Self.maxStatedTime { return false }
    guard let note else { return false }
    let position = Int(note.begun &- UInt32(truncatingIfNeeded: documents)) - 1
    guard position > current, position < jobs.count else { return false }
    current = position
    statedSince = statedSince ?? now
    return true
  }

  /// The maximum time in nanoseconds between the first stated progress and the next result.
  private static let maxStatedTime: UInt64 = 1_000_000_000

  /// Moves the job that an ended worker was converting to the start of the jobs.
  func moveCurrentJobToStart() {
    _ = readProgress()
    guard jobs.indices.contains(current), current > 0 else { return }
    jobs.insert(jobs.remove(at: current), at: 0)
    current = 0
  }

  /// The phase of the worker, and whether its memory is exhausted, as it states them; the values are not trusted.
  var status: (phase: String, isOutOfMemory: Bool) {
    guard let status = note else { return ("converting", false) }
    let phases = ["waiting", "reading", "parsing", "writing", "sending the result"]
    let phase = Int(status.phase)
    return (
      phases.indices.contains(phase) ? phases[phase] : "converting", status.is_out_of_memory == 1
    )
  }

  /// Closes the socket, so that the process ends by itself.
  func close() {
    guard !isClosed else { return }
    isClosed = true
    ia_worker_close(socket)
    ia_worker_close(memory)
  }

  /// Terminates the process with `SIGKILL` without waiting for its end.
  func kill() {
    if !hasEnded { ia_worker_kill(id) }
  }

  /// Terminates the process with `SIGKILL` and waits for its end.
  @discardableResult
  func stop() -> ia_worker_end {
    kill()
    return reap(waits: true) ?? end
  }

  private var end = ia_worker_end()
  private(set) var hasEnded = false

  /// Returns the exit information of the process, or `nil` if it still runs.
  func reap(waits: Bool) -> ia_worker_end? {
    if hasEnded { return end }
    guard unsafe ia_worker_wait(id, waits ? 1 : 0, &end) == 1 else { return nil }
    hasEnded = true
    close()
    return end
  }

  /// Returns the exit information of a process that ended unexpectedly; kills a process that closed its socket but has
  /// not ended after 200 ms.
  func finalEnd() -> ia_worker_end {
    var end = reap(waits: false)
    for _ in 0..<100 where end == nil {
      var none: UInt8 = 0
      _ = unsafe ia_worker_poll(nil, nil, &none, 0, 2)
      end = reap(waits: false)
    }
    return end ?? stop()
  }
}
