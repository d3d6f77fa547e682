import IARangeTree
import IATestSupport
import Testing

/// Typing is cached at the caret and settled into the tree when it is read: these tests type many
/// units between two reads.
@Suite struct CaretTests {
  @Test(
    "A tree agrees with arrays after much typing without a read",
    arguments: [(tiny, 40), (Geometry(leafCapacity: 64, fanOut: 5), 500), (.standard, 3000)])
  func blindTyping(_ geometry: Geometry, size: Int) {
    var random = SeededGenerator(seed: 7)
    let start = ModelRangeTree(
      units: (0..<size).map { UInt16(97 + $0 % 26) }, intensity: 50, attribute: 0)
    var typist = Typist(tree: start.tree(geometry), model: start)
    typist.tree.setIntensity(20, in: 3..<5)
    typist.model.setIntensity(20, in: 3..<5)
    for session in 0..<120 {
      typist.place = random.below(typist.model.count + 1)
      typist.press(5 + random.below(60), &random)
      // A copy is made while edits are pending; both are edited further.
      var copy = typist
      if session.isMultiple(of: 3) { copy.press(20, &random) }
      typist.press(20, &random)
      for one in [copy, typist] {
        #expect(one.model.differences(from: one.tree).isEmpty, "session \(session)")
        one.tree.checkInvariants()
      }
    }
  }

  @Test("Threads that read copies of a tree with pending edits see these edits")
  func settling() async {
    var model = ModelRangeTree(
      units: (0..<400).map { UInt16(97 + $0 % 26) }, intensity: 50, attribute: 0)
    var tree = model.tree(tiny)
    for round in 0..<100 {
      for key in 0..<6 {
        let at = 100 + round + key
        tree.replace(at..<at, with: [0x62].span, intensity: 50, attribute: 0)
        model.replace(at..<at, with: ModelRangeTree(units: [0x62], intensity: 50, attribute: 0))
      }
      let (copy, expected) = (tree, model)
      let right = await withTaskGroup(of: Bool.self) { group in
        for _ in 0..<4 {
          group.addTask {
            copy.count == expected.count
              && copy.intensitySum(in: 0..<expected.count) == 50 * expected.count
              && expected.differences(from: copy).isEmpty
          }
        }
        return await group.reduce(true) { $0 && $1 }
      }
      #expect(right, "round \(round)")
    }
    tree.checkInvariants()
  }

  @Test("Values cached at the caret follow the text: extremes, widths, ends of runs")
  func caretFacts() {
    var tree = RangeTree()
    var model = ModelRangeTree()
    func press(_ at: Int, _ unit: UInt16, _ intensity: UInt8, _ attribute: UInt32) {
      tree.replace(at..<at, with: [unit].span, intensity: intensity, attribute: attribute)
      model.replace(
        at..<at,
        with: ModelRangeTree(units: [unit], intensity: intensity, attribute: attribute))
    }
    func erase(_ at: Int) {
      tree.remove(at..<at + 1)
      model.replace(at..<at + 1, with: ModelRangeTree())
    }
    for (at, unit, intensity, attribute) in [
      (0, 0x61, 50, 0), (1, 0x62, 50, 0), (2, 0x63, 60, 0), (3, 0x64, 55, 0), (4, 10, 55, 0),
      (5, 0x65, 55, 1), (6, 0x66, 55, 1), (7, 0x4E00, 55, 1), (8, 0x67, 55, 1), (6, 0x68, 55, 0),
    ] as [(Int, UInt16, UInt8, UInt32)] {
      press(at, unit, intensity, attribute)
    }
    #expect(model.differences(from: tree).isEmpty)
    // Removes the highest intensity, then a line end, then whole runs, on both sides of the caret.
    for at in [2, 3, 3, 3, 2, 3, 2, 1, 0, 0] {
      erase(at)
      if at.isMultiple(of: 2) { #expect(model.differences(from: tree).isEmpty, "erased at \(at)") }
    }
    #expect(tree.summary == Summary())
    press(0, 0x61, 100, 3)
    #expect(model.differences(from: tree).isEmpty)
    tree.checkInvariants()
  }
}

/// A tree and a model that receive the same edits.
private struct Typist {
  var tree: RangeTree
  var model: ModelRangeTree
  var place = 0

  /// Types and erases, mostly ordinary letters, without reading the tree.
  mutating func press(_ keys: Int, _ random: inout SeededGenerator) {
    for _ in 0..<keys {
      switch random.below(20) {
      case 0..<5 where place > 0:
        place -= 1
        erase()
      case 5..<8 where place < model.count: erase()
      case 8: type([10], 50, 0)
      case 9: type([UInt16(0x3B1 + random.below(20))], 50, 0)
      case 10: type([0x62], UInt8(random.below(101)), 0)
      case 11: type([0x63], 50, UInt32(random.below(3)))
      case 12: type([0x64, 0x65], 50, 0)
      default: type([UInt16(97 + random.below(26))], 50, 0)
      }
    }
  }

  private mutating func type(_ units: [UInt16], _ intensity: UInt8, _ attribute: UInt32) {
    tree.replace(place..<place, with: units.span, intensity: intensity, attribute: attribute)
    model.replace(
      place..<place,
      with: ModelRangeTree(units: units, intensity: intensity, attribute: attribute))
    place += units.count
  }

  private mutating func erase() {
    tree.remove(place..<place + 1)
    model.replace(place..<place + 1, with: ModelRangeTree())
  }
}
