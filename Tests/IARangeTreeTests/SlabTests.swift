import Testing

@testable import IARangeTree

/// Returns whether the system provides slabs with huge pages, as Linux does.
private func hasSlabs() -> Bool {
  var requestsHugePage = true
  guard let slab = Slab(requestsHugePage: &requestsHugePage) else { return false }
  slab.release()
  return true
}

/// Texts whose nodes are in slabs.
@Suite(.enabled(if: hasSlabs())) struct SlabTests {
  private static func text(count: Int) -> RangeTree {
    let units = (0..<count).map { UInt16($0 & 0x7F) }
    let levels = (0..<count).map { UInt8($0 % 101) }
    return RangeTree(
      units: units.span, intensities: levels.span,
      runs: [RangeTree.Run(count: count, attribute: 0)].span,
      geometry: Geometry(leafCapacity: 64, fanOut: 4, slabUnits: 64))
  }

  /// Returns the number of nodes in the only slab of a tree; all of them are below the root.
  private static func nodesInSlab(_ tree: RangeTree) -> Int {
    tree.read { Slab(of: $0.root.child).nodeCount }
  }

  private static func nodes(below node: Node) -> Int {
    guard node.level > 0 else { return 1 }
    let inner = Inner(node)
    return 1 + (0..<inner.count).reduce(0) { unsafe $0 + nodes(below: inner.links[$1].node) }
  }

  @Test func `After building, a slab counts the nodes of its text only`() {
    let tree = Self.text(count: 10_000)
    #expect(Self.nodesInSlab(tree) == tree.read { Self.nodes(below: $0.root.child) })
    tree.checkInvariants()
  }

  @Test func `Nodes that edits replace leave the slab, those that a copy holds stay`() {
    var tree = Self.text(count: 10_000)
    let all = Self.nodesInSlab(tree)
    let copy = tree
    tree.remove(100..<9_000)
    #expect(Self.nodesInSlab(copy) == all)
    #expect(copy.count == 10_000 && tree.count == 1_100)
    tree.checkInvariants()
    copy.checkInvariants()
    var last = copy
    last.remove(100..<9_000)
    #expect(Self.nodesInSlab(copy) == all)
    _ = consume copy
    #expect(last.intensitySum(in: 0..<100) == (0..<100).reduce(0, +))
  }

  @Test func `A removal up to the first leaf leaves few nodes in the slab`() {
    var tree = Self.text(count: 10_000)
    let slab = tree.read { Slab(of: $0.root.child) }
    // One more node keeps the slab allocated after the nodes of the text have been freed.
    _ = unsafe slab.node(at: Slab.headerSize)
    tree.remove(50..<10_000)
    #expect(slab.nodeCount <= 2)
    slab.release()
    #expect(tree.units(in: 0..<50) == (0..<50).map(UInt16.init))
  }
}
