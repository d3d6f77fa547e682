/// Learns from laid out paragraphs how high others will be.
///
/// A paragraph of *n* units is thought to have ⌈*n* / *u*⌉ lines of the mean height, where *u* is the
/// mean number of units on lines that are full.
struct HeightEstimator: Sendable {
  private var fullUnits = 0
  private var fullLines = 0
  private var lines = 0
  private var height = 0.0

  /// Counts a paragraph in.
  mutating func learn(_ part: BlockLayout.Part) {
    guard lines < 1 << 20 else { return }
    for line in part.lines.dropLast() {
      fullUnits += Int(line.end - line.start)
      fullLines += 1
    }
    lines += part.lines.count
    height += part.height
  }

  /// Whether anything was learned.
  var isReady: Bool { lines > 0 }

  /// The height of a paragraph of some units, in units of height.
  func estimate(utf16Count: Int) -> Int {
    guard lines > 0 else { return BlockLayout.units(20) }
    let perLine = fullLines > 0 ? max(Double(fullUnits) / Double(fullLines), 1) : 64
    let count = max((Double(utf16Count) / perLine).rounded(.up), 1)
    return BlockLayout.units(count * height / Double(lines))
  }
}

extension LayoutManager {
  /// How many blocks are laid out to learn from.
  private static let samples = 24

  /// Gives the blocks that were not laid out the height that they will probably have.
  func estimate(_ entries: inout [BlockEntry], from first: Int = 0) {
    let unlaid = entries.indices.filter { entries[$0].layout == nil }
    guard unlaid.count > Self.samples * 4 else {
      for number in unlaid {
        entries[number].setEstimate(
          estimator.estimate(utf16Count: entries[number].utf16Count))
      }
      return
    }
    let wanted = Set((0..<Self.samples).map { unlaid[$0 * unlaid.count / Self.samples] })
    var start = first
    for number in entries.indices {
      if wanted.contains(number), entries[number].table == 0 {
        let (paragraph, range) = typesetter.itemise(at: start, &reader)
        entries[number].set(layOut(paragraph, range, top: shape.dependentHeight))
      }
      start += entries[number].utf16Count
    }
    for number in unlaid where entries[number].layout == nil {
      entries[number].setEstimate(
        estimator.estimate(utf16Count: entries[number].utf16Count))
    }
  }
}
