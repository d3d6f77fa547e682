public import IARangeTree

/// A simple model of a range tree as three arrays, for comparison.
public struct ModelRangeTree: Sendable, Equatable {
  /// The units.
  public private(set) var units: [UInt16] = []
  /// An intensity for each unit.
  public private(set) var intensities: [UInt8] = []
  /// An attribute for each unit.
  public private(set) var attributes: [UInt32] = []

  /// Creates an empty model.
  public init() {}

  /// Creates a model of units with one intensity and one attribute.
  public init(units: [UInt16], intensity: UInt8, attribute: UInt32) {
    self.units = units
    intensities = Array(repeating: intensity, count: units.count)
    attributes = Array(repeating: attribute, count: units.count)
  }

  /// Creates a model of units with individual values.
  public init(units: [UInt16], intensities: [UInt8], attributes: [UInt32]) {
    self.units = units
    self.intensities = intensities
    self.attributes = attributes
  }

  /// The number of units.
  public var count: Int { units.count }

  /// Returns the summary of a range.
  public func summary(in range: Range<Int>) -> Summary {
    var summary = Summary(count: range.count)
    for i in range {
      summary.intensitySum += Int(intensities[i])
      summary.intensityMin = min(summary.intensityMin, intensities[i])
      summary.intensityMax = max(summary.intensityMax, intensities[i])
      if units[i] == 10 { summary.lineBreaks += 1 }
      if i == range.lowerBound || attributes[i] != attributes[i - 1] { summary.runCount += 1 }
    }
    return summary
  }

  /// Returns the attribute runs of a range.
  public func attributeRuns(in range: Range<Int>) -> [RangeTree.Run] {
    var runs: [RangeTree.Run] = []
    for attribute in attributes[range] {
      if let last = runs.last, last.attribute == attribute {
        runs[runs.count - 1].count += 1
      } else {
        runs.append(RangeTree.Run(count: 1, attribute: attribute))
      }
    }
    return runs
  }

  /// Returns the maximal run around an offset.
  public func attributeRun(at offset: Int) -> Range<Int> {
    var (lower, upper) = (offset, offset + 1)
    while lower > 0, attributes[lower - 1] == attributes[offset] { lower -= 1 }
    while upper < count, attributes[upper] == attributes[offset] { upper += 1 }
    return lower..<upper
  }

  /// Returns the offset of the *n*-th U+000A, counted from 0, or `nil` if there is none.
  public func offset(ofLineBreak n: Int) -> Int? {
    units.indices.filter { units[$0] == 10 }.dropFirst(n).first
  }

  /// Replaces a range with the content of another model.
  public mutating func replace(_ range: Range<Int>, with other: ModelRangeTree) {
    units.replaceSubrange(range, with: other.units)
    intensities.replaceSubrange(range, with: other.intensities)
    attributes.replaceSubrange(range, with: other.attributes)
  }

  /// Returns a range as a separate model.
  public func subtree(_ range: Range<Int>) -> ModelRangeTree {
    ModelRangeTree(
      units: Array(units[range]), intensities: Array(intensities[range]),
      attributes: Array(attributes[range]))
  }

  /// Sets one intensity for a range.
  public mutating func setIntensity(_ value: UInt8, in range: Range<Int>) {
    intensities.replaceSubrange(range, with: repeatElement(value, count: range.count))
  }

  /// Sets the intensities starting at an offset.
  public mutating func setIntensities(_ values: [UInt8], at offset: Int) {
    intensities.replaceSubrange(offset..<offset + values.count, with: values)
  }

  /// Sets one attribute for a range.
  public mutating func setAttribute(_ value: UInt32, in range: Range<Int>) {
    attributes.replaceSubrange(range, with: repeatElement(value, count: range.count))
  }

  /// Replaces the attribute of each run in a range.
  public mutating func mapAttributes(in range: Range<Int>, _ transform: (UInt32) -> UInt32) {
    var offset = range.lowerBound
    for run in attributeRuns(in: range) {
      setAttribute(transform(run.attribute), in: offset..<offset + run.count)
      offset += run.count
    }
  }
}
