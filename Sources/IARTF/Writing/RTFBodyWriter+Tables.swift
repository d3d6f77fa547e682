extension RTFBodyWriter {
  /// Opens the rows and cells around a paragraph that are not open.
  mutating func enterCells(of index: Int) {
    let set = context.plan.paragraphs[index].set
    guard context.starts.entries[set].hasCells else { return }
    let cells = context.styles[set].cells
    guard let rows = context.layout.rowsOfParagraph[index] else { return }
    for level in cells.indices where level < rows.count {
      if level < openCells.count {
        if openCells[level].ids == cells[level] { continue }
        openCells[level].ids = cells[level]
      } else {
        openCells.append(OpenCell(ids: cells[level], row: rows[level]))
        if level == 0 { writeRowDefinition(rows[level]) }
      }
      writeFillers(level)
    }
  }

  /// Ends a paragraph, and the cells, rows and tables that end with it.
  mutating func endParagraph(_ index: Int, next: Int?) {
    guard !openCells.isEmpty else {
      if let next, startsSection(next), !context.plan.paragraphs[index].isEmpty {
        // A paragraph with text is ended by the section break itself; an empty paragraph before the break would be
        // lost.
        hasEndedSection = true
        writeEnd("\\sect")
        return output.write("\n")
      }
      writeEnd(context.isCocoa ? "\\\n" : "\\par")
      if !context.isCocoa { output.write("\n") }
      return
    }
    let following = next.map { context.styles[context.plan.paragraphs[$0].set].cells } ?? []
    var common = 0
    while common < min(openCells.count, following.count),
      openCells[common].ids == following[common]
    {
      common += 1
    }
    // LibreOffice applies the style of a paragraph in a cell to following paragraphs that state none.
    let leavesStyle =
      !openCells.isEmpty && context.starts.entries[context.plan.paragraphs[index].set].hasGroup
    let depth = openCells.count
    guard common < openCells.count else {
      writeEnd("\\par")
      output.write("\n")
      if leavesStyle { writeStyleOfText(depth) }
      return
    }
    endCell(openCells.count - 1)
    if leavesStyle { writeStyleOfText(depth) }
    while openCells.count > common {
      let level = openCells.count - 1
      if level == common, level < following.count,
        following[level].table == openCells[level].ids.table,
        following[level].row == openCells[level].ids.row
      {
        return
      }
      writeFillers(level)
      endRow(level)
      let table = openCells.removeLast().ids.table
      let continues = level == common && level < following.count && following[level].table == table
      if level == 0, !continues, next == nil || !following.isEmpty { writeSeparator() }
      if level > common {
        // The outer cell must end with a paragraph, and there is none after the nested table.
        writeFiller(level - 1)
      }
    }
  }

  /// Writes the style of text in a cell, without a paragraph.
  private mutating func writeStyleOfText(_ depth: Int) {
    output.write("\\pard\\intbl")
    if depth > 1 { output.write("\\itap", depth) }
    output.write("\\s0\n")
  }

  private mutating func writeFillers(_ level: Int) {
    let row = context.layout.rows[openCells[level].row]
    while openCells[level].next < row.cells.count, !row.cells[openCells[level].next].isReal {
      writeFiller(level)
    }
  }

  /// Writes an empty cell or the end of a cell that the document does not have.
  private mutating func writeFiller(_ level: Int) {
    output.write("\\pard\\intbl")
    if level > 0 { output.write("\\itap", level + 1) }
    output.write(" {\\*\\iax}")
    endCell(level)
  }

  private mutating func endCell(_ level: Int) {
    writeEnd(level == 0 ? "\\cell" : "\\nestcell")
    output.write(level == 0 ? "\n" : "{\\nonesttables\\par}\n")
    openCells[level].next += 1
  }

  /// Writes the control word that ends a paragraph, in a group with the attributes of its line feed.
  private mutating func writeEnd(_ word: StaticString) {
    guard let style = takeEndStyle() else { return output.write(word) }
    output.write(context.pieces.styleEntries[style], of: context.pieces.markup)
    output.write(word)
    output.write("}")
  }

  private mutating func endRow(_ level: Int) {
    let row = openCells[level].row
    if level == 0 {
      writeRowDefinition(row)
      output.write("\\row\n")
    } else {
      output.write("{\\*\\nesttableprops")
      writeRowDefinition(row)
      output.write("\\nestrow}\n")
    }
  }

  private mutating func writeRowDefinition(_ row: Int) {
    context.layout.write(context.layout.rows[row], to: &output, colors: context.tables)
    output.write("\n")
  }

  /// Writes a paragraph that separates a table from another one or from the end.
  private mutating func writeSeparator() {
    output.write("\\pard {\\*\\iax}\\par\n")
  }
}
