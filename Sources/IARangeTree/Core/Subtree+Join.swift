extension Subtree {
  /// Returns a node with two children of equal level.
  static func parent(_ left: Subtree, _ right: Subtree) -> Subtree {
    let inner = Inner(level: left.level + 1)
    inner.put(left, at: 0)
    inner.put(right, at: 1)
    inner.count = 2
    return inner.measured()
  }
}

// Joining and splitting: each function takes ownership of its arguments and returns an owned
// result.
extension TreeCore {
  /// Returns one subtree with the text of two.
  ///
  /// - Complexity: O(*d*) nodes in the difference *d* of their heights.
  func join(_ left: Subtree?, _ right: Subtree?) -> Subtree? {
    guard var left, left.count > 0 else {
      left?.slot.child.release()
      return right
    }
    guard var right, right.count > 0 else {
      right?.slot.child.release()
      return left
    }
    if left.level == right.level {
      let (first, second) = rebalance(left, right)
      return second.map { .parent(first, $0) } ?? first
    }
    if left.level > right.level {
      let rest = attach(right, to: &left, atEnd: true)
      return rest.map { .parent(left, $0) } ?? left
    }
    let rest = attach(left, to: &right, atEnd: false)
    return rest.map { .parent($0, right) } ?? right
  }

  /// Adds a subtree as the first or last descendant of its level in a higher subtree.
  ///
  /// - Returns: A subtree of the level of `host` that did not fit, which belongs before or after
  ///   it; `nil` if all fitted.
  private func attach(_ guest: Subtree, to host: inout Subtree, atEnd: Bool) -> Subtree? {
    host.slot.open()
    let inner = Inner(host.slot.child)
    let edge = atEnd ? inner.count - 1 : 0
    var child = inner.subtree(at: edge)
    var extra: Subtree?
    if child.level > guest.level {
      extra = attach(guest, to: &child, atEnd: atEnd)
    } else if atEnd {
      (child, extra) = rebalance(child, guest)
    } else {
      let (first, second) = rebalance(guest, child)
      (child, extra) = second.map { ($0, first) } ?? (first, nil)
    }
    inner.put(child, at: edge)
    guard let extra else {
      host = inner.measured()
      return nil
    }
    if inner.count < geometry.fanOut {
      inner.insert(extra, at: atEnd ? inner.count : 0)
      host = inner.measured()
      return nil
    }
    let rest = inner.detach(from: inner.count / 2)
    if atEnd {
      rest.insert(extra, at: rest.count)
      host = inner.measured()
      return rest.measured()
    }
    inner.insert(extra, at: 0)
    host = rest.measured()
    return inner.measured()
  }

  /// Rebalances two adjacent subtrees of one level so that each has its minimum count.
  ///
  /// The result is one of three: both subtrees unchanged, one merged subtree, or two subtrees between which the content
  /// is divided evenly.
  func rebalance(_ left: Subtree, _ right: Subtree) -> (Subtree, Subtree?) {
    left.level == 0 ? rebalanceLeaves(left, right) : rebalanceInner(left, right)
  }

  private func rebalanceLeaves(_ left: Subtree, _ right: Subtree) -> (Subtree, Subtree?) {
    let total = left.count + right.count
    let small = min(left.count, right.count) < geometry.leafMinimum
    guard small || total <= geometry.leafCapacity / 2 else { return (left, right) }
    let joined = Leaf.joining(left, right, capacity: max(total, geometry.leafCapacity))
    left.slot.child.release()
    right.slot.child.release()
    if total <= geometry.leafMergeLimit { return (joined.measured(), nil) }
    let plain = Slot(joined.node)
    let first = joined.copy(0..<total / 2, slot: plain, capacity: geometry.leafCapacity)
    let second = joined.copy(total / 2..<total, slot: plain, capacity: geometry.leafCapacity)
    joined.node.release()
    return (first.measured(), second.measured())
  }

  private func rebalanceInner(_ left: Subtree, _ right: Subtree) -> (Subtree, Subtree?) {
    var (left, right) = (left, right)
    let (a, b) = (Inner(left.slot.child).count, Inner(right.slot.child).count)
    guard min(a, b) < geometry.fanOutMinimum else { return (left, right) }
    left.slot.open()
    right.slot.open()
    let (first, second) = (Inner(left.slot.child), Inner(right.slot.child))
    if a + b <= geometry.fanOut {
      second.move(from: 0, to: a, of: first, b)
      first.count = a + b
      second.node.deallocate()
      return (first.measured(), nil)
    }
    let half = (a + b) / 2
    if a < half {
      second.move(from: 0, to: a, of: first, half - a)
      second.move(from: half - a, to: 0, of: second, a + b - half)
    } else {
      second.move(from: 0, to: a - half, of: second, b)
      first.move(from: half, to: 0, of: second, a - half)
    }
    first.count = half
    second.count = a + b - half
    return (first.measured(), second.measured())
  }

  /// Splits a subtree at an offset.
  ///
  /// - Complexity: O(log *n*) nodes, and copies of parts of one leaf.
  func split(_ subtree: Subtree, at offset: Int) -> (Subtree?, Subtree?) {
    if offset <= 0 { return (nil, subtree) }
    if offset >= subtree.count { return (subtree, nil) }
    var subtree = subtree
    if subtree.level == 0 { return splitLeaf(subtree, at: offset) }
    subtree.slot.open()
    let inner = Inner(subtree.slot.child)
    var index = 0
    var rest = offset
    while unsafe rest >= inner.counts[index] {
      unsafe rest -= inner.counts[index]
      index += 1
    }
    let middle = inner.subtree(at: index)
    let behind = inner.detach(from: index + 1)
    inner.count = index
    let (left, right) = split(middle, at: rest)
    return (join(Self.trimmed(inner), left), join(right, Self.trimmed(behind)))
  }

  /// Returns a node as a subtree: `nil` for no child, the child itself for one.
  private static func trimmed(_ inner: Inner) -> Subtree? {
    if inner.count > 1 { return inner.measured() }
    let only = inner.count == 1 ? inner.subtree(at: 0) : nil
    inner.node.deallocate()
    return only
  }

  private func splitLeaf(_ subtree: Subtree, at offset: Int) -> (Subtree?, Subtree?) {
    let leaf = Leaf(subtree.slot.child)
    let capacity = geometry.leafCapacity
    let left = leaf.copy(0..<offset, slot: subtree.slot, capacity: capacity)
    let right = leaf.copy(offset..<subtree.count, slot: subtree.slot, capacity: capacity)
    leaf.node.release()
    return (left.measured(), right.measured())
  }

  /// Replaces a range by a subtree, and takes ownership of it; `nil` removes the range.
  ///
  /// - Complexity: O(log *n* + *f*) in the freed nodes.
  @inline(never) func splice(_ range: Range<Int>, with new: Subtree?) {
    let (head, rest) = split(whole, at: range.lowerBound)
    var tail = rest
    if !range.isEmpty, let rest {
      let (gone, kept) = split(rest, at: range.count)
      gone?.slot.child.release()
      tail = kept
    }
    replaceAll(join(join(head, new), tail))
  }

  /// Returns a part of the tree as a separate subtree that shares complete nodes, unless the part
  /// is short.
  ///
  /// - Complexity: O(log *n*) nodes, and copies of parts of two leaves.
  func shared(_ range: Range<Int>) -> Subtree? {
    if isPiece(range.count) { return piece(range) }
    let (head, behind) = split(sharedWhole(), at: range.upperBound)
    behind?.slot.child.release()
    guard let head else { return nil }
    let (before, part) = split(head, at: range.lowerBound)
    before?.slot.child.release()
    return part
  }
}
