internal import IACSS
internal import IAMarkup
internal import IAText

extension StyleBuilder {
  /// Sets a property to a CSS-wide keyword (CSS Cascading and Inheritance Level 5, section 7.3).
  mutating func reset(_ property: CSSInheritance, to value: CSSReset) {
    switch value {
    case .revert: take(property, from: fresh(isStandard: true))
    case .revertLayer: take(property, from: layerStart.first ?? fresh(isStandard: true))
    case .inherit, .unset, .initial:
      var base = fresh(isStandard: false)
      if value == .initial { base.setInitial() }
      base.style.setDisplay(of: value == .inherit ? parent : nil)
      if value == .inherit { base.inherit(.background) }
      if isLink { base.style.setInk(in: parent, isInitial: value == .initial) }
      take(property, from: base)
    }
  }

  /// Records the state at the start of a cascade layer, for `revert-layer`.
  mutating func startLayer() {
    layerStart = []
    layerStart = [self]
  }

  /// Returns a builder of the element before any declaration, with its defaults if `isStandard`.
  private func fresh(isStandard: Bool) -> StyleBuilder {
    var fresh = StyleBuilder(
      parent: parent, box: box, isOwn: isOwn, isOfOffice: isOfOffice, rootSize: rootSize)
    guard isStandard, let tag else { return fresh }
    fresh.applyDefaults(of: tag, isOwn: isOwn)
    if isQuirky { fresh.applyTableQuirks() }
    if isLink, !isOwn { fresh.style.inline.foreground = nil }
    if isHiddenByAttribute { fresh.style.display = CSSDeclaration.Display.none }
    return fresh
  }

  /// Sets the inherited properties to their initial values.
  private mutating func setInitial() {
    let initial: [CSSDeclaration] = [
      .fontFamily("serif"), .fontWeight(.normal), .italic(false),
      .smallCapitals(false), .transform(.none), .letterSpacing(nil), .alignment(nil),
      .textIndent(.points(0)), .lineHeight(nil), .whiteSpace(.normal), .isHidden(false),
      .effect(.shadow(false)), .effect(.emphasis(nil)), .quotationMarks(nil),
    ]
    style.inline.foreground = nil
    style.inline.code = false
    style.inline.fontSize = (style.baseSize ?? 12) == 12 ? nil : 12
    for declaration in initial { apply(declaration) }
  }

  /// Copies a property from another builder of the same element.
  private mutating func take(_ property: CSSInheritance, from base: StyleBuilder) {
    switch property {
    case .color: style.setColor(of: base.style)
    case .background: style.background = base.style.background
    case .alignment:
      style.alignment = base.style.alignment
      style.tableAlignment = base.style.tableAlignment
    case .textIndent: style.textIndent = base.style.textIndent
    case .lineHeight: style.lineHeight = base.style.lineHeight
    case .whiteSpace: style.rules.whiteSpace = base.style.rules.whiteSpace
    case .quotes: style.rules.quotationMarks = base.style.rules.quotationMarks
    case .visibility: style.isInvisible = base.style.isInvisible
    case .listMarker: style.listMarker = base.style.listMarker
    case .display: style.setDisplay(base.style.display, isRow: base.style.isRow)
    case .decoration:
      lines = base.lines
      lineStyle = base.lineStyle
      lineColor = base.lineColor
      style.hasNoUnderline = base.style.hasNoUnderline
    case .margin:
      for side in [CSSInheritance.marginTop, .marginRight, .marginBottom, .marginLeft] {
        take(side, from: base)
      }
    case .marginTop: style.spacingBefore = base.style.spacingBefore
    case .marginBottom: style.spacingAfter = base.style.spacingAfter
    case .marginLeft: margins.start = base.margins.start
    case .marginRight: margins.end = base.margins.end
    case .all: takeAll(from: base)
    case .font, .fontSize, .fontFamily, .fontWeight, .fontStyle, .fontVariant, .textTransform,
      .letterSpacing, .verticalAlign:
      takeFont(property, from: base.style)
    }
  }

  private mutating func takeFont(_ property: CSSInheritance, from base: ComputedStyle) {
    switch property {
    case .font:
      for part in [CSSInheritance.fontFamily, .fontWeight, .fontStyle, .fontVariant, .fontSize] {
        takeFont(part, from: base)
      }
      style.lineHeight = base.lineHeight
    case .fontSize:
      style.inline.fontSize = base.inline.fontSize
      style.isWithoutSize = base.isWithoutSize
    case .fontFamily: style.inline.fontFamily = base.inline.fontFamily
    case .fontWeight:
      style.inline.bold = base.inline.bold
      style.inline.fontWeight = base.inline.fontWeight
    case .fontStyle: style.inline.italic = base.inline.italic
    case .fontVariant:
      if style.inline.capitals != .all {
        style.inline.capitals = base.inline.capitals == .small ? .small : nil
      }
    case .textTransform:
      style.rules.transform = base.rules.transform
      if (style.inline.capitals == .all) != (base.inline.capitals == .all) {
        style.inline.capitals = base.inline.capitals
      }
    case .letterSpacing: style.inline.letterSpacing = base.inline.letterSpacing
    case .verticalAlign:
      style.inline.script = base.inline.script
      style.inline.baselineOffset = base.inline.baselineOffset
    default: break
    }
  }

  /// Copies all properties from another builder except language, direction and tracked changes.
  private mutating func takeAll(from base: StyleBuilder) {
    let old = style
    style = base.style
    style.inline.language = old.inline.language
    style.inline.direction = old.inline.direction
    style.direction = old.direction
    style.inline.insertion = old.inline.insertion
    style.inline.deletion = old.inline.deletion
    (lines, lineStyle, lineColor) = (base.lines, base.lineStyle, base.lineColor)
    style.hasNoUnderline = !lines.contains(.under)
    margins = base.margins
    paddings = base.paddings
    boxWidth = base.boxWidth
    isAnimated = base.isAnimated
    guard old.isHeading, !style.isHeading else { return }
    // Headings of the model have a default size and weight, so that other values must be explicit.
    style.isHeading = true
    style.headingSize = old.headingSize
    let (size, isBold, weight) = (base.style.em, style.inline.bold, style.inline.fontWeight)
    if box == .block { style.inline.fontSize = size }
    if !isBold, weight == nil { style.inline.fontWeight = 400 }
  }

  /// Sets the font of a form control as in browsers: Arial or monospaced, 10 points.
  mutating func applyControlFont(_ tag: MarkupName) {
    style.inline.foreground = parent.inline.foreground == nil ? nil : .black
    style.inline.code = false
    apply(.fontFamily(tag == .textarea ? "monospace" : "Arial"))
    style.headingSize = nil
    apply(.fontSize(.points(10)))
    apply(.fontWeight(.normal))
    style.removeLooksOfText()
    style.alignment = tag == .button ? .center : nil
  }
}
