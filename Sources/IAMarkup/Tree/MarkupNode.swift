/// A node of a tree, identified by the tree and a number.
public struct MarkupNode: Hashable, Sendable {
  /// A kind of node.
  public enum Kind: UInt8, Hashable, Sendable {
    /// The document.
    case document
    /// A document type declaration.
    case doctype
    /// An element. The children of a template are its content.
    case element
    /// Text.
    case text
    /// A comment.
    case comment
  }

  /// The tree that the node is in.
  public let tree: MarkupTree
  /// The number of the node, in the order in which the parser created nodes.
  public let number: UInt32

  init(_ tree: MarkupTree, _ number: UInt32) {
    self.tree = tree
    self.number = number
  }

  private var record: NodeRecord { tree.nodes[Int(number)] }

  private func node(_ number: UInt32) -> MarkupNode? {
    number == 0 ? nil : MarkupNode(tree, number)
  }

  /// The kind of the node.
  public var kind: Kind { tree.nodes[Int(number)].kind }

  /// The name of an element; the empty name for other nodes.
  public var name: MarkupName { tree.nodes[Int(number)].name }

  /// The namespace of an element.
  public var namespace: MarkupNamespace { tree.nodes[Int(number)].space }

  /// The byte offset in the page of the token for which the node was created.
  public var byteOffset: Int { Int(tree.nodes[Int(number)].position) }

  // MARK: Relatives

  /// The parent node, or `nil` for the document.
  public var parent: MarkupNode? { node(tree.nodes[Int(number)].parent) }

  /// The first node inside the node, or `nil` if it is empty.
  public var firstChild: MarkupNode? { node(tree.nodes[Int(number)].firstChild) }

  /// The last node inside the node, or `nil` if it is empty.
  public var lastChild: MarkupNode? { node(tree.nodes[Int(number)].lastChild) }

  /// The previous sibling, or `nil` for the first child.
  public var previous: MarkupNode? { node(tree.nodes[Int(number)].previous) }

  /// The next sibling, or `nil` for the last child.
  public var next: MarkupNode? { node(tree.nodes[Int(number)].next) }

  /// The child nodes.
  public var children: Children { Children(following: firstChild) }

  /// The child nodes of a node, in order.
  public struct Children: Sequence, IteratorProtocol, Sendable {
    fileprivate var following: MarkupNode?

    /// Returns the next node, or `nil` after the last.
    public mutating func next() -> MarkupNode? {
      let node = following
      following = node?.next
      return node
    }
  }

  /// Returns the next node in document order inside an element, or `nil` after the last node.
  ///
  /// - Parameters:
  ///   - root: The element.
  ///   - isEntered: Whether the next node can be a child of this node. If not, the descendants of
  ///     this node are skipped.
  /// - Complexity: O(1) on average over all nodes of an element.
  public func next(in root: MarkupNode, entering isEntered: Bool) -> MarkupNode? {
    let nodes = tree.nodes
    if isEntered, nodes[Int(number)].firstChild != 0 {
      return MarkupNode(tree, nodes[Int(number)].firstChild)
    }
    var node = number
    while node != root.number, node != 0 {
      let next = nodes[Int(node)].next
      if next != 0 { return MarkupNode(tree, next) }
      node = nodes[Int(node)].parent
    }
    return nil
  }

  // MARK: Text

  /// The number of bytes of a text or comment; 0 for other nodes.
  public var textByteCount: Int {
    let record = record
    return record.kind == .text || record.kind == .comment ? Int(record.count) : 0
  }

  /// Calls a closure with the UTF-8 bytes of a text or comment, or with no bytes for other nodes.
  public func withText<R>(_ body: (Span<UInt8>) -> R) -> R {
    let record = record
    let hasText = record.kind == .text || record.kind == .comment
    return tree.withBytes(
      hasText ? record.start : 0, hasText ? record.count : 0, isAside: record.isAside, body)
  }

  /// The text of a text or comment; empty for other nodes.
  public var text: String { withText { String(copying: $0) } }

  // MARK: Attributes

  /// The number of attributes of an element.
  public var attributeCount: Int {
    let record = record
    return record.kind == .element ? Int(record.count) : 0
  }

  /// The attributes of an element, in the order of the page.
  public var attributes: [MarkupAttribute] {
    let record = record
    guard record.kind == .element else { return [] }
    return (0..<record.count).map { MarkupAttribute(tree, Int(record.start + $0)) }
  }

  /// Returns the value of an attribute without a namespace, or `nil` if the element does not have it.
  ///
  /// - Complexity: O(*n*) for *n* attributes.
  public func value(of name: MarkupName) -> String? {
    withValue(of: name) { String(copying: $0) }
  }

  /// Calls a closure with the UTF-8 bytes of the value of an attribute without a namespace.
  ///
  /// - Returns: The closure's result, or `nil` if the element does not have the attribute.
  public func withValue<R>(of name: MarkupName, _ body: (Span<UInt8>) -> R) -> R? {
    guard let index = index(of: name) else { return nil }
    let attribute = tree.attributes[index]
    return tree.withBytes(attribute.start, attribute.count, isAside: attribute.isAside, body)
  }

  /// Calls a closure with the name of each attribute of an element.
  public func forEachAttributeName(_ body: (MarkupName) -> Void) {
    let record = tree.nodes[Int(number)]
    guard record.kind == .element, record.count > 0 else { return }
    for index in Int(record.start)..<Int(record.start) + Int(record.count) {
      body(tree.attributes[index].name)
    }
  }

  /// Returns whether an element has an attribute without a namespace.
  public func has(_ name: MarkupName) -> Bool { index(of: name) != nil }

  private func index(of name: MarkupName) -> Int? {
    let record = tree.nodes[Int(number)]
    guard record.kind == .element, record.count > 0 else { return nil }
    let attributes = tree.attributes
    for index in Int(record.start)..<Int(record.start) + Int(record.count) {
      if attributes[index].name == name, attributes[index].space == .none { return index }
    }
    return nil
  }

  // MARK: Document types

  /// The name of a document type; `nil` if it is missing or the node is not a document type.
  public var doctypeName: String? { doctype?.name.map { String(decoding: $0, as: UTF8.self) } }

  /// The public identifier of a document type; `nil` if it is missing or the node is not a document
  /// type.
  public var publicID: String? { doctype?.publicID.map { String(decoding: $0, as: UTF8.self) } }

  /// The system identifier of a document type; `nil` if it is missing or the node is not a document
  /// type.
  public var systemID: String? { doctype?.systemID.map { String(decoding: $0, as: UTF8.self) } }

  private var doctype: Tokenizer.Doctype? {
    let record = record
    return record.kind == .doctype ? tree.doctypes[Int(record.start)] : nil
  }

  // MARK: Hashable

  /// Returns whether two values are the same node of the same tree.
  public static func == (first: MarkupNode, second: MarkupNode) -> Bool {
    first.number == second.number && first.tree === second.tree
  }

  /// Hashes the number of the node.
  public func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

/// An attribute of an element.
public struct MarkupAttribute: Sendable {
  /// The tree that the attribute is in.
  public let tree: MarkupTree
  private let record: AttributeRecord

  init(_ tree: MarkupTree, _ index: Int) {
    self.tree = tree
    record = tree.attributes[index]
  }

  /// The local name: the name of an attribute with a namespace has no prefix.
  public var name: MarkupName { record.name }

  /// The namespace, which only attributes of SVG and MathML elements have.
  public var namespace: AttributeNamespace { record.space }

  /// Calls a closure with the UTF-8 bytes of the value.
  public func withValue<R>(_ body: (Span<UInt8>) -> R) -> R {
    tree.withBytes(record.start, record.count, isAside: record.isAside, body)
  }

  /// The value.
  public var value: String { withValue { String(copying: $0) } }
}

extension String {
  /// Creates a string from UTF-8; ill-formed sequences become U+FFFD.
  fileprivate init(copying bytes: Span<UInt8>) {
    self = unsafe bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
  }
}
