extension TreeCore {
  /// Inserts units with one intensity and one attribute.
  ///
  /// - Precondition: The storage has one owner, and the offset is in `0...count`.
  @inline(never) func insert(
    _ units: UnsafeBufferPointer<UInt16>, at offset: Int, intensity: UInt8, attribute: UInt32
  ) {
    let length = units.count
    let bits = unsafe length == 1 ? units[0] : Self.union(units)
    if length > 1, length > geometry.leafCapacity / 2 {
      unsafe insertSubtree(units, at: offset, intensity: intensity, attribute: attribute)
      return
    }
    if !fingerAccepts(offset) { moveFinger(to: offset, before: offset > 0) }
    var leaf = unsafe state.pointee.finger.unsafelyUnwrapped
    if leaf.gapLength < length || (bits > 0xFF && !leaf.isWide) {
      leaf = ensureCapacity(at: offset, for: length, isWide: bits > 0xFF)
    }
    let local = unsafe offset &- state.pointee.fingerStart
    leaf = growRun(leaf, at: local, count: length, attribute: attribute)
    leaf.moveGap(to: local)
    let lineBreaks: Int
    if length == 1 {
      unsafe leaf.intensities[local] = intensity
      if leaf.isWide {
        unsafe leaf.wideUnits[local] = bits
      } else {
        unsafe leaf.narrowUnits[local] = UInt8(truncatingIfNeeded: bits)
      }
      lineBreaks = bits == 10 ? 1 : 0
    } else {
      lineBreaks = unsafe leaf.write(units, at: local, intensity: intensity)
    }
    leaf.count &+= length
    leaf.gap = local &+ length
    addAlongFinger(count: length, intensitySum: length &* Int(intensity))
    if lineBreaks > 0 { addAlongFinger(lineBreaks: lineBreaks) }
    let extremes = fingerExtremes
    if intensity < extremes.minimum || intensity > extremes.maximum {
      widenExtremesAlongFinger(to: intensity)
    }
    openCaret()
  }

  /// Returns the bitwise OR of the units, which is above 0xFF if one of them needs two bytes.
  @inline(never) private static func union(_ units: UnsafeBufferPointer<UInt16>) -> UInt16 {
    var bits: UInt16 = 0
    for i in 0..<units.count { unsafe bits |= units[i] }
    return bits
  }

  @inline(never) private func insertSubtree(
    _ units: UnsafeBufferPointer<UInt16>, at offset: Int, intensity: UInt8, attribute: UInt32
  ) {
    let built = unsafe TreeCore.build(
      units, intensity: intensity, attribute: attribute, geometry: geometry)
    splice(offset..<offset, with: built)
  }

  /// Adds inserted units to the runs of the leaf: to the run of the previous unit if the attribute
  /// is equal.
  @inline(__always) private func growRun(
    _ leaf: Leaf, at local: Int, count: Int, attribute: UInt32
  ) -> Leaf {
    if leaf.runCount > 0 {
      let run = unsafe leaf.runs + fingerRun(leaf, before: local).index
      if unsafe run.pointee.attribute == attribute {
        unsafe run.pointee.count &+= UInt32(truncatingIfNeeded: count)
        return leaf
      }
    }
    return addRun(leaf, at: local, count: count, attribute: attribute)
  }

  @inline(never) private func addRun(
    _ leaf: Leaf, at local: Int, count: Int, attribute: UInt32
  ) -> Leaf {
    let known = unsafe state.pointee.fingerRun
    let leaf = withCapacityForRuns(leaf, 2)
    let run = leaf.insertRun(at: local, count: count, attribute: attribute, from: known)
    updateRunsAlongFinger()
    unsafe state.pointee.fingerRun = run
    return leaf
  }

  /// Returns the finger's leaf, replaced by one with a larger run table if `number` more runs do
  /// not fit.
  func withCapacityForRuns(_ leaf: Leaf, _ number: Int) -> Leaf {
    guard leaf.runCount + number > leaf.runCapacity else { return leaf }
    return replaceFinger(
      leaf.copy(
        0..<leaf.count, slot: Slot(leaf.node), capacity: leaf.capacity,
        spareRuns: leaf.runCount / 2 + number, isWide: leaf.isWide))
  }

  private func replaceFinger(_ new: Leaf) -> Leaf {
    unsafe state.pointee.finger.unsafelyUnwrapped.node.release()
    if height == 0 {
      unsafe state.pointee.root.child = new.node
    } else {
      let step = step(1)
      unsafe step.node.links[step.index].node = new.node
    }
    unsafe state.pointee.finger = new
    invalidateCaret()
    return new
  }

  /// Ensures that the finger's leaf has capacity for units at an offset, and returns it: unchanged,
  /// enlarged or widened, or one half of a full leaf.
  @inline(never) func ensureCapacity(at offset: Int, for length: Int, isWide: Bool) -> Leaf {
    while true {
      let leaf = unsafe state.pointee.finger.unsafelyUnwrapped
      if leaf.gapLength >= length, leaf.isWide || !isWide { return leaf }
      let need = leaf.count + length
      if need <= geometry.leafCapacity {
        // Only a document with a single leaf grows in steps.
        let capacity =
          height > 0
          ? geometry.leafCapacity
          : max(leaf.capacity, min(geometry.leafCapacity, max(need, leaf.count * 2)))
        return replaceFinger(
          leaf.copy(
            0..<leaf.count, slot: Slot(leaf.node), capacity: capacity,
            isWide: isWide))
      }
      splitFinger(at: offset)
      moveFinger(to: offset, before: offset > 0)
    }
  }

  /// Splits the finger's leaf in two; if text is appended, the first keeps seven eighths.
  private func splitFinger(at offset: Int) {
    guard let leaf = unsafe state.pointee.finger else { return }
    let atEnd = unsafe offset - state.pointee.fingerStart == leaf.count
    let cut = atEnd ? leaf.count * 7 / 8 : leaf.count / 2
    let slot = Slot(leaf.node)
    let capacity = geometry.leafCapacity
    let left = leaf.copy(0..<cut, slot: slot, capacity: capacity).measured()
    let right = leaf.copy(cut..<leaf.count, slot: slot, capacity: capacity).measured()
    leaf.node.release()
    replaceAlongFinger(left, right)
  }

  /// Replaces the finger's leaf by two subtrees, and splits nodes above that overflow.
  private func replaceAlongFinger(_ left: Subtree, _ right: Subtree) {
    var (left, right) = (left, right)
    for level in 1..<height + 1 {
      let step = step(level)
      let inner = step.node
      inner.put(left, at: step.index)
      if inner.count < geometry.fanOut {
        inner.insert(right, at: step.index + 1)
        invalidateFinger()
        return
      }
      let atEnd = step.index == inner.count - 1
      let rest = inner.detach(from: atEnd ? inner.count * 7 / 8 : inner.count / 2)
      if step.index + 1 <= inner.count {
        inner.insert(right, at: step.index + 1)
      } else {
        rest.insert(right, at: step.index + 1 - inner.count)
      }
      left = inner.measured()
      right = rest.measured()
    }
    replaceAll(.parent(left, right))
  }
}
