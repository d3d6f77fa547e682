internal import IAConvert

/// Shows the progress of a batch: a line on a terminal, and a line each minute elsewhere.
final class BatchProgress {
  /// The number of bytes that a document counts for besides its own, for the remaining time.
  private static let bytesPerDocument = 1 << 13

  private let isQuiet: Bool
  private let isTerminal = StandardError.isTerminal
  private let start = ProcessTime.wallSeconds
  private var nextUpdate: Double
  private var isDirty = false
  private var documents = 0
  private var byteCount = 0
  /// The documents that were converted in this run, with their sizes.
  private var converted = 0
  private var slowest: (path: String, milliseconds: Int)?

  init(isQuiet: Bool) {
    self.isQuiet = isQuiet
    nextUpdate = start + (isTerminal ? 0.5 : 60)
  }

  /// Sets the size of the batch.
  func start(_ documents: Int, _ byteCount: Int) {
    self.documents = documents
    self.byteCount = byteCount
  }

  /// Adds a document that is finished, and shows the progress if it is time.
  func update(_ document: BatchDocument, _ summary: BatchSummary) {
    if document.milliseconds > slowest?.milliseconds ?? 0 {
      slowest = (document.path, document.milliseconds)
    }
    let now = ProcessTime.wallSeconds
    guard !isQuiet, now >= nextUpdate else { return }
    nextUpdate = now + (isTerminal ? 0.2 : 60)
    let words = HarmlessText.escape(words(for: summary, seconds: now - start))
    if isTerminal {
      isDirty = true
      let width = max(20, (ProcessControl.columns(of: 2) ?? 80) - 1)
      StandardError.write("\r\u{1B}[K" + String("iaconv: \(words)".prefix(width)))
    } else {
      StandardError.write("iaconv: \(words)\n")
    }
  }

  /// Clears the line.
  func clear() {
    if isDirty { StandardError.write("\r\u{1B}[K") }
    isDirty = false
  }

  /// Returns the state in words: documents, rate, remaining time, failures, slowest document.
  private func words(for summary: BatchSummary, seconds: Double) -> String {
    let done = Double(summary.finishedByteCount + summary.finished * Self.bytesPerDocument)
    let all = Double(byteCount + documents * Self.bytesPerDocument)
    var words = "\(summary.finished) of \(documents) documents"
    if seconds > 0 { words += ", \(Int(Double(summary.finished) / seconds))/s" }
    if done > 0 { words += ", \(Self.duration(seconds * max(0, all - done) / done)) left" }
    let failures = summary.failures.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    if !failures.isEmpty {
      words +=
        ", failed: "
        + failures.prefix(3).map { "\($0.key) \($0.value)" }
        .joined(separator: ", ")
    }
    if let slowest { words += ", slowest: \(slowest.path) \(slowest.milliseconds) ms" }
    return words
  }

  private static func duration(_ seconds: Double) -> String {
    let seconds = Int(seconds.rounded(.up))
    if seconds < 120 { return "\(seconds) s" }
    return seconds < 7200 ? "\(seconds / 60) min" : "\(seconds / 3600) h"
  }
}
