extension Leaf {
  /// Returns a separate leaf with the same content.
  ///
  /// - Precondition: The leaf stores intensities.
  func clone() -> Leaf {
    let copy = Leaf(capacity: capacity, runCapacity: runCapacity, isWide: isWide)
    copy.count = count
    copy.gap = gap
    copy.runCount = runCount
    let used =
      unsafe Int(node.header.pointee.runOffset) + runCount * MemoryLayout<LeafRun>.stride
    unsafe (copy.node.base + NodeHeader.size).copyMemory(
      from: node.base + NodeHeader.size, byteCount: used - NodeHeader.size)
    return copy
  }

  /// Returns a new leaf with a part of the text, with one byte for each unit if possible.
  ///
  /// - Parameters:
  ///   - range: The part, as offsets in the leaf.
  ///   - slot: The slot of this leaf, whose pending values replace those stored in the leaf.
  ///   - capacity: The number of units, at least the length of the range.
  ///   - spareRuns: The capacity for attribute runs in addition to those copied.
  ///   - isWide: Whether units need two bytes even if the copied ones do not.
  func copy(
    _ range: Range<Int>, slot: Slot, capacity: Int, spareRuns: Int = 2, isWide: Bool = false
  ) -> Leaf {
    let runs = slot.link.hasPendingAttribute ? 1 : runCount(in: range)
    let copy = Leaf(
      capacity: capacity, runCapacity: Self.runCapacity(for: runs + spareRuns),
      isWide: isWide || !isNarrow(in: range))
    copy.append(self, range, slot: slot)
    return copy
  }

  /// Returns a new leaf with the text of two leaves.
  static func joining(_ left: Subtree, _ right: Subtree, capacity: Int) -> Leaf {
    let (a, b) = (Leaf(left.slot.child), Leaf(right.slot.child))
    let joined = Leaf(
      capacity: capacity,
      runCapacity: runCapacity(for: left.slot.facts.runs + right.slot.facts.runs + 2),
      isWide: a.isWide || b.isWide)
    joined.append(a, 0..<left.count, slot: left.slot)
    joined.append(b, 0..<right.count, slot: right.slot)
    return joined
  }

  /// Returns a capacity for a number of runs, rounded up so that tables grow in steps.
  static func runCapacity(for runs: Int) -> Int {
    runs <= 4 ? 4 : (runs + runs / 4 + 7) & ~7
  }

  /// Appends a part of another leaf's text.
  ///
  /// - Precondition: The gap is at the end, and the units and runs fit, also in width.
  func append(_ other: Leaf, _ range: Range<Int>, slot: Slot) {
    let places = other.places(range)
    let start = count
    appendUnits(other, places.head)
    appendUnits(other, places.tail)
    if let intensity = slot.pendingIntensity {
      unsafe (intensities + start).update(repeating: intensity, count: range.count)
    }
    if let attribute = slot.pendingAttribute {
      appendRun(count: range.count, attribute: attribute)
    } else if !range.isEmpty {
      var (index, at) = other.run(at: range.lowerBound)
      while at < range.upperBound {
        let run = unsafe other.runs[index]
        let end = at + Int(run.count)
        let covered = min(end, range.upperBound) - max(at, range.lowerBound)
        appendRun(count: covered, attribute: run.attribute)
        at = end
        index += 1
      }
    }
  }

  private func appendUnits(_ other: Leaf, _ places: Range<Int>) {
    copyUnits(of: other, places, to: count)
    count += places.count
    gap = count
  }

  /// Copies contiguous units of another leaf, and their intensities if stored, to a position in
  /// this leaf.
  ///
  /// - Precondition: The units fit, also in width.
  func copyUnits(of other: Leaf, _ places: Range<Int>, to start: Int) {
    let (from, length) = (places.lowerBound, places.count)
    if !other.omitsIntensities {
      unsafe (intensities + start).update(from: other.intensities + from, count: length)
    }
    switch (isWide, other.isWide) {
    case (false, false):
      unsafe (narrowUnits + start).update(from: other.narrowUnits + from, count: length)
    case (true, true):
      unsafe (wideUnits + start).update(from: other.wideUnits + from, count: length)
    case (true, false):
      let (target, source) = unsafe (wideUnits + start, other.narrowUnits + from)
      for i in 0..<length { unsafe target[i] = UInt16(source[i]) }
    case (false, true):
      let (target, source) = unsafe (narrowUnits + start, other.wideUnits + from)
      for i in 0..<length { unsafe target[i] = UInt8(truncatingIfNeeded: source[i]) }
    }
  }

  /// Copies contiguous units, as UTF-16, out of the tree.
  func copyUnits(_ places: Range<Int>, to target: UnsafeMutablePointer<UInt16>) {
    if isWide {
      unsafe target.update(from: wideUnits + places.lowerBound, count: places.count)
    } else {
      let source = unsafe narrowUnits + places.lowerBound
      for i in 0..<places.count { unsafe target[i] = UInt16(source[i]) }
    }
  }

  /// Calls `latin1` or `utf16` with contiguous units, in the form in which they are stored.
  @inline(__always) func withUnits<Result>(
    atPlaces places: Range<Int>, latin1: (Span<UInt8>) -> Result, utf16: (Span<UInt16>) -> Result
  ) -> Result {
    if isWide {
      let units = unsafe UnsafeBufferPointer(
        start: wideUnits + places.lowerBound, count: places.count)
      return unsafe utf16(Span(_unsafeElements: units))
    }
    let units = unsafe UnsafeBufferPointer(
      start: narrowUnits + places.lowerBound, count: places.count)
    return unsafe latin1(Span(_unsafeElements: units))
  }

  /// Appends a run; a run equal to the last one is coalesced.
  func appendRun(count: Int, attribute: UInt32) {
    guard count > 0 else { return }
    let n = runCount
    if n > 0, unsafe runs[n - 1].attribute == attribute {
      unsafe runs[n - 1].count += UInt32(count)
    } else {
      unsafe runs[n] = LeafRun(count: UInt32(count), attribute: attribute)
      runCount = n + 1
    }
  }
}
