/// A block as the height index counts it: a paragraph, or a table with all its cells.
struct BlockEntry: Sendable {
  /// What the block adds to a stretch of blocks; its units are 0 only for the empty paragraph at the
  /// end of a text, its height is exact or estimated.
  private(set) var total: Total
  /// The layout, where the block was laid out.
  private(set) var layout: BlockLayout?
  /// The table's block id; 0 for a paragraph that stands in no table.
  let table: Int

  init(utf16Count: Int, table: Int = 0) {
    total = Total(utf16Count: utf16Count, unlaid: 1)
    self.table = table
  }

  /// The units, terminators counted in.
  var utf16Count: Int { total.utf16Count }

  /// The height in 1024ths of a point.
  var height: Int { total.height }

  /// Gives the block a layout and with it its exact height.
  mutating func set(_ layout: BlockLayout) {
    self.layout = layout
    total = Total(
      utf16Count: total.utf16Count, height: layout.height, unlaid: 0,
      bound: layout.isBound ? 1 : 0, lines: layout.lineCount, left: layout.extent.lowerBound,
      right: layout.extent.upperBound)
  }

  /// Gives a block without layout the height that it will probably have.
  mutating func setEstimate(_ height: Int) {
    if layout == nil { total.height = height }
  }

  /// Takes in the units of the next paragraph of the same table.
  mutating func extend(by utf16Count: Int) { total.utf16Count += utf16Count }

  /// What a stretch of blocks adds up to.
  struct Total {
    var utf16Count = 0
    /// In 1024ths of a point.
    var height = 0
    /// The blocks that were not laid out yet.
    var unlaid = 0
    /// The blocks that were made for one place or one container.
    var bound = 0
    /// The lines of those that were laid out.
    var lines = 0
    /// The leftmost end of text.
    var left = Double.infinity
    /// The rightmost end of text.
    var right = -Double.infinity

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
