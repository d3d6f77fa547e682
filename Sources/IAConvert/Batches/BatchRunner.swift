internal import IAFiles
internal import IAFormats
internal import Synchronization

/// Converts the documents of folders, lists and files, and continues where an earlier run ended.
///
/// The events are an asynchronous sequence. The batch works while the next event is awaited, outside the caller's
/// actor.
///
/// If the task is cancelled, the batch commits the documents that it has converted, and the sequence ends with
/// `BatchEvent.ended`. After any other interruption, even a power failure, the target contains only complete files, and
/// the next run with the same target continues the batch. (With `Durability.none`, files may be empty after a power
/// failure.)
///
///     let runner = BatchRunner(BatchSources(["letters"]), target: "pages", Conversion(to: "html"))
///     for try await event in runner {
///       if case .ended(let summary) = event { print(summary.converted) }
///     }
public struct BatchRunner: AsyncSequence, Sendable {
  /// An event.
  public typealias Element = BatchEvent

  /// The documents.
  public var sources: BatchSources
  /// The folder or archive to write to.
  public let target: String
  /// The conversion of each document.
  public var conversion: Conversion
  /// Further settings.
  public var options: BatchOptions
  /// Creates the converter of the documents; `nil` to convert them in this process.
  package var makeConverter: (@Sendable ([Conversion], String?) throws -> any JobConverter)?

  /// Creates the reader of the archives among the sources; `nil` to read them in this process.
  package var makeUnpacker: (@Sendable () -> any ArchiveUnpacker)?

  /// Creates a batch; nothing is read or written before the first event is awaited.
  ///
  /// - Parameters:
  ///   - sources: The documents.
  ///   - target: The folder to write to, or a file name with the suffix of an archive that is
  ///     written: `.iaa`, `.zip`, `.tar.zst`.
  ///   - conversion: The conversion of each document. Its treatment of existing outputs is ignored
  ///     in favour of that of the options.
  ///   - options: Further settings.
  public init(
    _ sources: BatchSources, target: String, _ conversion: Conversion,
    options: BatchOptions = BatchOptions()
  ) {
    self.sources = sources
    // Paths below the target are made by appending a slash and a name.
    self.target = FilePaths.trimmed(target)
    self.conversion = conversion
    self.options = options
  }

  /// Whether documents are converted in this process.
  ///
  /// A document that crashes or takes very long then stops the whole batch.
  public var isInProcess: Bool { makeConverter == nil }

  /// Prepares the batch: locks the target, makes the plan and opens the journal.
  ///
  /// - Throws: `Failure`.
  package func start() throws(IAConvert.Failure) -> BatchRun { try start(knownEntries: nil) }

  /// Prepares a batch, and reuses the journal entries that an earlier run in this process has read.
  ///
  /// - Parameter knownEntries: These entries; `nil` if there was no earlier run.
  /// - Throws: `Failure`.
  func start(knownEntries: JournalIndex?) throws(IAConvert.Failure) -> BatchRun {
    let makeConverter =
      makeConverter ?? { conversions, mediaFolder in
        LocalConverter(conversions, mediaFolder: mediaFolder)
      }
    let archive = BatchArchive(target: target, options)
    return try BatchRun(
      sources, target: archive?.stagingFolder ?? target, archive: archive, conversion: conversion,
      options: options, knownEntries: knownEntries, unpacker: makeUnpacker?() ?? LocalUnpacker(),
      makeConverter: makeConverter)
  }

  /// Returns an iterator, which runs the batch once.
  public func makeAsyncIterator() -> Iterator { Iterator(self) }

  /// The events of one run.
  public struct Iterator: AsyncIteratorProtocol {
    private let execution: BatchExecution

    fileprivate init(_ runner: BatchRunner) { execution = BatchExecution(runner) }

    /// Waits for the next event.
    ///
    /// - Returns: The event, or `nil` after the last.
    /// - Throws: `Failure` if the batch cannot start or continue.
    public mutating func next() async throws -> BatchEvent? {
      try await execution.next(isCancelled: Task.isCancelled)
    }
  }
}

/// A batch that is prepared when its first event is awaited.
private final class BatchExecution: Sendable {
  private let runner: BatchRunner
  private let run = Mutex<BatchRun?>(nil)

  init(_ runner: BatchRunner) { self.runner = runner }

  @concurrent func next(isCancelled: Bool) async throws -> BatchEvent? {
    try run.withLock { run in
      let current: BatchRun
      if let known = run { current = known } else { current = try runner.start() }
      run = current
      if isCancelled { current.stop() }
      return try current.next()
    }
  }
}
