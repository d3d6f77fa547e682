internal import IAText

/// The borders of a table, derived from all of its rows.
enum RTFTableBorders: Equatable {
  /// All sides of all cells have the same border, of a width in twips; 0 for none.
  case alike(Int32)
  /// Cells have different borders.
  ///
  /// If `isOfTable` is `true`, all rows state the same borders for cells that have none of their own. Otherwise each
  /// cell states the borders of its row.
  case different(isOfTable: Bool)
}

extension RTFGrid {
  /// Finds the borders of a table from all of its rows.
  mutating func findBorders(of table: Int) {
    var survey = BorderSurvey(rowCount: tables[table].rowCount)
    var row = tables[table].firstRow
    while let index = row.value {
      survey.add(rows[index].definition, definitions[rows[index].definition])
      row = rows[index].next
    }
    tables[table].borders = survey.result
  }

  /// Returns a cell with its position and the statements of its definition and its row.
  func cellBlock(_ cell: Int, colors: RTFColorTable) -> Block.TableCell {
    let record = cells[cell]
    let row = rows[record.row]
    let definition = definitions[row.definition]
    let kind = definition.cell(record.ordinal)
    var last = record.ordinal
    while definition.isMerged(last + 1) { last += 1 }
    var place = record.place
    place.shading = kind.shading.color(colors)
    if let alignment = kind.verticalAlignment { place.verticalAlignment = alignment }
    setPadding(of: &place, kind.padding, definition.format, tables[row.table].format)
    guard case .different(let isOfTable) = tables[row.table].borders else { return place }
    var own = kind.borders
    if last != record.ordinal { own.right = definition.cell(last).borders.right }
    if let end = record.end {
      own.bottom = definitions[end.definition].cell(end.ordinal).borders.bottom
    }
    var edges: Block.Table.Edges = []
    if row.number == 0 { edges.insert(.top) }
    if record.ordinal == 0 { edges.insert(.left) }
    if last + 1 >= definition.cells.count { edges.insert(.right) }
    if row.number + place.rowSpan >= tables[row.table].rowCount { edges.insert(.bottom) }
    let implied = definition.format.borders(at: edges)
    func side(_ path: KeyPath<RTFBorders, RTFBorder>) -> Border? {
      let (own, implied) = (own[keyPath: path], implied[keyPath: path])
      guard isOfTable else {
        let border = !own.isStated ? implied : own
        return border.isVisible ? border.border(colors) : nil
      }
      if own == implied || !own.isVisible && !implied.isVisible { return nil }
      return own.border(colors)
    }
    let borders = Sides(
      top: side(\.top), right: side(\.right), bottom: side(\.bottom), left: side(\.left))
    if !borders.isEmpty { place.borders = borders }
    return place
  }

  private func setPadding(
    of place: inout Block.TableCell, _ own: RTFPadding, _ row: RTFRowFormat, _ table: RTFRowFormat
  ) {
    guard own != .none || row.padding != table.padding || row.gap != table.gap else { return }
    let (cell, row, table) = (own.sides(), row.paddings, table.paddings)
    func side(_ path: KeyPath<Sides<Double>, Double?>) -> Double? {
      let value = cell[keyPath: path] ?? row[keyPath: path]
      return value == table[keyPath: path] ? nil : value
    }
    let padding = Sides(
      top: side(\.top), right: side(\.right), bottom: side(\.bottom), left: side(\.left))
    if !padding.isEmpty { place.padding = padding }
  }

  /// Returns the statements of a table.
  func tableKind(_ table: Int, colors: RTFColorTable) -> Block.Table {
    let record = tables[table]
    let format = record.format
    var kind = Block.Table(columns: record.columns)
    switch record.borders {
    case .alike(let width):
      if width != RTFBorder.usualWidth { kind.borderWidth = Double(width) / 20 }
    case .different(let isOfTable):
      kind.borderWidth = 0
      guard isOfTable, format.hasBorders else { break }
      func visible(_ border: RTFBorder) -> Border? {
        border.isVisible ? border.border(colors) : nil
      }
      kind.borders = Sides(
        top: visible(format.borders.top), right: visible(format.borders.right),
        bottom: visible(format.borders.bottom), left: visible(format.borders.left))
      kind.borderBetweenRows = visible(format.horizontal)
      kind.borderBetweenColumns = visible(format.vertical)
    }
    if let alignment = format.alignment { kind.alignment = alignment }
    if let width = format.tableWidth { kind.width = width }
    let padding = format.paddings
    if !padding.isEmpty { kind.padding = padding }
    return kind
  }
}

extension RTFRowFormat {
  /// The padding of the row's cells in points: none above and below unless stated.
  var paddings: Sides<Double> { padding.sides(vertical: 0, horizontal: Double(gap) / 20) }
}

/// Compares the borders of rows, one row after another.
private struct BorderSurvey {
  /// The borders of the cells of a row.
  fileprivate struct Row: Equatable {
    /// The border that all visible sides have; `nil` for none.
    var border: RTFBorder?
    /// Whether some visible sides differ.
    var isMixed = false
    /// Whether all vertical sides have a border, from one of two adjacent cells.
    var hasSides = true
    var hasTop = true
    var hasBottom = true
    /// Whether borders of cells at the sides of the table differ from those of the table.
    var hasConflict = false
  }

  private let rowCount: Int
  private var number = 0
  private var last: (definition: Int, isFirst: Bool, isLast: Bool, row: Row)?
  private var format: RTFRowFormat?
  private var border: RTFBorder?
  private var isComplete = true
  private var isMixed = false
  private var isOfTable = true

  init(rowCount: Int) { self.rowCount = rowCount }

  var result: RTFTableBorders {
    guard !isMixed else { return .different(isOfTable: isOfTable) }
    guard let border else { return .alike(0) }
    return isComplete ? .alike(Int32(border.width)) : .different(isOfTable: isOfTable)
  }

  mutating func add(_ index: Int, _ definition: RTFRow) {
    let (isFirst, isLast) = (number == 0, number + 1 == rowCount)
    let row: Row
    if let last, last.definition == index, last.isFirst == isFirst, last.isLast == isLast {
      row = last.row
    } else {
      row = Self.row(definition, isFirst: isFirst, isLast: isLast)
      let known = format ?? definition.format
      format = known
      isOfTable =
        isOfTable && !row.hasConflict && known.borders == definition.format.borders
        && known.horizontal == definition.format.horizontal
        && known.vertical == definition.format.vertical
    }
    isMixed = isMixed || row.isMixed || border != nil && row.border != nil && border != row.border
    border = border ?? row.border
    let above = last?.row.hasBottom ?? false
    isComplete = isComplete && row.hasSides && (row.hasTop || above) && (row.hasBottom || !isLast)
    last = (index, isFirst, isLast, row)
    number += 1
  }

  private static func row(_ definition: RTFRow, isFirst: Bool, isLast: Bool) -> Row {
    var row = Row()
    var isOpen = true
    for (index, cell) in definition.cells.enumerated() {
      var edges: Block.Table.Edges = []
      if isFirst { edges.insert(.top) }
      if isLast { edges.insert(.bottom) }
      if index == 0 { edges.insert(.left) }
      if index + 1 == definition.cells.count { edges.insert(.right) }
      let implied = definition.format.borders(at: edges)
      let top = row.add(cell.borders.top, implied.top, isOuter: isFirst)
      let bottom = row.add(cell.borders.bottom, implied.bottom, isOuter: isLast)
      let left = row.add(cell.borders.left, implied.left, isOuter: index == 0)
      let right = row.add(cell.borders.right, implied.right, isOuter: edges.contains(.right))
      row.hasTop = row.hasTop && (top || cell.continuesColumn || cell.continuesMerge)
      row.hasBottom =
        row.hasBottom
        && (bottom || cell.startsColumn || cell.continuesColumn || cell.continuesMerge)
      if isOpen, !left, !cell.continuesMerge { row.hasSides = false }
      isOpen = !right
    }
    if isOpen { row.hasSides = false }
    return row
  }
}

extension BorderSurvey.Row {
  /// Adds a side of a cell, and returns whether it has a line.
  fileprivate mutating func add(
    _ own: RTFBorder, _ implied: RTFBorder, isOuter: Bool
  ) -> Bool {
    if isOuter, own.isVisible, implied.isVisible, own != implied { hasConflict = true }
    let side = !own.isStated ? implied : own
    guard side.isVisible else { return false }
    isMixed = isMixed || !side.isCommon || border != nil && border != side
    border = border ?? side
    return true
  }
}
