import IAFonts
import IAText
import IAUnicode

// A long paragraph is stored in pieces of whole lines, each a part of the block. An edit divides
// the pieces that it touches into items again, and the previous piece if the edit is on one of the
// first two lines of a piece. It breaks lines from the start of these pieces until a line starts at
// the start of a later piece. A piece starts after a space at the start of a line, so that words,
// opportunities and scripts in a piece are the same as in the whole paragraph. The bounds of pieces
// depend on the edits; the lines do not, because their heights are summable.

/// The lengths of paragraphs that are stored in pieces, and of the pieces.
struct PieceLength {
  /// The maximum number of units of a paragraph that is not stored in pieces.
  var longParagraph = 4096
  /// The minimum number of units of a piece, except the last.
  var minimum = 1024
}

extension LayoutManager {
  /// The number of units after a piece that are read with it, because they decide whether there is
  /// an opportunity at its end.
  private static let lookahead = 64

  /// Returns the pieces of a paragraph, or only the paragraph if it is stored as a whole.
  func pieces(of part: BlockLayout.Part, start: Int) -> [BlockLayout.Part] {
    guard part.paragraph.utf16Count > pieceLength.longParagraph, mayBeInPieces(part.paragraph)
    else {
      return [part]
    }
    return cut(part, start: start)
  }

  /// Returns whether a paragraph is displayed identically in pieces, and pieces can be divided into
  /// items separately.
  private func mayBeInPieces(_ paragraph: ParagraphItems) -> Bool {
    let style = paragraph.style
    let options = typesetter.options
    return shape.isUniform && containers[containers.count - 1].lineLimit == 0
      && canBeCut(paragraph) && !style.isInTable && !style.isCodeBlock && !style.isThematicBreak
      && style.quoteBars.isEmpty && style.frame == nil
      && style.tabStops.allSatisfy { $0.kind == .left }
      && (options.scheme == nil || options.smoothing == .character
        || options.smoothing == .message)
  }

  /// Returns whether the items of a text depend only on their line and their neighbours.
  private func canBeCut(_ paragraph: ParagraphItems) -> Bool {
    paragraph.baseLevel == 0 && !paragraph.reorders && paragraph.shownUnits == nil
      && paragraph.runs.allSatisfy {
        let style = typesetter.itemiser.table.styles[Int($0.style)]
        return style.direction == nil && typesetter.itemiser.shaper.separatesWords(of: style.font)
      }
  }

  /// Returns the pieces of a part; `start` is the part's first unit in the document.
  private func cut(_ part: BlockLayout.Part, start: Int) -> [BlockLayout.Part] {
    var pieces: [BlockLayout.Part] = []
    var first = 0
    let lines = part.lines
    for number in 2...max(lines.count, 2) {
      let isLast = number >= lines.count
      guard
        isLast
          || Int(lines[number].start) - Int(lines[first].start) >= pieceLength.minimum
            && number - first > 1 && number + 2 < lines.count
            && mayStart(lines[number], part.paragraph, start)
      else { continue }
      pieces.append(piece(first..<(isLast ? lines.count : number), of: part))
      first = number
    }
    return pieces
  }

  /// Returns whether a piece may start at a line.
  private func mayStart(_ line: Line, _ paragraph: ParagraphItems, _ start: Int) -> Bool {
    let item = paragraph.items[Int(line.firstItem)]
    guard line.start == item.start, line.firstItem > 0, item.kind == .word, item.count > 0,
      item.flags.isDisjoint(with: [.continuesUnit, .isUnsafeStart])
    else { return false }
    let before = paragraph.items[Int(line.firstItem) - 1]
    guard before.kind == .word, before.spaces > 0, before.flags.contains(.breakAfter),
      !before.flags.contains(.mandatory)
    else { return false }
    // Combining marks and scripts segmented by dictionary are excluded.
    switch string.unit(at: start + Int(line.start)) {
    case 0x21..<0x300, 0x370..<0x483, 0x48A..<0x590, 0x2010..<0x2028: return true
    default: return false
    }
  }

  /// Returns the piece that consists of a range of a part's lines.
  private func piece(_ range: Range<Int>, of part: BlockLayout.Part) -> BlockLayout.Part {
    let isLast = range.upperBound == part.lines.count
    let first = part.lines[range.lowerBound]
    let firstItem = range.lowerBound == 0 ? 0 : Int(first.firstItem)
    let endItem =
      isLast ? part.paragraph.items.count : Int(part.lines[range.upperBound].firstItem)
    let top = range.lowerBound == 0 ? 0 : first.y
    let bottom = isLast ? part.height : part.lines[range.upperBound].y
    let offset = range.lowerBound == 0 ? 0 : first.start
    var lines = Array(part.lines[range])
    for index in lines.indices {
      lines[index].firstItem -= UInt32(firstItem)
      lines[index].endItem -= UInt32(firstItem)
      lines[index].start -= offset
      lines[index].end -= offset
      lines[index].y -= top
    }
    return BlockLayout.Part(
      paragraph: part.paragraph.piece(firstItem..<endItem), lines: lines, y: part.y + top,
      height: bottom - top, left: part.left, width: part.width,
      utf16Start: part.utf16Start + Int(offset))
  }

  // MARK: Editing

  /// Updates the layout after a change inside one paragraph that is stored in pieces.
  ///
  /// - Returns: Whether the layout was updated; if not, nothing was changed.
  /// - Complexity: O(log *n* + *m* + *p*) in the blocks, the units touched and the pieces of the
  ///   paragraph, if lines start again where they started before.
  func applyInside(_ change: TextStorage.Change, _ found: HeightIndex.Found) -> Bool {
    guard let layout = found.entry.layout, found.entry.table == 0, layout.parts.count > 1,
      isSameParagraph(change, found, layout),
      let (range, part) = rebreak(change, found, layout)
    else { return false }
    var parts = Array(layout.parts[..<range.lowerBound])
    parts += cut(part, start: found.start + part.utf16Start)
    var y = part.y + part.height
    for var next in layout.parts[range.upperBound...] {
      next.y = y
      next.utf16Start += change.delta
      y += next.height
      parts.append(next)
    }
    let count = found.entry.utf16Count + change.delta
    var entry = BlockEntry(utf16Count: count)
    entry.set(
      BlockLayout(
        parts: parts, utf16Count: count, height: y, top: nil, region: layout.region))
    index.replace(found.number..<found.number + 1, with: [entry])
    updateDependentBlocks(from: found.number)
    return true
  }

  /// Returns whether the paragraph has the same bounds and style as before the change.
  private func isSameParagraph(
    _ change: TextStorage.Change, _ found: HeightIndex.Found, _ layout: BlockLayout
  ) -> Bool {
    let range = found.start..<found.start + found.entry.utf16Count + change.delta
    guard !range.isEmpty, string.paragraphRange(at: change.editedRange.lowerBound) == range else {
      return false
    }
    if !change.actions.contains(.attributes) { return true }
    return layout.parts[0].paragraph.style === ParagraphStyle.plain
      && string.paragraphAttributes(at: range.lowerBound).isPlain
  }

  /// Returns the pieces to be replaced, and one part in their place that is not yet divided into
  /// pieces.
  private func rebreak(
    _ change: TextStorage.Change, _ found: HeightIndex.Found, _ layout: BlockLayout
  ) -> (range: Range<Int>, part: BlockLayout.Part)? {
    let old = change.originalRange
    var first = layout.partIndex(at: old.lowerBound - found.start)
    var end = layout.partIndex(at: old.upperBound - found.start) + 1
    // A word of the first line, or of a second line that depends on it, may now fit on the line
    // before.
    let inside = old.lowerBound - found.start - layout.parts[first].utf16Start
    let near = layout.parts[first].lines.prefix(2).last.map { Int($0.end) } ?? 0
    if first > 0, inside <= near { first -= 1 }
    // The number of pieces is doubled until the next piece starts at an opportunity.
    while true {
      if let window = items(of: first..<end, change, found, layout) {
        let part = rebreak(window, &end, first: first, found, layout)
        return (first..<end, part)
      }
      guard end < layout.parts.count, end - first < layout.parts.count / 4 else { return nil }
      end = min(end + max(end - first, 1), layout.parts.count)
    }
  }

  /// Breaks lines from the start of some pieces until one starts at the start of a following piece.
  ///
  /// - Parameter end: The end of the pieces that were divided into items; moved to that following
  ///   piece.
  private func rebreak(
    _ window: ParagraphItems, _ end: inout Int, first: Int, _ found: HeightIndex.Found,
    _ layout: BlockLayout
  ) -> BlockLayout.Part {
    let parts = layout.parts
    let old = parts[first]
    var absorbed = 1
    while true {
      let stop = min(end + absorbed, parts.count)
      let stream = ParagraphItems.joined([window] + parts[end..<stop].map(\.paragraph))
      // The last piece is included only to decide whether its first word fits on the line before.
      let bound =
        stop == parts.count ? Int.max : stream.utf16Count - parts[stop - 1].paragraph.utf16Count
      let (lines, height) = typesetter.breakLines(
        of: stream, reader.snapshot, start: found.start + old.utf16Start,
        in: .plain(left: old.left, width: old.width), before: bound)
      if stop == parts.count {
        end = stop
        return BlockLayout.Part(
          paragraph: stream, lines: lines, y: old.y, height: height, left: old.left,
          width: old.width, utf16Start: old.utf16Start)
      }
      if let last = lines.last, Int(last.end) == bound {
        let count = stream.items.count - parts[stop - 1].paragraph.items.count
        let bottom = last.y + last.height
        end = stop - 1
        return BlockLayout.Part(
          paragraph: stream.piece(0..<count), lines: lines, y: old.y, height: bottom,
          left: old.left, width: old.width, utf16Start: old.utf16Start)
      }
      absorbed *= 2
    }
  }

  /// Divides the text of some pieces into items again.
  ///
  /// - Returns: The items, or `nil` if the paragraph can no longer be stored in pieces, or if the
  ///   piece after them does not start at an opportunity.
  private func items(
    of range: Range<Int>, _ change: TextStorage.Change, _ found: HeightIndex.Found,
    _ layout: BlockLayout
  ) -> ParagraphItems? {
    let parts = layout.parts
    let start = found.start + parts[range.lowerBound].utf16Start
    let isLast = range.upperBound == parts.count
    let paragraphEnd = found.start + found.entry.utf16Count + change.delta
    let end =
      isLast
      ? paragraphEnd : found.start + parts[range.upperBound].utf16Start + change.delta
    guard start < end else { return nil }
    let ahead = min(end + Self.lookahead, paragraphEnd)
    reader.read(
      part: start..<ahead, parts[0].paragraph.style, into: &typesetter.source,
      &typesetter.itemiser.table)
    typesetter.source.lookahead = ahead - end
    typesetter.source.startsParagraph = range.lowerBound == 0
    typesetter.source.scriptBefore =
      range.lowerBound == 0 ? nil : parts[range.lowerBound - 1].paragraph.runs.last?.script
    guard isLeftToRight(typesetter.source) else { return nil }
    let window = typesetter.itemiser.itemise(typesetter.source)
    guard canBeCut(window) else { return nil }
    if isLast { return window }
    let last = parts[range.upperBound - 1].paragraph
    guard let item = window.items.last, item.spaces > 0, item.flags.contains(.breakAfter),
      !item.flags.contains(.mandatory), window.runs.last?.script == last.runs.last?.script
    else { return nil }
    return window
  }

  /// Returns whether all units are left to right and, at the start of the paragraph, determine the
  /// script of the following text.
  private func isLeftToRight(_ source: ParagraphSource) -> Bool {
    let kind = TextKind(of: source.units.span)
    if kind.mayReorder { return false }
    if source.scriptBefore != nil { return true }
    return source.units.prefix(source.itemCount).contains {
      !UTF16.isSurrogate($0) && !Script(of: UInt32($0)).isGeneric
    }
  }
}
