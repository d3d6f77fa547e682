internal import IAFormats
internal import IAText

/// Gives a string the shape that Markdown can hold: tables whose rows have as many cells as the
/// header, each of one paragraph.
struct MarkdownShape {
  private let string: IAString
  private let plans: [BlockPlan]
  private let paragraphs: [IAString.Paragraph]
  private var builder = IAStringBuilder()
  private var nextBlockID: Int
  private(set) var report = ConversionReport()
  /// Where the units of the string have gone, for the bookmarks.
  private var offsets: [(old: Int, new: Int)] = []

  private init(_ string: IAString) {
    self.string = string
    paragraphs = string.paragraphs
    plans = BlockPlan.plans(for: paragraphs)
    nextBlockID = string.highestBlockID + 1
  }

  /// The string in that shape, with what had to change in the report.
  static func shaped(_ string: IAString) -> (string: IAString, report: ConversionReport) {
    let shape = MarkdownShape(string)
    guard shape.plans.contains(where: { !$0.columns.isEmpty || $0.isCell }) else {
      return (string, ConversionReport())
    }
    return shape.finished()
  }

  private consuming func finished() -> (string: IAString, report: ConversionReport) {
    var index = 0
    while index < paragraphs.count {
      guard case .cell(let table, _, _, _) = plans[index].leaf else {
        copy(index)
        index += 1
        continue
      }
      var end = index + 1
      while end < plans.count, case .cell(table, _, _, _) = plans[end].leaf { end += 1 }
      shapeTable(index..<end)
      index = end
    }
    let bookmarks = string.bookmarks.map { bookmark in
      let place = offsets.last { $0.old <= bookmark.utf16Offset } ?? (0, 0)
      return (place.new + bookmark.utf16Offset - place.old, bookmark.name)
    }
    var shaped = builder.finish(options: string.options)
    for (offset, name) in bookmarks { shaped.setBookmark(name, at: min(offset, shaped.utf16Count)) }
    return (shaped, report)
  }

  private mutating func copy(_ index: Int) {
    let paragraph = paragraphs[index]
    offsets.append((paragraph.utf16Range.lowerBound, builder.utf16Count))
    builder.append(string, utf16Range: paragraph.utf16Range)
    builder.endParagraph(paragraph.attributes, terminated: false)
  }

  private mutating func shapeTable(_ range: Range<Int>) {
    var rows: [(id: Int, cells: [Range<Int>])] = []
    var lastCell = -1
    for index in range {
      guard case .cell(_, let row, let cell, _) = plans[index].leaf else { continue }
      if rows.last?.id != row {
        rows.append((row, [index..<index + 1]))
      } else if cell == lastCell, let last = rows[rows.count - 1].cells.popLast() {
        rows[rows.count - 1].cells.append(last.lowerBound..<index + 1)
      } else {
        rows[rows.count - 1].cells.append(index..<index + 1)
      }
      lastCell = cell
    }
    let width = max(rows.map(\.cells.count).max() ?? 0, plans[range.lowerBound].columns.count)
    let start = paragraphs[range.lowerBound].utf16Range.lowerBound
    let whole = start..<paragraphs[range.upperBound - 1].utf16Range.upperBound
    if rows.contains(where: { $0.cells.count != width || $0.cells.contains { $0.count > 1 } }) {
      report.add(
        .approximated, "table", "cells with one paragraph, rows of equal length",
        utf16Range: whole)
    }
    for row in rows {
      for cell in row.cells { appendCell(cell) }
      for column in row.cells.count..<width { appendEmptyCell(like: row.cells[0], column) }
    }
  }

  /// Appends the paragraphs of a cell as one, line breaks between them.
  private mutating func appendCell(_ range: Range<Int>) {
    for index in range {
      let paragraph = paragraphs[index]
      let isLast = index == range.upperBound - 1
      offsets.append((paragraph.utf16Range.lowerBound, builder.utf16Count))
      builder.append(
        string, utf16Range: isLast ? paragraph.utf16Range : paragraph.contentRange)
      if !isLast {
        let last = paragraph.utf16Range.upperBound - 1
        builder.append(unit: 0x2028, intensity: string.intensity(at: last))
      }
    }
    builder.endParagraph(paragraphs[range.lowerBound].attributes, terminated: false)
  }

  private mutating func appendEmptyCell(like first: Range<Int>, _ column: Int) {
    var attributes = paragraphs[first.lowerBound].attributes
    while let last = attributes.blocks.popLast() {
      if case .tableCell = last.kind { break }
    }
    attributes.blocks.append(Block(id: nextBlockID, .tableCell(.init(column: column))))
    nextBlockID += 1
    builder.append(unit: 0x0A)
    builder.endParagraph(attributes, terminated: false)
  }
}

extension BlockPlan {
  /// Whether the paragraph stands in a cell of a table.
  var isCell: Bool { if case .cell = leaf { true } else { false } }
}
