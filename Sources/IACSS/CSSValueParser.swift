package import IAText

/// Parses the value of one property into declarations that a document can represent.
package struct CSSValueParser {
  package let tokens: [CSSToken]
  /// Whether the source has white space between tokens; `1-2` in a font list is not `1 -2`.
  package let isSpaced: Bool

  package init(_ tokens: [CSSToken], isSpaced: Bool) {
    self.tokens = tokens
    self.isSpaced = isSpaced
  }

  /// The first identifier in lower case; empty if the value does not start with one.
  package var word: String {
    if case .identifier(let word)? = tokens.first { return word.lowercased() }
    return ""
  }

  /// The identifiers of the value, in lower case.
  package var words: [String] {
    tokens.compactMap { if case .identifier(let word) = $0 { word.lowercased() } else { nil } }
  }

  /// Returns the declarations of a property with this value; empty if the model cannot represent
  /// it.
  package func declarations(of property: String) -> [CSSDeclaration] {
    switch property {
    case "color": return color(in: tokens).map { [.color($0)] } ?? []
    case "background-color", "background", "mso-shading", "mso-highlight":
      return background(isHighlight: property == "mso-highlight")
    case "font": return font()
    case "font-family":
      return startsWithNumber || word == "default"
        ? [] : [.fontFamily(CSSFamilies.list(of: tokens[...]))]
    case "font-size": return fontSize(tokens.first).map { [.fontSize($0)] } ?? []
    case "opacity": return opacity.map { [.transparent($0 <= 0)] } ?? []
    case "animation", "animation-name", "transition", "transition-property":
      return [.animated(word != "none")]
    case "font-weight": return weight(tokens.first).map { [.fontWeight($0)] } ?? []
    case "font-style": return isItalic(word).map { [.italic($0)] } ?? []
    case "font-variant", "font-variant-caps":
      return [.smallCapitals(words.contains { $0 == "small-caps" || $0 == "all-small-caps" })]
    case "text-transform":
      switch word {
      case "uppercase": return [.transform(.uppercase)]
      case "lowercase": return [.transform(.lowercase)]
      case "capitalize": return [.transform(.capitalize)]
      case "full-width": return [.transform(.fullWidth)]
      case "none": return [.transform(.none)]
      default: return []
      }
    case "text-decoration", "text-decoration-line", "text-decoration-style",
      "text-decoration-color", "text-decoration-thickness", "text-underline":
      return decoration(property)
    case "vertical-align": return verticalAlign()
    case "letter-spacing":
      return word == "normal" ? [.letterSpacing(nil)] : [length.map { .letterSpacing($0) }].list
    case "text-align": return alignment()
    case "text-indent", "--ia-text-indent": return [length.map { .textIndent($0) }].list
    case "--ia-tab-stops": return [.tabStops(TabStopCSS.tabStops(in: tokens))]
    case "line-height": return lineHeight()
    case "white-space", "white-space-collapse": return whiteSpace()
    case "quotes":
      return word == "auto"
        ? [.quotationMarks(nil)]
        : QuotationMarks.marks(in: tokens).map { [.quotationMarks($0)] } ?? []
    case "direction":
      return [WritingDirection(rawValue: word).map { .direction($0) }].list
    case "display": return display()
    case "visibility": return [.isHidden(word == "hidden" || word == "collapse")]
    case "list-style", "list-style-type": return listMarker()
    case "--ia-delimiter":
      guard case .string(let text)? = tokens.first else { return [] }
      return [.listDelimiter(String(text.prefix(8)))]
    case "--ia-number-prefix":
      guard case .string(let text)? = tokens.first else { return [] }
      return [.listPrefix(String(text.prefix(Block.OrderedListStyle.maxPrefixCount)))]
    case "width": return word == "auto" ? [.width(nil)] : [length.map { .width($0) }].list
    case "break-before", "page-break-before":
      return [
        .pageBreakBefore(["page", "always", "left", "right", "recto", "verso"].contains(word))
      ]
    case "mso-list": return msoList()
    case "position":
      return CSSKeywords.positions[word].map { [.apart($0)] } ?? []
    case "float": return float
    case "clear": return clear
    case "flex-direction", "flex-flow": return direction(ofFlow: property == "flex-flow")
    case "overflow", "overflow-x", "overflow-y":
      switch word {
      case "hidden", "auto", "scroll": return [.flowOfFloats(.own)]
      case "visible", "clip": return [.flowOfFloats(.open)]
      default: return []
      }
    case "mso-ascii-font-family": return []
    default: return box(property)
    }
  }

  private var float: [CSSDeclaration] {
    switch word {
    case "left", "inline-start": [.float(.start)]
    case "right", "inline-end": [.float(.end)]
    case "none": [.float(nil)]
    default: []
    }
  }

  /// Returns the direction of a flexible box; empty if it is not valid or reverses the order of the
  /// boxes.
  private func direction(ofFlow isFlow: Bool) -> [CSSDeclaration] {
    let known = isFlow ? ["row", "column", "nowrap", "wrap"] : ["row", "column"]
    guard !words.isEmpty, words.count == tokens.count, words.allSatisfy(known.contains) else {
      return []
    }
    return [.arrangement(words.contains("column") ? .column : .row)]
  }

  private var clear: [CSSDeclaration] {
    switch word {
    case "left", "inline-start": [.clear(.left)]
    case "right", "inline-end": [.clear(.right)]
    case "both", "all": [.clear([.left, .right])]
    case "none": [.clear([])]
    default: []
    }
  }

  /// Returns the declarations of a property that apply only to pictures: sizes other than the
  /// width, and the paint of drawings.
  func extents(of property: String) -> [CSSDeclaration] {
    let extent: CSSDeclaration.Extent
    switch property {
    case "height": extent = .height
    case "max-width": extent = .maxWidth
    case "max-height": extent = .maxHeight
    case _ where CSSNames.drawingProperties.contains(property):
      return CSSToken.text(of: tokens).map { [.drawing(property, $0)] } ?? []
    default: return []
    }
    if let length { return [.extent(extent, length)] }
    return word == "auto" || word == "none" ? [.extent(extent, nil)] : []
  }

  private var length: CSSLength? { tokens.first.flatMap { Self.length($0) } }

  private var opacity: Double? {
    switch tokens.first {
    case .number(let share): share
    case .percentage(let share): share / 100
    default: nil
    }
  }

  /// Returns the length of a token, or `nil` if it is not a length or exceeds ±10⁶ of its unit.
  ///
  /// Percentages are lengths; of the numbers, only 0 is one.
  package static func length(_ token: CSSToken) -> CSSLength? {
    switch token {
    case .number(0): return .points(0)
    case .percentage(let share): return .percent(share / 100)
    case .dimension(let value, let unit):
      guard abs(value) <= 1e6 else { return nil }
      switch unit {
      case "pt": return .points(value)
      case "px": return .points(value * 0.75)
      case "in": return .points(value * 72)
      case "cm": return .points(value * 72 / 2.54)
      case "mm": return .points(value * 7.2 / 2.54)
      case "q": return .points(value * 1.8 / 2.54)
      case "pc": return .points(value * 12)
      case "em": return .em(value)
      case "rem": return .rem(value)
      case "ex", "ch": return .em(value / 2)
      default: return ofWindow(unit).map { .points(value * $0) }
      }
    case .calculation(let calculation): return .calculated(calculation)
    default: return nil
    }
  }

  /// Returns the points in a viewport unit: 1/100 of a side of the assumed window of 1000 × 800
  /// pixels.
  private static func ofWindow(_ unit: String) -> Double? {
    switch unit {
    case "vw", "svw", "lvw", "dvw", "vi", "vmax": 7.5
    case "vh", "svh", "lvh", "dvh", "vb", "vmin": 6
    default: nil
    }
  }

  // MARK: Colours

  /// Returns the first colour in a value, `.some(nil)` for transparent, or `nil` if it has no
  /// colour.
  package func color(in tokens: [CSSToken]) -> Color?? {
    for (index, token) in tokens.enumerated() {
      switch token {
      case .hash(let digits): if let color = CSSColors.hex(digits) { return color }
      case .identifier(let name):
        let name = name.lowercased()
        if name == "transparent" { return .some(nil) }
        if let color = CSSColors.keyword(name) { return color }
      case .function(let name):
        if let color = CSSColorFunction.color(name, tokens[(index + 1)...]) {
          return color.alpha == 0 ? .some(nil) : color
        }
        // The colours inside an unsupported function are not the colour of the value.
        if CSSColorFunction.isColor(name) { return nil }
      default: break
      }
    }
    return nil
  }

  private func background(isHighlight: Bool) -> [CSSDeclaration] {
    if let color = color(in: tokens) { return [.background(color)] }
    return word == "none" || word == "initial" ? [.background(nil)] : []
  }

  // MARK: Fonts

  /// Whether the value starts with a number or a length, so that it is not a list of families.
  private var startsWithNumber: Bool {
    switch tokens.first {
    case .number, .percentage, .dimension, .calculation: true
    default: false
    }
  }

  /// The keywords of the property `font-size`, from the smallest to the largest.
  static let sizeNames = [
    "xx-small", "x-small", "small", "medium", "large", "x-large", "xx-large", "xxx-large",
  ]
  /// Their sizes in points: 9, 10, 13, 16, 18, 24, 32 and 48 pixels, as in browsers.
  static let sizes = [6.75, 7.5, 9.75, 12, 13.5, 18, 24, 36]

  private func fontSize(_ token: CSSToken?) -> CSSLength? {
    guard let token else { return nil }
    if case .identifier(let name) = token {
      switch name.lowercased() {
      case "smaller": return .em(5 / 6)
      case "larger": return .em(1.2)
      default:
        return Self.sizeNames.firstIndex(of: name.lowercased()).map { .points(Self.sizes[$0]) }
      }
    }
    if case .percentage(let share) = token { return share > 0 ? .em(share / 100) : nil }
    guard let length = Self.length(token) else { return nil }
    switch length {
    // Text of the size 0 is not shown.
    case .points(let size): return size >= 0 ? length : nil
    case .em(let share), .rem(let share): return share > 0 ? length : nil
    case .calculated: return length
    case .percent: return nil
    }
  }

  private func weight(_ token: CSSToken?) -> CSSDeclaration.Weight? {
    switch token {
    case .identifier(let name):
      switch name.lowercased() {
      case "bold", "bolder": .bold
      case "normal", "initial": .normal
      case "lighter": .lighter
      default: nil
      }
    case .number(let value) where (1...1000).contains(value): .number(Int(value))
    default: nil
    }
  }

  private func isItalic(_ word: String) -> Bool? {
    switch word {
    case "italic", "oblique": true
    case "normal", "initial": false
    default: nil
    }
  }

  /// Returns the declarations of the `font` shorthand, for example `italic bold 12.0px/14px
  /// "Helvetica Neue"`.
  private func font() -> [CSSDeclaration] {
    guard
      let place = tokens.firstIndex(where: { token in
        if case .number(let value) = token, value != 0 { return false }
        return fontSize(token) != nil
      })
    else { return [] }
    var made: [CSSDeclaration] = [.italic(false), .fontWeight(.normal), .smallCapitals(false)]
    for token in tokens[..<place] {
      if let weight = weight(token), weight != .normal { made.append(.fontWeight(weight)) }
      guard case .identifier(let word) = token else { continue }
      if isItalic(word.lowercased()) == true { made.append(.italic(true)) }
      if word.lowercased() == "small-caps" { made.append(.smallCapitals(true)) }
    }
    if let size = fontSize(tokens[place]) { made.append(.fontSize(size)) }
    var rest = tokens[(place + 1)...]
    if rest.first == .delimiter(UInt8(ascii: "/")) {
      made += CSSValueParser(Array(rest.dropFirst().prefix(1)), isSpaced: true).lineHeight()
      rest = rest.dropFirst(2)
    }
    made.append(.fontFamily(CSSFamilies.list(of: rest)))
    return made
  }

  private func decoration(_ property: String) -> [CSSDeclaration] {
    var made: [CSSDeclaration] = []
    var lines: Set<CSSDeclaration.Line> = []
    for word in words {
      switch word {
      case "underline": lines.insert(.under)
      case "line-through": lines.insert(.through)
      case "double", "dotted", "dashed", "wavy", "thick", "words":
        made += InlineAttributes.Underline.Style(rawValue: word).map { [.lineStyle($0)] } ?? []
      case "dash", "dash-long", "dot-dash", "dot-dot-dash": made.append(.lineStyle(.dashed))
      case "wave", "wavy-heavy", "wavy-double": made.append(.lineStyle(.wavy))
      default: break
      }
    }
    switch property {
    // The shorthand resets omitted parts to their initial values.
    case "text-decoration":
      made.insert(contentsOf: [.lines(lines), .lineStyle(.single), .lineColor(nil)], at: 0)
    case "text-decoration-line": made.insert(.lines(lines), at: 0)
    case "text-decoration-style": if word == "solid" { made.append(.lineStyle(.single)) }
    case "text-underline":
      made.insert(.lines(word == "none" ? [] : [.under]), at: 0)
    case "text-decoration-thickness":
      if case .em(let share)? = length, share > 0.1 { made.append(.lineStyle(.thick)) }
    default: break
    }
    if property == "text-decoration" || property == "text-decoration-color",
      let color = color(in: tokens)
    {
      made.append(.lineColor(color))
    }
    return made
  }

  private func verticalAlign() -> [CSSDeclaration] {
    switch word {
    case "super": return [.script(.superscript)]
    case "sub": return [.script(.subscript)]
    case "baseline": return [.script(nil)]
    case "": return [length.map { .raised($0) }].list
    default: return []
    }
  }

  // MARK: Paragraphs

  private func alignment() -> [CSSDeclaration] {
    switch word {
    case "left", "-webkit-left": [.alignment(.left)]
    case "right", "end", "-webkit-right": [.alignment(.right)]
    case "center", "-webkit-center", "-moz-center": [.alignment(.center)]
    case "justify": [.alignment(.justified)]
    case "start", "initial", "-webkit-auto", "auto": [.alignment(nil)]
    default: []
    }
  }

  private func lineHeight() -> [CSSDeclaration] {
    switch tokens.first {
    case .number(let factor) where factor > 0 && factor <= 100:
      return [.lineHeight(.factor(factor))]
    case .percentage(let share) where share > 0 && share <= 10_000:
      return [.lineHeight(.multiple(share / 100))]
    case .function("max"):
      return tokens.count > 1
        ? [Self.length(tokens[1]).map { .lineHeight(.atLeast($0)) }].list : []
    default: break
    }
    if word == "normal" { return [.lineHeight(nil)] }
    return [length.map { .lineHeight(.length($0)) }].list
  }

  private func whiteSpace() -> [CSSDeclaration] {
    switch word {
    case "normal", "nowrap", "collapse": [.whiteSpace(.normal)]
    case "pre": [.whiteSpace(.pre)]
    case "pre-wrap", "break-spaces", "preserve": [.whiteSpace(.preWrap)]
    case "pre-line", "preserve-breaks": [.whiteSpace(.preLine)]
    default: []
    }
  }

  private func display() -> [CSSDeclaration] {
    switch CSSNames.display(of: words) {
    case "none": [.display(.none)]
    case "inline", "contents": [.display(.inline)]
    case "inline-block", "inline-flex": [.display(.inlineBlock)]
    case "flow-root": [.display(.block), .flowOfFloats(.own)]
    case "block": [.display(.block)]
    case "flex": [.display(.block), .arrangement(.flex)]
    case "grid": [.display(.block), .arrangement(.grid)]
    case "list-item" where words.contains("flow-root"):
      [.display(.listItem), .flowOfFloats(.own)]
    case "list-item": [.display(.listItem)]
    case "table": [.display(.table)]
    default: []
    }
  }

  /// Returns the declarations of margins and of horizontal padding.
  private func box(_ property: String) -> [CSSDeclaration] {
    let isMargin = property.hasPrefix("margin")
    let first = tokens.first.flatMap { isMargin ? Self.margin($0) : Self.length($0) }
    switch property {
    case "margin", "padding":
      let sides = tokens.map { isMargin ? Self.margin($0) : Self.length($0) }
      guard !sides.isEmpty else { return [] }
      let top = sides[0]
      let right = sides.count > 1 ? sides[1] : top
      let bottom = sides.count > 2 ? sides[2] : top
      let left = sides.count > 3 ? sides[3] : right
      guard property == "margin" else {
        return [right.map { .padding(.end, $0) }, left.map { .padding(.start, $0) }].list
      }
      return [
        top.map { .margin(.before, $0) }, right.map { .margin(.end, $0) },
        bottom.map { .margin(.after, $0) }, left.map { .margin(.start, $0) },
      ].list
    case "margin-top", "margin-block-start": return [first.map { .margin(.before, $0) }].list
    case "margin-bottom", "margin-block-end": return [first.map { .margin(.after, $0) }].list
    case "margin-left", "margin-inline-start", "--ia-margin-inline-start":
      return [first.map { .margin(.start, $0) }].list
    case "margin-right", "margin-inline-end": return [first.map { .margin(.end, $0) }].list
    case "margin-block": return pair(CSSDeclaration.margin, .before, .after)
    case "margin-inline": return pair(CSSDeclaration.margin, .start, .end)
    case "padding-inline": return pair(CSSDeclaration.padding, .start, .end)
    case "padding-left", "padding-inline-start": return [first.map { .padding(.start, $0) }].list
    case "padding-right", "padding-inline-end": return [first.map { .padding(.end, $0) }].list
    default: return []
    }
  }

  /// Returns the length of a margin; `auto` is 0, although a browser may use a greater width.
  private static func margin(_ token: CSSToken) -> CSSLength? {
    if case .identifier(let word) = token, word.lowercased() == "auto" { return .points(0) }
    return length(token)
  }

  /// Returns the declarations of two sides with one or two lengths.
  private func pair(
    _ make: (CSSDeclaration.Side, CSSLength) -> CSSDeclaration, _ first: CSSDeclaration.Side,
    _ second: CSSDeclaration.Side
  ) -> [CSSDeclaration] {
    let lengths = tokens.prefix(2).map { Self.margin($0) }
    guard let start = lengths.first, let end = lengths.last else { return [] }
    return [start.map { make(first, $0) }, end.map { make(second, $0) }].list
  }

  // MARK: Lists and tables

  private func listMarker() -> [CSSDeclaration] {
    for token in tokens {
      if case .string(let text) = token {
        let mark = text.hasSuffix(" ") ? String(text.dropLast()) : text
        return [.listMarker(.text(String(mark.prefix(8))))]
      }
      guard case .identifier(let word) = token else { continue }
      switch word.lowercased() {
      case "none": return [.listMarker(.none)]
      case "disc": return [.listMarker(.text("\u{2022}"))]
      case "circle": return [.listMarker(.text("\u{25E6}"))]
      case "square": return [.listMarker(.text("\u{25AA}"))]
      case "decimal", "decimal-leading-zero": return [.listMarker(.numbering(.decimal))]
      case "lower-alpha", "lower-latin": return [.listMarker(.numbering(.lowerAlpha))]
      case "upper-alpha", "upper-latin": return [.listMarker(.numbering(.upperAlpha))]
      case "lower-roman": return [.listMarker(.numbering(.lowerRoman))]
      case "upper-roman": return [.listMarker(.numbering(.upperRoman))]
      default: continue
      }
    }
    return []
  }

  /// Parses `l0 level2 lfo1` (style of the list, level, list), or `Ignore` on the marker of an
  /// item.
  private func msoList() -> [CSSDeclaration] {
    let words = words
    guard words.count >= 2, words[1].hasPrefix("level"),
      let level = Int(words[1].dropFirst("level".count)), (1...9).contains(level)
    else { return words.first == "ignore" ? [.msoMark] : [.msoList(nil)] }
    let list = words.count > 2 ? words[0] + words[2] : words[0]
    return [.msoList(.init(list: list, style: words[0], level: level))]
  }
}

extension Array where Element == CSSDeclaration? {
  /// The elements that are not `nil`.
  fileprivate var list: [CSSDeclaration] { compactMap { $0 } }
}
