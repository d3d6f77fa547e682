internal import IABytes
internal import IAFormats
internal import IAMarkup

typealias HTMLNode = MarkupNode

extension MarkupNode {
  /// The element name as a number.
  var tag: MarkupName { name }

  /// The element name.
  var nameText: String { tree.text(of: name) }

  /// Whether the element is in the HTML namespace.
  var isHTML: Bool { namespace == .html }

  /// Whether the node is a `template` element, whose content is inert.
  var isTemplate: Bool { name == .template && isHTML && kind == .element }

  /// Whether the node is an element other than `template`.
  var isElement: Bool { kind == .element && !isTemplate }

  var hasAttributes: Bool { attributeCount > 0 }

  /// Returns the value of an attribute; `nil` if the element does not have it.
  subscript(name: MarkupName) -> String? { value(of: name) }

  /// Whether an element has the attribute `open`, as a visible `dialog` or an open `details`.
  var isOpen: Bool { tree.name("open").map(has) ?? false }

  /// A copy of the bytes of a text node.
  var utf8: [UInt8] {
    withText { text in unsafe text.withUnsafeBufferPointer { unsafe Array($0) } }
  }
}

extension MarkupTree {
  /// Creates the tree of a page, and reports what was dropped because of limits.
  ///
  /// - Throws: `html.nodes` if the tree has more nodes than `limits.entries`.
  convenience init(
    parsing page: [UInt8], limits: Limits, report: inout ConversionReport
  ) throws(InputError) {
    let limits = MarkupLimits(nodes: limits.entries, attributes: limits.attributes)
    try self.init(parsing: page, options: MarkupOptions(limits: limits))
    if omissions.deepElements > 0 {
      report.add(
        .approximated, .nesting,
        "\(omissions.deepElements) elements beyond a depth of \(limits.openElements)")
    }
    if omissions.attributes > 0 { report.add(.dropped, .attributes, "\(omissions.attributes)") }
    if omissions.formattingElements > 0 {
      report.add(.approximated, .formatting, "\(omissions.formattingElements)")
    }
  }
}
