internal import IAText

/// The destinations of notes, annotations, headers and footers: the state before their text.
struct RTFNotes {
  /// The author and date of the next annotation.
  private var annotation = Block.Annotation()
  /// The number of footnotes so far.
  private(set) var footnoteCount = 0
  /// Whether the text has a reference mark for the next footnote.
  private var hasReference = false
  /// Whether left and right pages have headers of their own.
  var hasFacingPages = false
  /// The headers and footers of the section that were read; the first of each kind is used.
  private var pageKinds: Set<Block.Kind> = []

  /// Returns the block for the text of a destination, or `nil` for a header or footer of a kind
  /// that the section already has, or of pages that do not exist.
  mutating func begin(_ word: RTFWord.Destination) -> Block.Kind? {
    switch word {
    case .footnote:
      footnoteCount += 1
      return .footnote(label: String(footnoteCount))
    case .annotation:
      defer { annotation = Block.Annotation() }
      return .annotation(annotation)
    case _ where !hasPages(word): return nil
    case .header, .headerl, .headerr, .headerf:
      return firstOfKind(.pageHeader(on: pages(of: word)))
    case .footer, .footerl, .footerr, .footerf:
      return firstOfKind(.pageFooter(on: pages(of: word)))
    default: return .textBox
    }
  }

  /// Returns whether the document has the pages of a header or footer: left pages exist only if
  /// pages face each other (`\facingp`).
  func hasPages(_ word: RTFWord.Destination) -> Bool {
    hasFacingPages || word != .headerl && word != .footerl
  }

  private mutating func firstOfKind(_ kind: Block.Kind) -> Block.Kind? {
    pageKinds.insert(kind).inserted ? kind : nil
  }

  /// Starts a section, which can have headers and footers of its own.
  mutating func beginSection() { pageKinds.removeAll() }

  private func pages(of word: RTFWord.Destination) -> Block.Pages {
    switch word {
    case .headerf, .footerf: .first
    case .headerl, .footerl: .even
    // Without facing pages, this is the header of all pages.
    case .headerr, .footerr: hasFacingPages ? .odd : .all
    default: .all
    }
  }

  /// Records that the text has a reference mark for the next footnote, and returns its number.
  mutating func beginReference() -> Int {
    hasReference = true
    return footnoteCount + 1
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

  /// Sets the date of the next annotation.
  mutating func setDate(_ text: String) {
    annotation.date = Int(text.trimmed).flatMap { RTFDateParts(packed: $0).text }
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
