internal import CGumbo

/// One node of a page, valid as long as the tree it is of.
struct HTMLNode: Hashable {
  private let pointer: UnsafeMutablePointer<GumboNode>

  init(_ pointer: UnsafeMutablePointer<GumboNode>) { self.pointer = pointer }

  /// What a node is.
  enum Kind { case element, text, other }

  /// What the node is; comments, templates and the document itself are `other`.
  var kind: Kind {
    switch pointer.pointee.type {
    case GUMBO_NODE_ELEMENT: .element
    case GUMBO_NODE_TEXT, GUMBO_NODE_WHITESPACE, GUMBO_NODE_CDATA: .text
    default: .other
    }
  }

  /// The kind of an element; unknown names have a number of their own.
  var tag: GumboTag { pointer.pointee.v.element.tag }

  /// Whether an element is of HTML, not of SVG or MathML.
  var isHTML: Bool { pointer.pointee.v.element.tag_namespace == GUMBO_NAMESPACE_HTML }

  /// Whether a node is a template, whose content is inert.
  var isTemplate: Bool { pointer.pointee.type == GUMBO_NODE_TEMPLATE }

  /// Whether a node is a comment.
  var isComment: Bool { pointer.pointee.type == GUMBO_NODE_COMMENT }

  /// The name of an element.
  var name: String {
    let element = pointer.pointee.v.element
    if element.tag != GUMBO_TAG_UNKNOWN {
      return gumbo_normalized_tagname(element.tag).map { String(cString: $0) } ?? ""
    }
    var piece = element.original_tag
    gumbo_tag_from_original_text(&piece)
    guard let data = piece.data else { return "" }
    let bytes = UnsafeRawBufferPointer(start: data, count: piece.length)
    return String(decoding: bytes, as: UTF8.self).lowercased()
  }

  /// Whether a node has text that is no comment's and no CDATA section's, and more than white space.
  var hasCharacters: Bool { pointer.pointee.type == GUMBO_NODE_TEXT }

  /// Whether a node can have nodes inside.
  var hasChildren: Bool { kind == .element || isTemplate }

  /// Whether the text of an element is read by other rules than that of paragraphs.
  var isRawText: Bool { Self.rawTextTags.contains { $0 == tag } }

  private static let rawTextTags = ElementRole.rawTextNames.split(separator: " ").map {
    gumbo_tag_enum(String($0))
  }

  /// The byte of the page at which the node starts.
  var byteOffset: Int {
    get {
      hasChildren
        ? Int(pointer.pointee.v.element.start_pos.offset)
        : Int(pointer.pointee.v.text.start_pos.offset)
    }
    nonmutating set {
      if hasChildren {
        pointer.pointee.v.element.start_pos.offset = UInt32(clamping: newValue)
      } else {
        pointer.pointee.v.text.start_pos.offset = UInt32(clamping: newValue)
      }
    }
  }

  /// The text of a text or comment node, in UTF-8.
  var text: UnsafeBufferPointer<UInt8> {
    guard let text = pointer.pointee.v.text.text else { return .init(start: nil, count: 0) }
    return UnsafeRawBufferPointer(start: text, count: strlen(text))
      .assumingMemoryBound(to: UInt8.self)
  }

  /// Sets the text of a text node.
  ///
  /// - Parameter text: UTF-8 up to a 0, in memory that lives as long as the tree.
  func set(text: UnsafePointer<CChar>) { pointer.pointee.v.text.text = text }

  private var children: GumboVector { pointer.pointee.v.element.children }

  /// How many nodes are in an element.
  var childCount: Int { Int(children.length) }

  /// The node of an index in an element.
  func child(_ index: Int) -> HTMLNode? {
    let children = children
    guard index < Int(children.length), let data = children.data?[index] else { return nil }
    return HTMLNode(data.assumingMemoryBound(to: GumboNode.self))
  }

  /// The node around this one.
  var parent: HTMLNode? { pointer.pointee.parent.map { HTMLNode($0) } }

  /// The index of the node among those of its parent.
  var index: Int { pointer.pointee.index_within_parent }

  /// The node that follows in the order of the page among those inside an element, or nil.
  ///
  /// - Parameters:
  ///   - root: The element.
  ///   - isEntered: Whether the nodes inside this one come first; if not, they are passed over.
  func next(in root: HTMLNode, entering isEntered: Bool) -> HTMLNode? {
    if isEntered, let first = child(0) { return first }
    var node = self
    while node != root, let parent = node.parent {
      if let sibling = parent.child(node.index + 1) { return sibling }
      node = parent
    }
    return nil
  }

  /// How many attributes an element has.
  var attributeCount: Int { Int(pointer.pointee.v.element.attributes.length) }

  /// Whether an element has any attribute.
  var hasAttributes: Bool { pointer.pointee.v.element.attributes.length > 0 }

  /// The value of an attribute; nil where the element does not have it.
  subscript(name: StaticString) -> String? {
    attribute(name).map { String(cString: $0) }
  }

  /// Whether an element has an attribute.
  func has(_ name: StaticString) -> Bool { attribute(name) != nil }

  /// The value of an attribute as bytes up to a 0.
  func attribute(_ name: StaticString) -> UnsafePointer<CChar>? {
    let attributes = pointer.pointee.v.element.attributes
    guard attributes.length > 0, let data = attributes.data else { return nil }
    for index in 0..<Int(attributes.length) {
      guard let attribute = data[index]?.assumingMemoryBound(to: GumboAttribute.self) else {
        continue
      }
      if Self.isEqual(attribute.pointee.name, name) { return attribute.pointee.value }
    }
    return nil
  }

  /// Calls a closure with the bytes of the name of each attribute of an element.
  func eachAttributeName(_ visit: (UnsafeBufferPointer<UInt8>) -> Void) {
    let attributes = pointer.pointee.v.element.attributes
    guard attributes.length > 0, let data = attributes.data else { return }
    for index in 0..<Int(attributes.length) {
      guard let attribute = data[index]?.assumingMemoryBound(to: GumboAttribute.self),
        let name = attribute.pointee.name
      else { continue }
      visit(
        UnsafeRawBufferPointer(start: name, count: strlen(name))
          .assumingMemoryBound(to: UInt8.self))
    }
  }

  private static func isEqual(_ name: UnsafePointer<CChar>, _ wanted: StaticString) -> Bool {
    let bytes = wanted.utf8Start
    let count = wanted.utf8CodeUnitCount
    var at = 0
    while at < count {
      guard UInt8(bitPattern: name[at]) == bytes[at] else { return false }
      at += 1
    }
    return name[at] == 0
  }
}
