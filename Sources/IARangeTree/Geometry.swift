/// The limits of the node sizes of a tree.
///
/// Documents always use `standard`; tests use small nodes, so that a short text has many levels and
/// every kind of split, merge and collapse occurs often. All nodes have the memory layout of the
/// standard fan-out, so that the limit costs no time where nodes are read.
package struct Geometry: Hashable, Sendable {
  /// The maximum number of units of a leaf: a multiple of 8 in `8...16384`.
  package let leafCapacity: Int
  /// The maximum number of children of an inner node, in `4...Inner.capacity`.
  package let fanOut: Int
  /// The minimum number of units of a text whose nodes are allocated in slabs; the nodes of shorter
  /// texts fit into the processor's TLB.
  package let slabUnits: Int
  /// Whether all invariants are checked after each change, in builds with IA_TREE_CHECKS.
  package let checksChanges: Bool

  /// Creates limits.
  ///
  /// - Precondition: The values are in the ranges documented at the properties.
  package init(
    leafCapacity: Int, fanOut: Int, slabUnits: Int = 1 << 21, checksChanges: Bool = false
  ) {
    precondition(leafCapacity >= 8 && leafCapacity <= 16384 && leafCapacity.isMultiple(of: 8))
    precondition(fanOut >= 4 && fanOut <= Inner.capacity)
    self.leafCapacity = leafCapacity
    self.fanOut = fanOut
    self.slabUnits = slabUnits
    self.checksChanges = checksChanges
  }

  /// The limits of documents, from measurements (Documentation/RangeTree.md).
  package static let standard = Geometry(leafCapacity: 1024, fanOut: 32)

  /// The minimum number of units of a leaf; an edit that leaves fewer rebalances the leaf.
  var leafMinimum: Int { leafCapacity / 4 }
  /// The minimum number of children of an inner node.
  var fanOutMinimum: Int { max(2, fanOut / 4) }
  /// The maximum number of units of two adjacent leaves that are merged.
  var leafMergeLimit: Int { leafCapacity / 4 * 3 }
  /// The number of units of a leaf in a tree built from a whole text.
  var leafFill: Int { leafCapacity / 8 * 7 }
  /// The number of children of an inner node in a tree built from a whole text.
  var fanOutFill: Int { max(3, fanOut / 8 * 7) }
}
