import IAFonts
import IAUnicode

// A shaping span is text that is shaped as one: a word, or a part of a long word that starts and
// ends where a break is safe. The names `appendUnit` and `continuesUnit` refer to spans; in
// comments, a unit is a UTF-16 code unit. Items of one span are drawn together unless a line
// separates them.

extension Itemiser {
  /// Appends a word as one item, and returns whether it did; a word that has line break
  /// opportunities inside is not appended.
  ///
  /// Each unit of the word has one glyph.
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

  /// Returns whether a separately shaped word has no line break opportunity inside.
  private mutating func isWhole(_ word: WordStyle, _ range: Range<Int>) -> Bool {
    while nextBreak < breaks.count, breaks[nextBreak].utf16Offset <= range.lowerBound {
      nextBreak += 1
    }
    return word.separatesWords
      && (nextBreak == breaks.count || breaks[nextBreak].utf16Offset >= range.upperBound)
  }

  /// Appends a shaped span as one item, or as several if it has line break opportunities inside.
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

  /// Appends a text that is longer than a cached word, in spans that start where a break is safe.
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

  /// The maximum number of units of a long text that are shaped at once.
  private static var window: Int { 1024 }

  /// Appends the spans of a shaped window, and returns the start of the next window: the end of
  /// this one, or a safe position before it.
  private mutating func appendWindow(
    _ word: WordStyle, _ units: Span<UInt16>, _ window: Range<Int>, isLast: Bool
  ) -> Int {
    let run = run(word.zone, font: word.shaping.font)
    var start = 0
    while start < window.count {
      var end = min(start + Self.maxSpanLength, window.count)
      let reachesEnd = end == window.count
      if reachesEnd, isLast {
        appendParts(word, units, window, from: start, to: end, run: run)
        return window.upperBound
      }
      while end > start, end == window.count || unsafeStarts[end] { end -= 1 }
      if end == start {
        // If there is no safe position near, the span ends at the next one or at the window's end,
        // and is not cached.
        end = start + 1
        while end < window.count, unsafeStarts[end] { end += 1 }
        if end == window.count, start > 0 { break }
      }
      appendParts(word, units, window, from: start, to: end, run: run)
      start = end
    }
    return window.lowerBound + start
  }

  /// Appends one span, divided at line break opportunities and, in fonts that join spaces, around
  /// spaces.
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
      noteBreak()
      partStart = index
      advance = 0
    }
  }

  private mutating func noteEnd(_ units: Span<UInt16>, _ end: Int) {
    if units[end - 1] == 0xAD { items[items.count - 1].flags.insert(.endsInSoftHyphen) }
  }

  /// Computes the advance of each cluster, stored at its first unit, and the positions where a
  /// break is not safe.
  mutating func measureClusters(of shaped: ShapedText, count: Int, spacing: Int32) {
    clusterAdvances.fill(with: 0, count: count)
    unsafeStarts.fill(with: true, count: count)
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

extension Array {
  /// Replaces all elements by a number of equal ones and keeps the capacity.
  fileprivate mutating func fill(with element: Element, count: Int) {
    removeAll(keepingCapacity: true)
    append(contentsOf: repeatElement(element, count: count))
  }
}
