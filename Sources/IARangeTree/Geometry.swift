/// How large the nodes of a tree may grow.
///
/// Documents always use `standard`; tests use tiny nodes, so that a short text already has many
/// levels and every split, merge and collapse happens often. All nodes are laid out in memory for
/// the standard fan-out, so the limit costs nothing where nodes are read.
package struct Geometry: Hashable, Sendable {
  /// The most units a leaf holds: a multiple of 8 in `8...16384`.
  package let leafCapacity: Int
  /// The most children an inner node holds, in `4...Inner.capacity`.
  package let fanOut: Int
  /// From how many units on a text that is built at once lies in slabs: below, its nodes fit what
  /// a processor remembers of the page table.
  package let slabUnits: Int
  /// Whether all invariants are checked after each change, in builds with IA_TREE_CHECKS.
  package let checksChanges: Bool

  /// Makes limits.
  ///
  /// - Precondition: the ranges named at the properties.
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

  /// The sizes documents use, from measurements (Documentation/RangeTree.md).
  package static let standard = Geometry(leafCapacity: 1024, fanOut: 32)

  /// A leaf that an edit leaves with fewer units is merged or refilled.
  var leafMinimum: Int { leafCapacity / 4 }
  /// An inner node with fewer children is merged or refilled.
  var fanOutMinimum: Int { max(2, fanOut / 4) }
  /// Neighbouring leaves with up to this many units together become one.
  var leafMergeLimit: Int { leafCapacity / 4 * 3 }
  /// How many units a leaf gets when a whole text is built.
  var leafFill: Int { leafCapacity / 8 * 7 }
  /// How many children an inner node gets when a whole text is built.
  var fanOutFill: Int { max(3, fanOut / 8 * 7) }
}
