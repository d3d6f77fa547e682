internal import Foundation

/// Checks of the statistics with values whose result is known.
public enum SelfTest {
  /// Returns what is wrong; empty if nothing is.
  public static func failures() -> [String] {
    var failures: [String] = []
    func expect(_ condition: Bool, _ claim: String) { if !condition { failures.append(claim) } }
    checkHistogram(expect)
    checkHitches(expect)
    checkIntervals(expect)
    checkFiles(expect)
    checkPages(expect)
    checkHistory(expect)
    checkFunctions(expect)
    checkGates(expect)
    checkBaselines(expect)
    checkMessages(expect)
    return failures
  }

  private static func checkHistogram(_ expect: (Bool, String) -> Void) {
    // Indices of HdrHistogram with the lowest value 1 and three digits.
    for (value, index) in [
      (0, 0), (1, 1), (2047, 2047), (2048, 2048), (2049, 2048), (2050, 2049), (4095, 3071),
      (4096, 3072), (1_000_000, 11_169),
    ] {
      expect(FrameHistogram.index(of: value) == index, "histogram: \(value) is in bucket \(index)")
    }
    for value in [5, 2047, 2048, 99_999, 123_456_789] {
      let highest = FrameHistogram.highest(of: FrameHistogram.index(of: value))
      expect(
        highest >= value && Double(highest - value) <= 0.001 * Double(value),
        "histogram: the bucket of \(value) ends at \(highest)")
      expect(
        FrameHistogram.index(of: highest + 1) == FrameHistogram.index(of: value) + 1,
        "histogram: the bucket after that of \(value) begins at \(highest + 1)")
    }
    var histogram = FrameHistogram()
    for value in 1...1000 { histogram.record(value) }
    for (percentage, value) in [(50.0, 500), (99, 990), (99.9, 999), (100, 1000), (0, 1)] {
      expect(histogram.percentile(percentage) == value, "histogram: p\(percentage) is \(value)")
    }
    expect(FrameHistogram().percentile(50) == 0, "histogram: without values")
  }

  private static func checkHitches(_ expect: (Bool, String) -> Void) {
    let frame = 1_000_000_000 / 120
    var times = Array(repeating: frame - 1000, count: 119)
    expect(FrameSeries.hitchRatio(times, hertz: 120) == 0, "hitches: none in time")
    times.append(frame * 2 + 5000)
    let ratio = FrameSeries.hitchRatio(times, hertz: 120)
    expect(abs(ratio - 1000.0 / 60) < 0.01, "hitches: two intervals late in a second, not \(ratio)")
  }

  private static func checkIntervals(_ expect: (Bool, String) -> Void) {
    var generator = Bootstrap.Generator(seed: 1)
    func times(_ mean: Double, _ noise: Double) -> [Double] {
      (0..<60).map { _ in mean * (1 + noise * Double.random(in: -1...1, using: &generator)) }
    }
    var alarms = 0
    for round in 0..<100 {
      let ratio = Bootstrap.ratio(times(100, 0.1), times(100, 0.1), seed: UInt64(round)) {
        Bootstrap.quantile($0, 0.5)
      }
      alarms += ratio?.isDecided == true ? 1 : 0
    }
    expect(alarms <= 12, "intervals: \(alarms) of 100 equal pairs are called different")
    let slower = Bootstrap.ratio(times(110, 0.05), times(100, 0.05)) {
      Bootstrap.quantile($0, 0.5)
    }
    expect(slower?.claim == "slower", "intervals: 10 % more is slower")
    expect(
      Bootstrap.ratio([1, 2], [1, 2, 3]) { $0[0] } == nil, "intervals: two samples are too few")
  }

  private static func checkFiles(_ expect: (Bool, String) -> Void) {
    func decoded(_ text: String) -> Results? {
      try? Results.decoded(Data(text.utf8), name: "test")
    }
    func file(_ version: Int, _ rest: String) -> String {
      """
      {"schema": "ia-bench", "version": \(version), "date": "2026-11-22T00:00:00Z", "compiler": "",
      "machine": {"processor": "", "cores": 2, "system": ""}, "isQuick": false, "gates": [],
      "values": [], "measurements": [{"suite": "s", "comparison": "c", "kernel": "k",
      "role": "candidate", "operation": "o", "nanoseconds": 1, "spread": 0, "rounds": 3\(rest)}]}
      """
    }
    let (first, second) = (
      decoded(file(1, "")), decoded(file(2, ", \"samples\": [1, 1.1, 0.9, 1, 1]"))
    )
    let slow = decoded(file(2, ", \"samples\": [2, 2.1, 1.9, 2, 2]"))
    expect(first != nil, "files: version 1 is read")
    expect(second?.measurements.first?.samples?.count == 5, "files: samples are read")
    expect(decoded(file(3, "")) == nil, "files: version 3 is refused")
    for text in ["", "{", "[]", "{\"schema\": 5}", String(repeating: "[", count: 100_000)] {
      expect(decoded(text) == nil, "files: \(text.prefix(12)) is refused")
    }
    guard let first, let second, let slow else { return }
    expect(second.comparison(with: first).contains("no samples"), "files: no interval, no claim")
    expect(
      second.comparison(with: second).contains("no difference shown"), "files: the same is the same"
    )
    expect(slow.comparison(with: second).contains("slower"), "files: twice the time is slower")
  }

  /// Checks the reports of results whose names are markup.
  private static func checkPages(_ expect: (Bool, String) -> Void) {
    let name = "</pre><script>'\"&|\u{1B}[2J"
    var results = Results(isQuick: true)
    for (kernel, role) in [("ours", "candidate"), (name, "peer")] {
      results.add(
        suite: name, comparison: name, kernel: kernel, role: role, operation: name,
        samples: [1, 2, 3],
        ratio: Bootstrap.Ratio(value: 2, low: 1.5, high: 3),
        reference: role == "peer" ? "ours" : nil, note: nil)
    }
    results.gates = (0..<40).map { _ in
      Results.Verdict(comparison: name, claim: name, found: 2, limit: 1, passes: false, attempts: 1)
    }
    results.gaps = [Results.Gap(suite: name, name: name, reason: name)]
    results.frames = [
      FrameSeries(
        workload: name, phase: name, views: 1, rows: 1, hertz: 120, cpu: [1, 20_000_000, 3],
        wall: [1, 2, 3],
        rounds: 1, counts: [:], engine: name),
      FrameSeries(
        workload: name, phase: name, views: 1, rows: 1, hertz: 0, cpu: [], wall: [], rounds: 0,
        counts: [:]),
    ]
    let page = BenchPage(results, BenchPage.Additions(baseline: results)).html
    expect(!page.contains("<script"), "page: names are text")
    expect(!page.contains("http:") && !page.contains("https:"), "page: no address")
    expect(page.contains("▲</span> slower"), "page: a direction has a sign and a word")
    expect(page.contains("20.0"), "page: a late frame is in the table")
    expect(
      results.markdown.split(separator: "\n", omittingEmptySubsequences: false).count <= 21,
      "comment: 20 lines")
    expect(results.markdown.contains("✗ gate"), "comment: a missed gate is first")
    expect(
      !results.junit.contains("<script") && !results.junit.contains("\u{1B}"),
      "JUnit: names are text")
    expect(results.junit.contains("failures=\"40\""), "JUnit: failures are counted")
    expect(results.openMetrics.hasSuffix("# EOF\n"), "metrics: the end is marked")
    expect(
      results.openMetrics.split(separator: "\n").allSatisfy {
        $0.hasPrefix("#") || $0.hasPrefix("ia_bench_")
      },
      "metrics: a line for each figure")
  }

  /// Checks that a ratio is compared with its baseline, and that a missing one is reported and fails nothing.
  private static func checkBaselines(_ expect: (Bool, String) -> Void) {
    func results(_ found: Double, _ low: Double?) -> Results {
      var results = Results(isQuick: true)
      results.machine.processor = "P"
      results.gates = [
        Results.Verdict(
          comparison: "s/c", claim: "a / b", found: found, limit: 9, passes: true, attempts: 1,
          low: low, high: low.map { $0 * 1.2 })
      ]
      return results
    }
    var baselines = RatioBaselines()
    let missing = baselines.verdicts(on: results(2, 1.9))
    expect(
      missing.verdicts.map(\.isFailure) == [false] && missing.missing == ["s/c: a / b"],
      "baselines: missing")
    baselines.accept([results(2, 1.9), results(2.1, 2), results(3, 2.9)], processor: "P")
    expect(baselines.ratios == ["P": ["s/c: a / b": 2.1]], "baselines: the median is accepted")
    func isMissed(_ found: Double, _ low: Double?) -> Bool? {
      baselines.verdicts(on: results(found, low)).verdicts.first?.isFailure
    }
    expect(isMissed(2.3, 2) == false, "baselines: 10 % more of a time is no alarm")
    expect(isMissed(3.5, 2.6) == false, "baselines: an interval with the limit is no alarm")
    expect(isMissed(4.2, 3.8) == true, "baselines: twice the time is caught")
    expect(isMissed(4.2, nil) == nil, "baselines: counts have none")
    var over = results(9.9, 9.8)
    over.gates[0].passes = false
    baselines.ratios["P"] = ["s/c: a / b": 9]
    let known = baselines.judge(&over)
    expect(
      known.isEmpty && over.gates.count == 2 && !over.gates.contains(where: \.isFailure),
      "baselines: a baseline decides instead of the limit")
    baselines.ratios["P"] = [:]
    over.gates = [over.gates[0]]
    over.gates[0].kind = nil
    expect(
      baselines.judge(&over).count == 1 && !over.gates.contains(where: \.isFailure),
      "baselines: without one the limit is no alarm by itself")
    var twice = results(18.9, 18)
    expect(
      baselines.judge(&twice).count == 1 && twice.gates.contains(where: \.isFailure),
      "baselines: without one twice the limit is caught")
    let encoded = try? JSONDecoder().decode(RatioBaselines.self, from: baselines.encoded())
    expect(encoded == baselines, "baselines: written and read")
  }

  /// Checks that gates of equal code raise no alarm in 100 noisy runs, and that planted regressions are caught.
  private static func checkGates(_ expect: (Bool, String) -> Void) {
    var generator = Bootstrap.Generator(seed: 5)
    func rounds(_ mean: Double, _ count: Int) -> [Double] {
      // Noise of 8 %, and a disturbance of half as long again in one round of ten.
      (0..<count).map { _ in
        let disturbed = Double.random(in: 0..<1, using: &generator) < 0.1 ? 1.5 : 1
        return mean * disturbed * (1 + 0.08 * Double.random(in: -1...1, using: &generator))
      }
    }
    func alarms(_ slower: Double, limit: Double) -> Int {
      (0..<100).count { _ in
        let (above, below) = (rounds(100 * slower, 21), rounds(100, 21))
        let ratio = Bootstrap.ratio(above, below) { Bootstrap.quantile($0, 0.5) }
        return !Runner.passes(ratio?.value ?? 0, ratio, limit: limit, isTarget: false)
      }
    }
    // A band of 10 % beside the figure of unchanged code.
    expect(alarms(1, limit: 1.1) == 0, "gates: unchanged code raises an alarm")
    expect(alarms(1.3, limit: 1.1) >= 99, "gates: 30 % more time is not caught")
    expect(alarms(2, limit: 1.1) == 100, "gates: twice the time is not caught")
    let wide = Bootstrap.Ratio(value: 1.2, low: 0.9, high: 1.4)
    expect(
      Runner.passes(1.2, wide, limit: 1, isTarget: false),
      "gates: an interval with the limit raises an alarm")
    expect(!Runner.passes(1.2, wide, limit: 1, isTarget: true), "gates: a target goes by the value")
    expect(
      !Runner.passes(1.2, nil, limit: 1, isTarget: false), "gates: a count over its limit passes")
  }
}
