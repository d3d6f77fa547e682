internal import IAFormats
internal import IAText

/// Changes a string so that Markdown can represent its tables: each row has as many cells as the header, and each cell
/// has one paragraph.
struct MarkdownShape {
  private let string: IAString
  private let plans: [BlockPlan]
  private let paragraphs: [IAString.Paragraph]
  private var builder: IAStringBuilder
  private var nextBlockID: Int
  private(set) var report = ConversionReport()
  /// The number of paragraphs of the changed string.
  private var paragraphCount = 0
  /// The paragraphs of cells that were added.
  private var added: Set<Int> = []
  /// The number of cells of the document so far.
  private var cellCount = 0
  /// The offsets in the changed string of line breaks that replace ends of paragraphs.
  private var joints: [Int] = []
  /// The offsets of the paragraphs in the document and in the changed string, in order, for the bookmarks.
  private var offsets: [(old: Int, new: Int)] = []

  private init(_ string: IAString) {
    self.string = string
    builder = IAStringBuilder(sharingAttributesOf: string)
    paragraphs = string.paragraphs
    plans = BlockPlan.plans(for: paragraphs)
    nextBlockID = string.unusedBlockID
  }

  /// A changed string.
  struct Result {
    var string: IAString
    /// The paragraphs of cells that were added.
    var added: Set<Int> = []
    /// The offsets of line breaks that replace ends of paragraphs.
    var joints: [Int] = []
    /// The changes that were necessary.
    var report = ConversionReport()
    /// The offsets of the paragraphs in the document and in the string, in order; empty if they are the same.
    fileprivate var offsets: [(old: Int, new: Int)] = []

    /// Returns a report with the ranges of the document for the ranges of the string.
    func located(_ report: ConversionReport) -> ConversionReport {
      offsets.isEmpty ? report : report.relocated { old($0.lowerBound)..<old($0.upperBound) }
    }

    /// Returns the offset in the string for an offset in the document.
    func offset(of utf16Offset: Int) -> Int {
      let place = MarkdownShape.place(of: utf16Offset, offsets)
      return min(place.new + utf16Offset - place.old, string.utf16Count)
    }

    /// Returns the offset in the document for an offset in the string; for an added cell, the offset of the text after
    /// it.
    private func old(_ utf16Offset: Int) -> Int {
      var (low, high) = (0, offsets.count)
      while low < high {
        let middle = (low + high) / 2
        if offsets[middle].new <= utf16Offset { low = middle + 1 } else { high = middle }
      }
      let next = low < offsets.count ? offsets[low].old : Int.max
      guard low > 0 else { return min(utf16Offset, next) }
      return min(offsets[low - 1].old + utf16Offset - offsets[low - 1].new, next)
    }
  }

  /// Returns the changed string; the report lists the changes.
  static func shaped(_ string: IAString) -> Result {
    let shape = MarkdownShape(string)
    guard shape.plans.contains(where: { !$0.columns.isEmpty || $0.isCell }) else {
      return Result(string: string)
    }
    let tables = shape.tables()
    // The string is not changed if Markdown can represent all of its tables.
    guard tables.contains(where: \.changes) else { return Result(string: string) }
    return shape.finished(tables)
  }

  /// A table: its paragraphs, and for each row the paragraphs of each cell.
  private struct Table {
    var paragraphs: Range<Int>
    var rows: [[Range<Int>]]
    /// The number of its columns.
    var width: Int
    /// Whether the table must be changed.
    var changes: Bool
  }

  /// Returns the tables of the string, in order.
  private func tables() -> [Table] {
    var tables: [Table] = []
    var index = 0
    while index < paragraphs.count {
      guard case .cell(let id, _, _, _) = plans[index].leaf else {
        index += 1
        continue
      }
      var end = index + 1
      while end < plans.count, case .cell(id, _, _, _) = plans[end].leaf { end += 1 }
      tables.append(table(index..<end))
      index = end
    }
    return tables
  }

  private consuming func finished(_ tables: [Table]) -> Result {
    var index = 0
    for table in tables {
      copy(index..<table.paragraphs.lowerBound)
      shape(table)
      index = table.paragraphs.upperBound
    }
    copy(index..<paragraphs.count)
    let bookmarks = string.bookmarks.map { bookmark in
      let place = Self.place(of: bookmark.utf16Offset, offsets)
      return (place.new + bookmark.utf16Offset - place.old, bookmark.name)
    }
    var shaped = builder.finish(options: string.options)
    for (offset, name) in bookmarks { shaped.setBookmark(name, at: min(offset, shaped.utf16Count)) }
    return Result(
      string: shaped, added: added, joints: joints, report: report, offsets: offsets)
  }

  /// Returns the last entry whose offset in the document is not after an offset.
  private static func place(
    of utf16Offset: Int, _ offsets: [(old: Int, new: Int)]
  ) -> (old: Int, new: Int) {
    var (low, high) = (0, offsets.count)
    while low < high {
      let middle = (low + high) / 2
      if offsets[middle].old <= utf16Offset { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? offsets[low - 1] : (0, 0)
  }

  /// Appends paragraphs without changes.
  private mutating func copy(_ range: Range<Int>) {
    guard let first = range.first, let last = range.last else { return }
    let start = paragraphs[first].utf16Range.lowerBound
    let shift = builder.utf16Count - start
    builder.append(string, utf16Range: start..<paragraphs[last].utf16Range.upperBound)
    for index in range {
      let paragraph = paragraphs[index].utf16Range
      offsets.append((paragraph.lowerBound, paragraph.lowerBound + shift))
      builder.settle(
        utf16Count: paragraph.count, as: builder.intern(paragraphs[index].attributes))
    }
    paragraphCount += range.count
  }

  /// Returns the table of a range of paragraphs.
  private func table(_ range: Range<Int>) -> Table {
    var rows: [[Range<Int>]] = []
    var (lastRow, lastCell) = (-1, -1)
    for index in range {
      guard case .cell(_, let row, let cell, _) = plans[index].leaf else { continue }
      if rows.isEmpty || lastRow != row {
        rows.append([index..<index + 1])
      } else if cell == lastCell, let last = rows[rows.count - 1].popLast() {
        rows[rows.count - 1].append(last.lowerBound..<index + 1)
      } else {
        rows[rows.count - 1].append(index..<index + 1)
      }
      (lastRow, lastCell) = (row, cell)
    }
    var reach = 0
    for index in range { reach = max(reach, paragraphs[index].attributes.cell?.end ?? 0) }
    var width = max(plans[range.lowerBound].columns.count, min(reach, Self.maxUnstatedColumns))
    for row in rows { width = max(width, row.count) }
    let changes = rows.contains { row in
      row.count != width || row.contains { $0.count > 1 }
    }
    return Table(paragraphs: range, rows: rows, width: width, changes: changes)
  }

  /// Appends a table with its changes.
  private mutating func shape(_ table: Table) {
    guard table.changes else { return copy(table.paragraphs) }
    let start = paragraphs[table.paragraphs.lowerBound].utf16Range.lowerBound
    let end = paragraphs[table.paragraphs.upperBound - 1].utf16Range.upperBound
    report.add(
      .approximated, .table, "cells with one paragraph, rows of equal length",
      utf16Range: start..<end)
    for (index, row) in table.rows.enumerated() {
      cellCount += row.count
      appendRow(row, width: table.width, isFirst: index == 0)
    }
  }

  /// Whether another cell may be added.
  ///
  /// The limit keeps the size of all tables linear in the number of their cells. Readers of Markdown add missing cells
  /// at the end of a row.
  private var addsCell: Bool { added.count < Self.freeCells + Self.addedPerCell * cellCount }

  /// The number of cells that may be added to any document, and the further number for each cell of the document.
  private static let (freeCells, addedPerCell) = (1 << 14, 4)

  /// The maximum number of columns by which cells may exceed the columns that their table states.
  private static let maxUnstatedColumns = 64

  /// Appends the cells of a row, each in its column, or further left if the following cells would not fit otherwise.
  ///
  /// The first row has as many cells as the delimiter row below it.
  private mutating func appendRow(_ cells: [Range<Int>], width: Int, isFirst: Bool) {
    var column = 0
    for (index, cell) in cells.enumerated() {
      let wanted = paragraphs[cell.lowerBound].attributes.cell?.column ?? 0
      while column < min(wanted, width - (cells.count - index)), isFirst || addsCell {
        appendEmptyCell(like: cell, column)
        column += 1
      }
      appendCell(cell)
      column += 1
    }
    while column < width, isFirst || addsCell {
      appendEmptyCell(like: cells[0], column)
      column += 1
    }
  }

  /// Appends the paragraphs of a cell as one paragraph with line breaks between them.
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
