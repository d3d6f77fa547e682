/// Numbers for distinct pairs of integers, in the order of first use.
struct PairNumbering {
  struct Pair: Hashable {
    var first: Int
    var second: Int
  }

  private(set) var pairs: [Pair] = []
  private var indices: [Pair: Int] = [:]

  mutating func index(of pair: Pair) -> Int {
    // Most text has the first pair.
    if let first = pairs.first, first == pair { return 0 }
    if let known = indices[pair] { return known }
    pairs.append(pair)
    if pairs.count > 1 { indices[pair] = pairs.count - 1 }
    return pairs.count - 1
  }
}
