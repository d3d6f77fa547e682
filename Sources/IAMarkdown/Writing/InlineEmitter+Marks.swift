internal import IAText

// The delimiters between the pieces of a paragraph.
extension InlineEmitter {
  /// Opens the marks of the first piece.
  mutating func openMarks(at index: Int, to out: inout [UInt8]) -> Bool {
    writeDelimiters(
      MarkList(), link: -1, opening: marksToOpen(index, over: 0), next: index, to: &out)
  }

  /// Closes the marks that end after a piece, and opens those that begin there.
  mutating func change(after index: Int, to out: inout [UInt8]) -> Bool {
    let next = index + 1
    let kept = next < pieces.count ? keptCount(next) : 0
    let opening = next < pieces.count ? marksToOpen(next, over: kept) : MarkList()
    let tags = pieces[index].tags
    let nextTags = next < pieces.count ? pieces[next].tags : []
    let isSame = kept == open.count && opening.isEmpty
    guard !isSame || tags != nextTags else { return true }
    // The elements are inside the marks.
    if !tags.isEmpty { out.append(contentsOf: tags.closing.utf8) }
    var isWritten = true
    if !isSame {
      let closing = open.removeReversed(from: kept)
      isWritten = writeDelimiters(
        closing, link: pieces[index].link, opening: opening, next: next, to: &out)
    }
    if !nextTags.isEmpty { out.append(contentsOf: nextTags.opening.utf8) }
    return isWritten
  }

  /// Returns the number of open marks that stay open at the start of a piece.
  ///
  /// A mark can neither close nor open beside a blank, so that a mark that would end after a blank is closed before it.
  private func keptCount(_ index: Int) -> Int {
    let kept = keptCount(into: index)
    guard pieces[index].isBlank, kept > 0 else { return kept }
    guard index + 1 < pieces.count else { return open.first == .link ? 1 : 0 }
    let later = keptCount(into: index + 1)
    // A link extends over its own blanks.
    let isInLink = open.set(prefix: kept).contains(.link)
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
    if isFlat, kept < open.count || !piece.marks.isSubset(of: open.set) {
      return open.first == .link && kept > 0 ? 1 : 0
    }
    return kept
  }

  /// Returns the index after the last of the adjacent pieces that have a mark.
  private func end(of mark: MarkSet, from index: Int) -> Int {
    ends[4 * index + mark.rawValue.trailingZeroBitCount]
  }

  /// Computes, for each piece and each mark, the index after the last of the adjacent pieces that have the mark.
  mutating func findEnds() {
    ends.removeAll(keepingCapacity: true)
    ends.append(contentsOf: repeatElement(pieces.count, count: 4 * pieces.count))
    for index in pieces.indices.dropLast().reversed() {
      for bit in 0..<4 {
        let continues = pieces[index].continues(MarkSet(bit: bit), into: pieces[index + 1])
        ends[4 * index + bit] = continues ? ends[4 * index + 4 + bit] : index + 1
      }
    }
  }

  /// Returns the marks of a piece that are not open, outermost first.
  private func marksToOpen(_ index: Int, over kept: Int) -> MarkList {
    let piece = pieces[index]
    var opened = piece.isBlank ? piece.marks.intersection(.link) : piece.marks
    opened.subtract(open.set(prefix: kept))
    var marks = MarkList()
    guard !opened.isEmpty else { return marks }
    let isAutolink = opened.contains(.link) && autolink(index) != nil
    // An autolink contains no other marks. Without nesting, a link contains all other marks.
    if isAutolink { opened.remove(.link) }
    let isInOrder = isFlat || isAutolink
    for bit in 0..<4 where opened.contains(MarkSet(bit: bit)) {
      let mark = MarkSet(bit: bit)
      var place = marks.count
      if !isInOrder {
        let end = end(of: mark, from: index)
        while place > 0, self.end(of: marks[place - 1], from: index) < end { place -= 1 }
      }
      marks.insert(mark, at: place)
    }
    return marks
  }

  /// Appends delimiters, with an empty comment between them if needed.
  ///
  /// Returns whether a reader opens and closes the marks as intended.
  private mutating func writeDelimiters(
    _ closing: MarkList, link: Int, opening: MarkList, next: Int, to out: inout [UInt8]
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

  /// Returns the class of the first character of a piece's Markdown, without its marks.
  private func firstClass(of index: Int) -> CharacterClass {
    let piece = pieces[index]
    guard piece.kind == .text, piece.tags.isEmpty else { return .punctuation }
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
    if text[at] == 0x2028, !canBreak, TextEscaper.isTag(breakAt: at, in: text) {
      return .punctuation
    }
    if text[at] == 0x2028, canBreak, piece.range.count > 1 || !isLast { return .punctuation }
    return CharacterClass(text, at)
  }
}
