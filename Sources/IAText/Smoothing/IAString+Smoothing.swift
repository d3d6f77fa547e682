internal import IARangeTree
public import IAUnicode

extension IAString {
  /// The string's intensities averaged over units: stretches that are shown alike.
  ///
  /// Units take in the separators after them, and the first those before it, so that they cover the
  /// text once. Neighbouring units of equal mean are one run.
  ///
  /// - Parameters:
  ///   - smoothing: The unit.
  ///   - averaging: How the intensities of a unit become one number.
  /// - Throws: `UnicodeError` where ICU is needed and fails.
  /// - Complexity: O(*n*).
  public func smoothedRuns(
    _ smoothing: Smoothing, averaging: IntensityAveraging = .byCharacter
  ) throws(UnicodeError) -> [IntensityRun] {
    guard !isEmpty else { return [] }
    let units = tree.units(in: utf16Range)
    let levels = tree.intensities(in: utf16Range)
    var segmenter = TextSegmenter()
    var runs: [IntensityRun] = []
    if smoothing == .character, Self.isSimple(units.span, 0..<units.count) {
      return intensityRuns(in: utf16Range)
    }
    for range in try Self.units(of: smoothing, in: units.span, &segmenter) {
      let mean = try Self.mean(
        of: levels.span, units.span, range, smoothing, averaging, &segmenter)
      if let last = runs.last, last.intensity == mean {
        runs[runs.count - 1].utf16Range = last.utf16Range.lowerBound..<range.upperBound
      } else {
        runs.append(IntensityRun(utf16Range: range, intensity: mean))
      }
    }
    return runs
  }

  /// A stretch that a scheme shows at one step.
  public struct StepRun: Hashable, Sendable {
    /// The units it covers.
    public var utf16Range: Range<Int>
    /// The step of the scheme.
    public var step: Int

    /// Makes a stretch.
    public init(utf16Range: Range<Int>, step: Int) {
      self.utf16Range = utf16Range
      self.step = step
    }
  }

  /// The stretches that a scheme shows at one step, after smoothing; neighbours differ.
  ///
  /// - Throws: `UnicodeError` where ICU is needed and fails.
  /// - Complexity: O(*n*).
  public func stepRuns(
    of scheme: RenderScheme, smoothing: Smoothing, averaging: IntensityAveraging = .byCharacter
  ) throws(UnicodeError) -> [StepRun] {
    var runs: [StepRun] = []
    for run in try smoothedRuns(smoothing, averaging: averaging) {
      let step = scheme.step(of: run.intensity)
      if let last = runs.last, last.step == step {
        runs[runs.count - 1].utf16Range = last.utf16Range.lowerBound..<run.utf16Range.upperBound
      } else {
        runs.append(StepRun(utf16Range: run.utf16Range, step: step))
      }
    }
    return runs
  }

  /// Whether removing a range leaves all other units as they are: it must start and end with units.
  ///
  /// - Throws: `UnicodeError` where ICU is needed and fails.
  public func coversWholeUnits(
    _ utf16Range: Range<Int>, of smoothing: Smoothing
  ) throws(UnicodeError) -> Bool {
    guard !utf16Range.isEmpty else { return true }
    let units = tree.units(in: self.utf16Range)
    var segmenter = TextSegmenter()
    let ranges = try Self.units(of: smoothing, in: units.span, &segmenter)
    return ranges.contains { $0.lowerBound == utf16Range.lowerBound }
      && ranges.contains { $0.upperBound == utf16Range.upperBound }
  }

  private static func units(
    of smoothing: Smoothing, in text: Span<UInt16>, _ segmenter: inout TextSegmenter
  ) throws(UnicodeError) -> [Range<Int>] {
    switch smoothing {
    case .character: try segmenter.enclosingRanges(of: .character, in: text)
    case .word: try segmenter.enclosingRanges(of: .word, in: text)
    case .sentence: try segmenter.enclosingRanges(of: .sentence, in: text)
    case .line: try segmenter.enclosingRanges(of: .line, in: text)
    case .paragraph: try segmenter.enclosingRanges(of: .paragraph, in: text)
    case .message: text.isEmpty ? [] : [0..<text.count]
    }
  }

  private static func mean(
    of levels: Span<UInt8>, _ units: Span<UInt16>, _ range: Range<Int>, _ smoothing: Smoothing,
    _ averaging: IntensityAveraging, _ segmenter: inout TextSegmenter
  ) throws(UnicodeError) -> UInt8 {
    let isFlat = averaging == .legacy || smoothing == .character || isSimple(units, range)
    if isFlat { return averaging.mean(sum: sum(levels, range), count: range.count) }
    // A unit starts where a character does, so that its characters can be found in it alone.
    let bounds = try segmenter.boundaries(of: .character, in: units.extracting(range))
    var total = 0.0
    for (start, end) in zip(bounds, bounds.dropFirst()) {
      let character = range.lowerBound + start..<range.lowerBound + end
      total += Double(sum(levels, character)) / Double(character.count)
    }
    return UInt8(total / Double(bounds.count - 1) + 0.5)
  }

  /// Whether every unit of a range is surely a character of its own.
  private static func isSimple(_ units: Span<UInt16>, _ range: Range<Int>) -> Bool {
    // Below U+0300 there are no combining marks and no surrogates; CR LF stay two.
    for offset in range where units[offset] >= 0x300 { return false }
    return true
  }

  private static func sum(_ levels: Span<UInt8>, _ range: Range<Int>) -> Int {
    var sum = 0
    for offset in range { sum &+= Int(levels[offset]) }
    return sum
  }
}
