/// The state of a scan: a boundary, possibly inside a range that ICU segments.
struct ScanState {
  /// The last boundary found.
  var offset = 0
  /// The range that ICU segments; empty if the simple rules continue at `offset`.
  var icuRange = 0..<0
  /// The offset up to which the end of ICU's range is searched for; ICU segments the whole rest of
  /// the text if the end is beyond it.
  var searchEnd = Int.max
}

extension TextSegmenter {
  /// Reports every boundary after `state.offset` to `sink`, up to the first one at or after
  /// `limit`.
  ///
  /// - Complexity: O(*n*) in the units scanned, plus the length of ICU's range at its start.
  mutating func scan<Rules: BoundaryRules, Sink: BoundarySink>(
    _ rules: Rules, in text: Span<UInt16>, from state: inout ScanState, until limit: Int,
    to sink: inout Sink
  ) throws(UnicodeError) {
    let limit = min(limit, text.count)
    if !usesSimpleRules, state.icuRange.isEmpty { state.icuRange = 0..<text.count }
    while state.offset < limit {
      if state.offset < state.icuRange.upperBound {
        try scanWithICU(Rules.kind, in: text, from: &state, until: limit, to: &sink)
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
      state.icuRange = state.offset..<end
    }
  }

  /// Scans the current range with ICU.
  private mutating func scanWithICU<Sink: BoundarySink>(
    _ kind: BreakKind, in text: Span<UInt16>, from state: inout ScanState, until limit: Int,
    to sink: inout Sink
  ) throws(UnicodeError) {
    let base = state.icuRange.lowerBound
    var reached = state.offset
    let part = text.extracting(state.icuRange)
    try runICU(kind, in: part, after: reached - base) { found, isMarked in
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

  /// Returns whether `offset` is between a CR and an LF.
  static func isInsideLineEnd(_ offset: Int, in text: Span<UInt16>) -> Bool {
    offset > 0 && text[offset] == 0x0A && text[offset - 1] == 0x0D
  }
}
