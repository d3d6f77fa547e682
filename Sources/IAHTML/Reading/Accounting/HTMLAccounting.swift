internal import IACSS
internal import IAFormats
internal import IAMarkup

/// Reports elements, attributes and CSS properties that the reader does not use, each name once.
struct HTMLAccounting {
  /// The maximum number of distinct names of each kind that are examined, including names that need
  /// no note; further names have one note together.
  private static let maxNames = 4096

  /// Returns whether a name was not examined before.
  ///
  /// The first name beyond `maxNames` adds a note, which is the last one for this kind of name.
  private static func isNew<Name: Hashable>(
    _ name: Name, in names: inout Set<Name>, _ feature: DocumentFeature,
    _ report: inout ConversionReport
  ) -> Bool {
    guard names.count <= maxNames, names.insert(name).inserted else { return false }
    guard names.count > maxNames else { return true }
    report.add(.dropped, feature, "names beyond the first \(maxNames)")
    return false
  }

  private var attributes: Set<MarkupName> = []
  private var elements: Set<MarkupName> = []
  private var properties: Set<CSSUnread> = []
  /// Whether a note on a `details` element was added.
  private var hasDetails = false

  /// Adds a note for each attribute of an element that the reader does not use.
  mutating func noteAttributes(of node: HTMLNode, report: inout ConversionReport) {
    node.forEachAttributeName { name in
      guard Self.isNew(name, in: &attributes, .unknownAttribute, &report) else { return }
      let text = node.tree.text(of: name)
      guard case .reported(let feature)? = HTMLNames.treatment(ofAttribute: text) else { return }
      report.add(.dropped, feature, text, byteOffset: node.byteOffset)
    }
  }

  /// Adds a note for an element that the reader does not use.
  mutating func noteElement(_ node: HTMLNode, report: inout ConversionReport) {
    guard Self.isNew(node.tag, in: &elements, .unknownElement, &report) else { return }
    let text = node.nameText
    if node.tag == .source, node.parent?.tag == .picture {
      return report.add(.approximated, .image, text, byteOffset: node.byteOffset)
    }
    guard case .reported(let feature)? = HTMLNames.treatment(ofElement: text) else { return }
    report.add(.dropped, feature, text, byteOffset: node.byteOffset)
  }

  /// Adds a note for the first `details` element; the document shows its content permanently and
  /// has no marker for it.
  mutating func noteDetails(_ node: HTMLNode, report: inout ConversionReport) {
    guard !hasDetails else { return }
    hasDetails = true
    report.add(
      .approximated, .details, node.isOpen ? "marker" : "always open", byteOffset: node.byteOffset)
  }

  /// Adds a note for each declaration that applies to an element and was ignored or approximated.
  mutating func note(
    _ declarations: [CSSUnread], at byteOffset: Int, report: inout ConversionReport
  ) {
    for unread in declarations where Self.isNew(unread, in: &properties, .styleSheet, &report) {
      report.add(
        unread.isApproximated ? .approximated : .dropped, unread.feature, unread.property,
        byteOffset: byteOffset)
    }
  }
}

extension PageDocument {
  /// Adds a note for an element that the reader does not use, unless its name was examined before.
  mutating func noteElement(_ node: HTMLNode) {
    accounting.noteElement(node, report: &report)
  }

  /// Adds a note for a `details` element, unless one was added before.
  mutating func noteDetails(_ node: HTMLNode) {
    accounting.noteDetails(node, report: &report)
  }

  /// Adds notes for declarations that were ignored or approximated, each property once.
  mutating func noteDeclarations(_ declarations: [CSSUnread], at byteOffset: Int) {
    accounting.note(declarations, at: byteOffset, report: &report)
  }
}
