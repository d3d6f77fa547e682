internal import IAText

/// The destinations of notes, annotations, headers and footers: the state before their text.
struct RTFNotes {
  /// The author and date of the next annotation.
  private var annotation = Block.Annotation()
  /// The numbers of footnotes and endnotes so far.
  private var footnoteCount = 0
  private var endnoteCount = 0
  /// The label of the last note.
  private(set) var lastLabel = ""
  /// Whether the file states that endnotes have Roman numbers (`true`) or Arabic numbers (`false`); `nil` if it states
  /// neither.
  var hasRomanEndnotes: Bool?
  /// Whether the text has a reference mark for the next footnote or endnote.
  private var hasReference = false
  /// Whether left and right pages have separate headers and footers (`\facingp`).
  var hasFacingPages = false
  /// The headers and footers of the section that were read; the first of each kind is used.
  private var pageTexts: [Block.Kind: PageText] = [:]

  /// The kinds of headers and footers that were read in any section.
  private(set) var pageKinds: Set<Block.Kind> = []

  /// A header or footer that was read.
  struct PageText {
    /// The index of its stream.
    var stream: Int
    /// Its bytes with the brace at their end; empty until it ends.
    var content: Range<Int>
  }

  /// Returns the block for the text of a destination: a footnote also for an endnote, and a text box for other
  /// destinations.
  ///
  /// Returns `nil` for a header or footer of a kind that the section already has, or of pages that do not exist.
  mutating func begin(
    _ word: RTFWord.Destination, isEndnote: Bool, isOwn: Bool
  ) -> Block.Kind? {
    switch word {
    case .footnote:
      lastLabel = nextLabel(isEndnote: isEndnote, isOwn: isOwn)
      if isEndnote { endnoteCount += 1 } else { footnoteCount += 1 }
      return .footnote(label: lastLabel)
    case .annotation:
      defer { annotation = Block.Annotation() }
      return .annotation(annotation)
    case _ where !hasPages(word): return nil
    default:
      guard let kind = pageKind(of: word) else { return .textBox() }
      return pageTexts[kind] == nil ? kind : nil
    }
  }

  /// Whether both kinds of notes have Arabic numbers, so that they are counted together.
  var countsTogether: Bool { hasRomanEndnotes == false && footnoteCount > 0 && endnoteCount > 0 }

  /// Returns the label of the next footnote or endnote.
  ///
  /// As in Word and LibreOffice, footnotes have Arabic numbers and endnotes have Roman numbers.
  ///
  /// If both have Arabic numbers, or if a file of the suite does not state Roman numbers, they are counted together,
  /// because labels must be unique.
  private func nextLabel(isEndnote: Bool, isOwn: Bool) -> String {
    guard hasRomanEndnotes ?? !isOwn else { return String(footnoteCount + endnoteCount + 1) }
    return isEndnote ? Block.romanLabel(endnoteCount + 1) : String(footnoteCount + 1)
  }

  /// Returns whether the document has the pages of a header or footer.
  ///
  /// Left pages exist only with facing pages (`\facingp`).
  func hasPages(_ word: RTFWord.Destination) -> Bool {
    hasFacingPages || word != .headerl && word != .footerl
  }

  /// Returns the block for the text of a header or footer; `nil` for any other destination.
  private func pageKind(of word: RTFWord.Destination) -> Block.Kind? {
    // Without facing pages, the texts for right pages apply to all pages.
    let right: Block.Pages = hasFacingPages ? .odd : .all
    return switch word {
    case .header: .pageHeader(on: .all)
    case .headerf: .pageHeader(on: .first)
    case .headerl: .pageHeader(on: .even)
    case .headerr: .pageHeader(on: right)
    case .footer: .pageFooter(on: .all)
    case .footerf: .pageFooter(on: .first)
    case .footerl: .pageFooter(on: .even)
    case .footerr: .pageFooter(on: right)
    default: nil
    }
  }

  /// Starts a section, which can have its own headers and footers.
  mutating func beginSection() { pageTexts.removeAll() }

  /// Records the start of a header or footer; other blocks are ignored.
  mutating func add(_ kind: Block.Kind, stream: Int, at offset: Int) {
    guard kind.pages != nil else { return }
    pageTexts[kind] = PageText(stream: stream, content: offset..<offset)
    pageKinds.insert(kind)
  }

  /// Returns what is different on first pages; `nil` if nothing is.
  ///
  /// Programs show the header of first pages only with `\titlepg`, and no other header there.
  ///
  /// - Parameters:
  ///   - kind: A header or footer of all pages.
  ///   - hasTitlePages: Whether the file has `\titlepg`.
  func differenceOnFirstPages(_ kind: Block.Kind, hasTitlePages: Bool) -> String? {
    let hasOwn = pageKinds.contains(kind.on(.first))
    if !hasTitlePages { return hasOwn ? "that of first pages is not shown" : nil }
    let hasOthers = [Block.Pages.all, .even, .odd].contains { pageKinds.contains(kind.on($0)) }
    return hasOthers && !hasOwn ? "not on first pages" : nil
  }

  /// Records the end of a header or footer; other blocks are ignored.
  mutating func end(_ kind: Block.Kind, at offset: Int) {
    guard let start = pageTexts[kind]?.content.lowerBound, start <= offset else { return }
    pageTexts[kind]?.content = start..<offset
  }

  /// Returns the header or footer of the other side, if the section has one but has none for this side and none for all
  /// pages.
  func twin(of word: RTFWord.Destination) -> PageText? {
    guard hasFacingPages, let kind = pageKind(of: word), pageTexts[kind] == nil,
      pageTexts[kind.on(.all)] == nil
    else { return nil }
    switch kind.pages {
    case .even: return pageTexts[kind.on(.odd)]
    case .odd: return pageTexts[kind.on(.even)]
    default: return nil
    }
  }

  /// Records that a header or footer is for all pages, because the texts of both sides are equal.
  mutating func join(_ word: RTFWord.Destination, _ twin: PageText) {
    guard let kind = pageKind(of: word) else { return }
    pageTexts[kind] = twin
    pageTexts[kind.on(.all)] = twin
  }

  /// Records that the text has a reference mark for the next note, and returns its label.
  mutating func beginReference(isEndnote: Bool, isOwn: Bool) -> String {
    hasReference = true
    return nextLabel(isEndnote: isEndnote, isOwn: isOwn)
  }

  /// Returns whether the text has a reference mark for the block that starts.
  ///
  /// The mark belongs to the next footnote, regardless of other blocks before it.
  mutating func takeReference(for kind: Block.Kind) -> Bool {
    defer { if kind.noteLabel != nil { hasReference = false } }
    return hasReference
  }

  /// Sets the author of the next annotation.
  mutating func setAuthor(_ text: String) { annotation.author = text.trimmed }

  /// The date of the next annotation.
  var annotationDate: String? {
    get { annotation.date }
    set { annotation.date = newValue }
  }
}

extension RTFWord.Destination {
  /// Whether the destination is a footer of pages.
  var isFooter: Bool {
    switch self {
    case .footer, .footerl, .footerr, .footerf: true
    default: false
    }
  }
}

extension Block {
  /// Returns the number of an endnote as programs show it: in lower-case Roman digits.
  static func romanLabel(_ number: Int) -> String {
    OrderedListStyle.Numbering.lowerRoman.text(of: number)
  }
}
