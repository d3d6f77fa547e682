internal import IACSS
internal import IAFormats
internal import IAMarkup
internal import IAText

extension HTMLWalk {
  /// An open element that contributes to the space between paragraphs.
  struct Edges {
    var style: Int
    /// The id of the element's text box.
    var box: Int?
    var isFloating = false
    /// Whether the element is a table cell of the document.
    var isCell = false
    /// Whether the element has the background of the paragraphs in it.
    var hasGround = false
    /// Whether the element is a figure without a text box.
    var isFigure = false
  }

  /// The default indent of lists, quotes and definitions (HTML Standard, section 15.3), in points:
  /// 40 CSS pixels.
  static let usualIndent = 30.0
  /// The indent of an item outside of a list, whose marker browsers place in the text, in points.
  static let loneIndent = 12.0

  /// Records the margin above an element.
  mutating func enterSpace(_ tag: MarkupName, _ style: Int, _ frame: inout Frame) {
    let computed = page.styles.styles[style]
    guard !computed.isUndisplayed else { return }
    frame.hasEdges = true
    page.places.edges.append(Edges(style: style))
    guard computed.flow.floats.isEmpty else { return }
    page.places.spaces.enter(inside: frames.last?.style ?? style)
    let margin = computed.spacingBefore
    page.places.spaces.add(
      margin: margin ?? usualMargin(of: tag, computed), isStated: margin != nil)
  }

  /// Records the padding above the content of an element, and its indents.
  mutating func enterContent(_ tag: MarkupName, _ frame: Frame) {
    guard frame.hasEdges, let last = page.places.edges.last, ElementKind(tag) != .table else {
      return
    }
    let computed = page.styles.styles[last.style]
    if tag == .figure, last.box == nil {
      let stated = computed.cell.indents
      page.places.edges[page.places.edges.count - 1].isFigure = true
      page.places.spaces.beginFigure(
        start: stated.startMargin == nil ? Self.usualIndent : 0,
        end: stated.endMargin == nil ? Self.usualIndent : 0)
    }
    if !computed.cells.isEmpty { noteIndents(tag, computed, hasBox: last.box != nil) }
    guard last.box == nil, !computed.flow.frames.isEmpty || computed.background != nil else {
      return
    }
    let side = computed.flow.frames.first?.top
    let isShaded = computed.background != nil && computed.flow.shading == computed.background
    if isShaded {
      page.places.edges[page.places.edges.count - 1].hasGround = true
      page.places.spaces.beginGround(
        last.style, depth: page.path.count - (ElementKind.isList(tag) && tag != .dl ? 1 : 0))
    }
    page.places.spaces.addTop(
      padding: Self.padding(side), isClosed: Self.isClosed(side),
      shading: isShaded ? computed.background : nil)
  }

  /// Records the padding and the margin below an element.
  mutating func leaveSpace(_ edges: Edges, _ frame: Frame) {
    let computed = page.styles.styles[edges.style]
    let tag = frame.node.tag
    if edges.hasGround { page.places.spaces.endGround() }
    if edges.isFigure { page.places.spaces.endFigure() }
    if let box = edges.box {
      page.places.spaces.endBox(
        box, isFloating: edges.isFloating, isClosed: isClosed(edges.style, above: false))
      if edges.isFloating { return }
    } else if edges.isCell {
      let cell = page.path.last { $0.kind.isCell }
      page.places.spaces.endCell(hasText: page.lastPath.last { $0.kind.isCell }?.id == cell?.id)
    } else if let side = computed.flow.frames.first?.bottom {
      page.places.spaces.addBottom(
        padding: Self.padding(side), isClosed: Self.isClosed(side),
        shading: computed.flow.shading)
    }
    if frames.count > 1 { page.places.spaces.leave(inside: frames[frames.count - 2].style) }
    guard !edges.isCell, computed.flow.floats.isEmpty else { return }
    let margin = computed.spacingAfter
    page.places.spaces.add(
      margin: margin ?? usualMargin(of: tag, computed), isStated: margin != nil)
  }

  /// Records a margin of a thematic break.
  ///
  /// - Parameter isAbove: Whether it is the margin above.
  mutating func addRuleMargin(_ style: Int, above isAbove: Bool) {
    guard !isOwn else { return }
    let computed = page.styles.styles[style]
    guard !computed.isUndisplayed else { return }
    page.places.spaces.enter(inside: frames.last?.style ?? style)
    let margin = isAbove ? computed.spacingBefore : computed.spacingAfter
    page.places.spaces.add(margin: margin ?? computed.em / 2, isStated: margin != nil)
  }

  /// Returns whether a border, padding or block formatting context prevents collapsing of the
  /// element's margin with those inside.
  func isClosed(_ style: Int, above isAbove: Bool) -> Bool {
    let flow = page.styles.styles[style].flow
    guard flow.floatsInside != .own, let frame = flow.frames.first else {
      return flow.floatsInside == .own
    }
    return Self.isClosed(isAbove ? frame.top : frame.bottom)
  }

  private static func padding(_ side: CSSFrame.Side?) -> Double {
    guard let side, !side.isVisible else { return 0 }
    return max(side.padding ?? 0, 0)
  }

  private static func isClosed(_ side: CSSFrame.Side?) -> Bool {
    guard let side else { return false }
    return side.isVisible || side.padding ?? 0 > 0
  }

  /// Returns the default margin above and below an element in points.
  private func usualMargin(of tag: MarkupName, _ style: ComputedStyle) -> Double {
    let margin = usualMargin(of: tag) * style.em
    return tag == .pre && style.hasSmallCode ? margin * ComputedStyle.codeFactor : margin
  }

  /// Returns the default margin above and below an element as a multiple of its font size (HTML
  /// Standard, section 15.3).
  private func usualMargin(of tag: MarkupName) -> Double {
    switch tag {
    case .p, .blockquote, .figure, .pre, .listing, .xmp, .plaintext: 1
    case .ul, .ol, .menu, .dir, .dl: lists.isEmpty ? 1 : 0
    case .h1: 0.67
    case .h2: 0.83
    case .h3: 1
    case .h4: 1.33
    case .h5: 1.67
    case .h6: 2.33
    default: 0
    }
  }

  /// Records the declared indents of a list, item, quote or definition.
  private mutating func noteIndents(
    _ tag: MarkupName, _ computed: ComputedStyle, hasBox: Bool
  ) {
    let stated = computed.cell.indents
    let endPadding = hasBox ? 0 : stated.endPadding ?? 0
    switch tag {
    case .ul, .ol, .menu, .dir:
      guard let list = page.path.last, list.kind.isList else { return }
      let padding = stated.startPadding ?? Self.usualIndent
      // The text box has the margins, and the padding above the default.
      page.places.spaces.indent(
        list.id,
        start: hasBox ? min(padding, Self.usualIndent) : (stated.startMargin ?? 0) + padding,
        end: hasBox ? 0 : (stated.endMargin ?? 0) + endPadding)
    case .li:
      guard let item = page.path.last(where: \.kind.isItem) else { return }
      let padding = hasBox ? 0 : stated.startPadding ?? 0
      page.places.spaces.indent(
        item.id, start: (stated.startMargin ?? 0) + padding,
        end: (stated.endMargin ?? 0) + endPadding)
    case .blockquote:
      guard
        let quote = page.path.last(where: { if case .blockQuote = $0.kind { true } else { false } })
      else { return }
      let padding = hasBox ? 0 : stated.startPadding ?? 0
      page.places.spaces.indent(
        quote.id, start: (stated.startMargin ?? Self.usualIndent) + padding,
        end: (stated.endMargin ?? Self.usualIndent) + endPadding)
    case .dd:
      // Its paragraphs carry the indent.
      guard stated.startMargin != nil, let list = page.path.last(where: \.kind.isList) else {
        return
      }
      page.places.spaces.indent(list.id, start: 0, end: 0)
    default: return
    }
  }
}

extension Block.Kind {
  var isCell: Bool { if case .tableCell = self { true } else { false } }
}

extension PageDocument {
  /// Records the spaces of a paragraph that ends.
  ///
  /// - Parameters:
  ///   - set: The attributes of the paragraph.
  ///   - isEmpty: Whether the paragraph has no content.
  mutating func noteSpaces(_ set: ParagraphAttributes, isEmpty: Bool) {
    guard !styles.styles[blockStyle].inline.hidden else { return }
    var sides = Sides<Double>()
    if set.shading != nil, set.direction != .rightToLeft, let ground = places.spaces.ground,
      styles.styles[ground.style].background == set.shading
    {
      sides = distances(from: ground, set)
    }
    let around = set.shading == nil && !places.spaces.hasShading ? nil : places.spaces.around
    places.spaces.note(
      paragraphStart, isEmptyCell: isEmpty && path.last?.kind.isCell ?? false,
      shading: set.shading, sides: sides,
      around: around.flatMap { styles.styles[$0].flow.shading })
  }

  /// Returns the distances in points from the text of the current paragraph to the left and right
  /// edge of the background behind it.
  private func distances(
    from ground: PageSpaces.Ground, _ set: ParagraphAttributes
  ) -> Sides<Double> {
    let style = styles.styles[ground.style]
    let frame = style.flow.frames.first
    func padding(_ side: CSSFrame.Side?) -> Double {
      guard let side, !side.isVisible else { return 0 }
      return side.padding ?? 0
    }
    var left = (set.headIndent ?? 0) - (style.startIndent ?? 0) + padding(frame?.left)
    var right = (set.tailIndent ?? 0) - (style.endIndent ?? 0) + padding(frame?.right)
    for block in path.dropFirst(ground.depth) {
      let usual: PageSpacing.Indents =
        switch block.kind {
        case .orderedList, .unorderedList: .init(start: HTMLWalk.usualIndent, end: 0)
        case .blockQuote: .init(start: HTMLWalk.usualIndent, end: HTMLWalk.usualIndent)
        default: .init(start: 0, end: 0)
        }
      let indents = places.spaces.spacing.indents[block.id] ?? usual
      left += indents.start
      right += indents.end
    }
    return Sides(right: right > 0 ? right : nil, left: left > 0 ? left : nil)
  }
}
