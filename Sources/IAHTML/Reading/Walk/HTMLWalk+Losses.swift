internal import IACSS
internal import IAFormats
internal import IAMarkup

extension HTMLWalk {
  /// Reports attributes, and properties of lines, whose effect on the layout is lost; each once.
  mutating func noteLostLayout(of node: HTMLNode, _ tag: MarkupName, _ style: Int) {
    var lost: [CSSUnread] = []
    switch tag {
    case .hr:
      let computed = page.styles.styles[style]
      let isWidth = node.has(.width) || computed.width != nil
      for (name, isStated) in [
        ("size", node.has(.size)), ("color", node.has(.color)), ("width", isWidth),
        ("background", computed.background != nil),
      ] where isStated {
        lost.append(CSSUnread(feature: .ruleLayout, property: name))
      }
    case .table where node.has(.height):
      lost.append(CSSUnread(feature: .size, property: "height"))
    case .caption where node[.align]?.lowercased() == "bottom":
      lost.append(CSSUnread(feature: .tableLayout, property: "caption"))
    case .img where StyleBuilder.borderWidth(of: node) ?? 0 > 0:
      lost.append(CSSUnread(feature: .border, property: "border"))
    case .legend where node.parent?.tag == .fieldset:
      var note = CSSUnread(feature: .boxLayout, property: "legend")
      note.isApproximated = true
      lost.append(note)
    default: return
    }
    page.noteDeclarations(lost, at: node.byteOffset)
  }
}
