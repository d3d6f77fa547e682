internal import CWorkers
internal import IABytes
internal import IAFiles

/// The frames between a worker and its client.
///
/// Reading waits. Frames that come while an answer is awaited are kept for later; a client has at
/// most a window of them outstanding.
// A worker has one thread; the class is Sendable only because sources of documents must be.
package final class WorkerChannel: @unchecked Sendable {
  /// The two ends of a session.
  package enum Ends: Sendable {
    /// The standard input and output: a client that sends documents as bytes.
    case standardStreams
    /// The socket and the shared memory that a broker has passed.
    case broker
  }

  private static let chunk = 1 << 16

  private let input: Int32
  private let output: Int32
  private let passesDescriptors: Bool
  /// The largest number of jobs that the client may have outstanding.
  var window = WorkerMessages.window
  private var buffer: WorkerFrameBuffer
  private var kept: [WorkerFrame] = []
  private var descriptors: [Int32] = []
  /// The frames that are sent with the next one, and the time since when, in nanoseconds.
  private var held: [UInt8] = []
  private var heldCount = 0
  private var heldSince: UInt64 = 0

  /// The limits of held frames: their number, their total size in bytes and their age in nanoseconds.
  private static let maxHeldCount = 8
  private static let maxHeldBytes = 1 << 16
  private static let maxHeldTime: UInt64 = 5_000_000

  /// Creates a channel.
  init(_ ends: Ends, bounds: WorkerFrame.Bounds) {
    switch ends {
    case .standardStreams: (input, output, passesDescriptors) = (0, 1, false)
    case .broker:
      (input, output) = (Int32(IA_WORKER_SOCKET), Int32(IA_WORKER_SOCKET))
      passesDescriptors = true
    }
    buffer = WorkerFrameBuffer(acceptsClient: true, bounds: bounds)
  }

  /// Waits for the next frame.
  ///
  /// - Returns: A frame; `nil` if the client has closed its end between two frames.
  /// - Throws: `InputError` for a malformed frame or an end within one.
  func receive() throws -> WorkerFrame? {
    if !kept.isEmpty { return kept.removeFirst() }
    return try receiveNew()
  }

  /// Waits for a frame of a kind and keeps jobs and a release that come before it.
  ///
  /// - Throws: `InputError`, with `worker.order` for any other frame or too many jobs.
  func receive(_ kind: WorkerFrame.Kind) throws -> WorkerFrame {
    if let index = kept.firstIndex(where: { $0.kind == kind }) { return kept.remove(at: index) }
    while let frame = try receiveNew() {
      if frame.kind == kind { return frame }
      // At most one release is outstanding, because the memory has one result.
      let most = frame.kind == .job ? window : frame.kind == .release ? 1 : 0
      guard kept.count(where: { $0.kind == frame.kind }) < most else {
        throw InputError(.workerOrder, at: 0, detail: "kind \(frame.kind.rawValue)")
      }
      kept.append(frame)
    }
    throw InputError(.workerOrder, at: 0, detail: "the client has closed its end")
  }

  private func receiveNew() throws -> WorkerFrame? {
    while true {
      if let frame = try buffer.next() { return frame }
      try flush()
      let bytes = try read()
      guard !bytes.isEmpty else {
        try buffer.end()
        return nil
      }
      buffer.append(bytes)
    }
  }

  private func read() throws -> [UInt8] {
    var got = 0
    var descriptor: Int32 = -1
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: Self.chunk) { space, count in
      got =
        passesDescriptors
        ? unsafe ia_worker_receive(input, space.baseAddress, Self.chunk, &descriptor, 1)
        : unsafe ia_worker_receive(input, space.baseAddress, Self.chunk, nil, 1)
      count = max(got, 0)
    }
    if descriptor >= 0 { descriptors.append(descriptor) }
    guard got >= 0 else { throw FileError(.read, .system(Int32(-got)), path: "-") }
    return bytes
  }

  /// Takes the descriptor that came with the oldest job that has one.
  ///
  /// - Throws: `worker.value` if none came.
  func takeDescriptor() throws(InputError) -> Int32 {
    guard !descriptors.isEmpty else {
      throw InputError(.workerValue, at: 0, detail: "a job without its descriptor")
    }
    return descriptors.removeFirst()
  }

  /// Sends a frame.
  ///
  /// - Throws: `FileError`.
  func send(_ frame: WorkerFrame) throws { try send(frame.bytes) }

  /// Sends a frame at once, or together with later ones if the next job is small and has arrived.
  ///
  /// The client is woken once for several small documents.
  ///
  /// - Throws: `FileError`; `InputError` if the next frame is malformed.
  func sendSoon(_ frame: WorkerFrame) throws {
    if held.isEmpty { heldSince = ia_worker_now() }
    held += frame.bytes
    heldCount += 1
    if heldCount >= Self.maxHeldCount || held.count >= Self.maxHeldBytes { return try flush() }
    let hasSmallJob: Bool
    do { hasSmallJob = try isSmallJobNext() } catch {
      try flush()
      throw error
    }
    if !hasSmallJob || ia_worker_now() &- heldSince > Self.maxHeldTime { try flush() }
  }

  /// Returns whether a job has arrived that is next and has its content in its frame.
  private func isSmallJobNext() throws(InputError) -> Bool {
    if kept.isEmpty {
      guard let frame = try buffer.next() else { return false }
      kept.append(frame)
    }
    guard let next = kept.first, next.kind == .job, let flags = next.payload.first else {
      return false
    }
    return flags & 1 == 0 && next.payload.count <= 2 * WorkerMessages.smallByteCount
  }

  /// Sends the held frames.
  private func flush() throws {
    guard heldCount > 0 else { return }
    try send([])
  }

  /// Sends the bytes of frames.
  ///
  /// - Throws: `FileError`.
  func send(_ bytes: [UInt8]) throws {
    var bytes = bytes
    if heldCount > 0 {
      swap(&bytes, &held)
      bytes += held
      held.removeAll(keepingCapacity: true)
      heldCount = 0
    }
    let result = unsafe bytes.withUnsafeBufferPointer { source in
      unsafe ia_worker_write(output, source.baseAddress, source.count)
    }
    guard result == 0 else { throw FileError(.write, .system(-result), path: "-") }
  }

  /// Returns the failure that ends a session, and informs the other end of a malformed frame.
  func failure(of error: any Error) -> Failure {
    if let error = error as? InputError {
      let fault = WorkerMessages.Fault(code: error.code.rawValue, detail: error.description)
      try? send(WorkerFrame(.fault, payload: fault.bytes))
    }
    return Failure(error, path: "-")
  }
}

/// The memory that a worker shares with its broker: a status, and space for a result.
///
/// The object owns the mapping, which exists until the process ends; no pointer leaves it.
@safe
final class SharedMemory {
  private let start: UnsafeMutableRawPointer
  private let byteCount: Int
  /// The largest result in bytes.
  var capacity: Int { byteCount - Int(IA_WORKER_RESULT_OFFSET) }

  /// Creates a mapping of the memory that the broker has passed, or returns `nil` without one.
  init?() {
    var count = 0
    guard let start = unsafe ia_worker_map(Int32(IA_WORKER_MEMORY), &count) else {
      return nil
    }
    unsafe self.start = start
    byteCount = count
  }

  /// The phase that the broker reads after a crash.
  var phase: UInt32 {
    get { unsafe status.pointee.phase }
    set { unsafe status.pointee.phase = newValue }
  }

  /// Notes for the broker that a job begins.
  func beginJob() {
    unsafe status.pointee.begun &+= 1
    phase = 1
  }

  /// Calls a function with the place for the remark that memory is exhausted.
  func withRemark(_ body: (UnsafeMutablePointer<UInt32>) -> Void) {
    let offset = MemoryLayout<ia_worker_status>.offset(of: \.is_out_of_memory) ?? 4
    unsafe body((start + offset).assumingMemoryBound(to: UInt32.self))
  }

  /// Copies a result into the memory.
  ///
  /// - Precondition: The result is not larger than `capacity`.
  func write(_ bytes: [UInt8]) {
    precondition(bytes.count <= capacity, "a result of \(bytes.count) bytes")
    unsafe bytes.withUnsafeBytes { source in
      guard let base = source.baseAddress else { return }
      unsafe (start + Int(IA_WORKER_RESULT_OFFSET)).copyMemory(
        from: base, byteCount: source.count)
    }
  }

  private var status: UnsafeMutablePointer<ia_worker_status> {
    unsafe start.assumingMemoryBound(to: ia_worker_status.self)
  }
}
