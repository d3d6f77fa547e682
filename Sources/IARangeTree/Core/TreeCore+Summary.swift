extension TreeCore {
  /// All that is known of a range.
  ///
  /// - Complexity: O(log *n*).
  func summary(of range: Range<Int>) -> Slot {
    var sum = Slot(root.child)
    if !range.isEmpty { add(root, count: count, level: height, range, to: &sum) }
    return sum
  }

  private func add(
    _ slot: Slot, count: Int, level: Int, _ range: Range<Int>, to sum: inout Slot
  ) {
    if range.count == count {
      sum.append(slot)
    } else if level == 0 {
      sum.append(Leaf(slot.child).summary(of: range, slot: slot))
    } else {
      let inner = Inner(slot.child)
      var start = 0
      for index in 0..<inner.count where start < range.upperBound {
        let length = unsafe inner.counts[index]
        let end = start + length
        if end > range.lowerBound {
          let part = max(range.lowerBound, start) - start..<min(range.upperBound, end) - start
          var child = unsafe inner.slots[index].inheriting(slot)
          if slot.hasPendingIntensity { child.intensitySum = length * Int(slot.minimum) }
          add(child, count: length, level: level - 1, part, to: &sum)
        }
        start = end
      }
    }
  }

  /// The sum of intensities over a range.
  ///
  /// - Complexity: O(log *n*): one search, then one along each border.
  func intensitySum(in range: Range<Int>) -> Int {
    var (lower, upper) = (range.lowerBound, range.upperBound)
    var node = unsafe rootSlot.pointee.child
    if unsafe rootSlot.pointee.hasPendingIntensity {
      return unsafe range.count &* Int(rootSlot.pointee.minimum)
    }
    var level = height
    while level > 0 {
      let inner = Inner(node)
      let counts = unsafe inner.counts
      let slots = unsafe inner.slots
      let last = inner.count &- 1
      var index = 0
      while index < last, unsafe lower >= counts[index] {
        unsafe lower &-= counts[index]
        unsafe upper &-= counts[index]
        index &+= 1
      }
      if unsafe upper <= counts[index] {
        if unsafe slots[index].hasPendingIntensity {
          return unsafe (upper &- lower) &* Int(slots[index].minimum)
        }
        node = unsafe slots[index].child
        level &-= 1
        continue
      }
      var sum = unsafe slots[index].intensitySum
      if lower > 0 { unsafe sum &-= prefixSum(slots + index, level &- 1, lower) }
      unsafe upper &-= counts[index]
      index &+= 1
      while index < last, unsafe upper >= counts[index] {
        unsafe upper &-= counts[index]
        unsafe sum &+= slots[index].intensitySum
        index &+= 1
      }
      if upper > 0 { unsafe sum &+= prefixSum(slots + index, level &- 1, upper) }
      return sum
    }
    return Leaf(node).intensitySum(in: lower..<upper)
  }

  /// The sum of intensities of the first units below a slot.
  private func prefixSum(_ slot: UnsafeMutablePointer<Slot>, _ level: Int, _ length: Int) -> Int {
    var slot = unsafe slot
    var rest = length
    var sum = 0
    var level = level
    while true {
      if unsafe slot.pointee.hasPendingIntensity {
        return unsafe sum &+ rest &* Int(slot.pointee.minimum)
      }
      let node = unsafe slot.pointee.child
      if level == 0 { return sum &+ Leaf(node).intensitySum(in: 0..<rest) }
      let inner = Inner(node)
      let counts = unsafe inner.counts
      let last = inner.count &- 1
      var index = 0
      while index < last, unsafe rest >= counts[index] {
        unsafe rest &-= counts[index]
        index &+= 1
      }
      // Add up from the nearer end: each slot is in another cache line.
      if index &* 2 <= last {
        for i in 0..<index { unsafe sum &+= inner.slots[i].intensitySum }
      } else {
        unsafe sum &+= slot.pointee.intensitySum
        for i in index...last { unsafe sum &-= inner.slots[i].intensitySum }
      }
      if rest == 0 { return sum }
      unsafe slot = inner.slots + index
      level &-= 1
    }
  }

  /// The number of U+000A in the first units.
  ///
  /// - Complexity: O(log *n*).
  func lineBreaks(before offset: Int) -> Int {
    if offset == count { return root.lineBreaks }
    var node = root.child
    var rest = offset
    var sum = 0
    for _ in 0..<height {
      let inner = Inner(node)
      var index = 0
      while unsafe rest >= inner.counts[index] {
        unsafe rest -= inner.counts[index]
        unsafe sum += inner.slots[index].lineBreaks
        index += 1
      }
      if rest == 0 { return sum }
      node = unsafe inner.slots[index].child
    }
    return sum + Leaf(node).lineBreaks(in: 0..<rest)
  }
}

extension Leaf {
  /// All that is known of a part of the leaf.
  fileprivate func summary(of range: Range<Int>, slot: Slot) -> Slot {
    var sum = Slot(node)
    if let intensity = slot.pendingIntensity {
      sum.setPending(intensity: intensity, count: range.count)
    } else {
      sum.intensitySum = intensitySum(in: range)
      (sum.minimum, sum.maximum) = extremes(in: range)
    }
    if let attribute = slot.pendingAttribute {
      sum.setPending(attribute: attribute)
    } else {
      sum.runs = runCount(in: range)
      sum.first = unsafe runs[run(at: range.lowerBound).index].attribute
      sum.last = unsafe runs[run(at: range.upperBound - 1).index].attribute
    }
    sum.lineBreaks = lineBreaks(in: range)
    return sum
  }
}
