import IARangeTree

/// Where blocks are, by their number, by the text before them, and by their height.
///
/// A copy-on-write tree of sums: finding a block by any of the three, replacing one, inserting and
/// removing some are O(log *n*).
struct HeightIndex: Sendable {
  private var tree = SummaryTree<BlockEntry>()

  init() {}

  init(_ entries: [BlockEntry]) { tree = SummaryTree(entries) }

  var count: Int { tree.count }
  var total: BlockEntry.Total { tree.total }

  subscript(number: Int) -> BlockEntry { tree[number] }

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

  /// The block that holds a unit; the last one for the end of the text.
  func block(atUTF16 offset: Int) -> Found? {
    if let found = tree.first(where: { $0.utf16Count > offset }) {
      return Found(number: found.index, entry: found.element, before: found.before)
    }
    return block(count - 1)
  }

  /// The block at a height in points; the first or the last one for places outside.
  func block(atHeight y: Double) -> Found? {
    let units = Int((min(max(y, 0), 1e12) * BlockLayout.unitsPerPoint).rounded(.down))
    if let found = tree.first(where: { $0.height > units }) {
      return Found(number: found.index, entry: found.element, before: found.before)
    }
    return block(count - 1)
  }

  /// The first block from a number on that was not laid out or, where `bound`, that was made for one
  /// place.
  func firstBlock(from number: Int, bound: Bool) -> Int? {
    let before = tree.total(before: number)
    let known = bound ? before.bound : before.unlaid
    return tree.first(where: { (bound ? $0.bound : $0.unlaid) > known })?.index
  }

  /// The block of a number.
  func block(_ number: Int) -> Found? {
    guard number >= 0, number < count else { return nil }
    return Found(number: number, entry: tree[number], before: tree.total(before: number))
  }

  /// Calls the body for each block from a number on until it returns false.
  func forEach(from number: Int = 0, _ body: (Int, BlockEntry) -> Bool) {
    tree.forEach(from: number, body)
  }

  mutating func set(_ layout: BlockLayout, of number: Int) {
    var entry = tree[number]
    entry.set(layout)
    tree.replace(number..<number + 1, with: CollectionOfOne(entry))
  }

  mutating func replace(_ range: Range<Int>, with entries: [BlockEntry]) {
    tree.replace(range, with: entries)
  }
}
