internal import IARangeTree

extension IAString {
  /// The text as a Swift string; a lone surrogate becomes U+FFFD.
  ///
  /// - Complexity: O(*n*).
  public var text: String { text(in: utf16Range) }

  /// Returns the text of a range as a Swift string; a lone surrogate becomes U+FFFD.
  ///
  /// - Complexity: O(log *n* + *m*) for a range of *m* units.
  public func text(in utf16Range: Range<Int>) -> String {
    String(decoding: tree.units(in: utf16Range), as: UTF16.self)
  }

  /// Returns the UTF-16 units of a range, including lone surrogates.
  ///
  /// - Complexity: O(log *n* + *m*) for a range of *m* units.
  public func units(in utf16Range: Range<Int>) -> [UInt16] { tree.units(in: utf16Range) }

  /// Appends the UTF-16 units of a range to an array, whose capacity can be reused.
  ///
  /// - Complexity: O(log *n* + *m*) for a range of *m* units.
  public func append(unitsIn utf16Range: Range<Int>, to units: inout [UInt16]) {
    tree.append(unitsIn: utf16Range, to: &units)
  }

  /// Calls `latin1` or `utf16` for each contiguous chunk of units of a range, in order, until one
  /// returns false.
  ///
  /// A chunk is passed to `latin1` if it is stored with one byte for each unit. A chunk may end
  /// anywhere, also within a surrogate pair.
  ///
  /// - Complexity: O(log *n* + *c*) in the chunks, without the calls.
  public func forEachTextChunk(
    in utf16Range: Range<Int>, latin1: (Span<UInt8>) -> Bool, utf16: (Span<UInt16>) -> Bool
  ) {
    tree.forEachTextChunk(in: utf16Range, latin1: latin1, utf16: utf16)
  }

  /// Returns the unit at an offset.
  ///
  /// - Complexity: O(log *n*).
  public func unit(at utf16Offset: Int) -> UInt16 { tree.unit(at: utf16Offset) }

  /// Returns the intensity of the unit at an offset.
  ///
  /// - Complexity: O(log *n*).
  public func intensity(at utf16Offset: Int) -> UInt8 { tree.intensity(at: utf16Offset) }

  /// Returns the intensity of each unit of a range.
  ///
  /// - Complexity: O(log *n* + *m*) for a range of *m* units.
  public func intensities(in utf16Range: Range<Int>) -> [UInt8] {
    tree.intensities(in: utf16Range)
  }

  /// Appends the intensity of each unit of a range to an array, whose capacity can be reused.
  ///
  /// - Complexity: O(log *n* + *m*) for a range of *m* units.
  public func append(intensitiesIn utf16Range: Range<Int>, to values: inout [UInt8]) {
    tree.append(intensitiesIn: utf16Range, to: &values)
  }

  /// Facts about a range that are known without visiting its units.
  public struct Summary: Hashable, Sendable {
    /// The number of units.
    public var utf16Count: Int
    /// The lowest intensity; `nil` for an empty range.
    public var lowestIntensity: UInt8?
    /// The highest intensity; `nil` for an empty range.
    public var highestIntensity: UInt8?
    /// The sum of all intensities.
    public var intensitySum: Int
    /// The number of U+000A units.
    public var lineBreakCount: Int
    /// The number of runs of equal attributes.
    public var attributeRunCount: Int
  }

  /// Returns the summary of a range: extremes and sum of intensities, line breaks and attribute
  /// runs.
  ///
  /// - Complexity: O(log *n*).
  public func summary(in utf16Range: Range<Int>) -> Summary {
    let summary = tree.summary(in: utf16Range)
    let isEmpty = summary.count == 0
    return Summary(
      utf16Count: summary.count,
      lowestIntensity: isEmpty ? nil : summary.intensityMin,
      highestIntensity: isEmpty ? nil : summary.intensityMax,
      intensitySum: summary.intensitySum, lineBreakCount: summary.lineBreaks,
      attributeRunCount: summary.runCount)
  }

  /// Returns the mean intensity of a range, or 0 for an empty range.
  ///
  /// - Complexity: O(log *n*).
  public func meanIntensity(in utf16Range: Range<Int>) -> Double {
    utf16Range.isEmpty
      ? 0 : Double(tree.intensitySum(in: utf16Range)) / Double(utf16Range.count)
  }

  /// Returns the mean intensity as in the source system: computed in integers and truncated.
  public func legacyMeanIntensity(in utf16Range: Range<Int>) -> UInt8 {
    UInt8(tree.intensitySum(in: utf16Range) / max(utf16Range.count, 1))
  }

  /// A run of equal intensity.
  public struct IntensityRun: Hashable, Sendable {
    /// The units of the run.
    public var utf16Range: Range<Int>
    /// The intensity, from 0 to 100.
    public var intensity: UInt8
  }

  /// Returns the maximal runs of equal intensity in a range, clipped to it.
  public func intensityRuns(in utf16Range: Range<Int>) -> [IntensityRun] {
    var at = utf16Range.lowerBound
    return tree.intensityRuns(in: utf16Range).map { run in
      defer { at += run.count }
      return IntensityRun(utf16Range: at..<at + run.count, intensity: run.intensity)
    }
  }

  /// Returns the attributes of the unit at an offset.
  public func attributes(at utf16Offset: Int) -> InlineAttributes {
    inlineTable[tree.attribute(at: utf16Offset)]
  }

  /// A run of equal attributes.
  public struct AttributeRun: Hashable, Sendable {
    /// The units of the run.
    public var utf16Range: Range<Int>
    /// The attributes.
    public var attributes: InlineAttributes
  }

  /// Returns the runs of equal attributes in a range, clipped to it; adjacent runs differ.
  public func attributeRuns(in utf16Range: Range<Int>) -> [AttributeRun] {
    let values = inlineTable.values
    var at = utf16Range.lowerBound
    return tree.attributeRuns(in: utf16Range).map { run in
      defer { at += run.count }
      return AttributeRun(
        utf16Range: at..<at + run.count, attributes: values[Int(run.attribute)])
    }
  }

  /// Returns the complete run of equal attributes that contains the unit at an offset.
  public func attributeRun(at utf16Offset: Int) -> AttributeRun {
    let run = tree.attributeRun(at: utf16Offset)
    return AttributeRun(utf16Range: run.range, attributes: inlineTable[run.attribute])
  }

  /// Returns the link at an offset and the complete range with that link, or `nil` if there is no
  /// link.
  public func link(at utf16Offset: Int) -> (link: InlineAttributes.Link, utf16Range: Range<Int>)? {
    guard let link = attributes(at: utf16Offset).link else { return nil }
    var range = attributeRun(at: utf16Offset).utf16Range
    while range.lowerBound > 0 {
      let before = attributeRun(at: range.lowerBound - 1)
      guard before.attributes.link == link else { break }
      range = before.utf16Range.lowerBound..<range.upperBound
    }
    while range.upperBound < utf16Count {
      let after = attributeRun(at: range.upperBound)
      guard after.attributes.link == link else { break }
      range = range.lowerBound..<after.utf16Range.upperBound
    }
    return (link, range)
  }
}
