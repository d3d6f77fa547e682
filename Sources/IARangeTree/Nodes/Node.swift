internal import Synchronization

/// The first bytes of every node.
struct NodeHeader: ~Copyable {
  /// The number of slots, roots and local owners that hold the node; used by `Node` alone.
  let references: Atomic<Int>
  /// Units of a leaf, children of an inner node.
  var count: UInt32
  /// Leaf: where the gap starts, in units.
  var gap: UInt32
  /// Leaf: how many units fit.
  var capacity: UInt16
  /// Leaf: where the units start, in bytes from the start of the node.
  var unitOffset: UInt16
  /// Leaf: attribute runs in use.
  var runCount: UInt16
  /// Leaf: how many attribute runs fit.
  var runCapacity: UInt16
  /// 0 for a leaf, else one more than the level of its children.
  var level: UInt8
  /// Leaf: whether units take two bytes each.
  var isWide: Bool
  /// Whether the node lies in a slab with others.
  var isInSlab: Bool
  /// Leaf: where the attribute runs start, in bytes from the start of the node.
  var runOffset: UInt32

  /// The size of the header in bytes, a multiple of 16.
  static let size = 32
}

/// An uncounted reference to a node: one block of raw memory with a reference count in front.
///
/// A node is written only by a tree that owns the whole path to it alone (every count on the path
/// is 1); a node held by more than one owner is immutable until that changes. That rule makes a
/// copied tree safe to use from another thread, and it is why the type is marked safe: memory is
/// reached through a slot or a root that holds a reference.
///
/// The count is a standard library atomic inside the node, not a Swift object: asking for
/// uniqueness is then one plain load instead of a call into the runtime.
@safe struct Node {
  let base: UnsafeMutableRawPointer

  init(_ base: UnsafeMutableRawPointer) { unsafe self.base = base }

  /// Makes a node with one reference and no content.
  static func allocate(byteCount: Int, level: Int) -> Node {
    unsafe make(
      at: UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: 16), level: level,
      isInSlab: false)
  }

  /// Makes a node with one reference and no content in memory that is there.
  static func make(at base: UnsafeMutableRawPointer, level: Int, isInSlab: Bool) -> Node {
    unsafe base.initializeMemory(
      as: NodeHeader.self,
      to: NodeHeader(
        references: Atomic(1), count: 0, gap: 0, capacity: 0, unitOffset: 0, runCount: 0,
        runCapacity: 0, level: UInt8(truncatingIfNeeded: level), isWide: false, isInSlab: isInSlab,
        runOffset: 0))
    return unsafe Node(base)
  }

  var header: UnsafeMutablePointer<NodeHeader> {
    @inline(__always) get { unsafe base.assumingMemoryBound(to: NodeHeader.self) }
  }

  var level: Int { Int(unsafe header.pointee.level) }

  /// Whether there is one owner; it stays so while that owner does not share the node.
  var isUnique: Bool {
    @inline(__always) get { unsafe header.pointee.references.load(ordering: .acquiring) == 1 }
  }

  /// The reference count, for checks.
  var referenceCount: Int { unsafe header.pointee.references.load(ordering: .relaxed) }

  /// Adds an owner.
  @inline(__always) func retain() {
    unsafe header.pointee.references.wrappingAdd(1, ordering: .relaxed)
  }

  /// Gives up an owner's reference; the last one frees the node and releases its children.
  ///
  /// - Complexity: O(freed nodes); the recursion is as deep as the node's level.
  @inline(__always) func release() {
    let rest = unsafe header.pointee.references.wrappingSubtract(
      1, ordering: .acquiringAndReleasing)
    if rest.newValue == 0 { free() }
  }

  @inline(never) private func free() {
    if level > 0 {
      let inner = Inner(self)
      for i in 0..<inner.count { unsafe inner.links[i].node.release() }
    }
    deallocate()
  }

  /// Frees the memory alone: children have moved elsewhere.
  func deallocate() {
    if unsafe header.pointee.isInSlab { Slab(of: self).release() } else { unsafe base.deallocate() }
  }

  /// Returns a node of its own with the same content; children gain an owner each.
  @inline(never) func clone() -> Node {
    level == 0 ? Leaf(self).clone().node : Inner(self).clone().node
  }

  func isIdentical(to other: Node) -> Bool { unsafe base == other.base }
}
