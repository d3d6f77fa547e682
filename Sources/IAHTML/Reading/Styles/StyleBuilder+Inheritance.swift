internal import IACSS
internal import IAText

extension StyleBuilder {
  /// Sets a property to the parent's value, regardless of the element's name.
  mutating func inherit(_ property: CSSInheritance) {
    switch property {
    case .color:
      style.inline.foreground = parent.inline.foreground
      // A link without a colour would otherwise have the default colour of links.
      style.hasInk = isLink && style.inline.foreground == nil
    case .fontSize: inheritSize()
    case .fontFamily: style.inline.fontFamily = parent.inline.fontFamily
    case .fontWeight: inheritWeight()
    case .fontStyle: style.inline.italic = parent.inline.italic
    case .fontVariant:
      if style.inline.capitals != .all { style.inline.capitals = parent.smallCapitals }
    case .font:
      for part in [CSSInheritance.fontFamily, .fontWeight, .fontStyle, .fontVariant, .fontSize] {
        inherit(part)
      }
      style.lineHeight = parent.lineHeight
    case .textTransform:
      style.rules.transform = parent.rules.transform
      if (style.inline.capitals == .all) != (parent.inline.capitals == .all) {
        style.inline.capitals = parent.inline.capitals == .all ? .all : nil
      }
    case .alignment:
      style.alignment = parent.alignment
      style.tableAlignment = parent.tableAlignment
    case .textIndent: style.textIndent = parent.textIndent
    case .letterSpacing: style.inline.letterSpacing = parent.inline.letterSpacing
    case .lineHeight: style.lineHeight = parent.lineHeight
    case .whiteSpace: style.rules.whiteSpace = parent.rules.whiteSpace
    case .quotes: style.rules.quotationMarks = parent.rules.quotationMarks
    case .visibility: style.isInvisible = parent.isInvisible
    case .listMarker: style.listMarker = parent.listMarker
    case .background: style.background = parent.background
    case .display: style.setDisplay(of: parent)
    case .verticalAlign, .decoration, .margin, .marginTop, .marginRight, .marginBottom, .marginLeft,
      .all:
      break
    }
  }

  /// Sets the font size to that of the parent; in a heading it becomes an explicit attribute.
  private mutating func inheritSize() {
    style.inline.fontSize = parent.inline.fontSize
    if box == .block, style.isHeading, !parent.isHeading { style.inline.fontSize = parent.em }
  }

  private mutating func inheritWeight() {
    if let weight = parent.inline.fontWeight {
      apply(.fontWeight(.number(weight)))
    } else if parent.inline.bold {
      apply(.fontWeight(.bold))
    } else if parent.isHeading {
      style.inline.bold = false
      style.inline.fontWeight = nil
    } else {
      apply(.fontWeight(.normal))
    }
  }

  /// Resets font and alignment of a table in quirks mode (HTML Standard, section 15.3.8).
  mutating func applyTableQuirks() {
    isQuirky = true
    style.alignment = nil
    style.tableAlignment = nil
    style.inline.bold = false
    style.inline.fontWeight = style.isHeading ? 400 : nil
    style.inline.italic = false
    if style.inline.capitals == .small { style.inline.capitals = nil }
    style.inline.fontSize = (style.baseSize ?? 12) == 12 ? nil : 12
    style.lineHeight = nil
    style.rules.whiteSpace = .normal
  }
}

extension ComputedStyle {
  /// The weight that `lighter` sets in a child (CSS Fonts Level 4, section 2.2.1).
  var lighterWeight: CSSDeclaration.Weight {
    switch inline.fontWeight ?? (inline.bold || isHeading ? 700 : 400) {
    case ..<550: .number(100)
    case ..<750: .normal
    default: .number(700)
    }
  }

  /// The value for small capitals, or `nil` if the text does not have them.
  fileprivate var smallCapitals: InlineAttributes.Capitals? {
    inline.capitals == .small ? .small : nil
  }
}
