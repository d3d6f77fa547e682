import IARangeTree

/// A block as the height index counts it: a paragraph, or a table with all its cells.
struct BlockEntry: Summarized, Sendable {
  /// The units, terminators counted in; 0 only for the empty paragraph at the end of a text.
  var utf16Count: Int
  /// The height, exact or estimated, in 1024ths of a point.
  var height: Int
  /// The layout, where the block was laid out.
  var layout: BlockLayout?
  /// The table's block id; 0 for a paragraph that stands in no table.
  var table: Int

  init(utf16Count: Int, table: Int = 0, estimate: Int = 0) {
    self.utf16Count = utf16Count
    self.table = table
    height = estimate
  }

  mutating func set(_ layout: BlockLayout) {
    self.layout = layout
    height = layout.height
  }

  /// What a stretch of blocks adds up to.
  struct Total: AdditiveSummary {
    var utf16Count = 0
    /// In 1024ths of a point.
    var height = 0
    /// The blocks that were not laid out yet.
    var unlaid = 0
    /// The blocks that were made for one place.
    var bound = 0
    /// The lines of those that were laid out.
    var lines = 0
    var left = Double.infinity
    var right = -Double.infinity

    static let zero = Total()

    static func + (first: Total, second: Total) -> Total {
      Total(
        utf16Count: first.utf16Count + second.utf16Count, height: first.height + second.height,
        unlaid: first.unlaid + second.unlaid, bound: first.bound + second.bound,
        lines: first.lines + second.lines, left: min(first.left, second.left),
        right: max(first.right, second.right))
    }
  }

  var total: Total {
    guard let layout else { return Total(utf16Count: utf16Count, height: height, unlaid: 1) }
    return Total(
      utf16Count: utf16Count, height: height, unlaid: 0, bound: layout.top == nil ? 0 : 1,
      lines: layout.lineCount, left: layout.extent.lowerBound, right: layout.extent.upperBound)
  }
}
