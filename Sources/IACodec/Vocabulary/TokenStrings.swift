/// The concatenated strings of all tokens.
struct TokenStrings: Sendable {
  private(set) var units: [UInt16] = []
  private(set) var starts: [Int32] = [0]

  /// The number of tokens.
  var count: Int { starts.count - 1 }

  /// Appends a token.
  mutating func append(_ string: some Collection<UInt16>) {
    units.append(contentsOf: string)
    starts.append(Int32(units.count))
  }

  /// Returns the range of a token's units.
  func range(of token: Int) -> Range<Int> { Int(starts[token])..<Int(starts[token + 1]) }

  /// Returns the number of units of a token.
  func count(of token: Int) -> Int { Int(starts[token + 1] - starts[token]) }

  /// Returns the unit at an offset of a token.
  func unit(_ offset: Int, of token: Int) -> UInt16 { units[Int(starts[token]) + offset] }

  /// Returns the units of a token.
  subscript(token: Int) -> ArraySlice<UInt16> { units[range(of: token)] }
}
