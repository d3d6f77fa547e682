extension TextSegmenter {
  /// Returns the ranges of segments with their separators; together the ranges cover the text once.
  ///
  /// A word includes the spaces and punctuation after it. A sentence includes the segments after it
  /// that consist only of white space. The first segment also includes separators before it. A text
  /// that consists only of separators is one segment. Characters, lines and paragraphs have no
  /// separators: a line or paragraph ends with its terminator, and an empty one consists of its
  /// terminator.
  ///
  /// - Parameters:
  ///   - unit: The kind of segment.
  ///   - text: UTF-16 units.
  /// - Returns: Ascending ranges without gaps; empty for an empty text.
  /// - Throws: `UnicodeError` if the text needs ICU and ICU fails.
  /// - Complexity: O(*n*) in the length of the text.
  public mutating func enclosingRanges(
    of unit: TextUnit, in text: Span<UInt16>
  ) throws(UnicodeError) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var start = 0
    try forEachEnclosingEnds(of: unit, in: text) { ends in
      for index in ends.indices {
        ranges.append(start..<ends[index])
        start = ends[index]
      }
    }
    return ranges
  }

  /// Calls `body` with the ends of these ranges, in order, some hundred at a time.
  ///
  /// - Throws: `UnicodeError` if the text needs ICU and ICU fails; `body` may already have received
  ///   some ends.
  /// - Complexity: O(*n*) in the length of the text.
  public mutating func forEachEnclosingEnds(
    of unit: TextUnit, in text: Span<UInt16>, _ body: (Span<Int>) -> Void
  ) throws(UnicodeError) {
    var failure: UnicodeError?
    withoutActuallyEscaping(body) { body in
      var sink = EnclosingSink(body)
      do throws(UnicodeError) {
        try addRanges(of: unit, in: text, to: &sink)
      } catch {
        failure = error
      }
      sink.finish()
    }
    if let failure { throw failure }
  }

  private mutating func addRanges(
    of unit: TextUnit, in text: Span<UInt16>, to sink: inout EnclosingSink
  ) throws(UnicodeError) {
    if unit == .word {
      var state = ScanState()
      return try scan(WordRules(), in: text, from: &state, until: text.count, to: &sink)
    }
    let boundaries = try boundaries(of: unit, in: text)
    for (start, end) in zip(boundaries, boundaries.dropFirst()) {
      let isContent = unit != .sentence || !Self.isWhiteSpace(start..<end, in: text)
      sink.add(end, isMarked: isContent)
    }
  }

  /// Returns whether all units of a range have the property White_Space.
  private static func isWhiteSpace(_ range: Range<Int>, in text: Span<UInt16>) -> Bool {
    for offset in range {
      switch text[offset] {
      case 0x09...0x0D, 0x20, 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F,
        0x3000:
        continue
      default: return false
      }
    }
    return true
  }
}
