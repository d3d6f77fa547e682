/// A search condition that can exclude complete nodes by their slots.
protocol Probe {
  /// Returns whether a matching unit can be below a slot.
  func mayBe(in slot: Slot) -> Bool
  /// Returns the first matching unit in a part of a leaf.
  func first(in leaf: Leaf, _ slot: Slot, _ range: Range<Int>) -> Int?
  /// Returns the last matching unit in a part of a leaf.
  func last(in leaf: Leaf, _ slot: Slot, _ range: Range<Int>) -> Int?
}

extension TreeCore {
  /// Returns the first matching unit at or after an offset.
  ///
  /// - Complexity: O(log *n*) if slots are exact for the probe.
  func first<P: Probe>(_ probe: P, from offset: Int) -> Int? {
    offset < count ? first(probe, root, level: height, offset..<count) : nil
  }

  /// Returns the last matching unit before an offset.
  ///
  /// - Complexity: O(log *n*) if slots are exact for the probe.
  func last<P: Probe>(_ probe: P, before offset: Int) -> Int? {
    offset > 0 ? last(probe, root, level: height, 0..<offset) : nil
  }

  private func first<P: Probe>(
    _ probe: P, _ slot: Slot, level: Int, _ range: Range<Int>
  ) -> Int? {
    guard probe.mayBe(in: slot) else { return nil }
    if level == 0 { return probe.first(in: Leaf(slot.child), slot, range) }
    let inner = Inner(slot.child)
    var start = 0
    for index in 0..<inner.count {
      let length = unsafe inner.counts[index]
      if start + length > range.lowerBound {
        let child = inner.slot(at: index).inheriting(slot)
        let part = max(range.lowerBound - start, 0)..<length
        if let found = first(probe, child, level: level - 1, part) { return start + found }
      }
      start += length
    }
    return nil
  }

  private func last<P: Probe>(
    _ probe: P, _ slot: Slot, level: Int, _ range: Range<Int>
  ) -> Int? {
    guard probe.mayBe(in: slot) else { return nil }
    if level == 0 { return probe.last(in: Leaf(slot.child), slot, range) }
    let inner = Inner(slot.child)
    var index = 0
    var start = 0
    while unsafe index < inner.count - 1 && start + inner.counts[index] < range.upperBound {
      unsafe start += inner.counts[index]
      index += 1
    }
    while true {
      let child = inner.slot(at: index).inheriting(slot)
      let part = unsafe 0..<min(inner.counts[index], range.upperBound - start)
      if let found = last(probe, child, level: level - 1, part) { return start + found }
      guard index > 0 else { return nil }
      index -= 1
      unsafe start -= inner.counts[index]
    }
  }
}

/// Matches U+000A.
struct LineBreakProbe: Probe {
  func mayBe(in slot: Slot) -> Bool { slot.facts.lineBreaks > 0 }

  func first(in leaf: Leaf, _ slot: Slot, _ range: Range<Int>) -> Int? {
    leaf.firstLineBreak(in: range)
  }

  func last(in leaf: Leaf, _ slot: Slot, _ range: Range<Int>) -> Int? {
    range.last { leaf.unit(at: $0) == 10 }
  }
}

/// Matches any attribute except one.
struct OtherAttributeProbe: Probe {
  let attribute: UInt32

  func mayBe(in slot: Slot) -> Bool { !slot.isUniform(attribute: attribute) }

  func first(in leaf: Leaf, _ slot: Slot, _ range: Range<Int>) -> Int? {
    guard !range.isEmpty else { return nil }
    if slot.link.hasPendingAttribute { return range.lowerBound }
    var (index, start) = leaf.run(at: range.lowerBound)
    if unsafe leaf.runs[index].attribute != attribute { return range.lowerBound }
    unsafe start += Int(leaf.runs[index].count)
    index += 1
    return start < range.upperBound ? start : nil
  }

  func last(in leaf: Leaf, _ slot: Slot, _ range: Range<Int>) -> Int? {
    guard !range.isEmpty else { return nil }
    if slot.link.hasPendingAttribute { return range.upperBound - 1 }
    let (index, start) = leaf.run(at: range.upperBound - 1)
    if unsafe leaf.runs[index].attribute != attribute { return range.upperBound - 1 }
    return start > range.lowerBound ? start - 1 : nil
  }
}
