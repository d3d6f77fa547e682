internal import IARender

/// A visible row at its place in a view.
struct PlacedRow {
  /// The number of the row in its source.
  var row: Int
  /// The layout; `nil` if there was no time for it.
  var laidOut: LaidOutRow?
  var head: Bubble.Head
  /// The height of the head in pixels.
  var headHeight: Int
  /// The top of the head, in pixels from the top of the view.
  var top: Int
  /// The height in pixels, head included; estimated without a layout.
  var height: Int

  var bottom: Int { top + height }
  /// The top of the bubble, in pixels from the top of the view.
  var bubbleTop: Int { top + headHeight }
}

/// The pixels of a view, stored as a ring of rows of pixels.
///
/// The pixel at a height *y* of an endless strip is stored in row *y* modulo the number of rows in the ring.
/// Scrolling moves the view over the strip; only what becomes visible is drawn.
final class BackingStore {
  /// The content of a range of the strip.
  private struct Segment {
    /// The row; `nil` for space without a row.
    var row: PlacedRow?
    /// The top of the row on the strip.
    var rowTop: Int
    /// The part in the view, on the strip.
    var range: Range<Int>

    /// Returns whether two segments show the same pixels where their ranges overlap.
    ///
    /// A segment without a layout shows no final pixels: it matches no segment with a row.
    func matches(_ other: Segment) -> Bool {
      guard let row, let its = other.row else { return row == nil && other.row == nil }
      guard let laidOut = row.laidOut else { return false }
      return laidOut === its.laidOut && rowTop == other.rowTop && row.head == its.head
    }
  }

  private let stack: LayerStack
  private var segments: [Segment] = []
  /// The ranges of the strip whose pixels are drawn, in order.
  private var valid: [Range<Int>] = []
  private var top = 0
  /// The number of consecutive frames in which nothing was drawn although pixels were missing.
  private var waited = 0

  /// The maximum number of consecutive frames in which a view draws nothing because other views used
  /// the budget.
  private static let patience = 2
  /// The maximum number of rows of pixels that are drawn between two checks of the budget.
  private static let band = 256

  init(_ stack: LayerStack) { self.stack = stack }

  var size: PixelSize { stack.size }

  /// Draws the pixels that changed since the last call.
  ///
  /// - Parameters:
  ///   - top: The top of the view on the strip.
  ///   - placed: The visible rows from the top to the bottom.
  func update(
    top: Int, _ placed: [PlacedRow], _ budget: inout FrameBudget, _ report: inout FrameReport
  ) throws(RenderError) {
    self.top = top
    let former = segments
    segments = Self.segments(top..<top + size.height, placed)
    valid = Self.kept(former, segments, valid)
    let gaps = Self.gaps(valid, in: top..<top + size.height)
    for gap in gaps { report.exposedPixels += gap.count * size.width }
    if gaps.isEmpty || budget.allowsBand || waited == Self.patience {
      waited = 0
      var drawn: [Range<Int>] = []
      for band in gaps.flatMap(bands) { try draw(band, into: &drawn, &budget, &report) }
      valid = Self.merged(valid + drawn)
    } else {
      waited += 1
      report.isComplete = false
      // If no pixels of the view are drawn, they need not be cleared.
      if valid.isEmpty { return stack.showPaper() }
      for band in gaps.flatMap(bands) { try clear(band, &report) }
    }
  }

  /// Copies the view to a canvas of the same size, and blends the animated layers for a time in seconds.
  func composite(onto canvas: Canvas, time: Double) throws(RenderError) {
    try stack.composite(onto: canvas, first: ring(top), time: time)
  }

  /// Calls a function with the pixels of the view from the top to the bottom, without copying them.
  ///
  /// - Returns: The result of the function, or `nil` if the rows of pixels are not contiguous in memory.
  func withPixels<Result>(
    _ body: (Span<UInt32>, _ stride: Int) -> Result
  ) throws(RenderError) -> Result? {
    try stack.withContiguousPixels(first: ring(top), body)
  }

  // MARK: Drawing

  private func ring(_ y: Int) -> Int {
    let remainder = y % stack.rowCount
    return remainder < 0 ? remainder + stack.rowCount : remainder
  }

  /// Splits a range of the strip at the end of the ring, and into parts of at most `band` rows of pixels.
  private func bands(_ range: Range<Int>) -> [Range<Int>] {
    var bands: [Range<Int>] = []
    var start = range.lowerBound
    while start < range.upperBound {
      let untilWrap = stack.rowCount - ring(start)
      let end = min(start + min(untilWrap, Self.band), range.upperBound)
      bands.append(start..<end)
      start = end
    }
    return bands
  }

  private func draw(
    _ band: Range<Int>, into drawn: inout [Range<Int>], _ budget: inout FrameBudget,
    _ report: inout FrameReport
  ) throws(RenderError) {
    let first = ring(band.lowerBound)
    let pixels = band.count * size.width * stack.layerCount
    guard budget.allowsBand || report.writtenPixels == 0 else { return try clear(band, &report) }
    var shown: [LayerStack.Row] = []
    var missing: [Range<Int>] = []
    for segment in segments where segment.range.overlaps(band) {
      guard let row = segment.row else { continue }
      guard let laidOut = row.laidOut else {
        missing.append(segment.range.clamped(to: band))
        continue
      }
      shown.append(
        LayerStack.Row(
          laidOut.bubble, head: row.head, headHeight: row.headHeight,
          top: segment.rowTop - band.lowerBound + first, height: row.height))
    }
    try stack.draw(first..<first + band.count, shown)
    report.writtenPixels += pixels
    budget.pixels -= min(budget.pixels, pixels)
    if missing.isEmpty {
      drawn.append(band)
    } else {
      report.isComplete = false
      drawn += Self.gaps(missing, in: band)
    }
  }

  private func clear(_ band: Range<Int>, _ report: inout FrameReport) throws(RenderError) {
    let first = ring(band.lowerBound)
    try stack.draw(first..<first + band.count, [])
    report.clearedPixels += band.count * size.width * stack.layerCount
    report.isComplete = false
  }

  // MARK: Ranges

  /// Returns the segments that a view shows, without gaps.
  private static func segments(_ view: Range<Int>, _ placed: [PlacedRow]) -> [Segment] {
    var segments: [Segment] = []
    var y = view.lowerBound
    for row in placed {
      let top = view.lowerBound + row.top
      let range = (top..<top + row.height).clamped(to: view)
      guard !range.isEmpty, range.lowerBound >= y else { continue }
      if range.lowerBound > y {
        segments.append(Segment(row: nil, rowTop: 0, range: y..<range.lowerBound))
      }
      segments.append(Segment(row: row, rowTop: top, range: range))
      y = range.upperBound
    }
    if y < view.upperBound {
      segments.append(Segment(row: nil, rowTop: 0, range: y..<view.upperBound))
    }
    return segments
  }

  /// Returns the parts of the valid ranges that show the same pixels before and after an update.
  private static func kept(
    _ former: [Segment], _ new: [Segment], _ valid: [Range<Int>]
  ) -> [Range<Int>] {
    var kept: [Range<Int>] = []
    var (old, next) = (0, 0)
    while old < former.count, next < new.count {
      let common = former[old].range.clamped(to: new[next].range)
      if !common.isEmpty, new[next].matches(former[old]) { kept.append(common) }
      if former[old].range.upperBound < new[next].range.upperBound { old += 1 } else { next += 1 }
    }
    return merged(
      kept.flatMap { range in
        valid.map { $0.clamped(to: range) }.filter { !$0.isEmpty }
      })
  }

  /// Returns ranges in order with adjacent ones joined.
  private static func merged(_ ranges: [Range<Int>]) -> [Range<Int>] {
    var merged: [Range<Int>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = merged.last, last.upperBound >= range.lowerBound {
        merged[merged.count - 1] =
          last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
    return merged
  }

  /// Returns the parts of a range that are in none of the ordered ranges.
  private static func gaps(_ ranges: [Range<Int>], in whole: Range<Int>) -> [Range<Int>] {
    var gaps: [Range<Int>] = []
    var y = whole.lowerBound
    for range in ranges {
      let part = range.clamped(to: whole)
      if part.isEmpty { continue }
      if part.lowerBound > y { gaps.append(y..<part.lowerBound) }
      y = max(y, part.upperBound)
    }
    if y < whole.upperBound { gaps.append(y..<whole.upperBound) }
    return gaps
  }
}
