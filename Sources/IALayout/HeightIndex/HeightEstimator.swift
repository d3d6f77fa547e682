/// Learns from laid out paragraphs how high others will be.
///
/// The last line of a paragraph takes as many units as fit, *l*; the others end at words and take *u* of them in
/// the mean. A paragraph of *n* units is thought to have 1 + ⌈(*n* − *l*) / *u*⌉ lines of the mean
/// height, and the mean spacing; a table to be as high as others of its units are. What samples show
/// to be wrong with that in the mean is put right by a factor.
struct HeightEstimator: Sendable {
  private var fullUnits = 0
  private var fullLines = 0
  private var fullWidth = 0.0
  private var fullRoom = 0.0
  private var paragraphs = 0
  private var lines = 0
  private var lineHeights = 0.0
  private var height = 0.0
  private var tableHeight = 0.0
  private var tableUnits = 0
  private var factor = 1.0

  /// Counts a paragraph in.
  mutating func learn(_ part: BlockLayout.Part) {
    guard lines < 1 << 20 else { return }
    for line in part.lines.dropLast() {
      fullUnits += Int(line.end - line.start)
      fullLines += 1
      fullWidth += line.width
      fullRoom += line.available
    }
    for line in part.lines { lineHeights += line.height }
    paragraphs += 1
    lines += part.lines.count
    height += part.height
  }

  /// Counts a table in.
  mutating func learnTable(utf16Count: Int, height: Double) {
    tableUnits += utf16Count
    tableHeight += height
  }

  /// Returns the height of a block, in units of height.
  func estimate(_ entry: BlockEntry) -> Int {
    guard lines > 0 else { return BlockLayout.units(20) }
    return BlockLayout.units(factor * modelled(entry.utf16Count, isTable: entry.table != 0))
  }

  /// Returns the height before correction, in points.
  private func modelled(_ utf16Count: Int, isTable: Bool) -> Double {
    if isTable, tableUnits > 0 { return tableHeight / Double(tableUnits) * Double(utf16Count) }
    var count = 1.0
    // The terminator takes no room.
    let units = Double(utf16Count - 1)
    let perLine = fullLines > 0 ? max(Double(fullUnits) / Double(fullLines), 1) : 64
    // A space at the end of each full line hangs beyond the room.
    let advance = fullWidth / max(Double(fullUnits - fullLines), 1)
    let last = advance > 0 ? fullRoom / Double(fullLines) / advance : perLine
    if units > last { count += ((units - last) / perLine).rounded(.up) }
    let spacing = (height - lineHeights) / Double(paragraphs)
    return count * lineHeights / Double(lines) + spacing
  }

  /// A block that was laid out to learn from.
  struct Sample {
    var utf16Count: Int
    var isTable: Bool
    /// In points.
    var height: Double
  }

  /// Returns the relative probability that a block is sampled; a block of one unit has a height, too.
  static func weight(utf16Count: Int) -> Int { utf16Count + 32 }

  /// Sets the factor from blocks that were chosen with a probability in proportion to their weights;
  /// returns the standard error that is left, as a part of the height.
  mutating func correct(by samples: [Sample]) -> Double {
    guard samples.count > 1 else { return 0 }
    let exact = samples.map { $0.height / Double(Self.weight(utf16Count: $0.utf16Count)) }
    let thought = samples.map { sample in
      modelled(sample.utf16Count, isTable: sample.isTable)
        / Double(Self.weight(utf16Count: sample.utf16Count))
    }
    let sum = exact.reduce(0, +)
    guard sum > 0 else { return 0 }
    factor = sum / thought.reduce(0, +)
    let squares = zip(exact, thought).reduce(0.0) { sum, pair in
      let error = pair.0 - factor * pair.1
      return sum + error * error
    }
    let count = Double(samples.count)
    return (squares / (count - 1) / count).squareRoot() / (sum / count)
  }
}

extension LayoutManager {
  /// The number of sampled blocks: at first, and at most; never more than a quarter of all blocks.
  private static let samples = (first: 96, most: 768)
  /// The standard error of the height at which no more samples are taken.
  private static let wantedError = 0.006
  /// The maximum length of a sampled block, in UTF-16 units.
  private static let longestSample = 4096

  /// Sets the estimated heights of the blocks that were not laid out.
  func estimate(_ entries: inout [BlockEntry], from first: Int = 0) {
    takeSamples(&entries, from: first)
    for number in entries.indices where entries[number].layout == nil {
      entries[number].setEstimate(estimator.estimate(entries[number]))
    }
  }

  /// Lays out sampled blocks until the standard error of the estimates is small enough.
  private func takeSamples(_ entries: inout [BlockEntry], from first: Int) {
    let most = entries.reduce(0) { $0 + ($1.layout == nil ? 1 : 0) } / 4
    var samples: [HeightEstimator.Sample] = []
    var count = min(Self.samples.first, most)
    while count > 0, count <= min(Self.samples.most, most) {
      takeSamples(count - samples.count, &entries, from: first, into: &samples)
      if estimator.correct(by: samples) < Self.wantedError { return }
      count *= 2
    }
  }

  /// Lays out blocks at pseudorandom places of the whole text; their probability increases with their
  /// length (`HeightEstimator.weight`).
  private func takeSamples(
    _ count: Int, _ entries: inout [BlockEntry], from first: Int,
    into samples: inout [HeightEstimator.Sample]
  ) {
    let total = entries.reduce(0) { $0 + HeightEstimator.weight(utf16Count: $1.utf16Count) }
    var random = UInt64(samples.count + 1)
    /// Returns a pseudorandom place in one of `count` equal parts of the text.
    func place(_ number: Int) -> Int {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (number * 1024 + Int(random >> 54)) * total / (count * 1024)
    }
    var wanted = 0
    var next = place(0)
    var offset = first
    var passed = 0
    for number in entries.indices where wanted < count {
      let start = offset
      offset += entries[number].utf16Count
      passed += HeightEstimator.weight(utf16Count: entries[number].utf16Count)
      guard next < passed else { continue }
      while wanted < count, next < passed {
        wanted += 1
        next = place(wanted)
      }
      let entry = entries[number]
      guard entry.layout == nil, entry.utf16Count <= Self.longestSample else { continue }
      let made = layOut(entry, start: start, top: shape.dependentHeight)
      entries[number].set(made)
      let height = Double(made.height) / BlockLayout.unitsPerPoint
      samples.append(
        .init(utf16Count: entry.utf16Count, isTable: entry.table != 0, height: height))
      if entry.table != 0 { estimator.learnTable(utf16Count: entry.utf16Count, height: height) }
    }
  }
}
