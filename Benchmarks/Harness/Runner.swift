/// Runs comparisons and collects what they find.
public struct Runner {
  /// What was found so far.
  public var results: Results
  private let options: Options

  /// Starts a run.
  public init(options: Options) {
    self.options = options
    results = Results(
      date: SystemFacts.now(), machine: SystemFacts.machine(), compiler: SystemFacts.compiler(),
      isQuick: options.isQuick)
  }

  /// Whether a suite or comparison of this name is asked for.
  public func wants(_ suite: String, _ name: String) -> Bool { options.wants(suite, name) }

  /// Whether this is a quick run.
  public var isQuick: Bool { options.isQuick }

  /// Runs a comparison: one unmeasured turn of each kernel, then rounds of one turn each.
  public mutating func run(_ comparison: Comparison) throws {
    guard options.wants(comparison.suite, comparison.name) else { return }
    let rounds = options.isQuick ? min(3, comparison.rounds) : comparison.rounds
    let kernels = comparison.kernels.filter { !(options.isQuick && $0.isSlow) }
    var times = [[Double]](repeating: [], count: kernels.count)
    var doubled = [[Double]](repeating: [], count: kernels.count)
    for kernel in kernels where !kernel.isSlow { _ = try Self.time(kernel, size: 1) }
    for round in 0..<rounds {
      for (index, kernel) in kernels.enumerated() where round < kernel.maximumRounds {
        times[index].append(try Self.time(kernel, size: 1).perOperation)
        guard comparison.checksLinearity, round < 3 else { continue }
        doubled[index].append(try Self.time(kernel, size: 2).perOperation)
      }
    }
    let reference = kernels.firstIndex { $0.name == comparison.reference }
    for (index, kernel) in kernels.enumerated() where !times[index].isEmpty {
      let median = Statistics.median(times[index])
      results.measurements.append(
        Results.Measurement(
          suite: comparison.suite, comparison: comparison.name, kernel: kernel.name,
          role: kernel.role.rawValue, operation: comparison.operation, nanoseconds: median,
          spread: Statistics.spread(times[index]), rounds: times[index].count,
          ratio: reference.flatMap { Statistics.medianRatio(times[index], times[$0]) },
          doubling: doubled[index].isEmpty
            ? nil : 2 * Statistics.median(doubled[index]) / median))
    }
    for gate in comparison.gates {
      guard let above = kernels.firstIndex(where: { $0.name == gate.kernel }),
        let below = kernels.firstIndex(where: { $0.name == gate.other }),
        let ratio = Statistics.medianRatio(times[above], times[below])
      else { continue }
      judge(
        "\(comparison.suite)/\(comparison.name)", "\(gate.kernel) / \(gate.other)", ratio,
        atMost: gate.limit, stretch: gate.stretch)
    }
  }

  /// Records whether a figure stays within a bound.
  public mutating func judge(
    _ comparison: String, _ claim: String, _ found: Double, atMost limit: Double,
    stretch: Double? = nil
  ) {
    results.gates.append(
      Results.Verdict(
        comparison: comparison, claim: claim, found: found, limit: limit, stretch: stretch,
        passes: found <= limit))
  }

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

  private static func time(
    _ kernel: Kernel, size: Int
  ) throws -> (perOperation: Double, operations: Int) {
    var watch = Stopwatch()
    let operations = try kernel.run(size, &watch)
    return (Double(watch.nanoseconds) / Double(max(operations, 1)), operations)
  }
}
