extension TreeCore {
  /// Removes units.
  ///
  /// - Precondition: The storage has one owner; the range is not empty and inside the text.
  @inline(never) func remove(_ range: Range<Int>) {
    let offset = range.lowerBound
    if !fingerContains(offset) { moveFinger(to: offset, before: false) }
    let leaf = unsafe state.pointee.finger.unsafelyUnwrapped
    let local = unsafe offset &- state.pointee.fingerStart
    // The simple case: units remain in the leaf.
    if local &+ range.count <= leaf.count, range.count < leaf.count || height == 0 {
      removeInLeaf(leaf, local, range.count)
    } else {
      removeAcrossLeaves(range)
    }
  }

  @inline(__always) private func removeInLeaf(_ leaf: Leaf, _ local: Int, _ length: Int) {
    let (index, start) = fingerRun(leaf, before: local &+ 1)
    let run = unsafe leaf.runs + index
    let covering = unsafe Int(run.pointee.count)
    let keepsRun = local &- start &+ length <= covering && covering > length
    if keepsRun {
      unsafe run.pointee.count &-= UInt32(truncatingIfNeeded: length)
    } else {
      leaf.removeRuns(in: local..<local &+ length, from: (index, start))
      updateRunsAlongFinger()
      invalidateCaret()
    }

    let count = leaf.count
    var place = local
    if leaf.gap != local &+ length {
      leaf.moveGap(to: local)
      place = local &+ leaf.gapLength
    }
    let losses: (sum: Int, minimum: UInt8, maximum: UInt8, lineBreaks: Int)
    if length == 1 {
      let level = unsafe leaf.intensities[place]
      let unit = unsafe leaf.isWide ? leaf.wideUnits[place] : UInt16(leaf.narrowUnits[place])
      losses = (Int(level), level, level, unit == 10 ? 1 : 0)
    } else {
      losses = leaf.losses(place..<place &+ length)
    }
    leaf.gap = local
    leaf.count = count &- length
    addAlongFinger(count: 0 &- length, intensitySum: 0 &- losses.sum)
    if losses.lineBreaks > 0 { addAlongFinger(lineBreaks: 0 &- losses.lineBreaks) }

    let extremes = fingerExtremes
    let (minimum, maximum) = (extremes.minimum, extremes.maximum)
    if losses.minimum == minimum || losses.maximum == maximum,
      minimum != maximum || count == length
    {
      recomputeExtremes(leaf, at: local, losses.minimum == losses.maximum ? losses.minimum : nil)
    }
    if count &- length < geometry.leafMinimum, height > 0 { refillFinger() }
    if keepsRun, unsafe state.pointee.finger != nil { openCaret() }
  }

  /// Recomputes the extremes, unless a unit beside the removed ones has their intensity.
  @inline(never) private func recomputeExtremes(_ leaf: Leaf, at local: Int, _ value: UInt8?) {
    if let value {
      if local > 0, leaf.intensity(at: local - 1) == value { return }
      if local < leaf.count, leaf.intensity(at: local) == value { return }
    }
    recomputeExtremesAlongFinger()
  }

  /// Removes units that are not all in the finger's leaf, or that are all of its units.
  ///
  /// - Complexity: O(log *n* + *f*) in the freed nodes.
  @inline(never) private func removeAcrossLeaves(_ range: Range<Int>) {
    guard let leaf = unsafe state.pointee.finger else { return }
    let here = unsafe leaf.count - (range.lowerBound - state.pointee.fingerStart)
    // A short removal across one border changes two leaves instead of splicing the tree.
    if range.count < geometry.leafMinimum, here < range.count, here < leaf.count {
      remove(range.lowerBound..<range.lowerBound + here)
      remove(range.lowerBound..<range.upperBound - here)
    } else {
      splice(range, with: nil)
    }
  }

  /// Rebalances the finger's leaf, which has fewer units than the minimum, with an adjacent leaf.
  @inline(never) private func refillFinger() {
    var level = 1
    while level <= height {
      let step = step(level)
      let inner = step.node
      // The smaller neighbour is more likely to merge.
      let (index, count) = (step.index, inner.count)
      let counts = unsafe inner.counts
      let useNext =
        unsafe index == 0
        || (index + 1 < count && counts[index + 1] < counts[index - 1])
      let first = useNext ? index : index - 1
      guard first + 1 < count else { return }
      if level == 1, unsafe mayStaySmall(inner.counts[first], inner.counts[first + 1]) { return }
      invalidateFinger()
      let rebalanced = rebalance(inner.subtree(at: first), inner.subtree(at: first + 1))
      inner.put(rebalanced.0, at: first)
      if let second = rebalanced.1 {
        inner.put(second, at: first + 1)
        return
      }
      inner.closeSlot(at: first + 1)
      if level == height {
        if inner.count == 1 { collapseRoot() }
        return
      }
      if inner.count >= geometry.fanOutMinimum { return }
      level += 1
    }
  }

  /// Returns whether two adjacent leaves, one of them smaller than the minimum, may stay unchanged.
  ///
  /// They do if they are too large to merge and the small one has at least half of the minimum.
  private func mayStaySmall(_ first: Int, _ second: Int) -> Bool {
    first + second > geometry.leafMergeLimit
      && min(first, second) >= max(1, geometry.leafMinimum / 2)
  }

  /// Replaces the root by its only child.
  private func collapseRoot() {
    let inner = Inner(root.child)
    let child = inner.subtree(at: 0)
    inner.node.deallocate()
    replaceAll(child)
  }
}
