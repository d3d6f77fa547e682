import IAFonts
import IAUnicode

/// A part of a line that is drawn at once: a word with the spaces after it, a tab, an attachment.
///
/// Lengths are in points; *x* is measured from the left of the container.
struct LinePiece {
  /// The units without the spaces at the end, counted from the start of the paragraph.
  var start: Int
  var end: Int
  /// The U+0020 units after `end` that are not shaped.
  var spaces: Int
  var kind: Item.Kind
  var run: Int
  var level: UInt8
  /// The left end.
  var x = 0.0
  /// The width of the text, the tab or the attachment.
  var width: Double
  /// The width of one space.
  var space: Double
  /// The points added to each U+0020 of the text in a justified line.
  var stretch = 0.0
  /// The sides on which the text joins text of another style.
  var joins: ShapingStyle.Joins = []
  /// Whether the piece is spaces at the end of the line, or the terminator.
  var hangs = false

  var isRightToLeft: Bool { level & 1 == 1 }
  /// The width of all spaces after the text.
  var gap: Double { Double(spaces) * space }
  /// The width including the spaces.
  var fullWidth: Double { width + gap }
  /// The left end of the text.
  var textX: Double { isRightToLeft ? x + gap : x }
  /// The end of the units, including the spaces.
  var fullEnd: Int { end + spaces }
}

/// Finds the pieces of lines.
struct LinePieces {
  private(set) var pieces: [LinePiece] = []

  /// Finds the pieces of a line, from left to right: reordered by embedding level (UAX #9, rule
  /// L2).
  mutating func find(
    in line: Line, of paragraph: ParagraphItems, text: TextAccess, _ itemiser: inout Itemiser
  ) {
    pieces.removeAll(keepingCapacity: true)
    collect(line, paragraph, text, &itemiser)
    let hanging = splitHanging(paragraph)
    for index in hanging..<pieces.count { pieces[index].hangs = true }
    setTabs(line, paragraph, text)
    if line.stretch > 0 { stretch(by: line.stretch, before: hanging, paragraph) }
    var x = line.x
    if paragraph.isRightToLeft { x -= pieces[hanging...].reduce(0) { $0 + $1.fullWidth } }
    if paragraph.reorders { BidiLevels.reorder(&pieces, by: \.level) }
    for index in pieces.indices {
      pieces[index].x = x
      x += pieces[index].fullWidth
    }
  }

  /// Collects the pieces in the order of the text.
  private mutating func collect(
    _ line: Line, _ paragraph: ParagraphItems, _ text: TextAccess, _ itemiser: inout Itemiser
  ) {
    var index = Int(line.firstItem)
    let end = Int(line.endItem)
    while index < end {
      let first = index
      let item = paragraph.items[index]
      let run = paragraph.runs[Int(item.run)]
      var advance = item.advance
      index += 1
      while index < end, paragraph.items[index].flags.contains(.continuesUnit) {
        advance &+= paragraph.items[index].advance
        index += 1
      }
      let last = paragraph.items[index - 1]
      let start = max(Int(item.start), Int(line.start))
      let textEnd = min(last.textEnd, Int(line.end))
      let isWhole =
        start == Int(item.start) && textEnd == last.textEnd
        && !item.flags.contains(.continuesUnit)
        && !(index < paragraph.items.count
          && paragraph.items[index].flags.contains(.continuesUnit))
      var joins: ShapingStyle.Joins = []
      if item.flags.contains(.joinsBefore), start == Int(item.start) { joins.insert(.before) }
      if last.flags.contains(.joinsAfter), textEnd == last.textEnd { joins.insert(.after) }
      var width = Double(advance) * run.scale
      if item.kind == .attachment {
        width = paragraph.boxWidth(at: start, available: line.available)
      } else if item.kind.isEdge {
        width = paragraph.edgeWidth(
          item, available: line.available, lineStart: Int(line.start))
      } else if !isWhole, start < textEnd, item.kind == .word || item.kind == .space {
        let units = text.units(start..<textEnd, of: paragraph)
        width = Double(itemiser.advance(of: units.span, run, joins: joins)) * run.scale
      }
      pieces.append(
        LinePiece(
          start: start, end: max(textEnd, start),
          spaces: max(min(last.end, Int(line.end)) - max(textEnd, start), 0), kind: item.kind,
          run: Int(item.run), level: run.level, width: width, space: run.space, joins: joins))
      if first == index { break }
    }
    if line.flags.contains(.hyphenated), let last = pieces.last, last.kind == .endEdge {
      // The hyphen is in the box.
      pieces[pieces.count - 1].width += itemiser.hyphenWidth(paragraph.runs[last.run])
    }
  }

  /// Separates the spaces at the end of the line from their word, sets their level to that of the
  /// paragraph (L1), and returns the index of the first of these pieces.
  private mutating func splitHanging(_ paragraph: ParagraphItems) -> Int {
    var first = pieces.count
    while first > 0 {
      let piece = pieces[first - 1]
      let isBlank =
        piece.kind == .lineEnd || piece.kind == .space && !isShaped(piece, paragraph)
        || piece.kind == .hidden || piece.kind == .word && piece.start == piece.end
      guard isBlank else { break }
      pieces[first - 1].level = paragraph.baseLevel
      first -= 1
    }
    guard first > 0 else { return first }
    var blank = pieces[first - 1]
    if blank.spaces > 0 {
      pieces[first - 1].spaces = 0
      blank.start = blank.end
      blank.kind = .word
      blank.width = 0
    } else {
      let (start, width) = paragraph.shapedSpacesAtEnd(of: blank)
      guard start > blank.start, start < blank.end else { return first }
      pieces[first - 1].end = start
      pieces[first - 1].width -= width
      blank.start = start
      blank.kind = .space
      blank.width = width
    }
    blank.joins = []
    blank.level = paragraph.baseLevel
    pieces.insert(blank, at: first)
    return first
  }

  /// Returns whether a piece that starts with a space also contains words.
  private func isShaped(_ piece: LinePiece, _ paragraph: ParagraphItems) -> Bool {
    let item = paragraph.items[paragraph.itemIndex(at: piece.start)]
    return piece.end > item.end
  }

  private mutating func setTabs(_ line: Line, _ paragraph: ParagraphItems, _ text: TextAccess) {
    guard pieces.contains(where: { $0.kind == .tab }) else { return }
    let breaker = LineBreaker(paragraph, text: text)
    var x = 0.0
    for index in pieces.indices {
      if pieces[index].kind == .tab {
        pieces[index].width = breaker.tabAdvance(
          at: paragraph.itemIndex(at: pieces[index].start), x: x, available: line.available,
          isFirst: line.firstItem == 0 && paragraph.startsParagraph)
      }
      x += pieces[index].fullWidth
    }
  }

  /// Widens the spaces between the last tab and the end of a justified line, also those that were
  /// shaped with their words.
  private mutating func stretch(
    by points: Double, before hanging: Int, _ paragraph: ParagraphItems
  ) {
    var index = hanging - 1
    while index >= 0, pieces[index].kind != .tab {
      pieces[index].space += points
      if pieces[index].kind == .word || pieces[index].kind == .space {
        pieces[index].stretch = points
        pieces[index].width += points * Double(paragraph.shapedSpaces(in: pieces[index]))
      }
      index -= 1
    }
  }
}

extension ParagraphItems {
  /// Returns the start of the U+0020 units at the end of a piece that were shaped with its words,
  /// and their width in points; the end of the piece if there are none.
  fileprivate func shapedSpacesAtEnd(of piece: LinePiece) -> (start: Int, width: Double) {
    var end = piece.end
    var width = 0.0
    while end > piece.start {
      let item = items[itemIndex(at: end - 1)]
      guard item.kind == .space, item.start >= piece.start else { break }
      end = Int(item.start)
      width += Double(item.advance) * runs[piece.run].scale
    }
    return (end, width)
  }

  /// Returns the number of U+0020 units in the text of a piece, which were shaped with its words.
  fileprivate func shapedSpaces(in piece: LinePiece) -> Int {
    guard piece.start < piece.end else { return 0 }
    var count = 0
    for item in items[itemIndex(at: piece.start)...] {
      guard item.start < piece.end else { break }
      if item.kind == .space {
        count += min(item.textEnd, piece.end) - max(Int(item.start), piece.start)
      }
    }
    return count
  }
}
