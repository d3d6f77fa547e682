public import IAFiles

/// Converts documents in a separate process, which cannot open files, sockets or programs.
///
/// The process is `iaconv worker --stdio` (Specs/worker-protocol.md). It starts with the first document, is replaced
/// after 500 documents or when its memory has grown, and ends with the object. A document that crashes it is tried once
/// more in a fresh process, and then fails; later documents are converted by the next process.
///
///     let worker = DocumentWorker(arguments: ["-t", "html"])
///     let page = try worker.convert(BytesSource(bytes, name: "letter.rtf"))[0].bytes
///
/// A call blocks until it has a result. An object converts one document at a time: to use several processors, use an
/// object for each, each in its own thread.
public final class DocumentWorker {
  /// A document in one of the requested formats.
  public struct Output: Sendable {
    /// The formats, sizes and losses of the conversion.
    public let outcome: ConversionOutcome
    /// The content.
    public let bytes: [UInt8]
    /// The files beside it by their paths, which are relative and do not lead out of its folder.
    public let sideFiles: [String: [UInt8]]
  }

  private let pool: WorkerPool
  private var lastID: UInt64 = 0

  /// Creates a worker.
  ///
  /// - Parameters:
  ///   - program: The program, found in `PATH` unless it contains a slash.
  ///   - arguments: The options of the conversion, as `iaconv worker` takes them; `-t` names 1 to 16
  ///     formats.
  ///   - timeout: The maximum time for a document, greater than 0 and at most 24 days.
  ///   - maxOutputByteCount: The largest size of all outputs and side files of a document in bytes.
  ///   - requiresSandbox: Whether no document is converted if the system lacks a part of the sandbox.
  public init(
    program: String = "iaconv", arguments: [String], timeout: Duration = .seconds(30),
    maxOutputByteCount: Int = 256 << 20, requiresSandbox: Bool = false
  ) {
    var settings = WorkerPool.Settings(program: program, arguments: arguments, workers: 1)
    settings.ends = .standardStreams
    settings.requiresSandbox = requiresSandbox
    // The number of milliseconds of a duration may not fit in 64 bits.
    let exact = (timeout / .milliseconds(1)).rounded(.up)
    let milliseconds = Int(min(max(1, exact), Double(Int32.max)))
    settings.limits.wallMilliseconds = milliseconds
    settings.limits.cpuMilliseconds = milliseconds
    settings.limits.outputBytes = max(0, maxOutputByteCount)
    pool = WorkerPool(settings)
  }

  deinit { pool.stop() }

  /// The parts of the sandbox that are in force, joined with `+`; `nil` before the first document.
  public var sandbox: String? { pool.sandbox?.description }

  /// Converts a document to each requested format.
  ///
  /// - Parameter source: The document. Its name and content determine the format, unless the arguments name one. The
  ///   side files to which the document refers are also read from the source.
  /// - Returns: The outputs, in the order of the requested formats.
  /// - Throws: `Failure`. If the worker refuses the document, the failure has the code, offset and limit of a
  ///   conversion in one process. `worker.timeout`, `worker.limit`, `worker.crashed` and `worker.answer`
  ///   concern the document alone; after `worker.start`, no document can be converted.
  public func convert(_ source: any DocumentSource) throws(Failure) -> [Output] {
    lastID += 1
    let job = ConversionJob(id: lastID, name: source.name ?? "", input: .bytes([]))
    switch try result(of: PooledJob(job, source: source)).ending {
    case .failed(let failure): throw failure
    case .converted(let targets):
      return targets.map { target in
        let files = target.sideFiles.map { ($0.path, $0.bytes) }
        return Output(
          outcome: target.outcome, bytes: target.bytes,
          sideFiles: Dictionary(files) { first, _ in first })
      }
    }
  }

  private func result(of job: PooledJob) throws(Failure) -> JobResult {
    do throws(Failure) {
      try pool.submit(job)
      if let result = try pool.next(until: nil) { return result }
    } catch {
      // After `stop`, the document is no longer outstanding.
      pool.stop()
      throw error
    }
    throw Failure(.software, code: "worker.start", "the worker was stopped")
  }
}
