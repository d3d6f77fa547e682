internal import IAText

// The delimiters between the pieces of a paragraph.
extension InlineEmitter {
  /// Opens the marks of the first piece.
  mutating func openMarks(at index: Int, to out: inout [UInt8]) -> Bool {
    writeDelimiters([], link: -1, opening: marksToOpen(index, over: 0), next: index, to: &out)
  }

  /// Closes the marks that end after a piece and opens those that begin there.
  mutating func change(after index: Int, to out: inout [UInt8]) -> Bool {
    let next = index + 1
    let kept = next < pieces.count ? keptCount(next) : 0
    let opening = next < pieces.count ? marksToOpen(next, over: kept) : []
    guard kept < open.count || !opening.isEmpty else { return true }
    let closing = Array(open[kept...].reversed())
    open.removeLast(closing.count)
    return writeDelimiters(
      closing, link: pieces[index].link, opening: opening, next: next, to: &out)
  }

  /// Returns the number of open marks that remain open at the start of a piece.
  ///
  /// A mark can neither close nor open beside blanks, so a mark that ends after a blank is closed
  /// before it.
  private func keptCount(_ index: Int) -> Int {
    let kept = keptCount(into: index)
    guard pieces[index].isBlank, kept > 0 else { return kept }
    guard index + 1 < pieces.count else { return open.first == .link ? 1 : 0 }
    let later = keptCount(into: index + 1)
    // A link extends over its own blanks.
    let isInLink = open.prefix(kept).contains(.link)
    return isInLink && later == 0 ? (open.firstIndex(of: .link) ?? -1) + 1 : min(kept, later)
  }

  private func keptCount(into index: Int) -> Int {
    guard index > 0, !open.isEmpty else { return 0 }
    let piece = pieces[index]
    let previous = pieces[index - 1]
    let opensLink = piece.link >= 0 && !previous.continues(.link, into: piece)
    let linkEnd = opensLink ? end(of: .link, from: index) : 0
    var kept = 0
    for mark in open {
      guard previous.continues(mark, into: piece) else { break }
      if opensLink, end(of: mark, from: index) < linkEnd { break }
      kept += 1
    }
    if isFlat, kept < open.count || piece.marks.subtracting(MarkSet(open)) != [] {
      return open.first == .link && kept > 0 ? 1 : 0
    }
    return kept
  }

  /// Returns the index after the last piece that a mark covers without a break.
  private func end(of mark: MarkSet, from index: Int) -> Int {
    ends[mark.rawValue.trailingZeroBitCount][index]
  }

  static func ends(_ pieces: [InlinePiece]) -> [[Int]] {
    MarkSet.inOrder.map { mark in
      var ends = Array(1..<pieces.count + 1)
      for index in pieces.indices.dropLast().reversed()
      where pieces[index].continues(mark, into: pieces[index + 1]) {
        ends[index] = ends[index + 1]
      }
      return ends
    }
  }

  /// Returns the marks that a piece has and that are not open, the outermost first.
  private func marksToOpen(_ index: Int, over kept: Int) -> [MarkSet] {
    let piece = pieces[index]
    guard !piece.marks.isEmpty else { return [] }
    let already = MarkSet(Array(open.prefix(kept)))
    var marks = MarkSet.inOrder.filter { mark in
      piece.marks.contains(mark) && !already.contains(mark) && (mark == .link || !piece.isBlank)
    }
    if marks.contains(.link), isFlat || autolink(index) != nil {
      // Nothing is inside an autolink; without nesting, a link is around all else.
      let others = marks.filter { $0 != .link }
      return autolink(index) != nil ? others : [.link] + others
    }
    if !isFlat {
      marks.sort { left, right in
        let (first, second) = (end(of: left, from: index), end(of: right, from: index))
        return first != second ? first > second : left.rawValue < right.rawValue
      }
    }
    return marks
  }

  /// Appends delimiters, with a comment between them if they need it, and returns whether a reader
  /// opens and closes the marks as they are meant.
  private mutating func writeDelimiters(
    _ closing: [MarkSet], link: Int, opening: [MarkSet], next: Int, to out: inout [UInt8]
  ) -> Bool {
    guard !closing.isEmpty || !opening.isEmpty else { return true }
    let first = next < pieces.count ? firstClass(of: next) : .space
    var line = DelimiterLine(
      closing: closing, opening: opening, isAtLineStart: isAtLineStart(out),
      before: CharacterClass.before(out, from: start), after: first)
    if link >= 0, closing.contains(.link) {
      line.linkTail = LinkText.tail(
        forms.links[link].url, title: forms.links[link].title, isInTable: context.isInTable)
    }
    let isWritten = line.write(to: &out, &stack)
    open.append(contentsOf: opening)
    return isWritten || isFlat
  }

  /// Returns the class of the first character of the Markdown of a piece, without marks.
  private func firstClass(of index: Int) -> CharacterClass {
    let piece = pieces[index]
    guard piece.kind == .text else { return .punctuation }
    let text = cutter.text
    let at = piece.range.lowerBound
    let isLast = index + 1 == pieces.count
    if autolink(index) != nil { return .punctuation }
    let canBreak = !context.isInTable && !context.isInHeading
    if TextEscaper.isReferenced(
      text, at, end: piece.range.upperBound, endsLine: isLast, canBreak: canBreak)
    {
      return .punctuation
    }
    if text[at] == 0x2028, canBreak, piece.range.count > 1 || !isLast { return .punctuation }
    return CharacterClass(text, at)
  }
}
