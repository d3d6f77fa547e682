internal import IAFormats
internal import IAText

/// The default spacing between paragraphs of a text with headings, lists, quotes or tables, as in a
/// browser.
///
/// It applies to paragraphs that state no spacing. Texts without these blocks, especially messages, do not change,
/// unless they set a default paragraph spacing.
enum ReadingRoom {
  /// The spacing above a heading, below a heading, between other blocks, and between the items of a list, as fractions
  /// of the font size.
  fileprivate static let (aboveHeading, belowHeading, between, items) = (0.9, 0.3, 0.5, 0.15)

  /// Returns the string with the default spacing between its paragraphs.
  ///
  /// - Parameters:
  ///   - string: The string.
  ///   - fontSize: The default font size in points, for text that states none.
  ///   - codePadding: The padding in points above and below the text of a code block, inside its background.
  /// - Complexity: O(*p* log *n*) for *p* paragraphs.
  static func spread(
    _ string: IAString, fontSize: Double = DisplayOptions.defaultFontSize, codePadding: Double = 0
  ) -> IAString {
    let paragraphs = string.paragraphs
    let spacing = string.options.paragraphSpacing
    guard spacing ?? 0 > 0 || paragraphs.contains(where: { !$0.attributes.blocks.isEmpty }) else {
      return string
    }
    var spread = string
    for (upper, lower) in zip(paragraphs, paragraphs.dropFirst()) {
      let border = Boundary(upper.attributes, lower.attributes)
      let room = border.room(spacing, fontSize) + Double(border.codeEdges) * codePadding
      // Spacing above the first paragraph and below the last one of a cell is inside the table, so that it does not
      // replace the spacing around the table.
      guard room > 0, border.endsTable || upper.attributes.spacingAfter == nil,
        border.startsTable || lower.attributes.spacingBefore == nil
      else { continue }
      if !border.startsTable {
        spread.updateParagraphAttributes(in: lower.utf16Range) { $0.spacingBefore = room }
      } else if !border.endsTable {
        spread.updateParagraphAttributes(in: upper.utf16Range) { $0.spacingAfter = room }
      }
    }
    return spread
  }

  /// Returns the string with the spacing of printed pages: only that which the document states.
  ///
  /// The default paragraph spacing of the document is added after each paragraph that states none. Headings get the
  /// font size and the spacing that RTF defines for them.
  ///
  /// - Parameters:
  ///   - string: The string.
  ///   - collapsesSpacing: Whether the space between two paragraphs is the maximum of the space below the first and the
  ///     space above the second, instead of their sum.
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
    collapseAfterNestedTables(in: &stated)
    return stated
  }

  /// Sets the height and the spacing of each empty paragraph between a nested table and the end of its cell to 0.
  ///
  /// A cell cannot end with a table, so that such a paragraph is required; Word and LibreOffice show no line for it.
  private static func collapseAfterNestedTables(in string: inout IAString) {
    var last: [Block] = []
    var candidate: (range: Range<Int>, cell: Int)?
    func collapse(_ range: Range<Int>) {
      string.updateParagraphAttributes(in: range) {
        ($0.lineHeight, $0.spacingBefore, $0.spacingAfter) = (.exactly(0), 0, 0)
      }
    }
    for paragraph in string.paragraphs {
      let blocks = paragraph.attributes.blocks
      if let found = candidate, !blocks.contains(where: { $0.id == found.cell }) {
        collapse(found.range)
      }
      candidate = nil
      if paragraph.contentRange.isEmpty, let cell = blocks.last, case .tableCell = cell.kind,
        last.count > blocks.count, last[blocks.count - 1].id == cell.id,
        case .table = last[blocks.count].kind
      {
        candidate = (paragraph.utf16Range, cell.id)
      }
      last = blocks
    }
    if let candidate { collapse(candidate.range) }
  }

  /// Reduces the space above each paragraph by the space below the paragraph before it, if both are in the same flow of
  /// text and the paragraph starts neither a page nor a section.
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

  /// Returns the ids of the blocks around a paragraph that have their own flow of text, such as cells and notes.
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

  /// Sets the font size and the spacing of a heading to those that RTF defines, unless the document states them.
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

  /// Returns the space between two consecutive tables in points.
  ///
  /// - Parameter fontSize: The default font size in points, for text that states none.
  static func betweenTables(fontSize: Double) -> Double { between * fontSize }
}

extension ReadingRoom {
  /// The boundary between two consecutive paragraphs.
  private struct Boundary {
    private let upper: ParagraphAttributes
    private let lower: ParagraphAttributes
    /// The number of blocks that contain both paragraphs.
    private let shared: Int

    init(_ upper: ParagraphAttributes, _ lower: ParagraphAttributes) {
      self.upper = upper
      self.lower = lower
      var count = 0
      while count < min(upper.blocks.count, lower.blocks.count),
        upper.blocks[count].id == lower.blocks[count].id
      {
        count += 1
      }
      shared = count
    }

    /// Whether a table starts between the paragraphs.
    var startsTable: Bool { lower.blocks[shared...].contains { Self.isTable($0) } }
    /// Whether a table ends between the paragraphs.
    var endsTable: Bool { upper.blocks[shared...].contains { Self.isTable($0) } }

    /// Whether a block with a background or lines starts or ends between the paragraphs: a table, quote or code block.
    private var isBox: Bool {
      func isBox(_ block: Block) -> Bool {
        switch block.kind {
        case .table, .blockQuote, .codeBlock: true
        default: false
        }
      }
      return lower.blocks[shared...].contains(where: isBox)
        || upper.blocks[shared...].contains(where: isBox)
    }

    /// The number of code blocks that start or end between the paragraphs.
    var codeEdges: Int {
      func hasCode(_ blocks: ArraySlice<Block>) -> Bool {
        blocks.contains { if case .codeBlock = $0.kind { true } else { false } }
      }
      return (hasCode(lower.blocks[shared...]) ? 1 : 0)
        + (hasCode(upper.blocks[shared...]) ? 1 : 0)
    }

    private static func isTable(_ block: Block) -> Bool {
      if case .table = block.kind { true } else { false }
    }

    /// Returns the space between the paragraphs in points.
    ///
    /// - Parameters:
    ///   - spacing: The space between paragraphs that the document states.
    ///   - fontSize: The default font size, for text that states none.
    func room(_ spacing: Double?, _ fontSize: Double) -> Double {
      if let spacing, upper.takesDocumentSpacing, lower.headingLevel == nil { return spacing }
      return share * fontSize
    }

    /// The space between the paragraphs as a fraction of the font size.
    private var share: Double {
      guard shared > 0 else {
        if lower.headingLevel != nil { return aboveHeading }
        return upper.headingLevel != nil ? belowHeading : between
      }
      return switch lower.blocks[shared - 1].kind {
      case .listItem where upper.blocks.count == shared && lower.blocks.count == shared:
        // Two paragraphs of one item.
        between / 2
      case .orderedList, .unorderedList, .listItem: isBox ? between / 2 : items
      case .textBox: between
      case .blockQuote, .footnote, .endnote, .annotation:
        isBox || lower.headingLevel != nil ? between : between / 2
      case .tableCell: isBox ? between : 0
      default: 0
      }
    }
  }
}

extension ParagraphAttributes {
  /// The heading level of the paragraph; `nil` if it is not a heading.
  fileprivate var headingLevel: Int? {
    for block in blocks {
      if case .header(let level) = block.kind { return level }
    }
    return nil
  }
}
