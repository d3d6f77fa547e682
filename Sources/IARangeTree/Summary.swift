/// Facts about a range of text that a range tree stores, and returns without visiting its units.
///
/// For adjacent ranges the values form a monoid: all except one are added or combined
/// independently; `runCount` is the sum, minus one if the attributes on both sides of the border
/// are equal.
public struct Summary: Hashable, Sendable {
  /// The number of UTF-16 units.
  public var count: Int
  /// The sum of all intensities.
  public var intensitySum: Int
  /// The lowest intensity, or 255 if `count` is 0.
  public var intensityMin: UInt8
  /// The highest intensity, or 0 if `count` is 0.
  public var intensityMax: UInt8
  /// The number of U+000A units.
  public var lineBreaks: Int
  /// The number of maximal runs of one attribute.
  public var runCount: Int

  /// Creates a summary from its parts; without arguments, that of an empty text.
  public init(
    count: Int = 0, intensitySum: Int = 0, intensityMin: UInt8 = 255, intensityMax: UInt8 = 0,
    lineBreaks: Int = 0, runCount: Int = 0
  ) {
    self.count = count
    self.intensitySum = intensitySum
    self.intensityMin = intensityMin
    self.intensityMax = intensityMax
    self.lineBreaks = lineBreaks
    self.runCount = runCount
  }

  /// The mean intensity, or 0 for an empty text.
  public var intensityMean: Double { count == 0 ? 0 : Double(intensitySum) / Double(count) }
}
