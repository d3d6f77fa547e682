import IARangeTree
import IATestSupport
import Testing

/// Defects of the run and attachment arrays of earlier programs, one test for each (SEEDS F.1).
@Suite struct RunArrayDefectTests {
  private func tree(_ values: [UInt32]) -> RangeTree {
    ModelRangeTree(
      units: Array(repeating: 97, count: values.count),
      intensities: values.map { UInt8($0) }, attributes: values
    ).tree(tiny)
  }

  private func runs(_ values: [Int]) -> RunTree<Int> {
    RunTree(runs: values.map { RunTree.Run(count: 1, value: $0) })
  }

  private func values<Value>(_ tree: RunTree<Value>) -> [Value] {
    tree.runs(in: 0..<tree.count).flatMap { Array(repeating: $0.value, count: $0.count) }
  }

  @Test("A-1: removing a suffix of several runs leaves the rest")
  func removeSuffix() {
    var text = tree([1, 1, 2, 2])
    text.remove(3..<4)
    #expect(text.attributeRuns(in: 0..<3).map(\.count) == [2, 1])
    var list = runs([1, 1, 2, 2])
    list.replace(3..<4, with: RunTree())
    #expect(values(list) == [1, 1, 2])
    list.replace(2..<2, with: RunTree())
    #expect(values(list) == [1, 1, 2])
  }

  @Test("A-2: no runs can be walked")
  func walkNothing() {
    #expect(tree([]).attributeRuns(in: 0..<0).isEmpty)
    #expect(tree([]).intensityRuns(in: 0..<0).isEmpty)
    #expect(RunTree<Int>().runs(in: 0..<0).isEmpty)
  }

  @Test("A-3: an insertion of several runs merges at both seams")
  func insertSeveral() {
    var text = tree([1, 1, 1, 1])
    text.replace(2..<2, with: tree([7, 1]))
    #expect(text.attributeRuns(in: 0..<6).map(\.attribute) == [1, 7, 1])
    #expect(text.summary.runCount == 3)
    var list = runs([1, 1, 1, 1])
    list.replace(2..<2, with: runs([7, 1]))
    #expect(list.runs(in: 0..<6).map(\.count) == [2, 1, 3])
  }

  @Test("A-4: there are no empty runs")
  func emptyRuns() {
    let units: [UInt16] = [97]
    let levels: [UInt8] = [3]
    let given = [
      RangeTree.Run(count: 0, attribute: 5), .init(count: 1, attribute: 6),
      .init(count: 0, attribute: 7),
    ]
    let text = RangeTree(units: units.span, intensities: levels.span, runs: given.span)
    #expect(text.attributeRuns(in: 0..<1) == [.init(count: 1, attribute: 6)])
    var list = RunTree(count: 0, value: 1)
    list.replace(0..<0, withCount: 2, value: 2)
    #expect(list.runs(in: 0..<2) == [.init(count: 2, value: 2)])
  }

  @Test("A-5: a mean over a mixed range counts the clipped part of each run")
  func clippedMean() {
    let text = tree([20, 20, 20, 20, 21, 21, 21, 21])
    #expect(text.summary(in: 3..<5).intensityMean == 20.5)
    #expect(runs([20, 20, 20, 20, 21, 21]).runs(in: 3..<5).map(\.count) == [1, 1])
  }

  @Test("A-6: what is added after the last mark comes after it")
  func addLast() {
    var marks = RunTree(count: 10, value: "")
    marks.set("A", in: 0..<1)
    marks.set("B", in: 5..<6)
    #expect(marks.runs(in: 0..<10).map(\.value) == ["A", "", "B", ""])
    #expect(marks.run(at: 5).range == 5..<6)
  }

  @Test("A-7: an insertion of n units moves later marks by n")
  func shift() {
    var marks = RunTree(count: 20, value: false)
    marks.set(true, in: 10..<11)
    marks.replace(2..<2, withCount: 5, value: false)
    #expect(marks.value(at: 15))
    #expect(marks.run(at: 15).range == 15..<16)
  }

  @Test("A-8: neighbours that turn out equal are one run, however they were given")
  func duplicates() {
    let list = RunTree(runs: [
      RunTree.Run(count: 2, value: 1), .init(count: 0, value: 2), .init(count: 3, value: 1),
    ])
    #expect(list.runCount == 1)
    #expect(list.count == 5)
  }
}
