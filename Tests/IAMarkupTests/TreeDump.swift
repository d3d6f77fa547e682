@testable import IAMarkup

/// Writes trees in the format of the html5lib tests.
enum TreeDump {
  /// Returns the lines of all nodes inside a node.
  static func text(of root: MarkupNode) -> String {
    var lines: [String] = []
    var depths: [MarkupNode: Int] = [root: -1]
    var node = root.next(in: root, entering: true)
    while let current = node {
      var depth = 0
      if let parent = current.parent {
        depth = (depths[parent] ?? 0) + 1
        if parent.isTemplate { depth += 1 }
      }
      depths[current] = depth
      let indent = "| " + String(repeating: "  ", count: depth)
      lines.append(indent + label(of: current))
      for attribute in attributes(of: current) { lines.append(indent + "  " + attribute) }
      if current.isTemplate { lines.append(indent + "  content") }
      node = current.next(in: root, entering: true)
    }
    return lines.joined(separator: "\n")
  }

  private static func label(of node: MarkupNode) -> String {
    switch node.kind {
    case .document: return "#document"
    case .doctype:
      var text = "<!DOCTYPE \(node.doctypeName ?? "")"
      if node.publicID != nil || node.systemID != nil {
        text += " \"\(node.publicID ?? "")\" \"\(node.systemID ?? "")\""
      }
      return text + ">"
    case .element:
      let prefix =
        switch node.namespace {
        case .html: ""
        case .svg: "svg "
        case .mathML: "math "
        }
      return "<\(prefix)\(node.tree.text(of: node.name))>"
    case .text: return "\"\(node.text)\""
    case .comment: return "<!-- \(node.text) -->"
    }
  }

  private static func attributes(of node: MarkupNode) -> [String] {
    node.attributes.map { attribute in
      let prefix =
        switch attribute.namespace {
        case .none: ""
        case .xlink: "xlink "
        case .xml: "xml "
        case .xmlns: "xmlns "
        }
      return (prefix + node.tree.text(of: attribute.name), attribute.value)
    }.sorted { $0.0.utf16.lexicographicallyPrecedes($1.0.utf16) }.map { "\($0.0)=\"\($0.1)\"" }
  }
}

extension MarkupNode {
  /// Whether the node is a `template` of HTML.
  fileprivate var isTemplate: Bool {
    kind == .element && namespace == .html && name == .template
  }
}

extension MarkupTree {
  /// Parses text as a page.
  convenience init(_ page: String, options: MarkupOptions = MarkupOptions()) throws {
    try self.init(parsing: Array(page.utf8), options: options)
  }

  /// The tree in the format of the html5lib tests.
  var dump: String { TreeDump.text(of: document) }
}
