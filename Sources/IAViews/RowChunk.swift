internal import IARangeTree

/// The height of one row in pixels, exact or estimated, in four bytes.
struct RowHeight: Hashable, Sendable {
  private var bits: UInt32

  /// The largest height in pixels.
  static let maximum = Int(UInt32.max >> 1)

  init(_ height: Int, isExact: Bool) {
    bits = UInt32(truncatingIfNeeded: min(max(height, 1), Self.maximum)) << 1 | (isExact ? 1 : 0)
  }

  /// Creates an estimated height.
  ///
  /// - Precondition: The height is in `1...maximum`.
  @inline(__always) init(estimate: Int) { bits = UInt32(truncatingIfNeeded: estimate) << 1 }

  var isExact: Bool { bits & 1 == 1 }
  /// The height; if it is estimated, before the factor of the index.
  var height: Int { Int(bits >> 1) }

  /// Returns the height as an estimate: an exact height is divided by the factor of the index.
  func estimated(_ factor: Double) -> RowHeight {
    isExact ? RowHeight(Int((Double(height) / factor).rounded()), isExact: false) : self
  }
}

/// The number of consecutive rows and the sums of their heights.
struct RowTotal: AdditiveSummary, Hashable {
  var count = 0
  var exact = 0
  /// The sum of the estimates, before the factor of the index.
  var estimated = 0

  static var zero: RowTotal { RowTotal() }

  @inline(__always)
  static func + (first: RowTotal, second: RowTotal) -> RowTotal {
    RowTotal(
      count: first.count + second.count, exact: first.exact + second.exact,
      estimated: first.estimated + second.estimated)
  }

  @inline(__always)
  static func += (total: inout RowTotal, row: RowHeight) {
    total.count += 1
    total.add(row, 1)
  }

  /// Adds the height of a row multiplied by 1 or -1; the number of rows does not change.
  @inline(__always)
  mutating func add(_ row: RowHeight, _ sign: Int) {
    if row.isExact { exact += sign * row.height } else { estimated += sign * row.height }
  }
}

/// The heights of at most 256 consecutive rows: an element of the tree of an index.
///
/// A tree of chunks takes 4.3 bytes for each row; a tree of single rows would take 9.2. A chunk of rows with the same
/// estimate has no array: an archive states the same mean length for all rows of a block.
struct RowChunk: Summarized {
  /// The heights; empty if all rows have the same estimate, which is the mean of the sums.
  private var heights: [RowHeight]
  private(set) var total: RowTotal

  static let capacity = 256

  /// Creates a chunk.
  ///
  /// - Precondition: There is a height.
  init(_ heights: [RowHeight]) {
    self.heights = heights
    total = Self.total(of: heights[...])
  }

  /// Creates a chunk of rows with the same estimate.
  ///
  /// - Precondition: There is a row.
  init(count: Int, estimate: Int) {
    heights = []
    let height = RowHeight(estimate, isExact: false).height
    total = RowTotal(count: count, exact: 0, estimated: count * height)
  }

  /// Creates a chunk of estimated heights from lengths in UTF-16 units.
  ///
  /// - Precondition: There is a length.
  init(utf16Counts: ArraySlice<UInt32>, _ sampler: HeightSampler) {
    heights = utf16Counts.map { RowHeight(estimate: sampler.estimate(utf16Count: Int($0))) }
    total = RowTotal(
      count: heights.count, exact: 0, estimated: heights.reduce(0) { $0 &+ $1.height })
  }

  /// The number of rows.
  var count: Int { total.count }

  /// Accesses the height of a row.
  ///
  /// - Precondition: The row exists.
  subscript(row: Int) -> RowHeight {
    heights.isEmpty
      ? RowHeight(total.estimated / total.count, isExact: false) : heights[row]
  }

  private static func total(of heights: ArraySlice<RowHeight>) -> RowTotal {
    var total = RowTotal()
    for height in heights { total += height }
    return total
  }

  /// Returns the number and the sums of the rows before a row.
  func total(before row: Int) -> RowTotal {
    guard heights.isEmpty else { return Self.total(of: heights[..<row]) }
    return RowTotal(count: row, exact: 0, estimated: row * self[0].height)
  }

  /// Stores each height, so that single heights can change.
  private mutating func separate() {
    if heights.isEmpty { heights = Array(repeating: self[0], count: count) }
  }

  mutating func set(_ height: RowHeight, at row: Int) {
    separate()
    total.add(heights[row], -1)
    total.add(height, 1)
    heights[row] = height
  }

  mutating func insert(_ new: some Collection<RowHeight>, at row: Int) {
    separate()
    heights.insert(contentsOf: new, at: row)
    for height in new { total += height }
  }

  /// Converts exact heights to estimates.
  mutating func forget(_ factor: Double) {
    if !heights.isEmpty { self = RowChunk(heights.map { $0.estimated(factor) }) }
  }

  /// Whether the number of rows is valid and the sums are those of the heights.
  var isValid: Bool {
    1...Self.capacity ~= count
      && (heights.isEmpty
        ? total.exact == 0 && total.estimated % count == 0
        : total == Self.total(of: heights[...]))
  }
}
