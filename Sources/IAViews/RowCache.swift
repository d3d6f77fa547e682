internal import IALayout
internal import IARender

/// A row that was laid out.
final class LaidOutRow {
  let bubble: Bubble
  /// The height of the bubble in pixels, without the head.
  let height: Int
  /// The height that the index has for the row; `nil` if it has an estimate.
  var indexedHeight: Int?
  /// The part of the cache's capacity that the row takes.
  let cost: Int

  init(_ bubble: Bubble, scale: Double, utf16Count: Int) {
    self.bubble = bubble
    height = max(Int(min((bubble.size.height * scale).rounded(.up), 1e9)), 1)
    cost = utf16Count + 256
  }
}

/// The rows that were laid out, those near the visible ones.
struct RowCache {
  private var rows: [Int: LaidOutRow] = [:]
  private var cost = 0
  /// The maximum number of UTF-16 units in cached rows, where a row counts 256 units more than it has.
  let capacity: Int

  init(capacity: Int) { self.capacity = capacity }

  /// The number of rows.
  var count: Int { rows.count }

  /// Returns a row by its identity, or `nil` if it is not cached.
  subscript(id: Int) -> LaidOutRow? { rows[id] }

  /// Inserts a row; if the capacity is exceeded, removes half of the rows, those furthest from it.
  mutating func insert(_ row: LaidOutRow, id: Int) {
    remove(id)
    if cost + row.cost > capacity, !rows.isEmpty {
      for far in rows.keys.sorted(by: { abs($0 - id) > abs($1 - id) }) {
        guard cost + row.cost > capacity / 2 else { break }
        remove(far)
      }
    }
    rows[id] = row
    cost += row.cost
  }

  /// Removes a row.
  mutating func remove(_ id: Int) {
    if let former = rows.removeValue(forKey: id) { cost -= former.cost }
  }

  /// Removes all rows.
  mutating func removeAll() {
    rows.removeAll(keepingCapacity: true)
    cost = 0
  }
}
