internal import IACSS
internal import IAFormats
internal import IAMarkup
internal import IAText

/// Variants of styles that are derived without declarations.
extension StyleResolver {
  /// Returns the number of a variant without alignment.
  mutating func unaligned(_ number: Int) -> Int {
    variant(.unaligned, of: number) { $0.alignment = nil }
  }

  /// Returns the number of a variant with explicit start alignment.
  mutating func startAligned(_ number: Int) -> Int {
    variant(.startAligned, of: number) {
      $0.alignment = $0.direction == .rightToLeft ? .right : .left
    }
  }

  /// Returns the number of a variant for the content of a box, without indents, spacing,
  /// background, borders and floats.
  mutating func inside(box number: Int) -> Int {
    variant(.insideBox, of: number) { style in
      style.startIndent = nil
      style.endIndent = nil
      style.spacingBefore = nil
      style.spacingAfter = nil
      style.background = nil
      style.flow.shading = nil
      style.flow.frames = []
      style.flow.floats = []
      style.flow.clears = []
    }
  }

  /// Returns the number of a variant of a cell's style with an explicit weight that differs from
  /// the model's default.
  ///
  /// - Parameter isBold: `true` for bold text of a `th` in an ordinary row; `false` for weight 400
  ///   of a `td` in a header row.
  mutating func weighted(_ number: Int, isBold: Bool) -> Int {
    let inline = styles[number].inline
    guard !inline.bold, inline.fontWeight == nil else { return number }
    return variant(isBold ? .bold : .ordinary, of: number) { style in
      style.inline.bold = isBold
      style.inline.fontWeight = isBold ? nil : 400
      style.isHeading = !isBold
    }
  }

  /// Returns the number of a variant of a heading's style for plain text: its size and weight
  /// become explicit.
  mutating func headingAsText(_ number: Int) -> Int {
    variant(.headingAsText, of: number) { style in
      if style.inline.fontWeight == nil { style.inline.bold = true }
      if style.inline.fontWeight == 400 { style.inline.fontWeight = nil }
      let size = style.inline.fontSize ?? style.headingSize
      style.inline.fontSize = size == style.baseSize ?? 12 ? nil : size
      style.headingSize = nil
      style.isHeading = false
    }
  }

  /// Returns the number of the style of a code block.
  ///
  /// If the block contains only one `code` element that is displayed as a block, its background,
  /// padding and border become those of the code block, unless the block has its own.
  mutating func styleOfCodeBlock(_ node: HTMLNode, _ number: Int) -> Int {
    guard !isOwn, styles[number].display != .inline, let code = node.onlyCode else { return number }
    let inner = style(of: code, in: number)
    let (outer, own) = (styles[number], styles[inner])
    guard own.display == .block, own.flow.floats.isEmpty else {
      wholeCode = WholeCode(node: code, style: inner)
      return number
    }
    let frame = outer.flow.frames.first
    let takesFrame = frame.map { !$0.isVisible && (!$0.hasPadding || own.flow.hasBorder) } ?? true
    wholeCode = WholeCode(node: code, style: inner, isShown: takesFrame)
    return variant(.codeBlock, of: inner) { style in
      style = outer
      style.startIndent = own.startIndent
      style.endIndent = own.endIndent
      if outer.background == nil {
        style.background = own.background
        style.flow.shading = own.flow.shading
      }
      if takesFrame { style.flow.frames = own.flow.frames }
    }
  }

  /// Returns the number of the style of a `code` element in a code block: its declarations without
  /// the code attribute and without a box of its own.
  mutating func styleOfBlockCode(_ node: HTMLNode, in parent: Int) -> Int {
    if isOwn { return parent }
    let whole = wholeCode.flatMap { $0.node == node ? $0 : nil }
    wholeCode = nil
    let number = whole?.style ?? style(of: node, in: parent)
    let block = styles[parent]
    if styles[number].flow.hasBorder, whole?.isShown != true {
      note(CSSUnread(feature: .border, property: "border"))
    }
    return variant(whole == nil ? .blockCode : .wholeCode, of: number) { style in
      style.inline.code = block.inline.code
      guard let display = style.display, display != .none else { return }
      style.display = nil
      style.flow.frames = []
      style.flow.shading = block.flow.shading
      if let color = style.background, color != block.background { style.inline.background = color }
    }
  }

  /// The only `code` element of a code block.
  struct WholeCode {
    var node: HTMLNode
    /// The number of its style.
    var style: Int
    /// Whether the code block took over its border.
    var isShown = false
  }

  /// Returns the number of a variant that is underlined, unless a declaration removes the
  /// underline.
  mutating func underlined(_ number: Int) -> Int {
    guard styles[number].inline.underline == nil, !styles[number].hasNoUnderline else {
      return number
    }
    return variant(.underlined, of: number) { $0.inline.underline = .init(.single) }
  }
}

extension HTMLNode {
  /// The child `code`, if an element contains nothing else except white space.
  fileprivate var onlyCode: HTMLNode? {
    var found: HTMLNode?
    var child = firstChild
    while let current = child {
      if current.isElement {
        guard found == nil, current.tag == .code else { return nil }
        found = current
      } else if current.kind == .text, current.utf8.contains(where: { $0 > 0x20 }) {
        return nil
      }
      child = current.next
    }
    return found
  }
}
