internal import IAFormats
package import IAText

/// A length of CSS before the font sizes of the element are known.
package enum CSSLength: Equatable {
  /// A length in points; a pixel is 0.75 points.
  case points(Double)
  /// A multiple of the element's font size.
  case em(Double)
  /// A multiple of the root element's font size.
  case rem(Double)
  /// A percentage, divided by 100, of a length that the property defines.
  case percent(Double)
  /// An expression with several units.
  case calculated(CSSCalculation)

  /// Returns the length in points, or `nil` for `percent` and for an expression with a percentage
  /// of an unknown length.
  ///
  /// - Parameters:
  ///   - em: The font size of the element in points.
  ///   - root: The font size of the root element in points.
  ///   - share: The length in points that 100 % in expressions represents, or `nil` if it is
  ///     unknown.
  package func points(em: Double, root: Double = 12, share: Double? = nil) -> Double? {
    switch self {
    case .points(let points): points
    case .em(let share): share * em
    case .rem(let share): share * root
    case .percent: nil
    case .calculated(let calculation): calculation.points(em: em, root: root, share: share)
    }
  }
}

/// The rules by which the lengths of one element become points.
package struct CSSLengthRules {
  /// The font size of the element in points.
  package let em: Double
  /// The font size of the root element in points.
  package let root: Double
  /// Whether lengths are not rounded, as in pages that this suite writes.
  package let isExact: Bool

  /// Creates the rules for an element with font sizes in points.
  package init(em: Double, root: Double = 12, isExact: Bool) {
    self.em = em
    self.root = root
    self.isExact = isExact
  }

  /// Returns a length in points, rounded to 1/20 point unless `isExact`, or `nil` for a percentage.
  package func points(_ length: CSSLength) -> Double? {
    exactPoints(length).map { isExact ? $0 : Self.rounded($0) }
  }

  /// Returns a length in points that is not rounded, or `nil` for a percentage.
  package func exactPoints(_ length: CSSLength) -> Double? { length.points(em: em, root: root) }

  /// Returns the nearest multiple of a twentieth of a point.
  ///
  /// Programs that convert twips to pixels round them to a few decimals, or write 0.0001 points for
  /// 0: `633.3px` is 475 points.
  package static func rounded(_ points: Double) -> Double { (points * 20).rounded() / 20 }

  /// Returns a number rounded to four decimals, as in pages that this suite writes.
  package static func exact(_ value: Double) -> Double { (value * 10_000).rounded() / 10_000 }
}

/// A declaration of a property that the model of a document can represent.
///
/// The parser discards every other property, for example those with addresses, positions or
/// content.
package enum CSSDeclaration: Equatable {
  case color(Color?)
  case background(Color?)
  case fontFamily(String?)
  case fontSize(CSSLength)
  case fontWeight(Weight)
  case italic(Bool)
  case smallCapitals(Bool)
  /// Whether the element and its content are transparent.
  case transparent(Bool)
  /// Whether an animation or a transition changes the appearance of the element.
  case animated(Bool)
  case transform(TextTransform)
  /// The property takes the value of the parent element.
  case inherit(CSSInheritance)
  /// The property takes the value that a CSS-wide keyword defines.
  case reset(CSSInheritance, CSSReset)
  case lines(Set<Line>)
  case lineStyle(InlineAttributes.Underline.Style)
  case lineColor(Color?)
  case script(InlineAttributes.Script?)
  case raised(CSSLength)
  case letterSpacing(CSSLength?)
  case alignment(ParagraphAttributes.Alignment?)
  case textIndent(CSSLength)
  case tabStops([ParagraphAttributes.TabStop])
  case margin(Side, CSSLength)
  case padding(Side, CSSLength)
  case lineHeight(LineHeight?)
  case whiteSpace(WhiteSpace)
  /// The marks of `q` elements, in pairs from the outermost inwards; `nil` for those of the language.
  case quotationMarks([String]?)
  case direction(WritingDirection)
  case display(Display)
  /// The arrangement of the inner boxes; `flex` and `grid` follow `display`.
  case arrangement(Arrangement)
  case isHidden(Bool)
  case listMarker(ListMarker)
  case listDelimiter(String)
  case listPrefix(String)
  /// The width; `nil` for `auto`.
  case width(CSSLength?)
  /// A length that applies only to pictures; `nil` for `auto` and `none`.
  case extent(Extent, CSSLength?)
  /// An SVG property of a drawing in a page: its name and the text of its value.
  case drawing(String, String)
  case border(CSSBorderDeclaration)
  case pageBreakBefore(Bool)
  case pages(CSSPageDeclaration)
  case effect(CSSEffect)
  case msoList(MsoListLevel?)
  case msoMark
  /// Whether the box is positioned outside the flow (`absolute`, `fixed`).
  case apart(Bool)
  /// The side to which the box floats; `nil` for `none`.
  case float(Placement.Edge?)
  /// The sides whose floating boxes the box is placed below.
  case clear(CSSSides)
  /// The effect of the floating boxes inside the box on the text after it.
  case flowOfFloats(FlowOfFloats)
  case cell(CSSCellDeclaration)
  /// The custom properties of a declaration block.
  case custom(CSSCustomProperties)
  /// A declaration whose value refers to custom properties.
  case deferred(CSSDeferredDeclaration)

  /// A length of the box of a picture other than its width.
  package enum Extent { case height, maxWidth, maxHeight }
  /// A font weight.
  package enum Weight: Equatable { case normal, bold, lighter, number(Int) }
  /// A line that decorates text.
  package enum Line { case under, through }
  /// A side of a box, along the text or across it.
  package enum Side { case start, end, before, after }
  /// The height of lines.
  package enum LineHeight: Equatable {
    /// A multiple of the font size.
    case factor(Double)
    /// A percentage, divided by 100: of the font size in CSS, or of the font's own line height in
    /// the pages of office programs.
    case multiple(Double)
    case length(CSSLength)
    /// A minimum height; the height is also at least the font's own height.
    case atLeast(CSSLength)
  }
  /// A kind of layout box.
  package enum Display { case none, inline, inlineBlock, block, listItem, table }
  /// The arrangement of the boxes in a box.
  package enum Arrangement {
    /// A flexible box.
    case flex
    /// A grid, of one column without other properties.
    case grid
    /// The boxes of a flexible box are beside each other, or below each other.
    case row, column
  }
  /// The effect of the floating boxes in an element on the text after it.
  package enum FlowOfFloats {
    /// The floating boxes may extend below the element, beside the text after it.
    case open
    /// The text after it is below all floating boxes.
    case clearedAfter
    /// The element is a block formatting context: outer floating boxes have no effect inside, and
    /// inner ones none outside.
    case own
  }
  /// The marker before a list item.
  package enum ListMarker: Equatable {
    case none
    case numbering(Block.OrderedListStyle.Numbering)
    case text(String)
  }
}

/// A change of letters for display that browsers apply; the model has an attribute only for
/// capitals.
package enum TextTransform {
  case none, uppercase, lowercase, capitalize, fullWidth
}

/// A rule for white space.
package enum WhiteSpace {
  case normal, pre, preWrap, preLine

  /// Whether a run of white space is displayed as one space.
  package var collapses: Bool { self == .normal || self == .preLine }
  /// Whether line ends in the text are line breaks.
  package var keepsLines: Bool { self != .normal }
}

/// The list and level of a Word paragraph: `mso-list:l0 level2 lfo1`.
package struct MsoListLevel: Equatable {
  /// The name of the list.
  package var list: String
  /// The name of the list style, whose levels the style sheet describes.
  package var style: String
  /// The level, 1…9.
  package var level: Int

  /// Creates the position of a paragraph in a list.
  package init(list: String, style: String, level: Int) {
    self.list = list
    self.style = style
    self.level = level
  }
}

/// The declarations of a block, by importance.
package struct CSSDeclarations {
  /// The declarations without `!important`, in order.
  package var normal: [CSSDeclaration] = []
  /// The declarations marked `!important`, in order.
  package var important: [CSSDeclaration] = []
  /// The declarations that the model cannot represent and that must be reported.
  package private(set) var unread: [CSSUnread] = []
  /// The declarations that apply only to tables, rows and cells; reported for other elements.
  package private(set) var ofTables: [CSSUnread] = []
  /// The declarations that apply only to pictures; reported for other elements.
  package private(set) var ofPictures: [CSSUnread] = []

  /// Whether the block declares or refers to a custom property.
  package private(set) var usesVariables = false
  /// Whether a property has the value `revert-layer`.
  package private(set) var revertsLayers = false

  /// Whether the list contains no declarations, including those that are only reported.
  package var isEmpty: Bool {
    normal.isEmpty && important.isEmpty && unread.isEmpty && ofTables.isEmpty
      && ofPictures.isEmpty
  }

  /// Whether a declaration places the box below floating boxes (`clear`).
  package var clears: Bool {
    normal.contains { if case .clear(let sides) = $0 { !sides.isEmpty } else { false } }
  }

  /// Creates an empty list of declarations.
  package init() {}

  /// Creates a list without declarations, with one declaration to report.
  package init(unread: CSSUnread) { self.unread = [unread] }

  /// Creates a list of one declaration without `!important`.
  package init(_ declaration: CSSDeclaration) { normal = [declaration] }

  /// Creates the declarations of a `style` attribute; tokens after the first 4,096 are ignored.
  package init(_ text: String, readsVariables: Bool = false) {
    self.init(
      CSSTokenizer.tokens(Array(text.utf8), limit: 4096)[...], readsVariables: readsVariables)
  }

  /// Creates the declarations between the braces of a rule.
  ///
  /// - Parameter readsVariables: Whether custom properties and references to them are read.
  package init(_ tokens: ArraySlice<CSSToken>, readsVariables: Bool = false) {
    var rest = tokens
    var custom = Custom(isRead: readsVariables)
    while !rest.isEmpty {
      let end = Self.end(of: rest)
      add(rest[rest.startIndex..<end], &custom)
      rest = rest[min(end + 1, rest.endIndex)...]
    }
    guard usesVariables else { return }
    if !custom.normal.isEmpty { normal.append(.custom(CSSCustomProperties(custom.normal))) }
    if !custom.important.isEmpty {
      important.append(.custom(CSSCustomProperties(custom.important)))
    }
  }

  /// Creates the declarations of one property.
  init(_ property: String, _ value: [CSSToken]) {
    guard !value.isEmpty else { return }
    add(property, Self.folds(property, value) ? CSSMathParser.folded(value) : value, false, true)
  }

  /// Returns the declarations followed by those of another list without `!important`.
  func followed(by other: CSSDeclarations) -> CSSDeclarations {
    var both = self
    both.normal += other.normal
    return both
  }

  /// The custom properties of a block.
  private struct Custom {
    let isRead: Bool
    var normal: [String: CSSCustomProperties.Value] = [:]
    var important: [String: CSSCustomProperties.Value] = [:]

    mutating func add(_ name: String, _ tokens: [CSSToken], isImportant: Bool) {
      guard let value = CSSCustomProperties.Value(tokens) else { return }
      if isImportant { important[name] = value } else { normal[name] = value }
    }
  }

  /// Returns whether the mathematical functions of a value are computed; `max()` at the start of a
  /// line height is a minimum height instead.
  private static func folds(_ property: String, _ value: [CSSToken]) -> Bool {
    property != "line-height" || value.first != .function("max")
  }

  /// Returns the index of the next semicolon outside brackets of any kind, or the end of the
  /// tokens.
  private static func end(of tokens: ArraySlice<CSSToken>) -> Int {
    var depth = 0
    for index in tokens.indices {
      switch tokens[index] {
      case .semicolon where depth == 0: return index
      case .function, .openParenthesis, .openBracket, .openBrace: depth += 1
      case .closeParenthesis, .closeBracket, .closeBrace: depth = max(0, depth - 1)
      default: break
      }
    }
    return tokens.endIndex
  }

  /// Returns the word of a value for `CSSNames.feature(of:value:)`.
  private static func word(of property: String, _ value: [CSSToken]) -> String {
    // The initial value of `flex`.
    if property == "flex", value == [.number(0), .number(1), .identifier("auto")] {
      return "initial"
    }
    // The first of several values, such as `0` or `auto`, is not the value of the others.
    let isUsual =
      !CSSNames.isGrid(property) && value.allSatisfy { CSSNames.isUsual(word($0), of: property) }
    return value.count > 1 && !isUsual ? "-" : word(value[0])
  }

  /// Returns the identifier of a token in lower case, `0` or `1` for these values, and `-` for
  /// other tokens.
  private static func word(_ token: CSSToken) -> String {
    switch token {
    case .identifier(let word): word.lowercased()
    case .number(0), .dimension(0, _), .percentage(0): "0"
    case .number(1), .percentage(100): "1"
    default: "-"
    }
  }

  private mutating func add(_ tokens: ArraySlice<CSSToken>, _ custom: inout Custom) {
    var value = tokens.filter { $0 != .whitespace }
    guard value.count >= 2, case .identifier(let name) = value[0], value[1] == .colon else {
      return
    }
    let isSpaced = tokens.contains(.whitespace)
    value.removeFirst(2)
    var isImportant = false
    if value.count >= 2, value[value.count - 2] == .delimiter(UInt8(ascii: "!")),
      case .identifier(let word) = value[value.count - 1], word.lowercased() == "important"
    {
      value.removeLast(2)
      isImportant = true
    }
    if custom.isRead, name.hasPrefix("--"), !name.hasPrefix("--ia-") {
      custom.add(name, value, isImportant: isImportant)
      usesVariables = true
      return
    }
    guard !value.isEmpty else { return }
    let property = CSSNames.alias(name.lowercased())
    switch Self.functions(of: value) {
    case .none: break
    case .mathematical: if Self.folds(property, value) { value = CSSMathParser.folded(value) }
    case .variable where custom.isRead && CSSNames.readsValue(of: property):
      guard let value = CSSVariableValue(value) else { return }
      add(.deferred(CSSDeferredDeclaration(property, value)), isImportant)
      usesVariables = true
      return
    case .variable: break
    }
    add(property, value, isImportant, isSpaced)
  }

  /// The kind of functions in a value that must be resolved before parsing.
  private enum Functions { case none, mathematical, variable }

  private static func functions(of value: [CSSToken]) -> Functions {
    var found = Functions.none
    for case .function(let name) in value {
      if name == "var" { return .variable }
      if CSSMathParser.isFunction(name) { found = .mathematical }
    }
    return found
  }

  private mutating func add(
    _ property: String, _ value: [CSSToken], _ isImportant: Bool, _ isSpaced: Bool
  ) {
    var value = value
    if value.count == 1, case .identifier(let word) = value[0],
      let meaning = CSSKeywords.meaning(of: word.lowercased(), property: property)
    {
      switch meaning {
      case .value(let word):
        value = [Double(word).map { .number($0) } ?? .identifier(word)]
      case .inherit(let inherited): return add(.inherit(inherited), isImportant)
      case .reset(let property, let reset):
        if reset == .revertLayer { revertsLayers = true }
        return add(.reset(property, reset), isImportant)
      case .nothing: return
      }
    }
    let parser = CSSValueParser(value, isSpaced: isSpaced)
    var parsed = parser.declarations(of: property)
    parsed += CSSBorderParser(value).declarations(of: property).map(CSSDeclaration.border)
    parsed += parser.pageDeclarations(of: property).map(CSSDeclaration.pages)
    parsed += parser.effects(of: property).map(CSSDeclaration.effect)
    let cells = parser.cellDeclarations(of: property).map(CSSDeclaration.cell)
    let extents = parsed.isEmpty ? parser.extents(of: property) : []
    // The position of a box, animations and clipping are reported even if a part of the value is
    // used.
    if parsed.isEmpty || property == "position" || parsed == [.animated(true)]
      || property.hasPrefix("overflow") || property == "border-radius",
      let feature = CSSNames.feature(of: property, value: Self.word(of: property, value))
    {
      let note = CSSUnread(feature: feature, property: property)
      if !cells.isEmpty {
        ofTables.append(note)
      } else if !extents.isEmpty {
        ofPictures.append(note)
      } else {
        unread.append(note)
      }
    }
    if let feature = Self.lostPart(of: parsed, property, value) {
      var note = CSSUnread(feature: feature, property: property)
      // The first colour replaces the picture; the effect has its own sizes and colours.
      note.isApproximated =
        feature == .pageBackground && parsed != [.background(nil)] || feature == .textEffect
      unread.append(note)
    }
    let isNoted =
      [unread.last, ofTables.last, ofPictures.last].contains { $0?.property == property }
    if !isNoted, let note = CSSLostParts.note(of: property, value) { unread.append(note) }
    parsed += cells + extents
    if isImportant { important += parsed } else { normal += parsed }
  }

  private mutating func add(_ declaration: CSSDeclaration, _ isImportant: Bool) {
    if isImportant { important.append(declaration) } else { normal.append(declaration) }
  }

  /// Returns whether a value contains an image; gradients are images.
  private static func hasPicture(_ value: [CSSToken]) -> Bool {
    value.contains { token in
      switch token {
      case .url: true
      case .function(let name):
        name.hasSuffix("gradient") || name.hasSuffix("image-set") || name == "url"
          || name == "cross-fade" || name == "element" || name == "paint"
      default: false
      }
    }
  }

  /// Returns the feature to report for the part of a value that is lost although the rest is used.
  private static func lostPart(
    of parsed: [CSSDeclaration], _ property: String, _ value: [CSSToken]
  ) -> DocumentFeature? {
    switch parsed.first {
    case .transform(let transform): transform == .none || transform == .uppercase ? nil : .capitals
    case .transparent(false) where value.first != .number(1): .opacity
    case .color(nil): .foreground
    case .background where hasPicture(value): .pageBackground
    case .lines where value.contains(.identifier("overline")): .cssValue
    case .effect(let effect) where effect.isApproximate(for: value): .textEffect
    default: nil
    }
  }
}
