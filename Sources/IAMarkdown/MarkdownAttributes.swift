internal import IAText

/// The division of attributes into those that Markdown shows and those that it lacks.
enum MarkdownAttributes {
  /// Returns the attributes that a reader does not find again, given those that it found.
  static func lacking(_ attributes: InlineAttributes, found: InlineAttributes) -> InlineAttributes {
    var lacking = attributes
    if found.bold == attributes.bold { lacking.bold = false }
    if found.italic == attributes.italic { lacking.italic = false }
    if found.strikethrough == attributes.strikethrough { lacking.strikethrough = nil }
    if found.code == attributes.code { lacking.code = false }
    if found.link == attributes.link { lacking.link = nil }
    if found.script == attributes.script { lacking.script = nil }
    if found.underline == attributes.underline { lacking.underline = nil }
    lacking.tags.removeAll { found.tags.contains($0) }
    return lacking
  }

  /// Returns the attributes of a paragraph that Markdown lacks; all blocks if it lacks a part of
  /// any.
  ///
  /// - Parameter lists: The ids of the lists of definitions that are written as other lists.
  static func lacking(
    _ attributes: ParagraphAttributes, except lists: Set<Int>
  ) -> ParagraphAttributes {
    var lacking = attributes
    if attributes.blocks.allSatisfy({ isShown($0.kind) && !lists.contains($0.id) }) {
      lacking.blocks = []
    }
    return lacking
  }

  /// Returns whether Markdown shows the tags of a name on some texts.
  static func isShown(_ name: String) -> Bool {
    name == MarkdownTag.alert || name == MarkdownTag.info || name == MarkdownTag.title
      || name == MarkdownTag.footnote || name == MarkdownTag.math
  }

  private static func isShown(_ kind: Block.Kind) -> Bool {
    switch kind {
    case .header(let level): (1...6).contains(level)
    case .orderedList(let style):
      style.numbering == .decimal && (0...999_999_999).contains(style.start)
        && (style.delimiter == "." || style.delimiter == ")")
    case .unorderedList(let marker): marker == nil || marker == MarkdownTag.definition
    case .table(let table):
      table.borderWidth == nil && !table.hasDetails
        && table.columns.allSatisfy { $0.width == nil && $0.alignment != .justified }
    case .tableRow(_, let height): height == nil
    case .tableCell(let cell): cell == .init(column: cell.column)
    case .footnote(let label): FootnoteLabels.valid(label) == label
    case .endnote, .annotation, .pageHeader, .pageFooter, .textBox: false
    default: true
    }
  }

  /// Returns the names of the attributes that are set, for reports.
  static func features(_ attributes: InlineAttributes) -> [String] {
    var names: [String] = []
    if attributes.bold { names.append("bold") }
    if attributes.italic { names.append("italic") }
    if attributes.code { names.append("code") }
    if attributes.strikethrough != nil { names.append("strikethrough") }
    if attributes.fontSize != nil { names.append("font-size") }
    if attributes.underline != nil { names.append("underline") }
    if attributes.script != nil { names.append("script") }
    if attributes.baselineOffset != nil { names.append("baseline-offset") }
    if attributes.fontFamily != nil { names.append("font-family") }
    if attributes.fontWeight != nil { names.append("font-weight") }
    if attributes.foreground != nil || attributes.background != nil { names.append("color") }
    if attributes.letterSpacing != nil { names.append("letter-spacing") }
    if attributes.capitals != nil { names.append("capitals") }
    if attributes.outline || attributes.shadow { names.append("text-effect") }
    if attributes.horizontalScale != nil { names.append("character-scaling") }
    if attributes.emphasisMark != nil { names.append("emphasis-mark") }
    if attributes.hidden { names.append("hidden-text") }
    if attributes.language != nil { names.append("language") }
    if attributes.direction != nil { names.append("direction") }
    if attributes.link != nil { names.append("link") }
    if !attributes.tags.isEmpty { names.append("tag") }
    return names
  }

  /// Returns the names of the attributes that are set, for reports.
  static func features(_ attributes: ParagraphAttributes) -> [String] {
    var names: [String] = []
    if attributes.alignment != nil { names.append("alignment") }
    if attributes.firstLineIndent != nil || attributes.headIndent != nil
      || attributes.tailIndent != nil
    {
      names.append("indent")
    }
    if attributes.spacingBefore != nil || attributes.spacingAfter != nil { names.append("spacing") }
    if attributes.lineHeight != nil { names.append("line-height") }
    if !attributes.tabStops.isEmpty { names.append("tab-stops") }
    if attributes.direction != nil { names.append("direction") }
    if attributes.pageBreakBefore { names.append("page-break") }
    if attributes.keepTogether || attributes.keepWithNext { names.append("keep-together") }
    if attributes.widowControl != nil { names.append("widow-control") }
    if !attributes.borders.isEmpty || !attributes.borderSpacing.isEmpty {
      names.append("paragraph-border")
    }
    if attributes.shading != nil { names.append("paragraph-shading") }
    if !attributes.blocks.isEmpty { names.append("block") }
    return names
  }
}
