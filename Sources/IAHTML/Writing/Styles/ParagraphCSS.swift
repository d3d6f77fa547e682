internal import IACSS
internal import IAText

/// The declarations of a set of paragraph attributes.
enum ParagraphCSS {
  /// The height of a line with a factor of 1, in font sizes.
  static let naturalLineHeight = 1.2

  /// The blocks that represent those of any list item: only that there is one matters to the
  /// declarations.
  static let itemBlocks = [Block(id: 0, .listItem(.init(ordinal: 1)))]

  /// Returns `itemBlocks` for a paragraph in a list item with indents of its own, otherwise none.
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

  /// The lowest indent of an item, in points: its marker remains in the column.
  private static let leastItemIndent = -18.0

  /// Returns the declarations of a paragraph; empty where it is an ordinary one.
  ///
  /// - Parameters:
  ///   - attributes: The attributes, with `blocks(of:)` of the paragraph.
  ///   - statesUnshown: Whether tab stops are stated although no program shows them.
  static func declarations(
    _ attributes: ParagraphAttributes, statesUnshown: Bool = false
  ) -> String {
    var css = Declarations()
    css.add("text-align", attributes.alignment.map(alignment))
    let length = -2000.0...2000.0
    // A hanging first line must not leave the page.
    let isItem = !attributes.blocks.isEmpty
    let least = isItem ? leastItemIndent : 0
    let head = min(max(attributes.headIndent ?? 0, least), 2000)
    if attributes.firstLineIndent != nil || attributes.headIndent != nil {
      let indent = (attributes.firstLineIndent ?? 0) - head
      // The marker of an item is before its text, and only that is in a negative indent.
      css.add(
        isItem && indent < 0 ? "--ia-text-indent" : "text-indent",
        CSSText.points(indent, in: length))
    }
    // The indent is outside borders and shading.
    let isFramed =
      attributes.hasFrame && (attributes.shading != nil || !attributes.borders.isEmpty)
    css.add(
      isFramed || head < 0 ? "margin-inline-start" : "padding-inline-start",
      attributes.headIndent.flatMap { CSSText.points(isItem ? head : $0, in: least...2000) })
    if let stated = attributes.headIndent, isItem, stated < least {
      // The place that is shown is followed by the one that is stated.
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

  /// Returns the attributes that a reader finds in the declarations of a set, as far as they follow from its
  /// numbers; `nil` if the declarations must be read: for items, frames and the rules of pages.
  ///
  /// Documents may have a set for each paragraph with an indent, and reading takes a hundred times as long.
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

  /// The furthest tab stop, in points: a page number behind it still fits into the column of 498.
  private static let furthestTab = 460.0

  /// Returns the value of `text-align` for an alignment.
  static func alignment(_ alignment: ParagraphAttributes.Alignment) -> String {
    switch alignment {
    case .left: "left"
    case .right: "right"
    case .center: "center"
    case .justified: "justify"
    }
  }

  /// Returns whether the tab stops are not at one distance, or not left-aligned.
  static func approximatesTabs(_ attributes: ParagraphAttributes) -> Bool {
    guard let first = attributes.tabStops.first else { return false }
    return attributes.tabStops.enumerated().contains { index, stop in
      stop.kind != .left || stop.position != first.position * Double(index + 1)
    }
  }
}
