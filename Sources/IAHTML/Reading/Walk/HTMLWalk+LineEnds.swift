internal import IAMarkup
internal import IAText

extension HTMLWalk {
  /// The maximum number of elements inside one another that state the attributes of a paragraph end.
  private static let maxLineEndDepth = 15

  /// Reads the table of the attributes of paragraph ends, whose elements show nothing.
  ///
  /// - Parameters:
  ///   - node: The element around the entries.
  ///   - style: The style of the element that contains it.
  /// - Returns: Whether it was the table: the first one, hidden, with nothing but empty inline elements.
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

  /// Returns whether an element and those inside it are inline, one in another, and without text.
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

  /// Returns whether an element of a name states attributes of characters.
  private static func isLineEnd(_ tag: MarkupName) -> Bool {
    switch tag {
    case .span, .bdo, .strong, .em, .u, .s, .code, .sup, .sub, .mark, .ins, .del: true
    default: false
    }
  }
}
