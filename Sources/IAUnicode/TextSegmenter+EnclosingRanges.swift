extension TextSegmenter {
  /// The ranges of a unit with their separators, such that they cover the text once.
  ///
  /// Words take the spaces and punctuation after them; sentences take what consists of white
  /// space alone after them; what stands before the first joins the first. A text of separators
  /// only is one unit. Characters, lines and paragraphs have no separators of their own: a line
  /// or paragraph has its terminator at its end, and an empty one is nothing but its terminator.
  ///
  /// - Parameters:
  ///   - unit: What is to be found.
  ///   - text: UTF-16 units.
  /// - Returns: Ascending ranges without gaps; none for an empty text.
  /// - Throws: `UnicodeError` where ICU is needed and fails.
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

  /// Hands on where the same ranges end, in order, some hundred at a time.
  ///
  /// - Throws: `UnicodeError` where ICU is needed and fails; some may have been handed on.
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

  /// Whether the units of a range all have the property White_Space.
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
