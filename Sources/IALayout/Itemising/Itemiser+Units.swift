import IAFonts
import IAUnicode

// A *unit* here is a text that is shaped as one: a word, or a part of a long one that begins and
// ends where it is safe to break. Items of one unit are drawn together unless a line parts them.

extension Itemiser {
  /// Appends a word of which every unit is a glyph as one item; false where lines may end inside it.
  mutating func appendMeasured(
    _ word: WordStyle, _ units: Span<UInt16>, _ range: Range<Int>, width: Int32
  ) -> Bool {
    guard isWhole(word, range) else { return false }
    items.append(
      Item(
        start: UInt32(range.lowerBound), count: UInt16(range.count),
        advance: width &+ word.spacing &* Int32(range.count),
        run: run(word.zone, font: word.shaping.font)))
    return true
  }

  /// Whether no line may end inside a word that is shaped alone.
  private mutating func isWhole(_ word: WordStyle, _ range: Range<Int>) -> Bool {
    while nextBreak < breaks.count, breaks[nextBreak].utf16Offset <= range.lowerBound {
      nextBreak += 1
    }
    return word.separatesWords
      && (nextBreak == breaks.count || breaks[nextBreak].utf16Offset >= range.upperBound)
  }

  /// Appends a shaped unit as one item, or as several where lines may end inside.
  mutating func appendUnit(
    _ word: WordStyle, _ units: Span<UInt16>, _ range: Range<Int>, _ shaped: ShapedText
  ) {
    let run = run(word.zone, font: word.shaping.font)
    if isWhole(word, range) {
      var advance = shaped.advance
      if word.spacing != 0 { advance &+= word.spacing &* clusterCount(of: shaped) }
      items.append(
        Item(
          start: UInt32(range.lowerBound), count: UInt16(range.count), advance: advance, run: run))
      noteEnd(units, range.upperBound)
      return
    }
    measureClusters(of: shaped, count: range.count, spacing: word.spacing)
    appendParts(word, units, range, from: 0, to: range.count, run: run)
  }

  /// Appends a text that is longer than what the cache keeps, in units that begin where it is safe.
  mutating func appendLong(_ word: WordStyle, _ units: Span<UInt16>, _ range: Range<Int>) {
    var start = range.lowerBound
    while start < range.upperBound {
      var end = min(start + Self.window, range.upperBound)
      if end < range.upperBound, UTF16.isTrailSurrogate(units[end]), end - 1 > start { end -= 1 }
      let window = start..<end
      let shaped = shaper.shape(units.extracting(window), word.shaping)
      measureClusters(of: shaped, count: window.count, spacing: word.spacing)
      start = appendWindow(word, units, window, isLast: end == range.upperBound)
    }
  }

  /// How much of a long text is shaped at once.
  private static var window: Int { 1024 }

  /// Appends units of a shaped window; returns where the next one starts: at the window's end or
  /// at a safe place before it.
  private mutating func appendWindow(
    _ word: WordStyle, _ units: Span<UInt16>, _ window: Range<Int>, isLast: Bool
  ) -> Int {
    let run = run(word.zone, font: word.shaping.font)
    var start = 0
    while start < window.count {
      var end = min(start + Self.longestUnit, window.count)
      let reachesEnd = end == window.count
      if reachesEnd, isLast {
        appendParts(word, units, window, from: start, to: end, run: run)
        return window.upperBound
      }
      while end > start, end == window.count || unsafeStarts[end] { end -= 1 }
      if end == start {
        // No safe place near: the next one, or the window's end, makes a unit that is not kept.
        end = start + 1
        while end < window.count, unsafeStarts[end] { end += 1 }
        if end == window.count, start > 0 { break }
      }
      appendParts(word, units, window, from: start, to: end, run: run)
      start = end
    }
    return window.lowerBound + start
  }

  /// Appends one unit, cut where lines may end and, in fonts that join spaces, round spaces.
  private mutating func appendParts(
    _ word: WordStyle, _ units: Span<UInt16>, _ window: Range<Int>, from start: Int, to end: Int,
    run: UInt32
  ) {
    let base = window.lowerBound
    var partStart = start
    var advance: Int32 = 0
    var index = start
    while index < end {
      advance &+= clusterAdvances[index]
      index += 1
      while nextBreak < breaks.count, breaks[nextBreak].utf16Offset < base + index {
        nextBreak += 1
      }
      let isBreak = nextBreak < breaks.count && breaks[nextBreak].utf16Offset == base + index
      let isSpaceEdge =
        !word.separatesWords && index < end
        && (units[base + index] == 0x20) != (units[base + index - 1] == 0x20)
      guard index == end || isBreak || isSpaceEdge else { continue }
      var item = Item(
        start: UInt32(base + partStart), count: UInt16(index - partStart), advance: advance,
        run: run)
      if units[base + partStart] == 0x20, !word.separatesWords { item.kind = .space }
      if partStart > start {
        item.flags.insert(.continuesUnit)
        if unsafeStarts[partStart] { item.flags.insert(.isUnsafeStart) }
      }
      items.append(item)
      noteEnd(units, base + index)
      if index < end { noteBreak() }
      partStart = index
      advance = 0
    }
  }

  private mutating func noteEnd(_ units: Span<UInt16>, _ end: Int) {
    if units[end - 1] == 0xAD { items[items.count - 1].flags.insert(.endsInSoftHyphen) }
  }

  /// Finds the advance of each cluster, at its first unit, and where breaking is not safe.
  mutating func measureClusters(of shaped: ShapedText, count: Int, spacing: Int32) {
    clusterAdvances.removeAll(keepingCapacity: true)
    clusterAdvances.append(contentsOf: repeatElement(0, count: count))
    unsafeStarts.removeAll(keepingCapacity: true)
    unsafeStarts.append(contentsOf: repeatElement(true, count: count))
    var advances: [Int32] = []
    var unsafe: [Bool] = []
    swap(&advances, &clusterAdvances)
    swap(&unsafe, &unsafeStarts)
    var last = UInt32.max
    shaper.forEachGlyph(of: shaped) { glyph in
      let offset = Int(glyph.utf16Offset)
      guard offset < count else { return }
      advances[offset] &+= glyph.advance
      if glyph.utf16Offset != last {
        last = glyph.utf16Offset
        unsafe[offset] = glyph.isUnsafeToBreak
        advances[offset] &+= spacing
      }
    }
    swap(&advances, &clusterAdvances)
    swap(&unsafe, &unsafeStarts)
  }

  private func clusterCount(of shaped: ShapedText) -> Int32 {
    var count: Int32 = 0
    var last = UInt32.max
    shaper.forEachGlyph(of: shaped) { glyph in
      if glyph.utf16Offset != last { count += 1 }
      last = glyph.utf16Offset
    }
    return count
  }
}
