import IAFonts
import IAUnicode

// Letters of Arabic and similar scripts have forms that depend on their neighbours. Text of two
// styles is shaped separately; a joiner that replaces the neighbour gives the same forms.

extension Itemiser {
  /// The maximum number of marks that are passed over to find the letter beside a zone.
  private static var maxMarks: Int { 16 }

  /// Returns the ends of a zone at which its letters join those of the zone beside it.
  func joins(of zone: Zone, _ units: Span<UInt16>) -> ShapingStyle.Joins {
    var joins: ShapingStyle.Joins = []
    var index = zone.start
    var marks = 0
    while index > 0, marks < Self.maxMarks {
      index -= 1
      if index > 0, UTF16.isTrailSurrogate(units[index]), UTF16.isLeadSurrogate(units[index - 1]) {
        index -= 1
      }
      let type = JoiningType(of: Self.scalar(at: index, in: units).scalar)
      if type.joinsNext { joins.insert(.before) }
      guard type == .transparent else { break }
      marks += 1
    }
    index = zone.end
    marks = 0
    while index < units.count, marks < Self.maxMarks {
      let (scalar, length) = Self.scalar(at: index, in: units)
      let type = JoiningType(of: scalar)
      if type.joinsPrevious { joins.insert(.after) }
      guard type == .transparent else { break }
      marks += 1
      index += length
    }
    return joins
  }

  /// Appends the items of a word that may join text of another style where it touches the ends of
  /// its zone.
  ///
  /// A word that is longer than a cached one does not join.
  mutating func appendJoined(_ word: WordStyle, _ units: Span<UInt16>, _ range: Range<Int>) {
    var word = word
    var joins: ShapingStyle.Joins = []
    if range.lowerBound == word.zone.start, word.joins.contains(.before) { joins.insert(.before) }
    if range.upperBound == word.zone.end, word.joins.contains(.after) { joins.insert(.after) }
    word.joins = []
    guard !joins.isEmpty, range.count <= Self.maxSpanLength else {
      return appendSeparate(word, units, range)
    }
    // The font is that of the whole word; a word that needs several fonts does not join.
    let first = Self.scalar(at: range.lowerBound, in: units).scalar
    if !shaper.hasGlyph(first, in: word.style.font) {
      word.shaping.font = shaper.fallback(
        for: first, instead: word.style.font, request: word.style.request, wantsColor: false,
        language: word.style.language)
      word.spacing = spacing(word.style, word.shaping.font)
    }
    let separate = word.shaping
    word.shaping.joins = joins
    let shaped = shaper.shape(units.extracting(range), word.shaping)
    guard !shaped.lacksGlyphs else {
      word.shaping = separate
      return appendSeparate(word, units, range)
    }
    let start = items.count
    appendUnit(word, units, range, shaped)
    if joins.contains(.before) { items[start].flags.insert(.joinsBefore) }
    if joins.contains(.after) { items[items.count - 1].flags.insert(.joinsAfter) }
  }
}
