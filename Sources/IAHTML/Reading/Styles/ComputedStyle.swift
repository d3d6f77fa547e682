internal import IACSS
internal import IAMarkup
internal import IAText

/// The computed style of an element and of the text in it.
struct ComputedStyle {
  // Inherited properties.

  /// The inline attributes of text, without links.
  var inline = InlineAttributes()
  /// The font family and the font size in points of the page's body; text with these values gets no
  /// attribute.
  var baseFamily: String?
  var baseSize: Double?
  /// The default font size in a heading, in points; `nil` outside of headings.
  var headingSize: Double?
  /// The rules for white space and letter case.
  var rules = TextRules()
  var alignment: ParagraphAttributes.Alignment?
  /// The alignment that tables inherit: one from a style sheet, not from an attribute or element
  /// name.
  var tableAlignment: ParagraphAttributes.Alignment?
  /// The indent of the first line relative to the other lines, in points.
  var textIndent: Double?
  var lineHeight: ParagraphAttributes.LineHeight?
  var direction: WritingDirection?
  /// The sum of the start indents of all enclosing blocks, in points.
  var startIndent: Double?
  /// The sum of the end indents of all enclosing blocks, in points.
  var endIndent: Double?
  /// The marker of list items.
  var listMarker: CSSDeclaration.ListMarker?
  /// Shading, borders, page breaks, floats and other properties of paragraphs.
  var flow = FlowStyle()
  /// Whether the element is in a heading or header cell, which is bold by default.
  var isHeading = false
  /// Whether the element is not laid out.
  var isUndisplayed = false

  // Properties that are not inherited.

  /// The kind of box, or `nil` for the default of the element.
  var display: CSSDeclaration.Display?
  /// The space before, in points.
  var spacingBefore: Double?
  /// The space after, in points.
  var spacingAfter: Double?
  var background: Color?
  /// The width, in points.
  var width: Double?
  /// The box of a table part, list or quote; an array with zero or one element.
  var cells: [CellStyle] = []
  /// The size of a picture; an array with zero or one element.
  var pictures: [PictureStyle] = []
  /// The level in a Word list.
  var msoList: MsoListLevel?
  /// The Boolean properties.
  private var flags: Flags = []

  /// The initial style of a child element.
  var inherited: ComputedStyle {
    var style = self
    style.display = nil
    style.spacingBefore = nil
    style.spacingAfter = nil
    style.flow.resetOwn()
    style.background = nil
    style.width = nil
    style.cells = []
    style.pictures = []
    style.msoList = nil
    style.flags.formIntersection([.withoutSize, .invisible, .absoluteSize, .centersTables])
    return style
  }

  /// Boolean properties; children inherit `withoutSize`, `invisible`, `absoluteSize` and
  /// `centersTables`.
  private struct Flags: OptionSet {
    let rawValue: UInt16
    static let apart = Flags(rawValue: 1)
    static let msoMark = Flags(rawValue: 2)
    static let noUnderline = Flags(rawValue: 4)
    static let transparent = Flags(rawValue: 8)
    static let withoutSize = Flags(rawValue: 16)
    static let invisible = Flags(rawValue: 32)
    static let absoluteSize = Flags(rawValue: 64)
    static let centersTables = Flags(rawValue: 128)
    static let ink = Flags(rawValue: 256)
    static let row = Flags(rawValue: 512)
    static let grid = Flags(rawValue: 1024)
    static let column = Flags(rawValue: 2048)
    static let stack = Flags(rawValue: 4096)

    subscript(flag: Flags) -> Bool {
      get { contains(flag) }
      set { if newValue { insert(flag) } else { remove(flag) } }
    }
  }

  /// Whether the box is outside of the normal flow: positioned or floating.
  var isApart: Bool {
    get { flags[.apart] }
    set { flags[.apart] = newValue }
  }

  /// Whether the element is a list marker that Word writes for programs without lists.
  var isMsoMark: Bool {
    get { flags[.msoMark] }
    set { flags[.msoMark] = newValue }
  }

  /// Whether `text-decoration` removes the default underline of links.
  var hasNoUnderline: Bool {
    get { flags[.noUnderline] }
    set { flags[.noUnderline] = newValue }
  }

  /// Whether the element is a link in the colour of the surrounding text, which has no explicit
  /// colour.
  var hasInk: Bool {
    get { flags[.ink] }
    set { flags[.ink] = newValue }
  }

  /// Copies the colour from another style of the same element.
  mutating func setColor(of other: ComputedStyle) {
    inline.foreground = other.inline.foreground
    hasInk = other.hasInk
  }

  /// Marks a link without a colour as one in the colour of the surrounding text; black if
  /// `isInitial` and that text has a colour.
  mutating func setInk(in parent: ComputedStyle, isInitial: Bool) {
    guard inline.foreground == nil else { return }
    let isColored = isInitial && parent.inline.foreground != nil
    inline.foreground = isColored ? .black : nil
    hasInk = !isColored
  }

  /// Whether the children are laid out beside each other.
  var isRow: Bool {
    get { flags[.row] }
    set { flags[.row] = newValue }
  }

  /// Whether the children are laid out in a grid.
  private(set) var isGrid: Bool {
    get { flags[.grid] }
    set { flags[.grid] = newValue }
  }

  /// Whether the children of a flexible box are laid out below each other.
  private(set) var isColumn: Bool {
    get { flags[.column] }
    set { flags[.column] = newValue }
  }

  /// Whether the children of a flexible box or grid are laid out below each other, as blocks.
  private(set) var isStack: Bool {
    get { flags[.stack] }
    set { flags[.stack] = newValue }
  }

  /// Records that a flexible box or grid has no row.
  mutating func removeRow() {
    isRow = false
    isStack = isGrid || isColumn
  }

  mutating func setArrangement(_ arrangement: CSSDeclaration.Arrangement) {
    switch arrangement {
    case .flex, .grid:
      isRow = true
      isGrid = arrangement == .grid
    case .row, .column: isColumn = arrangement == .column
    }
  }

  mutating func setDisplay(_ display: CSSDeclaration.Display?, isRow: Bool = false) {
    self.display = display
    self.isRow = isRow
  }

  /// Copies the display type from another style; `nil` sets `inline`.
  mutating func setDisplay(of other: ComputedStyle?) {
    display = other == nil ? .inline : other?.display
    isRow = other?.isRow ?? false
  }

  /// Whether the element and its content are fully transparent.
  var isTransparent: Bool {
    get { flags[.transparent] }
    set { flags[.transparent] = newValue }
  }

  /// Whether the font size is 0.
  var isWithoutSize: Bool {
    get { flags[.withoutSize] }
    set { flags[.withoutSize] = newValue }
  }

  /// Whether the element is laid out but not visible.
  var isInvisible: Bool {
    get { flags[.invisible] }
    set { flags[.invisible] = newValue }
  }

  /// Whether the font size is declared as an absolute length.
  var hasAbsoluteSize: Bool {
    get { flags[.absoluteSize] }
    set { flags[.absoluteSize] = newValue }
  }

  /// Whether tables inside are centred, by an attribute or by the element name.
  var centersTables: Bool {
    get { flags[.centersTables] }
    set { flags[.centersTables] = newValue }
  }

  /// Whether code has the smaller default size of generic monospaced fonts in browsers: 13 instead
  /// of 16 CSS pixels.
  var hasSmallCode: Bool { inline.fontFamily == nil && !hasAbsoluteSize }

  /// The default font size of code as a multiple of that of other text.
  static let codeFactor = 13.0 / 16

  /// Whether the background has a colour other than white.
  var hasGround: Bool { background != nil && background != .white }

  /// The box of a table part, list or quote.
  var cell: CellStyle { cells.first ?? CellStyle() }

  /// The font size in points; 12 if none is declared.
  var em: Double { inline.fontSize ?? headingSize ?? baseSize ?? 12 }
}

/// Applies declarations in cascade order to the style of one element.
struct StyleBuilder {
  var style: ComputedStyle
  /// The kind of box of the element.
  let box: BoxKind
  /// Whether this suite wrote the page; font weights and zero lengths then become attributes.
  let isOwn: Bool
  /// Whether an animation or a transition is declared.
  var isAnimated = false
  /// Whether an office program wrote the page, which changes percentages of line heights.
  let isOfOffice: Bool

  var lines: Set<CSSDeclaration.Line> = []
  var lineStyle = InlineAttributes.Underline.Style.single
  var lineColor: Color?
  /// The style of the parent element.
  let parent: ComputedStyle
  var margins: (start: Double?, end: Double?) = (nil, nil)
  var paddings: (start: Double?, end: Double?) = (nil, nil)
  var boxWidth: CSSLength?
  /// Whether the element has a visible border that the model cannot represent.
  var hidesBorder = false

  /// The kind of box, which determines the use of margins and colours.
  enum BoxKind { case inline, block, group, list, cell, page }

  /// The font size of the root element in points.
  let rootSize: Double

  // The defaults of the element's name and attributes, for `revert`.

  var tag: MarkupName?
  var isLink = false
  /// Whether tables do not inherit font properties (quirks mode).
  var isQuirky = false
  /// Whether the `hidden` attribute is set.
  var isHiddenByAttribute = false
  /// The state before the current cascade layer; an array with zero or one element.
  var layerStart: [StyleBuilder] = []

  init(
    parent: ComputedStyle, box: BoxKind, isOwn: Bool, isOfOffice: Bool = true,
    rootSize: Double = 12
  ) {
    style = parent.inherited
    self.box = box
    self.isOwn = isOwn
    self.isOfOffice = isOfOffice
    self.rootSize = rootSize
    self.parent = parent
  }

  /// The conversion of lengths to points with the current font size.
  var lengths: CSSLengthRules { CSSLengthRules(em: style.em, root: rootSize, isExact: isOwn) }

  /// Adds a text decoration that the element's name implies.
  mutating func addLine(_ line: CSSDeclaration.Line) { lines.insert(line) }

  mutating func apply(_ declaration: CSSDeclaration) {
    switch declaration {
    case .color(let color): setColor(color)
    case .background(let color): style.background = color
    case .fontFamily(let name): setFamily(name)
    case .fontSize(let length):
      style.note(size: length, isOwn: isOwn)
      if !style.isWithoutSize {
        let em = parent.em
        setSize(Self.size(length.points(em: em, root: rootSize, share: em)))
      }
    case .transparent(let isTransparent): style.isTransparent = isTransparent
    case .animated(let isAnimated): self.isAnimated = isAnimated
    case .fontWeight(let weight): setWeight(weight)
    case .italic(let isItalic): style.inline.italic = isItalic
    case .smallCapitals(let isSmall):
      if isSmall { style.inline.capitals = .small }
      if !isSmall, style.inline.capitals == .small { style.inline.capitals = nil }
    case .transform(let transform):
      style.rules.transform = transform
      if transform == .uppercase { style.inline.capitals = .all }
      if transform != .uppercase, style.inline.capitals == .all { style.inline.capitals = nil }
    case .inherit(let property): inherit(property)
    case .reset(let property, let value): reset(property, to: value)
    case .lines(let lines):
      self.lines = lines
      style.hasNoUnderline = !lines.contains(.under)
    case .lineStyle(let lineStyle): self.lineStyle = lineStyle
    case .lineColor(let color): lineColor = color
    case .script(let script):
      guard box == .inline else { return }
      style.inline.script = script
      style.inline.baselineOffset = nil
    case .raised(let length):
      guard box == .inline else { return }
      style.inline.baselineOffset = lengths.exactPoints(length) ?? style.inline.baselineOffset
    case .letterSpacing(let length):
      style.inline.letterSpacing = length.flatMap { lengths.exactPoints($0) }
    case .isHidden(let isHidden): style.isInvisible = isHidden
    case .display(let display): style.setDisplay(display)
    case .arrangement(let arrangement): style.setArrangement(arrangement)
    case .whiteSpace(let whiteSpace): style.rules.whiteSpace = whiteSpace
    case .quotationMarks(let marks): style.rules.quotationMarks = marks
    case .listMarker(let marker): style.listMarker = marker
    case .apart(let isApart): style.isApart = isApart
    case .float(let edge): style.flow.floats = edge.map { [FloatStyle(edge: $0)] } ?? []
    case .clear(let sides): style.flow.clears = sides
    case .flowOfFloats(let flow): style.flow.floatsInside = flow
    default: applyToBox(declaration)
    }
  }

  private mutating func applyToBox(_ declaration: CSSDeclaration) {
    switch declaration {
    case .alignment(let alignment):
      style.alignment = alignment
      style.tableAlignment = alignment
      style.centersTables = false
    case .textIndent(let length):
      style.textIndent = lengths.points(length) ?? style.textIndent
    case .listDelimiter(let text): if isOwn { style.flow.listDelimiter = text }
    case .listPrefix(let text): if isOwn { style.flow.listPrefix = text }
    case .tabStops(let stops): if isOwn, box == .block { style.flow.tabStops = stops }
    case .margin(let side, let length):
      guard let points = lengths.points(length) else { return }
      switch side {
      case .start: margins.start = points
      case .end: margins.end = points
      case .before: style.spacingBefore = max(points, 0)
      case .after: style.spacingAfter = max(points, 0)
      }
    case .padding(let side, let length):
      guard let points = lengths.points(length) else { return }
      if side == .start { paddings.start = points } else { paddings.end = points }
    case .lineHeight(let height): style.lineHeight = height.flatMap { lineHeight($0) }
    case .direction(let direction): style.direction = direction
    case .width(let length):
      style.width = length.flatMap { lengths.points($0) }
      boxWidth = length
      if isPicture { applyToPicture(.width(length)) }
    case .extent: if isPicture { applyToPicture(declaration) }
    case .border(let declaration): apply(declaration)
    case .pageBreakBefore(let breaks): style.flow.breaksPage = breaks
    case .pages(let declaration): apply(declaration)
    case .effect(let effect): apply(effect)
    case .msoList(let level):
      style.msoList = level
      style.isMsoMark = false
    case .msoMark: style.isMsoMark = true
    case .cell(let declaration):
      guard box == .cell else { return }
      applyToCell { $0.apply(declaration, $1) }
    default: break
    }
  }

  /// Returns the computed style after the last declaration.
  mutating func finish() -> ComputedStyle {
    if lines.contains(.under) {
      style.inline.underline = .init(lineStyle, color: lineColor)
    }
    if lines.contains(.through) {
      style.inline.strikethrough = lineStyle == .double ? .double : .single
    }
    if let color = style.background, box == .inline, !isBlock { style.inline.background = color }
    // A white page background is the default and not an attribute.
    finishFrame(
      isPaper: !isOwn && style.background == .white && parent.inline.background == nil
        && parent.flow.shading == nil)
    if box == .block || isBlock {
      // Padding inside a border is spacing of the border and not an indent.
      let start = style.flow.frames.first?.left.isVisible ?? false ? nil : paddings.start
      let end = style.flow.frames.first?.right.isVisible ?? false ? nil : paddings.end
      style.startIndent = Self.sum(style.startIndent, Self.sum(margins.start, start))
      style.endIndent = Self.sum(style.endIndent, Self.sum(margins.end, end))
    }
    if !isOwn, box == .group || tag == .dd || tag == .figure { style.keep(margins, paddings) }
    if !style.flow.floats.isEmpty {
      style.isApart = true
      finishFloat()
    }
    // After an animation, the text is assumed to be visible.
    if style.display == CSSDeclaration.Display.none || style.isTransparent && !isAnimated {
      style.isUndisplayed = true
    }
    style.inline.hidden = style.isUndisplayed || style.isInvisible || style.isWithoutSize
    return style
  }

  /// The assumed width of text on an A4 page in points, to which percentages of floats and pictures
  /// refer.
  static let pageWidth = 480.0

  /// Sets the width and margins of a float.
  private mutating func finishFloat() {
    if case .percent(let share)? = boxWidth {
      style.flow.floats[0].width = min(max(share, 0), 1) * Self.pageWidth
    } else {
      style.flow.floats[0].width = boxWidth.flatMap { lengths.points($0) }
    }
    style.flow.floats[0].left = margins.start
    style.flow.floats[0].right = margins.end
  }

  private mutating func setFamily(_ name: String?) {
    // In a page of this suite, each declared family is an attribute.
    guard !isOwn else {
      style.inline.fontFamily = name
      return
    }
    let isUsual = name == style.baseFamily || style.implies(name, ofPage: box == .page)
    style.inline.fontFamily = isUsual ? nil : name
  }

  private mutating func setSize(_ points: Double?) {
    guard !isOwn else {
      style.inline.fontSize = points
      return
    }
    // In a heading, the heading's size is the default.
    let isUsual =
      if let size = style.headingSize {
        box == .inline && points == size && parent.inline.fontSize == nil
      } else {
        points == style.baseSize
      }
    style.inline.fontSize = isUsual ? nil : points
  }

  /// Sets the font size of a heading to a multiple of the size of the surrounding text (HTML
  /// Standard, section 15.3.6).
  ///
  /// The size becomes an attribute only if the surrounding text has one, because headings of the
  /// model have a default size.
  ///
  /// - Parameter level: The level, 1 to 6.
  mutating func setHeadingSize(level: Int) {
    let size = parent.em * [2, 1.5, 1.17, 1, 0.83, 0.67][level - 1]
    style.headingSize = size
    if style.inline.fontSize != nil { style.inline.fontSize = size }
  }

  private mutating func setColor(_ color: Color?) {
    // Black text of the whole page is the default and not an attribute.
    if box == .page, color == .black { return }
    style.inline.foreground = color
    style.hasInk = false
  }

  private mutating func setWeight(_ weight: CSSDeclaration.Weight) {
    switch weight {
    case .bold: (style.inline.bold, style.inline.fontWeight) = (true, nil)
    case .normal:
      style.inline.bold = false
      style.inline.fontWeight = style.isHeading && !isOwn ? 400 : nil
    case .lighter: setWeight(parent.lighterWeight)
    case .number(let number) where isOwn: style.inline.fontWeight = number
    case .number(let number):
      style.inline.bold = number >= 600
      let isSaid = number == 400 ? style.isHeading : number != 700
      style.inline.fontWeight = isSaid ? number : nil
    }
  }

  private func lineHeight(_ height: CSSDeclaration.LineHeight)
    -> ParagraphAttributes.LineHeight?
  {
    switch height {
    case .factor(let factor): .multiple(Self.rounded(factor / ParagraphCSS.naturalLineHeight))
    case .multiple(let factor) where isOfOffice: .multiple(Self.rounded(factor))
    case .multiple(let factor): .multiple(Self.rounded(factor / ParagraphCSS.naturalLineHeight))
    case .length(let length):
      length.points(em: style.em, root: rootSize, share: style.em)
        .map { isOwn ? $0 : CSSLengthRules.rounded($0) }.flatMap { $0 > 0 ? .exactly($0) : nil }
    case .atLeast(let length): lengths.points(length).map { .atLeast($0) }
    }
  }

  private static func size(_ points: Double?) -> Double? {
    points.map { min(max(rounded($0), 0.5), 2000) }
  }

  private static func sum(_ first: Double?, _ second: Double?) -> Double? {
    guard let first else { return second }
    return first + (second ?? 0)
  }

  /// Rounds a number to four decimals, the precision of pages of this suite.
  static func rounded(_ value: Double) -> Double { CSSLengthRules.exact(value) }
}

extension ComputedStyle {
  /// Records whether a declared font size is 0 and whether it is absolute.
  mutating func note(size: CSSLength, isOwn: Bool) {
    switch size {
    case .points(let points):
      isWithoutSize = points == 0 && !isOwn
      hasAbsoluteSize = true
    case .calculated: hasAbsoluteSize = true
    case .em, .rem, .percent: break
    }
  }

  /// Records whether the `align` attribute of an element also centres tables; in paragraphs and
  /// headings it does not.
  mutating func note(align: String, of tag: MarkupName) {
    guard tag != .p, ElementKind.headingLevel(tag) == nil else { return }
    centersTables = align == "center" || align == "middle"
  }

  /// Returns whether a generic font family is the default: `monospace` for code and preformatted
  /// text, `serif` for other text.
  func implies(_ family: String?, ofPage isPage: Bool) -> Bool {
    switch family {
    case "monospace": inline.code || !rules.whiteSpace.collapses
    case "serif": isPage || baseFamily == nil
    default: false
    }
  }

  /// Stores the margins and padding of a list, item, quote or figure.
  mutating func keep(
    _ margins: (start: Double?, end: Double?), _ paddings: (start: Double?, end: Double?)
  ) {
    let indents = CellStyle.Indents(
      startMargin: margins.start, endMargin: margins.end, startPadding: paddings.start,
      endPadding: paddings.end)
    guard indents != CellStyle.Indents() else { return }
    cells = [CellStyle()]
    cells[0].indents = indents
  }

  /// Returns the paragraph attributes without the block path.
  ///
  /// - Parameter isOwn: Whether this suite wrote the page; zero indents are then attributes.
  func paragraph(isOwn: Bool) -> ParagraphAttributes {
    var set = ParagraphAttributes()
    set.alignment = alignment
    func indent(_ points: Double?) -> Double? {
      guard let points = points.map(StyleBuilder.rounded) else { return nil }
      return points == 0 && !isOwn ? nil : min(max(points, -2000), 2000)
    }
    set.headIndent = indent(startIndent)
    set.tailIndent = indent(endIndent)
    if textIndent != nil || set.headIndent != nil {
      let first = StyleBuilder.rounded((textIndent ?? 0) + (set.headIndent ?? 0))
      let saysNothing = first == 0 && (set.headIndent != nil || !isOwn)
      set.firstLineIndent = saysNothing ? nil : min(max(first, -2000), 2000)
    }
    set.spacingBefore = spacingBefore.map { min(StyleBuilder.rounded($0), 2000) }
    set.spacingAfter = spacingAfter.map { min(StyleBuilder.rounded($0), 2000) }
    set.lineHeight = lineHeight
    set.direction = direction
    set.pageBreakBefore = flow.breaksPage
    flow.add(isOwn: isOwn, to: &set)
    return set
  }
}
