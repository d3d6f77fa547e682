/// An assignment of values to a range that does not change the text.
protocol RangeAssignment {
  /// Returns whether the child of a slot already has the assigned values.
  func isDone(_ slot: Slot) -> Bool
  /// Assigns to the whole text in its slot and returns true, or returns false if the nodes must be
  /// visited.
  mutating func assign(toAll slot: inout Slot, count: Int) -> Bool
  /// Assigns to a complete child in its slot and returns true, or returns false if the child must
  /// be visited.
  mutating func assign(toAllOf inner: Inner, at index: Int) -> Bool
  /// Assigns to a part of a leaf, which is writable and has no pending values, and to its slot.
  mutating func assign(to range: Range<Int>, of slot: inout Slot)
  /// Updates a slot from the children of its changed node.
  func update(_ slot: inout Slot, from inner: Inner)
}

extension TreeCore {
  /// Applies an assignment to a range, from the first unit on.
  ///
  /// If the assignment permits it, a value is only marked as pending for children that are
  /// completely covered. The depth of recursion is the height of the tree.
  ///
  /// - Complexity: O(log *n*) for one value.
  func assign<Assignment: RangeAssignment>(_ range: Range<Int>, _ assignment: inout Assignment) {
    guard !range.isEmpty else { return }
    invalidateFinger()
    if range.count == count,
      unsafe assignment.assign(toAll: &state.pointee.root, count: count)
    {
      return
    }
    unsafe assign(&state.pointee.root, level: height, range, &assignment)
  }

  private func assign<Assignment: RangeAssignment>(
    _ slot: inout Slot, level: Int, _ range: Range<Int>, _ assignment: inout Assignment
  ) {
    if assignment.isDone(slot) { return }
    slot.open()
    if level == 0 {
      assignment.assign(to: range, of: &slot)
      return
    }
    let inner = Inner(slot.child)
    let number = inner.count
    var start = 0
    var index = 0
    while index < number, start < range.upperBound {
      let length = unsafe inner.counts[index]
      let end = start &+ length
      if end > range.lowerBound {
        let part =
          max(range.lowerBound, start) &- start..<min(range.upperBound, end) &- start
        if part.count < length || !assignment.assign(toAllOf: inner, at: index) {
          var child = inner.slot(at: index)
          assign(&child, level: level &- 1, part, &assignment)
          inner.setSlot(child, at: index)
        }
      }
      start = end
      index &+= 1
    }
    assignment.update(&slot, from: inner)
  }
}

extension Slot {
  /// Computes the sum and extremes of intensities from a node's children.
  mutating func updateIntensities(from inner: Inner) {
    var sum = 0
    var extremes = Extremes()
    for i in 0..<inner.count {
      unsafe sum &+= inner.sums[i]
      unsafe extremes.append(inner.extremes[i])
    }
    intensitySum = sum
    self.extremes = extremes
  }

  /// Computes the attribute runs from a node's children.
  mutating func updateRuns(from inner: Inner) {
    var runs = Facts()
    for i in 0..<inner.count { unsafe runs.appendRuns(inner.facts[i]) }
    facts.runs = runs.runs
    facts.first = runs.first
    facts.last = runs.last
  }

  /// Sets the attribute of a part of the child, a writable leaf, which gets a larger run table if
  /// necessary.
  mutating func setRun(in range: Range<Int>, attribute: UInt32) {
    var leaf = Leaf(child)
    if leaf.runCount + 2 > leaf.runCapacity {
      let larger = leaf.copy(
        0..<leaf.count, slot: self, capacity: leaf.capacity, spareRuns: leaf.runCount / 2 + 2,
        isWide: leaf.isWide)
      child.release()
      child = larger.node
      leaf = larger
    }
    leaf.setRun(in: range, attribute: attribute)
  }
}

/// Assigns one intensity to all units.
struct IntensityAssignment: RangeAssignment {
  let intensity: UInt8

  func isDone(_ slot: Slot) -> Bool { slot.isUniform(intensity: intensity) }

  func assign(toAll slot: inout Slot, count: Int) -> Bool {
    slot.setPending(intensity: intensity, count: count)
    return true
  }

  func assign(toAllOf inner: Inner, at index: Int) -> Bool {
    let uniform = Extremes(minimum: intensity, maximum: intensity)
    if unsafe inner.extremes[index] != uniform { inner.setPending(intensity: intensity, at: index) }
    return true
  }

  func assign(to range: Range<Int>, of slot: inout Slot) {
    let leaf = Leaf(slot.child)
    leaf.fill(intensity: intensity, in: range)
    leaf.measureIntensities(into: &slot)
  }

  func update(_ slot: inout Slot, from inner: Inner) { slot.updateIntensities(from: inner) }
}

/// Assigns an intensity to each unit, from an array in the order of the units.
@safe struct IntensitiesAssignment: RangeAssignment {
  var values: UnsafePointer<UInt8>

  func isDone(_ slot: Slot) -> Bool { false }

  func assign(toAll slot: inout Slot, count: Int) -> Bool { false }

  func assign(toAllOf inner: Inner, at index: Int) -> Bool { false }

  mutating func assign(to range: Range<Int>, of slot: inout Slot) {
    let leaf = Leaf(slot.child)
    let places = leaf.places(range)
    for place in [places.head, places.tail] {
      unsafe (leaf.intensities + place.lowerBound).update(from: values, count: place.count)
      unsafe values += place.count
    }
    leaf.measureIntensities(into: &slot)
  }

  func update(_ slot: inout Slot, from inner: Inner) { slot.updateIntensities(from: inner) }
}

/// Assigns one attribute to all units.
struct AttributeAssignment: RangeAssignment {
  let attribute: UInt32

  func isDone(_ slot: Slot) -> Bool { slot.isUniform(attribute: attribute) }

  func assign(toAll slot: inout Slot, count: Int) -> Bool {
    slot.setPending(attribute: attribute)
    return true
  }

  func assign(toAllOf inner: Inner, at index: Int) -> Bool {
    let isDone = unsafe inner.facts[index].runs == 1 && inner.facts[index].first == attribute
    if !isDone { inner.setPending(attribute: attribute, at: index) }
    return true
  }

  func assign(to range: Range<Int>, of slot: inout Slot) {
    slot.setRun(in: range, attribute: attribute)
    Leaf(slot.child).measureRuns(into: &slot.facts)
  }

  func update(_ slot: inout Slot, from inner: Inner) { slot.updateRuns(from: inner) }
}

/// Assigns attribute runs that cover the range, in order.
struct AttributeRunsAssignment: RangeAssignment {
  let runs: [RangeTree.Run]
  /// The index of the run that covers the next unit.
  private var index = 0
  /// The number of units of that run that have been assigned.
  private var used = 0

  init(runs: [RangeTree.Run]) { self.runs = runs }

  // A child must not be skipped, because the position in the runs would be lost.
  func isDone(_ slot: Slot) -> Bool { false }

  mutating func assign(toAll slot: inout Slot, count: Int) -> Bool {
    guard runs[index].count - used >= count else { return false }
    slot.setPending(attribute: runs[index].attribute)
    advance(count)
    return true
  }

  mutating func assign(toAllOf inner: Inner, at index: Int) -> Bool {
    let count = unsafe inner.counts[index]
    guard runs[self.index].count - used >= count else { return false }
    inner.setPending(attribute: runs[self.index].attribute, at: index)
    advance(count)
    return true
  }

  mutating func assign(to range: Range<Int>, of slot: inout Slot) {
    var at = range.lowerBound
    while at < range.upperBound {
      let length = min(runs[index].count - used, range.upperBound - at)
      slot.setRun(in: at..<at + length, attribute: runs[index].attribute)
      advance(length)
      at += length
    }
    Leaf(slot.child).measureRuns(into: &slot.facts)
  }

  func update(_ slot: inout Slot, from inner: Inner) { slot.updateRuns(from: inner) }

  private mutating func advance(_ count: Int) {
    used += count
    if used == runs[index].count { (index, used) = (index + 1, 0) }
  }
}
