internal import IARangeTree

/// The height of one row in pixels, exact or estimated, in four bytes.
struct RowHeight: Hashable, Sendable {
  private var bits: UInt32

  /// The largest height in pixels.
  static let maximum = Int(UInt32.max >> 1)

  init(_ height: Int, isExact: Bool) {
    bits = UInt32(truncatingIfNeeded: min(max(height, 1), Self.maximum)) << 1 | (isExact ? 1 : 0)
  }

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
/// A tree of chunks takes 4.3 bytes for each row; a tree of single rows would take 9.2.
struct RowChunk: Summarized {
  private(set) var rows: [RowHeight]
  private(set) var total: RowTotal

  static let capacity = 256

  init(_ rows: [RowHeight]) {
    self.rows = rows
    total = Self.total(of: rows[...])
  }

  /// Creates a chunk of estimated heights from lengths in UTF-16 units.
  init(utf16Counts: ArraySlice<UInt32>, _ sampler: HeightSampler) {
    // Fast path: an archive states the same mean length for all rows of a block.
    if let first = utf16Counts.first, utf16Counts.allSatisfy({ $0 == first }) {
      let height = RowHeight(sampler.estimate(utf16Count: Int(first)), isExact: false)
      rows = Array(repeating: height, count: utf16Counts.count)
      total = RowTotal(count: rows.count, exact: 0, estimated: rows.count * height.height)
      return
    }
    rows = utf16Counts.map {
      RowHeight(sampler.estimate(utf16Count: Int($0)), isExact: false)
    }
    total = RowTotal(
      count: rows.count, exact: 0, estimated: rows.reduce(0) { $0 &+ $1.height })
  }

  private static func total(of rows: ArraySlice<RowHeight>) -> RowTotal {
    var total = RowTotal()
    for row in rows { total += row }
    return total
  }

  /// Returns the number and the sums of the rows before a row.
  func total(before row: Int) -> RowTotal { Self.total(of: rows[..<row]) }

  mutating func set(_ height: RowHeight, at row: Int) {
    total.add(rows[row], -1)
    total.add(height, 1)
    rows[row] = height
  }

  mutating func insert(_ new: some Collection<RowHeight>, at row: Int) {
    rows.insert(contentsOf: new, at: row)
    for height in new { total += height }
  }

  /// Converts exact heights to estimates.
  mutating func forget(_ factor: Double) { self = RowChunk(rows.map { $0.estimated(factor) }) }
}

/// The heights of all rows, by row and by position.
///
/// Estimates share a factor, so that the measurement of laid-out rows changes all estimates in
/// constant time. A row takes 4.3 bytes.
struct RowIndex {
  private var tree: SummaryTree<RowChunk>
  /// The factor of all estimates.
  var factor = 1.0

  /// The number of rows whose lengths are read at once.
  private static let portion = 64 * RowChunk.capacity

  /// Creates an index of estimated heights.
  ///
  /// - Complexity: O(*n*).
  init(_ estimates: [Int]) { tree = SummaryTree(Self.chunks(Self.heights(estimates))) }

  /// Creates an index of heights that are estimated from lengths.
  ///
  /// - Parameters:
  ///   - count: The number of rows.
  ///   - sampler: The estimates.
  ///   - lengths: Returns the lengths of a range of rows in UTF-16 units; it is called once for each portion of the
  ///     rows. A missing length counts as 0.
  /// - Complexity: O(*n*).
  init(count: Int, _ sampler: HeightSampler, lengths: (Range<Int>) -> [UInt32]) {
    var chunks: [RowChunk] = []
    chunks.reserveCapacity(count / RowChunk.capacity + 1)
    for start in stride(from: 0, to: count, by: Self.portion) {
      let rows = start..<min(start + Self.portion, count)
      let counts = Self.counts(of: rows, lengths)
      for start in stride(from: 0, to: counts.count, by: RowChunk.capacity) {
        let end = min(start + RowChunk.capacity, counts.count)
        chunks.append(RowChunk(utf16Counts: counts[start..<end], sampler))
      }
    }
    tree = SummaryTree(chunks)
  }

  /// The number of rows.
  var count: Int { tree.total.count }

  /// The height of all rows in pixels.
  var total: Double { height(tree.total) }

  /// Returns the distance from the top of the first row to the top of a row.
  ///
  /// - Precondition: The row exists, or is the number of rows.
  func top(of row: Int) -> Double {
    guard row < count else {
      precondition(row == count, "row \(row) of \(count)")
      return total
    }
    let found = chunk(of: row)
    return height(found.before + found.chunk.total(before: row - found.before.count))
  }

  /// Returns the height of a row.
  ///
  /// - Precondition: The row exists.
  func height(of row: Int) -> (pixels: Double, isExact: Bool) {
    let found = self[row]
    return (found.isExact ? Double(found.height) : Double(found.height) * factor, found.isExact)
  }

  /// Returns the estimate of a row before the factor, or `nil` if its height is exact.
  func estimate(of row: Int) -> Int? {
    let found = self[row]
    return found.isExact ? nil : found.height
  }

  /// Returns the row at a position in pixels and the top of that row; positions below all rows are in the last row.
  ///
  /// - Precondition: There is a row.
  func row(at y: Double) -> (row: Int, top: Double) {
    guard let found = tree.first(where: { height($0) > y }) else {
      return (count - 1, top(of: count - 1))
    }
    var before = found.before
    for row in found.element.rows.dropLast() {
      var next = before
      next += row
      if height(next) > y { break }
      before = next
    }
    return (before.count, height(before))
  }

  /// Sets the exact height of a row.
  mutating func setExact(_ height: Int, of row: Int) {
    set(RowHeight(height, isExact: true), at: row)
  }

  /// Converts the height of a row to an estimate.
  mutating func forget(_ row: Int) { set(self[row].estimated(factor), at: row) }

  /// Converts all exact heights to estimates.
  ///
  /// - Complexity: O(log *n*) for each chunk with exact heights.
  mutating func forgetAll() {
    let factor = factor
    while let found = tree.first(where: { $0.exact > 0 }) {
      tree.update(found.index) { $0.forget(factor) }
    }
  }

  /// Inserts rows with estimated heights.
  ///
  /// - Precondition: The place is 0 or the number of rows.
  mutating func insert(_ estimates: [Int], at place: Int) {
    insert(Self.heights(estimates), at: place)
  }

  /// Inserts rows whose heights are estimated from their lengths.
  ///
  /// The row numbers, also those that `lengths` gets, are the ones after the insertion.
  ///
  /// - Precondition: The start of the rows is 0 or the number of rows.
  mutating func insert(
    _ rows: Range<Int>, _ sampler: HeightSampler, lengths: (Range<Int>) -> [UInt32]
  ) {
    let estimates = Self.counts(of: rows, lengths).map { sampler.estimate(utf16Count: Int($0)) }
    insert(estimates, at: rows.lowerBound)
  }

  // MARK: Chunks

  /// Returns the first rule that the index violates, or `nil` if it is valid.
  ///
  /// - Complexity: O(*n*).
  func invariantViolation() -> String? {
    var violation = tree.invariantViolation()?.description
    tree.forEach { number, chunk in
      if !(1...RowChunk.capacity ~= chunk.rows.count) {
        violation = "chunk \(number) of \(chunk.rows.count) rows"
      } else if chunk.total != RowChunk(chunk.rows).total {
        violation = "sums of chunk \(number)"
      }
      return violation == nil
    }
    return violation
  }

  private subscript(row: Int) -> RowHeight {
    let found = chunk(of: row)
    return found.chunk.rows[row - found.before.count]
  }

  private func chunk(of row: Int) -> (index: Int, chunk: RowChunk, before: RowTotal) {
    guard row >= 0, let found = tree.first(where: { $0.count > row }) else {
      preconditionFailure("row \(row) of \(count)")
    }
    return (found.index, found.element, found.before)
  }

  private mutating func set(_ height: RowHeight, at row: Int) {
    // The closure ends the lifetime of the chunk that was found: with a second reference, the update would copy it.
    let place = { () -> (index: Int, row: Int) in
      let found = chunk(of: row)
      return (found.index, row - found.before.count)
    }()
    tree.update(place.index) { $0.set(height, at: place.row) }
  }

  /// Fills the first or last chunk, and adds further chunks for the remaining rows.
  private mutating func insert(_ new: [RowHeight], at place: Int) {
    precondition(place == 0 || place == count, "place \(place) of \(count)")
    let isStart = place == 0
    let outer = isStart ? 0 : tree.count - 1
    let room = tree.isEmpty ? 0 : RowChunk.capacity - tree.element(at: outer).element.rows.count
    let inner = min(room, new.count)
    if inner > 0 {
      let part = isStart ? new.suffix(inner) : new.prefix(inner)
      tree.update(outer) { $0.insert(part, at: isStart ? 0 : $0.rows.count) }
    }
    guard inner < new.count else { return }
    let rest = isStart ? new.dropLast(inner) : new.dropFirst(inner)
    let end = isStart ? 0 : tree.count
    tree.replace(end..<end, with: Self.chunks(Array(rest)))
  }

  private static func chunks(_ rows: [RowHeight]) -> [RowChunk] {
    stride(from: 0, to: rows.count, by: RowChunk.capacity).map {
      RowChunk(Array(rows[$0..<min($0 + RowChunk.capacity, rows.count)]))
    }
  }

  private static func heights(_ estimates: [Int]) -> [RowHeight] {
    estimates.map { RowHeight($0, isExact: false) }
  }

  /// Returns exactly one length for each row: adds 0 for lengths that the source omits, and ignores superfluous ones.
  private static func counts(
    of rows: Range<Int>, _ lengths: (Range<Int>) -> [UInt32]
  ) -> ArraySlice<UInt32> {
    var counts = lengths(rows)
    if counts.count < rows.count {
      counts += Array(repeating: 0, count: rows.count - counts.count)
    }
    return counts[..<rows.count]
  }

  private func height(_ total: RowTotal) -> Double {
    Double(total.exact) + Double(total.estimated) * factor
  }
}
