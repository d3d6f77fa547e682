internal import IAConvert

/// A report as one HTML page without scripts and without references to other files.
///
/// The size of the page does not depend on the number of documents: charts group documents into classes, and lists name
/// some documents and count the others.
package struct ReportPage {
  /// The numbers of rows and documents that the page names.
  enum Bounds {
    static let codes = 30
    static let kinds = 40
    static let formats = 8
    static let outliers = 3
    static let tableFormats = 24
  }

  let report: BatchReport
  let comparison: ReportComparison?
  /// Whether inputs are read for their bytes around the offset of a failure.
  private let readsInputs: Bool

  /// Creates the page of a report.
  ///
  /// - Parameters:
  ///   - report: The numbers.
  ///   - comparison: The differences from another report.
  ///   - readsInputs: Whether the bytes around the offset of a failure are shown.
  package init(_ report: BatchReport, _ comparison: ReportComparison?, readsInputs: Bool) {
    self.report = report
    self.comparison = comparison
    self.readsInputs = readsInputs
  }

  /// The page in UTF-8.
  package var html: [UInt8] {
    var html = HTMLText()
    html.markup("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">")
    html.markup("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">")
    // The content policy allows only the styles in the page.
    html.markup(
      "<meta http-equiv=\"Content-Security-Policy\" "
        + "content=\"default-src 'none'; style-src 'unsafe-inline'\">")
    html.element("title", "Report: \(report.name)")
    html.markup("<style>\n" + PageStyle.text + "\n</style></head>\n<body>")
    writeHead(to: &html)
    html.markup("<main>\n")
    writeComparison(to: &html)
    FailureSection(report, readsInputs: readsInputs).write(to: &html)
    LossSection(report).write(to: &html)
    ScatterSection(report).write(to: &html)
    TimelineSection(report).write(to: &html)
    writeFormats(to: &html)
    writeAbout(to: &html)
    html.markup("</main></body></html>\n")
    return html.bytes
  }

  // MARK: - Head

  private func writeHead(to html: inout HTMLText) {
    html.markup("<header>")
    html.element("h1", report.name)
    html.element("p class=dim", subtitle)
    html.markup("<nav>")
    if comparison != nil { html.markup("<a href=\"#against\">Differences</a>") }
    for (id, title) in [
      ("failures", "Failures"), ("losses", "Losses"), ("times", "Size and time"),
      ("course", "Course"), ("formats", "Formats"), ("about", "About"),
    ] {
      html.markup("<a href=\"#\(id)\">\(title)</a>")
    }
    html.markup("</nav><dl class=tiles>")
    for (name, value) in tiles {
      html.markup("<div>")
      html.element("dt", name)
      html.element("dd", value)
      html.markup("</div>")
    }
    html.markup("</dl>")
    writeShares(to: &html)
    html.markup("</header>\n")
  }

  private var subtitle: String {
    var words = report.isJournal ? "Journal of iaconv batch" : "Report of iaconv"
    guard let run = report.largestRun, run.timed > 0 else { return words }
    let count = report.runs.count + report.droppedRuns
    if count > 1 { words += ", \(count) runs" }
    guard let date = run.date else { return words }
    words += count == 1 ? ", run of " : ", the largest of "
    return words + Quantity.moment(date)
  }

  private var tiles: [(String, String)] {
    var tiles = [
      ("Documents", Quantity.count(report.documents)),
      ("Failures", Quantity.count(report.failureCount)),
      ("With losses", Quantity.count(report.statuses[.partial] ?? 0)),
      ("Read", Quantity.bytes(report.inputByteCount)),
      ("Written", Quantity.bytes(report.outputByteCount)),
    ]
    if report.timed > 0 { tiles.append(("Conversion time", Quantity.time(report.microseconds))) }
    tiles += report.rates.map { ($0.name.prefix(1).uppercased() + $0.name.dropFirst(), $0.value) }
    return tiles
  }

  private func writeShares(to html: inout HTMLText) {
    guard report.documents > 0 else { return }
    html.markup("<div class=share aria-hidden=true>")
    for (status, count) in report.orderedStatuses {
      let share = Quantity.decimal(Double(count) / Double(report.documents) * 100)
      html.markup("<i class=\(Self.shareClass(of: status)) style=\"width:\(share)%\"></i>")
    }
    html.markup("</div>")
    html.table(
      ["Result", "Documents", "Share"], numbers: [1, 2],
      report.orderedStatuses.map { status, count in
        [
          BatchReport.words(for: status), Quantity.count(count),
          Quantity.percent(count, of: report.documents),
        ]
      })
  }

  private static func shareClass(of status: ReportLine.Status) -> String {
    switch status {
    case .ok: "s-ok"
    case .partial: "s-partial"
    case .kept, .unchanged, .skipped: "s-other"
    case .refused, .limit, .timeout, .io, .crashed: "s-bad"
    }
  }

  // MARK: - Comparison

  private func writeComparison(to html: inout HTMLText) {
    guard let comparison else { return }
    html.markup("<section id=against>")
    html.element("h2", "Differences from \(comparison.oldName)")
    html.table(
      ["Documents", ""], numbers: [1], comparison.numbers.map { [$0.name, $0.value] })
    for remark in comparison.remarks { html.element("p", remark) }
    html.element(
      "p class=dim",
      "Slower: at least \(ReportComparison.slowerRatio) times the old time and "
        + "\(Quantity.time(ReportComparison.slowerMicroseconds)) more. Documents are compared by path."
    )
    for (title, group) in comparison.groups where group.count > 0 {
      html.markup("<details class=code open>")
      html.element(
        "summary",
        "\(title.prefix(1).uppercased() + title.dropFirst()) (\(Quantity.count(group.count)))")
      html.table(
        ["Document", "Before", "Now"], numbers: [],
        group.documents.map { [$0.path, $0.old, $0.new] })
      Self.writeRest(group.count - group.documents.count, "documents", to: &html)
      html.markup("</details>")
    }
    html.markup("</section>\n")
  }

  /// Writes the number of items that are not listed, if there are any.
  static func writeRest(_ count: Int, _ things: String, to html: inout HTMLText) {
    guard count > 0 else { return }
    html.element("p class=dim", "\(Quantity.count(count)) more \(things)")
  }

  // MARK: - Formats and lines

  private func writeFormats(to html: inout HTMLText) {
    html.markup("<section id=formats><h2>Formats of inputs</h2>")
    html.table(
      ["Format", "Documents", "Failures", "Read", "Written", "Time", "Typical time"],
      numbers: [1, 2, 3, 4, 5, 6],
      report.formatsByDocuments.prefix(Bounds.tableFormats).map { format in
        [
          format.name, Quantity.count(format.documents), Quantity.count(format.failures),
          Quantity.bytes(format.inputByteCount), Quantity.bytes(format.outputByteCount),
          format.timed > 0 ? Quantity.time(format.microseconds) : "–",
          format.medianTime.map { Quantity.time(Int(HalfOctaves.lowerBound(of: $0) * 1.19)) }
            ?? "–",
        ]
      })
    html.markup("</section>\n")
  }

  private func writeAbout(to html: inout HTMLText) {
    html.markup("<section id=about><h2>About this page</h2>")
    var words =
      "\(Quantity.count(report.lines.count)) lines, "
      + "\(Quantity.count(report.results)) results."
    if report.lines.damaged > 0 {
      words += " \(Quantity.count(report.lines.damaged)) damaged lines were left out:"
    }
    html.element("p", words)
    if !report.lines.examples.isEmpty {
      html.table(
        ["Line", "Reason"], numbers: [0],
        report.lines.examples.map { [Quantity.count($0.line), $0.reason] })
    }
    for note in notes { html.element("p class=dim", note) }
    html.markup("</section>")
  }

  private var notes: [String] {
    var notes = [
      "Documents of the same size whose time is less than "
        + "\(Quantity.time(FormatStatistics.outlierMicroseconds)) are not named as slow. "
        + "Sizes and times are counted in classes whose bounds grow by the square root of 2; a typical time "
        + "is the middle of the class of the median. Up to \(BatchReport.maxPoints) documents are drawn as points, "
        + "more as rectangles of these classes, coloured by the number of documents.",
      "The course of a run has at most \(RunTimeline.count) intervals of equal length. Lists name some documents "
        + "and count the others.",
    ]
    if report.isJournal { notes.append("A journal states no losses and no times.") }
    if report.lines.superseded > 0 {
      notes.append(
        "\(Quantity.count(report.lines.superseded)) lines of the journal are replaced by later lines of the same documents."
      )
    }
    if report.lines.withWrongMembers > 0 {
      notes.append(
        "\(Quantity.count(report.lines.withWrongMembers)) lines have members of a wrong type, which were ignored."
      )
    }
    return notes
  }
}
