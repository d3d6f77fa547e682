import IABytes
import IAFormats
import Testing

@testable import IAHTML

@Suite("The memory of a tree")
struct TreeBudgetTests {
  @Test("Pieces given back are handed out again, and a budget stops")
  func arena() {
    let stop = UnsafeMutablePointer<Bool>.allocate(capacity: 1)
    stop.initialize(to: false)
    defer { stop.deallocate() }
    var arena = NodeArena(budget: 5 << 20, stop: stop)
    defer { arena.destroy() }
    let first = arena.allocate(40)
    if let first { arena.deallocate(first) }
    #expect(arena.allocate(33) == first)
    #expect(arena.allocate(33) != first)
    for _ in 0..<3 { _ = arena.allocate(1 << 20) }
    #expect(!stop.pointee)
    for _ in 0..<2 { _ = arena.allocate(1 << 20) }
    #expect(stop.pointee && arena.isOverBudget)
  }

  @Test("A tree is read while it lives and freed with its arena, however deep")
  func tree() throws {
    // The guard would not let this pass: the tree itself must not care.
    let deep = Array((String(repeating: "<div>", count: 2000) + "x").utf8)
    let tree = try HTMLTree(parsing: deep, budgetFor: deep.count)
    #expect(tree.root.name == "html")
  }
}
