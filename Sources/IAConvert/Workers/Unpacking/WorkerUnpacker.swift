internal import CWorkers
package import IABytes
internal import IAFiles
package import IAForeignArchives
internal import IAFormats

/// Unpacks archives in a confined worker process, which this object, the broker, starts and supervises.
///
/// The broker never parses an archive: it opens the file, passes its descriptor, and checks each field of the frames
/// that it receives. All calls must be made by one thread, which must exist as long as the object. An archive that
/// crashes its process is not unpacked again, because its first members were already passed to the caller.
package final class WorkerUnpacker: ArchiveUnpacker {
  private let settings: WorkerPool.Settings
  private let bounds: WorkerFrame.Bounds
  private var current: WorkerProcess?
  /// The control group of the process; `nil` without one.
  private var group: WorkerGroup?
  private var nextID: UInt64 = 1

  /// The maximum time until the introduction of a worker arrives, in milliseconds.
  private static let startMilliseconds = 30_000
  /// The maximum number of consecutive processes that end before they are ready.
  private static let maxStarts = 3
  /// The interval in milliseconds at which limits are checked.
  private static let interval = 100

  /// Creates an unpacker; the process starts with the first archive.
  ///
  /// - Parameter settings: The program with the arguments that state the limits of members.
  package init(_ settings: WorkerPool.Settings) {
    self.settings = settings
    bounds = WorkerFrame.Bounds(inputBytes: 0, outputBytes: 0)
  }

  deinit { stop() }

  package func stop() {
    current?.stop()
    current = nil
    group = nil
  }

  package func unpack(
    _ path: String, limits: Limits, _ body: (UnpackedItem) throws -> Void
  ) throws {
    let file = try PassedFile(path: path)
    let worker = try current ?? start()
    let id = nextID
    nextID += 1
    let job = WorkerMessages.Job(name: FileNames.name(of: path) ?? "", content: nil)
    worker.queue(
      WorkerFrame(.job, id: id, payload: job.bytes), descriptor: file.descriptor, owner: file)
    var archive = ReceivedArchive(path: path, id: id, limits: limits)
    var time = WaitingTime(milliseconds: settings.limits.wallMilliseconds)
    time.extend(byBytes: file.byteCount)
    do {
      while true {
        let frame = try next(from: worker, within: &time)
        time.extend(byBytes: WorkerFrame.headerByteCount + frame.payload.count)
        guard let end = try archive.take(frame, body) else { continue }
        recycle(worker, after: end)
        if let failure = end.failure { throw failure }
        return
      }
    } catch let error as Misbehaviour {
      stop()
      throw failure(error, of: path)
    } catch let error as InputError where error.code.rawValue.hasPrefix("worker.") {
      stop()
      throw failure(.answer(error), of: path)
    } catch {
      // After an error of the caller, the worker would continue to send members of this archive.
      if !archive.hasEnded { stop() }
      throw error
    }
  }

  /// Counts an archive, and ends the worker if it has reached the limit of archives or of memory growth.
  private func recycle(_ worker: WorkerProcess, after end: UnpackingMessages.End) {
    worker.documents += 1
    let initial = worker.introduction?.residentBytes ?? 0
    if worker.documents >= settings.limits.documentsPerWorker
      || end.residentBytes > initial &+ settings.limits.growthBytes
    {
      stop()
    }
  }

  // MARK: Start

  private func start() throws -> WorkerProcess {
    var arguments = [
      "worker", "--broker", "--unpack", "--max-memory", String(settings.limits.memoryBytes),
    ]
    if settings.requiresSandbox { arguments.append("--require-sandbox") }
    group = group ?? WorkerGroup(settings)
    var attempts = 1
    while true {
      let worker = try WorkerProcess(
        number: 0, program: settings.program, arguments: arguments + settings.arguments,
        bounds: bounds)
      current = worker
      worker.isInGroup = group?.add(worker.id) ?? false
      do {
        try introduce(worker)
        return worker
      } catch Misbehaviour.crash(_, isUsage: false) where attempts < Self.maxStarts {
        attempts += 1
      } catch let failure as Failure {
        stop()
        throw failure
      } catch {
        stop()
        throw Failure(
          .software, code: "worker.start",
          "\(settings.program) ends or does not answer before it is ready")
      }
    }
  }

  private func introduce(_ worker: WorkerProcess) throws {
    var time = WaitingTime(milliseconds: Self.startMilliseconds)
    let frame = try next(from: worker, within: &time)
    if frame.kind == .fault {
      let fault = try WorkerMessages.Fault(frame.payload)
      throw Failure(WorkerPool.status(ofFault: fault.code), code: fault.code, fault.detail)
    }
    guard frame.kind == .introduction else {
      throw InputError(.workerOrder, at: 0, detail: "kind \(frame.kind.rawValue)")
    }
    let introduction = try WorkerMessages.Introduction(frame.payload)
    guard introduction.targets == [FormatID(UnpackingMessages.target)] else {
      throw Failure(
        .software, code: "worker.start", "\(settings.program) does not unpack archives")
    }
    worker.introduction = introduction
    let missing = introduction.sandbox.missing()
    guard settings.requiresSandbox, !missing.isEmpty else { return }
    throw Failure(
      .permission, code: "worker.sandbox", "the system lacks \(missing.joined(separator: ", "))")
  }

  // MARK: Waiting

  /// Waits for the next frame; only the time of waiting counts for the limit.
  private func next(
    from worker: WorkerProcess, within time: inout WaitingTime
  ) throws -> WorkerFrame {
    var isClosed = false
    while true {
      if let frame = try worker.nextFrame() { return frame }
      if isClosed || worker.cannotSend { throw lost(worker) }
      let start = ia_worker_now()
      var event: UInt8 = 0
      let found = unsafe ia_worker_poll(
        [worker.descriptor], [worker.hasOutgoing ? 1 : 0], &event, 1, Int32(Self.interval))
      guard found >= 0 else {
        throw Failure(.software, code: "worker.start", FileError.message(for: -found))
      }
      if event & 2 != 0 { worker.flush() }
      if event & 5 != 0 { isClosed = worker.receive() }
      time.add(nanoseconds: ia_worker_now() &- start)
      guard time.isOver else { continue }
      throw Misbehaviour.timeout(time, phase: worker.status.phase)
    }
  }

  // MARK: Failures

  /// Returns the reason why a worker has ended.
  private func lost(_ worker: WorkerProcess) -> Misbehaviour {
    let isOutOfMemory = worker.status.isOutOfMemory
    let end = worker.finalEnd()
    current = nil
    let peak = Int(clamping: end.peak)
    let wasKilled = end.signal == SystemNumbers.kill && group?.takeKill() == true
    guard wasKilled || isOutOfMemory || peak > settings.limits.memoryBytes / 4 * 3 else {
      return .crash(
        end.signal == 0
          ? "exited with \(end.status)" : "was ended by \(SystemNumbers.signalName(end.signal))",
        isUsage: end.signal == 0 && end.status == ExitStatus.usage.rawValue)
    }
    return .memory(max(peak, settings.limits.memoryBytes))
  }

  /// Returns the failure of an archive whose worker crashed, exceeded a limit or violated the protocol; keeps a copy of
  /// the archive if the settings name a folder for such inputs.
  private func failure(_ reason: Misbehaviour, of path: String) -> Failure {
    var failure: Failure
    switch reason {
    case .crash(let cause, _):
      failure = Failure(
        .software, code: "worker.crashed", "the worker \(cause) while unpacking")
    case .answer(let error):
      failure = Failure(
        .software, code: "worker.answer",
        "the worker answered with \(error.code.rawValue): \(error.detail)")
    case .memory(let seen):
      failure = WorkerFailures.limit(
        "memoryBytes", maximum: settings.limits.memoryBytes, seen: seen)
    case .timeout(let time, let phase):
      failure = WorkerFailures.timeout(
        maximum: time.maximum, seen: time.milliseconds, phase: phase)
    }
    failure.path = path
    if let folder = settings.crasherFolder { KeptInputs.keep(path, in: folder, &failure) }
    return failure
  }

  /// A reason why a worker is ended and its archive fails.
  private enum Misbehaviour: Error {
    case crash(String, isUsage: Bool)
    case answer(InputError)
    case memory(Int)
    case timeout(WaitingTime, phase: String)
  }
}

/// The time for which a broker has waited for a worker, and its maximum.
///
/// The total time counts, so that a worker that sends single bytes is also stopped. The maximum grows by about a second
/// for each MiB of the archive, because all members of a bag are verified before the first is sent, and for each MiB
/// that the worker has sent.
struct WaitingTime {
  private let base: Int
  private var byteCount = 0
  private var nanoseconds: UInt64 = 0

  /// The maximum time that one wait counts, because the broker itself may have been suspended.
  private static let longestWait: UInt64 = 1_000_000_000

  /// Creates a time limit of which no time has passed.
  init(milliseconds: Int) { base = milliseconds }

  /// The maximum in milliseconds.
  var maximum: Int { base + byteCount >> 10 }
  /// The time that has passed in milliseconds.
  var milliseconds: Int { Int(nanoseconds / 1_000_000) }
  /// Whether the maximum has passed.
  var isOver: Bool { milliseconds > maximum }

  /// Counts the time of a wait.
  mutating func add(nanoseconds count: UInt64) { nanoseconds += min(count, Self.longestWait) }

  /// Increases the maximum for bytes that are read or were sent.
  mutating func extend(byBytes count: Int) { byteCount += count }
}

/// Checks the frames of one archive, and assembles its members.
package struct ReceivedArchive {
  private let path: String
  private let id: UInt64
  private let limits: Limits
  private let budget: ArchiveBudget
  private var member: (path: String, byteCount: Int, bytes: [UInt8])?
  private var count = 0
  private var byteCount = 0
  /// Whether the worker has ended the archive.
  package private(set) var hasEnded = false

  /// Creates the state before the first frame.
  ///
  /// - Parameters:
  ///   - path: The path of the archive, which is the start of all labels.
  ///   - id: The id of its job.
  ///   - limits: The limits of each member.
  ///   - budget: The largest number of members and omissions, and the largest total size.
  package init(path: String, id: UInt64, limits: Limits, budget: ArchiveBudget = .standard) {
    self.path = path
    self.id = id
    self.limits = limits
    self.budget = budget
  }

  /// Handles a frame, and calls a closure with each complete member and each omission.
  ///
  /// - Returns: The end of the archive, whose failure names the archive; `nil` if more follows.
  /// - Throws: `InputError` with a code of the protocol for a malformed or unexpected frame, and with
  ///   `unpack.limit` for too many members or bytes; the errors of `body`.
  package mutating func take(
    _ frame: WorkerFrame, _ body: (UnpackedItem) throws -> Void
  ) throws -> UnpackingMessages.End? {
    // Between the frame of a member and the end of its content, only pieces are allowed.
    guard !hasEnded, frame.id == id, (frame.kind == .piece) == (member != nil) else {
      throw InputError(.workerOrder, at: 0, detail: "kind \(frame.kind.rawValue), id \(frame.id)")
    }
    switch frame.kind {
    case .member: try begin(UnpackingMessages.Member(frame.payload))
    case .piece: try append(frame.payload)
    case .omission:
      try countItem()
      let omission = try UnpackingMessages.Omission(frame.payload)
      let label = path + omission.place
      if let renamed = omission.renamed {
        try body(.renamed(label: label, path: renamed))
      } else {
        try body(.omitted(label: label, omission.reason))
      }
    case .end:
      var end = try UnpackingMessages.End(frame.payload)
      let place = end.failure?.path ?? ""
      end.failure?.path = path + place
      hasEnded = true
      return end
    default: throw InputError(.workerOrder, at: 0, detail: "kind \(frame.kind.rawValue)")
    }
    if let done = member, done.bytes.count == done.byteCount {
      member = nil
      try body(.member(path: done.path, bytes: done.bytes))
    }
    return nil
  }

  private mutating func begin(_ found: UnpackingMessages.Member) throws(InputError) {
    try countItem()
    guard found.byteCount <= limits.inputBytes else {
      throw InputError(.workerValue, at: 0, detail: "a member of \(found.byteCount) bytes")
    }
    byteCount += found.byteCount
    guard byteCount <= budget.totalBytes else {
      throw .exceeds(
        .unpackLimit, limit: "totalBytes", maximum: budget.totalBytes, seen: byteCount, at: 0)
    }
    member = (found.path, found.byteCount, [])
  }

  private mutating func append(_ piece: [UInt8]) throws(InputError) {
    guard var open = member, !piece.isEmpty, piece.count <= open.byteCount - open.bytes.count else {
      throw InputError(.workerValue, at: 0, detail: "a piece of \(piece.count) bytes")
    }
    member = nil
    open.bytes.append(contentsOf: piece)
    member = open
  }

  private mutating func countItem() throws(InputError) {
    count += 1
    guard count <= budget.entries else {
      throw .exceeds(
        .unpackLimit, limit: "entries", maximum: budget.entries, seen: count, at: 0)
    }
  }
}
