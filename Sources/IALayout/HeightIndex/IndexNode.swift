/// A node of the height index: blocks, or nodes of one level, with what they add up to.
///
/// Nodes belong to one index and are changed in place. A node is split when it is full and dropped
/// when it is empty; it may have fewer than half of its places taken, which costs searches nothing
/// that counts.
final class IndexNode {
  /// The most blocks or children.
  static let capacity = 32

  private(set) var entries: [BlockEntry] = []
  private(set) var children: [IndexNode] = []
  private(set) var total = BlockEntry.Total()
  /// The number of blocks.
  private(set) var count = 0

  init(entries: [BlockEntry]) {
    self.entries = entries
    sum()
  }

  init(children: [IndexNode]) {
    self.children = children
    sum()
  }

  var isLeaf: Bool { children.isEmpty }

  private func sum() {
    var total = BlockEntry.Total()
    count = entries.count
    for index in entries.indices { total.add(entries[index].total) }
    for child in children {
      total.add(child.total)
      count += child.count
    }
    self.total = total
  }

  /// A tree of blocks with three quarters of the places taken.
  static func tree(of entries: [BlockEntry]) -> IndexNode {
    let size = capacity * 3 / 4
    var nodes = stride(from: 0, to: max(entries.count, 1), by: size).map {
      IndexNode(entries: Array(entries[$0..<min($0 + size, entries.count)]))
    }
    while nodes.count > 1 {
      nodes = stride(from: 0, to: nodes.count, by: size).map {
        IndexNode(children: Array(nodes[$0..<min($0 + size, nodes.count)]))
      }
    }
    return nodes[0]
  }

  /// The child that holds a block, and the block's number in it.
  private func child(holding number: Int) -> (child: Int, number: Int) {
    var number = number
    var index = 0
    while index < children.count - 1, number >= children[index].count {
      number -= children[index].count
      index += 1
    }
    return (index, number)
  }

  /// Gives a block a layout.
  func set(_ layout: BlockLayout, of number: Int) {
    if isLeaf {
      entries[number].set(layout)
    } else {
      let place = child(holding: number)
      children[place.child].set(layout, of: place.number)
    }
    sum()
  }

  /// Puts another block in the place of one.
  func replace(_ number: Int, with entry: BlockEntry) {
    if isLeaf {
      entries[number] = entry
    } else {
      let place = child(holding: number)
      children[place.child].replace(place.number, with: entry)
    }
    sum()
  }

  /// Inserts a block; returns the second half of the node where it had to be split.
  func insert(_ entry: BlockEntry, at number: Int) -> IndexNode? {
    var half: IndexNode?
    if isLeaf {
      entries.insert(entry, at: number)
      if entries.count > Self.capacity {
        half = IndexNode(entries: Array(entries[(Self.capacity / 2)...]))
        entries.removeSubrange((Self.capacity / 2)...)
      }
    } else {
      let place = child(holding: number)
      if let new = children[place.child].insert(entry, at: place.number) {
        children.insert(new, at: place.child + 1)
        if children.count > Self.capacity {
          half = IndexNode(children: Array(children[(Self.capacity / 2)...]))
          children.removeSubrange((Self.capacity / 2)...)
        }
      }
    }
    sum()
    return half
  }

  /// Removes a block.
  func remove(_ number: Int) {
    if isLeaf {
      entries.remove(at: number)
    } else {
      let place = child(holding: number)
      children[place.child].remove(place.number)
      if children[place.child].count == 0, children.count > 1 { children.remove(at: place.child) }
    }
    sum()
  }
}
