internal import IAText

/// Joins pieces to the Markdown of one paragraph, with marks that open and close at allowed places.
struct InlineEmitter {
  /// The kind of paragraph.
  struct Context {
    var isInTable = false
    var isInHeading = false
    /// Whether marks never nest and are kept apart from everything around them.
    var isCautious = false
  }

  private let context: Context
  private let pieces: [InlinePiece]
  /// For each mark and piece, the index after the last piece that the mark covers from there.
  private let ends: [[Int]]
  private var out = String.UnicodeScalarView()
  private var open: [InlinePiece.Mark] = []
  /// Whether the last thing written is a delimiter that more of its kind would run into.
  private var lastDelimiter: Unicode.Scalar?

  private init(_ pieces: [InlinePiece], _ context: Context) {
    self.pieces = pieces
    ends = Self.ends(pieces)
    self.context = context
  }

  /// Returns the Markdown of the pieces of one paragraph; lines are separated by U+000A.
  static func markdown(_ pieces: [InlinePiece], _ context: Context) -> String {
    var emitter = InlineEmitter(pieces, context)
    for index in pieces.indices { emitter.emit(index) }
    return String(emitter.out)
  }

  private mutating func emit(_ index: Int) {
    let piece = pieces[index]
    let next = index + 1 < pieces.count ? pieces[index + 1] : nil
    if let autolink = autolink(index) {
      openMarks(marksToOpen(index).filter { $0 != .link }, before: "<")
      write(autolink)
    } else {
      let opening = marksToOpen(index)
      let startsLine = isAtLineStart && opening.isEmpty
      let text = text(of: index, startsLine: startsLine)
      let first = text.unicodeScalars.first
      openMarks(opening, before: first)
      if first == "`", out.last == "`" { write(MarkdownTag.separator) }
      write(text)
    }
    let after = next.map { _ in nextFirstScalar(index + 1) } ?? nil
    let kept = next == nil ? 0 : keptCount(index + 1)
    closeMarks(
      keeping: kept, opening: next == nil ? [] : marksToOpen(index + 1, over: kept), before: after,
      link: piece.link)
  }

  private var isAtLineStart: Bool { out.isEmpty || out.last == "\n" }

  private mutating func write(_ text: String) {
    guard !text.isEmpty else { return }
    out.append(contentsOf: text.unicodeScalars)
    lastDelimiter = nil
  }

  // MARK: Content

  private func text(of index: Int, startsLine: Bool) -> String {
    let piece = pieces[index]
    switch piece.content {
    case .code(let code): return CodeSpan.write(code, isInTable: context.isInTable)
    case .raw(let raw): return raw
    case .text(let scalars):
      var place = TextEscaper.Place()
      place.before = out.last
      place.startsLine = startsLine
      place.isInTable = context.isInTable
      place.isInHeading = context.isInHeading
      place.isInLink = piece.link != nil
      if index + 1 < pieces.count {
        place.isBeforeBracket = nextFirstScalar(index + 1) == "["
      } else {
        place.endsLine = true
      }
      return TextEscaper.escape(scalars, at: place)
    }
  }

  /// Returns the address of a link of one plain piece that is its own text, in angle brackets.
  private func autolink(_ index: Int) -> String? {
    let piece = pieces[index]
    guard let link = piece.link, link.title == nil, case .text(let scalars) = piece.content,
      !open.contains(.link), !context.isInTable
    else { return nil }
    if index + 1 < pieces.count, piece.continues(.link, into: pieces[index + 1]) { return nil }
    return LinkText.autolink(link.url, text: String(String.UnicodeScalarView(scalars)))
  }

  /// Returns the first scalar of a piece, apart from escapes; marks that it opens are first.
  private func nextFirstScalar(_ index: Int) -> Unicode.Scalar? {
    let piece = pieces[index]
    if piece.link != nil, !pieces[index - 1].continues(.link, into: piece) { return "[" }
    switch piece.content {
    case .code: return "`"
    case .raw(let raw): return raw.hasPrefix("![") ? "!" : raw.unicodeScalars.first
    case .text(let scalars):
      guard let first = scalars.first else { return nil }
      // A break is written with a backslash, or as itself if lines cannot break.
      let isBreak = first == "\u{2028}" && !context.isInTable && !context.isInHeading
      return isBreak && (scalars.count > 1 || index + 1 < pieces.count) ? "\\" : first
    }
  }

  // MARK: Marks

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
    let opensLink = piece.link != nil && !previous.continues(.link, into: piece)
    let linkEnd = opensLink ? end(of: .link, from: index) : 0
    var kept = 0
    for mark in open {
      guard previous.continues(mark, into: piece) else { break }
      if opensLink, end(of: mark, from: index) < linkEnd { break }
      kept += 1
    }
    if context.isCautious, kept < open.count || piece.marks.count > kept {
      return open.first == .link && kept > 0 ? 1 : 0
    }
    return kept
  }

  /// Returns the index after the last piece that a mark covers without a break.
  private func end(of mark: InlinePiece.Mark, from index: Int) -> Int {
    ends[mark.rawValue][index]
  }

  private static func ends(_ pieces: [InlinePiece]) -> [[Int]] {
    InlinePiece.Mark.allCases.map { mark in
      var ends = Array(1..<pieces.count + 1)
      for index in pieces.indices.dropLast().reversed()
      where pieces[index].continues(mark, into: pieces[index + 1]) {
        ends[index] = ends[index + 1]
      }
      return ends
    }
  }

  /// Returns the marks that a piece has and that are not open, the outermost first.
  private func marksToOpen(_ index: Int, over kept: Int? = nil) -> [InlinePiece.Mark] {
    let already = open.prefix(kept ?? open.count)
    return pieces[index].marks.filter { mark in
      !already.contains(mark) && (mark == .link || !pieces[index].isBlank)
    }
    .map { ($0, end(of: $0, from: index)) }
    .sorted { ($1.1, $0.0.rawValue) < ($0.1, $1.0.rawValue) }
    .map(\.0)
  }

  private mutating func openMarks(_ marks: [InlinePiece.Mark], before first: Unicode.Scalar?) {
    guard !marks.isEmpty else { return }
    let delimiters = marks.map(\.delimiter).joined().unicodeScalars
    let isMixed = Set(delimiters).count > 1
    let followsOther = CharacterClass(isAtLineStart ? nil : out.last) == .other
    let isBeforePunctuation = isMixed || CharacterClass(first) == .punctuation
    let runsTogether = lastDelimiter != nil && lastDelimiter == delimiters.first
    let isEmphasis = marks != [.link]
    let apart = context.isCautious && !isAtLineStart
    if isEmphasis, followsOther && isBeforePunctuation || runsTogether || apart {
      write(MarkdownTag.separator)
    }
    for mark in marks {
      out.append(contentsOf: mark.delimiter.unicodeScalars)
      open.append(mark)
    }
    lastDelimiter = out.last
  }

  private mutating func closeMarks(
    keeping kept: Int, opening: [InlinePiece.Mark], before next: Unicode.Scalar?,
    link: InlineAttributes.Link?
  ) {
    guard kept < open.count else { return }
    let closing = Array(open[kept...].reversed())
    let isMixed = Set(closing.map { $0.delimiter.unicodeScalars.first }).count > 1
    let followsPunctuation = isMixed || CharacterClass(out.last) == .punctuation
    open.removeLast(closing.count)
    for mark in closing {
      if mark == .link, let link {
        let tail = LinkText.tail(link.url, title: link.title, isInTable: context.isInTable)
        out.append(contentsOf: tail.unicodeScalars)
      } else {
        out.append(contentsOf: mark.delimiter.unicodeScalars)
      }
    }
    lastDelimiter = closing.last == .link ? nil : out.last
    guard closing.last != .link else { return }
    let following = opening.first?.delimiter.unicodeScalars.first ?? next
    if CharacterClass(following) == .other, followsPunctuation || context.isCautious {
      write(MarkdownTag.separator)
    }
  }
}
