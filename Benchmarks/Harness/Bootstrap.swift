/// Intervals of ratios by resampling.
public enum Bootstrap {
  /// A ratio with the interval that contains it with a probability of 95 %.
  public struct Ratio: Codable, Sendable {
    /// The ratio of the statistics.
    public var value: Double
    /// The lower end.
    public var low: Double
    /// The upper end.
    public var high: Double

    /// Whether the interval lies on one side of 1.
    public var isDecided: Bool { high < 1 || low > 1 }

    /// The claim that the interval allows.
    public var claim: String {
      if high < 1 { return "faster" }
      if low > 1 { return "slower" }
      return "no difference shown"
    }
  }

  /// Pseudorandom numbers from a seed (xorshift64*).
  public struct Generator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Creates a generator.
    public init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

    /// Returns the next number.
    public mutating func next() -> UInt64 {
      state ^= state >> 12
      state ^= state << 25
      state ^= state >> 27
      return state &* 0x2545_F491_4F6C_DD1D
    }
  }

  private static let resamples = 2000

  /// Returns the ratio of a statistic of two lists of times; `nil` for lists too short to resample.
  ///
  /// - Parameters:
  ///   - above: The times above the line.
  ///   - below: The times below it.
  ///   - block: The number of neighbouring times that are drawn together: those of frames depend on each other.
  ///   - statistic: The statistic of sorted times.
  public static func ratio(
    _ above: [Double], _ below: [Double], block: Int = 1, seed: UInt64 = 20_261_123,
    statistic: ([Double]) -> Double
  ) -> Ratio? {
    guard above.count >= 3, below.count >= 3 else { return nil }
    var generator = Generator(seed: seed)
    let found = statistic(above.sorted()) / statistic(below.sorted())
    guard found.isFinite else { return nil }
    let count = max(above.count, below.count) > 2000 ? resamples / 5 : resamples
    var ratios: [Double] = []
    ratios.reserveCapacity(count)
    for _ in 0..<count {
      let first = resampled(above, block, &generator)
      let second = resampled(below, block, &generator)
      let ratio = statistic(first) / statistic(second)
      if ratio.isFinite { ratios.append(ratio) }
    }
    guard !ratios.isEmpty else { return nil }
    ratios.sort()
    return Ratio(value: found, low: quantile(ratios, 0.025), high: quantile(ratios, 0.975))
  }

  /// Returns times drawn with replacement, sorted.
  private static func resampled(
    _ times: [Double], _ block: Int, _ generator: inout Generator
  ) -> [Double] {
    let block = min(max(block, 1), times.count)
    var drawn: [Double] = []
    drawn.reserveCapacity(times.count + block)
    while drawn.count < times.count {
      let start = Int.random(in: 0...times.count - block, using: &generator)
      drawn += times[start..<start + block]
    }
    drawn.removeLast(drawn.count - times.count)
    drawn.sort()
    return drawn
  }

  /// Returns a quantile of sorted values, 0 for none.
  public static func quantile(_ sorted: [Double], _ fraction: Double) -> Double {
    guard let last = sorted.last else { return 0 }
    let place = min(max(fraction, 0), 1) * Double(sorted.count - 1)
    let index = Int(place)
    guard index + 1 < sorted.count else { return last }
    return sorted[index] + (sorted[index + 1] - sorted[index]) * (place - Double(index))
  }
}
