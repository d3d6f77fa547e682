import IAText

/// The widths of a table's columns.
///
/// Columns with a given width have it, or the width of their widest word if that is greater. The
/// others have the width of their widest paragraph on one line if the table is wide enough.
/// Otherwise they have the width of their widest word and a share of the remaining width, in
/// proportion to the additional width that they need. If the table is still too wide, all columns
/// are reduced alike, down to their widest words if possible.
struct ColumnWidths {
  private var minimum: [Double]
  private var preferred: [Double]
  /// The widths that the document states; `nil` for columns without one.
  private var fixed: [Double?]
  /// The largest space on both sides of the content of cells in one column.
  private var paddings: [Double]

  init(_ grid: TableGrid, scale: Double) {
    minimum = Array(repeating: 0, count: grid.columnCount)
    preferred = minimum
    paddings = minimum
    fixed = (0..<grid.columnCount).map { column in
      guard column < grid.columns.count, let width = grid.columns[column].width, width.isFinite,
        width > 0
      else { return nil }
      return min(width, 16_384) * scale
    }
    if grid.indent != 0, let first = fixed.first?.map({ $0 - grid.indent * scale }), first > 0 {
      fixed[0] = first
    }
  }

  /// Includes a paragraph of a cell.
  ///
  /// - Parameters:
  ///   - paragraph: The items of the paragraph.
  ///   - columns: The columns of the cell.
  ///   - padding: The sum of the space on both sides of the paragraph, in points.
  mutating func add(_ paragraph: ParagraphItems, columns: Range<Int>, padding: Double) {
    add(paragraph.contentWidths, columns: columns, padding: padding)
  }

  /// Includes content of a cell with the widths of its widest word and its longest line, in points.
  mutating func add(
    _ content: (word: Double, line: Double), columns: Range<Int>, padding: Double
  ) {
    let (word, line) = content
    if columns.count == 1 {
      paddings[columns.lowerBound] = max(paddings[columns.lowerBound], padding)
    }
    let share = Double(columns.count)
    for column in columns {
      minimum[column] = max(minimum[column], (word + padding) / share)
      preferred[column] = max(preferred[column], (line + padding) / share)
    }
  }

  /// The widths of the whole table if each column has its widest word, and if it has its longest
  /// line or the width that the document states.
  var contentWidths: (word: Double, line: Double) {
    let lines = fixed.indices.map { index in
      fixed[index].map { max($0, minimum[index]) } ?? preferred[index]
    }
    return (minimum.reduce(0, +), lines.reduce(0, +))
  }

  /// Reduces the space beside the content of cells if the widest words do not fit into a width
  /// otherwise.
  ///
  /// - Returns: The remaining part of the space.
  mutating func reducePadding(to available: Double) -> Double {
    let missing = minimum.reduce(0, +) - available
    let whole = paddings.reduce(0, +)
    guard missing > 0, whole > 0 else { return 1 }
    let part = max(1 - missing / whole, Self.leastPadding)
    for column in minimum.indices {
      let removed = paddings[column] * (1 - part)
      minimum[column] = max(minimum[column] - removed, 0)
      preferred[column] = max(preferred[column] - removed, 0)
      fixed[column] = fixed[column].map { max($0 - removed, 1) }
    }
    return part
  }

  /// The minimum part of the space beside the content that remains.
  private static let leastPadding = 0.1

  /// Returns the widths that the document states, in points; `nil` if it states none for some
  /// column, or if they exceed a width.
  func stated(upTo available: Double) -> [Double]? {
    var sum = 0.0
    for width in fixed {
      guard let width else { return nil }
      sum += width
    }
    return sum <= available ? fixed.map { $0 ?? 0 } : nil
  }

  /// Returns the widths of the columns for an available width, in points.
  func fitted(to available: Double) -> [Double] {
    let requested = fixed.indices.map { index in fixed[index].map { max($0, minimum[index]) } }
    var widths = requested.indices.map { requested[$0] ?? preferred[$0] }
    let total = widths.reduce(0, +)
    guard total > available else { return widths }
    let free = requested.indices.filter { requested[$0] == nil }
    let taken = requested.reduce(0) { $0 + ($1 ?? 0) }
    let needed = free.reduce(0) { $0 + minimum[$1] }
    if !free.isEmpty, taken + needed <= available {
      let missing = free.reduce(0) { $0 + preferred[$1] - minimum[$1] }
      let rest = available - taken - needed
      for column in free {
        let share = missing > 0 ? (preferred[column] - minimum[column]) / missing : 0
        widths[column] = minimum[column] + rest * share
      }
      return widths
    }
    for column in free { widths[column] = max(minimum[column], 1) }
    let words = minimum.reduce(0, +)
    let above = widths.reduce(0, +) - words
    if words <= available, above > 0 {
      let factor = (available - words) / above
      return widths.indices.map { minimum[$0] + (widths[$0] - minimum[$0]) * min(factor, 1) }
    }
    let factor = available / max(widths.reduce(0, +), 1)
    return factor < 1 ? widths.map { $0 * factor } : widths
  }
}

extension ParagraphItems {
  /// The width in points of the widest word, and of the longest line if only mandatory breaks are
  /// used.
  var contentWidths: (word: Double, line: Double) {
    var word = 0.0
    var line = 0.0
    var longest = 0.0
    var joined = 0.0
    let indent = max(style.firstLineIndent, style.headIndent) + style.tailIndent
    for item in items {
      let run = runs[Int(item.run)]
      var width = Double(item.advance) * run.scale
      if item.kind == .attachment { width = box(at: Int(item.start))?.width ?? 0 }
      joined +=
        item.kind.isEdge ? edgeWidth(item, available: 0, lineStart: Int(item.start)) : width
      word = max(word, joined)
      longest = max(longest, line + width)
      line += width + Double(item.spaces) * run.space
      if item.flags.contains(.breakAfter) { joined = 0 }
      if item.flags.contains(.mandatory) { line = 0 }
    }
    for frame in frames where frame.hasStatedWidth { word = max(word, frame.width) }
    return (word + indent, longest + indent)
  }
}
