internal import IACSS
internal import IAFormats
internal import IAMarkup

/// Reports elements, attributes and CSS properties that the reader does not use, each name once.
struct HTMLAccounting {
  /// The maximum number of distinct names of each kind that are examined, including names that need
  /// no note; later names are not reported.
  private static let maxNames = 256

  private var attributes: Set<MarkupName> = []
  private var elements: Set<MarkupName> = []
  private var properties: Set<CSSUnread> = []
  /// Whether a note on a closed `details` element was added.
  private var hasDetails = false

  /// Adds a note for each attribute of an element that the reader does not use.
  mutating func noteAttributes(of node: HTMLNode, report: inout ConversionReport) {
    node.forEachAttributeName { name in
      guard attributes.count < Self.maxNames, attributes.insert(name).inserted else { return }
      let text = node.tree.text(of: name)
      guard case .reported(let feature)? = HTMLNames.treatment(ofAttribute: text) else { return }
      report.add(.dropped, feature, text, byteOffset: node.byteOffset)
    }
  }

  /// Adds a note for an element that the reader does not use.
  mutating func noteElement(_ node: HTMLNode, report: inout ConversionReport) {
    guard elements.count < Self.maxNames, elements.insert(node.tag).inserted else { return }
    let text = node.nameText
    guard case .reported(let feature)? = HTMLNames.treatment(ofElement: text) else { return }
    report.add(.dropped, feature, text, byteOffset: node.byteOffset)
  }

  /// Adds a note for the first closed `details` element; the document shows its content
  /// permanently.
  mutating func noteDetails(_ node: HTMLNode, report: inout ConversionReport) {
    guard !node.isOpen, !hasDetails else { return }
    hasDetails = true
    report.add(.approximated, .details, "always open", byteOffset: node.byteOffset)
  }

  /// Adds a note for each declaration that applies to an element and was ignored or approximated.
  mutating func note(
    _ declarations: [CSSUnread], at byteOffset: Int, report: inout ConversionReport
  ) {
    for unread in declarations
    where properties.count < Self.maxNames && properties.insert(unread).inserted {
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

  /// Adds a note for a closed `details` element, unless one was added before.
  mutating func noteDetails(_ node: HTMLNode) {
    accounting.noteDetails(node, report: &report)
  }

  /// Adds notes for declarations that were ignored or approximated, each property once.
  mutating func noteDeclarations(_ declarations: [CSSUnread], at byteOffset: Int) {
    accounting.note(declarations, at: byteOffset, report: &report)
  }
}
