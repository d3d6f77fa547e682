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
    /// How often it was measured: a time over its bound is measured again, and the best counts.
    public var attempts: Int
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
}
