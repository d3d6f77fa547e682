internal import Synchronization

// All invariants of the structure; Documentation/RangeTree.md explains them.

/// An invariant of a tree's structure that is violated.
package struct InvariantViolation: Error, Hashable, CustomStringConvertible {
  /// The violated rule, with the value found.
  package let description: String

  init(_ description: String) { self.description = description }
}

/// Throws an error unless a condition is true.
@inline(__always) func require(
  _ holds: Bool, _ violation: @autoclosure () -> String
) throws(InvariantViolation) {
  if !holds { throw InvariantViolation(violation()) }
}

extension RangeTree {
  /// Checks all invariants after a change if the build has IA_TREE_CHECKS, as debug builds and the
  /// build for tests and benchmarks have, and the tree's geometry requests it.
  ///
  /// The geometry of documents does not request it: a check brings the tree up to date, so that
  /// tests would never reach a tree that is behind its caret.
  @inlinable @inline(__always) func checkInvariantsIfEnabled() {
    #if IA_TREE_CHECKS
      checkChange()
    #endif
  }

  @usableFromInline func checkChange() {
    if geometry.checksChanges { checkInvariants() }
  }

  /// Traps with the first violation unless the whole tree is valid.
  ///
  /// - Complexity: O(*n*).
  package func checkInvariants() {
    if let violation = invariantViolation() { preconditionFailure(violation.description) }
  }

  /// Returns the first rule that the tree violates, or `nil` if it is valid.
  ///
  /// - Complexity: O(*n*).
  package func invariantViolation() -> InvariantViolation? {
    read { core in
      do throws(InvariantViolation) {
        let root = core.root
        try require(core.height == root.child.level, "height \(core.height)")
        try check(root, count: core.count, isRoot: true, core.geometry)
        try core.checkFinger()
        return nil
      } catch {
        return error
      }
    }
  }

  private func check(
    _ slot: Slot, count: Int, isRoot: Bool, _ geometry: Geometry
  ) throws(InvariantViolation) {
    try require(slot.child.referenceCount > 0, "a freed node")
    if slot.link.hasPendingIntensity {
      try require(slot.extremes.minimum == slot.extremes.maximum, "pending range")
    }
    if slot.link.hasPendingAttribute {
      try require(slot.facts.runs == 1 && slot.facts.first == slot.facts.last, "pending runs")
    }
    let found =
      slot.child.level == 0
      ? try check(Leaf(slot.child), slot, isRoot: isRoot, geometry)
      : try check(Inner(slot.child), isRoot: isRoot, geometry)
    try require(found.count == count, "count \(count), not \(found.count)")
    try require(
      found.slot.facts.lineBreaks == slot.facts.lineBreaks, "line breaks \(slot.facts.lineBreaks)")
    if slot.link.hasPendingIntensity {
      try require(slot.intensitySum == count * Int(slot.extremes.minimum), "pending sum")
    } else {
      try require(found.slot.intensitySum == slot.intensitySum, "sum \(slot.intensitySum)")
      try require(
        found.slot.extremes.minimum == slot.extremes.minimum, "minimum \(slot.extremes.minimum)")
      try require(
        found.slot.extremes.maximum == slot.extremes.maximum, "maximum \(slot.extremes.maximum)")
    }
    try require(slot.extremes.maximum <= 100 || count == 0, "intensity \(slot.extremes.maximum)")
    if !slot.link.hasPendingAttribute {
      try require(
        found.slot.facts.runs == slot.facts.runs,
        "runs \(slot.facts.runs), not \(found.slot.facts.runs)")
      try require(
        found.slot.facts.first == slot.facts.first, "first attribute \(slot.facts.first)")
      try require(found.slot.facts.last == slot.facts.last, "last attribute \(slot.facts.last)")
    }
  }

  private func check(
    _ leaf: Leaf, _ slot: Slot, isRoot: Bool, _ geometry: Geometry
  ) throws(InvariantViolation) -> Subtree {
    // A split leaves at least an eighth of the capacity, and merging preserves this
    // (mayStaySmall).
    try require(
      isRoot || leaf.count >= max(1, geometry.leafCapacity / 8), "a leaf of \(leaf.count) units")
    try require(leaf.count <= leaf.capacity && leaf.gap <= leaf.count, "leaf bounds")
    try require(leaf.capacity <= geometry.leafCapacity, "leaf capacity")
    try require(leaf.runCount <= leaf.runCapacity, "run table")
    if !slot.link.hasPendingAttribute {
      var covered = 0
      for i in 0..<leaf.runCount {
        let run = unsafe leaf.runs[i]
        try require(run.count > 0, "an empty run")
        if i > 0 {
          try require(unsafe run.attribute != leaf.runs[i - 1].attribute, "equal runs")
        }
        covered += Int(run.count)
      }
      try require(covered == leaf.count, "runs cover \(covered) of \(leaf.count)")
    }
    guard leaf.omitsIntensities else { return leaf.measured() }
    try require(slot.link.hasPendingIntensity, "a leaf without intensities")
    return leaf.measured(pending: slot.extremes.minimum)
  }

  private func check(
    _ inner: Inner, isRoot: Bool, _ geometry: Geometry
  ) throws(InvariantViolation) -> Subtree {
    // The last node of a level that text was appended to has at least an eighth and one child; all
    // others have a quarter.
    let minimumCount = isRoot ? 2 : max(2, geometry.fanOut - geometry.fanOut * 7 / 8 + 1)
    try require(inner.count >= minimumCount, "\(inner.count) children, fewer than \(minimumCount)")
    try require(inner.count <= geometry.fanOut, "\(inner.count) children")
    for i in 0..<inner.count {
      let slot = inner.slot(at: i)
      try require(slot.child.level == inner.node.level - 1, "level \(slot.child.level)")
      try unsafe check(slot, count: inner.counts[i], isRoot: false, geometry)
    }
    return inner.measured()
  }
}

extension TreeCore {
  /// Throws an error unless the finger, if it is set, is the leaf that a search would find.
  fileprivate func checkFinger() throws(InvariantViolation) {
    guard let finger = unsafe state.pointee.finger else { return }
    var slot = root
    var start = 0
    for level in stride(from: height, to: 0, by: -1) {
      try require(
        !slot.link.hasPendingIntensity && !slot.link.hasPendingAttribute, "pending above finger")
      let step = step(level)
      try require(step.node.node.isIdentical(to: slot.child), "finger path at \(level)")
      if ownsFinger { try require(slot.child.isUnique, "finger's owner") }
      try require(unsafe step.count == step.node.counts + step.index, "finger slot at \(level)")
      for i in 0..<step.index { unsafe start += step.node.counts[i] }
      slot = step.node.slot(at: step.index)
    }
    try require(
      !slot.link.hasPendingIntensity && !slot.link.hasPendingAttribute, "pending at finger")
    try require(slot.child.isIdentical(to: finger.node), "finger leaf")
    if ownsFinger { try require(slot.child.isUnique, "finger's owner") }
    try require(unsafe state.pointee.fingerStart == start, "finger start")
    let offset = unsafe state.pointee.shared.caretOffset.load(ordering: .relaxed)
    if offset >= 0 { try checkCaret(offset - start, slot, finger) }
  }

  /// Throws an error unless the caret agrees with the finger's leaf and its slot.
  private func checkCaret(
    _ local: Int, _ slot: Slot, _ finger: Leaf
  ) throws(InvariantViolation) {
    let (gap, gapEnd) = unsafe (state.pointee.caret.gap, state.pointee.caret.gapEnd)
    try require(local == finger.gap && gap == finger.gap, "caret")
    try require(gapEnd == finger.gap + finger.gapLength, "end of the caret's gap")
    try require(
      unsafe state.pointee.caret.change == 0 && state.pointee.caret.intensitySum == 0,
      "caret ahead")
    let (lowest, span) = unsafe (state.pointee.caret.lowest, state.pointee.caret.span)
    try require(lowest == slot.extremes.minimum, "lowest intensity at the caret")
    try require(lowest &+ span == slot.extremes.maximum, "highest intensity at the caret")
    try require(unsafe state.pointee.caret.intensities == finger.intensities, "caret's leaf")
    try require(
      unsafe finger.isWide == (state.pointee.caret.highestUnit > 0xFF), "caret's width")
    let (index, runStart) = unsafe state.pointee.fingerRun
    try require(index < finger.runCount, "caret's run")
    let before = (0..<index).reduce(0) { unsafe $0 + Int(finger.runs[$1].count) }
    try require(runStart == before, "start of the finger's run")
    let run = unsafe finger.runs[index]
    let runEnd = runStart + Int(run.count)
    try require(runStart <= finger.gap && finger.gap <= runEnd, "caret's run")
    try require(unsafe state.pointee.caret.runStart == runStart, "start of the caret's run")
    try require(
      unsafe state.pointee.caret.runEnd == runEnd + finger.gapLength, "end of the caret's run")
    try require(
      unsafe state.pointee.caret.attribute == run.attribute, "attribute at the caret")
  }
}
