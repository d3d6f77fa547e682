internal import IALayout
internal import IARender

/// A row that was laid out.
final class LaidOutRow {
  let bubble: Bubble
  /// The height of the bubble in pixels, without the head.
  let height: Int
  /// The exact height, head included, that the view last stored in the index for this layout; `nil` if it stored
  /// none, or if the index has an estimate again.
  var indexedHeight: Int?
  /// The part of the cache's capacity that the row takes.
  let cost: Int

  init(_ bubble: Bubble, scale: Double, utf16Count: Int) {
    self.bubble = bubble
    height = max(Int(min((bubble.size.height * scale).rounded(.up), 1e9)), 1)
    cost = utf16Count + 256
  }
}

/// A cache of laid-out rows that keeps those closest to the row that was inserted last.
struct RowCache {
  private var rows: [Int: LaidOutRow] = [:]
  private var cost = 0
  /// The maximum sum of the costs of the rows, where the cost of a row is the number of its UTF-16 units plus 256.
  let capacity: Int

  init(capacity: Int) { self.capacity = capacity }

  /// The number of rows.
  var count: Int { rows.count }

  /// Returns a row by its identity, or `nil` if it is not cached.
  subscript(id: Int) -> LaidOutRow? { rows[id] }

  /// Inserts a row; if the capacity would be exceeded, first removes the rows furthest from it until half of the
  /// capacity suffices.
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
