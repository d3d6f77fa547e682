extension IAString {
  /// Returns the concatenation of two strings, including attributes and attachments.
  public static func + (left: IAString, right: IAString) -> IAString {
    var result = left
    result.append(right)
    return result
  }

  /// Returns the string followed by text with the intensity and attributes of its last unit.
  public static func + (left: IAString, right: String) -> IAString {
    var result = left
    result.append(right)
    return result
  }

  /// Appends a string, including attributes and attachments.
  public static func += (left: inout IAString, right: IAString) { left.append(right) }

  /// Appends text with the intensity and attributes of the last unit.
  public static func += (left: inout IAString, right: String) { left.append(right) }

  /// The number of UTF-16 units, equal to `utf16Count`.
  public var count: Int { utf16Count }

  /// Returns the substring in a range of UTF-16 units, including attributes and attachments.
  ///
  /// - Precondition: The range lies within `0..<count`.
  /// - Complexity: O(log *n* + *a*) in the attachments.
  public subscript(utf16Range: some RangeExpression<Int>) -> IAString {
    let range = utf16Range.relative(to: 0..<count)
    precondition(
      range.lowerBound >= 0 && range.upperBound <= count,
      "the range \(range) is not within 0..<\(count)")
    return substring(range)
  }

  /// A run of equal intensity and equal attributes.
  public struct Run: Hashable, Sendable {
    /// The UTF-16 units of the run.
    public var range: Range<Int>
    /// The intensity, from 0 to 100.
    public var intensity: UInt8
    /// The inline attributes.
    public var attributes: InlineAttributes
  }

  /// The maximal runs of equal intensity and equal attributes, in order.
  ///
  /// - Complexity: O(*n*) in the units.
  public var runs: [Run] {
    let levels = intensityRuns(in: utf16Range)
    var runs: [Run] = []
    var next = 0
    for attributes in attributeRuns(in: utf16Range) {
      var start = attributes.utf16Range.lowerBound
      let end = attributes.utf16Range.upperBound
      while start < end, next < levels.count {
        let level = levels[next]
        let stop = min(level.utf16Range.upperBound, end)
        runs.append(
          Run(range: start..<stop, intensity: level.intensity, attributes: attributes.attributes))
        if stop == level.utf16Range.upperBound { next += 1 }
        start = stop
      }
    }
    return runs
  }
}

extension IAString: Hashable {
  /// Hashes the text and its intensities.
  ///
  /// - Complexity: O(*n*).
  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    // In windows, so that a long text is not copied as a whole.
    for start in stride(from: 0, to: count, by: Self.hashedWindow) {
      let window = start..<min(start + Self.hashedWindow, count)
      var four: UInt64 = 0
      for (place, unit) in units(in: window).enumerated() {
        four = four << 16 | UInt64(unit)
        if place & 3 == 3 { hasher.combine(four) }
      }
      hasher.combine(four)
      for run in intensityRuns(in: window) {
        hasher.combine(run.utf16Range.upperBound << 8 | Int(run.intensity))
      }
    }
  }

  private static var hashedWindow: Int { 1 << 14 }
}
