/// Similarity of names, for suggestions after a misspelt one.
enum EditDistance {
  /// Returns the number of insertions, deletions, replacements and swaps of neighbours that turn one
  /// name into another (optimal string alignment distance).
  ///
  /// - Complexity: O(*a* · *b*) for names of *a* and *b* bytes; names over 64 bytes have the
  ///   distance `Int.max`.
  static func between(_ first: String, _ second: String) -> Int {
    let a = Array(first.utf8)
    let b = Array(second.utf8)
    guard a.count <= 64, b.count <= 64 else { return .max }
    var beforeLast = [Int](repeating: 0, count: b.count + 1)
    var last = Array(0...b.count)
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var distance = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          distance = min(distance, beforeLast[j - 1] + 1)
        }
        row.append(distance)
      }
      beforeLast = last
      last = row
    }
    return last[b.count]
  }

  /// Returns the known name that is most similar to a misspelt one, or `nil` if no name is similar.
  ///
  /// A name is similar if the distance is at most 2 and at most a third of the longer name's length in bytes (but at
  /// least 1 is allowed). If there is no such name, and the misspelt name has at least 3 bytes and is the beginning of
  /// exactly one known name, the result is this name.
  static func suggestion(for name: String, among known: [String]) -> String? {
    let ranked = known.map { (name: $0, distance: between(name, $0)) }
      .filter { $0.distance <= min(2, max(1, max(name.utf8.count, $0.name.utf8.count) / 3)) }
    if let best = ranked.min(by: { $0.distance < $1.distance }), name.utf8.count > 1 {
      return best.name
    }
    let longer = known.filter { name.utf8.count > 2 && $0.hasPrefix(name) }
    return longer.count == 1 ? longer[0] : nil
  }
}
