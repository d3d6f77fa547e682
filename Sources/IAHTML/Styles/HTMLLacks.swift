internal import IAFormats
internal import IAText

extension HiddenDataEncoder.Lacks {
  /// What a page of a profile does not show of attributes.
  static func html(isStyled: Bool) -> Self {
    Self(
      inline: { isStyled ? $0.lackingInStyledPage : $0.lackingInSemanticPage },
      paragraph: { $0.lackingInPage(isStyled: isStyled) })
  }
}

extension InlineAttributes {
  fileprivate var lackingInSemanticPage: InlineAttributes {
    var rest = self
    rest.bold = false
    rest.italic = false
    if underline == Underline() { rest.underline = nil }
    if strikethrough == .single { rest.strikethrough = nil }
    rest.script = nil
    rest.hidden = false
    rest.code = false
    rest.direction = nil
    if language.map(SafeURL.isLanguageTag) ?? true { rest.language = nil }
    if let link, SafeURL.isHarmless(link.url), self[tag: NoteLabels.tag] == nil { rest.link = nil }
    rest[tag: NoteLabels.tag] = nil
    return rest
  }

  fileprivate var lackingInStyledPage: InlineAttributes {
    var rest = lackingInSemanticPage
    if underline?.style != .words { rest.underline = nil }
    rest.strikethrough = nil
    rest.foreground = nil
    rest.background = nil
    rest.capitals = nil
    if CSSText.isExact(fontSize, in: 0.5...2000) { rest.fontSize = nil }
    if CSSText.isExact(letterSpacing, in: -100...100) { rest.letterSpacing = nil }
    if CSSText.isExact(baselineOffset, in: -1000...1000) { rest.baselineOffset = nil }
    if (1...1000).contains(fontWeight ?? 1) { rest.fontWeight = nil }
    if fontFamily.map({ CSSText.fontFamily($0) != nil }) ?? true { rest.fontFamily = nil }
    return rest
  }
}

extension ParagraphAttributes {
  fileprivate func lackingInPage(isStyled: Bool) -> ParagraphAttributes {
    var rest = self
    rest.direction = nil
    if blocks.indices.allSatisfy({ isShown($0, isStyled: isStyled) }) { rest.blocks = [] }
    guard isStyled else { return rest }
    rest.alignment = nil
    rest.pageBreakBefore = false
    let lengths = 0.0...2000.0
    if CSSText.isExact(headIndent, in: lengths), CSSText.isExact(firstLineIndent, in: lengths) {
      rest.headIndent = nil
      rest.firstLineIndent = nil
    }
    if CSSText.isExact(tailIndent, in: lengths) { rest.tailIndent = nil }
    if CSSText.isExact(spacingBefore, in: lengths) { rest.spacingBefore = nil }
    if CSSText.isExact(spacingAfter, in: lengths) { rest.spacingAfter = nil }
    if case .exactly(let height) = lineHeight, CSSText.isExact(height, in: 0.5...2000) {
      rest.lineHeight = nil
    }
    return rest
  }

  /// Whether the page shows all of one of the blocks.
  private func isShown(_ index: Int, isStyled: Bool) -> Bool {
    let kind = blocks[index].kind
    if kind.isLeaf, index < blocks.count - 1 { return false }
    switch kind {
    case .header(let level): return (1...6).contains(level)
    case .codeBlock(let language): return language.map(BodyWriter.isClassName) ?? true
    case .orderedList(let style):
      return style.delimiter == "." || (isStyled && style.delimiter.count <= 8)
    case .unorderedList(let marker):
      return marker.map { isStyled && $0.count <= 8 } ?? true
    case .table(let table):
      return isStyled
        || (table.borderWidth == nil && table.columns.allSatisfy { $0.width == nil })
    case .tableCell(let cell): return isStyled || cell.shading == nil
    default: return true
    }
  }
}

extension CSSText {
  /// Whether the style sheet gives a number just as it is; true for none.
  static func isExact(_ value: Double?, in range: ClosedRange<Double>) -> Bool {
    guard let value else { return true }
    return number(value, in: range).flatMap(Double.init) == value
  }
}
