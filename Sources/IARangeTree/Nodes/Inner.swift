/// A node with children: their unit counts side by side, for searching, then their slots.
///
///     header 32 | count × 32 | slot × 32
@safe struct Inner {
  let node: Node

  /// The fan-out nodes are laid out for.
  static let capacity = 32

  private static let slotOffset = NodeHeader.size + capacity * MemoryLayout<Int>.stride
  private static let byteCount = slotOffset + capacity * MemoryLayout<Slot>.stride

  @inline(__always) init(_ node: Node) { self.node = node }

  /// Makes a node without children.
  init(level: Int) { node = Node.allocate(byteCount: Self.byteCount, level: level) }

  var count: Int {
    @inline(__always) get { Int(unsafe node.header.pointee.count) }
    nonmutating set { unsafe node.header.pointee.count = UInt32(truncatingIfNeeded: newValue) }
  }

  /// Units of each child.
  var counts: UnsafeMutablePointer<Int> {
    @inline(__always) get {
      unsafe (node.base + NodeHeader.size).assumingMemoryBound(to: Int.self)
    }
  }

  /// What is known of each child.
  var slots: UnsafeMutablePointer<Slot> {
    @inline(__always) get {
      unsafe (node.base + Self.slotOffset).assumingMemoryBound(to: Slot.self)
    }
  }

  func clone() -> Inner {
    let copy = Inner(level: node.level)
    copy.count = count
    unsafe copy.counts.update(from: counts, count: count)
    unsafe copy.slots.update(from: slots, count: count)
    for i in 0..<count { unsafe slots[i].child.retain() }
    return copy
  }

  /// The child as a subtree of its own; the slot's reference goes with it.
  func subtree(at index: Int) -> Subtree {
    unsafe Subtree(slot: slots[index], count: counts[index], level: node.level - 1)
  }

  /// Stores a subtree in a slot without looking at what was there.
  func put(_ subtree: Subtree, at index: Int) {
    unsafe slots[index] = subtree.slot
    unsafe counts[index] = subtree.count
  }

  /// Makes room and stores a subtree.
  ///
  /// - Precondition: `count` is below the capacity.
  func insert(_ subtree: Subtree, at index: Int) {
    move(from: index, to: index + 1, of: self, count - index)
    put(subtree, at: index)
    count += 1
  }

  /// Closes the place of a child that has moved elsewhere.
  func closeSlot(at index: Int) {
    move(from: index + 1, to: index, of: self, count - index - 1)
    count -= 1
  }

  /// Copies slots into another node (or this one), overlapping or not; counts are the caller's.
  func move(from start: Int, to target: Int, of other: Inner, _ length: Int) {
    guard length > 0 else { return }
    unsafe (other.counts + target).update(from: counts + start, count: length)
    unsafe (other.slots + target).update(from: slots + start, count: length)
  }

  /// Moves the children from `index` on into a new node.
  func detach(from index: Int) -> Inner {
    let rest = Inner(level: node.level)
    move(from: index, to: 0, of: rest, count - index)
    rest.count = count - index
    count = index
    return rest
  }

  /// This node, with all that can be known about it, as a subtree.
  func measured() -> Subtree {
    var slot = Slot(node)
    var units = 0
    for i in 0..<count {
      unsafe slot.append(slots[i])
      unsafe units += counts[i]
    }
    return Subtree(slot: slot, count: units, level: node.level)
  }
}

/// A node that hangs nowhere, with what its parent would know; holds one reference to it.
struct Subtree {
  var slot: Slot
  var count: Int
  let level: Int
}
