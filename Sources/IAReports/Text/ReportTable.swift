internal import IAConvert

/// A report as lines for a terminal.
package struct ReportTable {
  /// The maximum number of rows of each part; further rows are only counted.
  private static let maxRows = 12

  private let report: BatchReport
  private let comparison: ReportComparison?

  /// Creates the table of a report, with its differences from another one if there is one.
  package init(_ report: BatchReport, _ comparison: ReportComparison? = nil) {
    self.report = report
    self.comparison = comparison
  }

  /// The lines, each with its line feed.
  package var text: String {
    let parts = [
      documents, failures, losses, formats, usage, slowest, differences,
    ].filter { !$0.isEmpty }
    return parts.map { part in part.map { $0 + "\n" }.joined() }.joined(separator: "\n")
  }

  /// A row: a name, a number, and words after it.
  private struct Row {
    var name: String
    var number: String
    var words = ""
  }

  /// Returns lines with aligned columns; rows beyond the maximum are counted.
  private static func lines(_ title: String, _ rows: [Row], unit: String = "more") -> [String] {
    guard !rows.isEmpty else { return [] }
    let shown = rows.prefix(maxRows)
    let nameWidth = min(44, shown.map { $0.name.count }.max() ?? 0)
    let numberWidth = shown.map { $0.number.count }.max() ?? 0
    var lines = title.isEmpty ? [] : [title]
    for row in shown {
      var line = "  " + row.name
      line += String(repeating: " ", count: max(0, nameWidth - row.name.count) + 2)
      line += String(repeating: " ", count: numberWidth - row.number.count) + row.number
      if !row.words.isEmpty { line += "  " + row.words }
      lines.append(line)
    }
    if rows.count > shown.count { lines.append("  \(rows.count - shown.count) \(unit)") }
    return lines
  }

  private var documents: [String] {
    var rows = report.orderedStatuses.map { status, count in
      Row(
        name: BatchReport.words(for: status), number: Quantity.count(count),
        words: Quantity.percent(count, of: report.documents))
    }
    if report.lines.damaged > 0 {
      rows.append(Row(name: "damaged lines", number: Quantity.count(report.lines.damaged)))
    }
    let title = "\(report.name): \(Quantity.documents(report.documents))"
    return rows.isEmpty ? [title] : Self.lines(title, rows)
  }

  private var failures: [String] {
    Self.lines(
      "Failures by code",
      report.failures.byCount.map { entry in
        let first = entry.examples.first
        let offset = first?.fault.byteOffset.map { " (offset \($0))" } ?? ""
        return Row(
          name: entry.code.harmless, number: Quantity.count(entry.count),
          words: "first: \(first?.shownPath.cut(to: 100) ?? "")\(offset)")
      }, unit: "more codes")
  }

  private var losses: [String] {
    Self.lines(
      "Losses by kind",
      report.losses.byDocuments.map { kind in
        Row(
          name: kind.name.harmless, number: Quantity.count(kind.count),
          words: "in \(Quantity.documents(kind.documents))")
      }, unit: "more kinds")
  }

  private var formats: [String] {
    Self.lines(
      "Formats",
      report.formatsByDocuments.map { format in
        var words = Quantity.bytes(format.inputByteCount)
        if let median = format.medianTime {
          words += ", typically \(Quantity.time(Int(HalfOctaves.lowerBound(of: median) * 1.19)))"
        }
        return Row(
          name: format.name.harmless, number: Quantity.count(format.documents),
          words: words)
      }, unit: "more formats")
  }

  private var usage: [String] {
    var rows = [
      Row(name: "read", number: Quantity.bytes(report.inputByteCount)),
      Row(name: "written", number: Quantity.bytes(report.outputByteCount)),
    ]
    if report.timed > 0 {
      rows.append(Row(name: "conversion time", number: Quantity.time(report.microseconds)))
    }
    for (name, value) in report.rates { rows.append(Row(name: name, number: value)) }
    return Self.lines("Bytes and rate", rows)
  }

  private var slowest: [String] {
    Self.lines(
      "Slowest",
      report.slowest.items.prefix(5).map { item in
        Row(
          name: item.element.path.cut(to: 60), number: Quantity.time(item.key),
          words: Quantity.bytes(item.element.byteCount)
            + (item.element.code.isEmpty ? "" : ", " + item.element.code.harmless))
      })
  }

  private var differences: [String] {
    guard let comparison else { return [] }
    var lines = Self.lines(
      "Against \(comparison.oldName)",
      comparison.numbers.map {
        Row(name: $0.name, number: $0.value)
      })
    lines += comparison.remarks.map { "  " + $0 }
    for (title, group) in comparison.groups where group.count > 0 {
      lines.append("")
      lines += Self.lines(
        title.prefix(1).uppercased() + title.dropFirst(),
        group.documents.map { document in
          Row(
            name: document.path.cut(to: 60), number: "",
            words: "\(document.old) → \(document.new)".harmless)
        })
      let more = group.count - group.documents.count
      if more > 0 { lines.append("  \(Quantity.count(more)) more in the report") }
    }
    return lines
  }
}

extension BatchReport {
  /// The statuses that occur, in the order of their declaration.
  var orderedStatuses: [(status: ReportLine.Status, count: Int)] {
    ReportLine.Status.allCases.compactMap { status in statuses[status].map { (status, $0) } }
  }

  /// Returns the words for a status.
  static func words(for status: ReportLine.Status) -> String {
    switch status {
    case .ok: "converted"
    case .partial: "converted with losses"
    case .refused: "refused"
    case .limit: "over a limit"
    case .timeout: "over the time limit"
    case .io: "not readable or writable"
    case .crashed: "crashed"
    case .kept: "kept"
    case .unchanged: "unchanged"
    case .skipped: "not attempted"
    }
  }

  /// The number of failures.
  var failureCount: Int { failures.entries.reduce(0) { $0 + $1.count } }

  /// The formats of inputs, those with most documents first.
  var formatsByDocuments: [FormatStatistics] {
    formats.filter { $0.documents > 0 }.sorted { ($1.documents, $0.name) < ($0.documents, $1.name) }
  }

  /// The elapsed time of all runs in milliseconds, the documents in it and their size; `nil` if no run
  /// states its times.
  var elapsed: (milliseconds: Int, documents: Int, byteCount: Int)? {
    let timed = runs.compactMap { run in run.milliseconds.map { ($0, run.timed, run.byteCount) } }
    guard !timed.isEmpty else { return nil }
    return timed.reduce(into: (0, 0, 0)) { sum, run in
      sum = (min(sum.0 + run.0, 1 << 50), sum.1 + run.1, min(sum.2 + run.2, 1 << 60))
    }
  }

  /// The elapsed time and the rates, with their names.
  var rates: [(name: String, value: String)] {
    guard let elapsed else { return [] }
    let seconds = Double(max(elapsed.milliseconds, 1)) / 1000
    return [
      ("elapsed", Quantity.time(elapsed.milliseconds * 1000)),
      ("documents per second", Quantity.decimal(Double(elapsed.documents) / seconds)),
      ("bytes per second", Quantity.bytes(Int(min(Double(elapsed.byteCount) / seconds, 1e18)))),
    ]
  }
}

extension ReportComparison {
  /// The numbers of documents by kind of difference, with their names.
  var numbers: [(name: String, value: String)] {
    var rows = [("documents in both", Quantity.count(common))]
    rows += groups.map { ($0.title, Quantity.count($0.group.count)) }
    rows += [
      ("faster", Quantity.count(faster)), ("only in this report", Quantity.count(added)),
      ("only in the other", Quantity.count(removed)),
    ]
    if oldMicroseconds > 0 {
      rows.append(
        (
          "time of the same documents",
          "\(Quantity.time(newMicroseconds)), was \(Quantity.time(oldMicroseconds))"
        ))
    }
    return rows
  }
}
