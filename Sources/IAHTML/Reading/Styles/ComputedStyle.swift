internal import IACSS
internal import IAMarkup
internal import IAText

/// The style of the content of an element.
struct ComputedStyle {
  // Passed on to what is inside.

  /// The attributes of text, without links.
  var inline = InlineAttributes()
  /// The family and the size of the page's text, which are no attributes of it.
  var baseFamily: String?
  var baseSize: Double?
  /// The size of text without a size in a heading, in points; `nil` outside of headings.
  var headingSize: Double?
  /// The rules for characters.
  var rules = TextRules()
  /// The alignment of lines.
  var alignment: ParagraphAttributes.Alignment?
  /// The alignment of lines in tables inside: that of a style sheet, not that of an attribute or a name.
  var tableAlignment: ParagraphAttributes.Alignment?
  /// The indent of the first line, as CSS counts it: from that of the others; in points.
  var textIndent: Double?
  /// The height of lines.
  var lineHeight: ParagraphAttributes.LineHeight?
  /// The direction of paragraphs.
  var direction: WritingDirection?
  /// The indents of all blocks around, in points.
  var startIndent: Double?
  /// The indents of all blocks around, in points.
  var endIndent: Double?
  /// The mark of items.
  var listMarker: CSSDeclaration.ListMarker?
  /// The shading, the borders and the page rules of paragraphs.
  var flow = FlowStyle()
  /// Whether it is in a heading or a heading cell, which is bold where nothing else is said.
  var isHeading = false
  /// Whether nothing of it is laid out.
  var isUndisplayed = false

  // The element's alone.

  /// The kind of box, or `nil` for that of the element's name.
  var display: CSSDeclaration.Display?
  /// The space above, in points.
  var spacingBefore: Double?
  /// The space below, in points.
  var spacingAfter: Double?
  /// The colour behind it.
  var background: Color?
  /// The width, in points.
  var width: Double?
  /// The box of a part of a table, a list or a quote, as an array of zero or one elements.
  var cells: [CellStyle] = []
  /// The size of a picture, as an array of zero or one elements.
  var pictures: [PictureStyle] = []
  /// Its level in a list of Word.
  var msoList: MsoListLevel?
  /// Its properties that are true.
  private var flags: Flags = []

  /// The style of a child before anything is said about it.
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

  /// Properties of an element, of which its children inherit those from `withoutSize` to `centersTables`.
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

    subscript(flag: Flags) -> Bool {
      get { contains(flag) }
      set { if newValue { insert(flag) } else { remove(flag) } }
    }
  }

  /// Whether its box is not beside the text around: at a position of the page, or floating.
  var isApart: Bool {
    get { flags[.apart] }
    set { flags[.apart] = newValue }
  }

  /// Whether it is a mark that Word wrote out for programs that know no lists.
  var isMsoMark: Bool {
    get { flags[.msoMark] }
    set { flags[.msoMark] = newValue }
  }

  /// Whether a declaration sets lines without an underline, which every link has otherwise.
  var hasNoUnderline: Bool {
    get { flags[.noUnderline] }
    set { flags[.noUnderline] = newValue }
  }

  /// Whether it is a link in the colour of the text around, which has none of its own.
  var hasInk: Bool {
    get { flags[.ink] }
    set { flags[.ink] = newValue }
  }

  /// Sets the colour to that of another style of the same element.
  mutating func setColor(of other: ComputedStyle) {
    inline.foreground = other.inline.foreground
    hasInk = other.hasInk
  }

  /// Sets the colour of a link that has none to that of the text around, or of text without a colour.
  mutating func setInk(in parent: ComputedStyle, isInitial: Bool) {
    guard inline.foreground == nil else { return }
    let isColored = isInitial && parent.inline.foreground != nil
    inline.foreground = isColored ? .black : nil
    hasInk = !isColored
  }

  /// Whether the boxes inside are beside each other.
  var isRow: Bool {
    get { flags[.row] }
    set { flags[.row] = newValue }
  }

  /// Sets the way in which the element is displayed.
  mutating func setDisplay(_ display: CSSDeclaration.Display?, isRow: Bool = false) {
    self.display = display
    self.isRow = isRow
  }

  /// Sets the way in which the element is displayed to that of another style, or to that of text.
  mutating func setDisplay(of other: ComputedStyle?) {
    display = other == nil ? .inline : other?.display
    isRow = other?.isRow ?? false
  }

  /// Whether it and all in it is transparent.
  var isTransparent: Bool {
    get { flags[.transparent] }
    set { flags[.transparent] = newValue }
  }

  /// Whether its text has the size 0.
  var isWithoutSize: Bool {
    get { flags[.withoutSize] }
    set { flags[.withoutSize] = newValue }
  }

  /// Whether it is laid out and not shown.
  var isInvisible: Bool {
    get { flags[.invisible] }
    set { flags[.invisible] = newValue }
  }

  /// Whether a declaration states the size of its text as a length that does not depend on another size.
  var hasAbsoluteSize: Bool {
    get { flags[.absoluteSize] }
    set { flags[.absoluteSize] = newValue }
  }

  /// Whether tables in it are centred: in elements that an attribute or their name centres.
  var centersTables: Bool {
    get { flags[.centersTables] }
    set { flags[.centersTables] = newValue }
  }

  /// Whether text of programs is smaller in browsers, whose generic monospaced font has a default size of 13 pixels
  /// instead of 16.
  var hasSmallCode: Bool { inline.fontFamily == nil && !hasAbsoluteSize }

  /// The size of such text as a multiple of that of other text.
  static let codeFactor = 13.0 / 16

  /// Whether something else than white paper is behind it.
  var hasGround: Bool { background != nil && background != .white }

  /// The box of a part of a table.
  var cell: CellStyle { cells.first ?? CellStyle() }

  /// The size of the font in points; 12 points, 16 pixels, where nothing is said.
  var em: Double { inline.fontSize ?? headingSize ?? baseSize ?? 12 }
}

/// Applies declarations to the style of one element, in the order of the cascade.
struct StyleBuilder {
  /// The style so far.
  var style: ComputedStyle
  /// The kind of box that the element's name defines.
  let box: BoxKind
  /// Whether the page is one of this suite's, where a weight is a weight and a 0 is said on purpose.
  let isOwn: Bool
  /// Whether an animation or a transition of the element is stated.
  var isAnimated = false
  /// Whether percentages of line heights are those of an office program.
  let isOfOffice: Bool

  var lines: Set<CSSDeclaration.Line> = []
  var lineStyle = InlineAttributes.Underline.Style.single
  var lineColor: Color?
  /// The style of the element around.
  let parent: ComputedStyle
  var margins: (start: Double?, end: Double?) = (nil, nil)
  var paddings: (start: Double?, end: Double?) = (nil, nil)
  var boxWidth: CSSLength?
  /// Whether the element has a visible border that the model has no place for.
  var hidesBorder = false

  /// A kind of box, which determines the meaning of margins and colours.
  enum BoxKind { case inline, block, group, list, cell, page }

  /// The size of the root element's font in points.
  let rootSize: Double

  // What the element's name and attributes define, for `revert`.

  /// The name of the element.
  var tag: MarkupName?
  /// Whether it is a link with a target.
  var isLink = false
  /// Whether tables inherit no font.
  var isQuirky = false
  /// Whether an attribute hides the element.
  var isHiddenByAttribute = false
  /// The state before the current cascade layer, as an array of zero or one elements.
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

  /// The rules for lengths, once the size of the font is known.
  var lengths: CSSLengthRules { CSSLengthRules(em: style.em, root: rootSize, isExact: isOwn) }

  /// Adds a line that the element's name defines.
  mutating func addLine(_ line: CSSDeclaration.Line) { lines.insert(line) }

  /// Applies one declaration.
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
    case .row: style.isRow = true
    case .whiteSpace(let whiteSpace): style.rules.whiteSpace = whiteSpace
    case .listMarker(let marker): style.listMarker = marker
    case .apart(let isApart): style.isApart = isApart
    case .float(let edge):
      style.flow.floats = edge.map { [FloatStyle(edge: $0)] } ?? []
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

  /// Returns the style, once everything was applied.
  mutating func finish() -> ComputedStyle {
    if lines.contains(.under) {
      style.inline.underline = .init(lineStyle, color: lineColor)
    }
    if lines.contains(.through) {
      style.inline.strikethrough = lineStyle == .double ? .double : .single
    }
    if let color = style.background, box == .inline, !isBlock { style.inline.background = color }
    // A page with a white background does not define a colour.
    finishFrame(
      isPaper: !isOwn && style.background == .white && parent.inline.background == nil
        && parent.flow.shading == nil)
    if box == .block || isBlock {
      // The space inside a border is not an indent.
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
    // An animation shows the text in the end.
    if style.display == CSSDeclaration.Display.none || style.isTransparent && !isAnimated {
      style.isUndisplayed = true
    }
    style.inline.hidden = style.isUndisplayed || style.isInvisible || style.isWithoutSize
    return style
  }

  /// The width of text on a page of A4, in points, of which the width of a float or a picture may be a share.
  static let pageWidth = 480.0

  /// Sets the lengths of a float.
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
    // What is said of a stretch in a page of this suite is an attribute.
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
    // In a heading, text without a size has that of the heading.
    let isUsual =
      if let size = style.headingSize {
        box == .inline && points == size && parent.inline.fontSize == nil
      } else {
        points == style.baseSize
      }
    style.inline.fontSize = isUsual ? nil : points
  }

  /// Sets the size of a heading, a multiple of that of the text around (HTML Living Standard, section
  /// 15.3.6): without an attribute where the text around has the page's size, because the model's
  /// headings have a size of their own.
  mutating func setHeadingSize(level: Int) {
    let size = parent.em * [2, 1.5, 1.17, 1, 0.83, 0.67][level - 1]
    style.headingSize = size
    if style.inline.fontSize != nil { style.inline.fontSize = size }
  }

  private mutating func setColor(_ color: Color?) {
    // Black text on a whole page is the default, not the author's choice.
    if box == .page, color == .black { return }
    style.inline.foreground = color
    style.hasInk = false
  }

  private mutating func setWeight(_ weight: CSSDeclaration.Weight) {
    switch weight {
    case .bold:
      style.inline.bold = true
      style.inline.fontWeight = nil
    case .normal:
      style.inline.bold = false
      style.inline.fontWeight = style.isHeading && !isOwn ? 400 : nil
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

  /// Returns a number with the four decimals that pages of this suite have.
  static func rounded(_ value: Double) -> Double { CSSLengthRules.exact(value) }
}

extension ComputedStyle {
  /// Notes the kind of a stated size.
  mutating func note(size: CSSLength, isOwn: Bool) {
    switch size {
    case .points(let points):
      isWithoutSize = points == 0 && !isOwn
      hasAbsoluteSize = true
    case .calculated: hasAbsoluteSize = true
    case .em, .rem, .percent: break
    }
  }

  /// Notes an attribute that aligns what is in an element: browsers centre only the lines of paragraphs and headings.
  mutating func note(align: String, of tag: MarkupName) {
    guard tag != .p, ElementKind.headingLevel(tag) == nil else { return }
    centersTables = align == "center" || align == "middle"
  }

  /// Returns whether text has a generic family if nothing is stated: code is monospaced, and browsers show other text
  /// with serifs.
  func implies(_ family: String?, ofPage isPage: Bool) -> Bool {
    switch family {
    case "monospace": inline.code || !rules.whiteSpace.collapses
    case "serif": isPage || baseFamily == nil
    default: false
    }
  }

  /// Keeps the lengths beside a list, an item, a quote or a figure.
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

  /// Returns the paragraph attributes, without blocks.
  ///
  /// - Parameter isOwn: Whether a 0 was said on purpose.
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
