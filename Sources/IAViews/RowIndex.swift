internal import IARangeTree

/// The heights of all rows, by row and by position.
///
/// Estimates share a factor, so that the measurement of laid-out rows changes all estimates in
/// constant time. A row takes 4.3 bytes, and less if its neighbours have the same estimate.
struct RowIndex {
  private var tree: SummaryTree<RowChunk>
  /// The factor of all estimates.
  var factor = 1.0

  /// The number of rows whose lengths are read at once.
  private static let portion = 64 * RowChunk.capacity
  /// The minimum number of consecutive rows with equal lengths that become a chunk.
  private static let minEqualCount = 64

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
      Self.append(Self.counts(of: rows, lengths), sampler, to: &chunks)
    }
    tree = SummaryTree(chunks)
  }

  /// Appends chunks of rows whose heights are estimated from lengths.
  private static func append(
    _ counts: ArraySlice<UInt32>, _ sampler: HeightSampler, to chunks: inout [RowChunk]
  ) {
    var start = counts.startIndex
    while start < counts.endIndex {
      let rest = counts[start...].prefix(RowChunk.capacity)
      let first = counts[start]
      // The compiler vectorises the reduction, but not a search that ends early.
      let isEqual = rest.reduce(0) { $0 | ($1 ^ first) } == 0
      let end = isEqual ? rest.endIndex : rest.firstIndex { $0 != first } ?? rest.endIndex
      if end - start >= min(minEqualCount, rest.count) {
        let estimate = sampler.estimate(utf16Count: Int(first))
        chunks.append(RowChunk(count: end - start, estimate: estimate))
        start = end
      } else {
        chunks.append(RowChunk(utf16Counts: rest, sampler))
        start = rest.endIndex
      }
    }
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
    for row in 0..<found.element.count - 1 {
      var next = before
      next += found.element[row]
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
      if !chunk.isValid { violation = "chunk \(number) of \(chunk.count) rows" }
      return violation == nil
    }
    return violation
  }

  private subscript(row: Int) -> RowHeight {
    let found = chunk(of: row)
    return found.chunk[row - found.before.count]
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
    let room = tree.isEmpty ? 0 : RowChunk.capacity - tree.element(at: outer).element.count
    let inner = min(room, new.count)
    if inner > 0 {
      let part = isStart ? new.suffix(inner) : new.prefix(inner)
      tree.update(outer) { $0.insert(part, at: isStart ? 0 : $0.count) }
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
