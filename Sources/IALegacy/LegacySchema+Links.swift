internal import IABytes
internal import IAText

extension LegacySchema {
  /// The links of a text, and the link of each unit.
  struct Links {
    /// The targets, in the order of the file.
    var urls: [String] = []
    /// For each unit, the index of its link plus 1; 0 if the unit has no link.
    var owners: [Int]
  }

  /// Reads the links.
  ///
  /// If two links cover a unit, the first one applies, as in the source system.
  ///
  /// - Complexity: Almost O(*u* + *l*) for *u* units and *l* links: a union-find skips units that
  ///   already have a link.
  static func readLinks<Value: LegacyValue>(
    _ members: [String: Value], of root: Value, _ total: Int,
    _ reading: inout FieldReading
  ) throws(InputError) -> Links {
    var result = Links(owners: Array(repeating: 0, count: total))
    let lists = [members[links], members[urlLinks]].compactMap { $0 }
    if lists.isEmpty {
      try reading.tolerate(InputError(.legacyMissing, at: root.byteOffset, detail: links))
    }
    // For each unit, a unit at or after it from which the search for a unit without a link
    // continues.
    var next = Array(0...total)
    for list in lists {
      for element in try list.requireElements() {
        let (first, second, target) = try element.requireTriple()
        let start = try first.requireInteger()
        let end = try second.requireInteger()
        let url = try target.url(&reading) ?? ""
        let lower = min(max(start, 0), total)
        let upper = min(max(end, lower), total)
        result.urls.append(url)
        var taken = 0
        var unit = free(lower, &next)
        while unit < upper {
          result.owners[unit] = result.urls.count
          next[unit] = unit + 1
          taken += 1
          unit = free(unit + 1, &next)
        }
        if start != lower || end != upper || taken != upper - lower || taken == 0 {
          try reading.tolerate(
            InputError(
              .legacyLink, at: element.byteOffset,
              detail: "\(start)..<\(end): \(taken) units are free, the text has \(total)"))
        }
      }
    }
    return result
  }

  /// Returns the first unit at or after `start` that has no link; shortens the paths it follows by
  /// path halving.
  private static func free(_ start: Int, _ next: inout [Int]) -> Int {
    var unit = start
    while next[unit] != unit {
      next[unit] = next[next[unit]]
      unit = next[unit]
    }
    return unit
  }
}
