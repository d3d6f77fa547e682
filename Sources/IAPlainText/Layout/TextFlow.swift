internal import IAText

/// The order of paragraphs and the blank lines between them in plain and terminal text.
struct TextFlow {
  /// Whether a blank line separates paragraphs that are in no block.
  let separatesParagraphs: Bool

  /// Creates the rules for a document.
  ///
  /// - Parameter separatesParagraphs: Whether the format that the document was read from separates
  ///   paragraphs by space.
  init(_ string: IAString, separatesParagraphs: Bool) {
    self.separatesParagraphs = separatesParagraphs || string.options.paragraphSpacing ?? 0 >= 3
  }

  /// Returns the paragraphs in the order of lines: notes last, without headers and footers of pages.
  static func paragraphs(of string: IAString) -> [IAString.Paragraph] {
    let shown = string.paragraphs.filter { paragraph in
      !paragraph.attributes.blocks.contains(where: \.kind.isRunning)
    }
    return shown.filter { !isNote($0) } + shown.filter { isNote($0) }
  }

  private static func isNote(_ paragraph: IAString.Paragraph) -> Bool {
    paragraph.attributes.blocks.contains { $0.kind.noteLabel != nil }
  }

  /// Returns whether a blank line comes between two paragraphs: between blocks, and between
  /// paragraphs with space.
  func hasGap(between previous: ParagraphAttributes, and next: ParagraphAttributes) -> Bool {
    let (upper, lower) = (previous.blocks, next.blocks)
    if let block = lower.first, block.id == upper.first?.id {
      switch block.kind {
      case .blockQuote, .textBox, .annotation:
        return lower.dropFirst().first?.id != upper.dropFirst().first?.id || lower.count == 1
      default: return false
      }
    }
    if !upper.isEmpty || !lower.isEmpty { return true }
    return separatesParagraphs || (previous.spacingAfter ?? 0) + (next.spacingBefore ?? 0) >= 3
  }
}

extension Block.Kind {
  /// Whether it is a header or a footer of pages.
  fileprivate var isRunning: Bool {
    switch self {
    case .pageHeader, .pageFooter: true
    default: false
    }
  }
}
