/// A set of unique names: a name that is in use gets a number.
///
/// Names that are equal after folding count as one name.
package struct UniqueNames {
  private let folded: @Sendable (String) -> String
  private var used: Set<String>
  private var numbers = NextNumbers()

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

  /// Returns a name that was not returned before: the name itself if it is not in use, otherwise the name with the
  /// first free number from 2 on.
  ///
  /// - Parameters:
  ///   - name: The wanted name.
  ///   - numbered: Returns the name with a number.
  /// - Complexity: O(1) on average in the number of equal names.
  package mutating func unique(_ name: String, numbered: (Int) -> String) -> String {
    let key = folded(name)
    if used.insert(key).inserted { return name }
    while true {
      let candidate = numbered(numbers.next(for: key))
      if used.insert(folded(candidate)).inserted { return candidate }
    }
  }
}

/// The next number to try for each name, so that numbering many equal names takes linear time.
package struct NextNumbers {
  private var next: [String: Int] = [:]

  /// Creates numbers that begin at 2 for each name.
  package init() {}

  /// Returns the next number for a name; each call returns another one.
  package mutating func next(for name: String) -> Int {
    let number = next[name] ?? 2
    next[name] = number + 1
    return number
  }
}

/// The names of the side files of a document: equal bytes with the same name are one file, and
/// different bytes with the same name get numbers before the suffix.
package struct SideFileNames {
  private struct File: Hashable {
    let name: String
    let bytes: [UInt8]
  }

  private var names: [File: String] = [:]
  private var used: Set<String> = []
  private var numbers = NextNumbers()

  /// Creates an empty set of names.
  package init() {}

  /// Returns the name for a side file, and whether a file with these bytes has the name already.
  ///
  /// - Parameters:
  ///   - name: The wanted name.
  ///   - bytes: The content.
  ///   - isUsable: Returns whether a name that no other side file has may be used.
  /// - Complexity: O(the number of bytes) on average.
  package mutating func name(
    _ name: String, _ bytes: [UInt8], isUsable: (String) -> Bool = { _ in true }
  ) -> (name: String, isKnown: Bool) {
    let file = File(name: name, bytes: bytes)
    if let known = names[file] { return (known, true) }
    var candidate = name
    while used.contains(candidate) || !isUsable(candidate) {
      candidate = FileNames.numbered(name, numbers.next(for: name))
    }
    used.insert(candidate)
    names[file] = candidate
    return (candidate, false)
  }
}
