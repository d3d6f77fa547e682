/// A generator of reproducible random choices for the corpus, tests and benchmarks.
///
/// The same seed gives the same choices on every machine. The numbers are computed by SplitMix64
/// (Steele, Lea, Flood, "Fast splittable pseudorandom number generators"), without functions of a
/// mathematical library, whose results may differ in the last digit.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Creates a generator with a seed.
  public init(seed: UInt64) { state = seed }

  /// Returns the next 64 random bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Returns a number in `0..<bound`, or 0 if the bound is less than 1.
  public mutating func below(_ bound: Int) -> Int {
    bound < 1 ? 0 : Int(next() % UInt64(bound))
  }

  /// Returns `true` with a probability in per cent.
  public mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  /// Returns a randomly chosen value.
  ///
  /// - Precondition: `values` is not empty.
  public mutating func pick<Value>(_ values: [Value]) -> Value { values[below(values.count)] }

  /// Returns an approximately normally distributed number: the scaled sum of twelve uniform
  /// numbers.
  public mutating func normal(mean: Double, deviation: Double) -> Double {
    var sum = 0
    for _ in 0..<12 { sum += below(1 << 20) }
    return mean + deviation * (Double(sum) / Double(1 << 20) - 6)
  }
}
