extension TextSegmenter {
  /// Returns the boundaries of segments of a kind, from 0 to the length of the text; empty for an
  /// empty text.
  ///
  /// - Parameters:
  ///   - unit: The kind of segment.
  ///   - text: UTF-16 units.
  /// - Returns: Ascending UTF-16 offsets, each once.
  /// - Throws: `UnicodeError` if the text needs ICU and ICU fails.
  /// - Complexity: O(*n*) in the length of the text.
  public mutating func boundaries(
    of unit: TextUnit, in text: Span<UInt16>
  ) throws(UnicodeError) -> [Int] {
    var offsets: [Int] = []
    try appendBoundaries(of: unit, in: text, to: &offsets)
    return offsets
  }

  /// Appends the boundaries of segments of a kind to a buffer that the caller can reuse.
  ///
  /// - Parameters:
  ///   - unit: The kind of segment.
  ///   - text: UTF-16 units.
  ///   - offsets: Receives the offsets that `boundaries(of:in:)` would return.
  /// - Throws: `UnicodeError` if the text needs ICU and ICU fails; `offsets` then has a part of
  ///   them.
  /// - Complexity: O(*n*) in the length of the text.
  public mutating func appendBoundaries(
    of unit: TextUnit, in text: Span<UInt16>, to offsets: inout [Int]
  ) throws(UnicodeError) {
    if text.isEmpty { return }
    offsets.append(0)
    var state = ScanState()
    try appendBoundaries(of: unit, in: text, from: &state, until: text.count, to: &offsets)
  }

  /// Appends the boundaries after `state.offset`, up to the first one at or after `limit`.
  mutating func appendBoundaries(
    of unit: TextUnit, in text: Span<UInt16>, from state: inout ScanState, until limit: Int,
    to offsets: inout [Int]
  ) throws(UnicodeError) {
    var sink = OffsetSink()
    swap(&sink.offsets, &offsets)
    defer { swap(&sink.offsets, &offsets) }
    try scan(unit, in: text, from: &state, until: limit, to: &sink)
  }

  /// Returns the words and the segments between them, in order; together they cover the text.
  ///
  /// - Parameter text: UTF-16 units.
  /// - Throws: `UnicodeError` if the text needs ICU and ICU fails.
  /// - Complexity: O(*n*) in the length of the text.
  public mutating func words(in text: Span<UInt16>) throws(UnicodeError) -> [WordSegment] {
    var sink = WordSink()
    var state = ScanState()
    try scan(WordRules(), in: text, from: &state, until: text.count, to: &sink)
    return sink.words
  }

  /// Returns the offsets where a line may or must end, in order; the last is the end of the text.
  ///
  /// The start of the text is not a line break. Pass long texts one paragraph at a time: the breaks
  /// of a paragraph do not depend on its neighbours.
  ///
  /// - Parameter text: UTF-16 units.
  /// - Throws: `UnicodeError` if the text needs ICU and ICU fails.
  /// - Complexity: O(*n*) in the length of the text.
  public mutating func lineBreaks(in text: Span<UInt16>) throws(UnicodeError) -> [LineBreak] {
    var lineBreaks: [LineBreak] = []
    try appendLineBreaks(in: text, to: &lineBreaks)
    return lineBreaks
  }

  /// Appends line breaks to a buffer that the caller can reuse.
  ///
  /// - Parameters:
  ///   - text: UTF-16 units.
  ///   - lineBreaks: Receives the breaks that `lineBreaks(in:)` would return.
  /// - Throws: `UnicodeError` if the text needs ICU and ICU fails; `lineBreaks` then has a part of
  ///   them.
  /// - Complexity: O(*n*) in the length of the text.
  public mutating func appendLineBreaks(
    in text: Span<UInt16>, to lineBreaks: inout [LineBreak]
  ) throws(UnicodeError) {
    var sink = LineBreakSink()
    swap(&sink.lineBreaks, &lineBreaks)
    defer { swap(&sink.lineBreaks, &lineBreaks) }
    var state = ScanState()
    try scan(LineBreakRules(), in: text, from: &state, until: text.count, to: &sink)
  }

  /// Scans with the rules of a kind of segment.
  mutating func scan<Sink: BoundarySink>(
    _ unit: TextUnit, in text: Span<UInt16>, from state: inout ScanState, until limit: Int,
    to sink: inout Sink
  ) throws(UnicodeError) {
    switch unit {
    case .character:
      try scan(CharacterRules(), in: text, from: &state, until: limit, to: &sink)
    case .word:
      try scan(WordRules(), in: text, from: &state, until: limit, to: &sink)
    case .sentence:
      try scan(SentenceRules(), in: text, from: &state, until: limit, to: &sink)
    case .line, .paragraph:
      let lines = HardLines(endsAtLineSeparators: unit == .line)
      let limit = min(limit, text.count)
      while state.offset < limit {
        state.offset = lines.boundary(after: state.offset, in: text)
        sink.add(state.offset, isMarked: false)
      }
    }
  }
}
