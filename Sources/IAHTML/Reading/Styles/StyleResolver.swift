internal import IACSS
internal import IAFormats
internal import IAMarkup
internal import IAText

/// Computes the style of each element from inheritance, element name, attributes and style sheets.
///
/// Elements with equal inputs share one style.
struct StyleResolver {
  /// The styles by number; number 0 is the style around the root element.
  private(set) var styles = [ComputedStyle()]
  /// Whether matching exceeded its limit; rules are then no longer applied.
  private(set) var isExhausted = false
  /// The declarations of recently computed styles that were ignored or approximated.
  private(set) var unread: [CSSUnread] = []

  private let sheet: CSSSheet
  let isOwn: Bool
  /// Whether the page is in quirks mode.
  private let isQuirky: Bool
  /// Whether an office program wrote the page, or this suite.
  private let isOfOffice: Bool
  /// The remaining work: one unit for each rule, element or token that is examined.
  private var work: Int
  private var known: [Key: Int] = [:]
  private var inlineDeclarations: [String: CSSDeclarations] = [:]
  /// The custom properties of all elements.
  private var variables: StyleVariables
  /// Whether a custom property was defined or used.
  private var usesVariables: Bool
  /// The font size of the root element in points.
  private var rootSize = 12.0
  /// The only `code` element of the last opened code block.
  var wholeCode: WholeCode?

  /// The cache key of a style whose inputs are only these.
  private struct Key: Hashable {
    var parent: Int
    var tag: UInt32
    var classes = ""
    var style = ""
    var id = ""
  }

  /// The maximum number of cached styles.
  private static let mostKnown = 100_000

  /// Creates a resolver for a page.
  ///
  /// - Parameters:
  ///   - sheet: The rules of the page.
  ///   - isOwn: Whether this suite wrote the page.
  ///   - isQuirky: Whether the page is in quirks mode.
  ///   - isOfOffice: Whether an office program wrote the page.
  ///   - byteCount: The size of the page in bytes; the work limit is 1,000,000 + 32 · `byteCount`.
  init(_ sheet: CSSSheet, isOwn: Bool, isQuirky: Bool, isOfOffice: Bool, byteCount: Int) {
    self.sheet = sheet
    self.isOwn = isOwn
    self.isQuirky = isQuirky && !isOwn
    self.isOfOffice = isOfOffice || isOwn
    work = 1_000_000 + 32 * byteCount
    variables = StyleVariables(registered: sheet.registered)
    usesVariables = sheet.usesVariables
  }

  /// Whether a custom property is invalid because its value is too long.
  var hasLongVariables: Bool { variables.isCut }

  /// Returns the number of the computed style of an element.
  ///
  /// - Parameter parent: The number of the style of the parent element.
  mutating func style(of node: HTMLNode, in parent: Int) -> Int {
    let tag = node.tag
    var key = Key(parent: parent, tag: tag.rawValue)
    var isKnowable = true
    if node.hasAttributes {
      key.classes = node[.`class`] ?? ""
      key.style = node[.style] ?? ""
      key.id = node[.id] ?? ""
      isKnowable = isKnowable && !Self.hasPresentation(node, tag)
      // A link does not inherit its colour; an anchor does.
      if tag == .a, node.has(.href) { key.tag |= 1 << 31 }
    }
    // The cache contains only styles that depend on nothing but the key.
    if isKnowable, let number = known[key] { return number }
    let made = make(node, tag, key)
    styles.append(made)
    if isKnowable, known.count < Self.mostKnown,
      !sheet.dependsOnPlace(tag: node.nameText, id: key.id, classes: key.classes)
    {
      known[key] = styles.count - 1
    }
    return styles.count - 1
  }

  /// Computes the style of the body.
  ///
  /// Font family and font size of the body become the default style of the document instead of
  /// attributes.
  ///
  /// - Returns: The number of the style; the default style; `sans-serif` or `system-ui` if that is
  ///   the family of the page.
  mutating func page(
    _ body: HTMLNode
  ) -> (style: Int, looks: DisplayOptions, genericFamily: String?) {
    if let root = body.parent, root.isElement {
      let number = style(of: root, in: 0)
      inherit(fromRoot: styles[number])
      variables.copy(from: number, to: 0)
    }
    let number = style(of: body, in: 0)
    if !isOwn, styles[number].hasGround, styles[number].inline.foreground != nil {
      // Without the background, the text colour could equal that of the paper.
      styles[number].inline.foreground = nil
      unread.append(CSSUnread(feature: .pageColor, property: "background"))
    } else if !isOwn, styles[number].hasGround {
      unread.append(CSSUnread(feature: .pageBackground, property: "background"))
    }
    let inline = styles[number].inline
    styles[number].inline.fontFamily = nil
    styles[number].inline.fontSize = nil
    styles[number].baseFamily = inline.fontFamily
    styles[number].baseSize = inline.fontSize
    // The default font of documents is a sans-serif font.
    let family = inline.fontFamily
    let isUsual = family == "sans-serif" || family == "system-ui"
    return (
      number, DisplayOptions(fontFamily: isUsual ? nil : family, fontSize: inline.fontSize),
      isUsual ? family : nil
    )
  }

  /// Copies the inherited properties of the root element to style 0.
  private mutating func inherit(fromRoot root: ComputedStyle) {
    styles[0].inline.fontFamily = root.inline.fontFamily
    styles[0].inline.fontSize = root.inline.fontSize
    styles[0].hasAbsoluteSize = root.hasAbsoluteSize
    guard !isOwn else { return }
    rootSize = root.inline.fontSize ?? rootSize
    styles[0].inline.bold = root.inline.bold
    styles[0].inline.fontWeight = root.inline.fontWeight
    styles[0].inheritText(of: root)
    styles[0].alignment = root.alignment
    styles[0].tableAlignment = root.tableAlignment
    styles[0].lineHeight = root.lineHeight
    // Black text is the default; light text for a dark page would be illegible on white paper.
    guard let color = root.inline.foreground, color != .black else {
      if root.hasGround {
        unread.append(CSSUnread(feature: .pageBackground, property: "background"))
      }
      return
    }
    if root.hasGround {
      unread.append(CSSUnread(feature: .pageColor, property: "background"))
    } else {
      styles[0].inline.foreground = color
    }
  }

  /// Records a declaration that is ignored or approximated.
  mutating func note(_ declaration: CSSUnread) { unread.append(declaration) }

  /// The kind of a style that is derived from another one without declarations.
  enum Variant: UInt32 {
    case unaligned, startAligned, bold, ordinary, underlined, insideBox, headingAsText
    case codeBlock, blockCode, wholeCode
  }

  /// Returns the number of a variant of a style, which is computed once.
  mutating func variant(
    _ variant: Variant, of number: Int, _ change: (inout ComputedStyle) -> Void
  ) -> Int {
    let key = Key(parent: number, tag: UInt32.max - variant.rawValue)
    if let made = known[key] { return made }
    var style = styles[number]
    change(&style)
    styles.append(style)
    if usesVariables { variables.copy(from: number, to: styles.count - 1) }
    if known.count < Self.mostKnown { known[key] = styles.count - 1 }
    return styles.count - 1
  }

  /// Returns whether an element has presentational attributes other than `class` and `style`.
  private static func hasPresentation(_ node: HTMLNode, _ tag: MarkupName) -> Bool {
    if node.has(.dir) || node.has(.hidden) || node.has(.align) || node.has(.lang) { return true }
    if node.isPopover { return true }
    switch tag {
    case .font, .body, .dialog, .ins, .del: return true
    case .abbr, .acronym: return node.has(.title)
    case .br: return node.has(.clear)
    case .col, .colgroup: return node.has(.bgcolor)
    case .thead, .tbody, .tfoot:
      return node.has(.bgcolor) || StyleBuilder.hasCellAttributes(node)
    case .ul, .ol, .li: return node.has(.type)
    case .table:
      return node.has(.bgcolor) || StyleBuilder.hasTableAttributes(node)
    case .td, .th, .tr: return node.has(.bgcolor) || StyleBuilder.hasCellAttributes(node)
    default: return false
    }
  }

  private mutating func make(_ node: HTMLNode, _ tag: MarkupName, _ key: Key) -> ComputedStyle {
    let kind = ElementKind(tag)
    var builder = StyleBuilder(
      parent: styles[key.parent], box: kind.box(tag, isOwn: isOwn), isOwn: isOwn,
      isOfOffice: isOfOffice, rootSize: rootSize)
    builder.applyDefaults(of: tag, isOwn: isOwn)
    if isQuirky, tag == .table { builder.applyTableQuirks() }
    if node.hasAttributes || tag == .dialog { builder.applyAttributes(of: node, tag) }
    let (classes, isDerived) =
      isOwn
      ? Self.authorClasses(key.classes) : (CSSSelector.Compound.classes(of: key.classes), false)
    let rules = rules(for: node, id: key.id.isEmpty ? nil : key.id, classes: classes)
    let inline = key.style.isEmpty || isDerived ? nil : declarations(key.style)
    apply(rules, inline, in: key.parent, to: &builder)
    var style = builder.finish()
    if style.isRow, !hasRow(style) { style.removeRow() }
    if !style.flow.inlineBoxes.isEmpty {
      unread.removeAll { $0.property == "border-radius" }
    }
    if !isOwn { noteFrame(of: style, builder, tag, in: styles[key.parent]) }
    return style
  }

  /// Applies declarations in cascade order: normal rules, normal `style` attribute, important
  /// rules, important `style` attribute.
  private mutating func apply(
    _ rules: [CSSSheet.Rule], _ inline: CSSDeclarations?, in parent: Int,
    to builder: inout StyleBuilder
  ) {
    let scope = usesVariables ? variableScope(rules, inline, in: parent) : nil
    var important: [CSSDeclaration] = []
    var layer: Int?
    for rule in rules {
      if sheet.revertsLayers, rule.layer != layer { builder.startLayer() }
      layer = rule.layer
      apply(rule.declarations.normal, in: scope, to: &builder)
      if !sheet.hasLayers { important += rule.declarations.important }
      if !isOwn { noteUnread(rule.declarations, of: builder) }
    }
    if sheet.hasLayers { important = Self.important(rules) }
    if let inline {
      if inline.revertsLayers { builder.startLayer() }
      apply(inline.normal, in: scope, to: &builder)
      important += inline.important
      if !isOwn { noteUnread(inline, of: builder) }
    }
    apply(important, in: scope, to: &builder)
  }

  private mutating func apply(
    _ declarations: [CSSDeclaration], in scope: StyleScope?, to builder: inout StyleBuilder
  ) {
    guard let scope else {
      for declaration in declarations { builder.apply(declaration) }
      return
    }
    for declaration in declarations {
      guard case .deferred(let deferred) = declaration else {
        builder.apply(declaration)
        continue
      }
      let known = variables.declarations(of: deferred, in: scope, work: &work)
      for made in known.normal { builder.apply(made) }
      noteUnread(known, of: builder)
    }
    if work <= 0 { isExhausted = true }
  }

  /// Returns the scope of custom properties for the next new style and stores it.
  private mutating func variableScope(
    _ rules: [CSSSheet.Rule], _ inline: CSSDeclarations?, in parent: Int
  ) -> StyleScope {
    var blocks: [CSSCustomProperties] = []
    for rule in rules {
      for case .custom(let block) in rule.declarations.normal { blocks.append(block) }
    }
    if let inline { for case .custom(let block) in inline.normal { blocks.append(block) } }
    for case .custom(let block) in Self.important(rules) { blocks.append(block) }
    if let inline { for case .custom(let block) in inline.important { blocks.append(block) } }
    let scope = variables.scope(blocks, in: parent)
    variables.set(scope, of: styles.count)
    return scope
  }

  /// Returns the important declarations, strongest last; in lower layers they are stronger.
  private static func important(_ rules: [CSSSheet.Rule]) -> [CSSDeclaration] {
    rules.enumerated().filter { !$0.element.declarations.important.isEmpty }
      .sorted { ($1.element.layer, $0.offset) < ($0.element.layer, $1.offset) }
      .flatMap(\.element.declarations.important)
  }

  /// Records borders, widths and paddings of an element that the document cannot represent.
  private mutating func noteFrame(
    of style: ComputedStyle, _ builder: StyleBuilder, _ tag: MarkupName,
    in parent: ComputedStyle
  ) {
    let isLost = builder.hidesBorder && !Self.showsBorder(tag)
    if isLost || builder.box != .inline && parent.flow.hasBorder {
      unread.append(CSSUnread(feature: .border, property: "border"))
    }
    if builder.box == .inline, style.display == .inlineBlock, style.width != nil, tag != .img,
      style.flow.inlineBoxes.isEmpty
    {
      unread.append(CSSUnread(feature: .size, property: "width"))
      if style.alignment != parent.alignment {
        unread.append(CSSUnread(feature: .alignment, property: "text-align"))
      }
    }
    if style.flow.frames.first?.hasOwnPadding ?? false, !style.flow.hasBorder {
      unread.append(CSSUnread(feature: .padding, property: "padding"))
    }
    unread += LostLayout.notes(of: style, builder, tag)
  }

  private mutating func noteUnread(_ declarations: CSSDeclarations, of builder: StyleBuilder) {
    unread += declarations.unread
    guard !builder.isPicture else {
      unread += declarations.ofTables.filter { $0.property == "vertical-align" }
      return
    }
    // The height of a rule is 0 without a declaration, too.
    let isFlat = builder.tag == .hr && declarations.normal.contains(.extent(.height, .points(0)))
    unread += declarations.ofPictures.filter { !isFlat || $0.property != "height" }
    if builder.box != .cell {
      unread += declarations.ofTables.filter { !isFlat || $0.property != "height" }
    }
  }

  /// Returns whether the children of a flexible box or grid may be beside each other.
  ///
  /// A reversed direction was reported, so that the row itself is not.
  private func hasRow(_ style: ComputedStyle) -> Bool {
    if style.isGrid { return unread.contains { CSSNames.isGrid($0.property) } }
    return !style.isColumn
      && !unread.contains { $0.property == "flex-direction" || $0.property == "flex-flow" }
  }

  /// Returns whether the reader supports borders of an element.
  private static func showsBorder(_ tag: MarkupName) -> Bool {
    switch tag {
    case .table, .td, .th, .tr, .tbody, .thead, .tfoot, .hr: true
    default: false
    }
  }

  /// Removes and returns the recorded declarations.
  mutating func takeUnread() -> [CSSUnread] {
    defer { unread.removeAll(keepingCapacity: true) }
    return unread
  }

  /// Returns the classes that come from the document: those before `ia-s`, and whether `ia-s` is
  /// present.
  private static func authorClasses(_ value: String) -> (classes: [Substring], isDerived: Bool) {
    guard !value.isEmpty else { return ([], false) }
    let classes = CSSSelector.Compound.classes(of: value)
    guard let mark = classes.firstIndex(of: "ia-s") else { return (classes, false) }
    return (Array(classes[..<mark]), true)
  }

  private mutating func declarations(_ text: String) -> CSSDeclarations {
    if let known = inlineDeclarations[text] { return known }
    let made = CSSDeclarations(text, readsVariables: !isOwn)
    if made.usesVariables { usesVariables = true }
    if inlineDeclarations.count < 10_000 { inlineDeclarations[text] = made }
    return made
  }

  /// The note for properties of texts in drawings.
  private static let drawingStyle = CSSUnread(feature: .drawing, property: "style")

  /// Returns the properties of an SVG element from the style sheets, strongest last.
  mutating func drawingProperties(of node: HTMLNode) -> [(name: String, value: String)] {
    guard !sheet.isEmpty, !isOwn else { return [] }
    let classes = CSSSelector.Compound.classes(of: node[.`class`] ?? "")
    let rules = rules(for: node, id: node[.id], classes: classes)
    var found: [(name: String, value: String)] = []
    var hasOwnStyle = false
    for declaration in rules.flatMap(\.declarations.normal) + Self.important(rules) {
      switch declaration {
      case .drawing(let name, let value): found.append((name, value))
      case .color(let color?): found.append(("color", color.hex))
      case .display(.none): found.append(("display", "none"))
      case .transparent(true), .isHidden(true): hasOwnStyle = true
      case .width, .extent(.height, _):
        hasOwnStyle = hasOwnStyle || node.nameText != "svg"
      case .fontFamily, .fontSize, .fontWeight, .italic, .letterSpacing, .transform, .smallCapitals,
        .lines:
        hasOwnStyle = hasOwnStyle || node.nameText == "text" || node.nameText == "tspan"
      default: break
      }
    }
    // Many rules with the same property add one note to the list, which is read after the whole drawing.
    var noted: Set<CSSUnread> = []
    if hasOwnStyle { unread.append(Self.drawingStyle) }
    for rule in rules {
      unread += rule.declarations.unread.filter {
        $0.feature != .overflow && noted.insert($0).inserted
      }
    }
    return found
  }

  /// Returns the rules that match an element, weakest first.
  private mutating func rules(
    for node: HTMLNode, id: String?, classes: [Substring]
  ) -> [CSSSheet.Rule] {
    guard !sheet.isEmpty, !isExhausted else { return [] }
    var found = sheet.candidates(tag: node.nameText, id: id, classes: classes)
    work -= found.count
    found = found.filter { rule in
      rule.selector.isSimple || rule.selector.matches(node, work: &work)
    }
    if work <= 0 { isExhausted = true }
    if found.count > 1 {
      if sheet.hasLayers {
        found.sort {
          ($0.layer, $0.selector.specificity, $0.order)
            < ($1.layer, $1.selector.specificity, $1.order)
        }
      } else {
        found.sort { ($0.selector.specificity, $0.order) < ($1.selector.specificity, $1.order) }
      }
    }
    return found
  }
}

extension StyleBuilder {
  /// Applies the defaults of an element name (HTML Standard, section 15.3).
  mutating func applyDefaults(of tag: MarkupName, isOwn: Bool) {
    self.tag = tag
    switch tag {
    case .b, .strong: style.inline.bold = true
    case .i, .em, .cite, .`var`, .dfn,
      .address:
      style.inline.italic = true
    case .h1, .h2, .h3, .h4, .h5, .h6:
      style.isHeading = true
      if !isOwn, let level = ElementKind.headingLevel(tag) { setHeadingSize(level: level) }
    case .th:
      style.isHeading = true
      // Only if no enclosing element sets an alignment.
      if !isOwn, style.alignment == nil { setAlignment(.center) }
    case .u: addLine(.under)
    case .s, .strike: addLine(.through)
    case .ins: style.inline.insertion = TrackedChange()
    case .del: style.inline.deletion = TrackedChange()
    case .code, .kbd, .samp, .tt: style.inline.code = true
    case .sup: style.inline.script = .superscript
    case .sub: style.inline.script = .subscript
    case .mark: style.background = Color(0xFFFF00)
    case .small: apply(.fontSize(.em(5 / 6)))
    case .big: apply(.fontSize(.em(1.2)))
    case .pre, .listing, .xmp, .plaintext:
      style.rules.whiteSpace = .pre
    case .center:
      setAlignment(.center)
      style.centersTables = true
    case .caption: if !isOwn { setAlignment(.center) }
    case .ul, .ol, .menu, .dir: style.listMarker = nil
    case .table:
      style.alignment = isOwn ? nil : style.tableAlignment
      style.textIndent = nil
      if style.centersTables {
        if !isOwn { apply(.cell(.autoMargin([.left, .right], true))) }
        style.centersTables = false
      }
    case .button, .input, .select, .textarea: if !isOwn { applyControlFont(tag) }
    case .fieldset: if !isOwn { FieldsetStyle.declarations.forEach { apply($0) } }
    default: break
    }
  }

  /// Applies presentational attributes, language, direction and tracked changes.
  mutating func applyAttributes(of node: HTMLNode, _ tag: MarkupName) {
    // Links have the colour of links, regardless of the surrounding text.
    if tag == .a, node.has(.href) {
      isLink = true
      if !isOwn { style.inline.foreground = nil }
    }
    if tag == .abbr || tag == .acronym, node.has(.title), !isOwn {
      addLine(.under)
      lineStyle = .dotted
    }
    if tag == .ins { style.inline.insertion = node.trackedChange }
    if tag == .del { style.inline.deletion = node.trackedChange }
    if node.has(.hidden) || tag == .dialog && !node.isOpen || node.isPopover {
      isHiddenByAttribute = true
      apply(.display(.none))
    }
    if let direction = node[.dir].flatMap({ WritingDirection(rawValue: $0.lowercased()) }) {
      if tag == .bdo {
        style.inline.direction = direction
      } else if box != .page || direction == .rightToLeft {
        if box != .inline { style.direction = direction }
      }
    } else if node.has(.dir), box != .inline {
      style.direction = nil
    }
    if box != .page, let language = node[.lang], SafeURL.isLanguageTag(language) {
      style.inline.language = isOwn ? language : SafeURL.canonicalLanguageTag(language)
    }
    if let align = node[.align]?.trimmingASCIISpace().lowercased() {
      if tag == .img || tag == .table && !isOwn, align == "left" || align == "right" {
        apply(.float(align == "left" ? .start : .end))
      }
      if tag != .table, tag != .img, tag != .hr {
        switch align {
        case "left": setAlignment(.left)
        case "right": setAlignment(.right)
        case "center", "middle": setAlignment(.center)
        case "justify": setAlignment(.justified)
        default: break
        }
        style.note(align: align, of: tag)
      }
    }
    if tag == .br, let sides = node[.clear].flatMap(CSSSides.init(clear:)) { apply(.clear(sides)) }
    if let color = ElementKind.background(of: node, tag) { apply(.background(color)) }
    switch tag {
    case .font: applyFont(node)
    case .td, .th, .tr, .thead, .tbody, .tfoot: applyCellAttributes(of: node)
    case .table: applyTableAttributes(of: node)
    case .body:
      if let color = node[.text].flatMap(CSSColors.attribute) { apply(.color(color)) }
    case .ul, .ol, .li:
      if let marker = node[.type].flatMap(CSSDeclaration.ListMarker.init(type:)) {
        apply(.listMarker(marker))
      }
    default: break
    }
  }

  /// Sets an alignment that tables inside do not inherit.
  private mutating func setAlignment(_ alignment: ParagraphAttributes.Alignment) {
    style.alignment = alignment
    style.tableAlignment = nil
  }

  private mutating func applyFont(_ node: HTMLNode) {
    let declarations = CSSDeclaration.font(
      color: node[.color], face: node[.face], size: node[.size])
    for declaration in declarations { apply(declaration) }
  }
}

extension CSSDeclaration.ListMarker {
  /// Creates a list marker from the attribute `type`; `nil` for an unknown value.
  fileprivate init?(type: String) {
    switch type {
    case "1": self = .numbering(.decimal)
    case "a": self = .numbering(.lowerAlpha)
    case "A": self = .numbering(.upperAlpha)
    case "i": self = .numbering(.lowerRoman)
    case "I": self = .numbering(.upperRoman)
    default:
      switch type.lowercased() {
      case "disc": self = .text("\u{2022}")
      case "circle": self = .text("\u{25E6}")
      case "square": self = .text("\u{25AA}")
      case "none": self = .none
      default: return nil
      }
    }
  }
}

extension HTMLNode {
  /// The author and date of an `ins` or `del` element.
  fileprivate var trackedChange: TrackedChange {
    let date = self[.datetime].flatMap { TrackedChange.isPlainDate($0) ? $0 : nil }
    return TrackedChange(author: self[.dataAuthor].flatMap { $0.isEmpty ? nil : $0 }, date: date)
  }
}

extension CSSSides {
  /// Creates the sides from the attribute `clear`; `nil` for an unknown value.
  fileprivate init?(clear: String) {
    switch clear.trimmingASCIISpace().lowercased() {
    case "left": self = .left
    case "right": self = .right
    case "all", "both": self = [.left, .right]
    default: return nil
    }
  }
}
