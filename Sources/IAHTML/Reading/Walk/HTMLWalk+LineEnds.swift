internal import IAMarkup
internal import IAText

extension HTMLWalk {
  /// The maximum nesting depth of the elements of one entry, plus 1.
  private static let maxLineEndDepth = 15

  /// Reads the table of line end attributes of a page of this suite, whose elements are not shown.
  ///
  /// - Parameters:
  ///   - node: The element that contains the entries.
  ///   - style: The number of the style of its parent.
  /// - Returns: Whether the element is the table: the first hidden element with only empty inline
  ///   elements.
  mutating func readLineEnds(_ node: HTMLNode, style: Int) -> Bool {
    guard page.lineEnds.isEmpty, node.has(.hidden) else { return false }
    var entries: [HTMLNode] = []
    var entry = node.firstChild
    while let first = entry {
      guard Self.isLineEnd(first) else { return false }
      entries.append(first)
      entry = first.next
    }
    page.lineEnds.reserveCapacity(entries.count)
    for entry in entries {
      var element = Optional(entry)
      var inner = style
      while let node = element {
        inner = page.styles.style(of: node, in: inner)
        element = node.firstChild
      }
      page.lineEnds.append(page.text.attributes(inner, page.styles, page.builder))
    }
    return true
  }

  /// Returns whether an element is a chain of nested inline elements without text.
  private static func isLineEnd(_ node: HTMLNode) -> Bool {
    var element = Optional(node)
    for _ in 0..<maxLineEndDepth {
      guard let inner = element else { return true }
      guard inner.isElement, inner.isHTML, isLineEnd(inner.tag) else { return false }
      guard inner == node || inner.next == nil else { return false }
      element = inner.firstChild
    }
    return element == nil
  }

  /// Returns whether an element name represents character formatting.
  private static func isLineEnd(_ tag: MarkupName) -> Bool {
    switch tag {
    case .span, .bdo, .strong, .em, .u, .s, .code, .sup, .sub, .mark, .ins, .del: true
    default: false
    }
  }
}
