extension Leaf {
  /// Returns a leaf of its own with the same content.
  ///
  /// - Precondition: it is not hollow.
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

  /// Returns a new leaf with part of the text, one byte a unit where that is enough.
  ///
  /// - Parameters:
  ///   - slot: What the parent knows: its pending values count, not what lies in the leaf.
  ///   - capacity: At least the length of the range.
  ///   - spareRuns: Room for attribute runs beyond those copied.
  ///   - isWide: Whether units need two bytes even where the copied ones do not.
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

  /// Returns a new leaf with the text of two.
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

  /// Rounds the need for runs up, so that tables grow in steps.
  static func runCapacity(for runs: Int) -> Int {
    runs <= 4 ? 4 : (runs + runs / 4 + 7) & ~7
  }

  /// Adds part of another leaf's text at the end.
  ///
  /// - Precondition: the gap is at the end; units, runs and widths fit.
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

  /// Copies units, and intensities where there are any, that lie together in another leaf to a place
  /// in this one.
  ///
  /// - Precondition: they fit, also in width.
  func copyUnits(of other: Leaf, _ places: Range<Int>, to start: Int) {
    let (from, length) = (places.lowerBound, places.count)
    if !other.isHollow {
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

  /// Copies units that lie together, as UTF-16, out of the tree.
  func copyUnits(_ places: Range<Int>, to target: UnsafeMutablePointer<UInt16>) {
    if isWide {
      unsafe target.update(from: wideUnits + places.lowerBound, count: places.count)
    } else {
      let source = unsafe narrowUnits + places.lowerBound
      for i in 0..<places.count { unsafe target[i] = UInt16(source[i]) }
    }
  }

  /// Calls one of two bodies with units that lie together, as they lie there.
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

  /// Adds a run behind the last one, merging equal neighbours.
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
