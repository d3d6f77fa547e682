internal import IAConvert
internal import IAFormats

/// Runs a batch for the command line: messages, progress, signals and the exit status.
final class BatchExecutor {
  private let isQuiet: Bool
  private let isVerbose: Bool
  private let interrupts = Interrupts()
  private let socket: StatusSocket?
  private let progress: BatchProgress
  private var losses = BatchLosses()
  private var listed = 0
  /// The messages that later rounds would repeat, and that were already written.
  private var repeatable: Set<String> = []

  /// The maximum number of messages about documents and omissions that are written without `-v`; the report contains
  /// all of them.
  private static let maxListed = 100
  /// The number of messages that are remembered.
  private static let maxRepeatable = 10_000
  /// The interval in milliseconds at which signals and clients of the socket are checked between rounds.
  private static let waitingTime = 200

  /// Creates an executor, and the socket on which programs can request the state of the batch.
  ///
  /// - Throws: `Failure` if the socket cannot be created.
  init(outputs: OutputOptions, statusSocket: String?) throws(Failure) {
    isQuiet = outputs.quiet
    isVerbose = outputs.verbose
    progress = BatchProgress(isQuiet: outputs.quiet)
    socket = try statusSocket.map { path throws(Failure) in try StatusSocket(path: path) }
  }

  /// Runs the batch once, or with a watch in rounds until a signal arrives.
  ///
  /// - Throws: `Failure`, or `Ending` with the status.
  func run(_ runner: BatchRunner, watch: BatchWatch?) throws {
    guard let watch else {
      let summary = try run(runner.start(), isWatching: false)
      guard summary.status == .success else { throw Ending(status: summary.status) }
      return
    }
    var isFirst = true
    while true {
      var state = try { () throws -> BatchState in
        let run = try watch.start()
        _ = try self.run(run, isWatching: true)
        watch.end(run)
        return run.state
      }()
      state.phase = .waiting
      if isFirst, !isQuiet {
        let words = watch.isComparing ? "compares files at intervals" : "waits for changes"
        StandardError.write("iaconv: \(words); interrupt it to end\n")
      }
      isFirst = false
      while try !watch.isDue(within: Self.waitingTime) {
        if let status = interrupts.status { throw Ending(status: status) }
        answer { state }
      }
    }
  }

  /// Runs one round.
  private func run(_ run: BatchRun, isWatching: Bool) throws -> BatchSummary {
    run.onTurn = { [self] run in
      if interrupts.status != nil { run.stop() }
      answer { run.state }
      progress.update(run)
    }
    var isNew = !isWatching
    do {
      try follow(run, isWatching, &isNew)
    } catch {
      // Before the error, for example that of a full disk, a summary states the results so far.
      progress.clear()
      if !isQuiet, run.summary.finished > 0 { writeSummary(of: run) }
      throw error
    }
    progress.clear()
    if !isQuiet, isNew { writeSummary(of: run) }
    if let status = interrupts.status { throw Ending(status: status) }
    return run.summary
  }

  /// Performs a round and writes the messages of its events.
  ///
  /// - Parameter isNew: Is set to `true` if the round converted, failed to convert, or removed anything.
  private func follow(_ run: BatchRun, _ isWatching: Bool, _ isNew: inout Bool) throws(Failure) {
    while let event = try run.next() {
      switch event {
      case .planned: break
      case .ended(let summary):
        if summary.pruned.count > 0 || summary.pruneFailure != nil { isNew = true }
      case .omitted(let omission):
        if !isQuiet { list(Self.line(for: omission), isRepeatable: isWatching) }
      case .finished(let document):
        var isRepeatable = false
        switch document.result {
        case .converted, .failed: isNew = true
        case .changed: isRepeatable = isWatching
        case .failedBefore, .unchanged, .kept: break
        }
        if let message = message(for: document, &losses) {
          list(message, isRepeatable: isRepeatable)
        }
      }
    }
  }

  /// Writes a message, unless the maximum number was written or an earlier round wrote the same message.
  private func list(_ message: String, isRepeatable: Bool) {
    if isRepeatable {
      guard repeatable.count < Self.maxRepeatable, repeatable.insert(message).inserted else {
        return
      }
    }
    listed += 1
    guard listed <= Self.maxListed || isVerbose else { return }
    progress.clear()
    StandardError.write(message)
  }

  /// Writes the state of the batch if a signal or a client of the socket has requested it.
  private func answer(_ state: () -> BatchState) {
    if interrupts.takesStatusRequest() {
      progress.clear()
      StandardError.write(String(decoding: state().json, as: UTF8.self))
    }
    socket?.serve { state().json }
  }

  private func writeSummary(of run: BatchRun) {
    if listed > Self.maxListed, !isVerbose {
      StandardError.write("iaconv: \(listed - Self.maxListed) more messages; -v lists all\n")
    }
    listed = 0
    StandardError.write(losses.lines + Self.line(for: run.summary))
    losses = BatchLosses()
    if let addition = run.summary.addition, run.summary.converted > 0 {
      let isUpdate = run.summary.unchanged > 0
      let hint = isUpdate || addition.unchanged == 0 ? "" : "; --update does not convert them"
      StandardError.write("iaconv: \(addition.line)\(hint)\n")
    }
    if let line = Self.remainingLine(for: run.summary) { StandardError.write(line) }
    StandardError.write(prunedLines(for: run) + staleLines(for: run))
    if let line = Self.failedLine(for: run) { StandardError.write(line) }
    if let archive = run.pendingArchive {
      StandardError.write(
        HarmlessText.escape("iaconv: \(archive) is not written yet; the same command continues")
          + "\n")
    }
  }

  /// Returns the message for a document, or `nil` if there is none.
  private func message(for document: BatchDocument, _ losses: inout BatchLosses) -> String? {
    switch document.result {
    case .converted(let outcomes):
      guard !isQuiet else { return nil }
      guard isVerbose else {
        losses.add(outcomes.map(\.report), of: document.path)
        return nil
      }
      let text = Self.lossLines(of: outcomes, document.path)
      return text.isEmpty ? nil : text
    case .failed(let failure): return "iaconv: \(failure.line)\n"
    case .changed(let failure): return isQuiet ? nil : "iaconv: \(failure.line)\n"
    case .failedBefore, .unchanged, .kept: return nil
    }
  }

  /// Returns a line for each loss; a loss of reading, which the outcome of each format contains, has one line.
  private static func lossLines(of outcomes: [ConversionOutcome], _ path: String) -> String {
    guard outcomes.count > 1 else {
      return outcomes.first.map { LossSummary(of: $0.report).allLines(for: path) } ?? ""
    }
    var seen: Set<Substring> = []
    var text = ""
    for outcome in outcomes {
      let lines = LossSummary(of: outcome.report).allLines(for: path)
        .split(separator: "\n").filter { !seen.contains($0) }
      for line in lines { text += line + "\n" }
      seen.formUnion(lines)
    }
    return text
  }

  static func line(for omission: BatchOmission) -> String {
    let words =
      switch omission.reason {
      case .notRegular: "is not a regular file"
      case .unreadable: "cannot be read"
      case .loop: "is a folder that contains itself"
      case .folder: "is a folder in a list of files"
      case .damaged: "is damaged"
      case .renamed: "is not a path that every system has"
      case .collision:
        "another output has this path, or one that differs only in case or composition"
      case .unsafe: "has a path that is not safe"
      case .encrypted: "is encrypted"
      }
    let effect =
      switch omission.reason {
      case .damaged:
        "; documents of it are missing or incomplete (iaconv archive repair saves what is left)"
      case .renamed, .collision: omission.renamed.map { "; now " + $0 } ?? ""
      case .unsafe: " and is left out; rename it in the archive"
      case .encrypted: " and is left out; decrypt it with another program"
      case .notRegular, .unreadable, .loop, .folder: " and is left out"
      }
    return HarmlessText.escape("iaconv: \(omission.path): \(words)\(effect)") + "\n"
  }

  /// Returns the line about outputs in formats that only earlier runs wrote; `nil` if there are none.
  static func remainingLine(for summary: BatchSummary) -> String? {
    guard let first = summary.firstRemaining else { return nil }
    let count = summary.remaining
    let outputs = ContainerWork.counted(count, "output")
    return HarmlessText.escape(
      "iaconv: \(outputs) of an earlier run with other formats \(count == 1 ? "was" : "were") not updated: "
        + first + (count > 1 ? " and \(count - 1) more" : "")) + "\n"
  }

  /// Returns the lines about removed outputs, about an output that could not be removed, and about an empty source
  /// whose outputs were kept.
  private func prunedLines(for run: BatchRun) -> String {
    let summary = run.summary
    var text = ""
    if summary.pruned.count > 0, let target = run.journaledTarget {
      let pruned = summary.pruned
      var line = "iaconv: \(ContainerWork.counted(pruned.count, "output")) without a source "
      line += pruned.count == 1 ? "was deleted: " : "were deleted: "
      let shown = isVerbose ? pruned.paths.count : 1
      line += pruned.paths.prefix(shown).map { target + "/" + $0 }.joined(separator: ", ")
      if pruned.count > shown { line += " and \(pruned.count - shown) more" }
      text += HarmlessText.escape(line) + "\n"
    }
    if let failure = summary.pruneFailure { text += "iaconv: \(failure)\n" }
    if let source = summary.emptySource {
      text += HarmlessText.escape(
        "iaconv: \(source): is empty, perhaps because it is not mounted; its outputs are not deleted"
      )
      text += "\n"
    }
    return text
  }

  /// Returns the line about outputs that were kept although their input no longer exists; empty if there are none.
  private func staleLines(for run: BatchRun) -> String {
    let stale = run.summary.stale
    guard stale.count > 0, let target = run.journaledTarget else { return "" }
    var line = "iaconv: \(ContainerWork.counted(stale.count, "output")) without a source "
    if run.prunes, run.summary.emptySource == nil, run.summary.pruneFailure == nil {
      line += stale.count == 1 ? "was changed and is kept: " : "were changed and are kept: "
    } else {
      line += stale.count == 1 ? "is kept: " : "are kept: "
    }
    let shown = isVerbose ? stale.paths.count : 1
    line += stale.paths.prefix(shown).map { target + "/" + $0 }.joined(separator: ", ")
    if stale.count > shown {
      line += " and \(stale.count - shown) more"
      if !isVerbose { line += " (iaconv batch status \(target) lists them)" }
    }
    return HarmlessText.escape(line) + "\n"
  }

  /// Returns the line about documents that failed in an earlier run and were not tried again; `nil` if there are none.
  private static func failedLine(for run: BatchRun) -> String? {
    let count = run.summary.failedBefore
    guard count > 0 else { return nil }
    let documents = ContainerWork.counted(count, "document")
    let listing =
      run.journaledTarget.map { "iaconv report \($0) names the first of each kind, " } ?? ""
    return HarmlessText.escape(
      "iaconv: \(documents) failed in an earlier run and did not change; \(listing)--retry-failed tries again"
    )
      + "\n"
  }

  /// Returns the line with the numbers of documents and of failures by code.
  static func line(for summary: BatchSummary) -> String {
    let counts = summary.counts.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
    var line = "iaconv: \(summary.documents) document" + (summary.documents == 1 ? "" : "s")
    if !counts.isEmpty { line += ": " + counts }
    let codes = summary.failures.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    if !codes.isEmpty {
      line +=
        " (" + codes.prefix(8).map { "\($0.key): \($0.value)" }.joined(separator: ", ")
        + (codes.count > 8 ? ", …" : "") + ")"
    }
    return HarmlessText.escape(line) + "\n"
  }
}

extension BatchSummary.Addition {
  /// The numbers of documents in words.
  fileprivate var line: String {
    var parts: [String] = []
    if added > 0 { parts.append(ContainerWork.counted(added, "new document")) }
    if versions > 0 { parts.append(ContainerWork.counted(versions, "new version")) }
    if unchanged > 0 {
      let documents = ContainerWork.counted(unchanged, "unchanged document")
      parts.append("nothing written for \(documents)")
    }
    return parts.joined(separator: ", ")
  }
}
