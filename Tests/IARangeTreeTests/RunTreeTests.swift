import IARangeTree
import IATestSupport
import Testing

@Suite struct RunTreeTests {
  @Test("Runs and a plain array agree after any edits, and living copies never change")
  func agreesWithArrays() {
    for seed in UInt64(1)...20 {
      var random = SeededGenerator(seed: seed)
      var tree = RunTree<Int>()
      var model: [Int] = []
      var copies: [(RunTree<Int>, [Int])] = []
      for step in 0..<400 {
        let start = random.below(model.count + 1)
        let end = min(model.count, start + random.below(random.below(4) == 0 ? 400 : 4))
        let value = random.below(3)
        switch random.below(step % 100 > 70 ? 6 : 10) {
        case 0:
          tree.replace(start..<end, withCount: 0, value: 0)
          model.removeSubrange(start..<end)
        case 1, 2:
          tree.set(value, in: start..<end)
          for i in start..<end { model[i] = value }
        case 3:
          #expect(values(tree.subtree(start..<end)) == Array(model[start..<end]), "seed \(seed)")
        case 4:
          let part = tree.subtree(start..<end)
          tree.replace(0..<min(9, model.count), with: part)
          model.replaceSubrange(0..<min(9, model.count), with: Array(model[start..<end]))
        case 5: copies.append((tree, model))
        default:
          let length = random.below(5)
          tree.replace(start..<end, withCount: length, value: value)
          model.replaceSubrange(start..<end, with: repeatElement(value, count: length))
        }
        #expect(tree.count == model.count, "seed \(seed) step \(step)")
        #expect(tree.invariantViolation() == nil, "seed \(seed) step \(step)")
        if step % 10 == 0 { #expect(values(tree) == model, "seed \(seed) step \(step)") }
        if let at = model.indices.randomElement(using: &random) {
          let run = tree.run(at: at)
          #expect(model[run.range].allSatisfy { $0 == model[at] } && run.value == model[at])
          #expect(run.range.lowerBound == 0 || model[run.range.lowerBound - 1] != model[at])
          #expect(run.range.upperBound == model.count || model[run.range.upperBound] != model[at])
        }
      }
      for copy in copies { #expect(values(copy.0) == copy.1, "seed \(seed)") }
    }
  }

  private func values(_ tree: RunTree<Int>) -> [Int] {
    tree.runs(in: 0..<tree.count).flatMap { Array(repeating: $0.value, count: $0.count) }
  }

  @Test("Iteration over runs stops when the body returns false")
  func earlyExit() {
    let tree = RunTree(runs: (0..<100).map { RunTree.Run(count: 2, value: $0) })
    var seen: [Range<Int>] = []
    tree.forEachRun(in: 3..<150) { range, _ in
      seen.append(range)
      return seen.count < 3
    }
    #expect(seen == [3..<4, 4..<6, 6..<8])
  }

  @Test("A summary tree finds, sums and replaces as an array does")
  func summaryTree() {
    for seed in UInt64(1)...10 {
      var random = SeededGenerator(seed: seed)
      var tree = SummaryTree<RunTree<Int>.Run>()
      var model: [RunTree<Int>.Run] = []
      var copies: [(tree: SummaryTree<RunTree<Int>.Run>, model: [RunTree<Int>.Run])] = []
      for step in 0..<200 {
        let start = random.below(model.count + 1)
        let end = min(model.count, start + random.below(step % 50 > 40 ? 200 : 5))
        let new = (0..<random.below(step % 50 > 40 ? 2 : 40)).map {
          RunTree.Run(count: 1 + random.below(9), value: $0)
        }
        tree.replace(start..<end, with: new)
        model.replaceSubrange(start..<end, with: new)
        #expect(tree.count == model.count && tree.total == model.reduce(0) { $0 + $1.count })
        #expect(tree.invariantViolation() == nil, "seed \(seed) step \(step)")
        for _ in 0..<3 {
          let at = random.below(model.count + 1)
          let run = RunTree.Run(count: 1 + random.below(9), value: step)
          switch random.below(3) {
          case 0:
            tree.insert(run, at: at)
            model.insert(run, at: at)
          case 1 where at < model.count:
            tree.remove(at: at)
            model.remove(at: at)
          case 2 where at < model.count:
            tree.update(at) { $0 = run }
            model[at] = run
          default: break
          }
        }
        #expect(tree.invariantViolation() == nil, "seed \(seed) step \(step)")
        if step % 20 == 0 { copies.append((tree, model)) }
        let index = random.below(model.count + 1)
        let before = model[..<index].reduce(0) { $0 + $1.count }
        #expect(tree.total(before: index) == before, "seed \(seed) step \(step)")
        if index < model.count {
          #expect(tree[index] == model[index], "seed \(seed) step \(step)")
          #expect(tree.element(at: index) == (model[index], before))
          let found = tree.first { $0 > before }
          #expect(found?.index == index && found?.before == before)
        }
        var all: [RunTree<Int>.Run] = []
        tree.forEach { _, element in
          all.append(element)
          return true
        }
        #expect(all == model && tree.elements == model, "seed \(seed) step \(step)")
      }
      for copy in copies { #expect(copy.tree.elements == copy.model, "seed \(seed)") }
    }
  }
}
