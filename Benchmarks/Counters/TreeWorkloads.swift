import IACorpus
import IARangeTree

extension Workload {
  /// The range tree: building, edits in one place and all over, sums, assignments, snapshots.
  static var treeWorkloads: [Workload] {
    [
      Workload("tree-build") {
        let (units, levels) = text(count: 500_000)
        return { counts(of: tree(units, levels)) }
      },
      Workload("tree-typing") {
        var tree = tree(text(count: 100_000))
        return {
          for step in 0..<20_000 {
            insert(1, at: 50_000 + step, step, &tree)
          }
          return counts(of: tree)
        }
      },
      Workload("tree-random-edits") {
        var tree = tree(text(count: 100_000))
        var dice = SeededGenerator(seed: 3)
        let places = (0..<10_000).map { _ in (dice.below(99_000), 1 + dice.below(4)) }
        return {
          for (step, (place, length)) in places.enumerated() {
            insert(length, at: place, step, &tree)
            tree.remove(place / 2..<place / 2 + length)
          }
          return counts(of: tree)
        }
      },
      Workload("tree-sums") {
        let tree = tree(text(count: 500_000))
        var dice = SeededGenerator(seed: 5)
        let ranges = (0..<10_000).map { index in
          let length = [6, 100, 250_000][index % 3]
          let place = dice.below(500_000 - length)
          return place..<place + length
        }
        return {
          ["sum": ranges.reduce(0) { $0 + tree.intensitySum(in: $1) }]
        }
      },
      Workload("tree-assignments") {
        var tree = tree(text(count: 200_000))
        var dice = SeededGenerator(seed: 7)
        let ranges = (0..<3_000).map { index in
          let length = index.isMultiple(of: 2) ? 100 : 100_000
          let place = dice.below(200_000 - length)
          return place..<place + length
        }
        return {
          for (step, range) in ranges.enumerated() {
            tree.setIntensity(UInt8(step % 101), in: range)
            tree.setAttribute(UInt32(step % 5), in: range)
          }
          return counts(of: tree)
        }
      },
      Workload("tree-snapshots") {
        var tree = tree(text(count: 200_000))
        var dice = SeededGenerator(seed: 11)
        let places = (0..<1_000).map { _ in dice.below(200_000) }
        return {
          var kept: [RangeTree] = []
          for (step, place) in places.enumerated() {
            kept.append(tree)
            insert(1, at: place, step, &tree)
          }
          return ["first": kept[0].count, "last": tree.count]
        }
      },
    ]
  }

  private static func text(count: Int) -> ([UInt16], [UInt8]) {
    let line = Array("The lamp burns low, the glass is clear, and somebody counts.\n".utf16)
    let units = (0..<count).map { line[$0 % line.count] }
    var mixture = IntensityMixture(seed: 1)
    return (units, mixture.intensities(for: units, kind: .raw))
  }

  private static func tree(_ text: ([UInt16], [UInt8])) -> RangeTree { tree(text.0, text.1) }

  private static func tree(_ units: [UInt16], _ levels: [UInt8]) -> RangeTree {
    let runs = [RangeTree.Run(count: units.count, attribute: 0)]
    return RangeTree(units: units.span, intensities: levels.span, runs: runs.span)
  }

  private static let letters: [UInt16] = [0x61, 0x62, 0x63, 0x64]

  private static func insert(_ count: Int, at place: Int, _ step: Int, _ tree: inout RangeTree) {
    tree.replace(
      place..<place, with: letters.span.extracting(0..<count), intensity: UInt8(step % 101),
      attribute: UInt32(step >> 8 & 7))
  }

  private static func counts(of tree: RangeTree) -> [String: Int] {
    let summary = tree.summary
    return [
      "units": summary.count, "intensities": summary.intensitySum, "runs": summary.runCount,
      "lines": summary.lineBreaks,
    ]
  }
}
