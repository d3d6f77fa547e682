internal import IARangeTree
public import IAUnicode

extension IAString {
  /// Returns the string's intensities averaged over segments, as maximal runs.
  ///
  /// A segment includes the separators after it, and the first segment also those before it, so
  /// that segments cover the text once. Adjacent segments with equal means are one run.
  ///
  /// - Parameters:
  ///   - smoothing: The kind of segment.
  ///   - averaging: The method of averaging.
  /// - Throws: `UnicodeError` if the text needs ICU and ICU fails.
  /// - Complexity: O(*n*) in the units.
  public func smoothedRuns(
    _ smoothing: Smoothing, averaging: IntensityAveraging = .byCharacter
  ) throws(UnicodeError) -> [IntensityRun] {
    var runs: [IntensityRun] = []
    var start = 0
    try smooth(smoothing, averaging) { ends, means in
      for index in ends.indices {
        let end = ends[index]
        if let last = runs.last, last.intensity == means[index] {
          runs[runs.count - 1].utf16Range = last.utf16Range.lowerBound..<end
        } else {
          runs.append(IntensityRun(utf16Range: start..<end, intensity: means[index]))
        }
        start = end
      }
    }
    return runs
  }

  /// A run of text that a scheme shows at one step.
  public struct StepRun: Hashable, Sendable {
    /// The units of the run.
    public var utf16Range: Range<Int>
    /// The step of the scheme.
    public var step: Int

    /// Creates a run.
    public init(utf16Range: Range<Int>, step: Int) {
      self.utf16Range = utf16Range
      self.step = step
    }
  }

  /// Returns the runs that a scheme shows at one step, after smoothing; adjacent runs differ.
  ///
  /// - Throws: `UnicodeError` if the text needs ICU and ICU fails.
  /// - Complexity: O(*n*) in the units.
  public func stepRuns(
    of scheme: RenderScheme, smoothing: Smoothing, averaging: IntensityAveraging = .byCharacter
  ) throws(UnicodeError) -> [StepRun] {
    var start = 0
    return try numberedSteps(of: scheme, smoothing: smoothing, averaging: averaging).map { run in
      defer { start = run.end }
      return StepRun(utf16Range: start..<run.end, step: Int(run.number))
    }
  }

  /// Returns the same runs, as their ends and the numbers of their steps.
  ///
  /// - Throws: `UnicodeError` if the text needs ICU and ICU fails.
  /// - Complexity: O(*n*) in the units.
  public func numberedSteps(
    of scheme: RenderScheme, smoothing: Smoothing, averaging: IntensityAveraging = .byCharacter
  ) throws(UnicodeError) -> [NumberedRun] {
    let steps = (0...UInt8.max).map { UInt32(scheme.step(of: $0)) }
    var runs: [NumberedRun] = []
    try smooth(smoothing, averaging) { ends, means in
      let last = runs.popLast()
      runs.append(addingCapacity: ends.count + 1) { output in
        unsafe output.withUnsafeMutableBufferPointer { buffer, count in
          guard let base = buffer.baseAddress, !ends.isEmpty else { return }
          var number = last?.number ?? steps[Int(means[0])]
          var place = 0
          unsafe base[0] = last ?? NumberedRun(end: ends[0], number: number)
          // Writes each entry, and advances only if the next one differs, because this branch would
          // be hard to predict.
          for index in ends.indices {
            let next = steps[Int(means[index])]
            place &+= next != number ? 1 : 0
            unsafe base[place] = NumberedRun(end: ends[index], number: next)
            number = next
          }
          count = place + 1
        }
      }
    }
    return runs
  }

  /// Returns whether a range starts and ends at segment boundaries, so that its removal does not
  /// change the smoothing of other text.
  ///
  /// - Throws: `UnicodeError` if the text needs ICU and ICU fails.
  public func coversWholeSegments(
    _ utf16Range: Range<Int>, of smoothing: Smoothing
  ) throws(UnicodeError) -> Bool {
    guard !utf16Range.isEmpty else { return true }
    let units = tree.units(in: self.utf16Range)
    var segmenter = TextSegmenter()
    var (startsSegment, endsSegment) = (false, false)
    var start = 0
    try Self.forEachSegmentEnd(of: smoothing, in: units.span, &segmenter) { ends in
      for index in ends.indices {
        startsSegment = startsSegment || start == utf16Range.lowerBound
        endsSegment = endsSegment || ends[index] == utf16Range.upperBound
        start = ends[index]
      }
    }
    return startsSegment && endsSegment
  }

  /// Calls `body` with the ends of segments and the mean of each, in order, many at a time.
  private func smooth(
    _ smoothing: Smoothing, _ averaging: IntensityAveraging,
    _ body: (_ ends: Span<Int>, _ means: Span<UInt8>) -> Void
  ) throws(UnicodeError) {
    guard !isEmpty else { return }
    let units = tree.units(in: utf16Range)
    if smoothing == .character, Self.areSimple(units.span) {
      let runs = intensityRuns(in: utf16Range)
      let ends = runs.map(\.utf16Range.upperBound)
      let means = runs.map(\.intensity)
      return body(ends.span, means.span)
    }
    let levels = tree.intensities(in: utf16Range)
    let isFlat = averaging == .legacy || smoothing == .character
    var segmenter = TextSegmenter()
    var characters = TextSegmenter()
    var failure: UnicodeError?
    var means: [UInt8] = []
    var start = 0
    try Self.forEachSegmentEnd(of: smoothing, in: units.span, &segmenter) { ends in
      guard failure == nil, !ends.isEmpty else { return }
      let end = ends[ends.count - 1]
      means.removeAll(keepingCapacity: true)
      // Long segments are checked one by one.
      let areShort = end - start < 64 * ends.count
      if isFlat || areShort && Self.areSimple(units.span.extracting(start..<end)) {
        Self.addMeans(of: levels.span, averaging, from: start, ends, to: &means)
      } else {
        do throws(UnicodeError) {
          try Self.addMeans(
            of: levels.span, byCharacterOf: units.span, from: start, ends, &characters, to: &means)
        } catch {
          failure = error
          return
        }
      }
      body(ends, means.span)
      start = end
    }
    if let failure { throw failure }
  }

  private static func forEachSegmentEnd(
    of smoothing: Smoothing, in text: Span<UInt16>, _ segmenter: inout TextSegmenter,
    _ body: (Span<Int>) -> Void
  ) throws(UnicodeError) {
    let unit: TextUnit
    switch smoothing {
    case .character: unit = .character
    case .word: unit = .word
    case .sentence: unit = .sentence
    case .line: unit = .line
    case .paragraph: unit = .paragraph
    case .message:
      guard !text.isEmpty else { return }
      let ends = [text.count]
      return body(ends.span)
    }
    try segmenter.forEachEnclosingEnds(of: unit, in: text, body)
  }

  /// Appends the means of adjacent segments, in which each unit has the same weight.
  private static func addMeans(
    of levels: Span<UInt8>, _ averaging: IntensityAveraging, from start: Int, _ ends: Span<Int>,
    to means: inout [UInt8]
  ) {
    var start = start
    means.append(addingCapacity: ends.count) { output in
      for index in ends.indices {
        let end = ends[index]
        output.append(averaging.mean(sum: sum(levels, start..<end), count: end - start))
        start = end
      }
    }
  }

  /// Appends the means of adjacent segments, in which each character has the same weight.
  private static func addMeans(
    of levels: Span<UInt8>, byCharacterOf units: Span<UInt16>, from start: Int, _ ends: Span<Int>,
    _ segmenter: inout TextSegmenter, to means: inout [UInt8]
  ) throws(UnicodeError) {
    var start = start
    for index in ends.indices {
      let range = start..<ends[index]
      start = range.upperBound
      if areSimple(units.extracting(range)) {
        means.append(
          IntensityAveraging.byCharacter.mean(sum: sum(levels, range), count: range.count))
        continue
      }
      // A segment starts at a character boundary, so its characters can be found without the text
      // before it.
      let bounds = try segmenter.boundaries(of: .character, in: units.extracting(range))
      var total = 0.0
      for (start, end) in zip(bounds, bounds.dropFirst()) {
        let character = range.lowerBound + start..<range.lowerBound + end
        total += Double(sum(levels, character)) / Double(character.count)
      }
      means.append(UInt8(total / Double(bounds.count - 1) + 0.5))
    }
  }

  /// Returns whether each unit is certainly a separate character.
  private static func areSimple(_ units: Span<UInt16>) -> Bool {
    unsafe units.withUnsafeBufferPointer { units in
      // Without an early exit, so that the loop is vectorised.
      var bits: UInt16 = 0
      for index in units.indices { unsafe bits |= units[index] }
      return unsafe bits < 0x200 || units.allSatisfy(isSimple)
    }
  }

  /// Returns whether a unit is a separate character independently of its neighbours.
  ///
  /// Below U+0591, where Hebrew points start, only two blocks have combining marks. CR LF is two
  /// characters.
  private static func isSimple(_ unit: UInt16) -> Bool {
    switch unit {
    case 0..<0x300, 0x370..<0x483, 0x48A..<0x591: true
    default: false
    }
  }

  /// Returns the sum of a range of intensities, computed eight at a time.
  @inline(__always)
  private static func sum(_ levels: Span<UInt8>, _ range: Range<Int>) -> Int {
    unsafe levels.withUnsafeBufferPointer { levels in
      guard let base = levels.baseAddress else { return 0 }
      let input = unsafe UnsafeRawPointer(base)
      var sum: UInt64 = 0
      var at = range.lowerBound
      while at + 8 <= range.upperBound {
        unsafe sum &+= laneSum(input.loadUnaligned(fromByteOffset: at, as: UInt64.self))
        at += 8
      }
      let rest = range.upperBound - at
      if rest > 0, at + 8 <= levels.count {
        let word = unsafe input.loadUnaligned(fromByteOffset: at, as: UInt64.self)
        sum &+= laneSum(UInt64(littleEndian: word) & (1 &<< UInt64(8 * rest) &- 1))
      } else {
        for index in at..<range.upperBound { unsafe sum &+= UInt64(levels[index]) }
      }
      return Int(sum)
    }
  }

  /// Returns the sum of the eight bytes of a word; each byte is at most 100.
  @inline(__always)
  private static func laneSum(_ bytes: UInt64) -> UInt64 {
    let pairs = (bytes & 0x00FF_00FF_00FF_00FF) &+ (bytes &>> 8 & 0x00FF_00FF_00FF_00FF)
    return (pairs &* 0x0001_0001_0001_0001) &>> 48
  }
}
