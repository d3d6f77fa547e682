extension WorkerPool {
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
    /// Whether workers are copies of a template process (`worker --template`); otherwise each is started from the
    /// program.
    package var usesTemplate = false
    /// Whether workers are put into a control group with a limit of memory, if this process may create one.
    package var usesControlGroup = false
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

    /// The sizes of documents and results.
    var bounds: WorkerFrame.Bounds {
      WorkerFrame.Bounds(inputBytes: Int(UInt32.max), outputBytes: limits.outputBytes)
    }

    /// The largest number of jobs in a worker.
    var window: Int {
      ends == .broker ? WorkerMessages.brokerWindow : WorkerMessages.window
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
}
