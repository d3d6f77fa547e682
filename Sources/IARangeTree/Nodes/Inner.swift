/// A node with children: one array for each kind of fact about them.
///
///     header 32 | count × 32 | sum × 32 | link × 32 | extremes × 32 | facts × 32 (24 bytes each)
///
/// A search reads the counts and one link; a sum of intensities reads counts, sums and one link.
/// These parts of all inner nodes fit into a much smaller part of the processor's cache than
/// complete nodes.
@safe struct Inner {
  let node: Node

  /// The fan-out for which memory is laid out.
  static let capacity = 32

  private static let wordsSize = capacity * MemoryLayout<Int>.stride
  private static let linkOffset = NodeHeader.size + 2 * wordsSize
  private static let extremesOffset = linkOffset + wordsSize
  private static let factsOffset =
    extremesOffset + capacity * MemoryLayout<Extremes>.stride
  static let byteCount = factsOffset + capacity * MemoryLayout<Facts>.stride

  @inline(__always) init(_ node: Node) { self.node = node }

  /// Creates a node without children.
  init(level: Int) { node = Node.allocate(byteCount: Self.byteCount, level: level) }

  var count: Int {
    @inline(__always) get { Int(unsafe node.header.pointee.count) }
    nonmutating set { unsafe node.header.pointee.count = UInt32(truncatingIfNeeded: newValue) }
  }

  /// The number of units of each child.
  var counts: UnsafeMutablePointer<Int> {
    @inline(__always) get {
      unsafe (node.base + NodeHeader.size).assumingMemoryBound(to: Int.self)
    }
  }

  /// The sum of intensities of each child.
  var sums: UnsafeMutablePointer<Int> {
    @inline(__always) get { unsafe counts + Self.capacity }
  }

  /// The links to the children.
  var links: UnsafeMutablePointer<Link> {
    @inline(__always) get {
      unsafe (node.base + Self.linkOffset).assumingMemoryBound(to: Link.self)
    }
  }

  /// The lowest and highest intensity of each child.
  var extremes: UnsafeMutablePointer<Extremes> {
    @inline(__always) get {
      unsafe (node.base + Self.extremesOffset).assumingMemoryBound(to: Extremes.self)
    }
  }

  /// The line breaks and attribute runs of each child.
  var facts: UnsafeMutablePointer<Facts> {
    @inline(__always) get {
      unsafe (node.base + Self.factsOffset).assumingMemoryBound(to: Facts.self)
    }
  }

  /// Returns the slot of a child, which has all facts except the number of units.
  @inline(__always) func slot(at index: Int) -> Slot {
    unsafe Slot(
      link: links[index], intensitySum: sums[index], extremes: extremes[index],
      facts: facts[index])
  }

  /// Replaces the slot of a child; the number of units is not changed.
  @inline(__always) func setSlot(_ slot: Slot, at index: Int) {
    unsafe links[index] = slot.link
    unsafe sums[index] = slot.intensitySum
    unsafe extremes[index] = slot.extremes
    unsafe facts[index] = slot.facts
  }

  /// Returns the index of the child that contains a unit, or of the last child, and makes `offset`
  /// relative to that child.
  @inline(__always) func search(_ offset: inout Int) -> Int {
    let counts = unsafe counts
    let last = count &- 1
    var index = 0
    while index < last, unsafe offset >= counts[index] {
      unsafe offset &-= counts[index]
      index &+= 1
    }
    return index
  }

  /// Ensures that a child is writable, and moves pending values into it, one level down.
  @inline(__always) func open(at index: Int) {
    let link = unsafe links[index]
    if link.node.isUnique, !link.isPending { return }
    openShared(at: index)
  }

  @inline(never) private func openShared(at index: Int) {
    var slot = slot(at: index)
    slot.open()
    unsafe links[index] = slot.link
  }

  /// Marks one intensity as pending for a complete child.
  @inline(__always) func setPending(intensity: UInt8, at index: Int) {
    unsafe sums[index] = counts[index] &* Int(intensity)
    unsafe extremes[index] = Extremes(minimum: intensity, maximum: intensity)
    unsafe links[index].hasPendingIntensity = true
  }

  /// Marks one attribute as pending for a complete child.
  @inline(__always) func setPending(attribute: UInt32, at index: Int) {
    unsafe facts[index].set(attribute: attribute)
    unsafe links[index].hasPendingAttribute = true
  }

  func clone() -> Inner {
    let copy = Inner(level: node.level)
    move(from: 0, to: 0, of: copy, count)
    copy.count = count
    for i in 0..<count { unsafe links[i].node.retain() }
    return copy
  }

  /// Returns the child as a separate subtree, which takes the slot's reference.
  func subtree(at index: Int) -> Subtree {
    unsafe Subtree(slot: slot(at: index), count: counts[index], level: node.level - 1)
  }

  /// Stores a subtree in a slot without releasing the previous child.
  func put(_ subtree: Subtree, at index: Int) {
    setSlot(subtree.slot, at: index)
    unsafe counts[index] = subtree.count
  }

  /// Inserts a subtree as a child.
  ///
  /// - Precondition: `count` is less than the capacity.
  func insert(_ subtree: Subtree, at index: Int) {
    move(from: index, to: index + 1, of: self, count - index)
    put(subtree, at: index)
    count += 1
  }

  /// Removes the slot of a child that was moved elsewhere.
  func closeSlot(at index: Int) {
    move(from: index + 1, to: index, of: self, count - index - 1)
    count -= 1
  }

  /// Copies slots into another node or within this one, which may overlap; the caller sets the
  /// counts.
  func move(from start: Int, to target: Int, of other: Inner, _ length: Int) {
    guard length > 0 else { return }
    unsafe (other.counts + target).update(from: counts + start, count: length)
    unsafe (other.sums + target).update(from: sums + start, count: length)
    unsafe (other.links + target).update(from: links + start, count: length)
    unsafe (other.extremes + target).update(from: extremes + start, count: length)
    unsafe (other.facts + target).update(from: facts + start, count: length)
  }

  /// Moves the children from `index` on into a new node.
  func detach(from index: Int) -> Inner {
    let rest = Inner(level: node.level)
    move(from: index, to: 0, of: rest, count - index)
    rest.count = count - index
    count = index
    return rest
  }

  /// Returns this node as a subtree with its computed slot.
  func measured() -> Subtree {
    var slot = Slot(node)
    var units = 0
    for i in 0..<count {
      unsafe slot.intensitySum &+= sums[i]
      unsafe slot.extremes.append(extremes[i])
      unsafe slot.facts.append(facts[i])
      unsafe units += counts[i]
    }
    return Subtree(slot: slot, count: units, level: node.level)
  }
}

/// A node without a parent, with its slot; it owns one reference to the node.
struct Subtree {
  var slot: Slot
  var count: Int
  let level: Int
}
