/// What a range tree knows about any range of text without visiting its units.
///
/// Over neighbouring stretches all fields but one add up or combine; `runCount` is one less than
/// the sum where the same attribute meets at the seam.
public struct Summary: Hashable, Sendable {
  /// The number of UTF-16 units.
  public var count: Int
  /// The sum of all intensities.
  public var intensitySum: Int
  /// The lowest intensity, 255 when `count` is 0.
  public var intensityMin: UInt8
  /// The highest intensity, 0 when `count` is 0.
  public var intensityMax: UInt8
  /// The number of U+000A units.
  public var lineBreaks: Int
  /// The number of maximal ranges of one attribute.
  public var runCount: Int

  /// Creates a summary from its parts; without arguments, that of no text at all.
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

  /// The mean intensity, 0 for no text.
  public var intensityMean: Double { count == 0 ? 0 : Double(intensitySum) / Double(count) }
}
