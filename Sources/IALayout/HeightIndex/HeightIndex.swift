/// Where blocks are, by their number, by the text before them, and by their height.
///
/// A tree of sums with one owner: finding a block by any of the three and replacing, inserting or
/// removing one are O(log *n*). Nothing is cached beyond the sums, which each change brings up to
/// date.
struct HeightIndex: ~Copyable {
  private var root: IndexNode

  init(_ entries: [BlockEntry] = []) { root = IndexNode.tree(of: entries) }

  var count: Int { root.count }
  var total: BlockEntry.Total { root.total }

  /// A block with what comes before it.
  struct Found {
    var number: Int
    var entry: BlockEntry
    var before: BlockEntry.Total

    /// The block's top in the flow, in points.
    var top: Double { Double(before.height) / BlockLayout.unitsPerPoint }
    /// The block's bottom in the flow, in points.
    var bottom: Double { Double(before.height + entry.height) / BlockLayout.unitsPerPoint }
    /// The block's first unit.
    var start: Int { before.utf16Count }
  }

  /// What a search counts.
  private enum Measure { case number, utf16, height, unlaid, bound }

  @inline(__always)
  private static func value(_ total: BlockEntry.Total, _ count: Int, _ measure: Measure) -> Int {
    switch measure {
    case .number: count
    case .utf16: total.utf16Count
    case .height: total.height
    case .unlaid: total.unlaid
    case .bound: total.bound
    }
  }

  /// The first block with which what is counted exceeds a bound.
  private func first(_ measure: Measure, over bound: Int) -> Found? {
    guard Self.value(root.total, root.count, measure) > bound else { return nil }
    var node = root
    var number = 0
    var before = BlockEntry.Total()
    while !node.isLeaf {
      var index = 0
      while true {
        let child = node.children[index]
        let known = Self.value(before, number, measure)
        if known + Self.value(child.total, child.count, measure) > bound { break }
        before.add(child.total)
        number += child.count
        index += 1
      }
      node = node.children[index]
    }
    for entry in node.entries {
      let known = Self.value(before, number, measure)
      if known + Self.value(entry.total, 1, measure) > bound {
        return Found(number: number, entry: entry, before: before)
      }
      before.add(entry.total)
      number += 1
    }
    return nil
  }

  /// The block of a number; nil where there is none.
  func block(_ number: Int) -> Found? {
    number >= 0 ? first(.number, over: number) : nil
  }

  /// The block that holds a unit; the last one for the end of the text.
  func block(atUTF16 offset: Int) -> Found? {
    first(.utf16, over: offset) ?? block(count - 1)
  }

  /// The block at a height in points; the first or the last one for places outside.
  func block(atHeight y: Double) -> Found? {
    let units = Int((min(max(y, 0), 1e12) * BlockLayout.unitsPerPoint).rounded(.down))
    return first(.height, over: units) ?? block(count - 1)
  }

  /// The first block that was not laid out.
  func firstUnlaid() -> Found? { first(.unlaid, over: 0) }

  /// The first block from a number on that was made for one place.
  func firstBound(from number: Int) -> Found? {
    guard let from = block(number) else { return nil }
    return first(.bound, over: from.before.bound)
  }

  /// All blocks in order.
  func entries() -> [BlockEntry] {
    var entries: [BlockEntry] = []
    entries.reserveCapacity(count)
    var stack = [root]
    while let node = stack.popLast() {
      entries += node.entries
      stack += node.children.reversed()
    }
    return entries
  }

  mutating func set(_ layout: BlockLayout, of number: Int) { root.set(layout, of: number) }

  /// Puts blocks in the place of others.
  ///
  /// - Complexity: O((removed + new) log *n*), at most O(*n*).
  mutating func replace(_ range: Range<Int>, with new: [BlockEntry]) {
    if (range.count + new.count) * 16 > count + 64 {
      var all = entries()
      all.replaceSubrange(range, with: new)
      root = IndexNode.tree(of: all)
      return
    }
    let shared = min(range.count, new.count)
    for index in 0..<shared { root.replace(range.lowerBound + index, with: new[index]) }
    for number in (range.lowerBound + shared..<range.upperBound).reversed() { root.remove(number) }
    for (index, entry) in new.dropFirst(shared).enumerated() {
      if let half = root.insert(entry, at: range.lowerBound + shared + index) {
        root = IndexNode(children: [root, half])
      }
    }
  }
}
