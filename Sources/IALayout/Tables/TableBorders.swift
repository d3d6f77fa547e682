import IAText

/// The borders of a table for which the document states more than one border width.
///
/// The borders of adjacent cells are at the same place; only the one that prevails is drawn.
struct TableBorders {
  let grid: TableGrid
  /// The left edges of the columns, and the right edge of the last one.
  let columns: [Double]
  /// The tops of the rows, and the bottom of the last one.
  let rows: [Double]
  let scale: Double
  let options: LayoutOptions

  /// The place of a line: along one column or row, before a row or column.
  private struct Place: Hashable {
    var isHorizontal: Bool
    var row: Int
    var column: Int
  }

  private struct Line {
    var border: Border
    var color: Color
    var fill: Rectangle
    var isHorizontal: Bool
  }

  /// The rectangles of all borders, those of weaker borders first.
  ///
  /// - Complexity: O(*n* log *n*) for *n* cells.
  var fills: [BlockLayout.Fill] {
    var lines: [Line] = []
    var known: [Place: Int] = [:]
    let count = grid.cells.reduce(0) { $0 + $1.columns.count + $1.rowSpan }
    // If many long cells overlap, their lines are not divided, so that the work is linear.
    let isSplit = count <= 16 * grid.cells.count + 4096
    for cell in grid.cells {
      let sides = grid.borders(of: cell)
      let rows = cell.row..<cell.row + cell.rowSpan
      func add(_ border: Border?, _ isHorizontal: Bool, row: Range<Int>, column: Range<Int>) {
        guard let line = line(border, isHorizontal, row, column) else { return }
        let place = Place(
          isHorizontal: isHorizontal, row: row.lowerBound, column: column.lowerBound)
        guard isSplit, let index = known[place] else {
          known[place] = lines.count
          return lines.append(line)
        }
        if Border.prevailing(lines[index].border, line.border) == line.border {
          lines[index] = line
        }
      }
      for column in isSplit ? cell.columns.map({ $0..<$0 + 1 }) : [cell.columns] {
        add(sides.top, true, row: rows.lowerBound..<rows.lowerBound, column: column)
        add(sides.bottom, true, row: rows.upperBound..<rows.upperBound, column: column)
      }
      let (left, right) = (cell.columns.lowerBound, cell.columns.upperBound)
      for row in isSplit ? rows.map({ $0..<$0 + 1 }) : [rows] {
        add(sides.left, false, row: row, column: left..<left)
        add(sides.right, false, row: row, column: right..<right)
      }
    }
    let order = lines.indices.sorted { first, second in
      let (left, right) = (lines[first].border, lines[second].border)
      if left.width != right.width { return left.width < right.width }
      if left.style == right.style { return first < second }
      return Border.prevailing(left, right) == right
    }
    return order.flatMap { Self.fills(of: lines[$0]) }
  }

  /// Returns a line along rows and columns; `nil` for none.
  private func line(
    _ border: Border?, _ isHorizontal: Bool, _ row: Range<Int>, _ column: Range<Int>
  ) -> Line? {
    guard let border = border ?? grid.standardBorder, border.isVisible else { return nil }
    let width = TableGrid.width(of: border) * scale
    func middle(_ row: Int) -> Double { rows[row] + grid.lineWidth(above: row) * scale / 2 }
    let (x, y) = (columns[column.lowerBound], middle(row.lowerBound))
    let fill = Rectangle(
      x: x - width / 2, y: y - width / 2, width: columns[column.upperBound] - x + width,
      height: middle(row.upperBound) - y + width)
    let standard = border == grid.standardBorder ? options.borderColor : options.textColor
    return Line(
      border: border, color: border.color ?? standard, fill: fill, isHorizontal: isHorizontal)
  }

  private static func fills(of line: Line) -> [BlockLayout.Fill] {
    func fill(_ rectangle: Rectangle, _ pattern: BlockLayout.Fill.Pattern) -> BlockLayout.Fill {
      BlockLayout.Fill(
        rectangle: rectangle, color: line.color, role: .tableBorder, pattern: pattern)
    }
    switch line.border.style {
    case .none: return []
    case .solid: return [fill(line.fill, .solid)]
    case .dotted: return [fill(line.fill, line.isHorizontal ? .dotsAcross : .dotsDown)]
    case .dashed: return [fill(line.fill, line.isHorizontal ? .dashesAcross : .dashesDown)]
    case .double:
      var (first, second) = (line.fill, line.fill)
      if line.isHorizontal {
        first.height /= 3
        second.height = first.height
        second.y += 2 * first.height
      } else {
        first.width /= 3
        second.width = first.width
        second.x += 2 * first.width
      }
      return [fill(first, .solid), fill(second, .solid)]
    }
  }
}

extension BlockLayout.Fill {
  /// The patterns of a filled rectangle.
  enum Pattern: Sendable {
    case solid, dotsAcross, dotsDown, dashesAcross, dashesDown

    var isAcross: Bool { self == .dotsAcross || self == .dashesAcross }
    var isDashed: Bool { self == .dashesAcross || self == .dashesDown }
  }

  /// Calls a closure with each rectangle of the pattern that may be visible.
  ///
  /// The parts start at multiples of their distance, so that those of lines at one place coincide.
  ///
  /// - Parameters:
  ///   - y: The position of the block.
  ///   - visible: The visible vertical range.
  ///   - body: Receives the rectangles.
  func forEachPart(
    at y: Double, visible: Range<Double>, _ body: (Rectangle) -> Void
  ) {
    var rectangle = rectangle
    rectangle.y += y
    guard pattern != .solid else { return body(rectangle) }
    let isAcross = pattern.isAcross
    let width = max(isAcross ? rectangle.height : rectangle.width, 0.25)
    let length = pattern.isDashed ? 3 * width : width
    let distance = length + (pattern.isDashed ? 2 * width : width)
    let start = isAcross ? rectangle.x : max(rectangle.y, visible.lowerBound)
    let end = isAcross ? rectangle.maxX : min(rectangle.maxY, visible.upperBound)
    guard start < end, end - start < 1e6 else { return }
    let origin = isAcross ? 0 : y
    var place = origin + ((start - origin) / distance).rounded(.down) * distance
    while place < end {
      let from = max(place, isAcross ? rectangle.x : rectangle.y)
      let to = min(place + length, isAcross ? rectangle.maxX : rectangle.maxY)
      if from < to {
        body(
          isAcross
            ? Rectangle(x: from, y: rectangle.y, width: to - from, height: rectangle.height)
            : Rectangle(x: rectangle.x, y: from, width: rectangle.width, height: to - from))
      }
      place += distance
    }
  }
}
