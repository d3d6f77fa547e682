import IAFonts

extension LineBreaker {
  /// How far a line may be wider than its room, in points: the error of adding widths up.
  static var tolerance: Double { 1.0 / 1024 }

  /// What is known while a line is filled.
  private struct State {
    var index: Int
    var x = 0.0
    /// The width of the spaces at the end.
    var pending = 0.0
    var ascent = 0.0
    var descent = 0.0
    var run = UInt32.max
    var scale = 0.0
    var space = 0.0
    var runAscent = 0.0
    var runDescent = 0.0
    /// The item before which the line may end at last, and what the line is then; -1 for none.
    var bestIndex = -1
    var bestX = 0.0
    var bestAscent = 0.0
    var bestDescent = 0.0
    var bestFlags: Line.Flags = []
  }

  /// Where a line may end.
  enum Ends {
    /// At every opportunity.
    case opportunities
    /// At those inside words only where the word's parts need not be shaped again.
    case safeOpportunities
    /// After every character: a line that is cut off.
    case anywhere
  }

  /// Fills one line.
  mutating func fill(
    from start: Cursor, available: Double, _ itemiser: inout Itemiser,
    at ends: Ends = .opportunities
  ) -> FilledLine {
    let items = paragraph.items
    let limit = available + Self.tolerance
    var state = State(index: start.item)
    var partial: Double?
    if start.item < items.count { partial = startInside(start, &state, &itemiser) }
    while state.index < items.count {
      let item = items[state.index]
      if item.run != state.run { load(item.run, &state) }
      switch item.kind {
      case .word:
        if item.count > 0 {
          let width = partial ?? Double(item.advance) * state.scale
          let end = state.x + state.pending + width
          if end > limit {
            return overflow(state, from: start, limit: limit, &itemiser)
          }
          state.x = end
          state.pending = 0
          partial = nil
        }
        if item.spaces > 0 { state.pending += Double(item.spaces) * state.space }
      case .space: state.pending += Double(item.advance) * state.scale
      case .tab:
        state.x += state.pending
        state.pending = 0
        state.x += tabAdvance(
          at: state.index, x: state.x, available: available,
          isFirst: start.item == 0 && paragraph.startsParagraph)
      case .attachment:
        let width = paragraph.boxWidth(at: Int(item.start), available: available)
        if state.x + state.pending + width > limit, state.index > start.item {
          return overflow(state, from: start, limit: limit, &itemiser)
        }
        state.x += state.pending + width
        state.pending = 0
        raise(&state, item, available: available)
      case .lineEnd, .hidden: break
      }
      state.ascent = max(state.ascent, state.runAscent)
      state.descent = max(state.descent, state.runDescent)
      state.index += 1
      guard item.flags.contains(.breakAfter) else { continue }
      if item.flags.contains(.mandatory) { return finished(state, ends: true) }
      if ends != .anywhere { note(item, &state, limit: limit, ends, &itemiser) }
    }
    if items.isEmpty, let run = paragraph.runs.first {
      state.ascent = run.ascent
      state.descent = run.descent
    }
    return finished(state, ends: true)
  }

  private func load(_ run: UInt32, _ state: inout State) {
    let found = paragraph.runs[Int(run)]
    state.run = run
    state.scale = found.scale
    state.space = found.space
    state.runAscent = found.ascent
    state.runDescent = found.descent
  }

  /// An attachment's height, and not that of its font, decides on the line.
  private func raise(_ state: inout State, _ item: Item, available: Double) {
    guard let box = paragraph.box(at: Int(item.start)) else { return }
    let factor = paragraph.fit(box, available)
    state.ascent = max(state.ascent, box.ascent * factor)
    state.descent = max(state.descent, box.descent)
  }

  private func finished(_ state: State, ends: Bool) -> FilledLine {
    FilledLine(
      end: cursor(state.index), width: state.x, ascent: state.ascent, descent: state.descent,
      flags: ends ? .endsParagraphLine : [])
  }

  private func cursor(_ index: Int) -> Cursor {
    Cursor(
      item: index,
      offset: index < paragraph.items.count
        ? Int(paragraph.items[index].start) : paragraph.utf16Count)
  }

  /// Remembers that the line may end after an item.
  @inline(__always)
  private func note(
    _ item: Item, _ state: inout State, limit: Double, _ ends: Ends,
    _ itemiser: inout Itemiser
  ) {
    if ends == .safeOpportunities, state.index < paragraph.items.count,
      paragraph.items[state.index].flags.contains(.isUnsafeStart)
    {
      return
    }
    var x = state.x
    var flags: Line.Flags = []
    if item.flags.contains(.endsInSoftHyphen), item.spaces == 0 {
      x += itemiser.hyphenWidth(paragraph.runs[Int(item.run)])
      if x > limit { return }
      flags = .hyphenated
    }
    state.bestFlags = flags
    state.bestIndex = state.index
    state.bestX = x
    state.bestAscent = state.ascent
    state.bestDescent = state.descent
  }

  // MARK: Inside words

  /// Prepares a line that starts inside an item or a unit; returns the width of the item's rest.
  private func startInside(
    _ start: Cursor, _ state: inout State, _ itemiser: inout Itemiser
  ) -> Double? {
    let item = paragraph.items[start.item]
    if start.offset > Int(item.start) {
      return measure(start.offset..<item.textEnd, of: item, &itemiser)
    }
    guard item.flags.contains(.isUnsafeStart) else { return nil }
    // The rest of the word, shaped alone, has another width than as a part of the whole.
    let range = paragraph.unitRange(from: start.item)
    var sum: Int32 = 0
    for index in range.items { sum &+= paragraph.items[index].advance }
    let scale = paragraph.runs[Int(item.run)].scale
    state.x = measure(range.utf16, of: item, &itemiser) - Double(sum) * scale
    return nil
  }

  /// The width of a part of a unit in points, shaped alone.
  private func measure(
    _ range: Range<Int>, of item: Item, _ itemiser: inout Itemiser
  ) -> Double {
    guard !range.isEmpty else { return 0 }
    let run = paragraph.runs[Int(item.run)]
    let units = text.units(range, of: paragraph)
    return Double(itemiser.advance(of: units.span, run)) * run.scale
  }

  /// Ends a line before or inside the item that does not fit.
  private mutating func overflow(
    _ state: State, from start: Cursor, limit: Double, _ itemiser: inout Itemiser
  ) -> FilledLine {
    if state.bestIndex >= 0 {
      let best = FilledLine(
        end: cursor(state.bestIndex), width: state.bestX, ascent: state.bestAscent,
        descent: state.bestDescent, flags: state.bestFlags)
      return settled(best, from: start, limit: limit, &itemiser)
    }
    let item = paragraph.items[state.index]
    let hasContent = state.index > start.item
    guard item.kind == .word else {
      return finished(state, ends: false)
    }
    let from = state.index == start.item ? start.offset : Int(item.start)
    let room = limit - state.x - state.pending
    let range = from..<item.textEnd
    let (count, width) = prefix(of: range, item, room: room, mustTake: !hasContent, &itemiser)
    guard count > 0 else { return finished(state, ends: false) }
    var line = finished(state, ends: false)
    line.width += state.pending + width
    line.ascent = max(state.ascent, state.runAscent)
    line.descent = max(state.descent, state.runDescent)
    line.end =
      count == range.count && item.spaces == 0
      ? cursor(state.index + 1) : Cursor(item: state.index, offset: from + count)
    return line
  }

  /// Measures a line anew that ends where a word's parts have to be shaped again.
  private mutating func settled(
    _ best: FilledLine, from start: Cursor, limit: Double, _ itemiser: inout Itemiser
  ) -> FilledLine {
    let next = best.end.item
    guard next < paragraph.items.count, paragraph.items[next].flags.contains(.isUnsafeStart) else {
      return best
    }
    var first = next - 1
    while first > start.item, paragraph.items[first].flags.contains(.continuesUnit) { first -= 1 }
    let item = paragraph.items[first]
    let begin = first == start.item ? start.offset : Int(item.start)
    var sum: Int32 = 0
    for index in first..<next { sum &+= paragraph.items[index].advance }
    let scale = paragraph.runs[Int(item.run)].scale
    var line = best
    let alone = measure(begin..<best.end.offset, of: item, &itemiser)
    if begin == Int(item.start) { line.width += alone - Double(sum) * scale }
    if line.width <= limit { return line }
    return fill(
      from: start, available: limit - Self.tolerance, &itemiser, at: .safeOpportunities)
  }

  /// How many units of a word fit into a room, at least one character where `mustTake`.
  private func prefix(
    of range: Range<Int>, _ item: Item, room: Double, mustTake: Bool, _ itemiser: inout Itemiser
  ) -> (count: Int, width: Double) {
    let run = paragraph.runs[Int(item.run)]
    let units = text.units(range, of: paragraph)
    let ends = itemiser.clusterEnds(of: units.span, run)
    var taken = 0
    while taken < ends.count, Double(ends[taken].advance) * run.scale <= room { taken += 1 }
    if taken == 0, mustTake { taken = 1 }
    while taken > 0 {
      let count = ends[taken - 1].offset
      let width =
        Double(itemiser.advance(of: units.span.extracting(0..<count), run)) * run.scale
      if width <= room || taken == 1 && mustTake { return (count, width) }
      taken -= 1
    }
    return (0, 0)
  }
}

extension ParagraphItems {
  /// The items of one unit from one of them on, and their units without spaces at the end.
  func unitRange(from first: Int) -> (items: Range<Int>, utf16: Range<Int>) {
    var end = first + 1
    while end < items.count, items[end].flags.contains(.continuesUnit) { end += 1 }
    return (first..<end, Int(items[first].start)..<items[end - 1].textEnd)
  }

  /// What an attachment's box is multiplied by so that it is no wider than the room.
  func fit(_ box: ItemBox, _ available: Double) -> Double {
    box.width > available ? max(available, 1) / box.width : 1
  }

  /// The width of the attachment at a unit in a room.
  func boxWidth(at offset: Int, available: Double) -> Double {
    guard let box = box(at: offset) else { return 0 }
    return box.width * fit(box, available)
  }
}

extension Itemiser {
  /// How texts of a run are shaped.
  func shapingStyle(_ run: ItemRun) -> ShapingStyle {
    ShapingStyle(
      font: run.font, script: run.script, isRightToLeft: run.isRightToLeft,
      language: table.styles[Int(run.style)].language)
  }

  /// The advance of a text in the run's units, letter spacing counted in.
  mutating func advance(of units: Span<UInt16>, _ run: ItemRun) -> Int32 {
    let shaped = shaper.shape(units, shapingStyle(run))
    let spacing = spacing(table.styles[Int(run.style)], run.font)
    guard spacing != 0 else { return shaped.advance }
    measureClusters(of: shaped, count: units.count, spacing: spacing)
    return clusterAdvances.reduce(0, &+)
  }

  /// The end of each cluster of a text and the advance up to there, in the order of the text.
  mutating func clusterEnds(
    of units: Span<UInt16>, _ run: ItemRun
  ) -> [(offset: Int, advance: Int32)] {
    let shaped = shaper.shape(units, shapingStyle(run))
    let spacing = spacing(table.styles[Int(run.style)], run.font)
    measureClusters(of: shaped, count: units.count, spacing: spacing)
    var starts = [Bool](repeating: false, count: units.count)
    shaper.forEachGlyph(of: shaped) { glyph in
      if Int(glyph.utf16Offset) < starts.count { starts[Int(glyph.utf16Offset)] = true }
    }
    var ends: [(offset: Int, advance: Int32)] = []
    var advance: Int32 = 0
    for index in units.indices {
      advance &+= clusterAdvances[index]
      if index + 1 == units.count || starts[index + 1] { ends.append((index + 1, advance)) }
    }
    return ends
  }

  /// The width of an ellipsis in a run, in points.
  mutating func ellipsisWidth(_ run: ItemRun) -> Double {
    let units: [UInt16] = [0x2026]
    return Double(shaper.shape(units.span, shapingStyle(run)).advance) * run.scale
  }

  /// The width of a hyphen in a run, in points.
  mutating func hyphenWidth(_ run: ItemRun) -> Double {
    let hyphen: [UInt16] = [0x2D]
    return Double(shaper.shape(hyphen.span, shapingStyle(run)).advance) * run.scale
  }
}
