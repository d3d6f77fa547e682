import IAFonts

extension LineBreaker {
  /// The rounding error of summed widths, in points.
  static var tolerance: Double { 1.0 / 1024 }

  /// The points by which a line may exceed the available width: the rounding error, or half a twip
  /// in the placement of LibreOffice, whose widths are whole twips.
  private var excess: Double { text.placement == .office ? 1.0 / 40 : Self.tolerance }

  /// The state while a line is filled.
  private struct State {
    var index: Int
    var x = 0.0
    /// The width of the spaces at the end, in points.
    var pending = 0.0
    var ascent = 0.0
    var descent = 0.0
    var run = UInt32.max
    var scale = 0.0
    var space = 0.0
    var runAscent = 0.0
    var runDescent = 0.0
    /// The last item before which the line may end, or -1 if there is none, and the metrics of the
    /// line up to it.
    var bestIndex = -1
    var bestX = 0.0
    var bestAscent = 0.0
    var bestDescent = 0.0
    var bestFlags: Line.Flags = []
  }

  /// The positions where a line may end.
  enum Ends {
    /// At every line break opportunity.
    case opportunities
    /// At line break opportunities, except those inside words whose parts must be shaped again.
    case safeOpportunities
    /// After every character, for a truncated line.
    case anywhere
  }

  /// Fills one line, starting at a cursor, up to the available width in points.
  mutating func fill(
    from start: Cursor, available: Double, _ itemiser: inout Itemiser,
    at ends: Ends = .opportunities
  ) -> FilledLine {
    let items = paragraph.items
    let limit = available + excess
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
      case .startEdge, .endEdge:
        let width = paragraph.edgeWidth(item, available: available, lineStart: start.offset)
        if state.x + state.pending + width > limit, state.bestIndex >= 0 {
          return overflow(state, from: start, limit: limit, &itemiser)
        }
        state.x += state.pending + width
        state.pending = 0
      case .tab:
        if text.placement == .office, state.index > start.item,
          startsNextLine(
            x: state.x + state.pending, limit: limit,
            isFirst: start.item == 0 && paragraph.startsParagraph)
        {
          return finished(state, ends: false)
        }
        state.x += state.pending
        state.pending = 0
        state.x += tabAdvance(
          at: state.index, x: state.x, available: available,
          isFirst: start.item == 0 && paragraph.startsParagraph)
      case .attachment:
        let width = paragraph.boxWidth(at: Int(item.start), available: available)
        if state.x + state.pending + width > limit, hasContent(start.item..<state.index) {
          return overflow(state, from: start, limit: limit, &itemiser)
        }
        state.x += state.pending + width
        state.pending = 0
        raise(&state, item, available: available)
      case .lineEnd:
        // The font of a line end has no part in the height of the text before it.
        if text.placement == .office, state.index > start.item,
          item.flags.contains(.mandatory)
        {
          state.index += 1
          return finished(state, ends: true)
        }
      case .hidden: break
      }
      state.ascent = max(state.ascent, state.runAscent)
      state.descent = max(state.descent, state.runDescent)
      state.index += 1
      guard item.flags.contains(.breakAfter) else { continue }
      // Both flags are rare, so one test precedes the separate ones.
      if !item.flags.isDisjoint(with: [.mandatory, .dividesObject]) {
        if item.flags.contains(.mandatory) { return finished(state, ends: true) }
        guard paragraph.dividesObject(at: Int(item.start), available: available) else { continue }
      }
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

  /// Raises the line to the height of an attachment; `fill` adds the metrics of its font, as for
  /// every item.
  private func raise(_ state: inout State, _ item: Item, available: Double) {
    guard let box = paragraph.box(at: Int(item.start)) else { return }
    let factor = paragraph.fit(box, available)
    state.ascent = max(state.ascent, box.ascent * factor)
    state.descent = max(state.descent, box.descent * factor)
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

  /// Records that the line may end after an item.
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

  /// Prepares a line that starts inside an item or a shaping span, and returns the width of the
  /// rest of the item, or `nil` if the line starts with a whole item.
  private func startInside(
    _ start: Cursor, _ state: inout State, _ itemiser: inout Itemiser
  ) -> Double? {
    let item = paragraph.items[start.item]
    if start.offset > Int(item.start) {
      return measure(start.offset..<item.textEnd, of: item, &itemiser)
    }
    guard item.flags.contains(.isUnsafeStart) else { return nil }
    // The rest of the word has a different width if it is shaped separately.
    let range = paragraph.unitRange(from: start.item)
    var sum: Int32 = 0
    for index in range.items { sum &+= paragraph.items[index].advance }
    let scale = paragraph.runs[Int(item.run)].scale
    state.x = measure(range.utf16, of: item, &itemiser) - Double(sum) * scale
    return nil
  }

  /// Returns the width in points of a part of a shaping span that is shaped separately.
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
      return remeasured(best, from: start, limit: limit, &itemiser)
    }
    let item = paragraph.items[state.index]
    guard item.kind == .word else {
      return ended(before: state, from: start, limit: limit)
    }
    let from = state.index == start.item ? start.offset : Int(item.start)
    let room = limit - state.x - state.pending
    let mustTake = !hasContent(start.item..<state.index)
    let range = from..<item.textEnd
    let (count, width) = prefix(of: range, item, room: room, mustTake: mustTake, &itemiser)
    guard count > 0 else { return ended(before: state, from: start, limit: limit) }
    var line = finished(state, ends: false)
    line.width += state.pending + width
    line.ascent = max(state.ascent, state.runAscent)
    line.descent = max(state.descent, state.runDescent)
    guard count == range.count, item.spaces == 0 else {
      line.end = Cursor(item: state.index, offset: from + count)
      return line
    }
    // The end of a box is on the line of its last letter.
    var next = state.index + 1
    if next < paragraph.items.count, paragraph.items[next].kind == .endEdge {
      let edge = paragraph.items[next]
      line.width += paragraph.edgeWidth(
        edge, available: limit - excess, lineStart: start.offset)
      if edge.flags.contains(.mandatory) { line.flags = .endsParagraphLine }
      next += 1
    }
    line.end = cursor(next)
    return line
  }

  /// Returns whether some items contain more than edges of boxes.
  private func hasContent(_ items: Range<Int>) -> Bool {
    paragraph.items[items].contains { !$0.kind.isEdge }
  }

  /// Ends a line before the next item; a box that starts there is on the next line.
  private func ended(before state: State, from start: Cursor, limit: Double) -> FilledLine {
    var state = state
    while state.index > start.item + 1, paragraph.items[state.index - 1].kind == .startEdge {
      state.index -= 1
      state.x -= paragraph.edgeWidth(
        paragraph.items[state.index], available: limit - excess, lineStart: start.offset)
    }
    return finished(state, ends: false)
  }

  /// Measures a line again if it ends where the parts of a word must be shaped again.
  private mutating func remeasured(
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
      from: start, available: limit - excess, &itemiser, at: .safeOpportunities)
  }

  /// Returns the number of units of a word that fit into a width, and their width in points; at
  /// least one character if `mustTake`.
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
  /// Returns the items of a shaping span from one of them on, and their units without the spaces at
  /// the end.
  func unitRange(from first: Int) -> (items: Range<Int>, utf16: Range<Int>) {
    var end = first + 1
    while end < items.count, items[end].flags.contains(.continuesUnit) { end += 1 }
    return (first..<end, Int(items[first].start)..<items[end - 1].textEnd)
  }

  /// Returns the factor that reduces an attachment's box to the available width; at most 1.
  func fit(_ box: ItemBox, _ available: Double) -> Double {
    box.width > available ? max(available, 1) / box.width : 1
  }

  /// Returns whether the equation or box with a part at a unit is wider than the available width.
  func dividesObject(at offset: Int, available: Double) -> Bool {
    if let frame = frame(at: offset), frame.leastWidth > available { return true }
    guard case .equation(let figure)? = box(at: offset)?.content else { return false }
    return figure.wholeWidth > available
  }

  /// Returns whether a line has an equation in a display.
  func hasDisplay(_ line: Line) -> Bool {
    var (low, high) = (0, boxes.count)
    while low < high {
      let middle = (low + high) / 2
      if boxes[middle].offset < Int(line.start) { low = middle + 1 } else { high = middle }
    }
    guard low < boxes.count, boxes[low].offset < Int(line.end),
      case .equation(let figure) = boxes[low].content
    else { return false }
    return figure.isDisplay
  }

  /// Returns the width in points of the attachment at a unit, reduced to the available width.
  func boxWidth(at offset: Int, available: Double) -> Double {
    guard let box = box(at: offset) else { return 0 }
    return box.width * fit(box, available)
  }
}

extension Itemiser {
  /// Returns the font, script, direction and language with which the text of a run is shaped.
  func shapingStyle(_ run: ItemRun) -> ShapingStyle {
    ShapingStyle(
      font: run.font, script: run.script, isRightToLeft: run.isRightToLeft,
      language: table.styles[Int(run.style)].language)
  }

  /// Returns the advance of a text in font units of the run, including letter spacing.
  mutating func advance(
    of units: Span<UInt16>, _ run: ItemRun, joins: ShapingStyle.Joins = []
  ) -> Int32 {
    var style = shapingStyle(run)
    style.joins = joins
    let shaped = shaper.shape(units, style)
    let spacing = spacing(table.styles[Int(run.style)], run.font)
    guard spacing != 0 else { return shaped.advance }
    measureClusters(of: shaped, count: units.count, spacing: spacing)
    return clusterAdvances.reduce(0, &+)
  }

  /// Returns the end of each cluster of a text and the advance up to it, in the order of the text.
  mutating func clusterEnds(
    of units: Span<UInt16>, _ run: ItemRun, joins: ShapingStyle.Joins = []
  ) -> [(offset: Int, advance: Int32)] {
    var style = shapingStyle(run)
    style.joins = joins
    let shaped = shaper.shape(units, style)
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

  /// Returns the width of an ellipsis in the font of a run, in points.
  mutating func ellipsisWidth(_ run: ItemRun) -> Double {
    let units: [UInt16] = [0x2026]
    return Double(shaper.shape(units.span, shapingStyle(run)).advance) * run.scale
  }

  /// Returns the width of a hyphen in the font of a run, in points.
  mutating func hyphenWidth(_ run: ItemRun) -> Double {
    let hyphen: [UInt16] = [0x2D]
    return Double(shaper.shape(hyphen.span, shapingStyle(run)).advance) * run.scale
  }
}
