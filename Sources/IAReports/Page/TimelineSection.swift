/// The course of the largest run: throughput, memory and workers.
struct TimelineSection {
  /// The coordinates of the chart area, and the size of its drawing.
  private enum Frame {
    static let width = 480
    static let height = 170
    static let left = 66.0
    static let right = 470.0
    static let top = 12.0
    static let bottom = 136.0
    static let laneHeight = 20.0
  }

  private let report: BatchReport

  init(_ report: BatchReport) { self.report = report }

  func write(to html: inout HTMLText) {
    html.markup("<section id=course><h2>Course of the run</h2>")
    defer { html.markup("</section>\n") }
    guard let run = report.largestRun, run.timed > 0 else {
      return html.element("p class=dim", "The lines do not state when documents were converted.")
    }
    html.element("p class=dim", words(for: run))
    html.markup("<div class=pair>")
    writeThroughput(run, to: &html)
    writeMemory(run, to: &html)
    writeWorkers(run, to: &html)
    html.markup("</div>")
    writeRuns(to: &html)
  }

  private func words(for run: RunTimeline) -> String {
    (run.date.map { "Started \(Quantity.moment($0)), " } ?? "Start unknown, ")
      + "for \(Quantity.time((run.milliseconds ?? 0) * 1000)); "
      + "intervals of \(Quantity.time(run.width * 1000))."
  }

  // MARK: - Charts

  private func writeThroughput(_ run: RunTimeline, to html: inout HTMLText) {
    let seconds = Double(run.width) / 1000
    let rates = run.intervals.prefix(run.usedCount).map { Double($0.documents) / seconds }
    let largest = max(1, rates.max() ?? 1)
    html.markup("<figure><figcaption>Documents per second</figcaption>")
    begin("Documents per second over time; failures are red.", to: &html)
    writeScale(largest, to: &html) { Quantity.decimal($0) }
    writeTimes(run, bottom: Frame.bottom, to: &html)
    var paths = (all: "", failed: "")
    for (index, interval) in run.intervals.prefix(run.usedCount).enumerated() {
      paths.all += bar(index, run.usedCount, Double(interval.documents) / seconds / largest)
      paths.failed += bar(index, run.usedCount, Double(interval.failures) / seconds / largest)
    }
    html.markup("<path class=bar d=\"\(paths.all)\"/>")
    if !paths.failed.isEmpty { html.markup("<path class=barbad d=\"\(paths.failed)\"/>") }
    html.markup("</svg>")
    html.tableAlternative(
      ["After", "Documents", "Failures", "Read"], numbers: [0, 1, 2, 3],
      Self.rows(of: run).map { after, interval in
        [
          Quantity.time(after * 1000), Quantity.count(interval.documents),
          Quantity.count(interval.failures), Quantity.bytes(interval.byteCount),
        ]
      })
    html.markup("</figure>")
  }

  private func writeMemory(_ run: RunTimeline, to html: inout HTMLText) {
    let intervals = run.intervals.prefix(run.usedCount)
    let largest = intervals.map { max($0.peakKiB, $0.residentKiB) }.max() ?? 0
    guard largest > 0 else { return }
    html.markup("<figure><figcaption>Memory</figcaption>")
    begin("Memory of the program and of its workers over time.", to: &html)
    writeScale(Double(largest), to: &html) { Quantity.bytes(Int($0) * 1024) }
    writeTimes(run, bottom: Frame.bottom, to: &html)
    for (style, values) in [("l1", intervals.map(\.peakKiB)), ("l2", intervals.map(\.residentKiB))]
    {
      let path = line(values, largest)
      if !path.isEmpty { html.markup("<path class=\(style) d=\"\(path)\"/>") }
    }
    html.markup(
      "</svg><p class=dim><span style=\"color:var(--accent)\">■</span> peak of the program")
    if intervals.contains(where: { $0.residentKiB > 0 }) {
      html.markup(" <span style=\"color:var(--warn)\">■</span> largest worker")
    }
    html.markup("</p>")
    html.tableAlternative(
      ["After", "Peak of the program", "Largest worker"], numbers: [0, 1, 2],
      Self.rows(of: run).map { after, interval in
        [
          Quantity.time(after * 1000), Quantity.bytes(interval.peakKiB * 1024),
          interval.residentKiB > 0 ? Quantity.bytes(interval.residentKiB * 1024) : "–",
        ]
      })
    html.markup("</figure>")
  }

  private func writeWorkers(_ run: RunTimeline, to html: inout HTMLText) {
    guard !run.workers.isEmpty else { return }
    let workers = run.workers.sorted { $0.key < $1.key }
    let bottom = Frame.top + Double(workers.count) * Frame.laneHeight
    html.markup("<figure><figcaption>Workers</figcaption>")
    html.markup(
      "<svg class=c role=img viewBox=\"0 0 \(Frame.width) \((bottom + 30).drawn)\"><title>")
    html.markup(
      "Work of each worker over time; red strokes above are starts of a new process.</title>")
    writeTimes(run, bottom: bottom, to: &html)
    for (lane, worker) in workers.enumerated() {
      let top = Frame.top + Double(lane) * Frame.laneHeight
      html.markup(
        "<text x=\"\((Frame.left - 4).drawn)\" y=\"\((top + 13).drawn)\" text-anchor=end>")
      html.text("worker \(worker.key)")
      html.markup("</text>")
      write(worker.value, run, top, to: &html)
    }
    html.markup(
      "</svg><p class=dim>Darker, in dark mode lighter: a larger share of the interval in conversions. "
    )
    html.markup("<span class=bad>|</span> above: a new process.</p>")
    html.tableAlternative(
      ["Worker", "Documents", "Time in conversions", "Restarts"], numbers: [0, 1, 2, 3],
      workers.map { number, worker in
        let busy = worker.busy.reduce(0, +)
        let whole = Double(max(1, run.milliseconds ?? 1))
        return [
          "\(number)", Quantity.count(worker.documents),
          Quantity.decimal(busy / whole * 100) + " %",
          Quantity.count(worker.restarts.reduce(0, +)),
        ]
      })
    ReportPage.writeRest(run.otherWorkerDocuments, "documents of further workers", to: &html)
    html.markup("</figure>")
  }

  private func write(
    _ worker: RunTimeline.Worker, _ run: RunTimeline, _ top: Double, to html: inout HTMLText
  ) {
    var paths = [String](repeating: "", count: 5)
    var ticks = ""
    let step = (Frame.right - Frame.left) / Double(run.usedCount)
    for index in 0..<run.usedCount {
      let left = Frame.left + Double(index) * step
      let share = worker.busy[index] / Double(run.width)
      if share > 0.005 {
        paths[min(4, Int(share * 5))] +=
          "M\(left.drawn) \((top + 6).drawn)H\((left + step).drawn)V\((top + 16).drawn)H\(left.drawn)z"
      }
      if worker.restarts[index] > 0 {
        ticks += "M\(left.drawn) \(top.drawn)v5"
      }
    }
    for (shade, path) in paths.enumerated() where !path.isEmpty {
      html.markup("<path class=d\(shade + 1) d=\"\(path)\"/>")
    }
    if !ticks.isEmpty { html.markup("<path class=tick d=\"\(ticks)\"/>") }
  }

  private func writeRuns(to html: inout HTMLText) {
    guard report.runs.count + report.droppedRuns > 1 else { return }
    html.markup("<h3>Runs</h3>")
    html.table(
      ["Start", "Documents", "Failures", "Elapsed", "Restarts"], numbers: [1, 2, 3, 4],
      report.runs.map { run in
        [
          run.date.map(Quantity.moment) ?? "–", Quantity.count(run.documents),
          Quantity.count(run.failures), run.milliseconds.map { Quantity.time($0 * 1000) } ?? "–",
          Quantity.count(run.restarts),
        ]
      })
    ReportPage.writeRest(report.droppedRuns, "runs before these", to: &html)
  }

  // MARK: - Parts of charts

  private func begin(_ title: String, to html: inout HTMLText) {
    html.markup("<svg class=c role=img viewBox=\"0 0 \(Frame.width) \(Frame.height)\"><title>")
    html.text(title + " The table below has the numbers.")
    html.markup("</title>")
  }

  private func writeScale(
    _ largest: Double, to html: inout HTMLText, _ label: (Double) -> String
  ) {
    for part in [0.0, 0.5, 1] {
      let place = Frame.bottom - part * (Frame.bottom - Frame.top)
      html.markup("<path class=ax d=\"M\(Frame.left.drawn) \(place.drawn)H\(Frame.right.drawn)\"/>")
      html.markup(
        "<text x=\"\((Frame.left - 4).drawn)\" y=\"\((place + 4).drawn)\" text-anchor=end>")
      html.text(label(largest * part))
      html.markup("</text>")
    }
  }

  private func writeTimes(_ run: RunTimeline, bottom: Double, to html: inout HTMLText) {
    let whole = run.usedCount * run.width * 1000
    for (part, anchor) in [(0.0, "start"), (0.5, "middle"), (1, "end")] {
      let place = Frame.left + part * (Frame.right - Frame.left)
      html.markup("<text x=\"\(place.drawn)\" y=\"\((bottom + 17).drawn)\" text-anchor=\(anchor)>")
      html.text(part == 0 ? "0 s" : Quantity.time(Int(Double(whole) * part)))
      html.markup("</text>")
    }
  }

  private func bar(_ index: Int, _ count: Int, _ share: Double) -> String {
    guard share > 0 else { return "" }
    let step = (Frame.right - Frame.left) / Double(count)
    let left = Frame.left + Double(index) * step
    let top = Frame.bottom - min(1, share) * (Frame.bottom - Frame.top)
    return
      "M\(left.drawn) \(Frame.bottom.drawn)V\(top.drawn)H\((left + step).drawn)V\(Frame.bottom.drawn)z"
  }

  /// Returns the SVG path of a line through the known values; a value of 0 is unknown.
  private func line(_ values: [Int], _ largest: Int) -> String {
    var path = ""
    let step = (Frame.right - Frame.left) / Double(max(1, values.count))
    for (index, value) in values.enumerated() where value > 0 {
      let left = Frame.left + (Double(index) + 0.5) * step
      let top = Frame.bottom - Double(value) / Double(largest) * (Frame.bottom - Frame.top)
      path += "\(path.isEmpty ? "M" : "L")\(left.drawn) \(top.drawn)"
    }
    return path.contains("L") ? path : path + (path.isEmpty ? "" : "h2")
  }

  /// The largest number of rows of a table of intervals.
  private static let maxRows = 12

  /// Returns the intervals, several in a row, with the milliseconds from the start.
  private static func rows(of run: RunTimeline) -> [(after: Int, interval: RunTimeline.Interval)] {
    let perRow = max(1, (run.usedCount + maxRows - 1) / maxRows)
    return stride(from: 0, to: run.usedCount, by: perRow).map { first in
      var sum = RunTimeline.Interval()
      for interval in run.intervals[first..<min(first + perRow, run.usedCount)] {
        sum.add(interval)
      }
      return (first * run.width, sum)
    }
  }
}
