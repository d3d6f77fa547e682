import IATestSupport
import Testing

@testable import IARangeTree

/// Parts of a text with leaves without intensities.
@Suite struct HollowLeafTests {
  private static let geometry = Geometry(leafCapacity: 16, fanOut: 4)

  /// Returns a text of two parts, each with one unit above U+00FF, and its model.
  private static func text() -> (RangeTree, ModelRangeTree) {
    let supply = NodeSupply(geometry: geometry)
    var tree = RangeTree(geometry: geometry)
    var model = ModelRangeTree()
    for part in 0..<2 {
      var units = (0..<150).map { UInt16(32 + $0 % 90) }
      units[70 + part] = 0x4E00
      var new = ModelRangeTree(units: units, intensity: 40, attribute: UInt32(part))
      for at in stride(from: 0, to: 140, by: 9) { new.setAttribute(7, in: at..<at + 3) }
      tree.replace(tree.count..<tree.count, with: new.part(from: supply))
      model.replace(model.count..<model.count, with: new)
    }
    return (tree, model)
  }

  private func leaves(of tree: RangeTree) -> [Leaf] {
    var leaves: [Leaf] = []
    tree.read { core in
      _ = core.forEachLeaf(in: 0..<core.count) { leaf, _, _ in
        leaves.append(leaf)
        return true
      }
    }
    return leaves
  }

  @Test func `Reading gives no leaf intensities`() {
    let (tree, model) = Self.text()
    #expect(model.differences(from: tree).isEmpty)
    #expect(model.wrongAnswers(of: tree, about: 20..<233).isEmpty)
    tree.checkInvariants()
    #expect(leaves(of: tree).count { $0.omitsIntensities } > 15)
    #expect(leaves(of: tree).allSatisfy { !$0.omitsIntensities || $0.gapLength < 8 })
  }

  @Test func `An edit fills out the leaf that it opens, and no leaf of a copy`() {
    let (tree, model) = Self.text()
    let before = leaves(of: tree).count { !$0.omitsIntensities }
    var (edited, expected) = (tree, model)
    edited.replace(100..<100, with: [65, 0x4E01, 66].span, intensity: 90, attribute: 3)
    expected.replace(
      100..<100, with: ModelRangeTree(units: [65, 0x4E01, 66], intensity: 90, attribute: 3))
    edited.checkInvariants()
    #expect(expected.differences(from: edited).isEmpty)
    #expect(leaves(of: edited).count { !$0.omitsIntensities } <= before + 2)
    #expect(model.differences(from: tree).isEmpty)
    #expect(leaves(of: tree).count { !$0.omitsIntensities } == before)
  }

  @Test func `A leaf that a new intensity covers stays without intensities`() {
    var (tree, model) = Self.text()
    let before = leaves(of: tree).count { $0.omitsIntensities }
    tree.setIntensity(77, in: 30..<260)
    model.setIntensity(77, in: 30..<260)
    tree.checkInvariants()
    #expect(model.differences(from: tree).isEmpty)
    #expect(leaves(of: tree).count { $0.omitsIntensities } >= before - 2)
    let levels = (0..<300).map { UInt8($0 % 101) }
    tree.setIntensities(levels.span, at: 0)
    model.setIntensities(levels, at: 0)
    tree.checkInvariants()
    #expect(model.differences(from: tree).isEmpty)
    #expect(leaves(of: tree).allSatisfy { !$0.omitsIntensities })
  }
}
