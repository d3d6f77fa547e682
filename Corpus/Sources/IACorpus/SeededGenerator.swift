/// Random choices that are the same for the same seed on every machine: of the corpus, tests and
/// benchmarks.
///
/// The numbers come from SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number
/// generators"); nothing goes through a mathematical library, whose last digit may differ.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Starts a sequence.
  public init(seed: UInt64) { state = seed }

  /// The next 64 random bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number in `0..<bound`; 0 for a bound below 1.
  public mutating func below(_ bound: Int) -> Int {
    bound < 1 ? 0 : Int(next() % UInt64(bound))
  }

  /// Whether an event of so many per cent happens.
  public mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  /// One of some values.
  ///
  /// - Precondition: There is one.
  public mutating func pick<Value>(_ values: [Value]) -> Value { values[below(values.count)] }

  /// A number that is nearly normally distributed: the sum of twelve even ones.
  public mutating func normal(mean: Double, deviation: Double) -> Double {
    var sum = 0
    for _ in 0..<12 { sum += below(1 << 20) }
    return mean + deviation * (Double(sum) / Double(1 << 20) - 6)
  }
}
