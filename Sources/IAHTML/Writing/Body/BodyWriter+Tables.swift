internal import IAFormats
internal import IAText

extension BodyWriter {
  /// The maximum number of columns that a cell may span (HTML Standard).
  static let mostColumns = 1000

  /// Opens a table with its columns.
  mutating func open(_ table: Block.Table) {
    output.write("<table")
    var css = Declarations()
    css.add("--ia-border", CSSText.points(table.borderWidth, in: 0...100))
    CellCSS.add(table, to: &css)
    if isStyled {
      if !css.text.isEmpty { writeClass(styles.sheet.className(.table, css.text)) }
      styles.hasOwnColors = styles.hasOwnColors || table.hasColors
    } else {
      if !css.text.isEmpty { lose(.tableBorder, .dropped) }
    }
    output.write(">\n")
    if !isStyled, table.columns.contains(where: { $0.width != nil }) {
      lose(.columnWidth, .dropped)
    }
    if !table.columns.isEmpty {
      output.write("<colgroup>")
      for column in table.columns.prefix(Self.mostColumns) {
        output.write("<col")
        if let name = className(of: column) { writeClass(name) }
        output.write(">")
      }
      output.write("</colgroup>\n")
    }
    nesting.push(.table)
  }

  /// Returns the class of a column; `nil` if it has neither width nor alignment.
  private mutating func className(of column: Block.Table.Column) -> String? {
    if column.width == nil, column.alignment == nil { return nil }
    if let known = nesting.columnClasses.first(where: { $0.column == column }) { return known.name }
    var css = Declarations()
    if isStyled { css.add("width", CSSText.points(column.width, in: 1...4000)) }
    css.add("text-align", column.alignment.map(ParagraphCSS.alignment))
    let name = css.text.isEmpty ? nil : styles.sheet.className(.table, css.text)
    if nesting.columnClasses.count == 16 { nesting.columnClasses.removeFirst() }
    nesting.columnClasses.append((column, name))
    return name
  }

  /// Opens a row; outside of a table, a `div`.
  mutating func openRow(isHeader: Bool, height: Block.RowHeight?, in parent: Int) {
    if case .table = nesting.blocks[parent].kind {
      output.write("<tr")
      // A header row after other rows needs a class: it can have no `th` cells.
      writeRowClasses(isHead: isHeader && nesting.blocks[parent].group != .head, height)
      output.write(">")
      nesting.push(.row)
      nesting.blocks[parent].rowCount += 1
      for column in nesting.blocks[parent].coveredRows.indices
      where nesting.blocks[parent].coveredRows[column] > 0 {
        nesting.blocks[parent].coveredRows[column] -= 1
      }
    } else {
      output.write("<div>\n")
      nesting.push(.division)
    }
  }

  private mutating func writeRowClasses(isHead: Bool, _ height: Block.RowHeight?) {
    var names: [String] = isHead ? ["ia-head"] : []
    let css = CellCSS.declarations(height)
    if !css.isEmpty {
      if isStyled {
        names.append(styles.sheet.className(.table, css))
      } else {
        lose(.rowHeight, .dropped)
      }
    }
    if !names.isEmpty { writeClass(names.joined(separator: " ")) }
  }

  /// Opens a cell, after an empty cell for omitted columns; outside of a row, a `div`.
  mutating func open(_ cell: Block.TableCell, in row: Int) {
    guard case .tableRow(let isHeader, _) = nesting.blocks[row].kind, nesting.elements.last == .row
    else {
      output.write("<div>\n")
      return nesting.push(.division)
    }
    var table = Block.Table(columns: [])
    if case .table(let found) = nesting.blocks[row - 1].kind { table = found }
    let columns = table.columns
    let column = min(max(cell.column, 0), Self.mostColumns - 1)
    let columnSpan = min(max(cell.columnSpan, 1), Self.mostColumns)
    let rowSpan = min(max(cell.rowSpan, 1), 65_534)
    fill(to: column, in: row)
    var next = max(nesting.blocks[row].nextColumn, column)
    let covered = nesting.blocks[row - 1].coveredRows
    while next < covered.count, covered[next] > 0 { next += 1 }
    output.write(isHeader ? "<th scope=\"col\"" : "<td")
    if next != column {
      output.write(" data-column=\"")
      output.write(column)
      output.write("\"")
    }
    writeSpan(" colspan=\"", columnSpan)
    writeSpan(" rowspan=\"", rowSpan)
    writeClasses(
      of: cell, in: table, isFirstRow: nesting.blocks[row - 1].rowCount <= 1,
      alignment: column < columns.count ? columns[column].alignment : nil)
    output.write(">")
    nesting.push(isHeader ? .headCell : .cell)
    nesting.blocks[row].nextColumn = column + columnSpan
    if rowSpan > 1 { cover(column..<column + columnSpan, rowSpan, in: row - 1) }
  }

  private mutating func writeSpan(_ start: StaticString, _ span: Int) {
    guard span > 1 else { return }
    output.write(start)
    output.write(span)
    output.write("\"")
  }

  private mutating func writeClasses(
    of cell: Block.TableCell, in table: Block.Table, isFirstRow: Bool,
    alignment: ParagraphAttributes.Alignment?
  ) {
    var css = Declarations()
    css.add("text-align", alignment.map(ParagraphCSS.alignment))
    if let shading = cell.shading {
      if isStyled {
        css.add("background-color", CSSText.color(shading))
        styles.hasOwnColors = true
      } else {
        lose(.cellShading, .dropped)
      }
    }
    if isStyled {
      CellCSS.add(cell, of: table, isFirstRow: isFirstRow, to: &css)
      styles.hasOwnColors = styles.hasOwnColors || cell.hasColors
    } else if cell.hasDetails {
      lose(.tableBorder, .dropped)
    }
    if !css.text.isEmpty { writeClass(styles.sheet.className(.table, css.text)) }
  }

  /// Writes an empty cell for the columns before a cell that no other cell covers.
  private mutating func fill(to column: Int, in row: Int) {
    let covered = nesting.blocks[row - 1].coveredRows
    var missing = 0
    for between in nesting.blocks[row].nextColumn..<max(column, nesting.blocks[row].nextColumn)
    where between >= covered.count || covered[between] == 0 {
      missing += 1
    }
    guard missing > 0 else { return }
    output.write("<td class=\"ia-bare\"")
    writeSpan(" colspan=\"", missing)
    output.write("></td>")
  }

  private mutating func cover(_ columns: Range<Int>, _ rows: Int, in table: Int) {
    let missing = columns.upperBound - nesting.blocks[table].coveredRows.count
    if missing > 0 {
      nesting.blocks[table].coveredRows.append(contentsOf: repeatElement(0, count: missing))
    }
    for column in columns { nesting.blocks[table].coveredRows[column] = rows }
  }
}
