#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// Runs comparisons and collects what they find.
public struct Runner {
  /// What was found so far.
  public var results: Results
  private let options: Options
  /// The ratios that decide instead of the limits; `nil` where the limits decide.
  ///
  /// With `--plant`, the ratios of the kernels without the regression are added, measured in the same rounds.
  public private(set) var baselines: RatioBaselines?
  /// The order of kernels within rounds.
  private var generator = Bootstrap.Generator(seed: 20)
  /// The suites one kernel of which was compared with itself.
  private var checkedSuites: Set<String> = []
  private let progress: RunProgress

  /// Starts a run.
  ///
  /// - Parameter baselines: The ratios that gates are judged by after the run: a comparison is measured again until
  ///   they decide.
  public init(
    options: Options, baselines: RatioBaselines? = nil, progress: RunProgress = RunProgress()
  ) {
    self.options = options
    self.baselines = baselines
    self.progress = progress
    results = Results(isQuick: options.isQuick)
  }

  /// Whether a suite or comparison of this name is asked for.
  public func wants(_ suite: String, _ name: String) -> Bool { options.wants(suite, name) }

  /// The converter whose processes are measured; the release build of the package where nil.
  public var programPath: String? { options.programPath }

  /// Whether comparisons without gates are left out.
  public var measuresGatesAlone: Bool { options.measuresGatesAlone }

  /// Whether this is a quick run.
  public var isQuick: Bool { options.isQuick }

  /// Runs a comparison: one unmeasured turn of each kernel, then rounds of one turn each.
  ///
  /// If the interval of a gate's ratio is not below the limit that decides, further rounds follow, except in a quick
  /// run that enforces no gates.
  public mutating func run(_ comparison: Comparison) throws {
    guard options.wants(comparison.suite, comparison.name) else { return }
    if options.measuresGatesAlone, comparison.gates.isEmpty { return }
    progress.show("\(comparison.suite): \(comparison.name)")
    var kernels = comparison.kernels.filter { !(options.isQuick && $0.isSlow) }
    let itself = kernelComparedWithItself(comparison, &kernels)
    if options.plantsRegression { plantRegressions(in: &kernels) }
    var times = try measure(comparison, kernels)
    let attempts = try repeatForGates(comparison, kernels, &times)
    if options.plantsRegression { addBaselinesWithoutRegression(comparison, times) }
    try repeatForBounds(comparison, kernels, &times)
    record(comparison, kernels.filter { $0.name != itself?.copy }, times)
    if let itself, let ratio = times.interval(itself.copy, itself.kernel) {
      record(comparison.suite, "\(itself.kernel) compared with itself", ratio.value, unit: "")
      record(comparison.suite, "\(itself.kernel) compared with itself, low", ratio.low, unit: "")
      record(comparison.suite, "\(itself.kernel) compared with itself, high", ratio.high, unit: "")
    }
    judge(comparison, times, attempts)
  }

  /// Measures again while a gate is not clearly met, and returns the number of measurements.
  ///
  /// A clear miss is measured again too, since a disturbance of the machine ends; an interval that contains the limit
  /// gets narrower by each measurement.
  private mutating func repeatForGates(
    _ comparison: Comparison, _ kernels: [Kernel], _ times: inout Times
  ) throws -> Int {
    if options.isQuick, !options.enforcesGates { return 1 }
    var attempts = 1
    while attempts < Gate.undecidedAttempts,
      comparison.gates.contains(where: { gate in
        guard let limit = decidingLimit(of: gate, in: comparison, times),
          let interval = times.interval(gate.kernel, gate.other)
        else { return false }
        return interval.high > limit && (attempts < Gate.attempts || interval.low <= limit)
      })
    {
      times.append(try measure(comparison, kernels))
      attempts += 1
    }
    return attempts
  }

  /// Returns the ratio above which a run fails; `nil` for a target without a baseline.
  private func decidingLimit(
    of gate: Gate, in comparison: Comparison, _ times: Times
  ) -> Double? {
    guard let baselines else { return gate.isTarget ? nil : gate.limit }
    let known =
      times.ratio(Kernel.nameWithoutRegression(gate.kernel), gate.other)
      ?? baselines.ratio(of: gate.name(in: comparison), on: results.machine.processor)
    return (known ?? (gate.isTarget ? nil : gate.limit)).map { $0 * RatioBaselines.factor }
  }

  /// Lets each candidate do its work twice, and adds a copy of it that does not.
  private func plantRegressions(in kernels: inout [Kernel]) {
    for index in kernels.indices where kernels[index].role == .candidate {
      var copy = kernels[index]
      copy.name = Kernel.nameWithoutRegression(copy.name)
      kernels[index].hasRegression = true
      kernels.append(copy)
    }
  }

  /// Makes the ratios of the kernels without a regression the baselines: the reference kernel of both ratios has the same
  /// times, so that a change of the machine between runs cannot hide the regression.
  private mutating func addBaselinesWithoutRegression(_ comparison: Comparison, _ times: Times) {
    for gate in comparison.gates {
      guard let ratio = times.ratio(Kernel.nameWithoutRegression(gate.kernel), gate.other) else {
        continue
      }
      baselines?.ratios[results.machine.processor, default: [:]][gate.name(in: comparison)] = ratio
    }
  }

  private mutating func repeatForBounds(
    _ comparison: Comparison, _ kernels: [Kernel], _ times: inout Times
  ) throws {
    var attempts = 1
    while !options.isQuick, attempts < Bound.attempts,
      let bound = comparison.bounds.first(where: { times.exceed($0) })
    {
      sleep(Bound.pause)
      let again = try measure(comparison, kernels)
      attempts += 1
      if again.median(bound.kernel) ?? .infinity < times.median(bound.kernel) ?? 0 { times = again }
    }
  }

  /// Records the gates of a comparison: one is missed if the whole interval of its ratio is above the limit.
  private mutating func judge(_ comparison: Comparison, _ times: Times, _ attempts: Int) {
    let name = comparison.fullName
    for gate in comparison.gates {
      let interval = times.interval(gate.kernel, gate.other)
      guard let found = interval?.value ?? times.ratio(gate.kernel, gate.other) else { continue }
      results.gates.append(
        Results.Verdict(
          comparison: name, claim: gate.claim, found: found,
          limit: gate.limit,
          stretch: gate.stretch,
          passes: Self.passes(found, interval, limit: gate.limit, isTarget: gate.isTarget),
          attempts: attempts, low: interval?.low, high: interval?.high,
          kind: gate.isTarget ? "target" : nil))
    }
    for bound in comparison.bounds {
      guard let found = times.median(bound.kernel) else { continue }
      results.gates.append(
        Results.Verdict(
          comparison: name, claim: bound.claim, found: found, limit: bound.nanoseconds,
          stretch: nil,
          passes: found <= bound.nanoseconds, attempts: attempts, kind: "target"))
    }
  }

  /// Returns whether a ratio is within its limit: a target by its value, a gate unless its whole interval is above.
  static func passes(
    _ found: Double, _ interval: Bootstrap.Ratio?, limit: Double, isTarget: Bool
  ) -> Bool {
    isTarget ? found <= limit : (interval?.low ?? found) <= limit
  }

  /// Adds a copy of the first candidate of a suite, whose ratio to itself shows the noise of the machine.
  private mutating func kernelComparedWithItself(
    _ comparison: Comparison, _ kernels: inout [Kernel]
  ) -> (kernel: String, copy: String)? {
    guard !checkedSuites.contains(comparison.suite), comparison.rounds >= 3,
      var copy = kernels.first(where: { $0.role == .candidate && !$0.isSlow })
    else { return nil }
    checkedSuites.insert(comparison.suite)
    let name = copy.name
    copy.name += ", again"
    kernels.append(copy)
    return (name, copy.name)
  }

  private mutating func measure(
    _ comparison: Comparison, _ kernels: [Kernel]
  ) throws -> Times {
    let rounds = options.isQuick ? min(3, comparison.rounds) : comparison.rounds
    var times = Times(kernels.map(\.name))
    for kernel in kernels where !kernel.isSlow { _ = try time(kernel, size: 1) }
    for round in 0..<rounds {
      // In a fixed order each kernel would always follow the same one, whose caches it finds.
      for index in kernels.indices.shuffled(using: &generator)
      where round < kernels[index].maximumRounds {
        let kernel = kernels[index]
        times.single[index].append(try time(kernel, size: 1).perOperation)
        guard comparison.checksLinearity, round < 3 else { continue }
        times.doubled[index].append(try time(kernel, size: 2).perOperation)
      }
    }
    return times
  }

  private mutating func record(_ comparison: Comparison, _ kernels: [Kernel], _ times: Times) {
    for kernel in kernels {
      let (single, doubled) = times.all(of: kernel.name)
      if single.isEmpty { continue }
      let median = Statistics.median(single)
      results.measurements.append(
        Results.Measurement(
          suite: comparison.suite, comparison: comparison.name, kernel: kernel.name,
          role: kernel.role.rawValue, operation: comparison.operation, nanoseconds: median,
          spread: Statistics.spread(single), rounds: single.count,
          ratio: comparison.reference.flatMap { times.ratio(kernel.name, $0) },
          doubling: doubled.isEmpty ? nil : 2 * Statistics.median(doubled) / median,
          samples: single,
          interval: comparison.reference.flatMap {
            $0 == kernel.name ? nil : times.interval(kernel.name, $0)
          }))
    }
  }

  /// Records whether a count stays within a limit, and whether it reaches a target.
  ///
  /// - Parameter limit: The limit of the gate; `nil` for a target alone.
  public mutating func judge(
    _ comparison: String, _ claim: String, _ found: Double, atMost limit: Double?,
    target: Double? = nil
  ) {
    for (limit, kind) in [(limit, nil), (target, "target")] {
      guard let limit else { continue }
      results.gates.append(
        Results.Verdict(
          comparison: comparison, claim: claim, found: found, limit: limit, stretch: nil,
          passes: found <= limit, attempts: 1, kind: kind))
    }
  }

  /// Records the frames of a workload.
  public mutating func record(_ series: FrameSeries) { results.frames?.append(series) }

  /// Records a figure that is no time.
  public mutating func record(_ suite: String, _ name: String, _ value: Double, unit: String) {
    results.values.append(Results.Value(suite: suite, name: name, value: value, unit: unit))
  }

  /// The median nanoseconds of a kernel that was measured.
  public func nanoseconds(_ suite: String, _ comparison: String, _ kernel: String) -> Double? {
    results.measurements.first {
      $0.suite == suite && $0.comparison == comparison && $0.kernel == kernel
    }?.nanoseconds
  }

  private func time(
    _ kernel: Kernel, size: Int
  ) throws -> (perOperation: Double, operations: Int) {
    var watch = Stopwatch()
    let operations = try kernel.run(size, &watch)
    if kernel.hasRegression { _ = try kernel.run(size, &watch) }
    return (Double(watch.nanoseconds) / Double(max(operations, 1)), operations)
  }
}

/// The times of the kernels of one attempt, in nanoseconds an operation.
private struct Times {
  private let kernels: [String]
  var single: [[Double]]
  var doubled: [[Double]]

  init(_ kernels: [String]) {
    self.kernels = kernels
    single = Array(repeating: [], count: kernels.count)
    doubled = single
  }

  func median(_ kernel: String) -> Double? {
    guard let index = kernels.firstIndex(of: kernel), !single[index].isEmpty else { return nil }
    return Statistics.median(single[index])
  }

  func ratio(_ above: String, _ below: String) -> Double? {
    guard let above = kernels.firstIndex(of: above), let below = kernels.firstIndex(of: below)
    else {
      return nil
    }
    return Statistics.medianRatio(single[above], single[below])
  }

  /// The times of a kernel, and those at twice the size.
  func all(of kernel: String) -> (single: [Double], doubled: [Double]) {
    kernels.firstIndex(of: kernel).map { (single[$0], doubled[$0]) } ?? ([], [])
  }

  /// Returns the ratio of the medians of two kernels with its interval; `nil` for fewer than three rounds.
  func interval(_ above: String, _ below: String) -> Bootstrap.Ratio? {
    Bootstrap.ratio(all(of: above).single, all(of: below).single) { Bootstrap.quantile($0, 0.5) }
  }

  /// Adds the times of further rounds.
  mutating func append(_ others: Times) {
    for index in kernels.indices {
      single[index] += others.single[index]
      doubled[index] += others.doubled[index]
    }
  }

  func exceed(_ bound: Bound) -> Bool {
    median(bound.kernel).map { $0 > bound.nanoseconds } ?? false
  }
}
