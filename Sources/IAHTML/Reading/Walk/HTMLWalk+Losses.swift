internal import IACSS
internal import IAFormats
internal import IAMarkup
internal import IAText

extension HTMLWalk {
  /// Reports attributes, and properties of lines, whose effect on the layout is lost; each once.
  mutating func noteLostLayout(of node: HTMLNode, _ tag: MarkupName, _ style: Int) {
    var lost: [CSSUnread] = []
    let computed = page.styles.styles[style]
    switch tag {
    case .hr:
      let isWidth = node.has(.width) || computed.width != nil
      for (name, isStated) in [
        ("size", node.has(.size)), ("color", node.has(.color)), ("width", isWidth),
        ("background", computed.background != nil), ("border", !computed.flow.frames.isEmpty),
        ("visibility", computed.isInvisible), ("float", !computed.flow.floats.isEmpty),
      ] where isStated {
        lost.append(CSSUnread(feature: .ruleLayout, property: name))
      }
    case .table where node.has(.height) || computed.cell.height != nil:
      lost.append(CSSUnread(feature: .size, property: "height"))
    case .caption where node[.align]?.lowercased() == "bottom":
      lost.append(CSSUnread(feature: .tableLayout, property: "caption"))
    case .caption:
      if computed.background != nil {
        lost.append(CSSUnread(feature: .tableShading, property: "caption"))
      }
      if let box = computed.cells.first, box.saysBorders || box.padding != Sides() {
        lost.append(CSSUnread(feature: .tableLayout, property: "caption"))
      }
    case .img:
      if StyleBuilder.borderWidth(of: node) ?? 0 > 0 {
        lost.append(CSSUnread(feature: .border, property: "border"))
      }
      if let align = node[.align]?.lowercased(), Self.heights.contains(align) {
        lost.append(CSSUnread(feature: .pictureLayout, property: "align"))
      }
      if computed.display == .block, computed.flow.floats.isEmpty, Self.isInText(node) {
        lost.append(CSSUnread(feature: .pictureLayout, property: "display"))
      }
    case .thead, .tfoot:
      let isMoved = Self.hasRows(beside: node, isBefore: tag == .thead)
      if isMoved { lost.append(CSSUnread(feature: .tableLayout, property: node.nameText)) }
    case .td, .th:
      if node[.rowspan]?.trimmingASCIISpace() == "0" {
        lost.append(CSSUnread(feature: .tableLayout, property: "rowspan"))
      }
    case .dialog where node.isOpen:
      lost.append(CSSUnread(feature: .boxLayout, property: "dialog"))
    case .rt:
      var note = CSSUnread(feature: .textLayout, property: "ruby")
      note.isApproximated = true
      lost.append(note)
    case .xml:
      if !node.allText(limit: 64).allSatisfy(\.isWhitespace) {
        lost.append(CSSUnread(feature: .unknownElement, property: "xml"))
      }
    case .legend where node.parent?.tag == .fieldset:
      var note = CSSUnread(feature: .boxLayout, property: "legend")
      note.isApproximated = true
      lost.append(note)
    default:
      guard node.hasAttributes, ElementKind(tag) == .inline, tag != .bdo,
        let direction = node[.dir]?.lowercased(),
        direction == (computed.direction == .rightToLeft ? "ltr" : "rtl")
      else { return }
      lost.append(CSSUnread(feature: .direction, property: "dir"))
    }
    page.noteDeclarations(lost, at: node.byteOffset)
  }

  /// The values of `align` of a picture that raise or lower it.
  private static let heights: Set<String> = [
    "top", "texttop", "middle", "center", "absmiddle", "absbottom",
  ]

  /// Returns whether text or an inline element is directly before or after an element.
  private static func isInText(_ node: HTMLNode) -> Bool {
    var beside = [node.previous, node.next].compactMap(\.self)
    if let blank = beside.first, blank == node.previous, blank.isBlankText {
      beside[0] = blank.previous ?? blank
    }
    if let blank = beside.last, blank == node.next, blank.isBlankText {
      beside[beside.count - 1] = blank.next ?? blank
    }
    return beside.contains { other in
      other.kind == .text
        ? !other.isBlankText
        : other.isElement && other.tag != .br && ElementKind(other.tag) == .inline
    }
  }

  /// Returns whether a table has rows before or after a section that browsers move there.
  ///
  /// Browsers move only the first section of each kind.
  private static func hasRows(beside section: HTMLNode, isBefore: Bool) -> Bool {
    var earlier = section.previous
    for _ in 0..<TableBox.mostCells {
      guard let current = earlier else { break }
      if current.tag == section.tag { return false }
      earlier = current.previous
    }
    var node = isBefore ? section.previous : section.next
    for _ in 0..<TableBox.mostCells {
      guard let current = node else { return false }
      if current.tag == .tbody || current.tag == .tr { return true }
      node = isBefore ? current.previous : current.next
    }
    return false
  }
}

extension HTMLNode {
  /// Whether the node is a text of white space.
  fileprivate var isBlankText: Bool { kind == .text && utf8.allSatisfy { $0 <= 0x20 } }
}
