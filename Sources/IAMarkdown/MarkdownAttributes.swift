internal import IAFormats
internal import IAText

/// Divides attributes into those that Markdown shows and those that it cannot show.
enum MarkdownAttributes {
  /// Returns the attributes that a reader did not find again, given those that it found.
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

  /// Returns the attributes of a paragraph that Markdown cannot show.
  ///
  /// They include all blocks if Markdown cannot show one of them exactly.
  ///
  /// - Parameter others: The ids of the blocks that are written as other blocks.
  static func lacking(
    _ attributes: ParagraphAttributes, except others: Set<Int>
  ) -> ParagraphAttributes {
    var lacking = attributes
    if attributes.blocks.allSatisfy({ isShown($0.kind) && !others.contains($0.id) }) {
      lacking.blocks = []
    }
    return lacking
  }

  /// Returns whether Markdown can show tags with a name, at least on some texts.
  static func isShown(_ name: String) -> Bool {
    name == MarkdownTag.alert || name == MarkdownTag.info || name == MarkdownTag.title
      || name == MarkdownTag.footnote || name == MarkdownTag.math
  }

  private static func isShown(_ kind: Block.Kind) -> Bool {
    switch kind {
    case .header(let level): (1...6).contains(level)
    case .orderedList(let style):
      style.numbering == .decimal && (0...999_999_999).contains(style.start)
        && (style.delimiter == "." || style.delimiter == ")") && style.prefix.isEmpty
    case .unorderedList(let marker): marker == nil || marker == Block.definitionMarker
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

  /// Returns the features of the attributes that are set, for reports.
  static func features(_ attributes: InlineAttributes) -> [DocumentFeature] {
    var features: [DocumentFeature] = []
    if attributes.bold { features.append(.bold) }
    if attributes.italic { features.append(.italic) }
    if attributes.code { features.append(.code) }
    if attributes.strikethrough != nil { features.append(.strikethrough) }
    if attributes.fontSize != nil { features.append(.fontSize) }
    if attributes.underline != nil { features.append(.underline) }
    if attributes.script != nil { features.append(.script) }
    if attributes.baselineOffset != nil { features.append(.baselineOffset) }
    if attributes.fontFamily != nil { features.append(.fontFamily) }
    if attributes.fontWeight != nil { features.append(.fontWeight) }
    if attributes.foreground != nil { features.append(.foreground) }
    if attributes.background != nil { features.append(.background) }
    if attributes.letterSpacing != nil { features.append(.letterSpacing) }
    if attributes.capitals != nil { features.append(.capitals) }
    if attributes.outline || attributes.shadow { features.append(.textEffect) }
    if attributes.horizontalScale != nil { features.append(.characterScaling) }
    if attributes.emphasisMark != nil { features.append(.emphasisMark) }
    if attributes.hidden { features.append(.hiddenText) }
    if attributes.language != nil { features.append(.language) }
    if attributes.direction != nil { features.append(.direction) }
    if attributes.link != nil { features.append(.link) }
    if !attributes.tags.isEmpty { features.append(.tag) }
    return features
  }

  /// Returns the features of the attributes that are set, for reports.
  static func features(_ attributes: ParagraphAttributes) -> [DocumentFeature] {
    var features: [DocumentFeature] = []
    if attributes.alignment != nil { features.append(.alignment) }
    if attributes.firstLineIndent != nil || attributes.headIndent != nil
      || attributes.tailIndent != nil
    {
      features.append(.indent)
    }
    if attributes.spacingBefore != nil || attributes.spacingAfter != nil {
      features.append(.paragraphSpacing)
    }
    if attributes.lineHeight != nil { features.append(.lineHeight) }
    if !attributes.tabStops.isEmpty { features.append(.tabStops) }
    if attributes.direction != nil { features.append(.direction) }
    if attributes.pageBreakBefore { features.append(.pageBreak) }
    if attributes.keepTogether || attributes.keepWithNext != nil { features.append(.keepTogether) }
    if attributes.widowControl != nil { features.append(.widowControl) }
    if !attributes.borders.isEmpty || !attributes.borderSpacing.isEmpty {
      features.append(.paragraphBorder)
    }
    if attributes.shading != nil { features.append(.paragraphShading) }
    if attributes.hasSection { features.append(.sectionBreak) }
    if !attributes.blocks.isEmpty { features.append(.block) }
    return features
  }
}
