internal import IACSS
internal import IAFormats
internal import IAMarkup
internal import IAText

extension HTMLWalk {
  /// The widths of floating elements that become boxes, in points; wider ones are columns of the
  /// page.
  private static let floatWidths = 20.0...330
  /// The maximum size of the text in bytes and the maximum number of nodes of a box.
  private static let mostBoxText = 8_000
  private static let mostBoxNodes = 2_000
  /// The maximum number of children or nodes that are examined for a block or picture.
  private static let mostChildren = 64

  /// Opens a text box for an element that floats, or that has a border or padded background around
  /// blocks.
  ///
  /// - Returns: The number of the style of the element's content.
  mutating func enterBox(
    _ node: HTMLNode, _ tag: MarkupName, _ style: Int, _ frame: inout Frame
  ) -> Int {
    let computed = page.styles.styles[style]
    if computed.flow.floatsInside != .open { enterFlow(style, &frame) }
    if computed.flow.floats.isEmpty { page.clear(computed.flow.clears) }
    if !computed.flow.floats.isEmpty {
      if let box = floatBox(node, tag, computed) {
        page.places.floats.addBox(at: page.paragraphStart, below: computed.flow.clears)
        return open(box, style, &frame)
      }
      noteFloat(node)
    }
    let isFramed = Self.isFramed(computed)
    // Adjacent paragraphs with equal borders would share one box.
    let isRepeated =
      style == page.lastStyle && computed.flow.hasBorder && page.path.count == page.lastPath.count
    guard isFramed, isRepeated && tag == .p || Self.canBeBox(tag),
      isRepeated || Self.hasBlock(node), isShort(node),
      page.path.count < page.maxDepth / 2
    else { return style }
    var box = Self.boxInText(computed)
    if ElementKind.isList(tag) { Self.fit(&box, toList: tag, computed) }
    return open(box, style, &frame)
  }

  /// Opens a text box inside a quote or item that has a border or padded background.
  mutating func enterInnerBox(_ node: HTMLNode, _ style: Int, _ frame: inout Frame) {
    let computed = page.styles.styles[style]
    guard !isOwn, computed.flow.floats.isEmpty, Self.isFramed(computed), isShort(node),
      page.path.count < page.maxDepth / 2
    else { return }
    var box = Self.ground(of: computed)
    box.margin.top = Self.length(computed.spacingBefore)
    box.margin.bottom = Self.length(computed.spacingAfter)
    open(box, style, &frame)
  }

  /// Returns whether an element has a border, or a background with padding; otherwise its
  /// paragraphs carry the background.
  private static func isFramed(_ computed: ComputedStyle) -> Bool {
    computed.flow.hasBorder
      || computed.background != nil && computed.flow.shading == computed.background
        && computed.flow.frames.first?.hasPadding == true
  }

  /// Adjusts the box of a list: subtracts the indent of list items from the padding and adds the
  /// default margins of lists (40 and 16 CSS pixels; HTML Standard, section 15.3.7).
  private static func fit(
    _ box: inout Block.TextBox, toList tag: MarkupName, _ computed: ComputedStyle
  ) {
    if tag != .dl, let padding = box.padding.left { box.padding.left = max(0, padding - 30) }
    if computed.spacingBefore == nil { box.margin.top = 12 }
    if computed.spacingAfter == nil { box.margin.bottom = 12 }
  }

  /// Opens a text box and returns the number of the style of its content.
  @discardableResult
  mutating func open(_ box: Block.TextBox, _ style: Int, _ frame: inout Frame) -> Int {
    let block = page.block(.textBox(box))
    page.path.append(block)
    if frame.hasEdges {
      page.places.edges[page.places.edges.count - 1].box = block.id
      page.places.edges[page.places.edges.count - 1].isFloating = box.placement != nil
      page.places.spaces.beginBox(
        block.id, isFloating: box.placement != nil, isClosed: isClosed(style, above: true))
    }
    let inner = page.styles.inside(box: style)
    page.blockStyle = inner
    frame.style = inner
    return inner
  }

  /// Opens an element that extends below the floats inside it.
  mutating func enterFlow(_ style: Int, _ frame: inout Frame) {
    frame.flowStart = page.places.floats.start
    if page.styles.styles[style].flow.floatsInside == .own {
      page.places.floats.start = page.paragraphStart
    }
  }

  /// Closes an element that extends below the floats inside it.
  mutating func leaveFlow(_ frame: Frame, _ outer: Int) {
    if let last = page.places.floats.last, last >= page.places.floats.start {
      page.clear([.left, .right])
    }
    page.places.floats.start = outer
  }

  /// Returns the text box of an element in a page of this suite.
  func ownBox(_ style: Int) -> Block.TextBox {
    let computed = page.styles.styles[style]
    guard let float = computed.flow.floats.first else { return Self.boxInText(computed) }
    var box = Self.ground(of: computed)
    box.placement = Self.placement(float, computed)
    box.placement?.belongsToNext = true
    box.width = float.width.map(StyleBuilder.rounded)
    return box
  }

  /// Returns the text box of an element in the text flow; the space around it becomes margins.
  private static func boxInText(_ computed: ComputedStyle) -> Block.TextBox {
    var box = ground(of: computed)
    // Padding on a side without a border is part of the indent.
    let start = (computed.startIndent ?? 0) - (box.lines.left == nil ? box.padding.left ?? 0 : 0)
    let end = (computed.endIndent ?? 0) - (box.lines.right == nil ? box.padding.right ?? 0 : 0)
    box.margin = Sides(
      top: length(computed.spacingBefore), right: length(end),
      bottom: length(computed.spacingAfter), left: length(start))
    return box
  }

  /// Reports that the position of a floating element is lost.
  mutating func noteFloat(_ node: HTMLNode) {
    page.noteDeclarations([CSSUnread(feature: .position, property: "float")], at: node.byteOffset)
  }

  /// Returns whether an element can become a text box; parts of tables and list items cannot.
  private static func canBeBox(_ tag: MarkupName) -> Bool {
    switch tag {
    case .div, .section, .article, .aside, .header, .footer, .nav, .details, .fieldset, .address,
      .figure, .main, .form, .center, .hgroup, .ul, .ol, .dl, .menu, .dir:
      true
    default: false
    }
  }

  /// Returns the text box of a floating element; `nil` if the element is inside another block, is
  /// hidden, is too long, or has a width outside of `floatWidths`.
  private func floatBox(
    _ node: HTMLNode, _ tag: MarkupName, _ computed: ComputedStyle
  ) -> Block.TextBox? {
    guard let float = computed.flow.floats.first, page.path.isEmpty, !computed.isUndisplayed,
      Self.canBeBox(tag) || tag == .p || tag == .table || tag == .blockquote || tag == .ul,
      isShort(node)
    else { return nil }
    var box = tag == .table || tag == .ul ? Block.TextBox() : Self.ground(of: computed)
    if let content = float.width ?? Self.pictureWidth(in: node) {
      let width = content + (box.padding.left ?? 0) + (box.padding.right ?? 0)
      guard Self.floatWidths.contains(width) else { return nil }
      box.width = StyleBuilder.rounded(width)
    }
    box.placement = Self.placement(float, computed)
    box.placement?.belongsToNext = true
    return box
  }

  /// Returns the placement of a floating element: at an edge of the column, beside the text.
  static func placement(_ float: FloatStyle, _ computed: ComputedStyle) -> Placement {
    Placement(
      across: .init(edge: float.edge),
      distance: Sides(
        top: length(computed.spacingBefore), right: length(float.right),
        bottom: length(computed.spacingAfter), left: length(float.left)))
  }

  /// Returns a text box with the border, background and padding of an element.
  private static func ground(of computed: ComputedStyle) -> Block.TextBox {
    var box = Block.TextBox()
    box.fill = computed.background.flatMap { computed.flow.shading == $0 ? $0 : nil }
    guard let frame = computed.flow.frames.first else { return box }
    let borders = frame.borders(keepsNone: false)
    if let border = borders.top, borders == Sides(all: border) {
      box.border = border
    } else {
      box.borders = borders
    }
    box.padding = Sides(
      top: length(frame.top.padding), right: length(frame.right.padding),
      bottom: length(frame.bottom.padding), left: length(frame.left.padding))
    return box
  }

  private static func length(_ points: Double?) -> Double? {
    guard let points, points > 0 else { return nil }
    return min(StyleBuilder.rounded(points), Block.cellPaddings.upperBound)
  }

  /// Returns whether one of the first children of an element is a block.
  private static func hasBlock(_ node: HTMLNode) -> Bool {
    node.children.prefix(mostChildren).contains { child in
      guard child.isElement else { return false }
      switch ElementKind(child.tag) {
      case .block, .list, .table: return true
      default: return false
      }
    }
  }

  /// Returns whether an element is short enough for a text box and contains no notes.
  private func isShort(_ root: HTMLNode) -> Bool {
    var (bytes, count) = (0, 0)
    var node: HTMLNode? = root
    while let current = node {
      count += 1
      if current.kind == .text { bytes += current.textByteCount }
      guard count <= Self.mostBoxNodes, bytes <= Self.mostBoxText,
        survey.notes.isEmpty || survey.notes.labels[current] == nil
      else { return false }
      node = current.next(in: root, entering: current.isElement)
    }
    return true
  }

  /// Returns the width in points of the first picture in an element; `nil` without a picture or
  /// width attribute.
  private static func pictureWidth(in root: HTMLNode) -> Double? {
    var node: HTMLNode? = root
    for _ in 0..<mostChildren {
      guard let current = node else { return nil }
      if current.isElement, current.tag == .img {
        return PictureReader.pixels(current[.width]).map { $0 * 0.75 }
      }
      node = current.next(in: root, entering: current.isElement)
    }
    return nil
  }
}

extension PageDocument {
  /// Keeps a floating picture for the next paragraph, or adds it to the current paragraph if that
  /// has content.
  mutating func add(floating picture: Attachment, style: Int) {
    guard !text.hasContent, path.isEmpty, builder.utf16Count == paragraphStart else {
      return add(picture, style: style)
    }
    heldPictures.append((picture, style))
  }

  /// Adds the kept pictures before a block that cannot contain them.
  mutating func addHeldPictures(before tag: MarkupName) {
    guard !heldPictures.isEmpty else { return }
    switch tag {
    case .table, .ul, .ol, .dl, .pre, .blockquote, .aside: addHeldPictures()
    default: break
    }
  }

  /// Adds the kept pictures as a paragraph of their own.
  mutating func addHeldPictures() {
    guard let style = heldPictures.first?.style else { return }
    addHeld()
    let outer = blockStyle
    blockStyle = style
    endParagraph()
    blockStyle = outer
  }
}
