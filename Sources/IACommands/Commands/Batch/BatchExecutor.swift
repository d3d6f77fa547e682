internal import IAConvert
internal import IAFormats

/// Runs a batch for the command line: messages, progress, signals and the exit status.
struct BatchExecutor {
  private let runner: BatchRunner
  private let isQuiet: Bool
  private let isVerbose: Bool

  /// The number of failures and omissions that are listed; the report has all.
  private static let maxListed = 100

  init(_ runner: BatchRunner, outputs: OutputOptions) {
    self.runner = runner
    isQuiet = outputs.quiet
    isVerbose = outputs.verbose
  }

  /// Runs the batch.
  ///
  /// - Throws: `Failure`, or `Ending` with the status.
  func run() throws {
    let interrupts = Interrupts()
    let run = try runner.start()
    let progress = BatchProgress(isQuiet: isQuiet)
    var losses = BatchLosses()
    var listed = 0
    while true {
      if interrupts.status != nil { run.stop() }
      if interrupts.takesStatusRequest() {
        StandardError.write(String(decoding: run.summary.json, as: UTF8.self))
      }
      guard let event = try run.next() else { break }
      switch event {
      case .planned(let documents, let byteCount): progress.start(documents, byteCount)
      case .omitted(let omission):
        listed += 1
        if !isQuiet, listed <= Self.maxListed || isVerbose {
          progress.clear()
          StandardError.write(Self.line(for: omission))
        }
      case .finished(let document):
        if let message = message(for: document, &losses) {
          listed += 1
          if listed <= Self.maxListed || isVerbose {
            progress.clear()
            StandardError.write(message)
          }
        }
        progress.update(document, run.summary)
      case .ended: break
      }
    }
    progress.clear()
    let summary = run.summary
    if !isQuiet {
      if listed > Self.maxListed, !isVerbose {
        StandardError.write("iaconv: \(listed - Self.maxListed) more messages; -v lists all\n")
      }
      StandardError.write(losses.lines + Self.line(for: summary))
      if let archive = run.pendingArchive {
        StandardError.write(
          HarmlessText.escape("iaconv: \(archive) is not written yet; the same command continues")
            + "\n")
      }
    }
    if let status = interrupts.status { throw Ending(status: status) }
    guard summary.status == .success else { throw Ending(status: summary.status) }
  }

  /// Returns the message for a document, or `nil` if there is none.
  private func message(for document: BatchDocument, _ losses: inout BatchLosses) -> String? {
    switch document.result {
    case .converted(let outcomes):
      guard !isQuiet else { return nil }
      var text = ""
      for outcome in outcomes {
        if isVerbose {
          text += LossSummary(of: outcome.report).allLines(for: document.path)
        } else {
          losses.add(outcome.report, of: document.path)
        }
      }
      return text.isEmpty ? nil : text
    case .failed(let failure): return "iaconv: \(failure.line)\n"
    case .changed(let failure): return isQuiet ? nil : "iaconv: \(failure.line)\n"
    case .failedBefore, .unchanged, .kept: return nil
    }
  }

  static func line(for omission: BatchOmission) -> String {
    let words =
      switch omission.reason {
      case .notRegular: "is not a regular file"
      case .unreadable: "cannot be read"
      case .loop: "is a folder that contains itself"
      case .folder: "is a folder in a list of files"
      }
    return HarmlessText.escape("iaconv: \(omission.path): \(words) and is left out") + "\n"
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
