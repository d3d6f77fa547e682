internal import Foundation

extension Results {
  /// The gates and gaps as JUnit XML, for the test views of CI systems.
  var junit: String {
    let gaps = gaps ?? []
    var xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
    xml +=
      "  <testsuite name=\"ia-bench\" tests=\"\(gates.count + gaps.count)\" failures=\"\(gates.count(where: \.isFailure))\" "
      + "errors=\"0\" skipped=\"\(gaps.count)\" timestamp=\"\(BenchHTML.escaped(date))\">\n"
    for gate in gates {
      let place =
        "classname=\"\(BenchHTML.escaped(gate.comparison))\" name=\"\(BenchHTML.escaped(gate.claim))\""
      let found =
        "found \(BenchCharts.number(gate.found)), at most \(BenchCharts.number(gate.limit))"
      xml += "    <testcase \(place)>"
      xml +=
        !gate.isFailure ? "<system-out>\(found)</system-out>" : "<failure message=\"\(found)\"/>"
      xml += "</testcase>\n"
    }
    for gap in gaps {
      xml +=
        "    <testcase classname=\"\(BenchHTML.escaped(gap.suite))\" name=\"\(BenchHTML.escaped(gap.name))\">"
      xml += "<skipped message=\"\(BenchHTML.escaped(gap.reason))\"/></testcase>\n"
    }
    return xml + "  </testsuite>\n</testsuites>\n"
  }

  /// A comment of at most 20 lines in Markdown: missed gates, then our largest ratios to other programs, then gaps.
  var markdown: String {
    func cell(_ text: String) -> String {
      let plain = String(
        text.map { $0.isNewline || $0 == "|" || $0 == "<" || $0 == "`" ? " " : $0 })
      return plain.count > 90 ? plain.prefix(89) + "…" : plain
    }
    let gates = gates.filter { $0.kind != "target" }
    let missed = gates.filter(\.isFailure)
    let gaps = gaps ?? []
    var lines = [
      "### Benchmarks: \(gates.count - missed.count) of \(gates.count) gates pass\(gaps.isEmpty ? "" : ", \(gaps.count) gaps")",
      cell("\(machine.processor), \(machine.cores) cores, \(date)\(isQuick ? ", quick run" : "")"),
      "",
      "| | figure | ratio | 95 % |", "| --- | --- | --- | --- |",
    ]
    for gate in missed.prefix(5) {
      lines.append(
        "| ✗ gate | \(cell("\(gate.comparison): \(gate.claim)")) | \(BenchCharts.number(gate.found)) | "
          + "at most \(BenchCharts.number(gate.limit)) |")
    }
    let decided = claims.filter {
      $0.isOurs && !$0.isAgainstLimit && $0.interval?.isDecided == true
    }
    .sorted { abs(log($0.value)) > abs(log($1.value)) }
    for claim in decided.prefix(8) {
      guard let interval = claim.interval else { continue }
      lines.append(
        "| \(claim.direction.sign) \(claim.direction.rawValue) | \(cell("\(claim.name): \(claim.kernel) / \(claim.reference)")) "
          + "| \(BenchCharts.number(claim.value)) | \(BenchCharts.number(interval.low))…\(BenchCharts.number(interval.high)) |"
      )
    }
    if lines.count == 5 { lines.append("| | no claims | | |") }
    if let gap = gaps.first { lines += ["", cell("Gap: \(gap.suite)/\(gap.name): \(gap.reason)")] }
    return lines.prefix(20).joined(separator: "\n") + "\n"
  }

  /// All figures as OpenMetrics text.
  var openMetrics: String {
    func label(_ text: String) -> String {
      String(text.flatMap { $0 == "\\" || $0 == "\"" ? "\\\($0)" : $0.isNewline ? "\\n" : "\($0)" })
    }
    func labels(_ pairs: [(String, String)]) -> String {
      "{\(pairs.map { "\($0.0)=\"\(label($0.1))\"" }.joined(separator: ","))}"
    }
    var text =
      "# TYPE ia_bench_operation_seconds gauge\n# UNIT ia_bench_operation_seconds seconds\n"
    for one in measurements {
      let names = [
        ("suite", one.suite), ("comparison", one.comparison), ("kernel", one.kernel),
        ("operation", one.operation),
      ]
      text += "ia_bench_operation_seconds\(labels(names)) \(one.nanoseconds / 1e9)\n"
    }
    text += "# TYPE ia_bench_ratio gauge\n"
    for claim in claims {
      let names = [
        ("figure", claim.name), ("kernel", claim.kernel), ("reference", claim.reference),
      ]
      text += "ia_bench_ratio\(labels(names + [("bound", "value")])) \(claim.value)\n"
      guard let interval = claim.interval else { continue }
      text += "ia_bench_ratio\(labels(names + [("bound", "low")])) \(interval.low)\n"
      text += "ia_bench_ratio\(labels(names + [("bound", "high")])) \(interval.high)\n"
    }
    text += "# TYPE ia_bench_frame_seconds gauge\n# UNIT ia_bench_frame_seconds seconds\n"
    for (number, one) in (frames ?? []).enumerated() {
      for (name, milliseconds) in one.percentiles.sorted(by: { $0.key < $1.key }) {
        let names = [
          ("series", "\(number)"), ("workload", one.workload), ("phase", one.phase),
          ("engine", one.engine ?? "ours"),
          ("views", "\(one.views)"), ("rows", "\(one.rows)"), ("quantile", name),
        ]
        text += "ia_bench_frame_seconds\(labels(names)) \(milliseconds / 1e3)\n"
      }
    }
    text += "# TYPE ia_bench_gate_passes gauge\n"
    for (number, gate) in gates.enumerated() {
      let names = [("number", "\(number)"), ("comparison", gate.comparison), ("claim", gate.claim)]
      text += "ia_bench_gate_passes\(labels(names)) \(gate.passes ? 1 : 0)\n"
    }
    return text + "# EOF\n"
  }
}
