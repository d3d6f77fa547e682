import Testing

@testable import IARangeTree

/// Each invariant of the summary tree and of runs is violated once, and the check returns its name.
@Suite struct SummaryInvariantTests {
  private typealias Run = RunTree<Int>.Run
  private typealias Node = SummaryNode<Run>

  private static func leaf(_ count: Int) -> Node {
    Node(elements: (0..<count).map { Run(count: 1 + $0 % 5, value: $0) })
  }

  private static func violation(_ root: Node) -> String? {
    SummaryTree(root: root).invariantViolation()?.description
  }

  @Test func `Valid trees violate nothing`() {
    #expect(SummaryTree<RunTree<Int>.Run>().invariantViolation() == nil)
    #expect(Self.violation(Self.leaf(1)) == nil)
    #expect(Self.violation(Node(children: [Self.leaf(8), Self.leaf(32)])) == nil)
  }

  @Test func `A violated rule is named`() {
    #expect(Self.violation(Self.leaf(33)) == "33 entries")
    #expect(Self.violation(Self.leaf(0)) == "0 elements, fewer than 1")
    #expect(
      Self.violation(Node(children: [Self.leaf(7), Self.leaf(8)])) == "7 elements, fewer than 8")
    #expect(Self.violation(Node(children: [Self.leaf(9)])) == "1 children, fewer than 2")
    let low = Node(children: (0..<7).map { _ in Self.leaf(8) })
    let high = Node(children: (0..<8).map { _ in Self.leaf(8) })
    #expect(Self.violation(Node(children: [high, low])) == "7 children, fewer than 8")
    #expect(Self.violation(Node(children: [high, Self.leaf(8)])) == "level 0 below 2")
  }

  @Test func `Equal and empty runs are named`() {
    var tree = RunTree(runs: [Run(count: 1, value: 1), Run(count: 1, value: 2)])
    #expect(tree.invariantViolation() == nil)
    tree.tree.replace(1..<2, with: [Run(count: 1, value: 1)])
    #expect(tree.invariantViolation()?.description == "equal runs")
    tree.tree.replace(1..<2, with: [Run(count: 0, value: 3)])
    #expect(tree.invariantViolation()?.description == "an empty run")
  }
}
