internal import IAFormats
internal import IAMarkup
internal import IAText

extension HTMLWalk {
  /// Reads a form field as the text that shows its state.
  ///
  /// - Returns: Whether the element is a form field.
  mutating func readFormField(_ node: HTMLNode, _ tag: MarkupName, style: Int) -> Bool {
    let text: String
    switch tag {
    case .input: text = Self.isTaskBox(node) ? "" : Self.shownText(ofInput: node)
    case .textarea: text = node.allText(limit: 65_536)
    case .select: text = Self.choices(of: node)
    case .meter, .progress: text = node.allText(limit: 4096)
    default: return false
    }
    guard !text.isEmpty else { return true }
    page.report.add(.approximated, .formField, node.nameText, byteOffset: node.byteOffset)
    page.add(units: text.utf16.map { $0 == 0x0A ? 0x2028 : $0 }, style: style)
    return true
  }

  private static func shownText(ofInput node: HTMLNode) -> String {
    let value = node[.value] ?? ""
    switch node[.type]?.lowercased() ?? "text" {
    case "hidden", "file", "image", "password": return ""
    case "checkbox": return node.has(.checked) ? "\u{2612}" : "\u{2610}"
    case "radio": return node.has(.checked) ? "\u{25C9}" : "\u{25CB}"
    case "submit": return value.isEmpty ? "Submit" : value
    case "reset": return value.isEmpty ? "Reset" : value
    default: return value
    }
  }

  /// Returns the chosen options, or the first one of a list that shows one.
  private static func choices(of node: HTMLNode) -> String {
    var chosen: [String] = []
    var first: String?
    var current: HTMLNode? = node.firstChild
    var left = 10_000
    while let option = current, left > 0 {
      left -= 1
      if option.isElement, option.tag == .option {
        let text = option.allText(limit: 64).trimmingASCIISpace()
        if first == nil { first = text }
        if option.has(.selected) { chosen.append(text) }
      }
      current = option.next(in: node, entering: option.isElement)
    }
    if chosen.isEmpty, !node.has(.multiple), let first { chosen.append(first) }
    return chosen.joined(separator: ", ")
  }
}
