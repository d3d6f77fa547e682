/// An element on the stack of open elements.
struct OpenElement {
  var node: UInt32
  var name: MarkupName
  var traits: ElementTraits

  /// Returns whether the element is an HTML element with a given name.
  @inline(__always) func isHTML(_ name: MarkupName) -> Bool {
    self.name == name && traits.contains(.html)
  }
}

/// The stack of open elements; the first one is `html`, the last one is the current node.
struct OpenElements {
  private(set) var entries: [OpenElement] = []
  /// The number of open HTML elements with each known name.
  private var counts = [UInt16](repeating: 0, count: KnownNames.count)

  /// The number of open elements.
  @inline(__always) var count: Int { entries.count }

  /// Returns the element at a depth.
  @inline(__always) subscript(_ index: Int) -> OpenElement { entries[index] }

  /// The current node.
  @inline(__always) var current: OpenElement { entries[entries.count - 1] }

  /// Adds an element.
  @inline(__always) mutating func push(_ element: OpenElement) {
    entries.append(element)
    note(element, 1)
  }

  /// Removes and returns the current node.
  @inline(__always) mutating func pop() -> OpenElement {
    let element = entries.removeLast()
    note(element, -1)
    return element
  }

  /// Removes the element at a depth.
  mutating func remove(at index: Int) { note(entries.remove(at: index), -1) }

  /// Inserts an element at a depth.
  mutating func insert(_ element: OpenElement, at index: Int) {
    entries.insert(element, at: index)
    note(element, 1)
  }

  /// Replaces an element by one with the same name.
  mutating func replace(at index: Int, by node: UInt32) { entries[index].node = node }

  @inline(__always) private mutating func note(_ element: OpenElement, _ change: Int) {
    let number = Int(element.name.rawValue)
    if number < counts.count, element.traits.contains(.html) {
      counts[number] = UInt16(truncatingIfNeeded: Int(counts[number]) + change)
    }
  }

  /// Returns whether an HTML element with a known name is open.
  @inline(__always) func contains(_ name: MarkupName) -> Bool {
    counts[Int(name.rawValue)] > 0
  }

  /// Returns the depth of an element, or `nil` if it is not open.
  func index(of node: UInt32) -> Int? { entries.lastIndex { $0.node == node } }

  /// Returns whether an HTML element with a known name is in a scope.
  ///
  /// - Parameter bounds: The traits of the elements that bound the scope.
  /// - Complexity: O(1) if no such element is open, otherwise O(*d*) for *d* open elements. The
  ///   limit of open elements bounds *d*.
  func hasInScope(_ name: MarkupName, _ bounds: ElementTraits = .scope) -> Bool {
    guard contains(name) else { return false }
    var index = entries.count - 1
    while index >= 0 {
      if entries[index].isHTML(name) { return true }
      if !entries[index].traits.isDisjoint(with: bounds) { return false }
      index -= 1
    }
    return false
  }

  /// Returns whether an HTML element with any of the given traits is in scope.
  func hasInScope(anyOf wanted: ElementTraits) -> Bool {
    for entry in entries.reversed() {
      if !entry.traits.isDisjoint(with: wanted) { return true }
      if entry.traits.contains(.scope) { return false }
    }
    return false
  }

  /// Returns whether a node is in scope.
  func hasInScope(node: UInt32) -> Bool {
    for entry in entries.reversed() {
      if entry.node == node { return true }
      if entry.traits.contains(.scope) { return false }
    }
    return false
  }
}

extension ElementTraits {
  /// The bounds of the list item scope.
  static let listItemBounds: Self = [.scope, .listScope]
  /// The bounds of the button scope.
  static let buttonBounds: Self = [.scope, .buttonScope]
}
