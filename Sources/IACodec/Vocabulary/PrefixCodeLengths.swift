/// The code lengths of the optimal prefix code with a maximum length.
///
/// The package-merge algorithm: Larmore and Hirschberg, "A fast algorithm for optimal
/// length-limited Huffman codes", Journal of the ACM 37 (1990).
enum PrefixCodeLengths {
  /// Returns a code length for each symbol; the code is complete.
  ///
  /// If there is only one symbol, its length is 0. Among symbols of equal weight, the lengths do not decrease with the
  /// numbers of the symbols.
  ///
  /// - Parameters:
  ///   - weights: The number of occurrences of each symbol, at least 1.
  ///   - maximum: The maximum length; 2 to the power of it is at least the number of symbols.
  /// - Complexity: O(*n* log *n* + *n* · maximum).
  static func lengths(of weights: [Int], atMost maximum: Int) -> [UInt8] {
    precondition(weights.count <= 1 << maximum, "too many symbols for codes so short")
    guard weights.count > 1 else { return weights.map { _ in 0 } }
    let order = weights.indices.sorted {
      weights[$0] != weights[$1] ? weights[$0] < weights[$1] : $0 > $1
    }
    let sorted = order.map { weights[$0] }
    // Each row merges the symbols with the pairs of the row before. Of each item, only whether it is a symbol is
    // stored.
    var rows: [[Bool]] = []
    var row = sorted
    for level in 0..<maximum {
      var merged: [Int] = []
      var isSymbol: [Bool] = []
      var (symbol, pair) = (0, 0)
      let pairCount = level == 0 ? 0 : row.count / 2
      while symbol < sorted.count || pair < pairCount {
        let pairWeight = pair < pairCount ? row[2 * pair] + row[2 * pair + 1] : .max
        if symbol < sorted.count, sorted[symbol] <= pairWeight {
          merged.append(sorted[symbol])
          isSymbol.append(true)
          symbol += 1
        } else {
          merged.append(pairWeight)
          isSymbol.append(false)
          pair += 1
        }
      }
      row = merged
      rows.append(isSymbol)
    }
    var lengths = [UInt8](repeating: 0, count: weights.count)
    var taken = 2 * weights.count - 2
    for isSymbol in rows.reversed() {
      let symbolCount = isSymbol[..<taken].count { $0 }
      for index in 0..<symbolCount { lengths[order[index]] += 1 }
      taken = 2 * (taken - symbolCount)
    }
    return lengths
  }
}
