internal import Foundation

/// Results as one HTML page without scripts and without references to other files.
struct BenchPage {
  /// The numbers of entries that the page names.
  enum Bounds {
    static let claims = 300
    static let workloads = 16
    static let series = 6
    static let charts = 40
    static let rawBytes = 16 << 20
  }

  /// What a page shows beside the results; each part may be missing.
  struct Additions {
    /// Results to compare with.
    var baseline: Results?
    /// The figures by commit.
    var history: History?
    /// The instructions by function, and those to compare with.
    var functions: (new: FunctionCosts, old: FunctionCosts)?
    /// A film and its folder.
    var film: (film: Film, folder: String)?
  }

  let results: Results
  let additions: Additions

  init(_ results: Results, _ additions: Additions = Additions()) {
    self.results = results
    self.additions = additions
  }

  /// The page.
  var html: String {
    var html = BenchHTML()
    html.markup("<!DOCTYPE html>\n<html lang=en><head><meta charset=utf-8>")
    html.markup("<meta name=viewport content=\"width=device-width, initial-scale=1\">")
    html.markup(
      "<meta http-equiv=Content-Security-Policy content=\"default-src 'none'; img-src data:; style-src 'unsafe-inline'\">"
    )
    html.element("title", "Benchmarks of \(results.date)")
    html.markup("<style>\n\(BenchStyle.text)\n</style></head>\n<body>")
    writeHead(&html)
    html.markup("<main>")
    writeClaims(&html)
    writeBaseline(&html)
    writeFunctions(&html)
    writeFrames(&html)
    writeFilm(&html)
    writeGrowth(&html)
    writeBars(&html)
    writeHistory(&html)
    writeGates(&html)
    writeNoise(&html)
    writeGaps(&html)
    writeData(&html)
    html.markup("</main></body></html>\n")
    return html.text
  }

  // MARK: Head

  private func writeHead(_ html: inout BenchHTML) {
    html.markup("<header>")
    html.element("h1", "Benchmarks")
    html.element(
      "p class=dim",
      "\(results.date) · \(results.machine.processor), \(results.machine.cores) cores · \(results.machine.system) · "
        + results.compiler + (results.isQuick ? " · quick run: few rounds" : ""))
    html.markup("<nav aria-label=Sections>")
    let parts: [(String, String, Bool)] = [
      ("claims", "Claims", true), ("baseline", "Changes", additions.baseline != nil),
      ("functions", "Functions", additions.functions != nil), ("frames", "Frames", true),
      ("film", "Film", additions.film != nil), ("growth", "Growth", true),
      ("limits", "Limits", true), ("history", "History", additions.history != nil),
      ("gates", "Gates", true), ("noise", "Noise", true), ("gaps", "Gaps", true),
      ("data", "Data", true),
    ]
    for (id, name, isShown) in parts where isShown {
      html.markup("<a href=\"#\(id)\">\(name)</a>")
    }
    html.markup("</nav></header>")
  }

  // MARK: Claims

  private func writeClaims(_ html: inout BenchHTML) {
    let claims = results.claims.filter { !$0.isAgainstLimit }
    html.markup("<section id=claims><h2>Claims</h2>")
    html.element(
      "p class=dim",
      "CPU time divided by that of the reference. A direction is claimed if the 95 % interval does not contain 1. The "
        + "scale goes from 1/16 to 16.")
    html.markup("<ul class=claims>")
    for claim in claims.prefix(Bounds.claims) {
      html.markup("<li><span class=\"way \(claim.direction.style)\">")
      html.markup(
        "<span aria-hidden=true>\(claim.direction.sign)</span> \(claim.direction.rawValue)</span><span class=what>"
      )
      html.markup(BenchHTML.escaped("\(claim.name): \(claim.kernel) takes "))
      html.element("b", "\(BenchCharts.number(claim.value)) ×")
      html.markup(BenchHTML.escaped(" the time of \(claim.reference)"))
      if let interval = claim.interval {
        html.markup(
          BenchHTML.escaped(
            " (\(BenchCharts.number(interval.low)) to \(BenchCharts.number(interval.high)))"))
      }
      html.markup("</span>")
      html.markup(
        claim.interval.map(BenchCharts.interval) ?? "<span class=dim>no samples, no interval</span>"
      )
      html.command(claim.command)
      html.markup("</li>")
    }
    html.markup("</ul>")
    if claims.isEmpty { html.element("p", "No figure has a reference.") }
    if claims.count > Bounds.claims {
      html.element("p class=dim", "\(claims.count - Bounds.claims) more claims")
    }
    let noted = results.measurements.filter { $0.note != nil }
    if !noted.isEmpty {
      html.table(
        "Figures without a ratio", ["Figure", "Kernel", "Time", "Reason"], numbers: [2],
        noted.map {
          [
            "\($0.suite)/\($0.comparison)", $0.kernel, BenchCharts.time($0.nanoseconds),
            $0.note ?? "",
          ]
        })
    }
    html.markup("</section>")
  }

  private func writeBaseline(_ html: inout BenchHTML) {
    guard let baseline = additions.baseline else { return }
    html.markup("<section id=baseline><h2>Changes since the baseline</h2>")
    html.element("p class=dim", "Baseline of \(baseline.date).")
    let rows = results.comparisonRows(with: baseline)
    if rows.isEmpty {
      html.element("p", "The results have no figure in common.")
    } else {
      html.table(
        "Ratios to the baseline", ["Figure", "Ratio", "95 %", "Claim"], numbers: [1, 2],
        rows.map { row in
          let sign = row[3] == "slower" ? "▲ " : row[3] == "faster" ? "▼ " : ""
          return Array(row.dropLast()) + [sign + row[3]]
        })
    }
    html.markup("</section>")
  }

  // MARK: Frames

  private func writeFrames(_ html: inout BenchHTML) {
    html.markup("<section id=frames><h2>Frames</h2>")
    defer { html.markup("</section>") }
    var groups: [(key: String, series: [FrameSeries])] = []
    for one in results.frames ?? [] where !one.cpu.isEmpty {
      let key =
        "\(one.workload), \(one.views) \(one.views == 1 ? "view" : "views"), \(one.rows) rows"
      if let index = groups.firstIndex(where: { $0.key == key }) {
        groups[index].series.append(one)
      } else {
        groups.append((key, [one]))
      }
    }
    if groups.isEmpty { return html.element("p class=dim", "No workload of this run has frames.") }
    html.element(
      "p class=dim",
      "CPU time of each frame. A frame above the dashed deadline is late; it is red and has a triangle. Curves show the "
        + "share of frames within a time; the point is p99.")
    for group in groups.prefix(Bounds.workloads) {
      let series = Array(group.series.prefix(Bounds.series))
      let names = series.map { [$0.engine, $0.phase].compactMap(\.self).joined(separator: ", ") }
      html.markup("<figure>")
      html.element("h3", group.key)
      html.markup(BenchCharts.strips(series, names: names))
      html.markup(ecdf(series, names))
      html.alternative(
        group.key, ["Series"] + FrameSeries.percentages.map { "\($0.0), ms" } + ["Hitches, ms/s"],
        numbers: Set(1...6),
        zip(series, names).map { one, name in
          [name] + FrameSeries.percentages.map { BenchCharts.number(one.percentiles[$0.0] ?? 0) }
            + [BenchCharts.number(one.hitch["cpu"] ?? 0)]
        })
      html.command(
        series.contains { $0.engine != nil }
          ? "Scripts/engines run" : Claim.command(suite: "scroll", comparison: series[0].workload))
      html.markup("</figure>")
    }
  }

  private func ecdf(_ series: [FrameSeries], _ names: [String]) -> String {
    let curves = zip(series, names).map { one, name in
      let sorted = one.cpu.sorted()
      let steps = min(sorted.count, 200)
      let points = (1...steps).map { step -> BenchCharts.Point in
        (Double(sorted[step * sorted.count / steps - 1]) / 1e6, Double(step) / Double(steps))
      }
      let p99 = Bootstrap.quantile(sorted.map { Double($0) / 1e6 }, 0.99)
      return BenchCharts.Curve(
        name: name, points: points, marks: [((p99, 0.99), "p99 \(BenchCharts.number(p99)) ms")])
    }
    return BenchCharts.curves(
      curves, label: "Share of frames within a time", isLogarithmic: false,
      xWords: { "\(BenchCharts.number($0)) ms" }, yWords: { "\(Int(($0 * 100).rounded())) %" })
  }

  // MARK: Growth

  private func writeGrowth(_ html: inout BenchHTML) {
    html.markup("<section id=growth><h2>Growth</h2>")
    let curves = results.growth
    if !curves.isEmpty {
      html.element(
        "p class=dim",
        "Time of a call in texts of different sizes, both axes logarithmic. The slope is the exponent: 1 is linear."
      )
      html.markup("<div class=grid>")
      for curve in curves.prefix(Bounds.charts) {
        html.markup("<figure>")
        html.element("h3", curve.name)
        html.markup(
          BenchCharts.curves(
            [
              BenchCharts.Curve(
                name: "slope \(BenchCharts.number(curve.slope))", points: curve.points)
            ],
            label: "Growth of \(curve.name)", isLogarithmic: true,
            xWords: { BenchCharts.number($0) },
            yWords: { BenchCharts.time($0) }))
        html.alternative(
          curve.name, ["Size", "Time"], numbers: [0, 1],
          curve.points.map { [BenchCharts.number($0.x), BenchCharts.time($0.y)] })
        html.command(Claim.command(suite: curve.suite, comparison: curve.comparison))
        html.markup("</figure>")
      }
      html.markup("</div>")
    }
    let doubled = results.measurements.filter { ($0.doubling ?? 0) > 0 }
    if !doubled.isEmpty {
      html.table(
        "Time at twice the size", ["Figure", "Kernel", "2n / n", "Slope"], numbers: [2, 3],
        doubled.map {
          [
            "\($0.suite)/\($0.comparison)", $0.kernel, BenchCharts.number($0.doubling ?? 0),
            BenchCharts.number(log2($0.doubling ?? 1)),
          ]
        })
    }
    if curves.isEmpty, doubled.isEmpty {
      html.element("p class=dim", "No figure of this run has several sizes.")
    }
    html.markup("</section>")
  }

  // MARK: Limits

  private func writeBars(_ html: inout BenchHTML) {
    html.markup("<section id=limits><h2>Beside the limits of the machine</h2>")
    html.markup("<div class=grid>")
    var count = 0
    for (name, rows) in results.comparisons
    where rows.contains(where: { $0.role == "limit" }) && rows.count > 1 && count < Bounds.charts {
      count += 1
      html.markup("<figure>")
      html.element("h3", name)
      html.markup(
        BenchCharts.bars(rows.map { ($0.kernel, $0.nanoseconds, $0.role == "limit") }) {
          BenchCharts.time($0)
        })
      html.alternative(
        name, ["Kernel", "Time", "Operation"], numbers: [1],
        rows.map { [$0.kernel, BenchCharts.time($0.nanoseconds), $0.operation] })
      html.command(Claim.command(suite: rows[0].suite, comparison: rows[0].comparison))
      html.markup("</figure>")
    }
    html.markup("</div>")
    if count == 0 { html.element("p class=dim", "No comparison of this run has a limit.") }
    html.markup("</section>")
  }

  // MARK: Gates, noise, gaps, data

  private func writeGates(_ html: inout BenchHTML) {
    html.markup("<section id=gates><h2>Gates</h2>")
    if results.gates.isEmpty {
      html.element("p class=dim", "This run has no gates.")
    } else {
      let missed = results.gates.count(where: \.isFailure)
      let gates = results.gates.count { $0.kind != "target" }
      html.element(
        "p class=\(missed == 0 ? "ok" : "bad")",
        missed == 0
          ? "✓ All \(gates) gates pass."
          : "✗ \(missed) of \(gates) gates are missed.")
      html.table(
        "Gates, missed ones first", ["Gate", "Claim", "Found", "At most", "Result"],
        numbers: [2, 3],
        (results.gates.filter(\.isFailure) + results.gates.filter { !$0.isFailure }).map {
          [
            $0.comparison, $0.claim, BenchCharts.number($0.found), BenchCharts.number($0.limit),
            $0.isFailure
              ? "✗ missed"
              : $0.kind != "target"
                ? "✓ passes" : $0.passes ? "target, reached" : "target, not reached",
          ]
        })
    }
    html.markup("</section>")
  }

  private func writeNoise(_ html: inout BenchHTML) {
    html.markup("<section id=noise><h2>Noise of the machine</h2>")
    let itself = results.values.filter { $0.name.contains("compared with itself") }
    let spreads = results.measurements.map(\.spread).sorted()
    if !spreads.isEmpty {
      html.element(
        "p",
        "Spread of the rounds, (highest − lowest) / median: median "
          + "\(BenchCharts.number(Bootstrap.quantile(spreads, 0.5) * 100)) %, p90 "
          + "\(BenchCharts.number(Bootstrap.quantile(spreads, 0.9) * 100)) %. Above 20 %, measure again."
      )
    }
    if !itself.isEmpty {
      html.table(
        "A kernel compared with itself: an interval without 1 shows that the machine differs",
        ["Figure", "Ratio"],
        numbers: [1], itself.map { ["\($0.suite)/\($0.name)", BenchCharts.number($0.value)] })
    }
    html.markup("</section>")
  }

  private func writeGaps(_ html: inout BenchHTML) {
    html.markup("<section id=gaps><h2>Gaps and other figures</h2>")
    let gaps = results.gaps ?? []
    if gaps.isEmpty {
      html.element("p class=ok", "✓ Nothing that was asked for is missing.")
    } else {
      html.table(
        "What could not be measured", ["Figure", "Reason"], numbers: [],
        gaps.map { ["\($0.suite)/\($0.name)", $0.reason] })
    }
    let values = results.values.filter { !$0.name.contains("compared with itself") }
    if !values.isEmpty {
      html.table(
        "Figures that are no times", ["Figure", "Value", "Unit"], numbers: [1],
        values.map { ["\($0.suite)/\($0.name)", BenchCharts.number($0.value), $0.unit] })
    }
    html.markup("</section>")
  }

  private func writeData(_ html: inout BenchHTML) {
    html.markup("<section id=data><h2>Data</h2>")
    if let json = try? results.json(), json.count <= Bounds.rawBytes {
      html.markup(
        "<p><a download=\"results.json\" href=\"data:application/json;base64,\(json.base64EncodedString())\">"
      )
      html.markup(
        "Raw results as JSON</a> (\(json.count / 1024 + 1) KiB), the format of Specs/benchmarks.md</p>"
      )
    } else {
      html.element("p class=dim", "The raw results are too large for this page.")
    }
    html.markup("</section>")
  }
}
