/// The strings of all tokens, one after the other.
struct TokenStrings: Sendable {
  private(set) var units: [UInt16] = []
  private(set) var starts: [Int32] = [0]

  /// How many tokens there are.
  var count: Int { starts.count - 1 }

  /// Appends a token.
  mutating func append(_ string: some Collection<UInt16>) {
    units.append(contentsOf: string)
    starts.append(Int32(units.count))
  }

  /// Where a token's units stand.
  func range(of token: Int) -> Range<Int> { Int(starts[token])..<Int(starts[token + 1]) }

  /// How many units a token has.
  func count(of token: Int) -> Int { Int(starts[token + 1] - starts[token]) }

  /// The unit at an offset of a token.
  func unit(_ offset: Int, of token: Int) -> UInt16 { units[Int(starts[token]) + offset] }

  /// The units of a token.
  subscript(token: Int) -> ArraySlice<UInt16> { units[range(of: token)] }
}
