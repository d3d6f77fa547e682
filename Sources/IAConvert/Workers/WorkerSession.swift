internal import CWorkers
internal import IABytes
internal import IAFiles
internal import IASyntax
internal import IAUnicode
internal import Synchronization

/// The work of a worker process: converts documents in turn until the client closes its end.
///
/// No state is shared between documents: each has its own source, model and sink.
package struct WorkerSession: WatchedSession {
  private let conversions: [Conversion]
  private let mediaFolder: String?
  private let bounds: WorkerFrame.Bounds
  private let ends: WorkerChannel.Ends
  private let channel: WorkerChannel
  private let memory: SharedMemory?
  private let usage: Int32
  /// The resident memory, and the time when it was determined, in nanoseconds.
  private var residentBytes = 0
  private var residentTime: UInt64 = 0
  /// Whether the shared memory contains a result that the broker has not released yet.
  private var isMemoryInUse = false
  /// Whether the client of a session without shared memory accepts results that were held back.
  private var holdsResults = false

  /// Creates a session and opens everything that it needs; no file is opened afterwards.
  ///
  /// - Parameters:
  ///   - ends: The channel to the client.
  ///   - conversions: The conversion to each format; they differ only in the format.
  ///   - mediaFolder: The folder for side files, relative to the output; `nil` for none.
  ///   - bounds: The sizes of documents and results.
  package init(
    _ ends: WorkerChannel.Ends, conversions: [Conversion], mediaFolder: String?,
    bounds: WorkerFrame.Bounds
  ) {
    precondition((1...WorkerMessages.maxTargets).contains(conversions.count), "no conversion")
    self.conversions = conversions
    self.mediaFolder = mediaFolder
    self.bounds = bounds
    self.ends = ends
    channel = WorkerChannel(ends, bounds: bounds)
    memory = ends == .broker ? SharedMemory() : nil
    usage = ia_worker_open_usage()
    // In a copy of a template, they are already loaded.
    Charset.loadAllConverters()
  }

  /// The number of the first descriptor that the session does not use.
  package static let firstUnusedDescriptor = 5

  /// Returns whether the standard output is a regular file, to which a confined worker cannot write.
  package static var isOutputRegularFile: Bool { ia_worker_is_regular(1) != 0 }

  /// The descriptor of the file that states the memory use, which must stay open; -1 if there is none.
  package var usageDescriptor: Int32 { usage }

  /// Calls a function with the place at which a fatal signal notes that memory is exhausted.
  package func withMemoryRemark(_ body: (UnsafeMutablePointer<UInt32>) -> Void) {
    unsafe memory?.withRemark(body)
  }

  /// Converts documents until the client closes its end.
  ///
  /// - Parameter sandbox: The features that are in force.
  /// - Throws: `Failure` with a code of the protocol after a malformed frame, about which the client gets a fault;
  ///   `file.read` or `file.write` if the channel fails.
  package mutating func run(sandbox: SandboxFeatures) throws(Failure) {
    do {
      try converse(sandbox)
    } catch {
      throw channel.failure(of: error)
    }
  }

  private mutating func converse(_ sandbox: SandboxFeatures) throws {
    guard let first = try channel.receive() else { return }
    guard first.kind == .greeting else {
      throw InputError(.workerOrder, at: 0, detail: "kind \(first.kind.rawValue) before a greeting")
    }
    let greeting = try WorkerMessages.Greeting(
      first.payload, versions: ends == .broker ? 1...1 : WorkerMessages.workerVersions)
    var introduction = WorkerMessages.Introduction(
      inputBytes: bounds.inputBytes, targets: conversions.map(\.outputFormat))
    if ends == .standardStreams {
      introduction.version = greeting.sessionVersion
      holdsResults = introduction.version >= 2
    }
    if memory != nil || holdsResults { introduction.window = WorkerMessages.brokerWindow }
    channel.window = introduction.window
    introduction.sandbox = sandbox
    introduction.sharedBytes = memory?.capacity ?? 0
    introduction.residentBytes = Int(ia_worker_resident(usage))
    try channel.send(WorkerFrame(.introduction, payload: introduction.bytes))
    while let frame = try channel.receive() {
      switch frame.kind {
      case .job: try answer(frame)
      case .release where isMemoryInUse: isMemoryInUse = false
      default:
        throw InputError(.workerOrder, at: 0, detail: "kind \(frame.kind.rawValue)")
      }
    }
  }

  private mutating func answer(_ frame: WorkerFrame) throws {
    memory?.beginJob()
    let job = try WorkerMessages.Job(frame.payload)
    let wall = ia_worker_now()
    let cpu = ia_worker_cpu(0)
    var result = WorkerResult(try convert(job, id: frame.id))
    let end = ia_worker_now()
    result.wallNanoseconds = end &- wall
    result.cpuNanoseconds = ia_worker_cpu(0) &- cpu
    if end &- residentTime > Self.residentInterval {
      residentBytes = Int(ia_worker_resident(usage))
      residentTime = end
    }
    result.residentBytes = residentBytes
    memory?.phase = 4
    try send(result, id: frame.id)
    memory?.phase = 0
  }

  /// The minimum interval in nanoseconds between two measurements of the resident memory.
  private static let residentInterval: UInt64 = 1_000_000

  private mutating func send(_ result: WorkerResult, id: UInt64) throws {
    var bytes = result.bytes
    if bytes.count > bounds.maxPayload(of: .result) {
      let limit = WorkerFailures.limit(
        "outputBytes", maximum: bounds.outputBytes, seen: bytes.count)
      bytes = WorkerResult(.failed(limit), wallNanoseconds: result.wallNanoseconds).bytes
    }
    guard let memory, bytes.count >= Self.smallestShared, bytes.count <= memory.capacity else {
      let frame = WorkerFrame(.result, id: id, payload: bytes)
      // A client of version 1 without shared memory cannot see the progress: if results were held back, it could not
      // determine which document caused a crash.
      return memory == nil && !holdsResults ? try channel.send(frame) : try channel.sendSoon(frame)
    }
    if isMemoryInUse {
      _ = try channel.receive(.release)
      isMemoryInUse = false
    }
    memory.write(bytes)
    isMemoryInUse = true
    let payload = WorkerMessages.sharedByteCountPayload(bytes.count)
    try channel.send(WorkerFrame(.sharedResult, id: id, payload: payload))
  }

  /// The minimum size in bytes of results in the shared memory.
  ///
  /// Smaller results are sent in their frame, because the release of the memory takes longer than the copy.
  private static let smallestShared = 1 << 16

  /// Sends the failure of a worker that cannot start to its broker.
  package static func refuse(_ failure: Failure) {
    let channel = WorkerChannel(
      .broker, bounds: WorkerFrame.Bounds(inputBytes: 0, outputBytes: 0))
    let fault = WorkerMessages.Fault(code: failure.code, detail: failure.detail)
    try? channel.send(WorkerFrame(.fault, payload: fault.bytes))
  }

  // MARK: One document

  /// Converts a document; a failure that concerns only this document is a result.
  private func convert(_ job: WorkerMessages.Job, id: UInt64) throws -> JobResult.Ending {
    var descriptor: Int32 = -1
    if job.content == nil {
      guard ends == .broker else {
        throw InputError(.workerValue, at: 0, detail: "a descriptor over the standard streams")
      }
      descriptor = try channel.takeDescriptor()
    }
    defer { ia_worker_close(descriptor) }
    do {
      let content = try job.content ?? PassedContent.bytes(of: descriptor, limits: limits)
      let source = WorkerSource(
        name: job.name.isEmpty ? nil : job.name, content: content, id: id,
        hasOuterFiles: job.hasOuterFiles, channel: job.answersSideFiles ? channel : nil)
      return .converted(try targets(of: source))
    } catch let error as ChannelError {
      throw error.underlying
    } catch {
      var failure = Failure(error, path: job.name)
      // The client replaces the empty path with its own.
      failure.path = failure.path.map { _ in "" }
      return .failed(failure)
    }
  }

  private var limits: Limits { conversions[0].readOptions.limits }

  private func targets(of source: WorkerSource) throws -> [TargetResult] {
    let onProgress: (Conversion.Phase) -> Void = { [memory] phase in
      switch phase {
      case .reading: memory?.phase = 1
      case .parsing: memory?.phase = 2
      case .writing: memory?.phase = 3
      }
    }
    guard conversions.count > 1 else {
      var sink = try sink(for: conversions[0], used: 0)
      let outcome = try conversions[0].run(from: source, to: &sink, onProgress: onProgress)
      return [TargetResult(outcome: outcome, bytes: sink.bytes, sideFiles: sink.sideFiles)]
    }
    for conversion in conversions { try conversion.checkWriter() }
    var reading = SharedReading(source, onProgress: onProgress)
    var results: [TargetResult] = []
    var used = 0
    for conversion in conversions {
      let input = try reading.input(for: conversion)
      var sink = try sink(for: conversion, used: used)
      let outcome = try conversion.write(input, to: &sink, onProgress: onProgress)
      used += sink.bytes.count + sink.sideFiles.reduce(0) { $0 + $1.bytes.count }
      results.append(
        TargetResult(outcome: outcome, bytes: sink.bytes, sideFiles: sink.sideFiles))
    }
    return results
  }

  private func sink(for conversion: Conversion, used: Int) throws -> WorkerSink {
    let format = try conversion.registry.writer(id: conversion.outputFormat).descriptor
    return WorkerSink(
      format: format, mediaFolder: mediaFolder, maxBytes: max(0, bounds.outputBytes - used))
  }
}

/// A session with a flag that is set when memory is exhausted.
package protocol WatchedSession {
  /// Calls a function with the place at which a fatal signal notes that memory is exhausted.
  func withMemoryRemark(_ body: (UnsafeMutablePointer<UInt32>) -> Void)
}

/// The error of a channel, which ends the session, unlike the errors of a document.
struct ChannelError: Error {
  let underlying: any Error
}

/// A document that was received over a channel; its side files are requested from the client.
private final class WorkerSource: DocumentSource {
  let name: String?
  private let content: [UInt8]
  private let id: UInt64
  private let hasOuterFiles: Bool
  private let channel: WorkerChannel?
  /// The number of requests for side files and of received bytes; beyond the limits of the protocol, files count as
  /// absent.
  private let requests = Atomic<Int>(0)
  private let received = Atomic<Int>(0)

  init(
    name: String?, content: [UInt8], id: UInt64, hasOuterFiles: Bool, channel: WorkerChannel?
  ) {
    self.name = name
    self.content = content
    self.id = id
    self.hasOuterFiles = hasOuterFiles
    self.channel = channel
  }

  func bytes(limits: Limits) throws -> [UInt8] { try BytesSource(content).bytes(limits: limits) }

  func canRead(sideFile name: String) -> Bool {
    WorkerMessages.isSafe(sideName: name, hasOuterFiles)
  }

  func sideFile(named name: String, limits: Limits) throws -> [UInt8]? {
    guard let channel, WorkerMessages.isSafe(sideName: name, hasOuterFiles),
      name.utf8.count <= WorkerMessages.maxSideNameBytes,
      received.load(ordering: .relaxed) <= WorkerMessages.maxSideFileBytes,
      requests.add(1, ordering: .relaxed).oldValue < WorkerMessages.maxSideFileRequests
    else { return nil }
    let answer: WorkerMessages.SideFile
    do {
      try channel.send(WorkerFrame(.sideFileRequest, id: id, payload: Array(name.utf8)))
      let frame = try channel.receive(.sideFile)
      guard frame.id == id else {
        throw InputError(.workerOrder, at: 0, detail: "an answer to job \(frame.id)")
      }
      received.add(frame.payload.count, ordering: .relaxed)
      answer = try WorkerMessages.SideFile(frame.payload)
    } catch {
      throw ChannelError(underlying: error)
    }
    switch answer {
    case .absent: return nil
    case .content(let bytes): return try BytesSource(bytes).bytes(limits: limits)
    case .tooLarge:
      throw InputError.exceeds(
        .inputSize, limit: "inputBytes", maximum: limits.inputBytes,
        seen: max(limits.inputBytes, limits.inputBytes &+ 1), at: limits.inputBytes)
    }
  }
}
