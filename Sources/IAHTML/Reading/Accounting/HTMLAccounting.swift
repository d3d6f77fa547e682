internal import IACSS
internal import IAFormats
internal import IAMarkup

/// Reports the parts of a page that the reader does not use: each name once.
struct HTMLAccounting {
  /// The most names that are reported one by one.
  private static let maxNames = 256

  private var attributes: Set<MarkupName> = []
  private var elements: Set<MarkupName> = []
  private var properties: Set<CSSUnread> = []
  /// Whether a closed disclosure was reported.
  private var hasDetails = false

  /// Notes the attributes of an element.
  mutating func noteAttributes(of node: HTMLNode, report: inout ConversionReport) {
    node.forEachAttributeName { name in
      guard attributes.count < Self.maxNames, attributes.insert(name).inserted else { return }
      let text = node.tree.text(of: name)
      guard case .reported(let feature)? = HTMLNames.treatment(ofAttribute: text) else { return }
      report.add(.dropped, feature, text, byteOffset: node.byteOffset)
    }
  }

  /// Notes an element whose content is read as text, or left out.
  mutating func noteElement(_ node: HTMLNode, report: inout ConversionReport) {
    guard elements.count < Self.maxNames, elements.insert(node.tag).inserted else { return }
    let text = node.nameText
    guard case .reported(let feature)? = HTMLNames.treatment(ofElement: text) else { return }
    report.add(.dropped, feature, text, byteOffset: node.byteOffset)
  }

  /// Notes a disclosure whose content a browser shows on demand.
  mutating func noteDetails(_ node: HTMLNode, report: inout ConversionReport) {
    guard !node.isOpen, !hasDetails else { return }
    hasDetails = true
    report.add(.approximated, .details, "always open", byteOffset: node.byteOffset)
  }

  /// Notes declarations that apply to an element and were not taken over.
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
  /// Reports an element that is not read, unless its name was reported before.
  mutating func noteElement(_ node: HTMLNode) {
    accounting.noteElement(node, report: &report)
  }

  /// Reports a disclosure that is closed, unless another one was reported before.
  mutating func noteDetails(_ node: HTMLNode) {
    accounting.noteDetails(node, report: &report)
  }

  /// Reports declarations that were not taken over, unless their properties were reported before.
  mutating func noteDeclarations(_ declarations: [CSSUnread], at byteOffset: Int) {
    accounting.note(declarations, at: byteOffset, report: &report)
  }
}
