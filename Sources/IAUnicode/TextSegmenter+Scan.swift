/// Where a scan stands: at a boundary, perhaps inside a stretch that ICU segments.
struct ScanState {
  /// The boundary reached.
  var offset = 0
  /// The stretch that is ICU's; empty where our own rules go on.
  var stretch = 0..<0
  /// How far the end of a stretch is looked for; ICU takes the whole rest where it lies beyond.
  var searchEnd = Int.max
}

extension TextSegmenter {
  /// Reports every boundary after `state.offset` to `sink`, until one at or after `limit`.
  ///
  /// - Complexity: O(*n*) in the units scanned, plus the length of a stretch at its start.
  mutating func scan<Rules: BoundaryRules, Sink: BoundarySink>(
    _ rules: Rules, in text: Span<UInt16>, from state: inout ScanState, until limit: Int,
    to sink: inout Sink
  ) throws(UnicodeError) {
    let limit = min(limit, text.count)
    if !usesSimpleRules, state.stretch.isEmpty { state.stretch = 0..<text.count }
    while state.offset < limit {
      if state.offset < state.stretch.upperBound {
        try scanStretch(Rules.kind, in: text, from: &state, until: limit, to: &sink)
        continue
      }
      while state.offset < limit, let found = rules.segment(from: state.offset, in: text) {
        sink.add(found.end, isMarked: found.isMarked)
        state.offset = found.end
      }
      guard state.offset < limit else { return }
      var end = state.offset + 1
      let searchEnd = min(state.searchEnd, text.count)
      while end < searchEnd, !rules.isCut(end, in: text) { end += 1 }
      if end >= searchEnd { end = text.count }
      state.stretch = state.offset..<end
    }
  }

  /// The part of a scan that is ICU's.
  private mutating func scanStretch<Sink: BoundarySink>(
    _ kind: BreakKind, in text: Span<UInt16>, from state: inout ScanState, until limit: Int,
    to sink: inout Sink
  ) throws(UnicodeError) {
    let base = state.stretch.lowerBound
    var reached = state.offset
    try askICU(kind, in: text.extracting(state.stretch), after: reached - base) { found, isMarked in
      let offset = base + found
      if kind == .character, Self.isInsideLineEnd(offset - 1, in: text), reached < offset - 1 {
        sink.add(offset - 1, isMarked: false)
      }
      sink.add(offset, isMarked: isMarked)
      reached = offset
      return offset < limit
    }
    // ICU always reports the end of a text; without progress the scan would never end.
    if reached == state.offset { throw UnicodeError(.textRefused) }
    state.offset = reached
  }

  /// Whether a CR stands before `offset` and an LF after it.
  static func isInsideLineEnd(_ offset: Int, in text: Span<UInt16>) -> Bool {
    offset > 0 && text[offset] == 0x0A && text[offset - 1] == 0x0D
  }
}
