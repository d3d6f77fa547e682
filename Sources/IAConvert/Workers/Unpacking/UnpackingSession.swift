internal import CWorkers
internal import IABytes
internal import IAFiles
internal import IAForeignArchives
internal import IAFormats

/// The work of a worker process that unpacks archives: sends the members of each archive in turn.
///
/// No file is opened after the session was created: the broker passes each archive as a descriptor.
package struct UnpackingSession: WatchedSession {
  private let limits: Limits
  private let channel: WorkerChannel
  private let memory: SharedMemory?
  private let usage: Int32

  /// Creates a session and opens everything that it needs.
  ///
  /// - Parameter limits: The limits of each member.
  package init(limits: Limits) {
    self.limits = limits
    channel = WorkerChannel(
      .broker, bounds: WorkerFrame.Bounds(inputBytes: limits.inputBytes, outputBytes: 0))
    memory = SharedMemory()
    usage = ia_worker_open_usage()
    ForeignArchiveReader.loadFiles()
  }

  package func withMemoryRemark(_ body: (UnsafeMutablePointer<UInt32>) -> Void) {
    unsafe memory?.withRemark(body)
  }

  /// Unpacks archives until the broker closes its end.
  ///
  /// - Parameter sandbox: The features that are in force.
  /// - Throws: `Failure` with a code of the protocol after a malformed frame, about which the broker gets a fault;
  ///   `file.read` or `file.write` if the channel fails.
  package func run(sandbox: SandboxFeatures) throws(Failure) {
    do {
      try converse(sandbox)
    } catch {
      throw channel.failure(of: error)
    }
  }

  private func converse(_ sandbox: SandboxFeatures) throws {
    guard let first = try channel.receive() else { return }
    guard first.kind == .greeting else {
      throw InputError(.workerOrder, at: 0, detail: "kind \(first.kind.rawValue) before a greeting")
    }
    _ = try WorkerMessages.Greeting(first.payload, versions: 1...1)
    var introduction = WorkerMessages.Introduction(
      inputBytes: limits.inputBytes, targets: [FormatID(UnpackingMessages.target)])
    introduction.window = 1
    introduction.sandbox = sandbox
    introduction.residentBytes = Int(ia_worker_resident(usage))
    try channel.send(WorkerFrame(.introduction, payload: introduction.bytes))
    while let frame = try channel.receive() {
      guard frame.kind == .job else {
        throw InputError(.workerOrder, at: 0, detail: "kind \(frame.kind.rawValue)")
      }
      try unpack(try WorkerMessages.Job(frame.payload), id: frame.id)
    }
  }

  private func unpack(_ job: WorkerMessages.Job, id: UInt64) throws {
    guard job.content == nil else {
      throw InputError(.workerValue, at: 0, detail: "an archive without a descriptor")
    }
    let descriptor = try channel.takeDescriptor()
    memory?.phase = 1
    var end = UnpackingMessages.End(residentBytes: 0, failure: nil)
    var lost: (any Error)?
    do {
      let file = try RandomAccessFile(passed: descriptor, name: job.name)
      try ArchiveMembers.forEach(in: file, limits: limits) { item in
        do {
          try send(item, of: job, id: id)
        } catch {
          // The archive reader wraps errors of this closure; keep this one, because it ends the session.
          lost = error
          throw error
        }
      }
    } catch {
      if let lost { throw lost }
      var failure = Failure(error, path: job.name)
      failure.path = place(failure.path ?? "", in: job)
      end.failure = failure
    }
    end.residentBytes = Int(ia_worker_resident(usage))
    try channel.send(WorkerFrame(.end, id: id, payload: end.bytes))
    memory?.phase = 0
  }

  private func send(_ item: UnpackedItem, of job: WorkerMessages.Job, id: UInt64) throws {
    switch item {
    case .member(let path, let bytes):
      let member = UnpackingMessages.Member(path: path, byteCount: bytes.count)
      var frames = WorkerFrame(.member, id: id, payload: member.bytes).bytes
      let size = UnpackingMessages.maxPieceBytes
      for start in stride(from: 0, to: bytes.count, by: size) {
        let piece = Array(bytes[start..<min(start + size, bytes.count)])
        // A small member is sent with its only piece.
        frames += WorkerFrame(.piece, id: id, payload: piece).bytes
        try channel.send(frames)
        frames = []
      }
      if !frames.isEmpty { try channel.send(frames) }
    case .omitted(let label, let reason):
      let omission = UnpackingMessages.Omission(place: place(label, in: job), reason: reason)
      try channel.send(WorkerFrame(.omission, id: id, payload: omission.bytes))
    case .renamed(let label, let path):
      let omission = UnpackingMessages.Omission(
        place: place(label, in: job), reason: .renamed, renamed: path)
      try channel.send(WorkerFrame(.omission, id: id, payload: omission.bytes))
    }
  }

  /// Returns the part of a label after the name of the archive; empty for the archive itself.
  private func place(_ label: String, in job: WorkerMessages.Job) -> String {
    // Compares scalars, because a combining mark after the name would belong to its last character.
    let label = label.unicodeScalars
    let name = job.name.unicodeScalars
    guard label.starts(with: name) else { return "" }
    let place = String(label.dropFirst(name.count))
    return UnpackingMessages.isPlace(place) ? place : ""
  }
}
