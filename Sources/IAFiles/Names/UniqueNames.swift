/// Gives each name once: a name that is in use gets a number.
///
/// Names that are equal after folding count as one name.
package struct UniqueNames {
  private let folded: @Sendable (String) -> String
  private var used: Set<String>
  /// The number after the last one that was tried for a name, by its folded form.
  private var next: [String: Int] = [:]

  /// Creates a set of names.
  ///
  /// - Parameters:
  ///   - used: Names that are in use, in their folded form.
  ///   - folded: Returns the form in which names are compared.
  package init(
    used: Set<String> = [],
    folded: @escaping @Sendable (String) -> String = { $0.lowercased() }
  ) {
    self.used = used
    self.folded = folded
  }

  /// Returns a name that was not returned before: the name itself, or with the first number from 2
  /// that makes it one.
  ///
  /// - Parameters:
  ///   - name: The wanted name.
  ///   - numbered: Returns the name with a number.
  /// - Complexity: O(1) on average in the number of equal names.
  package mutating func unique(_ name: String, numbered: (Int) -> String) -> String {
    let key = folded(name)
    if used.insert(key).inserted { return name }
    var number = next[key] ?? 2
    while true {
      let candidate = numbered(number)
      number += 1
      if used.insert(folded(candidate)).inserted {
        next[key] = number
        return candidate
      }
    }
  }
}
