internal import IAText

/// The destinations of notes, annotations, headers and footers: the state before their text.
struct RTFNotes {
  /// The author and date of the next annotation.
  private var annotation = Block.Annotation()
  /// The number of footnotes so far.
  private(set) var footnoteCount = 0
  /// Whether the text has a reference mark for the next footnote.
  private var hasReference = false
  /// The kinds of headers and footers that were read; the first of each kind is used.
  private var pageWords: Set<RTFWord.Destination> = []

  /// Returns the block for the text of a destination, or `nil` for a header or footer of a kind
  /// that was already read.
  mutating func begin(_ word: RTFWord.Destination) -> Block.Kind? {
    switch word {
    case .footnote:
      footnoteCount += 1
      return .footnote(label: String(footnoteCount))
    case .annotation:
      defer { annotation = Block.Annotation() }
      return .annotation(annotation)
    case .header, .headerl, .headerr, .headerf:
      return pageWords.insert(word).inserted ? .pageHeader : nil
    case .footer, .footerl, .footerr, .footerf:
      return pageWords.insert(word).inserted ? .pageFooter : nil
    default: return .textBox
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
    defer { if case .footnote = kind { hasReference = false } }
    return hasReference
  }

  /// Sets the author of the next annotation.
  mutating func setAuthor(_ text: String) { annotation.author = text.trimmed }

  /// Sets the date of the next annotation.
  mutating func setDate(_ text: String) {
    annotation.date = Int(text.trimmed).flatMap { RTFDateParts(packed: $0).text }
  }
}
