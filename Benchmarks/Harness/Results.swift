/// What one run of the benchmarks found: the content of its JSON output.
public struct Results: Codable {
  /// The name of the format.
  public var schema = "ia-bench"
  /// The version of the format.
  public var version = 2
  /// When the run began, as RFC 3339 text.
  public var date: String
  /// What it ran on.
  public var machine: Machine
  /// The compiler's own description of itself.
  public var compiler: String
  /// Whether it was a quick run, with fewer rounds and without slow peers.
  public var isQuick: Bool
  /// Every kernel of every comparison.
  public var measurements: [Measurement] = []
  /// Every gate.
  public var gates: [Verdict] = []
  /// Figures that are no times: bytes a unit.
  public var values: [Value] = []
  /// The frames of scrolling workloads; absent in version 1.
  public var frames: [FrameSeries]? = []
  /// What could not be measured; absent in files from before this member.
  public var gaps: [Gap]? = []

  /// Creates empty results of this machine, dated now.
  public init(isQuick: Bool) {
    date = SystemFacts.now()
    machine = SystemFacts.machine()
    compiler = SystemFacts.compiler()
    self.isQuick = isQuick
  }

  /// What it ran on.
  public struct Machine: Codable {
    /// The model of the processor.
    public var processor: String
    /// How many cores are online.
    public var cores: Int
    /// The operating system.
    public var system: String
  }

  /// One kernel.
  public struct Measurement: Codable {
    /// The suite.
    public var suite: String
    /// The comparison.
    public var comparison: String
    /// The kernel.
    public var kernel: String
    /// `candidate`, `peer` or `limit`.
    public var role: String
    /// What an operation is.
    public var operation: String
    /// The median of the rounds' CPU nanoseconds an operation.
    public var nanoseconds: Double
    /// (highest − lowest) / median over all rounds.
    public var spread: Double
    /// How many rounds.
    public var rounds: Int
    /// The median of the rounds' ratios to the comparison's reference.
    public var ratio: Double?
    /// The time of twice the size over that of the size, where looked at.
    public var doubling: Double?
    /// The CPU nanoseconds an operation of each round; absent in version 1.
    public var samples: [Double]?
    /// The interval that contains the ratio with a probability of 95 %; absent in version 1.
    public var interval: Bootstrap.Ratio?
    /// The kernel that the ratio is to; absent for the first peer or limit of the comparison.
    public var reference: String?
    /// The reason why the figure has no ratio: the output differs from that of the reference.
    public var note: String?
  }

  /// A gate and what it found.
  public struct Verdict: Codable {
    /// The suite and the comparison.
    public var comparison: String
    /// What must hold, in words.
    public var claim: String
    /// The ratio or value found.
    public var found: Double
    /// The largest that passes.
    public var limit: Double
    /// A better one that is hoped for.
    public var stretch: Double?
    /// Whether it passes.
    public var passes: Bool
    /// The number of measurements of the comparison.
    public var attempts: Int
    /// The ends of the interval that contains the ratio with a probability of 95 %; absent for counts.
    public var low: Double?
    /// The upper end.
    public var high: Double?
    /// `target` for a limit that fails no run; absent for a gate.
    public var kind: String?

    /// Whether a gate is missed.
    public var isFailure: Bool { !passes && kind != "target" }
  }

  /// A figure that is no time.
  public struct Value: Codable {
    /// The suite.
    public var suite: String
    /// What it is.
    public var name: String
    /// The figure.
    public var value: Double
    /// Its unit.
    public var unit: String
  }

  /// A figure that could not be measured.
  public struct Gap: Codable {
    /// The suite.
    public var suite: String
    /// The name of the figure, or of the engine.
    public var name: String
    /// The reason.
    public var reason: String

    /// Creates a gap.
    public init(suite: String, name: String, reason: String) {
      self.suite = suite
      self.name = name
      self.reason = reason
    }
  }
}

extension Results {
  /// Adds the times of a kernel.
  ///
  /// - Parameters:
  ///   - samples: The nanoseconds of an operation in each round.
  ///   - ratio: The ratio to the reference.
  ///   - reference: The kernel that the ratio is to.
  ///   - note: The reason why there is no ratio.
  public mutating func add(
    suite: String, comparison: String, kernel: String, role: String, operation: String,
    samples: [Double], ratio: Bootstrap.Ratio?, reference: String?, note: String?
  ) {
    measurements.append(
      Measurement(
        suite: suite, comparison: comparison, kernel: kernel, role: role, operation: operation,
        nanoseconds: Statistics.median(samples), spread: Statistics.spread(samples),
        rounds: samples.count, ratio: ratio?.value, samples: samples, interval: ratio,
        reference: reference, note: note))
  }

  /// Whether nothing was measured, and nothing is known to be missing.
  public var isEmpty: Bool {
    measurements.isEmpty && gates.isEmpty && values.isEmpty && (frames ?? []).isEmpty
      && (gaps ?? []).isEmpty
  }

  /// The number of measurements, values and series of frames.
  public var figureCount: Int { measurements.count + values.count + (frames ?? []).count }

  /// Adds a figure that is no time.
  public mutating func add(suite: String, value name: String, _ value: Double, unit: String) {
    values.append(Value(suite: suite, name: name, value: value, unit: unit))
  }
}
