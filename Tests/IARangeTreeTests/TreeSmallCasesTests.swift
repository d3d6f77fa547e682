import IARangeTree
import IATestSupport
import Testing

@Suite struct TreeSmallCasesTests {
  /// Returns a model with line breaks, several intensities and frequently changing attributes.
  private func model(_ size: Int) -> ModelRangeTree {
    ModelRangeTree(
      units: (0..<size).map { (index: Int) -> UInt16 in
        index % 5 == 3 ? 10 : UInt16(65 + index % 26)
      },
      intensities: (0..<size).map { UInt8($0 * 7 % 101) },
      attributes: (0..<size).map { UInt32($0 / 3 % 4) })
  }

  @Test("Every range of every small size is read right")
  func reads() {
    for size in 0...40 {
      let model = model(size)
      let tree = model.tree(tiny)
      tree.checkInvariants()
      for lower in 0...size {
        for upper in lower...size {
          let wrong = model.wrongAnswers(of: tree, about: lower..<upper)
          #expect(wrong.isEmpty, "size \(size): \(wrong)")
        }
      }
    }
  }

  @Test("Every range of every small size is removed, cut out and put back right")
  func splits() {
    for size in stride(from: 0, through: 48, by: 3) {
      let model = model(size)
      let tree = model.tree(tiny)
      for lower in 0...size {
        for upper in lower...size {
          let range = lower..<upper
          var rest = tree
          rest.remove(range)
          rest.checkInvariants()
          var expected = model
          expected.replace(range, with: ModelRangeTree())
          #expect(expected.differences(from: rest).isEmpty, "size \(size) without \(range)")
          let part = tree.subtree(range)
          part.checkInvariants()
          #expect(model.subtree(range).differences(from: part).isEmpty, "size \(size) \(range)")
          rest.replace(lower..<lower, with: part)
          rest.checkInvariants()
          #expect(rest == tree, "size \(size) with \(range) again")
        }
      }
      #expect(model.differences(from: tree).isEmpty, "the original of size \(size)")
    }
  }

  @Test("Every split point takes every small insertion")
  func insertions() {
    for size in [0, 1, 7, 8, 9, 16, 33, 64] {
      let model = model(size)
      let tree = model.tree(tiny)
      for offset in 0...size {
        for length in [1, 2, 4, 5, 8, 9, 30] {
          var (edited, expected) = (tree, model)
          let units = Array(repeating: UInt16(length % 2 == 0 ? 0x4E00 : 10), count: length)
          edited.replace(offset..<offset, with: units.span, intensity: 100, attribute: 9)
          expected.replace(
            offset..<offset, with: ModelRangeTree(units: units, intensity: 100, attribute: 9))
          edited.checkInvariants()
          let different = expected.differences(from: edited)
          #expect(different.isEmpty, "\(length) units at \(offset) of \(size): \(different)")
        }
      }
    }
  }

  @Test("The line breaks of every range of every small size are listed")
  func lineBreaks() {
    for size in 0...40 {
      let model = model(size)
      let tree = model.tree(tiny)
      for lower in 0...size {
        for upper in lower...size {
          let expected = (lower..<upper).filter { model.units[$0] == 10 }
          #expect(
            tree.lineBreaks(in: lower..<upper) == expected, "size \(size) \(lower)..<\(upper)")
        }
      }
    }
  }

  @Test("Every range of every small size is set right")
  func assignments() {
    for size in [1, 5, 8, 17, 40] {
      let model = model(size)
      let tree = model.tree(tiny)
      for lower in 0..<size {
        for upper in lower + 1...size {
          let range = lower..<upper
          var (edited, expected) = (tree, model)
          edited.setIntensity(77, in: range)
          expected.setIntensity(77, in: range)
          edited.setAttribute(3, in: range)
          expected.setAttribute(3, in: range)
          edited.checkInvariants()
          #expect(expected.differences(from: edited).isEmpty, "size \(size) \(range)")
          // Pending values are read correctly, and an edit in the middle pushes them down.
          #expect(expected.wrongAnswers(of: edited, about: range).isEmpty, "size \(size) \(range)")
          let middle = (lower + upper) / 2
          edited.remove(middle..<middle + min(1, size - middle))
          expected.replace(middle..<middle + min(1, size - middle), with: ModelRangeTree())
          edited.checkInvariants()
          #expect(expected.differences(from: edited).isEmpty, "size \(size) \(range) edited")
        }
      }
    }
  }

  @Test("A text of one leaf widens at the first unit above U+00FF and loses nothing")
  func widening() {
    for position in 0...20 {
      var tree = RangeTree(geometry: tiny)
      var expected = ModelRangeTree()
      for i in 0..<21 {
        let unit: [UInt16] = [i == position ? 0x100 : UInt16(200 + i)]
        tree.replace(i..<i, with: unit.span, intensity: 5, attribute: 0)
        expected.replace(i..<i, with: ModelRangeTree(units: unit, intensity: 5, attribute: 0))
      }
      tree.checkInvariants()
      #expect(expected.differences(from: tree).isEmpty, "wide unit at \(position)")
    }
  }

  @Test("Attributes may change at every unit of a long text")
  func manyRuns() {
    let size = 20_000
    var tree = RangeTree()
    for i in 0..<size {
      tree.replace(i..<i, with: [UInt16(97)].span, intensity: 1, attribute: UInt32(i))
    }
    tree.checkInvariants()
    #expect(tree.summary.runCount == size)
    #expect(tree.attribute(at: 12_345) == 12_345)
    tree.setAttribute(0, in: 1..<size - 1)
    #expect(tree.attributeRuns(in: 0..<size).map(\.count) == [size - 1, 1])
    #expect(tree.attributeRun(at: 9000).range == 0..<size - 1)
  }

  @Test("A text emptied and filled again is valid, by units and whole")
  func emptying() {
    let model = model(60)
    var tree = model.tree(tiny)
    while tree.count > 0 {
      tree.remove(tree.count / 2..<tree.count / 2 + 1)
      tree.checkInvariants()
    }
    #expect(tree == RangeTree(geometry: tiny))
    #expect(tree.summary == Summary())
    tree.replace(0..<0, with: model.tree(tiny))
    tree.remove(0..<60)
    tree.checkInvariants()
    #expect(tree.count == 0)
  }

  @Test("A tree spliced into itself over and over shares its nodes")
  func doubling() {
    var tree = model(40).tree(tiny)
    for _ in 0..<20 { tree.replace(tree.count..<tree.count, with: tree) }
    #expect(tree.count == 40 << 20)
    #expect(tree.unit(at: 40 * 1_000_000 + 3) == 10)
    tree.remove(7..<tree.count - 7)
    tree.checkInvariants()
    #expect(tree.count == 14)
  }

  @Test("Copies edited on many threads do not disturb each other")
  func threads() async {
    let model = model(500)
    let tree = model.tree(tiny)
    let results = await withTaskGroup(of: Bool.self) { group in
      for task in 0..<8 {
        group.addTask {
          var (mine, expected) = (tree, model)
          for i in 0..<200 {
            let at = (i * 37 + task * 11) % expected.count
            mine.replace(at..<at, with: tree.subtree(0..<30))
            expected.replace(at..<at, with: model.subtree(0..<30))
            mine.setIntensity(UInt8(task), in: at..<at + 3)
            expected.setIntensity(UInt8(task), in: at..<at + 3)
          }
          return expected.differences(from: mine).isEmpty
        }
      }
      return await group.reduce(into: [Bool]()) { $0.append($1) }
    }
    #expect(results == Array(repeating: true, count: 8))
    #expect(model.differences(from: tree).isEmpty)
  }

  @Test("Copies are read and shared on other threads while the original is typed into")
  func typingWhileShared() async {
    var (tree, model) = (model(500).tree(tiny), model(500))
    let results = await withTaskGroup(of: Bool.self) { group in
      for round in 0..<300 {
        let (copy, expected) = (tree, model)
        group.addTask {
          let part = copy.subtree(round..<round + 50)
          return expected.subtree(round..<round + 50).differences(from: part).isEmpty
            && expected.differences(from: copy).isEmpty
        }
        // At the first keys the storage is shared; at later ones it may not be.
        for key in 0..<1 + round % 5 {
          let at = 200 + round / 10 + key
          tree.replace(at..<at, with: [0x61].span, intensity: 50, attribute: 7)
          model.replace(at..<at, with: ModelRangeTree(units: [0x61], intensity: 50, attribute: 7))
        }
        tree.remove(200 + round / 10..<201 + round / 10)
        model.replace(200 + round / 10..<201 + round / 10, with: ModelRangeTree())
      }
      return await group.reduce(into: [Bool]()) { $0.append($1) }
    }
    #expect(results == Array(repeating: true, count: 300))
    #expect(model.differences(from: tree).isEmpty)
    tree.checkInvariants()
  }

  @Test("Pieces of many runs and wide units are cut out and put in, short ones by copying")
  func pieces() {
    var (tree, model) = (model(300).tree(.standard), model(300))
    for offset in stride(from: 3, to: 60, by: 3) {
      tree.setAttribute(UInt32(offset), in: offset..<offset + 1)
      model.setAttribute(UInt32(offset), in: offset..<offset + 1)
    }
    for (part, at) in [(0..<60, 300), (10..<11, 0), (0..<300, 150), (5..<50, 25)] {
      let wide = ModelRangeTree(units: [0x4E00, 10], intensity: 9, attribute: 1)
      for _ in 0..<5 {
        let piece = tree.subtree(part)
        #expect(model.subtree(part).differences(from: piece).isEmpty)
        tree.replace(at..<at + 2 * (at % 2), with: piece)
        model.replace(at..<at + 2 * (at % 2), with: model.subtree(part))
        tree.replace(at..<at, with: wide.tree(.standard))
        model.replace(at..<at, with: wide)
        tree.checkInvariants()
        #expect(model.differences(from: tree).isEmpty)
      }
    }
  }

  @Test("Iteration stops when the body returns false")
  func earlyExit() {
    let tree = model(60).tree(tiny)
    var seen = 0
    tree.forEachAttributeRun(in: 0..<60) { _ in
      seen += 1
      return seen < 4
    }
    #expect(seen == 4)
    var chunks = 0
    tree.forEachChunk(in: 0..<60) { _, _ in
      chunks += 1
      return false
    } utf16: { _, _ in
      false
    }
    tree.forEachTextChunk(in: 0..<60) { _ in
      chunks += 1
      return false
    } utf16: { _ in
      false
    }
    #expect(chunks == 2)
  }

  @Test("A copy is identical until one of the two changes; an equal tree is not")
  func identity() {
    let tree = model(40).tree(tiny)
    var copy = tree
    #expect(copy.isIdentical(to: tree))
    copy.setIntensity(3, in: 5..<9)
    #expect(!copy.isIdentical(to: tree))
    let equal = model(40).tree(tiny)
    #expect(equal == tree)
    #expect(!equal.isIdentical(to: tree))
  }
}
