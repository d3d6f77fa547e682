extension SummaryTree where Element.Total: Equatable {
  /// Returns the first rule that the tree violates, or `nil` if it is valid.
  ///
  /// The rules are those of `RangeTree` that apply: equal depth, minimum fill, counts and totals.
  ///
  /// - Complexity: O(*n*).
  package func invariantViolation() -> InvariantViolation? {
    do throws(InvariantViolation) {
      if let root { try root.check(isRoot: true) }
      return nil
    } catch {
      return error
    }
  }
}

extension SummaryNode where Element.Total: Equatable {
  fileprivate func check(isRoot: Bool) throws(InvariantViolation) {
    try require(width <= Self.capacity, "\(width) entries")
    var (count, total) = (0, Element.Total.zero)
    switch content {
    case .elements(let elements):
      let minimumCount = isRoot ? 1 : Self.minimum
      try require(width >= minimumCount, "\(width) elements, fewer than \(minimumCount)")
      try require(level == 0, "elements at level \(level)")
      count = elements.count
      for element in elements { total = total + element.total }
    case .children(let children):
      let minimumCount = isRoot ? 2 : Self.minimum
      try require(width >= minimumCount, "\(width) children, fewer than \(minimumCount)")
      for child in children {
        try require(child.level == level - 1, "level \(child.level) below \(level)")
        try child.check(isRoot: false)
        count += child.count
        total = total + child.total
      }
    }
    try require(count == self.count, "count \(self.count), not \(count)")
    try require(total == self.total, "total \(self.total), not \(total)")
  }
}

extension RunTree {
  /// Returns the first rule that the runs violate, or `nil` if they are valid.
  ///
  /// - Complexity: O(*r*).
  package func invariantViolation() -> InvariantViolation? {
    if let violation = tree.invariantViolation() { return violation }
    var last: Run?
    var violation: InvariantViolation?
    tree.forEach { _, run in
      if run.count <= 0 { violation = InvariantViolation("an empty run") }
      if let last, last.value == run.value { violation = InvariantViolation("equal runs") }
      last = run
      return violation == nil
    }
    return violation
  }
}
