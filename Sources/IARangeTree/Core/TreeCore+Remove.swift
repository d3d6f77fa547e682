extension TreeCore {
  /// Removes units.
  ///
  /// - Precondition: the storage is held alone, the range is not empty and inside the text.
  @inline(never) func remove(_ range: Range<Int>) {
    let offset = range.lowerBound
    if !fingerHolds(offset) { moveFinger(to: offset, before: false) }
    let leaf = unsafe state.pointee.finger.unsafelyUnwrapped
    let local = unsafe offset &- state.pointee.fingerStart
    // The easy case leaves something of the leaf.
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
      forgetCaret()
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
      lostExtreme(leaf, at: local, losses.minimum == losses.maximum ? losses.minimum : nil)
    }
    if count &- length < geometry.leafMinimum, height > 0 { refillFinger() }
    if keepsRun, unsafe state.pointee.finger != nil { openCaret() }
  }

  /// Finds the extremes again, unless a neighbour of the removed units has their value.
  @inline(never) private func lostExtreme(_ leaf: Leaf, at local: Int, _ value: UInt8?) {
    if let value {
      if local > 0, leaf.intensity(at: local - 1) == value { return }
      if local < leaf.count, leaf.intensity(at: local) == value { return }
    }
    findExtremesAlongFinger()
  }

  /// Removes units that do not all lie in the finger's leaf, or empty it.
  ///
  /// - Complexity: O(log *n* + freed nodes).
  @inline(never) private func removeAcrossLeaves(_ range: Range<Int>) {
    guard let leaf = unsafe state.pointee.finger else { return }
    let here = unsafe leaf.count - (range.lowerBound - state.pointee.fingerStart)
    // A short removal across one border edits two leaves rather than the tree.
    if range.count < geometry.leafMinimum, here < range.count, here < leaf.count {
      remove(range.lowerBound..<range.lowerBound + here)
      remove(range.lowerBound..<range.upperBound - here)
    } else {
      splice(range, with: nil)
    }
  }

  /// Merges the finger's leaf, which has become small, with a neighbour, or shares their units.
  @inline(never) private func refillFinger() {
    var level = 1
    while level <= height {
      let step = step(level)
      let inner = step.node
      // The smaller neighbour is the likelier to merge.
      let (index, count) = (step.index, inner.count)
      let counts = unsafe inner.counts
      let useNext =
        unsafe index == 0
        || (index + 1 < count && counts[index + 1] < counts[index - 1])
      let first = useNext ? index : index - 1
      guard first + 1 < count else { return }
      if level == 1, unsafe isWorthKeeping(inner.counts[first], inner.counts[first + 1]) { return }
      forgetFinger()
      let mended = mend(inner.subtree(at: first), inner.subtree(at: first + 1))
      inner.put(mended.0, at: first)
      if let second = mended.1 {
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

  /// Returns whether two neighbouring leaves, one of them small, are better left alone for now:
  /// only a very small one takes units from a neighbour too large to merge with.
  private func isWorthKeeping(_ first: Int, _ second: Int) -> Bool {
    first + second > geometry.leafMergeLimit
      && min(first, second) >= max(1, geometry.leafMinimum / 2)
  }

  /// Makes the only child of the root the root.
  private func collapseRoot() {
    let inner = Inner(root.child)
    let child = inner.subtree(at: 0)
    inner.node.deallocate()
    become(child)
  }
}
