/// The list of active formatting elements.
struct FormattingElements {
  /// An entry: a formatting element, or a marker.
  struct Entry {
    /// The element; 0 for a marker.
    var node: UInt32
    var name = MarkupName(rawValue: 0)
    /// A hash of the attributes that does not depend on their order.
    var hash: UInt64 = 0
  }

  private(set) var entries: [Entry] = []
  /// The number of entries that are not markers.
  private(set) var elementCount = 0

  /// Adds a marker.
  mutating func addMarker() { entries.append(Entry(node: 0)) }

  /// Adds an element at the end.
  mutating func add(_ entry: Entry) {
    entries.append(entry)
    elementCount += 1
  }

  /// Inserts an element.
  mutating func insert(_ entry: Entry, at index: Int) {
    entries.insert(entry, at: index)
    elementCount += 1
  }

  /// Removes an element.
  mutating func remove(at index: Int) {
    if entries.remove(at: index).node != 0 { elementCount -= 1 }
  }

  /// Replaces the element of an entry by a copy.
  mutating func replace(at index: Int, by node: UInt32) { entries[index].node = node }

  /// Returns the index of an element, or `nil` if it is not in the list.
  func index(of node: UInt32) -> Int? { entries.lastIndex { $0.node == node } }

  /// Returns the index of the last element with a given name after the last marker.
  func lastIndex(of name: MarkupName) -> Int? {
    var index = entries.count - 1
    while index >= 0, entries[index].node != 0 {
      if entries[index].name == name { return index }
      index -= 1
    }
    return nil
  }

  /// Removes the entries up to and including the last marker.
  mutating func clearToMarker() {
    while let last = entries.popLast() {
      if last.node == 0 { return }
      elementCount -= 1
    }
  }

  /// Removes all elements; markers stay.
  mutating func removeElements() {
    entries.removeAll { $0.node != 0 }
    elementCount = 0
  }
}
