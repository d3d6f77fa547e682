extension RTFLanguage {
  /// Returns the tag of a number, with the region if the number has one; `nil` for an unknown number.
  static func tag(of number: Int) -> String? { tags[number] }

  private static let tags: [Int: String] = {
    var tags: [Int: String] = [:]
    for (tag, number) in numbers.sorted(by: { $0.key < $1.key }) {
      let parts = tag.split(separator: "-")
      var spelt = String(parts[0])
      if parts.count > 1 {
        let part = String(parts[1])
        spelt += "-" + (part.utf8.count == 2 ? part.uppercased() : part.capitalizedFirst)
      }
      // A tag with a region is preferred.
      if tags[number].map({ $0.utf8.count < spelt.utf8.count && part(spelt) == 2 }) ?? true {
        tags[number] = spelt
      }
    }
    return tags
  }()

  /// Returns the length of the part after the language.
  private static func part(_ tag: String) -> Int {
    tag.split(separator: "-").dropFirst().first?.utf8.count ?? 0
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
