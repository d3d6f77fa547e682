internal import IAEquations
internal import IAFormats
internal import IAMarkup
internal import IAText

extension HTMLWalk {
  /// Adds a MathML element as its TeX text, with the equation attribute.
  mutating func readEquation(_ node: HTMLNode, style parentStyle: Int) {
    let style = page.styles.style(of: node, in: parentStyle)
    let reader = MathMLReader(node, style: style, &page.styles)
    page.noteDeclarations(page.styles.takeUnread(), at: node.byteOffset)
    if let missing = reader.missing {
      // Content beyond the size limit is lost.
      page.report.add(
        reader.equation.isFull ? .dropped : .approximated, .equation, missing,
        byteOffset: node.byteOffset)
    }
    let units = Array(reader.tex.utf16).map { $0 == 0x0A || $0 == 0x0D ? 0x2028 : $0 }
    guard !units.isEmpty else { return }
    let isDisplay = node.tree.name("display").flatMap { node[$0] } == "block"
    page.text.setEquation(isDisplay ? "display" : "inline")
    page.add(units: units, style: style)
    page.text.setEquation(nil)
  }
}

extension StyleResolver: MathMLStyles {
  mutating func mathStyle(of node: HTMLNode, in around: Int) -> MathMLStyle {
    let number = style(of: node, in: around)
    let inline = styles[number].inline
    return MathMLStyle(
      number: number, isHidden: inline.hidden && !styles[around].inline.hidden,
      isDifferent: inline != styles[around].inline)
  }

  func isText(_ node: HTMLNode) -> Bool { ElementKind(node.tag) == .inline }
}
