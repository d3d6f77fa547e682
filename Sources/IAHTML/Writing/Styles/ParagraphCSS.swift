internal import IACSS
internal import IAText

/// The CSS declarations of a paragraph attribute set.
enum ParagraphCSS {
  /// The line height of factor 1, as a multiple of the font size.
  static let naturalLineHeight = 1.2

  /// Blocks that represent any list item; the declarations depend only on whether there is one.
  static let itemBlocks = [Block(id: 0, .listItem(.init(ordinal: 1)))]

  /// Returns `itemBlocks` for a paragraph with indents in a list item, otherwise an empty array.
  static func blocks(of attributes: ParagraphAttributes) -> [Block] {
    guard attributes.firstLineIndent != nil || attributes.headIndent != nil else { return [] }
    var isItem = false
    for block in attributes.blocks {
      switch block.kind {
      case .listItem: isItem = true
      case .tableCell: isItem = false
      default: break
      }
    }
    return isItem ? itemBlocks : []
  }

  /// The minimum indent of an item in points, so that its marker stays in the column.
  private static let leastItemIndent = -18.0

  /// Returns the declarations of a paragraph; empty if it needs none.
  ///
  /// - Parameters:
  ///   - attributes: The attributes, with `blocks(of:)` as blocks.
  ///   - statesUnshown: Whether tab stops are included in custom properties, which browsers do not
  ///     show.
  static func declarations(
    _ attributes: ParagraphAttributes, statesUnshown: Bool = false
  ) -> String {
    var css = Declarations()
    css.add("text-align", attributes.alignment.map(alignment))
    let length = -2000.0...2000.0
    // A negative first line indent must not leave the page.
    let isItem = !attributes.blocks.isEmpty
    let least = isItem ? leastItemIndent : 0
    let head = min(max(attributes.headIndent ?? 0, least), 2000)
    if attributes.firstLineIndent != nil || attributes.headIndent != nil {
      let indent = (attributes.firstLineIndent ?? 0) - head
      // The marker of an item is in the space of a negative indent; the text is not moved.
      css.add(
        isItem && indent < 0 ? "--ia-text-indent" : "text-indent",
        CSSText.points(indent, in: length))
    }
    // The indent is outside of borders and shading.
    let isFramed =
      attributes.hasFrame && (attributes.shading != nil || !attributes.borders.isEmpty)
    css.add(
      isFramed || head < 0 ? "margin-inline-start" : "padding-inline-start",
      attributes.headIndent.flatMap { CSSText.points(isItem ? head : $0, in: least...2000) })
    if let stated = attributes.headIndent, isItem, stated < least {
      // The reader uses this value; browsers use the limited one before it.
      css.add("--ia-margin-inline-start", CSSText.points(stated, in: length))
      css.add(
        "--ia-text-indent", CSSText.points((attributes.firstLineIndent ?? 0) - stated, in: length))
    }
    css.add(
      isFramed ? "margin-inline-end" : "padding-inline-end",
      CSSText.points(attributes.tailIndent, in: 0...2000))
    css.add("margin-block-start", CSSText.points(attributes.spacingBefore, in: 0...2000))
    css.add("margin-block-end", CSSText.points(attributes.spacingAfter, in: 0...2000))
    switch attributes.lineHeight {
    case .multiple(let factor):
      css.add("line-height", CSSText.number(factor * naturalLineHeight, in: 0.1...100))
    case .atLeast(let least):
      css.add(
        "line-height", CSSText.points(least, in: 0...2000).map { "max(\($0),1.2em)" })
    case .exactly(let height): css.add("line-height", CSSText.points(height, in: 0.5...2000))
    case nil: break
    }
    if let first = attributes.tabStops.first(where: { $0.position > 0 }) {
      css.add("tab-size", CSSText.points(min(first.position, Self.furthestTab), in: 1...2000))
    }
    if statesUnshown { css.add("--ia-tab-stops", TabStopCSS.value(of: attributes.tabStops)) }
    if attributes.pageBreakBefore { css.add("break-before", "page") }
    FrameCSS.add(attributes, to: &css)
    return css.text
  }

  /// Returns the attributes that a reader restores from the declarations of a set, computed without
  /// parsing.
  ///
  /// Returns `nil` if the declarations must be parsed: for list items, borders and page break
  /// rules. Parsing takes about a hundred times as long, and a document can have a set for each
  /// paragraph with an indent.
  static func found(_ attributes: ParagraphAttributes) -> ParagraphAttributes? {
    guard attributes.blocks.isEmpty, !attributes.hasFrame, !attributes.keepTogether,
      attributes.keepWithNext == nil, attributes.widowControl == nil
    else { return nil }
    var found = ParagraphAttributes()
    found.alignment = attributes.alignment
    if attributes.pageBreakBefore { found.pageBreakBefore = true }
    let (first, head) = (attributes.firstLineIndent, attributes.headIndent)
    if first?.isNaN ?? false || head?.isNaN ?? false { return nil }
    if let head { found.headIndent = CSSText.shown(head, in: 0...2000) }
    if first != nil || head != nil {
      let indent = (first ?? 0) - min(max(head ?? 0, 0), 2000)
      let sum = CSSText.shown(indent, in: -2000...2000) + (found.headIndent ?? 0)
      let start = min(max(StyleBuilder.rounded(sum), -2000), 2000)
      if start != 0 || head == nil { found.firstLineIndent = start }
    }
    func length(_ value: Double?) -> Double? {
      value.flatMap { $0.isNaN ? nil : CSSText.shown($0, in: 0...2000) }
    }
    found.tailIndent = length(attributes.tailIndent)
    found.spacingBefore = length(attributes.spacingBefore)
    found.spacingAfter = length(attributes.spacingAfter)
    switch attributes.lineHeight {
    case .multiple(let factor) where !factor.isNaN:
      let height = CSSText.shown(factor * naturalLineHeight, in: 0.1...100)
      found.lineHeight = .multiple(StyleBuilder.rounded(height / naturalLineHeight))
    case .atLeast(let least) where !least.isNaN:
      found.lineHeight = .atLeast(CSSText.shown(least, in: 0...2000))
    case .exactly(let height) where !height.isNaN:
      found.lineHeight = .exactly(CSSText.shown(height, in: 0.5...2000))
    default: break
    }
    return found
  }

  /// The maximum first tab stop in points; a page number after it fits into the column of 498
  /// points.
  private static let furthestTab = 460.0

  /// Returns the value of `text-align`.
  static func alignment(_ alignment: ParagraphAttributes.Alignment) -> String {
    switch alignment {
    case .left: "left"
    case .right: "right"
    case .center: "center"
    case .justified: "justify"
    }
  }

  /// Returns whether the tab stops are unevenly spaced or not left-aligned.
  static func approximatesTabs(_ attributes: ParagraphAttributes) -> Bool {
    guard let first = attributes.tabStops.first else { return false }
    return attributes.tabStops.enumerated().contains { index, stop in
      stop.kind != .left || stop.position != first.position * Double(index + 1)
    }
  }
}
