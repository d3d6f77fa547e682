internal import IAFormats
internal import IAText

/// The places of intensity marks, queried from the end of a text to its start.
struct MarkPlaces {
  private var places: [(utf16Offset: Int, intensity: UInt8)] = []

  /// Creates the places of a text: the offsets at which the intensity changes, beginning with the default
  /// intensity.
  ///
  /// A mark cannot be inside a surrogate pair. If the intensity changes inside a pair, both halves get the
  /// intensity of the first one.
  init(_ string: IAString, report: inout ConversionReport) {
    var current = DisplayOptions.defaultIntensity
    for run in string.intensityRuns(in: string.utf16Range) {
      var start = run.utf16Range.lowerBound
      if start > 0, UTF16.isTrailSurrogate(string.unit(at: start)),
        UTF16.isLeadSurrogate(string.unit(at: start - 1))
      {
        report.add(.approximated, .intensity, "within a character", utf16Range: start..<start + 1)
        start += 1
        if start == run.utf16Range.upperBound { continue }
      }
      guard run.intensity != current else { continue }
      places.append((start, run.intensity))
      current = run.intensity
    }
  }

  /// Returns the intensity of the mark directly before a unit, or `nil` if the intensity does not change there.
  ///
  /// - Precondition: Offsets are queried in descending order.
  mutating func mark(before utf16Offset: Int) -> UInt8? {
    guard let last = places.last, last.utf16Offset == utf16Offset else { return nil }
    places.removeLast()
    return last.intensity
  }
}
