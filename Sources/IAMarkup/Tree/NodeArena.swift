/// A node of a tree, whose links to other nodes are indexes, or 0 for none.
struct NodeRecord: Sendable {
  var kind: MarkupNode.Kind
  var space = MarkupNamespace.html
  /// Whether the text is a range of the bytes in `aside` instead of the page.
  var isAside = false
  /// Whether the element is on the stack of open elements.
  var isOpen = false
  var name = MarkupName(rawValue: 0)
  var parent: UInt32 = 0
  var previous: UInt32 = 0
  var next: UInt32 = 0
  var firstChild: UInt32 = 0
  var lastChild: UInt32 = 0
  /// The byte offset in the page of the token for which the node was created.
  var position: UInt32 = 0
  /// The offset of the text in bytes, or the index of the first attribute.
  var start: UInt32 = 0
  /// The number of bytes of the text, or the number of attributes.
  var count: UInt32 = 0
  /// The number of bytes that the text can have without being moved.
  var capacity: UInt32 = 0
}

/// The nodes of a tree.
///
/// Node 0 means no node, and node 1 is the document.
struct NodeArena: Sendable {
  /// The number of the document.
  static let document: UInt32 = 1

  private(set) var nodes: [NodeRecord] = [
    NodeRecord(kind: .document), NodeRecord(kind: .document),
  ]

  /// Accesses a node.
  @inline(__always) subscript(_ node: UInt32) -> NodeRecord {
    get { nodes[Int(node)] }
    _modify { yield &nodes[Int(node)] }
  }

  /// The number of nodes, without the unused node 0.
  var count: Int { nodes.count - 1 }

  /// Reserves capacity for nodes.
  mutating func reserve(_ count: Int) { nodes.reserveCapacity(count) }

  /// Adds a node without inserting it into the tree.
  @inline(__always) mutating func add(_ node: NodeRecord) -> UInt32 {
    nodes.append(node)
    return UInt32(truncatingIfNeeded: nodes.count - 1)
  }

  /// Inserts a node that is not in the tree before a child of a node, or as the last child if
  /// `next` is 0.
  @inline(__always) mutating func insert(_ node: UInt32, in parent: UInt32, before next: UInt32) {
    let previous = next == 0 ? self[parent].lastChild : self[next].previous
    self[node].parent = parent
    self[node].previous = previous
    self[node].next = next
    if previous == 0 { self[parent].firstChild = node } else { self[previous].next = node }
    if next == 0 { self[parent].lastChild = node } else { self[next].previous = node }
  }

  /// Removes a node from the tree.
  mutating func remove(_ node: UInt32) {
    let parent = self[node].parent
    guard parent != 0 else { return }
    let (previous, next) = (self[node].previous, self[node].next)
    if previous == 0 { self[parent].firstChild = next } else { self[previous].next = next }
    if next == 0 { self[parent].lastChild = previous } else { self[next].previous = previous }
    self[node].parent = 0
    self[node].previous = 0
    self[node].next = 0
  }

  /// Moves all children of a node to the end of the children of another node.
  ///
  /// - Complexity: O(*n*) for *n* children.
  mutating func moveChildren(of source: UInt32, to target: UInt32) {
    let first = self[source].firstChild
    guard first != 0 else { return }
    var child = first
    while child != 0 {
      self[child].parent = target
      child = self[child].next
    }
    let last = self[target].lastChild
    self[first].previous = last
    if last == 0 { self[target].firstChild = first } else { self[last].next = first }
    self[target].lastChild = self[source].lastChild
    self[source].firstChild = 0
    self[source].lastChild = 0
  }

  /// Returns the next node in document order inside an element, or 0 after the last node.
  func following(_ node: UInt32, in root: UInt32, entering isEntered: Bool) -> UInt32 {
    if isEntered, self[node].firstChild != 0 { return self[node].firstChild }
    var node = node
    while node != root, node != 0 {
      if self[node].next != 0 { return self[node].next }
      node = self[node].parent
    }
    return 0
  }
}
