internal import IAFiles

/// Repeats a batch whenever files in its source folders appear or change.
///
/// Each round is a separate run with the journal of the target, which skips documents that did not change. If the
/// system has reported all changes, and the names of the changed files do not depend on other documents, a round plans
/// only these files.
///
/// A file is converted when its writing is finished: when it was not changed for a second, and, if the system reports
/// this, when no process that wrote it has it open.
package final class BatchWatch {
  private var runner: BatchRunner
  private let watch: FolderWatch
  /// The instant at which a round is due without a further change.
  private var due: ContinuousClock.Instant?
  /// The instant of the first change after the last round; `nil` if there was none.
  private var firstChange: ContinuousClock.Instant?
  /// The files that the next round plans in addition to changed ones; incomplete if it must plan all files.
  private var unfinished = FileChanges.incomplete

  /// The lock that indicates the watch to other processes between its rounds.
  private var lock: SharedFolderLock?

  /// The entries of the journal that earlier rounds have read; `nil` before the second round.
  private var knownEntries: JournalIndex?

  /// The time without changes after which a round begins, and the maximum delay after the first change.
  private static let quietTime = Duration.milliseconds(300)
  private static let maxDelay = Duration.seconds(3)
  /// The time for which a file must be unchanged.
  private static let settleTime = Duration.seconds(1)

  /// Whether files are compared at intervals because the system does not report changes.
  package var isComparing: Bool { watch.isComparing }

  /// Creates a watch of the source folders of a batch.
  ///
  /// - Parameters:
  ///   - runner: The batch.
  ///   - interval: The interval in seconds at which files are compared; `nil` to ask the system for
  ///     changes.
  /// - Throws: `Failure` with `usage` for sources that are not folders, a target that is an archive, or a
  ///   report in a source.
  package init(_ runner: BatchRunner, interval: Double?) throws(Failure) {
    let folders = runner.sources.paths
    guard runner.sources.lists.isEmpty, !folders.isEmpty else {
      throw Failure(.usage, code: "usage", "--watch needs folders as sources, not a list")
    }
    if let other = folders.first(where: { !OutputFolder.isFolder($0) }) {
      throw Failure(.usage, path: other, code: "usage", "is not a folder; --watch needs folders")
    }
    try Self.requireTarget(of: runner)
    self.runner = runner
    watch = FolderWatch(
      folders, interval: interval, limits: runner.sources.limits,
      scratchFolder: runner.options.scratchFolder)
  }

  private static func requireTarget(of runner: BatchRunner) throws(Failure) {
    guard BatchArchive(target: runner.target) == nil else {
      throw Failure(
        .usage, path: runner.target, code: "usage",
        "an archive is written at the end of a batch, and --watch has none; name a folder")
    }
    guard let report = runner.options.report else { return }
    do {
      try SourceListing.refuseOverlap(runner.sources.paths, target: report)
    } catch {
      throw Failure(
        .usage, path: report, code: "usage.overlap",
        "is in a folder that is watched; choose another file")
    }
  }

  /// Starts the next round.
  ///
  /// - Throws: `Failure`.
  package func start() throws(Failure) -> BatchRun {
    do {
      runner.sources.changed = try changedFiles()
    } catch {
      throw Failure(error, path: runner.sources.paths.first)
    }
    unfinished = .incomplete
    due = nil
    firstChange = nil
    runner.sources.unsettled = UnsettledFiles(
      openFiles: watch.openFiles, since: Self.settleTime)
    let run = try runner.start(knownEntries: knownEntries)
    lock = lock ?? SharedFolderLock(JournalPlace.folder(in: runner.target))
    if run.plan.hasUnsettledFiles { due = ContinuousClock.now + Self.settleTime }
    // Later rounds compare only sizes and times: a file that kept its time for several seconds was not rewritten
    // without a change notification.
    runner.options.trustsTimes = true
    runner.options.isLaterRound = true
    return run
  }

  /// Returns the files that the next round plans, or `nil` if it plans all files.
  private func changedFiles() throws -> Set<[UInt8]>? {
    if unfinished.isComplete, let names = ChangedNames(runner) {
      var changes = try watch.takeChanges()
      changes.formUnion(unfinished)
      changes.formUnion(try documents(beside: changes))
      // A round that removes outputs must plan all files.
      let isPruning =
        runner.options.prunes
        && changes.files.contains { FileStamp.isMissing(PathBytes.string(from: $0)) }
      if changes.isComplete, !isPruning, try names.areIndependent(changes.files) {
        return changes.files
      }
    }
    // Later changes are reported; the plan of all files includes earlier ones.
    try watch.refresh()
    _ = try watch.takeChanges()
    return nil
  }

  /// Returns the documents whose conversion requested one of the changed files; incomplete if there are many.
  private func documents(beside changes: FileChanges) throws -> FileChanges {
    guard changes.isComplete, let source = runner.sources.paths.first,
      let entries = try Journal.index(
        in: runner.target, scratchFolder: runner.options.scratchFolder, known: knownEntries)
    else { return FileChanges() }
    knownEntries = entries
    let folder = FilePaths.endsWithSlash(source) ? source : source + "/"
    var documents = FileChanges()
    for file in changes.files {
      for input in try entries.inputs(beside: PathBytes.string(from: file))
      where FilePaths.rest(of: input.text, after: folder) != nil {
        documents.add(PathBytes.bytes(of: input.text))
      }
    }
    return documents
  }

  /// Notes the results of a round, which has ended.
  package func end(_ run: BatchRun) {
    unfinished = run.unfinishedFiles
    // With these entries, the next round reads only the lines that this one has appended to the journal.
    knownEntries = run.earlierEntries
  }

  /// Waits for a change.
  ///
  /// - Parameter milliseconds: The longest time to wait.
  /// - Returns: Whether the next round is due.
  /// - Throws: `Failure`.
  package func isDue(within milliseconds: Int) throws(Failure) -> Bool {
    do {
      if try watch.hasChanges(within: milliseconds) {
        let now = ContinuousClock.now
        firstChange = firstChange ?? now
        due = min(now + Self.quietTime, (firstChange ?? now) + Self.maxDelay)
      }
    } catch {
      throw Failure(error, path: runner.sources.paths.first)
    }
    return due.map { ContinuousClock.now >= $0 } ?? false
  }
}

/// The files of a source that are still being written.
struct UnsettledFiles: Hashable, Sendable {
  /// Files that are known to be open for writing.
  var openFiles: Set<[UInt8]>
  /// The time for which a file must be unchanged.
  var since: Duration

  /// The state of a file that another process may be writing.
  enum State {
    /// The writing is finished, as far as the system reports.
    case settled
    /// A process has the file open; the system reports when it closes it.
    case open
    /// The file was changed a moment ago.
    case recent
  }

  /// Returns whether the writing of a file is finished.
  func state(of path: [UInt8]) -> State {
    if openFiles.contains(path) { return .open }
    guard let stamp = FileStamp(path: PathBytes.string(from: path)) else { return .settled }
    let age = ProcessTime.nanosecondsSince1970 - stamp.nanoseconds
    // A time in the future comes from another clock: the age of the file is unknown.
    return age >= 0 && .nanoseconds(age) < since ? .recent : .settled
  }
}
