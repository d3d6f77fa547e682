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
  /// The number of paragraphs that the string in the new shape has.
  private var paragraphCount = 0
  /// Those of them that are cells the document does not have.
  private var added: Set<Int> = []
  /// The places of line breaks that represent ends of paragraphs, in units of the new string.
  private var joints: [Int] = []
  /// The new offsets of the paragraphs, in the order of the string, for the bookmarks.
  private var offsets: [(old: Int, new: Int)] = []

  private init(_ string: IAString) {
    self.string = string
    paragraphs = string.paragraphs
    plans = BlockPlan.plans(for: paragraphs)
    nextBlockID = string.highestBlockID + 1
  }

  /// A string in that shape.
  struct Result {
    var string: IAString
    /// The paragraphs of it that are cells the document does not have.
    var added: Set<Int> = []
    /// The line breaks in it that are ends of paragraphs in the document.
    var joints: [Int] = []
    /// The changes that were necessary.
    var report = ConversionReport()
  }

  /// Returns the string in that form, with the necessary changes in the report.
  static func shaped(_ string: IAString) -> Result {
    let shape = MarkdownShape(string)
    guard shape.plans.contains(where: { !$0.columns.isEmpty || $0.isCell }) else {
      return Result(string: string)
    }
    return shape.finished()
  }

  private consuming func finished() -> Result {
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
      let place = place(of: bookmark.utf16Offset)
      return (place.new + bookmark.utf16Offset - place.old, bookmark.name)
    }
    var shaped = builder.finish(options: string.options)
    for (offset, name) in bookmarks { shaped.setBookmark(name, at: min(offset, shaped.utf16Count)) }
    return Result(string: shaped, added: added, joints: joints, report: report)
  }

  /// Returns the last of the offsets that is not after an offset of the string.
  private func place(of utf16Offset: Int) -> (old: Int, new: Int) {
    var (low, high) = (0, offsets.count)
    while low < high {
      let middle = (low + high) / 2
      if offsets[middle].old <= utf16Offset { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? offsets[low - 1] : (0, 0)
  }

  private mutating func copy(_ index: Int) {
    let paragraph = paragraphs[index]
    offsets.append((paragraph.utf16Range.lowerBound, builder.utf16Count))
    builder.append(string, utf16Range: paragraph.utf16Range)
    builder.endParagraph(paragraph.attributes, terminated: false)
    paragraphCount += 1
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
    let reach = range.map { paragraphs[$0].attributes.cell?.end ?? 0 }.max() ?? 0
    let width = max(
      rows.map(\.cells.count).max() ?? 0, plans[range.lowerBound].columns.count,
      min(reach, Self.mostUnsaid))
    let start = paragraphs[range.lowerBound].utf16Range.lowerBound
    let whole = start..<paragraphs[range.upperBound - 1].utf16Range.upperBound
    if rows.contains(where: { $0.cells.count != width || $0.cells.contains { $0.count > 1 } }) {
      report.add(
        .approximated, .table, "cells with one paragraph, rows of equal length",
        utf16Range: whole)
    }
    for row in rows { appendRow(row.cells, width: width) }
  }

  /// The number of columns that cells may take up beyond those that their table names.
  private static let mostUnsaid = 64

  /// Appends the cells of a row, each in its column as far as the others find room.
  private mutating func appendRow(_ cells: [Range<Int>], width: Int) {
    var column = 0
    for (index, cell) in cells.enumerated() {
      let wanted = paragraphs[cell.lowerBound].attributes.cell?.column ?? 0
      while column < min(wanted, width - (cells.count - index)) {
        appendEmptyCell(like: cell, column)
        column += 1
      }
      appendCell(cell)
      column += 1
    }
    while column < width {
      appendEmptyCell(like: cells[0], column)
      column += 1
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
        joints.append(builder.utf16Count)
        builder.append(unit: 0x2028, intensity: string.intensity(at: last))
      }
    }
    builder.endParagraph(paragraphs[range.lowerBound].attributes, terminated: false)
    paragraphCount += 1
  }

  private mutating func appendEmptyCell(like first: Range<Int>, _ column: Int) {
    if let last = builder.lastUnit, last != 0x0A { builder.append(unit: 0x0A) }
    var attributes = paragraphs[first.lowerBound].attributes
    while let last = attributes.blocks.popLast() {
      if case .tableCell = last.kind { break }
    }
    attributes.blocks.append(Block(id: nextBlockID, .tableCell(.init(column: column))))
    nextBlockID += 1
    builder.append(unit: 0x0A)
    builder.endParagraph(attributes, terminated: false)
    added.insert(paragraphCount)
    paragraphCount += 1
  }
}

extension ParagraphAttributes {
  /// The cell of a table that contains the paragraph.
  fileprivate var cell: Block.TableCell? {
    for block in blocks.reversed() {
      if case .tableCell(let cell) = block.kind { return cell }
    }
    return nil
  }
}

extension Block.TableCell {
  /// The column after those that the cell covers.
  fileprivate var end: Int {
    let (end, overflows) = column.addingReportingOverflow(max(columnSpan, 1))
    return overflows ? Int.max : end
  }
}

extension BlockPlan {
  /// Whether the paragraph is in a cell of a table.
  var isCell: Bool { if case .cell = leaf { true } else { false } }
}
