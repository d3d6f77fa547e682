/// A node of a summary tree: immutable, so that trees share it freely.
///
/// All leaves have the same depth. A node that is not a root has at least a quarter of the most
/// entries it may have.
final class SummaryNode<Element: Summarized>: Sendable {
  enum Content: Sendable {
    case elements([Element])
    case children([SummaryNode])
  }

  let content: Content
  let count: Int
  let total: Element.Total
  /// 0 for a node with elements.
  let level: Int

  /// The most elements or children of a node.
  static var capacity: Int { 32 }
  static var minimum: Int { 8 }

  init(elements: [Element]) {
    content = .elements(elements)
    count = elements.count
    total = elements.reduce(.zero) { $0 + $1.total }
    level = 0
  }

  init(children: [SummaryNode]) {
    content = .children(children)
    count = children.reduce(0) { $0 + $1.count }
    total = children.reduce(.zero) { $0 + $1.total }
    level = children[0].level + 1
  }

  /// How many elements or children there are.
  var width: Int {
    switch content {
    case .elements(let elements): elements.count
    case .children(let children): children.count
    }
  }

  /// A tree of elements, bottom up with three quarters of the places used.
  static func build(_ elements: [Element]) -> SummaryNode? {
    if elements.isEmpty { return nil }
    var nodes = parts(of: elements.count).map { SummaryNode(elements: Array(elements[$0])) }
    while nodes.count > 1 {
      nodes = parts(of: nodes.count).map { SummaryNode(children: Array(nodes[$0])) }
    }
    return nodes[0]
  }

  private static func parts(of count: Int) -> [Range<Int>] {
    let limit = capacity * 3 / 4
    let number = (count + limit - 1) / limit
    return (0..<number).map { count * $0 / number..<count * ($0 + 1) / number }
  }

  /// Calls the body for elements from an index (counted from this node's start) on.
  func visit(from index: Int, start: Int, _ body: (Int, Element) -> Bool) -> Bool {
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

  /// The node for a range of elements, which is not empty.
  func part(_ range: Range<Int>) -> SummaryNode? {
    if range.count == count { return self }
    switch content {
    case .elements(let elements): return SummaryNode(elements: Array(elements[range]))
    case .children(let children):
      // Whole children in the middle stay together; only those cut at the ends are joined on.
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

  /// One tree with the elements of two.
  ///
  /// - Complexity: O(difference of their heights).
  static func join(_ first: SummaryNode?, _ second: SummaryNode?) -> SummaryNode? {
    guard let first else { return second }
    guard let second else { return first }
    let nodes = merged(first, second)
    return nodes.count == 1 ? nodes[0] : SummaryNode(children: nodes)
  }

  /// One or two nodes, of the higher one's level, with the elements of two.
  private static func merged(_ first: SummaryNode, _ second: SummaryNode) -> [SummaryNode] {
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

  private static func nodes(_ elements: [Element]) -> [SummaryNode] {
    if elements.count <= capacity { return [SummaryNode(elements: elements)] }
    let half = elements.count / 2
    return [
      SummaryNode(elements: Array(elements[..<half])),
      SummaryNode(elements: Array(elements[half...])),
    ]
  }

  private static func nodes(_ children: [SummaryNode]) -> [SummaryNode] {
    if children.count <= capacity { return [SummaryNode(children: children)] }
    let half = children.count / 2
    return [
      SummaryNode(children: Array(children[..<half])),
      SummaryNode(children: Array(children[half...])),
    ]
  }
}
