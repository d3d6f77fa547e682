/// A node of a summary tree.
///
/// Trees share nodes until one of them changes a node.
///
/// All leaves have the same depth. A node other than the root has at least a quarter of the maximum number of entries.
///
/// `@unchecked Sendable`: a node is written only by `update`, which has exclusive access to a tree and is the sole
/// owner of each node on its path (isKnownUniquelyReferenced), so that no other thread can reach it. All other methods
/// create new nodes.
@usableFromInline final class SummaryNode<Element: Summarized>: @unchecked Sendable {
  @usableFromInline enum Content: Sendable {
    case elements([Element])
    case children([SummaryNode])
  }

  // `update`, `insert` and `remove` have exclusive access to the node, and all other methods only read it, so that no
  // exclusivity check is needed at run time.
  @exclusivity(unchecked) @usableFromInline var entries: Content
  @exclusivity(unchecked) @usableFromInline var elementCount: Int
  @exclusivity(unchecked) @usableFromInline var sum: Element.Total
  /// The level of the node; 0 for a node with elements.
  @usableFromInline let level: Int

  /// The maximum number of elements or children of a node.
  @inlinable static var capacity: Int { 32 }
  /// The minimum number of elements or children of a node other than the root.
  @inlinable static var minimum: Int { 8 }

  /// The elements or children.
  @inlinable var content: Content {
    @inline(__always) get { unsafe entries }
    @inline(__always) set { unsafe entries = newValue }
  }
  /// The number of elements in the subtree.
  @inlinable var count: Int {
    @inline(__always) get { unsafe elementCount }
    @inline(__always) set { unsafe elementCount = newValue }
  }
  /// The summary of the elements in the subtree.
  @inlinable var total: Element.Total {
    @inline(__always) get { unsafe sum }
    @inline(__always) set { unsafe sum = newValue }
  }

  @inlinable init(elements: [Element]) {
    unsafe entries = .elements(elements)
    unsafe elementCount = elements.count
    unsafe sum = Self.total(of: elements)
    level = 0
  }

  @inlinable init(children: [SummaryNode]) {
    unsafe entries = .children(children)
    unsafe elementCount = children.reduce(0) { $0 + $1.count }
    unsafe sum = Self.total(of: children)
    level = children[0].level + 1
  }

  /// Creates a node with the same entries.
  @inlinable init(copying node: SummaryNode) {
    unsafe entries = node.content
    unsafe elementCount = node.count
    unsafe sum = node.total
    level = node.level
  }

  @inlinable static func total(of elements: [Element]) -> Element.Total {
    var total = Element.Total.zero
    for index in elements.indices { total += elements[index].total }
    return total
  }

  @inlinable static func total(of children: [SummaryNode]) -> Element.Total {
    var total = Element.Total.zero
    for index in children.indices { total += children[index].total }
    return total
  }

  /// Changes the leaf that holds an element, in place if no other tree shares a node of the path.
  ///
  /// - Parameters:
  ///   - node: The root, or a node of the path.
  ///   - index: The index of the element, or of the new element for an insertion.
  ///   - change: The number of elements that are added (positive) or removed (negative); the leaf must
  ///     have capacity for it.
  ///   - body: Changes the leaf's elements, given the index of the element in the leaf.
  @inlinable static func update(
    _ node: inout SummaryNode, at index: Int, _ change: Int,
    _ body: (inout [Element], Int) -> Void
  ) {
    if !isKnownUniquelyReferenced(&node) { node = SummaryNode(copying: node) }
    switch node.content {
    case .elements(var elements):
      // The node releases its array during the update, so that the array has one owner.
      node.content = .elements([])
      body(&elements, index)
      node.total = total(of: elements)
      node.content = .elements(elements)
    case .children(var children):
      node.content = .elements([])
      var place = index
      let child = Self.child(of: children, holding: &place)
      update(&children[child], at: place, change, body)
      node.total = total(of: children)
      node.content = .children(children)
    }
    node.count += change
  }

  /// Returns the child that contains an element, and makes the index relative to that child; the index after the last
  /// element belongs to the last child.
  @inlinable @inline(__always) static func child(
    of children: [SummaryNode], holding index: inout Int
  ) -> Int {
    var child = 0
    while child < children.count - 1, index >= children[child].count {
      index -= children[child].count
      child += 1
    }
    return child
  }

  /// Returns the number of elements of the leaf that contains an element; the index after the last element belongs to
  /// the last leaf.
  @inlinable func leafWidth(at index: Int) -> Int {
    var node = self
    var place = index
    while true {
      switch node.content {
      case .elements(let elements): return elements.count
      case .children(let children): node = children[Self.child(of: children, holding: &place)]
      }
    }
  }

  /// Appends all elements of the subtree.
  @inlinable func append(to list: inout [Element]) {
    switch content {
    case .elements(let elements): list.append(contentsOf: elements)
    case .children(let children):
      for child in children { child.append(to: &list) }
    }
  }

  /// The number of elements or children.
  @inlinable var width: Int {
    switch content {
    case .elements(let elements): elements.count
    case .children(let children): children.count
    }
  }

  /// Builds a tree of elements bottom up; nodes are filled to three quarters.
  @inlinable static func build(_ elements: [Element]) -> SummaryNode? {
    if elements.isEmpty { return nil }
    var nodes = parts(of: elements.count).map { SummaryNode(elements: Array(elements[$0])) }
    while nodes.count > 1 {
      nodes = parts(of: nodes.count).map { SummaryNode(children: Array(nodes[$0])) }
    }
    return nodes[0]
  }

  @inlinable static func parts(of count: Int) -> [Range<Int>] {
    let limit = capacity * 3 / 4
    let number = (count + limit - 1) / limit
    return (0..<number).map { count * $0 / number..<count * ($0 + 1) / number }
  }

  /// Calls `body` for each element from an index on, which counts from the start of this node.
  @inlinable func visit(from index: Int, start: Int, _ body: (Int, Element) -> Bool) -> Bool {
    switch content {
    case .elements(let elements):
      for i in index..<max(index, elements.count) where !body(start + i, elements[i]) {
        return false
      }
    case .children(let children):
      var at = 0
      for child in children {
        if at + child.count > index,
          !child.visit(from: max(index - at, 0), start: start + at, body)
        {
          return false
        }
        at += child.count
      }
    }
    return true
  }

  /// Returns a node with the elements of a range, which must not be empty.
  @inlinable func part(_ range: Range<Int>) -> SummaryNode? {
    if range.count == count { return self }
    switch content {
    case .elements(let elements): return SummaryNode(elements: Array(elements[range]))
    case .children(let children):
      // Complete children in the middle stay together; only the children at the ends are divided and joined again.
      var first: SummaryNode?
      var middle: [SummaryNode] = []
      var last: SummaryNode?
      var start = 0
      for child in children {
        let lower = max(range.lowerBound - start, 0)
        let upper = min(range.upperBound - start, child.count)
        if lower < upper {
          if lower == 0, upper == child.count {
            middle.append(child)
          } else if lower > 0 {
            first = child.part(lower..<upper)
          } else {
            last = child.part(lower..<upper)
          }
        }
        start += child.count
      }
      let whole = middle.count > 1 ? SummaryNode(children: middle) : middle.first
      return Self.join(Self.join(first, whole), last)
    }
  }

  /// Joins two trees.
  ///
  /// - Complexity: O(difference of their heights).
  @inlinable static func join(_ first: SummaryNode?, _ second: SummaryNode?) -> SummaryNode? {
    guard let first else { return second }
    guard let second else { return first }
    let nodes = merged(first, second)
    return nodes.count == 1 ? nodes[0] : SummaryNode(children: nodes)
  }

  /// Joins two nodes into one or two nodes of the higher level.
  @inlinable static func merged(_ first: SummaryNode, _ second: SummaryNode) -> [SummaryNode] {
    if first.level == second.level {
      if min(first.width, second.width) >= minimum { return [first, second] }
      switch (first.content, second.content) {
      case (.elements(let a), .elements(let b)): return nodes(a + b)
      case (.children(let a), .children(let b)): return nodes(a + b)
      default: preconditionFailure("levels \(first.level), \(second.level)")
      }
    }
    if first.level > second.level, case .children(var children) = first.content {
      let last = children.removeLast()
      return nodes(children + merged(last, second))
    }
    if case .children(var children) = second.content {
      let next = children.removeFirst()
      return nodes(merged(first, next) + children)
    }
    preconditionFailure("levels \(first.level), \(second.level)")
  }

  @inlinable static func nodes(_ elements: [Element]) -> [SummaryNode] {
    if elements.count <= capacity { return [SummaryNode(elements: elements)] }
    let half = elements.count / 2
    return [
      SummaryNode(elements: Array(elements[..<half])),
      SummaryNode(elements: Array(elements[half...])),
    ]
  }

  @inlinable static func nodes(_ children: [SummaryNode]) -> [SummaryNode] {
    if children.count <= capacity { return [SummaryNode(children: children)] }
    let half = children.count / 2
    return [
      SummaryNode(children: Array(children[..<half])),
      SummaryNode(children: Array(children[half...])),
    ]
  }
}
