extension TreeCore {
  /// Inserts units of one intensity and one attribute.
  ///
  /// - Precondition: the storage is held alone, the offset is in `0...count`.
  @inline(__always) func insert(
    _ units: UnsafeBufferPointer<UInt16>, at offset: Int, intensity: UInt8, attribute: UInt32
  ) {
    if units.count <= geometry.leafCapacity / 2 {
      unsafe insertInLeaf(units, at: offset, intensity: intensity, attribute: attribute)
    } else {
      let built = unsafe TreeCore.build(
        units, intensity: intensity, attribute: attribute, geometry: geometry)
      splice(offset..<offset, with: built)
    }
  }

  @inline(__always) private func insertInLeaf(
    _ units: UnsafeBufferPointer<UInt16>, at offset: Int, intensity: UInt8, attribute: UInt32
  ) {
    let length = units.count
    var bits: UInt16 = 0
    for i in 0..<length { unsafe bits |= units[i] }
    if !fingerTakes(offset) { moveFinger(to: offset, before: offset > 0) }
    var leaf = unsafe state.pointee.finger.unsafelyUnwrapped
    if leaf.gapLength < length || (bits > 0xFF && !leaf.isWide) {
      makeRoom(at: offset, for: length, isWide: bits > 0xFF)
      leaf = unsafe state.pointee.finger.unsafelyUnwrapped
    }
    let local = unsafe offset &- state.pointee.fingerStart
    growRun(leaf, at: local, count: length, attribute: attribute)
    leaf = unsafe state.pointee.finger.unsafelyUnwrapped

    leaf.moveGap(to: local)
    let levels = unsafe leaf.intensities + local
    var lineBreaks = 0
    if leaf.isWide {
      let target = unsafe leaf.wideUnits + local
      for i in 0..<length {
        let unit = unsafe units[i]
        unsafe target[i] = unit
        unsafe levels[i] = intensity
        if unit == 10 { lineBreaks &+= 1 }
      }
    } else {
      let target = unsafe leaf.narrowUnits + local
      for i in 0..<length {
        let unit = unsafe units[i]
        unsafe target[i] = UInt8(truncatingIfNeeded: unit)
        unsafe levels[i] = intensity
        if unit == 10 { lineBreaks &+= 1 }
      }
    }
    leaf.count &+= length
    leaf.gap = local &+ length
    addAlongFinger(
      count: length, intensitySum: length &* Int(intensity), lineBreaks: lineBreaks)
    let slot = unsafe state.pointee.fingerSlot
    if unsafe intensity < slot.pointee.minimum || intensity > slot.pointee.maximum {
      widenExtremesAlongFinger(to: intensity)
    }
  }

  /// Counts inserted units in the leaf's runs: the run that holds the unit before them grows
  /// where it can.
  @inline(__always) private func growRun(
    _ leaf: Leaf, at local: Int, count: Int, attribute: UInt32
  ) {
    let runs = unsafe leaf.runs
    let last = leaf.runCount &- 1
    var index = 0
    var rest = local
    while index < last, unsafe rest > Int(runs[index].count) {
      unsafe rest &-= Int(runs[index].count)
      index &+= 1
    }
    if last >= 0, unsafe runs[index].attribute == attribute {
      unsafe runs[index].count &+= UInt32(truncatingIfNeeded: count)
    } else {
      addRun(leaf, at: local, count: count, attribute: attribute)
    }
  }

  @inline(never) private func addRun(_ leaf: Leaf, at local: Int, count: Int, attribute: UInt32) {
    let leaf = withRoomForRuns(leaf)
    leaf.insertRun(at: local, count: count, attribute: attribute)
    updateRunsAlongFinger()
  }

  /// The finger's leaf, replaced by one with a larger run table where two more runs do not fit.
  private func withRoomForRuns(_ leaf: Leaf) -> Leaf {
    guard leaf.runCount + 2 > leaf.runCapacity else { return leaf }
    return replaceFinger(
      leaf.copy(
        0..<leaf.count, slot: unsafe state.pointee.fingerSlot.pointee, capacity: leaf.capacity,
        spareRuns: leaf.runCount / 2 + 2, isWide: leaf.isWide))
  }

  private func replaceFinger(_ new: Leaf) -> Leaf {
    let slot = unsafe state.pointee.fingerSlot
    unsafe slot.pointee.child.release()
    unsafe slot.pointee.child = new.node
    unsafe state.pointee.finger = new
    return new
  }

  /// Makes the finger's leaf one with room for units at an offset: a larger or wider one, or one
  /// of the halves of a full one.
  @inline(never) private func makeRoom(at offset: Int, for length: Int, isWide: Bool) {
    while let leaf = unsafe state.pointee.finger {
      if leaf.count + length <= geometry.leafCapacity {
        let need = leaf.count + length
        // Only a document that is one leaf grows in steps; others have many leaves anyway.
        let capacity =
          height > 0
          ? geometry.leafCapacity
          : max(leaf.capacity, min(geometry.leafCapacity, max(need, leaf.count * 2)))
        _ = replaceFinger(
          leaf.copy(
            0..<leaf.count, slot: unsafe state.pointee.fingerSlot.pointee, capacity: capacity,
            isWide: isWide))
        return
      }
      splitFinger(at: offset)
      moveFinger(to: offset, before: offset > 0)
      guard let half = unsafe state.pointee.finger else { return }
      if half.gapLength >= length, half.isWide || !isWide { return }
    }
  }

  /// Splits the finger's leaf in two; where text is appended the first keeps nearly all.
  private func splitFinger(at offset: Int) {
    guard let leaf = unsafe state.pointee.finger else { return }
    let atEnd = unsafe offset - state.pointee.fingerStart == leaf.count
    let cut = atEnd ? leaf.count * 7 / 8 : leaf.count / 2
    let slot = unsafe state.pointee.fingerSlot.pointee
    let capacity = geometry.leafCapacity
    let left = leaf.copy(0..<cut, slot: slot, capacity: capacity).measured()
    let right = leaf.copy(cut..<leaf.count, slot: slot, capacity: capacity).measured()
    leaf.node.release()
    replaceAlongFinger(left, right)
  }

  /// Puts two subtrees in place of the finger's leaf, splitting nodes above as they overflow.
  private func replaceAlongFinger(_ left: Subtree, _ right: Subtree) {
    var (left, right) = (left, right)
    for level in 1..<height + 1 {
      let step = step(level)
      let inner = step.node
      inner.put(left, at: step.index)
      if inner.count < geometry.fanOut {
        inner.insert(right, at: step.index + 1)
        forgetFinger()
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
    become(.parent(left, right))
  }
}
