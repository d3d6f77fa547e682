/// The frames of one workload: every time, and what was counted.
public struct FrameSeries: Codable, Sendable {
  /// The name of the workload.
  public var workload: String
  /// The part of a frame that is measured: `exposed` until the exposed pixels are written, `contiguous` until
  /// a contiguous picture of each view exists.
  public var phase: String
  /// The number of views.
  public var views: Int
  /// The number of rows.
  public var rows: Int
  /// The frames per second of the virtual clock.
  public var hertz: Int
  /// The CPU time of each frame in nanoseconds, round after round.
  public var cpu: [Int]
  /// The elapsed time of each frame in nanoseconds.
  public var wall: [Int]
  /// The number of rounds.
  public var rounds: Int
  /// Percentiles of the CPU time in milliseconds, by name: `p50`, `p90`, `p99`, `p99.9`, `max`.
  public var percentiles: [String: Double] = [:]
  /// The time by which frames were late, in milliseconds per second of CPU time and of elapsed time.
  public var hitch: [String: Double] = [:]
  /// The counts of one round, by name.
  public var counts: [String: Double]
  /// The work of each frame of the first round, by name; see Specs/benchmarks.md.
  public var work: [String: [Int]]?
  /// The name of the engine that drew the frames; absent for this suite's own views.
  public var engine: String?

  /// Creates a series and computes its percentiles.
  public init(
    workload: String, phase: String, views: Int, rows: Int, hertz: Int, cpu: [Int], wall: [Int],
    rounds: Int, counts: [String: Double], engine: String? = nil
  ) {
    self.workload = workload
    self.phase = phase
    self.views = views
    self.rows = rows
    self.hertz = hertz
    self.cpu = cpu
    self.wall = wall
    self.rounds = rounds
    self.counts = counts
    self.engine = engine
    var histogram = FrameHistogram()
    for time in cpu { histogram.record(time) }
    for (name, percentage) in Self.percentages {
      percentiles[name] = Double(histogram.percentile(percentage)) / 1e6
    }
    hitch["cpu"] = Self.hitchRatio(cpu, hertz: hertz)
    hitch["wall"] = Self.hitchRatio(wall, hertz: hertz)
  }

  /// The percentiles that are reported.
  public static let percentages = [
    ("p50", 50.0), ("p90", 90), ("p99", 99), ("p99.9", 99.9), ("max", 100),
  ]

  /// Returns the hitch time ratio in ms/s: the sum of whole refresh intervals by which frames exceed their own
  /// interval, divided by the time of all frames on the virtual clock.
  ///
  /// Apple's definition ("Analyzing responsiveness issues in your shipping app"): below 5 is good, above 10 poor.
  public static func hitchRatio(_ times: [Int], hertz: Int) -> Double {
    guard !times.isEmpty, hertz > 0 else { return 0 }
    let interval = 1e9 / Double(hertz)
    let late = times.reduce(0.0) { sum, time in
      sum + max((Double(time) / interval).rounded(.up) - 1, 0) * interval
    }
    return late / 1e6 / (Double(times.count) / Double(hertz))
  }
}
