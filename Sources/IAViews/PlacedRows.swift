internal import IARender

/// Consecutive rows in the coordinates of a view, extended from an anchor to both sides.
struct PlacedRows {
  /// The anchor and the rows above it, from the bottom to the top.
  private var upper: [PlacedRow]
  /// The rows below the anchor, from the top to the bottom.
  private var lower: [PlacedRow] = []

  /// Creates a list of one row, placed by an anchor.
  ///
  /// - Parameter lineTop: Returns the distance in pixels from the top of a bubble to a line.
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

  /// Moves all rows downwards.
  mutating func move(by pixels: Int) {
    for index in upper.indices { upper[index].top += pixels }
    for index in lower.indices { lower[index].top += pixels }
  }

  /// Returns the rows of which something is visible, from the top to the bottom.
  func visible(_ height: Int) -> [PlacedRow] {
    (upper.reversed() + lower).filter { $0.top < height && $0.bottom > 0 }
  }

  /// Returns the first laid-out row whose bubble starts in the view; otherwise the row at the top of
  /// the view, or the former anchor.
  func anchor(visible height: Int) -> ThreadView.Anchor {
    let rows = visible(height).filter { $0.laidOut != nil }
    let row = rows.first { 0..<height ~= $0.bubbleTop } ?? rows.first ?? upper[0]
    return ThreadView.Anchor(row: row.row, y: row.bubbleTop)
  }
}
