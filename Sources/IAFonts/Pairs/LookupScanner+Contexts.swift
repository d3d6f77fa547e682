extension LookupScanner {
  /// The meaning of the numbers in a rule.
  private enum Meaning {
    case glyphs
    case classes([Int: [UInt16]])
  }

  /// Reads a subtable whose rules match several glyphs, and in chained rules those around them.
  mutating func scanContext(_ subtable: Int, isChained: Bool) throws(Refusal) {
    switch try number16(subtable) {
    case 1:
      try scanRuleSets(
        subtable, at: 4, isChained,
        firsts: try glyphs(from: subtable, at: 2).map { letter(Int($0)) },
        (.glyphs, .glyphs, .glyphs))
    case 2: try scanClassRules(subtable, isChained)
    case 3: try scanCoverageRule(subtable, isChained)
    default: throw Refusal()
    }
  }

  private mutating func scanClassRules(_ subtable: Int, _ isChained: Bool) throws(Refusal) {
    let covered = Set(try covered(from: subtable, at: 2))
    let own = try classes(from: subtable, at: isChained ? 6 : 4)
    var before: [Int: [UInt16]] = [:]
    var after: [Int: [UInt16]] = [:]
    if isChained {
      before = try classes(from: subtable, at: 4)
      after = try classes(from: subtable, at: 8)
    }
    let place = isChained ? 10 : 6
    let firsts = (0..<(try number16(subtable + place))).map {
      (own[$0] ?? []).filter { covered.contains($0) }
    }
    try scanRuleSets(
      subtable, at: place, isChained, firsts: firsts,
      (.classes(before), .classes(own), .classes(after)))
  }

  private mutating func scanCoverageRule(_ subtable: Int, _ isChained: Bool) throws(Refusal) {
    guard isChained else {
      // The number of actions is stored between the number of glyphs and their coverages.
      var place = 4
      return addRule(
        try coverages(from: subtable, at: &place, count: number16(subtable + 2)))
    }
    var place = 2
    let before = try coverages(from: subtable, at: &place, count: number16(subtable + place))
    let own = try coverages(from: subtable, at: &place, count: number16(subtable + place))
    let after = try coverages(from: subtable, at: &place, count: number16(subtable + place))
    addRule(before.reversed() + own + after)
  }

  /// Reads the sets of rules with their count at an offset; each set's rules begin with one of
  /// `firsts`.
  private mutating func scanRuleSets(
    _ subtable: Int, at place: Int, _ isChained: Bool, firsts: [[UInt16]],
    _ meanings: (before: Meaning, own: Meaning, after: Meaning)
  ) throws(Refusal) {
    for index in 0..<min(try number16(subtable + place), firsts.count)
    where !firsts[index].isEmpty {
      let offset = try number16(subtable + place + 2 + 2 * index)
      guard offset != 0 else { continue }
      let set = subtable + offset
      for number in 0..<(try number16(set)) {
        let rule = set + (try number16(set + 2 + 2 * number))
        if isChained {
          var at = rule
          let before = try sets(at: &at, count: number16(at), meanings.before)
          let own = try sets(at: &at, count: max(number16(at) - 1, 0), meanings.own)
          let after = try sets(at: &at, count: number16(at), meanings.after)
          addRule(before.reversed() + [firsts[index]] + own + after)
        } else {
          var at = rule + 2
          let own = try sets(at: &at, count: max(number16(rule) - 1, 0), meanings.own)
          addRule([firsts[index]] + own)
        }
      }
    }
  }

  /// Returns the sets of letters that the numbers after a count represent, and advances the position beyond them.
  private mutating func sets(
    at place: inout Int, count: Int, _ meaning: Meaning
  ) throws(Refusal) -> [[UInt16]] {
    var sets: [[UInt16]] = []
    for index in 0..<count {
      let value = try number16(place + 2 + 2 * index)
      switch meaning {
      case .glyphs: sets.append(letter(value))
      case .classes(let classes): sets.append(classes[value] ?? [])
      }
    }
    place += 2 + 2 * count
    return sets
  }
}
