internal import IAText

extension MarkdownEmitter {
  /// Returns the lines of a table: each paragraph is a cell, the first row is the header.
  func tableLines(_ range: Range<Int>) -> [String] {
    var rows: [(id: Int, cells: [String])] = []
    for index in range {
      guard case .cell(_, let row, _, _) = plans[index].leaf else { continue }
      let text = inlineText(index, .init(isInTable: true))
      if rows.last?.id == row {
        rows[rows.count - 1].cells.append(text)
      } else {
        rows.append((row, [text]))
      }
    }
    let columns = plans[range.lowerBound].columns
    let width = rows.first?.cells.count ?? 0
    let delimiters = (0..<width).map { column -> String in
      switch column < columns.count ? columns[column].alignment : nil {
      case .left: ":--"
      case .right: "--:"
      case .center: ":-:"
      case .justified, nil: "---"
      }
    }
    var lines = rows.map { Self.line($0.cells) }
    lines.insert(Self.line(delimiters), at: min(1, lines.count))
    return lines
  }

  private static func line(_ cells: [String]) -> String {
    "|" + cells.map { $0.isEmpty ? " |" : " " + $0 + " |" }.joined()
  }
}
