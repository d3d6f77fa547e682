import IATestSupport
import Synchronization
import Testing

@testable import IARangeTree

/// Each invariant of a tree is violated once, and the check returns its name.
@Suite struct InvariantTests {
  /// A damage to a tree and its reversal, which allows the tree to be freed.
  struct Damage: CustomTestStringConvertible, Sendable {
    let violation: String
    let plant: @Sendable (TreeCore) -> Void
    let undo: (@Sendable (TreeCore) -> Void)?

    init(
      _ violation: String, _ plant: @escaping @Sendable (TreeCore) -> Void,
      undo: (@Sendable (TreeCore) -> Void)? = nil
    ) {
      self.violation = violation
      self.plant = plant
      self.undo = undo
    }

    var testDescription: String { violation }
  }

  private static let geometry = Geometry(leafCapacity: 64, fanOut: 16)

  /// Returns a text of two levels above the leaves with mixed intensities, attributes and line
  /// breaks, and a caret in it.
  private static func tree() -> RangeTree {
    let count = 5_000
    var random = SeededGenerator(seed: 3)
    let units = (0..<count).map { (index: Int) -> UInt16 in
      index % 50 == 49 ? 10 : UInt16(97 + index % 26)
    }
    let intensities = (0..<count).map { _ in UInt8(1 + random.below(99)) }
    let runs = (0..<count / 10).map { RangeTree.Run(count: 10, attribute: UInt32($0 % 3)) }
    var tree = RangeTree(
      units: units.span, intensities: intensities.span, runs: runs.span, geometry: geometry)
    tree.replace(3000..<3000, with: [120, 121].span, intensity: 50, attribute: 1)
    return tree
  }

  private static func inner(_ core: TreeCore) -> Inner { Inner(core.root.child) }

  /// Returns a node of the first level that does not contain the finger.
  private static func low(_ core: TreeCore) -> Inner { Inner(inner(core).slot(at: 0).child) }

  private static func leaf(_ core: TreeCore) -> Leaf { Leaf(low(core).slot(at: 1).child) }

  static let structure = [
    Damage("height") { $0.height += 1 },
    Damage("a freed node") {
      low($0).slot(at: 0).child.header.pointee.references.store(0, ordering: .relaxed)
    } undo: {
      low($0).slot(at: 0).child.header.pointee.references.store(1, ordering: .relaxed)
    },
    Damage("count") { inner($0).counts[0] += 1 },
    Damage("level") {
      low($0).slot(at: 0).child.header.pointee.level += 1
    } undo: {
      low($0).slot(at: 0).child.header.pointee.level -= 1
    },
    Damage("2 children, fewer than 3") {
      low($0).node.header.pointee.gap = UInt32(low($0).count)
      low($0).count = 2
    } undo: {
      low($0).count = Int(low($0).node.header.pointee.gap)
    },
    Damage("1 children, fewer than 2") {
      inner($0).node.header.pointee.gap = UInt32(inner($0).count)
      inner($0).count = 1
    } undo: {
      inner($0).count = Int(inner($0).node.header.pointee.gap)
    },
    Damage("17 children") {
      low($0).node.header.pointee.gap = UInt32(low($0).count)
      low($0).count = 17
    } undo: {
      low($0).count = Int(low($0).node.header.pointee.gap)
    },
    Damage("a leaf of 7 units") {
      leaf($0).gap = 0
      leaf($0).count = 7
    },
    Damage("leaf bounds") { leaf($0).gap = leaf($0).count + 1 },
    Damage("leaf capacity") { leaf($0).node.header.pointee.capacity = 65 },
    Damage("run table") {
      leaf($0).node.header.pointee.runCount = leaf($0).node.header.pointee.runCapacity + 1
    },
  ]

  static let summaries = [
    Damage("line breaks") { $0.root.facts.lineBreaks += 1 },
    Damage("sum") { $0.root.intensitySum += 1 },
    Damage("minimum") { $0.root.extremes.minimum -= 1 },
    Damage("maximum") { $0.root.extremes.maximum += 1 },
    Damage("runs") { $0.root.facts.runs += 1 },
    Damage("first attribute") { $0.root.facts.first = 9 },
    Damage("last attribute") { $0.root.facts.last = 9 },
    Damage("pending range") { $0.root.link.hasPendingIntensity = true },
    Damage("pending runs") { $0.root.link.hasPendingAttribute = true },
    Damage("pending sum") {
      $0.root.setPending(intensity: 7, count: $0.count)
      $0.root.intensitySum += 1
    },
    Damage("intensity 101") { $0.root.setPending(intensity: 101, count: $0.count) },
    Damage("an empty run") { leaf($0).runs[0].count = 0 },
    Damage("equal runs") { leaf($0).runs[1].attribute = leaf($0).runs[0].attribute },
    Damage("runs cover") { leaf($0).runs[0].count += 1 },
  ]

  static let finger = [
    Damage("finger start") { $0.state.pointee.fingerStart += 1 },
    Damage("finger leaf") { $0.state.pointee.finger = leaf($0) },
    Damage("finger path") { $0.state.pointee.path?[1].node = low($0) },
    Damage("finger slot") {
      let step = $0.step(1)
      $0.state.pointee.path?[1] = PathStep(step.node, step.index + 1)
      $0.state.pointee.path?[1].index = step.index
    },
    Damage("finger's owner") {
      $0.state.pointee.finger?.node.retain()
    } undo: {
      $0.state.pointee.finger?.node.release()
    },
    Damage("pending above finger") { $0.root.setPending(attribute: 1) },
    Damage("caret") { $0.state.pointee.caret.gap += 1 },
    Damage("end of the caret's gap") { $0.state.pointee.caret.gapEnd += 1 },
    Damage("caret ahead") { $0.state.pointee.caret.intensitySum = 1 },
    Damage("lowest intensity") { $0.state.pointee.caret.lowest += 1 },
    Damage("highest intensity") { $0.state.pointee.caret.span += 1 },
    Damage("caret's leaf") { $0.state.pointee.caret.intensities += 1 },
    Damage("caret's width") { $0.state.pointee.caret.highestUnit = 0xFFFF },
    Damage("caret's run") { $0.state.pointee.fingerRun.index += 1000 },
    Damage("start of the finger's run") { $0.state.pointee.fingerRun.start += 1 },
    Damage("start of the caret's run") { $0.state.pointee.caret.runStart += 1 },
    Damage("end of the caret's run") { $0.state.pointee.caret.runEnd += 1 },
    Damage("attribute at the caret") { $0.state.pointee.caret.attribute = 9 },
  ]

  @Test(arguments: structure + summaries + finger)
  func `A violated rule is named`(damage: Damage) {
    var tree = Self.tree()
    #expect(tree.invariantViolation() == nil)
    tree.write { damage.plant($0) }
    let violation = tree.invariantViolation()?.description ?? "nothing"
    #expect(violation.hasPrefix(damage.violation), "\(violation)")
    tree.write { damage.undo?($0) }
  }

  @Test func `Nothing is pending for the finger's leaf`() {
    var tree = RangeTree(units: [97, 98].span, intensity: 5, attribute: 0)
    tree.replace(1..<1, with: [99].span, intensity: 5, attribute: 0)
    #expect(tree.invariantViolation() == nil)
    tree.write { $0.root.setPending(attribute: 1) }
    #expect(tree.invariantViolation()?.description == "pending at finger")
  }

  @Test func `A leaf without intensities has one pending`() {
    let supply = NodeSupply(geometry: Self.geometry)
    let units = [UInt16](repeating: 97, count: 500)
    var tree = RangeTree(
      units: units.span, intensity: 9, runs: [RangeTree.Run(count: 500, attribute: 0)].span,
      supply: supply)
    #expect(tree.invariantViolation() == nil)
    tree.write { core in Self.inner(core).links[0].hasPendingIntensity = false }
    #expect(tree.invariantViolation()?.description == "a leaf without intensities")
  }

  #if IA_TREE_CHECKS
    @Test func `Builds for tests check each change of a tree whose geometry requires it`() async {
      await #expect(processExitsWith: .failure) {
        var tree = RangeTree(
          units: [97, 98, 99].span, intensity: 5, attribute: 0,
          geometry: Geometry(leafCapacity: 8, fanOut: 4, checksChanges: true))
        tree.write { $0.root.intensitySum += 1 }
        tree.setAttribute(3, in: 0..<1)
      }
    }
  #endif
}
