// Every rule the structure keeps, in one place; Documentation/RangeTree.md says why.
extension RangeTree {
  /// Checks all invariants after a change in builds with IA_TREE_CHECKS; else nothing.
  @inlinable @inline(__always) func checkInvariantsIfEnabled() {
    #if IA_TREE_CHECKS
      checkInvariants()
    #endif
  }

  /// Traps with what is wrong unless the whole tree is sound.
  ///
  /// - Complexity: O(*n*).
  @usableFromInline package func checkInvariants() {
    read { core in
      let root = core.root
      precondition(core.height == root.child.level, "height \(core.height)")
      check(root, count: core.count, isRoot: true, core.geometry)
      core.checkFinger()
    }
  }

  private func check(_ slot: Slot, count: Int, isRoot: Bool, _ geometry: Geometry) {
    precondition(slot.child.referenceCount > 0, "a freed node")
    if slot.link.hasPendingIntensity {
      precondition(slot.extremes.minimum == slot.extremes.maximum, "pending range")
    }
    if slot.link.hasPendingAttribute {
      precondition(slot.facts.runs == 1 && slot.facts.first == slot.facts.last, "pending runs")
    }
    let found =
      slot.child.level == 0
      ? check(Leaf(slot.child), slot, isRoot: isRoot, geometry)
      : check(Inner(slot.child), isRoot: isRoot, geometry)
    precondition(found.count == count, "count \(count), not \(found.count)")
    precondition(
      found.slot.facts.lineBreaks == slot.facts.lineBreaks, "line breaks \(slot.facts.lineBreaks)")
    if slot.link.hasPendingIntensity {
      precondition(slot.intensitySum == count * Int(slot.extremes.minimum), "pending sum")
    } else {
      precondition(found.slot.intensitySum == slot.intensitySum, "sum \(slot.intensitySum)")
      precondition(
        found.slot.extremes.minimum == slot.extremes.minimum, "minimum \(slot.extremes.minimum)")
      precondition(
        found.slot.extremes.maximum == slot.extremes.maximum, "maximum \(slot.extremes.maximum)")
    }
    if !slot.link.hasPendingAttribute {
      precondition(
        found.slot.facts.runs == slot.facts.runs,
        "runs \(slot.facts.runs), not \(found.slot.facts.runs)")
      precondition(
        found.slot.facts.first == slot.facts.first, "first attribute \(slot.facts.first)")
      precondition(found.slot.facts.last == slot.facts.last, "last attribute \(slot.facts.last)")
    }
  }

  private func check(
    _ leaf: Leaf, _ slot: Slot, isRoot: Bool, _ geometry: Geometry
  ) -> Subtree {
    precondition(leaf.count > 0 || isRoot, "an empty leaf")
    precondition(leaf.count <= leaf.capacity && leaf.gap <= leaf.count, "leaf bounds")
    precondition(leaf.capacity <= geometry.leafCapacity, "leaf capacity")
    precondition(leaf.runCount <= leaf.runCapacity, "run table")
    if !slot.link.hasPendingAttribute {
      var covered = 0
      for i in 0..<leaf.runCount {
        let run = unsafe leaf.runs[i]
        precondition(run.count > 0, "an empty run")
        if i > 0 {
          precondition(unsafe run.attribute != leaf.runs[i - 1].attribute, "equal runs")
        }
        covered += Int(run.count)
      }
      precondition(covered == leaf.count, "runs cover \(covered) of \(leaf.count)")
    }
    guard leaf.isHollow else { return leaf.measured() }
    precondition(slot.link.hasPendingIntensity, "a leaf without intensities")
    return leaf.measured(pending: slot.extremes.minimum)
  }

  private func check(_ inner: Inner, isRoot: Bool, _ geometry: Geometry) -> Subtree {
    // Two children at least, so that the height is logarithmic whatever happened before.
    precondition(inner.count >= 2, "\(inner.count) children")
    precondition(inner.count <= geometry.fanOut, "\(inner.count) children")
    for i in 0..<inner.count {
      let slot = inner.slot(at: i)
      precondition(slot.child.level == inner.node.level - 1, "level \(slot.child.level)")
      unsafe check(slot, count: inner.counts[i], isRoot: false, geometry)
    }
    return inner.measured()
  }
}

extension TreeCore {
  /// Traps unless the finger, if there is one, is what a search would find.
  fileprivate func checkFinger() {
    guard let finger = unsafe state.pointee.finger else { return }
    var slot = root
    var start = 0
    for level in stride(from: height, to: 0, by: -1) {
      precondition(
        !slot.link.hasPendingIntensity && !slot.link.hasPendingAttribute, "pending above finger")
      let step = step(level)
      precondition(step.node.node.isIdentical(to: slot.child), "finger path at \(level)")
      if unsafe state.pointee.isShared == 0 { precondition(slot.child.isUnique, "finger's owner") }
      precondition(unsafe step.count == step.node.counts + step.index, "finger slot at \(level)")
      for i in 0..<step.index { unsafe start += step.node.counts[i] }
      slot = step.node.slot(at: step.index)
    }
    precondition(
      !slot.link.hasPendingIntensity && !slot.link.hasPendingAttribute, "pending at finger")
    precondition(slot.child.isIdentical(to: finger.node), "finger leaf")
    precondition(unsafe state.pointee.fingerStart == start, "finger start")
    let caret = unsafe state.pointee.caret
    guard caret.offset >= 0 else { return }
    precondition(caret.offset - start == finger.gap && caret.gap == finger.gap, "caret")
    precondition(caret.gapEnd == finger.gap + finger.gapLength, "end of the caret's gap")
    precondition(caret.change == 0 && caret.intensitySum == 0, "caret ahead")
    precondition(caret.lowest == slot.extremes.minimum, "lowest intensity at the caret")
    precondition(
      caret.lowest + caret.span == slot.extremes.maximum, "highest intensity at the caret")
    precondition(unsafe caret.intensities == finger.intensities, "caret's leaf")
    precondition(finger.isWide == (caret.highestUnit > 0xFF), "caret's width")
    let (index, runStart) = unsafe state.pointee.fingerRun
    precondition(index < finger.runCount, "caret's run")
    precondition(runStart == (0..<index).reduce(0) { unsafe $0 + Int(finger.runs[$1].count) })
    let run = unsafe finger.runs[index]
    let runEnd = runStart + Int(run.count)
    precondition(runStart <= finger.gap && finger.gap <= runEnd, "caret's run")
    precondition(caret.runStart == runStart, "start of the caret's run")
    precondition(caret.runEnd == runEnd + finger.gapLength, "end of the caret's run")
    precondition(caret.attribute == run.attribute, "attribute at the caret")
  }
}
