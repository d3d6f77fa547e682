internal import IARender

/// Layouts and exact heights that are computed before they are needed.
extension ThreadView {
  /// The work of a prefetch.
  public struct PrefetchReport: Hashable, Sendable {
    /// The rows laid out.
    public var sizedRows = 0
    /// Whether all rows within the distance are laid out; if `false`, a further call continues the work.
    public var isComplete = true
  }

  /// Lays out rows next to the visible ones, so that later frames only draw them.
  ///
  /// Call this between frames, with the time that remains until the next one. The rows in the direction of the last
  /// movement are laid out first, nearest first, then the rows in the opposite direction up to half the distance.
  /// Pixels, the anchor and the scroll bar do not change.
  ///
  /// - Parameters:
  ///   - budget: The rows that may be laid out, and the time at which the prefetch ends. Unlike a frame, a prefetch
  ///     lays out no row if the budget allows none.
  ///   - screens: The distance in heights of the view, at most 16.
  /// - Returns: The number of rows laid out, and whether the distance was reached. The prefetch also ends, as complete,
  ///   when its rows take a quarter of the cache of laid-out rows.
  public func prefetch(_ budget: inout FrameBudget, screens: Double = 2) -> PrefetchReport {
    var report = PrefetchReport()
    guard let first = placed.first, let last = placed.last, screens > 0 else { return report }
    let distance = min(screens, 16) * Double(geometry.size.height)
    var cost = 0
    for (isAhead, distance) in [(true, distance), (false, distance / 2)] {
      let isDown = isAhead == isForward
      var row = isDown ? last.row + 1 : first.row - 1
      var reached = 0.0
      while 0..<index.count ~= row, reached < distance, cost < cache.capacity / 4 {
        guard cache[row + firstID] != nil || budget.allowsRow else {
          report.isComplete = false
          return report
        }
        var work = FrameReport()
        let found = measured(row, &budget, &work)
        report.sizedRows += work.sizedRows
        reached += Double(found.height)
        cost += found.laidOut?.cost ?? 0
        row += isDown ? 1 : -1
      }
    }
    return report
  }

  /// Returns the exact height of a row in pixels, with the distance and the name above its bubble, or `nil` if the row
  /// does not exist.
  ///
  /// A row whose height is estimated is laid out; the layout is not kept. The anchor does not move.
  public func exactHeight(ofRow row: Int) -> Int? {
    guard 0..<index.count ~= row else { return nil }
    let known = index.height(of: row)
    if known.isExact { return Int(known.pixels) }
    let height = exactHeight(sized(row), row)
    index.setExact(height, of: row)
    return height
  }
}
