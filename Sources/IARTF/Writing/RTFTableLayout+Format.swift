internal import IAText

extension RTFTableLayout {
  /// Returns the sides of a table that a cell of a row touches.
  func edges(of cell: Cell, in row: Row, _ table: Table) -> Block.Table.Edges {
    guard table.kind.hasDetails else { return [] }
    var edges: Block.Table.Edges = []
    if row.number == 0 { edges.insert(.top) }
    if row.number + 1 == table.rowCount { edges.insert(.bottom) }
    if cell.column == 0 { edges.insert(.left) }
    if cell.column + cell.columnSpan >= table.columnCount { edges.insert(.right) }
    return edges
  }

  /// Writes the statements of a table except for its columns, and the height of a row.
  func write(
    _ table: Block.Table, height: Block.RowHeight?, to output: inout RTFOutput, colors: RTFTables
  ) {
    switch height {
    case .atLeast(let points): write("\\trrh", points, in: 1...31_680, to: &output)
    case .exactly(let points): write("\\trrh-", points, in: 1...31_680, to: &output)
    case nil: break
    }
    writePadding(of: table, to: &output)
    guard table.hasDetails else { return }
    switch table.alignment {
    case .center: output.write("\\trqc")
    case .right: output.write("\\trqr")
    case .left, nil: break
    }
    switch table.width {
    case .points(let points):
      output.write("\\trftsWidth3")
      write("\\trwWidth", points, in: 1...31_680, to: &output)
    case .percent(let percent):
      output.write("\\trftsWidth2")
      write("\\trwWidth", percent * 2.5, in: 1...50_000, to: &output)
    case nil: break
    }
    let borders = table.borders
    write("\\trbrdrt", borders.top, to: &output, colors: colors)
    write("\\trbrdrl", borders.left, to: &output, colors: colors)
    write("\\trbrdrb", borders.bottom, to: &output, colors: colors)
    write("\\trbrdrr", borders.right, to: &output, colors: colors)
    write("\\trbrdrh", table.borderBetweenRows, to: &output, colors: colors)
    write("\\trbrdrv", table.borderBetweenColumns, to: &output, colors: colors)
  }

  /// Writes the padding of a table; for a side that is not stated, only the unit 0.
  private func writePadding(of table: Block.Table, to output: inout RTFOutput) {
    func write(_ word: StaticString, _ open: StaticString, _ points: Double?) {
      guard RTFWords.count(points, parts: 20, in: 0...20_000) != nil else {
        return output.write(open)
      }
      writePadding(word, points, to: &output)
    }
    let padding = table.padding
    write("\\trpaddfl3\\trpaddl", "\\trpaddfl0", padding.left)
    write("\\trpaddft3\\trpaddt", "\\trpaddft0", padding.top)
    write("\\trpaddfb3\\trpaddb", "\\trpaddfb0", padding.bottom)
    write("\\trpaddfr3\\trpaddr", "\\trpaddfr0", padding.right)
  }

  /// Writes the vertical alignment of a cell.
  func write(
    _ alignment: Block.TableCell.VerticalAlignment?, to output: inout RTFOutput
  ) {
    switch alignment {
    case .center: output.write("\\clvertalc")
    case .bottom: output.write("\\clvertalb")
    case .top: output.write("\\clvertalt")
    case nil: break
    }
  }

  /// Writes the borders of a cell.
  ///
  /// - Parameters:
  ///   - borders: The stated borders.
  ///   - standard: The width of all other borders in twips; 0 for none.
  ///   - output: Receives the control words.
  ///   - colors: The numbers of colours.
  func write(
    _ borders: Sides<Border>, standard: Int, to output: inout RTFOutput, colors: RTFTables
  ) {
    func write(_ word: StaticString, _ border: Border?) {
      guard border == nil else { return self.write(word, border, to: &output, colors: colors) }
      guard standard > 0 else { return }
      output.write(word)
      output.write("\\brdrs\\brdrw", standard)
    }
    write("\\clbrdrt", borders.top)
    write("\\clbrdrl", borders.left)
    write("\\clbrdrb", borders.bottom)
    write("\\clbrdrr", borders.right)
  }

  /// Writes the padding of a cell, with left and top exchanged as in Word.
  func writePadding(_ padding: Sides<Double>, to output: inout RTFOutput) {
    writePadding("\\clpadfl3\\clpadl", padding.top, to: &output)
    writePadding("\\clpadft3\\clpadt", padding.left, to: &output)
    writePadding("\\clpadfb3\\clpadb", padding.bottom, to: &output)
    writePadding("\\clpadfr3\\clpadr", padding.right, to: &output)
  }

  private func writePadding(_ word: StaticString, _ points: Double?, to output: inout RTFOutput) {
    write(word, points, in: 0...20_000, to: &output)
  }

  /// Writes a control word with a length in twips, or nothing for no number.
  private func write(
    _ word: StaticString, _ points: Double?, in range: ClosedRange<Int>, to output: inout RTFOutput
  ) {
    guard let twips = RTFWords.count(points, parts: 20, in: range) else { return }
    output.write(word, twips)
  }

  /// Writes a border, or nothing if none is stated.
  private func write(
    _ word: StaticString, _ border: Border?, to output: inout RTFOutput, colors: RTFTables
  ) {
    guard let border else { return }
    output.write(word)
    let color = border.color.flatMap { colors.number(of: $0) }
    output.write(RTFBorderWords(border.isVisible ? border : .none, color: color).words.bytes)
  }
}
