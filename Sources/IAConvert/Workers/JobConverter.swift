internal import IAFormats

/// Converts the documents of a batch, in this process or in worker processes.
///
/// The caller submits up to `capacity` jobs and then alternates between `next` and `submit`.
/// Results arrive in any order; `JobResult.id` names the job.
package protocol JobConverter {
  /// The maximum number of outstanding jobs, which were submitted and whose results `next` has not returned yet.
  var capacity: Int { get }

  /// Adds a job to the queue; it is converted in the background or by `next`.
  ///
  /// - Precondition: Fewer than `capacity` jobs are outstanding.
  /// - Throws: `Failure` if no job can be converted any more. The failure of one document is not thrown, but is a
  ///   result.
  mutating func submit(_ job: ConversionJob) throws(Failure)

  /// Waits for the next result.
  ///
  /// - Parameter deadline: The instant at which to stop waiting; `nil` to wait without end.
  /// - Returns: A result; `nil` if no job is outstanding or the deadline has passed.
  /// - Throws: `Failure` if no job can be converted any more.
  mutating func next(until deadline: ContinuousClock.Instant?) throws(Failure) -> JobResult?

  /// Stops immediately; outstanding jobs are abandoned and get no result.
  mutating func stop()

  /// The states of the running workers; empty if there are none.
  var states: [WorkerPool.WorkerState] { get }
}

extension JobConverter {
  package var states: [WorkerPool.WorkerState] { [] }
}

/// One document to convert.
package struct ConversionJob: Sendable {
  /// The content of a document.
  package enum Input: Sendable {
    /// A regular file, or a folder that is a document. `root` is the enclosing folder to whose files the document may
    /// refer; `nil` for the folder of the document.
    case file(path: String, root: String? = nil)
    /// Bytes that were already read, for example from an archive.
    case bytes([UInt8])
  }

  /// The identity of the job, unique in a run.
  package var id: UInt64
  /// The name of the document in messages; the format is detected from its last component and from
  /// the content.
  package var name: String
  /// The content.
  package var input: Input

  /// Creates a job.
  package init(id: UInt64, name: String, input: Input) {
    self.id = id
    self.name = name
    self.input = input
  }

  /// The source of the content.
  var source: any DocumentSource {
    switch input {
    case .file(let path, let root): Place.source(ofFile: path, root: root)
    case .bytes(let bytes): BytesSource(bytes, name: FilePaths.name(of: name))
    }
  }
}

/// The result of a job.
package struct JobResult: Sendable {
  /// The outcome of a conversion.
  package enum Ending: Sendable {
    /// The document was converted; the results are in the order of the requested formats.
    case converted([TargetResult])
    /// The document was not converted.
    case failed(Failure)
  }

  /// The identity of the job.
  package var id: UInt64
  /// The outcome of the conversion.
  package var ending: Ending
  /// The resources that the conversion used.
  package var usage: JobUsage
  /// The files beside the document that the conversion requested; `nil` if it requested none, if the document was not a
  /// file, or if outcomes have no hashes.
  package var beside: SideFileRecord?

  /// Creates a result.
  package init(id: UInt64, ending: Ending, usage: JobUsage, beside: SideFileRecord? = nil) {
    self.id = id
    self.ending = ending
    self.usage = usage
    self.beside = beside
  }
}

/// One output of a job, complete in memory.
package struct TargetResult: Sendable {
  /// A file beside the output, for example a picture.
  package struct SideFile: Sendable {
    /// The path relative to the output's folder, validated: no absolute path, no `..`.
    package var path: String
    /// The content.
    package var bytes: [UInt8]

    /// Creates a side file.
    package init(path: String, bytes: [UInt8]) {
      self.path = path
      self.bytes = bytes
    }
  }

  /// The formats, sizes and losses of the conversion.
  package var outcome: ConversionOutcome
  /// The content of the output.
  package var bytes: [UInt8]
  /// The files beside it.
  package var sideFiles: [SideFile]

  /// Creates the result for one format.
  package init(outcome: ConversionOutcome, bytes: [UInt8], sideFiles: [SideFile] = []) {
    self.outcome = outcome
    self.bytes = bytes
    self.sideFiles = sideFiles
  }
}

/// The resources that the conversion of one document used.
package struct JobUsage: Hashable, Sendable {
  /// The elapsed time in nanoseconds, without the time in queues.
  package var wallNanoseconds: UInt64
  /// The CPU time in nanoseconds.
  package var cpuNanoseconds: UInt64
  /// The number of the worker, from 0; `nil` in this process.
  package var worker: Int?
  /// The number of attempts, 1 or 2.
  package var attempts: Int
  /// The process of the worker; `nil` in this process.
  var process: Int32?
  /// The sandbox of the worker; `nil` in this process, and empty before the introduction of the worker.
  var sandbox: String?
  /// The memory of the worker after the conversion in bytes; `nil` if it is unknown.
  var residentByteCount: Int?
  /// The end of the conversion in milliseconds since 1970.
  let endMilliseconds = ProcessTime.millisecondsSince1970

  /// Creates a record of the resources of a conversion that has just ended.
  package init(
    wallNanoseconds: UInt64, cpuNanoseconds: UInt64, worker: Int? = nil, attempts: Int = 1
  ) {
    self.wallNanoseconds = wallNanoseconds
    self.cpuNanoseconds = cpuNanoseconds
    self.worker = worker
    self.attempts = attempts
  }
}
