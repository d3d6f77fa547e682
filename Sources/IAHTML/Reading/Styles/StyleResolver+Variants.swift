internal import IACSS
internal import IAFormats
internal import IAMarkup
internal import IAText

/// Styles that are made of others without declarations.
extension StyleResolver {
  /// Returns the number of a style that is as another, but for its alignment.
  mutating func unaligned(_ number: Int) -> Int {
    variant(.unaligned, of: number) { $0.alignment = nil }
  }

  /// Returns the number of a style that states the alignment that text has without a statement.
  mutating func startAligned(_ number: Int) -> Int {
    variant(.startAligned, of: number) {
      $0.alignment = $0.direction == .rightToLeft ? .right : .left
    }
  }

  /// Returns the number of the style of what is in a box: as another style, but without what the box has.
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

  /// Returns the number of a style of a cell whose text states the weight that the model does not
  /// give it: bold in a heading cell (`th`) of an ordinary row, 400 in an ordinary cell of a header row.
  mutating func weighted(_ number: Int, isBold: Bool) -> Int {
    let inline = styles[number].inline
    guard !inline.bold, inline.fontWeight == nil else { return number }
    return variant(isBold ? .bold : .ordinary, of: number) { style in
      style.inline.bold = isBold
      style.inline.fontWeight = isBold ? nil : 400
      style.isHeading = !isBold
    }
  }

  /// Returns the number of the style of a heading that is text: with the size and the weight of the heading.
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

  /// Returns the number of the style of a code block: with the colour, the padding and the border of the `code`
  /// that is all of it, if that is displayed as a block and the code block has none.
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

  /// Returns the number of the style of a `code` in a code block: the declarations that apply to it, without
  /// being code of its own, or displayed otherwise than text.
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

  /// The `code` that is all of a code block.
  struct WholeCode {
    var node: HTMLNode
    /// The number of its style.
    var style: Int
    /// Whether the code block has its border.
    var isShown = false
  }

  /// Returns the number of a style as another one, but underlined unless a declaration sets other lines.
  mutating func underlined(_ number: Int) -> Int {
    guard styles[number].inline.underline == nil, !styles[number].hasNoUnderline else {
      return number
    }
    return variant(.underlined, of: number) { $0.inline.underline = .init(.single) }
  }
}

extension HTMLNode {
  /// The `code` in an element that contains nothing else but white space.
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
