/// Estimates the heights of blocks from the blocks that were laid out.
///
/// A full line ends at a word and has *u* units on average; the last line of a paragraph has space
/// for *l* units. A paragraph of *n* units is estimated at 1 + ⌈(*n* − *l*) / *u*⌉ lines of the
/// average height, and the average spacing; a table at the average height for each of its units. A
/// factor corrects the average error of the samples.
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

  /// Adds a paragraph to the averages; ignored after 2²⁰ lines.
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

  /// Adds a table to the averages.
  mutating func learnTable(utf16Count: Int, height: Double) {
    tableUnits += utf16Count
    tableHeight += height
  }

  /// Returns the height of a block, in height units (1/1024 point); 20 points if no paragraph was
  /// added.
  func estimate(_ entry: BlockEntry) -> Int {
    guard lines > 0 else { return BlockLayout.heightUnits(20) }
    return BlockLayout.heightUnits(factor * modelled(entry.utf16Count, isTable: entry.table != 0))
  }

  /// Returns the height before correction, in points.
  private func modelled(_ utf16Count: Int, isTable: Bool) -> Double {
    if isTable, tableUnits > 0 { return tableHeight / Double(tableUnits) * Double(utf16Count) }
    var count = 1.0
    // The terminator has no width.
    let units = Double(utf16Count - 1)
    let perLine = fullLines > 0 ? max(Double(fullUnits) / Double(fullLines), 1) : 64
    // The space at the end of a full line is outside of its width.
    let advance = fullWidth / max(Double(fullUnits - fullLines), 1)
    let last = advance > 0 ? fullRoom / Double(fullLines) / advance : perLine
    if units > last { count += ((units - last) / perLine).rounded(.up) }
    let spacing = (height - lineHeights) / Double(paragraphs)
    return count * lineHeights / Double(lines) + spacing
  }

  /// A block that was laid out for an estimate.
  struct Sample {
    var utf16Count: Int
    var isTable: Bool
    /// Its height in points.
    var height: Double
  }

  /// Returns the relative probability that a block is sampled.
  ///
  /// The constant represents the height that a block has regardless of its length.
  static func weight(utf16Count: Int) -> Int { utf16Count + 32 }

  /// Sets the factor from blocks that were sampled with a probability in proportion to their
  /// weights (ratio estimator).
  ///
  /// - Returns: The standard error of the estimate, relative to the height; 0 for fewer than two
  ///   samples.
  mutating func correct(by samples: [Sample]) -> Double {
    guard samples.count > 1 else { return 0 }
    let exact = samples.map { $0.height / Double(Self.weight(utf16Count: $0.utf16Count)) }
    let estimated = samples.map { sample in
      modelled(sample.utf16Count, isTable: sample.isTable)
        / Double(Self.weight(utf16Count: sample.utf16Count))
    }
    let sum = exact.reduce(0, +)
    guard sum > 0 else { return 0 }
    factor = sum / estimated.reduce(0, +)
    let squares = zip(exact, estimated).reduce(0.0) { sum, pair in
      let error = pair.0 - factor * pair.1
      return sum + error * error
    }
    let count = Double(samples.count)
    return (squares / (count - 1) / count).squareRoot() / (sum / count)
  }
}
