import Testing

@testable import IARangeTree

/// The fill of nodes, and the nodes that trees share.
@Suite struct NodeShapeTests {
  private func text(count: Int, _ geometry: Geometry) -> RangeTree {
    let units = [UInt16](repeating: 97, count: count)
    return RangeTree(units: units.span, intensity: 50, attribute: 0, geometry: geometry)
  }

  /// Returns the unit counts of the leaves and the child counts of the inner nodes.
  private func shape(of tree: RangeTree) -> (leaves: [Int], children: [Int]) {
    var leaves: [Int] = []
    var children: [Int] = []
    func visit(_ node: Node) {
      guard node.level > 0 else { return leaves.append(Leaf(node).count) }
      let inner = Inner(node)
      children.append(inner.count)
      for index in 0..<inner.count { unsafe visit(inner.links[index].node) }
    }
    tree.read { visit($0.root.child) }
    return (leaves, children)
  }

  @Test func `A tree built from a whole text has space in each node`() {
    let tree = text(count: 7 * 27, Geometry(leafCapacity: 8, fanOut: 4))
    let (leaves, children) = shape(of: tree)
    #expect(leaves.allSatisfy { $0 == 7 })
    #expect(children.max() == 3)
  }

  @Test func `Two leaves that a removal leaves a quarter full become one`() {
    var tree = text(count: 112, Geometry(leafCapacity: 64, fanOut: 4))
    #expect(shape(of: tree).leaves == [56, 56])
    tree.remove(16..<96)
    #expect(shape(of: tree).leaves == [32])
    tree.checkInvariants()
  }

  @Test func `A tree is identical to its copy until either changes`() {
    let tree = text(count: 200, Geometry(leafCapacity: 8, fanOut: 4))
    var copy = tree
    #expect(copy.isIdentical(to: tree))
    copy.setIntensity(51, in: 0..<200)
    #expect(!copy.isIdentical(to: tree) && copy != tree)
    copy = tree
    copy.setAttribute(1, in: 0..<200)
    #expect(!copy.isIdentical(to: tree) && copy != tree)
  }

  @Test func `A run tree is all of one value only with one run of this value`() {
    var tree = RunTree<UInt32>()
    #expect(!tree.isAll(0))
    tree.replace(0..<0, withCount: 10, value: 7)
    #expect(tree.isAll(7))
    #expect(!tree.isAll(8))
    tree.set(8, in: 3..<4)
    #expect(!tree.isAll(7) && !tree.isAll(8))
  }

  #if os(Linux)
    @Test func `Linux provides slabs`() throws {
      var requestsHugePage = true
      let slab = try #require(Slab(requestsHugePage: &requestsHugePage))
      slab.release()
    }
  #endif
}
