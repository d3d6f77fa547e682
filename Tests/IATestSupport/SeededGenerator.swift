/// A small, fast random number generator with a printed seed (SplitMix64).
///
/// The same seed gives the same numbers on every machine and in every version of the suite.
/// Source of the constants: Steele, Lea, Flood, "Fast splittable pseudorandom number generators".
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
}
