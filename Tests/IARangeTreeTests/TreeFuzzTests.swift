import Foundation
import IARangeTree
import IATestSupport
import Testing

@Suite struct TreeFuzzTests {
  /// The number of steps of the whole suite; `IA_FUZZ_STEPS` sets it.
  static let steps =
    ProcessInfo.processInfo.environment["IA_FUZZ_STEPS"].flatMap { Int($0) }
    ?? RandomInputs.count(ofAll: 200_000)

  @Test(
    "A tree and plain arrays agree after any edits, and living snapshots never change",
    arguments: [
      (Geometry(leafCapacity: 8, fanOut: 4), 24), (Geometry(leafCapacity: 8, fanOut: 5), 150),
      (Geometry(leafCapacity: 16, fanOut: 4), 600), (Geometry(leafCapacity: 64, fanOut: 6), 400),
      (Geometry(leafCapacity: 512, fanOut: 32), 2500),
      (Geometry(leafCapacity: 64, fanOut: 6, slabUnits: 100), 400),
      (Geometry(leafCapacity: 8, fanOut: 4, checksChanges: true), 60),
      (Geometry(leafCapacity: 16, fanOut: 16, checksChanges: true), 300),
      (Geometry(leafCapacity: 64, fanOut: 6, slabUnits: 100, checksChanges: true), 200),
    ])
  func agreesWithArrays(_ geometry: Geometry, size: Int) {
    let first = UInt64(ProcessInfo.processInfo.environment["IA_FUZZ_SEED"] ?? "1") ?? 1
    var left = geometry.checksChanges ? Self.steps / 40 : Self.steps / 6
    var seed = first
    while left > 0 {
      var fuzzer = TreeFuzzer(seed: seed, geometry: geometry, size: size)
      let failure = fuzzer.run(steps: min(left, 1000))
      #expect(failure == nil, "seed \(seed), \(geometry): \(failure ?? "")")
      if failure != nil { return }
      left -= 1000
      seed += 1
    }
  }
}

/// One random document, its model, and snapshots of both.
struct TreeFuzzer {
  private var random: SeededGenerator
  private let geometry: Geometry
  private let size: Int
  private var tree: RangeTree
  private var model = ModelRangeTree()
  private var snapshots: [(tree: RangeTree, model: ModelRangeTree)] = []
  private var caret = 0
  private let supply: NodeSupply

  init(seed: UInt64, geometry: Geometry, size: Int) {
    random = SeededGenerator(seed: seed)
    self.geometry = geometry
    self.size = size
    tree = RangeTree(geometry: geometry)
    supply = NodeSupply(geometry: geometry)
  }

  /// Performs steps; returns the first failed step with a description, or `nil`.
  mutating func run(steps: Int) -> String? {
    for step in 0..<steps {
      let name = change(isShrinking: step % 400 > 280)
      if tree.count != model.count { return "step \(step) \(name): count" }
      if step % 7 == 0 {
        let wrong = model.wrongAnswers(of: tree, about: someRange())
        if !wrong.isEmpty { return "step \(step) \(name): \(wrong)" }
      }
      if step % 25 == 0 || steps - step < 3 {
        tree.checkInvariants()
        let different = model.differences(from: tree)
        if !different.isEmpty { return "step \(step) \(name): \(different)" }
      }
      if step % 50 == 0 {
        for snapshot in snapshots {
          snapshot.tree.checkInvariants()
          let different = snapshot.model.differences(from: snapshot.tree)
          if !different.isEmpty { return "step \(step) \(name): snapshot \(different)" }
        }
        if snapshots.count > 4 { snapshots.remove(at: random.below(snapshots.count)) }
      }
      if random.below(30) == 0 { snapshots.append((tree, model)) }
    }
    return nil
  }

  private mutating func someRange() -> Range<Int> {
    let start = random.below(tree.count + 1)
    let longest = random.below(3) == 0 ? 6 : tree.count
    return start..<min(tree.count, start + random.below(longest + 1))
  }

  private mutating func text(_ length: Int) -> [UInt16] {
    let isWide = random.below(6) == 0
    return (0..<length).map { _ in
      switch random.below(isWide ? 12 : 10) {
      case 0: 10
      case 10: 0xD800 + UInt16(random.below(0x800))
      case 11: 0x4E00 + UInt16(random.below(4000))
      default: UInt16(32 + random.below(200))
      }
    }
  }

  private mutating func other(_ length: Int) -> ModelRangeTree {
    var other = ModelRangeTree(units: text(length), intensity: 3, attribute: 1)
    other.setIntensities((0..<length).map { _ in UInt8(random.below(101)) }, at: 0)
    var at = 0
    while at < length {
      let run = min(length - at, 1 + random.below(random.below(2) == 0 ? 1 : 9))
      other.setAttribute(UInt32(random.below(3)), in: at..<at + run)
      at += run
    }
    return other
  }

  /// Changes tree and model at random; returns the name of the change.
  private mutating func change(isShrinking: Bool) -> String {
    let isFull = tree.count > size
    switch random.below(20) {
    case 0..<7: return type(isShrinking: isShrinking || isFull)
    case 7..<10:
      let range = isShrinking ? someRange() : shortRange()
      tree.remove(range)
      model.replace(range, with: ModelRangeTree())
      return "remove \(range)"
    case 10, 11:
      let range = shortRange()
      let new = text(isShrinking || isFull ? 0 : random.below(random.below(4) == 0 ? size : 6))
      let (intensity, attribute) = (UInt8(random.below(101)), UInt32(random.below(4)))
      tree.replace(range, with: new.span, intensity: intensity, attribute: attribute)
      model.replace(
        range, with: ModelRangeTree(units: new, intensity: intensity, attribute: attribute))
      return "replace \(range) with \(new.count)"
    case 12:
      let range = someRange()
      var new = other(isShrinking || isFull ? 2 : random.below(random.below(3) == 0 ? size : 9))
      let isPart = random.below(2) == 0
      if isPart { new.setIntensity(UInt8(random.below(101)), in: 0..<new.count) }
      tree.replace(range, with: isPart ? new.part(from: supply) : new.tree(geometry))
      model.replace(range, with: new)
      return "splice \(range) with \(isPart ? "a part of" : "") \(new.count)"
    case 13: return spliceOwnPart(isFull: isFull)
    case 14:
      let (range, value) = (someRange(), UInt8(random.below(101)))
      tree.setIntensity(value, in: range)
      model.setIntensity(value, in: range)
      return "setIntensity \(range)"
    case 15:
      let (range, value) = (someRange(), UInt32(random.below(4)))
      tree.setAttribute(value, in: range)
      model.setAttribute(value, in: range)
      return "setAttribute \(range)"
    case 16:
      let range = someRange()
      let values = range.map { _ in UInt8(random.below(101)) }
      tree.setIntensities(values.span, at: range.lowerBound)
      model.setIntensities(values, at: range.lowerBound)
      return "setIntensities \(range)"
    case 17:
      let (range, turn) = (someRange(), UInt32(random.below(3)))
      tree.mapAttributes(in: range) { ($0 + turn) % 3 }
      model.mapAttributes(in: range) { ($0 + turn) % 3 }
      return "mapAttributes \(range)"
    case 18:
      let offset = random.below(tree.count)
      let length = min(tree.count - offset, 12)
      for i in 0..<length {
        tree.setAttribute(UInt32(5 + i % 2), in: offset + i..<offset + i + 1)
        model.setAttribute(UInt32(5 + i % 2), in: offset + i..<offset + i + 1)
      }
      return "a run for each unit at \(offset)"
    default:
      if !snapshots.isEmpty {
        (tree, model) = snapshots[random.below(snapshots.count)]
        return "back to a snapshot"
      }
      return "nothing"
    }
  }

  private mutating func shortRange() -> Range<Int> {
    let start = random.below(tree.count + 1)
    return start..<min(tree.count, start + random.below(4))
  }

  /// Performs several edits at one place, forwards or backwards; returns their name.
  private mutating func type(isShrinking: Bool) -> String {
    if random.below(4) == 0 { caret = random.below(tree.count + 1) }
    caret = min(caret, tree.count)
    let (intensity, attribute) = (UInt8(random.below(101)), UInt32(random.below(3)))
    for _ in 0..<1 + random.below(5) {
      if random.below(isShrinking ? 3 : 10) < 2, caret > 0 {
        let length = min(caret, 1 + random.below(2))
        tree.remove(caret - length..<caret)
        model.replace(caret - length..<caret, with: ModelRangeTree())
        caret -= length
      } else if !isShrinking {
        let new = text(1 + random.below(2))
        tree.replace(caret..<caret, with: new.span, intensity: intensity, attribute: attribute)
        model.replace(
          caret..<caret,
          with: ModelRangeTree(units: new, intensity: intensity, attribute: attribute))
        caret += new.count
      }
    }
    return "type at \(caret)"
  }

  private mutating func spliceOwnPart(isFull: Bool) -> String {
    let (part, range) = (someRange(), someRange())
    guard !isFull || part.count < range.count else { return "nothing" }
    let piece = tree.subtree(part)
    tree.replace(range, with: piece)
    model.replace(range, with: model.subtree(part))
    return "splice own \(part) over \(range)"
  }
}
