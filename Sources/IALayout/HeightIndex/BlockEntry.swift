import IARangeTree

/// A block as the height index counts it: a paragraph, or a table with all its cells.
struct BlockEntry: Summarized {
  /// The block's summary.
  ///
  /// Its units are 0 only for the empty paragraph at the end of a text; its height is exact if
  /// there is a layout, otherwise estimated.
  private(set) var total: Total
  /// The layout; `nil` if the block was not laid out yet.
  private(set) var layout: BlockLayout?
  /// The table's block id; 0 for a paragraph outside tables.
  let table: Int

  init(utf16Count: Int, table: Int = 0) {
    total = Total(utf16Count: utf16Count, unlaid: 1)
    self.table = table
  }

  /// The UTF-16 units, including terminators.
  var utf16Count: Int { total.utf16Count }

  /// The height in 1024ths of a point.
  var height: Int { total.height }

  /// Sets the layout, and with it the exact height.
  mutating func set(_ layout: BlockLayout) {
    self.layout = layout
    total = Total(
      utf16Count: total.utf16Count, height: layout.height, unlaid: 0,
      bound: layout.isBound ? 1 : 0, lines: layout.lineCount, left: layout.extent.lowerBound,
      right: layout.extent.upperBound)
  }

  /// Sets the estimated height of a block without layout; ignored if it has one.
  mutating func setEstimate(_ height: Int) {
    if layout == nil { total.height = height }
  }

  /// Adds the units of the next paragraph of the same table.
  mutating func extend(by utf16Count: Int) { total.utf16Count += utf16Count }

  /// The summary of a range of blocks.
  struct Total: AdditiveSummary {
    /// The summary of an empty range.
    static var zero: Total { Total() }

    var utf16Count = 0
    /// The height in 1024ths of a point.
    var height = 0
    /// The number of blocks that were not laid out yet.
    var unlaid = 0
    /// The number of blocks whose layout is valid for one position or container only.
    var bound = 0
    /// The number of lines of the blocks that were laid out.
    var lines = 0
    /// The left edge of the text that was laid out, in points; infinity if there is none.
    var left = Double.infinity
    /// The right edge of the text that was laid out, in points; minus infinity if there is none.
    var right = -Double.infinity

    @inline(__always)
    static func + (first: Total, second: Total) -> Total {
      var sum = first
      sum.add(second)
      return sum
    }

    @inline(__always)
    static func += (first: inout Total, second: Total) { first.add(second) }

    @inline(__always)
    mutating func add(_ other: Total) {
      utf16Count += other.utf16Count
      height += other.height
      unlaid += other.unlaid
      bound += other.bound
      lines += other.lines
      left = min(left, other.left)
      right = max(right, other.right)
    }
  }
}
