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
    var runs: [IntensityRun] = []
    try smooth(smoothing, averaging) { range, mean in
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
    var start = 0
    return try numberedSteps(of: scheme, smoothing: smoothing, averaging: averaging).map { run in
      defer { start = run.end }
      return StepRun(utf16Range: start..<run.end, step: Int(run.number))
    }
  }

  /// The same stretches, by their ends and the numbers of their steps.
  ///
  /// - Throws: `UnicodeError` where ICU is needed and fails.
  /// - Complexity: O(*n*).
  package func numberedSteps(
    of scheme: RenderScheme, smoothing: Smoothing, averaging: IntensityAveraging = .byCharacter
  ) throws(UnicodeError) -> [NumberedRun] {
    let steps = (0...UInt8.max).map { UInt32(scheme.step(of: $0)) }
    var runs: [NumberedRun] = []
    var last: NumberedRun?
    try smooth(smoothing, averaging) { range, mean in
      let step = steps[Int(mean)]
      if let last, last.number != step { runs.append(last) }
      last = NumberedRun(end: range.upperBound, number: step)
    }
    if let last { runs.append(last) }
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
    var (startsUnit, endsUnit) = (false, false)
    try Self.forEachUnit(of: smoothing, in: units.span, &segmenter) { range in
      startsUnit = startsUnit || range.lowerBound == utf16Range.lowerBound
      endsUnit = endsUnit || range.upperBound == utf16Range.upperBound
    }
    return startsUnit && endsUnit
  }

  /// Hands on the units of a text with the mean of each, in order.
  private func smooth(
    _ smoothing: Smoothing, _ averaging: IntensityAveraging, _ body: (Range<Int>, UInt8) -> Void
  ) throws(UnicodeError) {
    guard !isEmpty else { return }
    let units = tree.units(in: utf16Range)
    if smoothing == .character, Self.isSimple(units.span, 0..<units.count) {
      for run in intensityRuns(in: utf16Range) { body(run.utf16Range, run.intensity) }
      return
    }
    let levels = tree.intensities(in: utf16Range)
    var segmenter = TextSegmenter()
    var characters = TextSegmenter()
    var failure: UnicodeError?
    try Self.forEachUnit(of: smoothing, in: units.span, &segmenter) { range in
      guard failure == nil else { return }
      do throws(UnicodeError) {
        let mean = try Self.mean(
          of: levels.span, units.span, range, smoothing, averaging, &characters)
        body(range, mean)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }

  private static func forEachUnit(
    of smoothing: Smoothing, in text: Span<UInt16>, _ segmenter: inout TextSegmenter,
    _ body: (Range<Int>) -> Void
  ) throws(UnicodeError) {
    let unit: TextUnit
    switch smoothing {
    case .character: unit = .character
    case .word: unit = .word
    case .sentence: unit = .sentence
    case .line: unit = .line
    case .paragraph: unit = .paragraph
    case .message:
      if !text.isEmpty { body(0..<text.count) }
      return
    }
    try segmenter.forEachEnclosingRange(of: unit, in: text, body)
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
    units.extracting(range).withUnsafeBufferPointer { units in
      // Without a way out, so that several are looked at in one step.
      var bits: UInt16 = 0
      for unit in units { bits |= unit }
      return bits < 0x200 || units.allSatisfy { $0 < 0x300 }
    }
  }

  private static func sum(_ levels: Span<UInt8>, _ range: Range<Int>) -> Int {
    levels.extracting(range).withUnsafeBufferPointer { levels in
      var sum = 0
      for level in levels { sum &+= Int(level) }
      return sum
    }
  }
}
