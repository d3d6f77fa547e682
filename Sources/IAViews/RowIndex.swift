internal import IARangeTree

/// The height of one row in pixels, exact or estimated, in four bytes.
struct RowHeight: Summarized, Hashable {
  private var bits: UInt32

  /// The largest height in pixels.
  static let maximum = Int(UInt32.max >> 1)

  init(_ height: Int, isExact: Bool) {
    bits = UInt32(min(max(height, 1), Self.maximum)) << 1 | (isExact ? 1 : 0)
  }

  var isExact: Bool { bits & 1 == 1 }
  /// The height; if it is estimated, before the factor of the index.
  var height: Int { Int(bits >> 1) }

  var total: Total {
    isExact ? Total(exact: height, estimated: 0) : Total(exact: 0, estimated: height)
  }

  /// The sums of the heights of consecutive rows.
  struct Total: AdditiveSummary, Hashable {
    var exact = 0
    /// The sum of the estimates, before the factor of the index.
    var estimated = 0

    static var zero: Total { Total() }

    @inline(__always)
    static func + (first: Total, second: Total) -> Total {
      Total(exact: first.exact + second.exact, estimated: first.estimated + second.estimated)
    }
  }
}

/// The heights of all rows, by row and by position.
///
/// Estimates share a factor, so that what is learned from laid-out rows changes all of them in
/// constant time. A row takes at most 8 bytes.
struct RowIndex {
  private var tree: SummaryTree<RowHeight>
  /// The factor of all estimates.
  var factor = 1.0

  /// Creates an index of estimated heights.
  ///
  /// - Complexity: O(*n*).
  init(_ estimates: some Sequence<Int>) {
    tree = SummaryTree(estimates.map { RowHeight($0, isExact: false) })
  }

  /// Creates an index of the estimates for lengths.
  ///
  /// - Complexity: O(*n*).
  init(utf16Counts: ArraySlice<UInt32>, _ sampler: HeightSampler) {
    tree = SummaryTree(Self.heights(utf16Counts, sampler))
  }

  /// The number of rows.
  var count: Int { tree.count }

  /// The height of all rows in pixels.
  var total: Double { height(tree.total) }

  /// Returns the distance from the top of the first row to the top of a row.
  ///
  /// - Precondition: The row exists, or is the number of rows.
  func top(of row: Int) -> Double { height(tree.total(before: row)) }

  /// Returns the height of a row.
  ///
  /// - Precondition: The row exists.
  func height(of row: Int) -> (pixels: Double, isExact: Bool) {
    let found = tree.element(at: row).element
    return (height(found.total), found.isExact)
  }

  /// Returns the estimate of a row before the factor, or `nil` if its height is exact.
  func estimate(of row: Int) -> Int? {
    let found = tree.element(at: row).element
    return found.isExact ? nil : found.height
  }

  /// Returns the row at a position, the last one for positions below all rows, and its top.
  ///
  /// - Precondition: There is a row.
  func row(at y: Double) -> (row: Int, top: Double) {
    if let found = tree.first(where: { height($0) > y }) {
      return (found.index, height(found.before))
    }
    return (count - 1, top(of: count - 1))
  }

  /// Sets the exact height of a row.
  mutating func setExact(_ height: Int, of row: Int) {
    tree.update(row) { $0 = RowHeight(height, isExact: true) }
  }

  /// Converts the height of a row to an estimate.
  mutating func forget(_ row: Int) {
    let factor = factor
    tree.update(row) { $0 = $0.estimated(factor) }
  }

  /// Converts all exact heights to estimates.
  ///
  /// - Complexity: O(log *n*) for each exact height.
  mutating func forgetAll() {
    while let found = tree.first(where: { $0.exact > 0 }) { forget(found.index) }
  }

  /// Inserts rows with estimated heights.
  mutating func insert(_ estimates: some Sequence<Int>, at row: Int) {
    tree.replace(row..<row, with: estimates.map { RowHeight($0, isExact: false) })
  }

  /// Inserts rows with the estimates for lengths.
  mutating func insert(utf16Counts: ArraySlice<UInt32>, _ sampler: HeightSampler, at row: Int) {
    tree.replace(row..<row, with: Self.heights(utf16Counts, sampler))
  }

  private static func heights(
    _ utf16Counts: ArraySlice<UInt32>, _ sampler: HeightSampler
  ) -> [RowHeight] {
    utf16Counts.map { RowHeight(sampler.estimate(utf16Count: Int($0)), isExact: false) }
  }

  private func height(_ total: RowHeight.Total) -> Double {
    Double(total.exact) + Double(total.estimated) * factor
  }
}

extension RowHeight {
  fileprivate func estimated(_ factor: Double) -> RowHeight {
    isExact ? RowHeight(Int((Double(height) / factor).rounded()), isExact: false) : self
  }
}
