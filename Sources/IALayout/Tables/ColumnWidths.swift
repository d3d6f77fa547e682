import IAText

/// Widths of a table's columns.
///
/// Columns keep the width they ask for, if their widest word fits in it. The others get what their
/// widest paragraph takes on one line where there is room for that; else what their widest word
/// takes, and a share of the rest in proportion to what they lack. A table that is too wide is
/// narrowed column by column alike, down to the widest words where there is room for those.
struct ColumnWidths {
  private var least: [Double]
  private var wanted: [Double]
  private var fixed: [Double?]

  init(_ grid: TableGrid, scale: Double) {
    least = Array(repeating: 0, count: grid.columnCount)
    wanted = least
    fixed = (0..<grid.columnCount).map { column in
      guard column < grid.columns.count, let width = grid.columns[column].width, width.isFinite,
        width > 0
      else { return nil }
      return min(width, 16_384) * scale
    }
  }

  /// Counts a paragraph of a cell in.
  ///
  /// - Parameter padding: What the cell keeps free beside it, both sides together.
  mutating func add(_ paragraph: ParagraphItems, columns: Range<Int>, padding: Double) {
    let (word, line) = paragraph.contentWidths
    let share = Double(columns.count)
    for column in columns {
      least[column] = max(least[column], (word + padding) / share)
      wanted[column] = max(wanted[column], (line + padding) / share)
    }
  }

  /// The widths in an available width.
  func fitted(to available: Double) -> [Double] {
    let asked = fixed.indices.map { index in fixed[index].map { max($0, least[index]) } }
    var widths = asked.indices.map { asked[$0] ?? wanted[$0] }
    let total = widths.reduce(0, +)
    guard total > available else { return widths }
    let free = asked.indices.filter { asked[$0] == nil }
    let taken = asked.reduce(0) { $0 + ($1 ?? 0) }
    let needed = free.reduce(0) { $0 + least[$1] }
    if !free.isEmpty, taken + needed <= available {
      let lacking = free.reduce(0) { $0 + wanted[$1] - least[$1] }
      let rest = available - taken - needed
      for column in free {
        let share = lacking > 0 ? (wanted[column] - least[column]) / lacking : 0
        widths[column] = least[column] + rest * share
      }
      return widths
    }
    for column in free { widths[column] = max(least[column], 1) }
    let words = least.reduce(0, +)
    let above = widths.reduce(0, +) - words
    if words <= available, above > 0 {
      let factor = (available - words) / above
      return widths.indices.map { least[$0] + (widths[$0] - least[$0]) * min(factor, 1) }
    }
    let factor = available / max(widths.reduce(0, +), 1)
    return factor < 1 ? widths.map { $0 * factor } : widths
  }
}

extension ParagraphItems {
  /// The width of the widest word, and that of the longest line where none is broken.
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
      joined += width
      word = max(word, joined)
      longest = max(longest, line + width)
      line += width + Double(item.spaces) * run.space
      if item.flags.contains(.breakAfter) { joined = 0 }
      if item.flags.contains(.mandatory) { line = 0 }
    }
    return (word + indent, longest + indent)
  }
}
