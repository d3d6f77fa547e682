internal import IACSS
internal import IAMarkup
internal import IAText

/// Determines the borders, padding and position of a table from its style and its first cells.
struct TableBox {
  /// The borders that all examined cells have; `nil` if they differ.
  private var common: Sides<Border>?
  private var padding: Sides<Double>?
  private var count = 0
  /// Whether at least one cell declares borders, and whether all do.
  private var isSaid = false
  private var isSaidByAll = true
  /// Whether at least one cell declares a background, width or padding.
  private var isStyled = false

  /// The maximum number of cells that are examined.
  static let mostCells = 64

  /// Whether the maximum number of cells was examined.
  var isFull: Bool { count == Self.mostCells }

  /// Adds one of the first cells.
  mutating func add(_ style: ComputedStyle, statesWidth: Bool) {
    let cell = style.cell
    let borders = cell.borders
    if count == 0 {
      common = borders
      padding = cell.padding
    }
    if common != borders { common = nil }
    if padding != cell.padding { padding = nil }
    isSaid = isSaid || cell.saysBorders
    isSaidByAll = isSaidByAll && cell.saysBorders
    isStyled = isStyled || statesWidth || Self.isStyled(style)
    count += 1
  }

  /// Returns whether a table or cell has declared styles, so that missing borders are intentional.
  private static func isStyled(_ style: ComputedStyle) -> Bool {
    style.background != nil || style.width != nil || style.cell.percent != nil
      || !style.cell.padding.isEmpty
  }

  /// Returns a table of a page of another program.
  ///
  /// - Parameters:
  ///   - columns: Its columns.
  ///   - style: Its style.
  ///   - grid: The border width in points from the attribute `border`; all cells then have borders.
  func table(
    _ columns: [Block.Table.Column], _ style: ComputedStyle, grid: Double?
  ) -> Block.Table {
    var table = Block.Table(columns: columns)
    let own = style.cell
    if let grid, usesGrid(grid) {
      table.borderWidth = grid
      if let border = own.top.border, border.color != nil { setAll(border, of: &table) }
    } else if let common, let border = common.top, border.isVisible, common == Sides(all: border) {
      table.borderWidth = border.width
      if border != Border(width: border.width) {
        table.borderWidth = 0
        setAll(border, of: &table)
      }
      // The wider border wins, as in the collapsed border model.
      let outer = own.borders
      table.borders.top = Self.stronger(outer.top, border) ?? table.borders.top
      table.borders.right = Self.stronger(outer.right, border) ?? table.borders.right
      table.borders.bottom = Self.stronger(outer.bottom, border) ?? table.borders.bottom
      table.borders.left = Self.stronger(outer.left, border) ?? table.borders.left
    } else if isSaid || own.saysBorders || grid == 0 || isStyled || Self.isStyled(style) {
      table.borderWidth = isSaid && !isSaidByAll && !own.saysBorders && !hasVisible ? nil : 0
      let outer = own.borders
      table.borders = Sides(
        top: Self.visible(outer.top), right: Self.visible(outer.right),
        bottom: Self.visible(outer.bottom), left: Self.visible(outer.left))
    }
    let padded = padding.flatMap { $0.isEmpty ? nil : $0 } ?? own.padding
    if !padded.isEmpty { table.padding = padded }
    setPlace(of: &table, style)
    return table
  }

  /// Returns whether the attribute `border` states the borders of the table, because not all examined cells declare
  /// their own.
  func usesGrid(_ grid: Double?) -> Bool { grid ?? 0 > 0 && (!isSaid || !isSaidByAll) }

  /// Whether the examined cells have a visible border on some side, or different borders.
  private var hasVisible: Bool {
    guard let common else { return true }
    return [common.top, common.right, common.bottom, common.left].contains {
      $0?.isVisible ?? false
    }
  }

  private func setAll(_ border: Border, of table: inout Block.Table) {
    table.borders = Sides(all: border)
    table.borderBetweenRows = border
    table.borderBetweenColumns = border
  }

  private static func visible(_ border: Border?) -> Border? {
    border.flatMap { $0.isVisible ? $0 : nil }
  }

  private static func stronger(_ own: Border?, _ cell: Border) -> Border? {
    guard let own, own.isVisible, own != cell, Border.prevailing(cell, own) == own else {
      return nil
    }
    return own
  }

  /// Returns a table of a page of this suite, whose declarations are exact.
  static func ownTable(_ columns: [Block.Table.Column], _ style: ComputedStyle) -> Block.Table {
    var table = Block.Table(
      columns: columns, borderWidth: style.cell.grid.map(StyleBuilder.rounded))
    let box = TableBox()
    let borders = style.cell.ownBorders
    if !borders.isEmpty { table.borders = borders }
    let padding = style.cell.padding
    if !padding.isEmpty { table.padding = padding }
    box.setPlace(of: &table, style)
    return table
  }

  private func setPlace(of table: inout Block.Table, _ style: ComputedStyle) {
    let box = style.cell
    if let percent = box.percent, percent > 0 {
      table.width = .percent(percent)
    } else if let width = style.width.map(StyleBuilder.rounded), width > 0 {
      table.width = .points(min(width, Block.tableLengths.upperBound))
    }
    if box.autoMargins.isSuperset(of: [.left, .right]) {
      table.alignment = .center
    } else if box.autoMargins.contains(.left) {
      table.alignment = .right
    }
  }
}

extension Block.TableCell {
  /// Sets the box properties of the cell that differ from those of the table.
  ///
  /// - Parameters:
  ///   - cell: The style of the cell.
  ///   - row: The style of its row.
  ///   - section: The style of its section.
  ///   - table: The table.
  ///   - isOwn: Whether this suite wrote the page.
  mutating func setBox(
    _ cell: CellStyle, in row: CellStyle, _ section: CellStyle, of table: Block.Table, isOwn: Bool
  ) {
    func border(
      _ path: KeyPath<CellStyle, CellStyle.Side>, _ inner: Border?, usesRow: Bool
    ) -> Border? {
      var side = cell[keyPath: path]
      if !isOwn, usesRow, side.border == nil, row[keyPath: path].border != nil {
        side = row[keyPath: path]
      }
      guard side.isSaid else { return nil }
      guard let border = side.border else {
        // A declared absence of a border matters only if the table would otherwise draw one.
        let hasOther = inner != nil || table.borderWidth ?? 0 > 0
        return isOwn || hasOther ? Border.none : nil
      }
      if isOwn { return border }
      let isPlain = border == Border(width: border.width) && border.width == table.borderWidth
      return border == inner || isPlain && inner == nil ? nil : border
    }
    let (rows, columns) = (table.borderBetweenRows, table.borderBetweenColumns)
    let sides = Sides(
      top: border(\.top, rows, usesRow: true),
      right: border(\.right, columns, usesRow: false),
      bottom: border(\.bottom, rows, usesRow: true),
      left: border(\.left, columns, usesRow: false))
    if !sides.isEmpty { borders = sides }
    func padding(_ path: KeyPath<Sides<Double>, Double?>) -> Double? {
      let value = cell.padding[keyPath: path]
      return value == table.padding[keyPath: path] ? nil : value
    }
    let space = Sides(
      top: padding(\.top), right: padding(\.right), bottom: padding(\.bottom),
      left: padding(\.left))
    if !space.isEmpty { self.padding = space }
    if let alignment = cell.verticalAlignment ?? row.verticalAlignment ?? section.verticalAlignment
    {
      verticalAlignment = alignment
    }
  }
}

extension CellStyle {
  /// Returns the height of a row; `nil` if neither the row nor `other` declares one.
  func rowHeight(atLeast other: Double? = nil) -> Block.RowHeight? {
    let points = max(height ?? 0, other ?? 0)
    guard points > 0 else { return nil }
    return isHeightExact ? .exactly(points) : .atLeast(points)
  }
}
