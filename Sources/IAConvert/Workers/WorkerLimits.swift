/// The limits of one document in a worker process, and of the process.
package struct WorkerLimits: Hashable, Sendable {
  /// The elapsed time of a conversion in milliseconds, without the time in queues.
  package var wallMilliseconds: Int
  /// The CPU time of a conversion in milliseconds.
  package var cpuMilliseconds: Int
  /// The memory that a worker may map in addition to the program, in bytes.
  package var memoryBytes: Int
  /// The size of all outputs and side files of a document in bytes.
  package var outputBytes: Int
  /// The number of documents after which a worker is replaced.
  package var documentsPerWorker: Int
  /// The growth of resident memory in bytes after which a worker is replaced.
  package var growthBytes: Int

  /// Creates limits; omitted arguments have their default values.
  package init(
    wallMilliseconds: Int = 30_000, cpuMilliseconds: Int = 30_000, memoryBytes: Int = 1 << 30,
    outputBytes: Int = 256 << 20, documentsPerWorker: Int = 500, growthBytes: Int = 64 << 20
  ) {
    self.wallMilliseconds = wallMilliseconds
    self.cpuMilliseconds = cpuMilliseconds
    self.memoryBytes = memoryBytes
    self.outputBytes = outputBytes
    self.documentsPerWorker = documentsPerWorker
    self.growthBytes = growthBytes
  }
}
