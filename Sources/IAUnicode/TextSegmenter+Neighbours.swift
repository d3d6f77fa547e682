extension TextSegmenter {
  /// The maximum number of units that the simple rules search backwards for a cut; if there is none within this
  /// distance, ICU is used.
  private static var searchDistance: Int { 4096 }

  /// Returns whether a segment starts or ends at an offset; the start and the end of the text are
  /// boundaries.
  ///
  /// - Parameters:
  ///   - utf16Offset: A position in `0...text.count`.
  ///   - unit: The kind of segment.
  ///   - text: UTF-16 units.
  /// - Throws: `UnicodeError` if the text needs ICU and ICU fails.
  /// - Complexity: O(*n*) in the length of the segments around the offset. A run of text that is
  ///   segmented by dictionary (Thai, Lao, Khmer, Burmese, Chinese, Japanese) counts as one
  ///   segment.
  public mutating func isBoundary(
    _ utf16Offset: Int, of unit: TextUnit, in text: Span<UInt16>
  ) throws(UnicodeError) -> Bool {
    precondition(utf16Offset >= 0 && utf16Offset <= text.count, "offset outside the text")
    if utf16Offset == 0 || utf16Offset == text.count { return true }
    return try neighbours(of: utf16Offset, unit, in: text).isBoundary
  }

  /// Returns the last boundary before an offset, or `nil` at the start of the text.
  ///
  /// - Parameters:
  ///   - utf16Offset: A position in `0...text.count`.
  ///   - unit: The kind of segment.
  ///   - text: UTF-16 units.
  /// - Throws: `UnicodeError` if the text needs ICU and ICU fails.
  /// - Complexity: O(*n*) in the length of the segments around the offset. A run of text that is
  ///   segmented by dictionary (Thai, Lao, Khmer, Burmese, Chinese, Japanese) counts as one
  ///   segment.
  public mutating func boundary(
    before utf16Offset: Int, of unit: TextUnit, in text: Span<UInt16>
  ) throws(UnicodeError) -> Int? {
    precondition(utf16Offset >= 0 && utf16Offset <= text.count, "offset outside the text")
    if utf16Offset == 0 { return nil }
    return try neighbours(of: utf16Offset, unit, in: text).before
  }

  /// Returns the first boundary after an offset, or `nil` at the end of the text.
  ///
  /// - Parameters:
  ///   - utf16Offset: A position in `0...text.count`.
  ///   - unit: The kind of segment.
  ///   - text: UTF-16 units.
  /// - Throws: `UnicodeError` if the text needs ICU and ICU fails.
  /// - Complexity: O(*n*) in the length of the segments around the offset. A run of text that is
  ///   segmented by dictionary (Thai, Lao, Khmer, Burmese, Chinese, Japanese) counts as one
  ///   segment.
  public mutating func boundary(
    after utf16Offset: Int, of unit: TextUnit, in text: Span<UInt16>
  ) throws(UnicodeError) -> Int? {
    precondition(utf16Offset >= 0 && utf16Offset <= text.count, "offset outside the text")
    if utf16Offset == text.count { return nil }
    return try neighbours(of: utf16Offset, unit, in: text).after ?? text.count
  }

  private mutating func neighbours(
    of offset: Int, _ unit: TextUnit, in text: Span<UInt16>
  ) throws(UnicodeError) -> NeighbourSink {
    switch unit {
    case .character: return try neighbours(of: offset, CharacterRules(), in: text)
    case .word: return try neighbours(of: offset, WordRules(), in: text)
    case .sentence: return try neighbours(of: offset, SentenceRules(), in: text)
    case .line, .paragraph:
      let lines = HardLines(endsAtLineSeparators: unit == .line)
      return NeighbourSink(
        target: offset,
        before: lines.boundary(before: offset, in: text),
        isBoundary: offset == 0 || offset == text.count || lines.isBoundary(offset, in: text),
        after: lines.boundary(after: offset, in: text))
    }
  }

  private mutating func neighbours<Rules: BoundaryRules>(
    of offset: Int, _ rules: Rules, in text: Span<UInt16>
  ) throws(UnicodeError) -> NeighbourSink {
    var state = try anchor(before: offset, rules, in: text)
    state.searchEnd = offset + Self.searchDistance
    var sink = NeighbourSink(target: offset, before: state.offset)
    while sink.after == nil, state.offset < text.count {
      try scan(rules, in: text, from: &state, until: offset + 1, to: &sink)
    }
    return sink
  }

  /// Returns the state of a scan that starts at a boundary before `offset` or at the start of the
  /// text.
  private mutating func anchor<Rules: BoundaryRules>(
    before offset: Int, _ rules: Rules, in text: Span<UInt16>
  ) throws(UnicodeError) -> ScanState {
    if usesSimpleRules {
      let farthest = max(0, offset - Self.searchDistance)
      var candidate = offset - 1
      while candidate > farthest, !rules.isCut(candidate, in: text) { candidate -= 1 }
      if candidate <= 0 { return ScanState() }
      if candidate > farthest { return ScanState(offset: candidate) }
    }
    let found = try runICU(Rules.kind, before: max(offset, 1), in: text)
    return ScanState(offset: found, icuRange: 0..<text.count)
  }
}
