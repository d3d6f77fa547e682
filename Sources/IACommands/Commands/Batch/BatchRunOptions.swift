internal import ArgumentParser
internal import IAConvert
internal import IAFiles

/// The options for the execution of a batch.
struct BatchRunOptions: ParsableArguments {
  @Option(
    name: [.customShort("j", allowingJoined: true), .long],
    help: ArgumentHelp("Convert with this number of workers.", valueName: "n"))
  var jobs = 1

  @Flag(help: "Convert in this process instead of in confined workers.")
  var inProcess = false

  @Option(
    help: ArgumentHelp(
      "Give up a document after this time of conversion.", valueName: "seconds"))
  var timeout = 30.0

  @Option(
    help: ArgumentHelp(
      "Give up a document with more bytes of output (default: 256M).", valueName: "size"),
    transform: ReadingOptions.byteCount)
  var maxOutput: Int?

  @Flag(help: "Exit with 77 if the system lacks a part of the sandbox of workers.")
  var requireSandbox = false

  @Option(
    help: ArgumentHelp(
      "Copy documents that crash a worker or exceed its time or memory into this folder.",
      valueName: "dir"),
    completion: .directory)
  var keepCrashers: String?

  @Option(
    help: ArgumentHelp(
      "Write outputs to the disk one by one (each), in groups (group), or when the system does (none).",
      valueName: "mode"),
    completion: .list(BatchOptions.Durability.allCases.map(\.rawValue)), transform: Self.durability)
  var durability = BatchOptions.Durability.group

  @Flag(help: "Replace outputs that the batch did not write, or that were changed since.")
  var overwrite = false

  @Flag(help: "Append to an existing .iaa archive that is the target.")
  var add = false

  @Flag(
    help:
      "With --add, skip files that are unchanged since the archive was made of them, with any options."
  )
  var update = false

  @Flag(help: "Compare sizes and times with the journal instead of hashes.")
  var trustTimes = false

  @Flag(help: "Convert documents again that failed in an earlier run.")
  var retryFailed = false

  @Flag(
    help:
      "Delete the outputs of files that a source folder no longer has, unless they were changed.")
  var prune = false

  @Flag(help: "Stop after the first document that fails.")
  var failFast = false

  @Option(
    help: ArgumentHelp(
      "Stop when more documents than this number, or this share, have failed.",
      valueName: "n|percent"),
    transform: Self.failures)
  var maxFailures: BatchOptions.FailureLimit?

  @Option(
    help: ArgumentHelp(
      "Answer each connection to this socket with the state as JSON; only this user can connect.",
      valueName: "path"),
    completion: .file())
  var statusSocket: String?

  @Flag(help: "Go on until interrupted: convert files of the folders as they appear or change.")
  var watch = false

  @Option(
    help: ArgumentHelp(
      "With --watch, compare all files at this interval instead of asking the system for changes.",
      valueName: "seconds"))
  var poll: Double?

  @Flag(help: "Write nothing; print a line of JSON for each document with its outputs.")
  var dryRun = false

  func validate() throws {
    guard 1...1024 ~= jobs else { throw ValidationError("-j is a number from 1 to 1024") }
    guard 0.001...1e6 ~= timeout else {
      throw ValidationError("--timeout is a number of seconds from 0.001 to 1000000")
    }
    if inProcess, requireSandbox || keepCrashers != nil {
      throw ValidationError("--in-process has no workers to confine")
    }
    if add, overwrite {
      throw ValidationError("--add and --overwrite exclude each other")
    }
    if update, !add { throw ValidationError("--update goes with --add") }
    if watch, dryRun || failFast || maxFailures != nil {
      throw ValidationError("--watch excludes --dry-run, --fail-fast and --max-failures")
    }
    if let poll, !watch || !(0.1...86400 ~= poll) {
      throw ValidationError("--poll is a number of seconds from 0.1 to 86400, with --watch")
    }
    if failFast, maxFailures != nil {
      throw ValidationError("--fail-fast and --max-failures exclude each other")
    }
  }

  /// Sets the limits and the confinement of workers.
  func limit(_ settings: inout WorkerPool.Settings) {
    settings.limits.wallMilliseconds = Int(timeout * 1000)
    settings.limits.cpuMilliseconds = Int(timeout * 1000)
    if let maxOutput { settings.limits.outputBytes = maxOutput }
    settings.hashes = true
    settings.requiresSandbox = requireSandbox
    settings.crasherFolder = keepCrashers
  }

  /// Returns the settings of the batch.
  func options(_ existing: ExistingFile) -> BatchOptions {
    var options = BatchOptions()
    options.durability = durability
    options.trustsTimes = trustTimes
    options.retriesFailures = retryFailed
    options.prunes = prune
    options.failureLimit = failFast ? .count(0) : maxFailures
    switch existing {
    case .keep: options.existingOutput = .keep
    case .backUp: options.existingOutput = .backUp
    case .replace: options.existingOutput = overwrite ? .replace : .keepChanged
    }
    options.existingArchive = overwrite ? .replace : add ? .add : .refuse
    options.skipsArchived = update
    options.archiveDate = ArchiveDateOption.ofEnvironment
    options.scratchFolder = ProcessControl.environment("TMPDIR") ?? "/tmp"
    return options
  }

  private static func durability(_ text: String) throws -> BatchOptions.Durability {
    guard let durability = BatchOptions.Durability(rawValue: text) else {
      throw ValidationError("'\(text)' is not one of each, group, none")
    }
    return durability
  }

  private static func failures(_ text: String) throws -> BatchOptions.FailureLimit {
    if text.hasSuffix("%"), let share = Double(text.dropLast()), 0...100 ~= share {
      return .percent(share)
    }
    guard let count = Int(text), count >= 0 else {
      throw ValidationError("'\(text)' is not a number or a share such as 5%")
    }
    return .count(count)
  }
}
