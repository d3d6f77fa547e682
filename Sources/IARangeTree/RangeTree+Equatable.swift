extension RangeTree: Equatable {
  /// Returns whether two trees have equal units, intensities and attributes.
  ///
  /// - Complexity: O(*n*), or O(1) for copies of one tree and for different summaries.
  public static func == (left: RangeTree, right: RangeTree) -> Bool {
    if left.isIdentical(to: right) { return true }
    guard left.summary == right.summary else { return false }
    var start = 0
    while start < left.count {
      let block = start..<min(start + 4096, left.count)
      guard left.units(in: block) == right.units(in: block),
        left.intensities(in: block) == right.intensities(in: block),
        left.attributeRuns(in: block) == right.attributeRuns(in: block)
      else { return false }
      start = block.upperBound
    }
    return true
  }

  /// Returns whether two trees share one root and are therefore equal.
  ///
  /// - Complexity: O(1).
  public func isIdentical(to other: RangeTree) -> Bool {
    read { mine in
      other.read { theirs in
        mine.root.child.isIdentical(to: theirs.root.child)
          && mine.root.pendingIntensity == theirs.root.pendingIntensity
          && mine.root.pendingAttribute == theirs.root.pendingAttribute
      }
    }
  }
}
