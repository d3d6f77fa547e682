internal import IAText

/// The default spacing between paragraphs of a text with headings, lists, quotes or tables, as in a
/// browser.
///
/// It applies to paragraphs without spacing of their own. Texts without these blocks, especially
/// messages, do not change, unless they set a default paragraph spacing.
enum ReadingRoom {
  /// Above a heading, below one, between other blocks, and between the items of a list, as
  /// fractions of the font size.
  private static let (aboveHeading, belowHeading, between, items) = (0.9, 0.3, 0.5, 0.15)

  /// Returns the string with room.
  ///
  /// - Parameters:
  ///   - string: The string.
  ///   - fontSize: The size of text that has none, in points.
  /// - Complexity: O(*p* log *n*) for *p* paragraphs.
  static func spread(
    _ string: IAString, fontSize: Double = DisplayOptions.defaultFontSize
  ) -> IAString {
    let paragraphs = string.paragraphs
    let spacing = string.options.paragraphSpacing
    guard spacing ?? 0 > 0 || paragraphs.contains(where: { !$0.attributes.blocks.isEmpty }) else {
      return string
    }
    var spread = string
    for (upper, lower) in zip(paragraphs, paragraphs.dropFirst()) {
      let room = room(between: upper.attributes, and: lower.attributes, spacing, fontSize)
      guard room > 0, upper.attributes.spacingAfter == nil,
        lower.attributes.spacingBefore == nil
      else { continue }
      if !hasGround(lower.attributes) {
        spread.updateParagraphAttributes(in: lower.utf16Range) { $0.spacingBefore = room }
      } else if !hasGround(upper.attributes) {
        spread.updateParagraphAttributes(in: upper.utf16Range) { $0.spacingAfter = room }
      }
    }
    return spread
  }

  /// Returns the string with the paragraph spacing of its document after each paragraph that has no
  /// spacing after it, and no other room.
  ///
  /// - Complexity: O(*p* log *n*) for *p* paragraphs.
  static func stated(_ string: IAString) -> IAString {
    guard let spacing = string.options.paragraphSpacing, spacing > 0 else { return string }
    var spread = string
    for paragraph in string.paragraphs
    where paragraph.attributes.takesDocumentSpacing && paragraph.attributes.spacingAfter == nil {
      spread.updateParagraphAttributes(in: paragraph.utf16Range) { $0.spacingAfter = spacing }
    }
    return spread
  }

  private static func room(
    between upper: ParagraphAttributes, and lower: ParagraphAttributes, _ spacing: Double?,
    _ fontSize: Double
  ) -> Double {
    if let spacing, upper.takesDocumentSpacing, !isHeading(lower) { return spacing }
    if let block = lower.blocks.first, block.id == upper.blocks.first?.id {
      switch block.kind {
      case .orderedList, .unorderedList: return items * fontSize
      case .blockQuote, .footnote, .endnote, .annotation, .textBox: return between / 2 * fontSize
      default: return 0
      }
    }
    if isHeading(lower) { return aboveHeading * fontSize }
    return (isHeading(upper) ? belowHeading : between) * fontSize
  }

  private static func isHeading(_ attributes: ParagraphAttributes) -> Bool {
    attributes.blocks.contains { if case .header = $0.kind { true } else { false } }
  }

  /// Returns whether a background or border is drawn that would include the paragraph's spacing.
  private static func hasGround(_ attributes: ParagraphAttributes) -> Bool {
    attributes.blocks.contains { block in
      switch block.kind {
      case .table, .blockQuote, .codeBlock: true
      default: false
      }
    }
  }
}
