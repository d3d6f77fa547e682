/// The summary of a range of elements.
///
/// The values form a monoid: addition is associative and `zero` is neutral. For all *a*, *b*, *c*:
///
/// - `zero` + *a* = *a* + `zero` = *a*
/// - (*a* + *b*) + *c* = *a* + (*b* + *c*)
///
/// Addition need not be commutative; the tree adds from the first element to the last.
public protocol AdditiveSummary: Sendable {
  /// The summary of no elements.
  static var zero: Self { get }
  /// Returns the summary of two adjacent ranges.
  static func + (first: Self, second: Self) -> Self
  /// Adds the summary of the following range.
  static func += (first: inout Self, second: Self)
}

extension AdditiveSummary {
  /// Adds the summary of the following range.
  ///
  /// - Complexity: That of `+`.
  @inlinable @inline(__always) public static func += (first: inout Self, second: Self) {
    first = first + second
  }
}

extension Int: AdditiveSummary {}

/// An element whose summary a summary tree can compute.
public protocol Summarized: Sendable {
  /// The type of the summaries.
  associatedtype Total: AdditiveSummary
  /// The summary of only this element.
  var total: Total { get }
}

/// A sequence of elements with the summary of each range.
///
/// A copy-on-write B+tree for data that is sparse in relation to the text, such as attribute runs (`RunTree`) or the
/// heights of a layout's blocks. Copies share all nodes; a change copies the nodes of its path that another tree
/// shares.
public struct SummaryTree<Element: Summarized>: Sendable {
  /// The type of the summaries.
  public typealias Total = Element.Total

  @usableFromInline var root: SummaryNode<Element>?

  /// Creates a tree without elements.
  ///
  /// - Complexity: O(1).
  @inlinable public init() {}

  @inlinable init(root: SummaryNode<Element>?) { self.root = root }

  /// Creates a tree of elements in order.
  ///
  /// - Complexity: O(*n*).
  @inlinable public init(_ elements: some Sequence<Element>) {
    root = SummaryNode.build(Array(elements))
  }

  /// Creates a tree of the elements of an array.
  @inlinable init(array elements: [Element]) { root = SummaryNode.build(elements) }

  /// The number of elements.
  @inlinable public var count: Int { root?.count ?? 0 }

  /// Whether there is no element.
  @inlinable public var isEmpty: Bool { root == nil }

  /// All elements in order.
  ///
  /// - Complexity: O(*n*).
  @inlinable public var elements: [Element] {
    var elements: [Element] = []
    elements.reserveCapacity(count)
    root?.append(to: &elements)
    return elements
  }

  /// The summary of all elements.
  ///
  /// - Complexity: O(1).
  @inlinable public var total: Total { root?.total ?? .zero }

  /// Returns the element at an index.
  ///
  /// - Precondition: the index lies in `0..<count`.
  /// - Complexity: O(log *n*).
  @inlinable public subscript(index: Int) -> Element {
    precondition(index >= 0 && index < count, "element \(index) of \(count)")
    var found: Element?
    forEach(from: index) { _, element in
      found = element
      return false
    }
    guard let found else { preconditionFailure("element \(index) of \(count)") }
    return found
  }

  /// Changes the element at an index, in place if the tree shares no node on the path to it.
  ///
  /// - Precondition: the index lies in `0..<count`.
  /// - Complexity: O(log *n*).
  @inlinable public mutating func update(_ index: Int, _ body: (inout Element) -> Void) {
    precondition(index >= 0 && index < count, "element \(index) of \(count)")
    change(at: index, 0) { elements, place in body(&elements[place]) }
  }

  /// Inserts an element before the one at an index, or at the end.
  ///
  /// - Precondition: the index lies in `0...count`.
  /// - Complexity: O(log *n*).
  @inlinable public mutating func insert(_ element: Element, at index: Int) {
    precondition(index >= 0 && index <= count, "element \(index) of \(count)")
    let width = root?.leafWidth(at: index) ?? SummaryNode<Element>.capacity
    guard width < SummaryNode<Element>.capacity else {
      return replace(index..<index, with: CollectionOfOne(element))
    }
    change(at: index, 1) { elements, place in elements.insert(element, at: place) }
  }

  /// Removes the element at an index.
  ///
  /// - Precondition: the index lies in `0..<count`.
  /// - Complexity: O(log *n*).
  @inlinable public mutating func remove(at index: Int) {
    precondition(index >= 0 && index < count, "element \(index) of \(count)")
    let width = root?.leafWidth(at: index) ?? 0
    guard width > SummaryNode<Element>.minimum else {
      return replace(index..<index + 1, with: EmptyCollection())
    }
    change(at: index, -1) { elements, place in elements.remove(at: place) }
  }

  /// Changes a leaf in place; the tree must not be empty, and the leaf must have capacity.
  @inlinable mutating func change(
    at index: Int, _ change: Int, _ body: (inout [Element], Int) -> Void
  ) {
    guard var node = root else { return }
    root = nil
    SummaryNode.update(&node, at: index, change, body)
    root = node
  }

  /// Returns the element at an index and the total of the elements before it.
  ///
  /// - Precondition: the index lies in `0..<count`.
  /// - Complexity: O(log *n*).
  @inlinable public func element(at index: Int) -> (element: Element, before: Total) {
    guard index >= 0, index < count, var node = root else {
      preconditionFailure("element \(index) of \(count)")
    }
    var before = Total.zero
    var rest = index
    while true {
      switch node.content {
      case .elements(let elements):
        for place in 0..<rest { before += elements[place].total }
        return (elements[rest], before)
      case .children(let children):
        var child = 0
        while rest >= children[child].count {
          rest -= children[child].count
          before += children[child].total
          child += 1
        }
        node = children[child]
      }
    }
  }

  /// Returns the summary of the elements before an index.
  ///
  /// - Precondition: the index lies in `0...count`.
  /// - Complexity: O(log *n*).
  @inlinable public func total(before index: Int) -> Total {
    precondition(index >= 0 && index <= count, "element \(index) of \(count)")
    var sum = Total.zero
    var rest = index
    var node = root
    while let current = node, rest > 0 {
      if rest >= current.count { return sum + current.total }
      switch current.content {
      case .elements(let elements):
        return elements[..<rest].reduce(sum) { $0 + $1.total }
      case .children(let children):
        var index = 0
        while rest >= children[index].count {
          rest -= children[index].count
          sum = sum + children[index].total
          index += 1
        }
        node = children[index]
      }
    }
    return sum
  }

  /// Returns the first element at which the running total, with the element, satisfies a condition.
  ///
  /// - Parameter reached: A condition on the running total from the first element on. Once it is true for a total, it
  ///   must be true for all later totals.
  /// - Returns: The index of the element, the element, and the total before it; `nil` if the total of all elements does
  ///   not satisfy the condition.
  /// - Complexity: O(log *n*).
  @inlinable @inline(__always) public func first(
    where reached: (Total) -> Bool
  ) -> (index: Int, element: Element, before: Total)? {
    guard var node = root, reached(node.total) else { return nil }
    var before = Total.zero
    var start = 0
    while true {
      switch node.content {
      case .elements(let elements):
        for index in elements.indices {
          if reached(before + elements[index].total) {
            return (start + index, elements[index], before)
          }
          before += elements[index].total
        }
        return nil
      case .children(let children):
        var index = 0
        while index < children.count - 1, !reached(before + children[index].total) {
          before += children[index].total
          start += children[index].count
          index += 1
        }
        node = children[index]
      }
    }
  }

  /// Calls `body` for each element from an index on, with its index, until it returns false.
  ///
  /// - Precondition: the index lies in `0...count`.
  /// - Complexity: O(log *n* + elements visited).
  @inlinable public func forEach(from index: Int = 0, _ body: (Int, Element) -> Bool) {
    precondition(index >= 0 && index <= count, "element \(index) of \(count)")
    if let root { _ = root.visit(from: index, start: 0, body) }
  }

  /// Replaces the elements in a range of indices.
  ///
  /// - Precondition: the range lies in `0...count`.
  /// - Complexity: O(log *n* + new elements + freed nodes).
  @inlinable public mutating func replace(
    _ range: Range<Int>, with elements: some Sequence<Element>
  ) {
    replace(range, with: SummaryTree(elements))
  }

  /// Replaces the elements in a range of indices by those of another tree, whose nodes are shared.
  ///
  /// - Precondition: the range lies in `0...count`.
  /// - Complexity: O(log *n* + log of the other count + freed nodes).
  @inlinable public mutating func replace(_ range: Range<Int>, with other: SummaryTree) {
    check(range)
    let tail = subtree(range.upperBound..<count)
    let head = subtree(0..<range.lowerBound)
    root = SummaryNode.join(SummaryNode.join(head.root, other.root), tail.root)
  }

  /// Returns the elements in a range of indices, sharing nodes with this tree.
  ///
  /// - Precondition: the range lies in `0...count`.
  /// - Complexity: O(log *n*).
  @inlinable public func subtree(_ range: Range<Int>) -> SummaryTree {
    check(range)
    guard let root, !range.isEmpty else { return SummaryTree() }
    return SummaryTree(root: root.part(range))
  }

  @usableFromInline func check(_ range: Range<Int>) {
    precondition(
      range.lowerBound >= 0 && range.upperBound <= count, "elements \(range) of \(count)")
  }
}
