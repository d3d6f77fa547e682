internal import Synchronization

/// The header of every node.
struct NodeHeader: ~Copyable {
  /// The number of slots, roots and local owners of the node; only `Node` uses it.
  let references: Atomic<Int>
  /// The number of units of a leaf, or of children of an inner node.
  var count: UInt32
  /// Leaf: the start of the gap, in units.
  var gap: UInt32
  /// Leaf: the capacity in units.
  var capacity: UInt16
  /// Leaf: the offset of the units, in bytes from the start of the node.
  var unitOffset: UInt16
  /// Leaf: the number of attribute runs.
  var runCount: UInt16
  /// Leaf: the capacity for attribute runs.
  var runCapacity: UInt16
  /// The level: 0 for a leaf, otherwise one more than that of the children.
  var level: UInt8
  /// Leaf: whether a unit takes two bytes.
  var isWide: Bool
  /// Whether the node is in a slab.
  var isInSlab: Bool
  /// Leaf: the offset of the attribute runs, in bytes from the start of the node.
  var runOffset: UInt32

  /// The size of the header in bytes, a multiple of 16.
  static let size = 32
}

/// An unowned reference to a node: a block of raw memory with a reference count at its start.
///
/// A node is written only by a tree that is the sole owner of all nodes on the path to it (each
/// count on the path is 1). A node with several owners is immutable. Because of this rule, another
/// thread can use a copied tree. The type is marked as safe because memory is only reached through a
/// slot or a root that owns a reference.
///
/// The count is an atomic of the standard library inside the node, not a Swift object, so that a
/// check for uniqueness is one plain load instead of a call into the runtime.
@safe struct Node {
  let base: UnsafeMutableRawPointer

  init(_ base: UnsafeMutableRawPointer) { unsafe self.base = base }

  /// Returns a new node with one reference and without content.
  static func allocate(byteCount: Int, level: Int) -> Node {
    unsafe make(
      at: UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: 16), level: level,
      isInSlab: false)
  }

  /// Creates a node with one reference and without content in existing memory.
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

  /// Whether the node has one owner; this does not change unless that owner shares the node.
  var isUnique: Bool {
    @inline(__always) get { unsafe header.pointee.references.load(ordering: .acquiring) == 1 }
  }

  /// The reference count, for checks.
  var referenceCount: Int { unsafe header.pointee.references.load(ordering: .relaxed) }

  /// Adds an owner.
  @inline(__always) func retain() {
    unsafe header.pointee.references.wrappingAdd(1, ordering: .relaxed)
  }

  /// Removes an owner; removing the last one frees the node and releases its children.
  ///
  /// - Complexity: O(*f*) in the freed nodes; the depth of recursion is the node's level.
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

  /// Frees the memory without releasing the children, which were moved elsewhere.
  func deallocate() {
    if unsafe header.pointee.isInSlab { Slab(of: self).release() } else { unsafe base.deallocate() }
  }

  /// Returns a new node with the same content; each child gets an additional owner.
  @inline(never) func clone() -> Node {
    level == 0 ? Leaf(self).clone().node : Inner(self).clone().node
  }

  func isIdentical(to other: Node) -> Bool { unsafe base == other.base }
}
