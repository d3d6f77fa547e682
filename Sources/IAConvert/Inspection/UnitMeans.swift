public import IAText
public import IAUnicode

/// The mean intensity of each word, sentence or other segment of a text.
public struct UnitMeans: Hashable, Sendable {
  /// One segment.
  public struct Unit: Hashable, Sendable {
    /// The UTF-16 range of the segment with its separators.
    public var utf16Range: Range<Int>
    /// The mean of the intensities in the range.
    public var mean: Double
  }

  /// The segments in order; together they cover the text.
  public let units: [Unit]

  /// Creates the means of a text.
  ///
  /// - Throws: `UnicodeError` if ICU is required and fails.
  /// - Complexity: O(*n* + segments · log *n*).
  public init(of string: IAString, over smoothing: Smoothing) throws(UnicodeError) {
    guard !string.isEmpty else {
      units = []
      return
    }
    let text = string.units(in: string.utf16Range)
    var segmenter = TextSegmenter()
    let ranges =
      switch smoothing {
      case .character: try segmenter.enclosingRanges(of: .character, in: text.span)
      case .word: try segmenter.enclosingRanges(of: .word, in: text.span)
      case .sentence: try segmenter.enclosingRanges(of: .sentence, in: text.span)
      case .line: try segmenter.enclosingRanges(of: .line, in: text.span)
      case .paragraph: try segmenter.enclosingRanges(of: .paragraph, in: text.span)
      case .message: [string.utf16Range]
      }
    units = ranges.map { Unit(utf16Range: $0, mean: string.meanIntensity(in: $0)) }
  }
}
