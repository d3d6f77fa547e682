internal import IARender

/// Consecutive rows in the coordinates of a view, added above and below an anchor.
struct PlacedRows {
  /// The anchor and the rows above it, from the bottom to the top.
  private var upper: [PlacedRow]
  /// The rows below the anchor, from the top to the bottom.
  private var lower: [PlacedRow] = []

  /// Creates a list of one row, placed by an anchor.
  ///
  /// - Parameter lineTop: Returns the distance in pixels from the top of a bubble to the line that contains an offset.
  init(
    _ row: PlacedRow, at anchor: ThreadView.Anchor, lineTop: (Int, Bubble) -> Int
  ) {
    var row = row
    switch anchor.edge {
    case .row: row.top = anchor.y
    case .top: row.top = anchor.y - row.headHeight
    case .bottom: row.top = anchor.y - row.height
    case .line(let offset):
      row.top = anchor.y - row.headHeight
      if let laidOut = row.laidOut { row.top -= lineTop(offset, laidOut.bubble) }
    }
    upper = [row]
  }

  var first: PlacedRow { upper[upper.count - 1] }
  var last: PlacedRow { lower.last ?? upper[0] }

  /// Whether the rows from the anchor to the first one are laid out.
  var isExactAbove: Bool { upper.allSatisfy { $0.laidOut != nil } }
  /// Whether the rows from the anchor to the last one are laid out.
  var isExactBelow: Bool { upper[0].laidOut != nil && lower.allSatisfy { $0.laidOut != nil } }

  /// Adds a row above the first one.
  mutating func prepend(_ row: PlacedRow) {
    var row = row
    row.top = first.top - row.height
    upper.append(row)
  }

  /// Adds a row below the last one.
  mutating func append(_ row: PlacedRow) {
    var row = row
    row.top = last.bottom
    lower.append(row)
  }

  /// Moves all rows by a number of pixels; positive values are downwards.
  mutating func move(by pixels: Int) {
    for index in upper.indices { upper[index].top += pixels }
    for index in lower.indices { lower[index].top += pixels }
  }

  /// Returns the rows that are at least partly visible, from the top to the bottom.
  func visible(_ height: Int) -> [PlacedRow] {
    (upper.reversed() + lower).filter { $0.top < height && $0.bottom > 0 }
  }

  /// Returns an anchor at the first laid-out row whose bubble starts in the view.
  ///
  /// If no bubble starts in the view, the anchor is the first visible row that is laid out, or else the former anchor.
  func anchor(visible height: Int) -> ThreadView.Anchor {
    let rows = visible(height).filter { $0.laidOut != nil }
    let row = rows.first { 0..<height ~= $0.bubbleTop } ?? rows.first ?? upper[0]
    return ThreadView.Anchor(row: row.row, y: row.bubbleTop)
  }
}
