import IARangeTree
import IATestSupport

/// Small nodes, so that short texts form trees with many levels.
let tiny = Geometry(leafCapacity: 8, fanOut: 4)

extension ModelRangeTree {
  /// Returns a tree with the same content.
  func tree(_ geometry: Geometry) -> RangeTree {
    let runs = attributeRuns(in: 0..<count)
    return RangeTree(
      units: units.span, intensities: intensities.span, runs: runs.span, geometry: geometry)
  }

  /// Returns a tree with the same content as a part of a larger text; all units must have one
  /// intensity.
  func part(from supply: NodeSupply) -> RangeTree {
    let runs = attributeRuns(in: 0..<count)
    return RangeTree(
      units: units.span, intensity: intensities.first ?? 0, runs: runs.span, supply: supply)
  }

  /// Returns the parts of a tree that differ from this model, or an empty array.
  func differences(from tree: RangeTree) -> [String] {
    guard tree.count == count else { return ["count \(tree.count), not \(count)"] }
    var found: [String] = []
    let all = 0..<count
    if tree.units(in: all) != units { found.append("units") }
    if tree.intensities(in: all) != intensities { found.append("intensities") }
    if tree.attributeRuns(in: all) != attributeRuns(in: all) { found.append("attribute runs") }
    if tree.summary != summary(in: all) { found.append("summary \(tree.summary)") }
    return found
  }

  /// Returns the names of the queries for a range and its start that return wrong results.
  func wrongAnswers(of tree: RangeTree, about range: Range<Int>) -> [String] {
    var found: [String] = []
    func expect(_ holds: Bool, _ name: String) { if !holds { found.append("\(name) \(range)") } }
    expect(tree.summary(in: range) == summary(in: range), "summary")
    expect(tree.intensitySum(in: range) == summary(in: range).intensitySum, "intensitySum")
    expect(tree.lineBreakCount(in: range) == summary(in: range).lineBreaks, "lineBreakCount")
    expect(tree.units(in: range) == Array(units[range]), "units")
    expect(tree.intensities(in: range) == Array(intensities[range]), "intensities")
    expect(tree.attributeRuns(in: range) == attributeRuns(in: range), "attributeRuns")
    let levels = tree.intensityRuns(in: range)
    let repeated = levels.flatMap { Array(repeating: $0.intensity, count: $0.count) }
    expect(repeated == Array(intensities[range]), "intensityRuns")
    expect(zip(levels, levels.dropFirst()).allSatisfy { $0.intensity != $1.intensity }, "merged")
    expect(chunks(of: tree, in: range), "chunks")
    let from = range.lowerBound
    expect(tree.firstLineBreak(from: from) == units[from...].firstIndex(of: 10), "firstLineBreak")
    expect(tree.lastLineBreak(before: from) == units[..<from].lastIndex(of: 10), "lastLineBreak")
    let number = lineBreakNumber(before: from)
    expect(tree.offset(ofLineBreak: number) == offset(ofLineBreak: number), "offset(ofLineBreak:)")
    if from < count {
      expect(tree.unit(at: from) == units[from], "unit")
      expect(tree.intensity(at: from) == intensities[from], "intensity")
      expect(tree.attribute(at: from) == attributes[from], "attribute")
      let run = tree.attributeRun(at: from)
      expect(run.range == attributeRun(at: from), "attributeRun")
      expect(run.attribute == attributes[from], "attributeRun's attribute")
    }
    return found
  }

  private func lineBreakNumber(before offset: Int) -> Int {
    summary(in: 0..<offset).lineBreaks
  }

  private func chunks(of tree: RangeTree, in range: Range<Int>) -> Bool {
    var text: [UInt16] = []
    var levels: [UInt8] = []
    tree.forEachChunk(in: range) { units, intensities in
      for i in units.indices {
        text.append(UInt16(units[i]))
        levels.append(intensities[i])
      }
      return true
    } utf16: { units, intensities in
      for i in units.indices {
        text.append(units[i])
        levels.append(intensities[i])
      }
      return true
    }
    var alone: [UInt16] = []
    tree.forEachTextChunk(in: range) { units in
      for i in units.indices { alone.append(UInt16(units[i])) }
      return true
    } utf16: { units in
      for i in units.indices { alone.append(units[i]) }
      return true
    }
    return text == Array(units[range]) && levels == Array(intensities[range]) && alone == text
  }
}
