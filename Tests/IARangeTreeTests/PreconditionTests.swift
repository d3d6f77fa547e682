import IARangeTree
import IATestSupport
import Testing

/// Each precondition of the public interface stops the process with a message about the argument.
@Suite struct PreconditionTests {
  private static func text() -> RangeTree {
    RangeTree(units: [97, 98, 99].span, intensity: 5, attribute: 0)
  }

  private static func change(_ body: (inout RangeTree) -> Void) {
    var tree = text()
    body(&tree)
  }

  private static func runs() -> RunTree<UInt32> { RunTree(count: 3, value: 7) }

  private static func elements() -> SummaryTree<RunTree<UInt32>.Run> {
    SummaryTree([RunTree.Run(count: 3, value: 7)])
  }

  private static let negative = [RangeTree.Run(count: -1, attribute: 0)]
  private static let short = [RangeTree.Run(count: 1, attribute: 0)]

  static let making = [
    Misuse("intensity 101") { _ = RangeTree(units: [97].span, intensity: 101, attribute: 0) },
    Misuse("2 intensities") {
      _ = RangeTree(units: [97].span, intensities: [1, 2].span, runs: short.span)
    },
    Misuse("runs cover 1 of 2 units") {
      _ = RangeTree(units: [97, 98].span, intensities: [1, 2].span, runs: short.span)
    },
    Misuse("run of -1 units") {
      _ = RangeTree(units: [97].span, intensities: [1].span, runs: negative.span)
    },
    Misuse("intensity 101") {
      _ = RangeTree(units: [97].span, intensities: [101].span, runs: short.span)
    },
    Misuse("intensity 101") {
      _ = RangeTree(units: [97].span, intensity: 101, runs: short.span, supply: NodeSupply())
    },
    Misuse("runs cover 1 of 2 units") {
      _ = RangeTree(units: [97, 98].span, intensity: 1, runs: short.span, supply: NodeSupply())
    },
    Misuse("run of -1 units") {
      _ = RangeTree(units: [97].span, intensity: 1, runs: negative.span, supply: NodeSupply())
    },
  ]

  static let changing = [
    Misuse("trees of different geometries") {
      change { $0.replace(0..<1, with: RangeTree(geometry: Geometry(leafCapacity: 8, fanOut: 4))) }
    },
    Misuse("intensity 101") {
      change { $0.replace(0..<0, with: [97].span, intensity: 101, attribute: 0) }
    },
    Misuse("range 2..<4 of 3 units") {
      change { $0.replace(2..<4, with: [97].span, intensity: 1, attribute: 0) }
    },
    Misuse("range -1..<0 of 3 units") {
      change { $0.replace(-1..<0, with: [97].span, intensity: 1, attribute: 0) }
    },
    Misuse("range 3..<4 of 3 units") { change { $0.remove(3..<4) } },
    Misuse("range -1..<2 of 3 units") { change { $0.remove(-1..<2) } },
    Misuse("range 4..<4 of 3 units") { change { $0.replace(4..<4, with: text()) } },
    Misuse("intensity 101") { change { $0.setIntensity(101, in: 0..<1) } },
    Misuse("range 0..<4 of 3 units") { change { $0.setIntensity(1, in: 0..<4) } },
    Misuse("intensity 101") { change { $0.setIntensities([101].span, at: 0) } },
    Misuse("range 3..<4 of 3 units") { change { $0.setIntensities([1].span, at: 3) } },
    Misuse("range 0..<4 of 3 units") { change { $0.setAttribute(1, in: 0..<4) } },
    Misuse("range 0..<4 of 3 units") { change { $0.mapAttributes(in: 0..<4) { $0 } } },
  ]

  static let reading = [
    Misuse("range 0..<4 of 3 units") { _ = text().subtree(0..<4) },
    Misuse("range 3..<4 of 3 units") { _ = text().unit(at: 3) },
    Misuse("range -1..<0 of 3 units") { _ = text().intensity(at: -1) },
    Misuse("range 3..<4 of 3 units") { _ = text().attribute(at: 3) },
    Misuse("range 3..<4 of 3 units") { _ = text().attributeRun(at: 3) },
    Misuse("range 0..<4 of 3 units") { _ = text().units(in: 0..<4) },
    Misuse("range 0..<4 of 3 units") { _ = text().intensities(in: 0..<4) },
    Misuse("range 0..<4 of 3 units") { _ = text().attributeRuns(in: 0..<4) },
    Misuse("range 0..<4 of 3 units") { _ = text().intensityRuns(in: 0..<4) },
    Misuse("range 0..<4 of 3 units") { text().forEachAttributeRun(in: 0..<4) { _ in true } },
    Misuse("range 0..<4 of 3 units") {
      text().forEachTextChunk(in: 0..<4, latin1: { _ in true }, utf16: { _ in true })
    },
    Misuse("range 0..<4 of 3 units") {
      text().forEachChunk(in: 0..<4, latin1: { _, _ in true }, utf16: { _, _ in true })
    },
    Misuse("range 0..<4 of 3 units") { _ = text().lineBreaks(in: 0..<4) },
    Misuse("range 0..<4 of 3 units") { _ = text().summary(in: 0..<4) },
    Misuse("range 0..<4 of 3 units") { _ = text().intensitySum(in: 0..<4) },
    Misuse("range 0..<4 of 3 units") { _ = text().lineBreakCount(in: 0..<4) },
    Misuse("line break -1") { _ = text().offset(ofLineBreak: -1) },
    Misuse("range 4..<4 of 3 units") { _ = text().firstLineBreak(from: 4) },
    Misuse("range -1..<-1 of 3 units") { _ = text().lastLineBreak(before: -1) },
  ]

  static let lists = [
    Misuse("run of length -1") { _ = RunTree(count: -1, value: UInt32(1)) },
    Misuse("offset 3 of 3") { _ = runs().run(at: 3) },
    Misuse("offset -1 of 3") { _ = runs().value(at: -1) },
    Misuse("range 0..<4 of length 3") { runs().forEachRun(in: 0..<4) { _, _ in true } },
    Misuse("range 0..<4 of length 3") { _ = runs().runs(in: 0..<4) },
    Misuse("range -1..<1 of length 3") { _ = runs().subtree(-1..<1) },
    Misuse("range 2..<4 of length 3") {
      var tree = runs()
      tree.set(1, in: 2..<4)
    },
    Misuse("length -1") {
      var tree = runs()
      tree.replace(0..<1, withCount: -1, value: 1)
    },
    Misuse("range 4..<4 of length 3") {
      var tree = runs()
      tree.replace(4..<4, with: runs())
    },
    Misuse("element 1 of 1") { _ = elements()[1] },
    Misuse("element -1 of 1") { _ = elements()[-1] },
    Misuse("element 2 of 1") { _ = elements().total(before: 2) },
    Misuse("element 2 of 1") { elements().forEach(from: 2) { _, _ in true } },
    Misuse("element 1 of 1") { _ = elements().element(at: 1) },
    Misuse("element 1 of 1") {
      var tree = elements()
      tree.update(1) { _ in }
    },
    Misuse("element 2 of 1") {
      var tree = elements()
      tree.insert(tree[0], at: 2)
    },
    Misuse("element 1 of 1") {
      var tree = elements()
      tree.remove(at: 1)
    },
    Misuse("elements 0..<2 of 1") { _ = elements().subtree(0..<2) },
    Misuse("elements 0..<2 of 1") {
      var tree = elements()
      tree.replace(0..<2, with: elements())
    },
  ]

  static let all = making + changing + reading + lists

  @Test(arguments: all.indices)
  func `A violated precondition stops the process and names the value`(index: Int) async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { [index] in
      try PreconditionTests.all[index].call()
    }
    let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(Self.all[index].isNamed(in: said), "\(index): \(said.prefix(300))")
  }
}
