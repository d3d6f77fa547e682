import Harness
import IACorpus
import IARangeTree
import Inputs

/// What operations cost in documents of 10⁴ to 10⁷ units, and what the documents cost in memory.
func measureGrowth(_ runner: inout Runner) throws {
  let sizes =
    runner.isQuick ? [10_000, 100_000, 1_000_000] : [10_000, 100_000, 1_000_000, 10_000_000]
  let documents = try sizes.map { count in
    let units = try Prose.units(count: count)
    var mixture = IntensityMixture(seed: 9)
    let levels = mixture.intensities(for: units, kind: .raw)
    return (count: count, units: units, levels: levels)
  }
  for operation in GrowthOperation.allCases where runner.wants("tree", operation.rawValue) {
    let kernels = documents.map { document in
      // The tree is made once a kernel: building is measured elsewhere.
      let tree = RangeTree(units: document.units, intensities: document.levels)
      return Kernel("at \(document.count)") { _, watch in
        try operation.run(on: tree, &watch)
      }
    }
    var gates = [
      Gate("at 10000000", over: "at 10000", atMost: operation.growthLimit)
    ]
    if operation == .randomEdit {
      gates.append(Gate("at 10000000", over: "at 100000", atMost: 6))
    }
    try runner.run(
      Comparison(
        "tree", operation.rawValue, operation: "call", rounds: 7, kernels: kernels, gates: gates))
  }
}

/// Edits of one to four units all over a document of 10⁴, where a gap buffer moves little: put in
/// and taken out by turns, attributes changing every 256 edits.
func measureScatteredEdits(_ runner: inout Runner) throws {
  let name = "random edit of 10000 units"
  guard runner.wants("tree", name) else { return }
  let units = try Prose.units(count: 10_000)
  var mixture = IntensityMixture(seed: 9)
  let levels = mixture.intensities(for: units, kind: .raw)
  try runner.run(
    Comparison(
      "tree", name, operation: "edit", rounds: 11,
      kernels: [
        scatteredEdits(units, levels, "range tree", .candidate, RangeTree.self),
        scatteredEdits(units, levels, "gap buffer", .peer, GapBuffer.self),
      ],
      gates: [
        Gate("range tree", over: "gap buffer", atMost: 1.2),
        Gate("range tree", over: "gap buffer", atMost: 0.84, isTarget: true),
      ]))
}

private func scatteredEdits<Text: EditableText>(
  _ units: [UInt16], _ levels: [UInt8], _ name: String, _ role: Kernel.Role, _ type: Text.Type
) -> Kernel {
  Kernel(name, role) { _, watch in
    var dice = SeededGenerator(seed: 17)
    let count = 20_000
    let lengths = (0..<count / 2).map { _ in 1 + dice.below(4) }
    let places = (0..<count).map { _ in dice.below(units.count - 8) }
    var text = Text(units: opaque(units), intensities: levels)
    watch.time {
      for index in 0..<count {
        let (place, length) = (places[index], lengths[index / 2])
        let isInsertion = index & 1 == 0
        text.replace(
          place..<place + (isInsertion ? 0 : length),
          with: letters.span.extracting(0..<(isInsertion ? length : 0)), intensity: 50,
          attribute: UInt32(index >> 8 & 7))
      }
    }
    _ = opaque(text.units)
    return count
  }
}

enum GrowthOperation: String, CaseIterable {
  case randomEdit = "random edit"
  case typing = "typing"
  case meanOfSix = "mean of 6"
  case meanOfHundred = "mean of 100"
  case meanOfHalf = "mean of half"
  case setHundred = "set 100"
  case setHalf = "set half"
  case snapshot = "snapshot"
  case firstEdit = "snapshot and first edit"

  /// How much dearer it may be at 10⁷ units than at 10⁴.
  var growthLimit: Double {
    switch self {
    case .randomEdit: 8
    case .typing: 3
    case .meanOfSix, .meanOfHundred: 9
    case .meanOfHalf, .setHalf: 6
    case .setHundred: 9
    case .snapshot: 1.5
    case .firstEdit: 6
    }
  }

  func run(on document: RangeTree, _ watch: inout Stopwatch) throws -> Int {
    var dice = SeededGenerator(seed: 17)
    var tree = opaque(document)
    // The first edit of a copy makes the path its own; that is what `firstEdit` measures.
    switch self {
    case .randomEdit: return randomEdits(&tree, &dice, &watch)
    case .typing: return keystrokes(&tree, &dice, &watch)
    case .meanOfSix: return sums(tree, length: 6, &dice, &watch)
    case .meanOfHundred: return sums(tree, length: 100, &dice, &watch)
    case .meanOfHalf: return sums(tree, length: tree.count / 2, &dice, &watch)
    case .setHundred: return sets(&tree, length: 100, &dice, &watch)
    case .setHalf: return sets(&tree, length: tree.count / 2, &dice, &watch)
    case .snapshot: return snapshots(tree, &watch)
    case .firstEdit: return firstEdits(tree, &dice, &watch)
    }
  }
}

private let letters: [UInt16] = [0x61, 0x62, 0x63, 0x64]

/// One to four units put in, then as many taken out elsewhere, at places all over the document.
private func randomEdits(
  _ tree: inout RangeTree, _ dice: inout SeededGenerator, _ watch: inout Stopwatch
)
  -> Int
{
  let count = 20_000
  let lengths = (0..<count / 2).map { _ in 1 + dice.below(4) }
  let places = (0..<count).map { (dice.below(tree.count - 8), lengths[$0 / 2]) }
  warm(&tree)
  watch.time {
    for (index, (place, length)) in places.enumerated() {
      if index & 1 == 0 {
        tree.replace(
          place..<place, with: letters.span.extracting(0..<length), intensity: 50,
          attribute: UInt32(index >> 8 & 7))
      } else {
        tree.remove(place..<place + length)
      }
    }
  }
  _ = opaque(tree.count)
  return count
}

/// One unit after the other, with a jump three times in a hundred.
private func keystrokes(
  _ tree: inout RangeTree, _ dice: inout SeededGenerator, _ watch: inout Stopwatch
)
  -> Int
{
  let count = 20_000
  var caret = tree.count / 2
  let places = (0..<count).map { _ in
    caret = dice.chance(3) ? dice.below(tree.count) : caret + 1
    return min(caret, tree.count)
  }
  warm(&tree)
  watch.time {
    for (index, place) in places.enumerated() {
      tree.replace(
        place..<place, with: letters.span.extracting(0..<1), intensity: UInt8(index & 63),
        attribute: UInt32(index >> 8 & 7))
    }
  }
  _ = opaque(tree.count)
  return count
}

private func sums(
  _ tree: RangeTree, length: Int, _ dice: inout SeededGenerator, _ watch: inout Stopwatch
) -> Int {
  let count = 20_000
  let places = (0..<count).map { _ in dice.below(tree.count - length) }
  var total = 0
  watch.time {
    for place in places { total &+= tree.intensitySum(in: place..<place + length) }
  }
  _ = opaque(total)
  return count
}

private func sets(
  _ tree: inout RangeTree, length: Int, _ dice: inout SeededGenerator, _ watch: inout Stopwatch
) -> Int {
  let count = 5_000
  let places = (0..<count).map { _ in dice.below(tree.count - length) }
  warm(&tree)
  watch.time {
    for (index, place) in places.enumerated() {
      tree.setIntensity(UInt8(index % 101), in: place..<place + length)
    }
  }
  _ = opaque(tree.intensitySum(in: 0..<tree.count))
  return count
}

private func snapshots(_ tree: RangeTree, _ watch: inout Stopwatch) -> Int {
  let count = 200_000
  var kept = [tree, tree]
  watch.time {
    for index in 0..<count { kept[index & 1] = tree }
  }
  _ = opaque(kept)
  return count
}

private func firstEdits(_ tree: RangeTree, _ dice: inout SeededGenerator, _ watch: inout Stopwatch)
  -> Int
{
  let count = 2_000
  let places = (0..<count).map { _ in dice.below(tree.count) }
  var current = tree
  var before = tree
  watch.time {
    for place in places {
      before = current
      current.replace(
        place..<place, with: letters.span.extracting(0..<1), intensity: 50, attribute: 0)
    }
  }
  _ = opaque((before, current))
  return count
}

/// Makes the tree this copy's own, so that later edits do not pay for copying it.
private func warm(_ tree: inout RangeTree) {
  let own = RangeTree(
    units: tree.units(in: 0..<tree.count).span,
    intensities: tree.intensities(in: 0..<tree.count).span,
    runs: tree.attributeRuns(in: 0..<tree.count).span)
  tree = own
}
