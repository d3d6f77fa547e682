internal import IAFiles
internal import IAFormats

/// Writes the report of a batch: determines the lines for each document and omission.
struct BatchReporting {
  private let file: ReportFile?
  /// Whether the report was empty at the start, so that it also gets lines for unchanged documents of earlier runs.
  private let reportsUnchanged: Bool
  private let isLaterRound: Bool
  /// The first format that is written.
  private let outputFormat: FormatID

  /// Creates the report that the settings name; nothing is reported if they name none.
  ///
  /// - Throws: `Failure`.
  init(_ options: BatchOptions, outputFormat: FormatID) throws(Failure) {
    let byteCount = options.report.flatMap { FileStamp(path: $0)?.byteCount } ?? 0
    reportsUnchanged = byteCount == 0
    file = try options.report.map { path throws(Failure) in
      try ReportFile(at: Place(argument: path), appends: true)
    }
    isLaterRound = options.isLaterRound
    self.outputFormat = outputFormat
  }

  /// Reports a file that is left out, unless an earlier round has reported it.
  func add(_ omission: BatchOmission) throws(Failure) {
    guard let failure = omission.failure, !isLaterRound else { return }
    try file?.add(ReportLine(path: omission.path, failure: failure))
  }

  /// Reports a document that has its result.
  ///
  /// - Parameter usage: The resources of its conversion; `nil` if it was not attempted.
  func add(_ document: BatchDocument, _ usage: JobUsage?) throws(Failure) {
    guard let file else { return }
    for line in lines(for: document, usage) { try file.add(line) }
  }

  /// Writes the summary line of the run.
  func finish() throws(Failure) { try file?.finish() }

  private func lines(for document: BatchDocument, _ usage: JobUsage?) -> [ReportLine] {
    let path = document.path
    if isLaterRound, usage == nil, !document.isFailure { return [] }
    let usage =
      usage.map(ReportLine.Usage.init)
      ?? ReportLine.Usage(milliseconds: 0, peakKiB: ProcessTime.peakKiB)
    switch document.result {
    case .converted(let outcomes):
      return outcomes.map { ReportLine(path: path, outcome: $0, usage: usage) }
    case .failed(let failure):
      let attempt = ReportLine.Attempt(
        inputByteCount: document.byteCount, outputFormat: outputFormat)
      return [ReportLine(path: path, failure: failure, usage: usage, attempt: attempt)]
    case .failedBefore(let code):
      let failure = Failure(.badInput, path: path, code: code, "as in an earlier run")
      return reportsUnchanged ? [ReportLine(path: path, failure: failure)] : []
    case .unchanged: return reportsUnchanged ? [ReportLine(unchanged: path)] : []
    case .kept: return [ReportLine(kept: path)]
    case .changed(let failure): return [ReportLine(path: path, changed: failure)]
    }
  }
}
