internal import CWorkers
internal import IABytes
internal import IAFiles

/// The frames between a worker and its client.
///
/// Reading blocks. Frames that arrive while a worker waits for an answer are kept for later; their number is limited by
/// the window.
// @unchecked: a worker has one thread; the class is Sendable only because sources of documents must be.
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
  /// The bytes of the frames that are held back, their number, and the time in nanoseconds at which the first was
  /// added.
  private var held: [UInt8] = []
  private var heldCount = 0
  private var heldSince: UInt64 = 0

  /// The limits of frames that are held back: their number, their total size in bytes and their age in nanoseconds.
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

  /// Waits for a frame of a kind; keeps jobs and a release that arrive before it.
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

  /// Removes and returns the descriptor that arrived with the oldest job that has one.
  ///
  /// - Throws: `worker.value` if there is no descriptor.
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

  /// Sends a frame immediately, or holds it back if a small job has already arrived.
  ///
  /// The frames of several small documents are then sent together, so that the client wakes up only once.
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

  /// Returns whether the next frame has already arrived and is a small job with its content in the frame.
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

  /// Sends the frames that were held back.
  private func flush() throws {
    guard heldCount > 0 else { return }
    try send([])
  }

  /// Sends the frames that were held back, and then the given bytes of frames.
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

  /// Returns the failure that ends a session; for a malformed frame, first sends a fault to the client.
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
/// The object owns the mapping, which exists until the process ends. Pointers to the memory are passed only to the
/// closure of `withRemark`.
@safe
final class SharedMemory {
  private let start: UnsafeMutableRawPointer
  private let byteCount: Int
  /// The largest result in bytes.
  var capacity: Int { byteCount - Int(IA_WORKER_RESULT_OFFSET) }

  /// Creates a mapping of the memory that the broker passed; returns `nil` if there is none.
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

  /// Records in the memory, for the broker, that a job begins.
  func beginJob() {
    unsafe status.pointee.begun &+= 1
    phase = 1
  }

  /// Calls a function with the address of the flag that states that memory is exhausted.
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
