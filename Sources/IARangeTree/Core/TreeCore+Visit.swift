extension TreeCore {
  /// Calls `body` for the part of each leaf that is in a range, in order, until it returns false.
  ///
  /// The slot passed to `body` has all pending values of the leaf, including those of nodes above.
  @discardableResult
  func forEachLeaf(in range: Range<Int>, _ body: (Leaf, Slot, Range<Int>) -> Bool) -> Bool {
    range.isEmpty || visit(root, level: height, range, body)
  }

  private func visit(
    _ slot: Slot, level: Int, _ range: Range<Int>, _ body: (Leaf, Slot, Range<Int>) -> Bool
  ) -> Bool {
    if level == 0 { return body(Leaf(slot.child), slot, range) }
    let inner = Inner(slot.child)
    var start = 0
    for index in 0..<inner.count where start < range.upperBound {
      let end = unsafe start + inner.counts[index]
      if end > range.lowerBound {
        let part = max(range.lowerBound, start) - start..<min(range.upperBound, end) - start
        let child = inner.slot(at: index).inheriting(slot)
        if !visit(child, level: level - 1, part, body) { return false }
      }
      start = end
    }
    return true
  }

  /// Returns the leaf that contains a unit, its slot, and the unit's offset in it.
  ///
  /// - Complexity: O(log *n*), or O(1) in the finger's leaf.
  @inline(__always) func leaf(at offset: Int) -> (leaf: Leaf, slot: Slot, local: Int) {
    if let leaf = unsafe state.pointee.finger {
      let local = unsafe offset &- state.pointee.fingerStart
      if UInt(bitPattern: local) < UInt(bitPattern: leaf.count) {
        return (leaf, Slot(leaf.node), local)
      }
    }
    return searchLeaf(at: offset)
  }

  private func searchLeaf(at offset: Int) -> (leaf: Leaf, slot: Slot, local: Int) {
    var slot = root
    var rest = offset
    for _ in 0..<height {
      let inner = Inner(slot.child)
      var index = 0
      while unsafe rest >= inner.counts[index] {
        unsafe rest -= inner.counts[index]
        index += 1
      }
      slot = inner.slot(at: index).inheriting(slot)
    }
    return (Leaf(slot.child), slot, rest)
  }
}

extension Slot {
  /// Returns this child's slot as if all pending values of its parent had been written.
  @inline(__always) func inheriting(_ parent: Slot) -> Slot {
    guard parent.link.hasPendingIntensity || parent.link.hasPendingAttribute else { return self }
    var slot = self
    // The sum is not updated, because readers of a pending slot use the value instead.
    if parent.link.hasPendingIntensity {
      slot.extremes.minimum = parent.extremes.minimum
      slot.extremes.maximum = parent.extremes.minimum
      slot.link.hasPendingIntensity = true
    }
    if parent.link.hasPendingAttribute { slot.setPending(attribute: parent.facts.first) }
    return slot
  }
}
