extension TextSegmenter {
  /// How far back our own rules look for a cut before ICU is asked.
  private static var searchDistance: Int { 4096 }

  /// Whether a unit starts or ends at an offset; the start and the end of the text count.
  ///
  /// - Parameters:
  ///   - utf16Offset: A position in `0...text.count`.
  ///   - unit: What is to be found.
  ///   - text: UTF-16 units.
  /// - Throws: `UnicodeError` where ICU is needed and fails.
  /// - Complexity: O(length of the units round the offset). Where words are found by dictionary
  ///   (Thai, Lao, Khmer, Burmese, Chinese, Japanese) a run of such script counts as one unit.
  public mutating func isBoundary(
    _ utf16Offset: Int, of unit: TextUnit, in text: Span<UInt16>
  ) throws(UnicodeError) -> Bool {
    precondition(utf16Offset >= 0 && utf16Offset <= text.count, "offset outside the text")
    if utf16Offset == 0 || utf16Offset == text.count { return true }
    return try neighbours(of: utf16Offset, unit, in: text).isBoundary
  }

  /// The last boundary before an offset; nil at the start of the text.
  ///
  /// - Parameters:
  ///   - utf16Offset: A position in `0...text.count`.
  ///   - unit: What is to be found.
  ///   - text: UTF-16 units.
  /// - Throws: `UnicodeError` where ICU is needed and fails.
  /// - Complexity: O(length of the units round the offset). Where words are found by dictionary
  ///   (Thai, Lao, Khmer, Burmese, Chinese, Japanese) a run of such script counts as one unit.
  public mutating func boundary(
    before utf16Offset: Int, of unit: TextUnit, in text: Span<UInt16>
  ) throws(UnicodeError) -> Int? {
    precondition(utf16Offset >= 0 && utf16Offset <= text.count, "offset outside the text")
    if utf16Offset == 0 { return nil }
    return try neighbours(of: utf16Offset, unit, in: text).before
  }

  /// The first boundary after an offset; nil at the end of the text.
  ///
  /// - Parameters:
  ///   - utf16Offset: A position in `0...text.count`.
  ///   - unit: What is to be found.
  ///   - text: UTF-16 units.
  /// - Throws: `UnicodeError` where ICU is needed and fails.
  /// - Complexity: O(length of the units round the offset). Where words are found by dictionary
  ///   (Thai, Lao, Khmer, Burmese, Chinese, Japanese) a run of such script counts as one unit.
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

  /// A boundary before `offset`, or the start of the text, from which a scan may go forward.
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
    let found = try askICU(Rules.kind, before: max(offset, 1), in: text)
    return ScanState(offset: found, stretch: 0..<text.count)
  }
}
