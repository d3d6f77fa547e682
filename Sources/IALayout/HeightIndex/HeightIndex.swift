import IARangeTree

/// The index of a layout's blocks by number, by text offset, and by height.
///
/// A summary tree with one owner. Nothing is cached except the sums, which each change updates.
///
/// - Complexity: O(log *n*) for a search or a change of one block.
struct HeightIndex: ~Copyable {
  private var tree: SummaryTree<BlockEntry>

  init(_ entries: [BlockEntry] = []) { tree = SummaryTree(entries) }

  var count: Int { tree.count }
  var total: BlockEntry.Total { tree.total }

  /// A block with the total of the blocks before it.
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

  /// Returns the first block up to which the total satisfies a condition, or `nil` if there is
  /// none.
  @inline(__always)
  private func first(where reached: (BlockEntry.Total) -> Bool) -> Found? {
    guard let found = tree.first(where: reached) else { return nil }
    return Found(number: found.index, entry: found.element, before: found.before)
  }

  /// Returns the block of a number, or `nil` if there is none.
  func block(_ number: Int) -> Found? {
    guard number >= 0, number < count else { return nil }
    let found = tree.element(at: number)
    return Found(number: number, entry: found.element, before: found.before)
  }

  /// Returns the block that holds a unit; the last one for the end of the text.
  func block(atUTF16 offset: Int) -> Found? {
    first { $0.utf16Count > offset } ?? block(count - 1)
  }

  /// Returns the block at a position in the flow, in points from its top; the first or the last
  /// block for positions outside.
  func block(atHeight y: Double) -> Found? {
    let units = Int((min(max(y, 0), 1e12) * BlockLayout.unitsPerPoint).rounded(.down))
    return first { $0.height > units } ?? block(count - 1)
  }

  /// Returns the first block that was not laid out.
  func firstUnlaid() -> Found? { first { $0.unlaid > 0 } }

  /// Returns the first block from a number on that was made for one position or container, or `nil`
  /// if there is none.
  func firstBound(from number: Int) -> Found? {
    guard let from = block(number) else { return nil }
    return first { $0.bound > from.before.bound }
  }

  /// Returns all blocks in order.
  func entries() -> [BlockEntry] { tree.elements }

  /// Sets the layout of a block.
  ///
  /// - Complexity: O(log *n*).
  mutating func set(_ layout: BlockLayout, of number: Int) {
    tree.update(number) { $0.set(layout) }
  }

  /// Replaces a range of blocks.
  ///
  /// - Complexity: O(log *n* + new + removed).
  mutating func replace(_ range: Range<Int>, with new: [BlockEntry]) {
    // An edit changes few blocks; those are changed in place.
    guard max(range.count, new.count) <= 8 else { return tree.replace(range, with: new) }
    let shared = min(range.count, new.count)
    for index in 0..<shared { tree.update(range.lowerBound + index) { $0 = new[index] } }
    for number in (range.lowerBound + shared..<range.upperBound).reversed() {
      tree.remove(at: number)
    }
    for index in shared..<new.count { tree.insert(new[index], at: range.lowerBound + index) }
  }
}
