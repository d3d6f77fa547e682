public import IAFormats

/// The losses of a conversion, one line for each kind.
public struct LossSummary: Hashable, Sendable {
  private let report: ConversionReport

  /// Creates the summary of a report.
  public init(of report: ConversionReport) { self.report = report }

  /// Returns the lines, each with a final line feed: `iaconv: FILE: dropped: table (3)`.
  ///
  /// Data that hidden data keep, or that come from it, are not listed. The first detail is shown.
  public func lines(for path: String) -> String {
    var lines = ""
    for kind in report.kinds where kind.effect.isLoss {
      let count = report.counts[kind, default: 0]
      let detail = report.notes.first { $0.kind == kind && !$0.detail.isEmpty }?.detail
      var line = "iaconv: \(path): \(kind.effect.rawValue): \(kind.feature)"
      if count > 1 { line += " (\(count))" }
      if let detail { line += count > 1 ? ", first: \(detail)" : ": \(detail)" }
      lines += HarmlessText.escape(line) + "\n"
    }
    return lines
  }
}
