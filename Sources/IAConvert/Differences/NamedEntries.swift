/// The entries of two documents that have the same name, such as `title`: the values of each document in their order.
struct NamedEntries {
  let name: String
  private(set) var left: [String] = []
  private(set) var right: [String] = []

  /// Whether both documents have the same values, in the same spelling.
  var areEqual: Bool { left.isSpelled(like: right) }

  /// Returns the entries of both documents by name, in the order in which the names occur first.
  ///
  /// - Complexity: O(*n*) in the number of entries.
  static func pairs(
    _ left: [(name: String, value: String)], _ right: [(name: String, value: String)]
  ) -> [NamedEntries] {
    var pairs: [NamedEntries] = []
    var places: [String: Int] = [:]
    func place(of name: String) -> Int {
      if let known = places[name] { return known }
      places[name] = pairs.count
      pairs.append(NamedEntries(name: name))
      return pairs.count - 1
    }
    for entry in left { pairs[place(of: entry.name)].left.append(entry.value) }
    for entry in right { pairs[place(of: entry.name)].right.append(entry.value) }
    return pairs
  }
}
