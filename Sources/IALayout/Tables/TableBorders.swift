import IAText

/// The borders of a table whose cells or rows state more than one width for all.
///
/// The borders of adjacent cells are at the same place; the one that prevails is drawn last.
struct TableBorders {
  let grid: TableGrid
  /// The left edges of the columns, and the right edge of the last one.
  let columns: [Double]
  /// The tops of the rows, and the bottom of the last one.
  let rows: [Double]
  let scale: Double
  let options: LayoutOptions

  /// A line with the values by which lines are ordered.
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
    for cell in grid.cells { append(cell, to: &lines) }
    let order = lines.indices.sorted { first, second in
      let (left, right) = (lines[first].border, lines[second].border)
      if left.width != right.width { return left.width < right.width }
      let isWeaker = Border.prevailing(left, right) == right && left.style != right.style
      return isWeaker || left.style == right.style && first < second
    }
    return order.flatMap { Self.fills(of: lines[$0]) }
  }

  private func append(_ cell: TableGrid.Cell, to lines: inout [Line]) {
    let sides = grid.borders(of: cell)
    let (left, right) = (columns[cell.columns.lowerBound], columns[cell.columns.upperBound])
    let (top, bottom) = (rows[cell.row], rows[cell.row + cell.rowSpan])
    let middle = grid.borderWidth * scale / 2
    func add(_ border: Border?, x: Double, y: Double, length: Double, isHorizontal: Bool) {
      guard let border = border ?? grid.standardBorder, border.isVisible else { return }
      let width = TableGrid.width(of: border) * scale
      let fill =
        isHorizontal
        ? Rectangle(
          x: x - width / 2, y: y + middle - width / 2, width: length + width, height: width)
        : Rectangle(
          x: x - width / 2, y: y + middle - width / 2, width: width, height: length + width)
      let color = border.color ?? (border == grid.standardBorder ? options.borderColor : nil)
      lines.append(
        Line(
          border: border, color: color ?? options.textColor, fill: fill,
          isHorizontal: isHorizontal))
    }
    add(sides.top, x: left, y: top, length: right - left, isHorizontal: true)
    add(sides.bottom, x: left, y: bottom, length: right - left, isHorizontal: true)
    add(sides.left, x: left, y: top, length: bottom - top, isHorizontal: false)
    add(sides.right, x: right, y: top, length: bottom - top, isHorizontal: false)
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
