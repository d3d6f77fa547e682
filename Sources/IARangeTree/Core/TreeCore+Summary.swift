extension TreeCore {
  /// Returns the summary of a range.
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
          var child = inner.slot(at: index).inheriting(slot)
          if slot.link.hasPendingIntensity {
            child.intensitySum = length * Int(slot.extremes.minimum)
          }
          add(child, count: length, level: level - 1, part, to: &sum)
        }
        start = end
      }
    }
  }

  /// Returns the sum of intensities of a range.
  ///
  /// - Complexity: O(log *n*): a search for the common node, then a descent to both borders at the same time.
  func intensitySum(in range: Range<Int>) -> Int {
    var (lower, upper) = (range.lowerBound, range.upperBound)
    var link = unsafe state.pointee.root.link
    if link.hasPendingIntensity { return range.count &* Int(root.extremes.minimum) }
    var level = height
    while level > 0 {
      let inner = Inner(link.node)
      let before = lower
      let index = inner.search(&lower)
      upper &-= before &- lower
      unsafe link = inner.links[index]
      level &-= 1
      if unsafe upper > inner.counts[index] {
        unsafe upper &-= inner.counts[index]
        return sumBetweenBorders(inner, from: index, lower, upper, level)
      }
      if link.hasPendingIntensity {
        return unsafe (upper &- lower) &* Int(inner.extremes[index].minimum)
      }
    }
    return Leaf(link.node).intensitySum(in: lower..<upper)
  }

  /// Returns the sum from an offset in one child to an offset in a later child.
  @inline(__always) private func sumBetweenBorders(
    _ inner: Inner, from first: Int, _ lower: Int, _ upper: Int, _ level: Int
  ) -> Int {
    var sum = unsafe inner.sums[first]
    var rest = upper
    let last = inner.count &- 1
    var index = first &+ 1
    while index < last, unsafe rest >= inner.counts[index] {
      unsafe rest &-= inner.counts[index]
      unsafe sum &+= inner.sums[index]
      index &+= 1
    }
    var left = PrefixSum(inner, first, length: lower)
    var right = PrefixSum(inner, index, length: rest)
    // Descends on both sides at the same time, so that their memory accesses overlap.
    for _ in 0..<level {
      left.descend()
      right.descend()
    }
    sum &-= left.finish()
    sum &+= right.finish()
    return sum
  }

  /// Returns the number of U+000A before an offset.
  ///
  /// - Complexity: O(log *n*).
  func lineBreaks(before offset: Int) -> Int {
    if offset == count { return root.facts.lineBreaks }
    var node = root.child
    var rest = offset
    var sum = 0
    for _ in 0..<height {
      let inner = Inner(node)
      var index = 0
      while unsafe rest >= inner.counts[index] {
        unsafe rest -= inner.counts[index]
        unsafe sum += inner.facts[index].lineBreaks
        index += 1
      }
      if rest == 0 { return sum }
      node = unsafe inner.links[index].node
    }
    return sum + Leaf(node).lineBreaks(in: 0..<rest)
  }
}

/// The state of summing the intensities of the first units of a child.
private struct PrefixSum {
  private var sum = 0
  /// The number of units still to be summed.
  private var rest: Int
  /// The node that contains them.
  private var node: Node
  private var total: Int

  @inline(__always) init(_ inner: Inner, _ index: Int, length: Int) {
    let link = unsafe inner.links[index]
    node = link.node
    rest = length
    unsafe total = inner.sums[index]
    if link.hasPendingIntensity {
      sum = unsafe length &* Int(inner.extremes[index].minimum)
      rest = 0
    }
  }

  /// Descends one level.
  @inline(__always) mutating func descend() {
    if rest == 0 { return }
    let inner = Inner(node)
    let index = inner.search(&rest)
    // Sums from the nearer end.
    if index &* 2 < inner.count {
      for i in 0..<index { unsafe sum &+= inner.sums[i] }
    } else {
      sum &+= total
      for i in index..<inner.count { unsafe sum &-= inner.sums[i] }
    }
    let link = unsafe inner.links[index]
    unsafe total = inner.sums[index]
    node = link.node
    if link.hasPendingIntensity {
      unsafe sum &+= rest &* Int(inner.extremes[index].minimum)
      rest = 0
    }
  }

  /// Returns the sum, including the remaining units in a leaf.
  @inline(__always) mutating func finish() -> Int {
    if rest == 0 { return sum }
    let leaf = Leaf(node)
    return rest &* 2 <= leaf.count
      ? sum &+ leaf.intensitySum(in: 0..<rest)
      : sum &+ total &- leaf.intensitySum(in: rest..<leaf.count)
  }
}

extension Leaf {
  /// Returns the summary of a part of the leaf.
  fileprivate func summary(of range: Range<Int>, slot: Slot) -> Slot {
    var sum = Slot(node)
    if let intensity = slot.pendingIntensity {
      sum.setPending(intensity: intensity, count: range.count)
    } else {
      sum.intensitySum = intensitySum(in: range)
      sum.extremes = extremes(in: range)
    }
    if let attribute = slot.pendingAttribute {
      sum.setPending(attribute: attribute)
    } else {
      sum.facts.runs = runCount(in: range)
      sum.facts.first = unsafe runs[run(at: range.lowerBound).index].attribute
      sum.facts.last = unsafe runs[run(at: range.upperBound - 1).index].attribute
    }
    sum.facts.lineBreaks = lineBreaks(in: range)
    return sum
  }
}
