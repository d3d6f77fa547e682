extension InlineAttributes {
  /// Returns these attributes, overridden by the attributes that another value sets.
  public func overridden(by other: InlineAttributes) -> InlineAttributes {
    var merged = self
    merged.fontSize = other.fontSize ?? fontSize
    merged.bold = other.bold || bold
    merged.italic = other.italic || italic
    merged.underline = other.underline ?? underline
    merged.strikethrough = other.strikethrough ?? strikethrough
    merged.script = other.script ?? script
    merged.baselineOffset = other.baselineOffset ?? baselineOffset
    merged.fontFamily = other.fontFamily ?? fontFamily
    merged.fontWeight = other.fontWeight ?? fontWeight
    merged.foreground = other.foreground ?? foreground
    merged.background = other.background ?? background
    merged.letterSpacing = other.letterSpacing ?? letterSpacing
    merged.capitals = other.capitals ?? capitals
    merged.outline = other.outline || outline
    merged.shadow = other.shadow || shadow
    merged.horizontalScale = other.horizontalScale ?? horizontalScale
    merged.emphasisMark = other.emphasisMark ?? emphasisMark
    merged.hidden = other.hidden || hidden
    merged.language = other.language ?? language
    merged.direction = other.direction ?? direction
    merged.code = other.code || code
    merged.link = other.link ?? link
    for tag in other.tags { merged[tag: tag.name] = tag.value }
    return merged
  }
}

extension ParagraphAttributes {
  /// Returns these attributes, overridden by the attributes that another value sets, except its blocks.
  public func overridden(by other: ParagraphAttributes) -> ParagraphAttributes {
    var merged = self
    merged.alignment = other.alignment ?? alignment
    merged.firstLineIndent = other.firstLineIndent ?? firstLineIndent
    merged.headIndent = other.headIndent ?? headIndent
    merged.tailIndent = other.tailIndent ?? tailIndent
    merged.spacingBefore = other.spacingBefore ?? spacingBefore
    merged.spacingAfter = other.spacingAfter ?? spacingAfter
    merged.lineHeight = other.lineHeight ?? lineHeight
    merged.tabStops = other.tabStops.isEmpty ? tabStops : other.tabStops
    merged.direction = other.direction ?? direction
    merged.pageBreakBefore = other.pageBreakBefore || pageBreakBefore
    merged.keepTogether = other.keepTogether || keepTogether
    merged.keepWithNext = other.keepWithNext ?? keepWithNext
    merged.widowControl = other.widowControl ?? widowControl
    if other.hasSection { merged.section = other.section }
    merged.borders = borders.overridden(by: other.borders)
    merged.borderSpacing = borderSpacing.overridden(by: other.borderSpacing)
    merged.shading = other.shading ?? shading
    return merged
  }
}

extension Sides {
  /// Returns these values, overridden by the values that another one has.
  fileprivate func overridden(by other: Sides) -> Sides {
    Sides(
      top: other.top ?? top, right: other.right ?? right, bottom: other.bottom ?? bottom,
      left: other.left ?? left)
  }
}
