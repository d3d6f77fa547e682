public import Foundation

extension Results {
  /// The results as one table for a terminal.
  public var table: String {
    var lines = [
      "\(machine.processor), \(machine.cores) cores; \(compiler)",
      "CPU time a turn, median; spread (max-min)/median; ratio to the first peer or limit;"
        + " 2n/n = time at twice the size",
      "",
    ]
    var rows: [[String]] = [["comparison", "kernel", "", "time", "spread", "ratio", "2n/n"]]
    var before = ""
    for one in measurements {
      let name = "\(one.suite)/\(one.comparison)"
      rows.append([
        name == before ? "" : name, one.kernel, one.role == "candidate" ? "*" : "",
        "\(Self.time(one.nanoseconds))/\(one.operation)", Self.number(one.spread * 100, 0) + " %",
        Self.ratio(one), one.doubling.map { Self.number($0, 2) } ?? "",
      ])
      before = name
    }
    lines += Self.aligned(rows, numbers: 3...)
    if let frames, !frames.isEmpty {
      lines.append("")
      lines += Self.aligned(frameRows(frames), numbers: 1...)
    }
    if !values.isEmpty {
      lines.append("")
      lines += Self.aligned(
        values.map { ["\($0.suite)/\($0.name)", "\(Self.number($0.value, 3)) \($0.unit)"] },
        numbers: 1...)
    }
    if let gaps, !gaps.isEmpty {
      lines.append("")
      lines += Self.aligned(
        [["gap", "reason"]] + gaps.map { ["\($0.suite)/\($0.name)", $0.reason] }, numbers: 9...)
    }
    if !gates.isEmpty {
      var verdicts = [["gate", "claim", "found", "at most", "stretch", ""]]
      for gate in gates {
        let attempts = gate.attempts > 1 ? ", measured \(gate.attempts) times" : ""
        let interval =
          zip(gate.low.map { [$0] } ?? [], gate.high.map { [$0] } ?? [])
          .map { " (\(Self.number($0, 3))…\(Self.number($1, 3)))" }.first ?? ""
        verdicts.append([
          gate.comparison, gate.claim, Self.number(gate.found, 4) + interval,
          Self.number(gate.limit, 4),
          gate.stretch.map { Self.number($0, 3) } ?? "", Self.result(of: gate) + attempts,
        ])
      }
      lines.append("")
      lines += Self.aligned(verdicts, numbers: 2...4)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func result(of gate: Verdict) -> String {
    if gate.kind == "target" { return gate.passes ? "target, reached" : "target, not reached" }
    if gate.isFailure { return "MISSED" }
    return gate.stretch.map { gate.found <= $0 } ?? false ? "ok, stretch" : "ok"
  }

  /// The frames of each series: milliseconds of CPU time, hitches, pixels written for each exposed, rows sized in a
  /// frame.
  private func frameRows(_ frames: [FrameSeries]) -> [[String]] {
    var rows = [
      ["workload", "views", "rows", "until"] + FrameSeries.percentages.map(\.0)
        + ["hitch ms/s", "written/exposed", "sized", "anchor px"]
    ]
    for one in frames {
      let exposed = one.counts["exposedPixels"] ?? 0
      let count = Double(max(one.cpu.count / max(one.rounds, 1), 1))
      rows.append(
        [
          one.engine.map { "\(one.workload), \($0)" } ?? one.workload, "\(one.views)",
          "\(one.rows)", one.phase,
        ]
          + FrameSeries.percentages.map { Self.number(one.percentiles[$0.0] ?? 0, 2) }
          + [
            Self.number(one.hitch["cpu"] ?? 0, 1),
            exposed > 0 ? Self.number((one.counts["writtenPixels"] ?? 0) / exposed, 2) : "",
            Self.number((one.counts["sizedRows"] ?? 0) / count, 1),
            Self.number(one.counts["anchorMovement"] ?? 0, 0),
          ])
    }
    return rows
  }

  private static func ratio(_ one: Measurement) -> String {
    guard let ratio = one.ratio else { return one.note ?? "" }
    guard let interval = one.interval else { return number(ratio, 3) }
    return "\(number(ratio, 3)) (\(number(interval.low, 3))…\(number(interval.high, 3)))"
  }

  /// The results as JSON, keys sorted.
  public func json() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(self)
  }

  static func aligned(_ rows: [[String]], numbers: some RangeExpression<Int>) -> [String] {
    let columns = rows.map(\.count).max() ?? 0
    let widths = (0..<columns).map { column in
      rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
    }
    return rows.map { row in
      let cells = row.enumerated().map { column, cell in
        let padding = String(repeating: " ", count: widths[column] - cell.count)
        return numbers.contains(column) ? padding + cell : cell + padding
      }
      return cells.joined(separator: "  ").trimmingSuffix { $0 == " " }
    }
  }

  private static func time(_ nanoseconds: Double) -> String {
    switch nanoseconds {
    case ..<1_000: number(nanoseconds, nanoseconds < 10 ? 2 : 1) + " ns"
    case ..<1_000_000: number(nanoseconds / 1_000, 2) + " µs"
    default: number(nanoseconds / 1_000_000, 2) + " ms"
    }
  }

  private static func number(_ value: Double, _ digits: Int) -> String {
    String(format: "%.\(digits)f", value)
  }
}

extension String {
  fileprivate func trimmingSuffix(while isUnwanted: (Character) -> Bool) -> String {
    var text = self[...]
    while let last = text.last, isUnwanted(last) { text = text.dropLast() }
    return String(text)
  }
}
