internal import IAText

/// Joins the pieces of a paragraph to Markdown, and chooses delimiters that a reader opens and closes as intended.
struct InlineEmitter {
  /// The context of a paragraph.
  struct Context {
    var isInTable = false
    var isInHeading = false
    /// Whether the box of a task precedes the text in its line.
    var isAfterBox = false
    /// Whether the lines of the paragraph continue those before them.
    var continuesLines = false
    /// The prefix of each further line.
    var linePrefix: [UInt8] = []
  }

  let forms: AttributeForms
  var cutter: InlineCutter
  var context = Context()
  var pieces: [InlinePiece] = []
  /// For each piece and each of the four marks, the index after the last piece that the mark covers
  /// from there.
  var ends: [Int] = []
  /// The open marks, outermost first.
  var open = MarkList()
  var stack = DelimiterStack()
  /// Whether marks are not nested: all are closed and opened again at each change.
  var isFlat = false
  /// The offset of the first byte of the paragraph.
  var start = 0

  init(_ forms: AttributeForms, _ cutter: InlineCutter) {
    self.forms = forms
    self.cutter = cutter
  }

  /// Appends the text of a paragraph, which is not empty, and returns what a reader finds.
  mutating func write(
    _ range: Range<Int>, _ context: Context, to out: inout [UInt8]
  ) -> ShownText {
    let isOneLine = context.isInTable || context.isInHeading
    // The reference is removed, so that the cutter can reuse its array without a copy.
    pieces = []
    cutter.cut(
      range,
      .init(
        isInTable: context.isInTable, isOneLine: isOneLine,
        startsLine: !isOneLine && !context.isAfterBox))
    self.context = context
    start = out.count
    let text = cutter.text
    if cutter.pieces.count == 1, cutter.pieces[0].kind == .text, cutter.pieces[0].marks.isEmpty,
      cutter.pieces[0].tags.isEmpty
    {
      if text == [0xA0], !context.isAfterBox, !isOneLine {
        out.append(contentsOf: "&nbsp;".utf8)
        return ShownText(units: [])
      }
      writeBoxSeparator(text, to: &out)
      TextEscaper.write(
        text, 0..<text.count, at: place(startsLine: true, endsLine: true), to: &out)
      return shown()
    }
    writeBoxSeparator(text, to: &out)
    start = out.count
    isFlat = false
    pieces = cutter.pieces
    if !emitAll(to: &out) {
      out.removeLast(out.count - start)
      isFlat = true
      cutter.dropMarksOfBlanks()
      pieces = cutter.pieces
      _ = emitAll(to: &out)
    }
    return shown()
  }

  /// Separates blanks at the start of the text from the box of a task, which would absorb them.
  private func writeBoxSeparator(_ text: [UInt16], to out: inout [UInt8]) {
    guard context.isAfterBox, let first = text.first, first == 0x20 || first == 0x09 else { return }
    out.append(contentsOf: MarkdownTag.separator.utf8)
  }

  private func shown() -> ShownText {
    if cutter.isSameText, cutter.isExact { return ShownText() }
    guard cutter.isSameText, !hasReadTexts else { return ShownText(units: cutter.shownUnits) }
    return ShownText(ranges: cutter.foundRanges)
  }

  /// Whether a reader finds the text of a picture instead of the picture.
  private var hasReadTexts: Bool {
    cutter.sources.values.contains { cutter.pictures[$0]?.seen == nil }
  }

  private func place(startsLine: Bool, endsLine: Bool) -> TextEscaper.Place {
    TextEscaper.Place(
      startsLine: startsLine, isContinuation: startsLine && context.continuesLines,
      endsLine: endsLine, isInTable: context.isInTable,
      isInHeading: context.isInHeading, linePrefix: context.linePrefix)
  }

  // MARK: Pieces

  /// Appends all pieces; returns `false` if a mark would not open or close as intended.
  private mutating func emitAll(to out: inout [UInt8]) -> Bool {
    findEnds()
    open = MarkList()
    stack.clear()
    guard openMarks(at: 0, to: &out) else { return false }
    if !pieces[0].tags.isEmpty { out.append(contentsOf: pieces[0].tags.opening.utf8) }
    for index in pieces.indices {
      if pieces[index].isBlank {
        // A mark that ends at the next change may have been closed before the blank.
        cutter.keepMarks(open.set, ofBlank: index)
      }
      write(index, to: &out)
      guard change(after: index, to: &out) else { return false }
    }
    return true
  }

  private mutating func write(_ index: Int, to out: inout [UInt8]) {
    let piece = pieces[index]
    let text = cutter.text
    switch piece.kind {
    case .code:
      if out.count > start, out.last == UInt8(ascii: "`") {
        out.append(contentsOf: MarkdownTag.separator.utf8)
      }
      CodeSpan.write(text[piece.range], isInTable: context.isInTable, to: &out)
    case .math(let form):
      MathSpan.write(
        text, piece.range, form, isInTable: context.isInTable, linePrefix: context.linePrefix,
        to: &out)
    case .note:
      out.append(contentsOf: "[^".utf8)
      out.append(contentsOf: String(decoding: text[piece.range], as: UTF16.self).utf8)
      out.append(UInt8(ascii: "]"))
    case .picture:
      let picture = cutter.sources[piece.range.lowerBound].flatMap { cutter.pictures[$0] }
      out.append(contentsOf: (picture?.text ?? "").utf8)
    case .text:
      if let autolink = autolink(index) {
        out.append(contentsOf: autolink.utf8)
        return
      }
      var place = place(
        startsLine: isAtLineStart(out), endsLine: index + 1 == pieces.count)
      place.isContinuation =
        place.startsLine && (out.count > start || context.continuesLines)
      place.isInLink = piece.link >= 0
      place.isAfterNote = index > 0 && pieces[index - 1].kind == .note
      if index + 1 < pieces.count {
        place.isBeforeBracket = opensBracket(index + 1)
      }
      TextEscaper.write(text, piece.range, at: place, to: &out)
    }
  }

  /// Returns the address of a link that can be an autolink: it has one plain piece, whose text is the address.
  func autolink(_ index: Int) -> String? {
    let piece = pieces[index]
    guard piece.link >= 0, piece.kind == .text, !context.isInTable else { return nil }
    let link = forms.links[piece.link]
    guard link.title == nil, piece.range.count == link.url.utf16.count else { return nil }
    if index + 1 < pieces.count, piece.continues(.link, into: pieces[index + 1]) { return nil }
    if index > 0, pieces[index - 1].continues(.link, into: piece) { return nil }
    return LinkText.autolink(
      link.url, text: String(decoding: cutter.text[piece.range], as: UTF16.self))
  }

  /// Returns whether the Markdown of a piece starts with a bracket.
  private func opensBracket(_ index: Int) -> Bool {
    let piece = pieces[index]
    if piece.link >= 0, !pieces[index - 1].continues(.link, into: piece) {
      return autolink(index) == nil
    }
    return piece.kind == .note
  }

  /// Returns whether the next byte starts a line, apart from the marks of blocks.
  func isAtLineStart(_ out: [UInt8]) -> Bool {
    if out.count == start { return true }
    let prefix = context.linePrefix.count
    return out.count - start > prefix && out[out.count - 1 - prefix] == 0x0A
  }
}
