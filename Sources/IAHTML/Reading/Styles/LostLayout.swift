internal import IACSS
internal import IAFormats
internal import IAMarkup
internal import IAText

/// The properties of one element whose values are known, but that have no effect on the document.
enum LostLayout {
  /// The margin of `body` in points that browsers set (HTML Standard, section 15.3.3).
  private static let pageMargin = 6.0

  /// Returns a note for each lost property of an element in a page of another program.
  ///
  /// - Parameters:
  ///   - style: The computed style of the element.
  ///   - builder: The builder that made the style.
  ///   - tag: The name of the element.
  static func notes(
    of style: ComputedStyle, _ builder: StyleBuilder, _ tag: MarkupName
  ) -> [CSSUnread] {
    var notes: [CSSUnread] = []
    if builder.lines.contains(.through),
      builder.lineColor != nil || builder.lineStyle != .single && builder.lineStyle != .double
    {
      notes.append(note(.strikethroughStyle, "text-decoration", isApproximated: true))
    }
    // Insertions and deletions of the model have their lines regardless of declarations.
    if style.hasNoUnderline, tag == .ins || tag == .del && !builder.lines.contains(.through) {
      notes.append(
        note(tag == .ins ? .underlineStyle : .strikethroughStyle, "text-decoration"))
    }
    if style.display == .listItem, tag != .li, tag != .summary,
      style.listMarker != CSSDeclaration.ListMarker.none
    {
      notes.append(note(.listMarker, "display"))
    }
    if case .calculated(_)? = builder.boxWidth, builder.box == .cell || builder.isPicture,
      builder.boxWidth.flatMap({ builder.lengths.points($0) }) == nil
    {
      notes.append(note(.size, "width"))
    }
    switch builder.box {
    case .inline where !builder.isBlock && style.flow.floats.isEmpty:
      if style.flow.inlineBoxes.isEmpty { notes += inlineNotes(of: style, builder, tag) }
    case .list where style.background != nil:
      notes.append(note(.paragraphShading, "background"))
    case .block, .group:
      if tag == .li { notes += itemNotes(of: style) }
      if style.flow.frames.first?.hasTransparentBorder ?? false {
        notes.append(note(.padding, "border"))
      }
      // The widths of floating blocks, and those of rules, are noted elsewhere.
      if isNarrower(builder.boxWidth), style.flow.floats.isEmpty, tag != .hr {
        notes.append(note(.size, "width"))
      }
    case .page:
      if isNarrower(builder.boxWidth) { notes.append(note(.size, "width")) }
      let lengths = [builder.margins.start, builder.margins.end, style.spacingBefore]
      let isMoved = lengths.contains { abs($0 ?? 0) > Self.pageMargin }
      if isMoved || builder.paddings.start ?? 0 > 0 || builder.paddings.end ?? 0 > 0 {
        notes.append(note(.pageLayout, "margin"))
      }
    case .cell:
      let isBeside = builder.margins.start ?? 0 != 0 || builder.margins.end ?? 0 != 0
      if isBeside, tag == .table, style.flow.floats.isEmpty {
        notes.append(note(.tablePosition, "margin"))
      }
      if let display = style.display, display != .none, tag != .table {
        notes.append(note(.tableLayout, "display"))
      }
    default: break
    }
    return notes
  }

  /// Returns whether a declared width can differ from that of the block around the element.
  private static func isNarrower(_ width: CSSLength?) -> Bool {
    switch width {
    case .percent(let share): share < 1
    case nil: false
    default: true
    }
  }

  private static func inlineNotes(
    of style: ComputedStyle, _ builder: StyleBuilder, _ tag: MarkupName
  ) -> [CSSUnread] {
    var notes: [CSSUnread] = []
    let isPicture = builder.isPicture
    let isBeside = builder.margins.start ?? 0 != 0 || builder.margins.end ?? 0 != 0
    let isAround = style.spacingBefore ?? 0 > 0 || style.spacingAfter ?? 0 > 0
    if isBeside || isAround && isPicture {
      notes.append(note(isPicture ? .pictureLayout : .margin, "margin"))
    }
    let isField = ElementKind.isReplaced(tag) && !isPicture
    if isPicture || isField, builder.paddings.start ?? 0 > 0 || builder.paddings.end ?? 0 > 0 {
      notes.append(note(isPicture ? .pictureLayout : .padding, "padding"))
    }
    if isField, builder.boxWidth != nil { notes.append(note(.size, "width")) }
    if isField, style.display == .block { notes.append(note(.boxLayout, "display")) }
    if tag == .input || tag == .select || tag == .textarea, style.alignment != nil {
      notes.append(note(.alignment, "text-align"))
    }
    if isPicture, style.background != nil { notes.append(note(.pictureLayout, "background")) }
    if !ElementKind.isReplaced(tag),
      style.lineHeight != builder.parent.lineHeight,
      style.shownLineHeight > builder.parent.shownLineHeight
    {
      notes.append(note(.lineHeight, "line-height"))
    }
    return notes
  }

  /// Returns the notes for an item whose `display` is another one: it has no marker, and inline items
  /// are beside each other.
  private static func itemNotes(of style: ComputedStyle) -> [CSSUnread] {
    switch style.display {
    case .inline, .inlineBlock: [note(.boxLayout, "display")]
    case .block, .table:
      style.listMarker == CSSDeclaration.ListMarker.none ? [] : [note(.listMarker, "display")]
    default: []
    }
  }

  private static func note(
    _ feature: DocumentFeature, _ property: String, isApproximated: Bool = false
  ) -> CSSUnread {
    var note = CSSUnread(feature: feature, property: property)
    note.isApproximated = isApproximated
    return note
  }
}

extension CellStyle {
  /// Whether a side has a colour or a width of its own without a style, which browsers use for the
  /// borders that the attribute `border` of the table sets.
  var hasPartOfBorder: Bool {
    [top, right, bottom, left].contains { !$0.isSaid && ($0.color != nil || $0.width != 2.25) }
  }
}

extension ComputedStyle {
  /// The height of a line in points; a line without a declaration has the natural height.
  fileprivate var shownLineHeight: Double {
    switch lineHeight {
    case .exactly(let points), .atLeast(let points): points
    case .multiple(let factor): factor * ParagraphCSS.naturalLineHeight * em
    case nil: ParagraphCSS.naturalLineHeight * em
    }
  }
}
