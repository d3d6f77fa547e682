internal import IAFormats
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
  /// spacing after it, with headings of the size and the spacing that RTF has for them, and no other
  /// room.
  ///
  /// - Parameters:
  ///   - string: The string.
  ///   - collapsesSpacing: Whether the space between two paragraphs is the larger of that below the
  ///     first and that above the second.
  /// - Complexity: O(*p* log *n*) for *p* paragraphs.
  static func stated(_ string: IAString, _ collapsesSpacing: Bool = false) -> IAString {
    var stated = string
    let spacing = string.options.paragraphSpacing ?? 0
    for paragraph in string.paragraphs {
      if let level = paragraph.attributes.headingLevel {
        setHeading(paragraph, level, in: &stated)
      } else if spacing > 0, paragraph.attributes.takesDocumentSpacing,
        paragraph.attributes.spacingAfter == nil
      {
        stated.updateParagraphAttributes(in: paragraph.utf16Range) { $0.spacingAfter = spacing }
      }
    }
    if collapsesSpacing { collapseSpacing(in: &stated) }
    return stated
  }

  /// Reduces the space above each paragraph by that below the paragraph before it in the same cell,
  /// note or text, unless the paragraph starts a page.
  private static func collapseSpacing(in string: inout IAString) {
    let paragraphs = string.paragraphs
    for (upper, lower) in zip(paragraphs, paragraphs.dropFirst()) {
      let (below, above) = (
        max(upper.attributes.spacingAfter ?? 0, 0), max(lower.attributes.spacingBefore ?? 0, 0)
      )
      guard below > 0, above > 0, !lower.attributes.pageBreakBefore,
        lower.attributes.section == nil, flow(of: upper.attributes) == flow(of: lower.attributes)
      else { continue }
      string.updateParagraphAttributes(in: lower.utf16Range) {
        $0.spacingBefore = max(above - below, 0)
      }
    }
  }

  /// Returns the ids of the blocks around a paragraph whose text does not continue that before them.
  private static func flow(of attributes: ParagraphAttributes) -> [Int] {
    attributes.blocks.filter { block in
      switch block.kind {
      case .table, .tableRow, .tableCell, .footnote, .endnote, .annotation, .pageHeader,
        .pageFooter, .textBox:
        true
      default: false
      }
    }.map(\.id)
  }

  /// Sets the size and the spacing of a heading that its document does not state because they are
  /// those of RTF.
  private static func setHeading(
    _ paragraph: IAString.Paragraph, _ level: Int, in string: inout IAString
  ) {
    let index = min(max(level, 1), RTFHeadings.spacing.count) - 1
    let (before, after) = RTFHeadings.spacing[index]
    let size = Double(RTFHeadings.halfPoints[index]) / 2
    string.updateParagraphAttributes(in: paragraph.utf16Range) {
      $0.spacingBefore = $0.spacingBefore ?? Double(before) / 20
      $0.spacingAfter = $0.spacingAfter ?? Double(after) / 20
    }
    string.updateAttributes(in: paragraph.utf16Range) { $0.fontSize = $0.fontSize ?? size }
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
    attributes.headingLevel != nil
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

extension ParagraphAttributes {
  /// The level of the heading that the paragraph is; `nil` for other paragraphs.
  fileprivate var headingLevel: Int? {
    for block in blocks {
      if case .header(let level) = block.kind { return level }
    }
    return nil
  }
}
