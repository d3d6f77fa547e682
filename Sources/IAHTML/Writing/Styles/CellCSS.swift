internal import IAText

/// The CSS declarations for the boxes of tables, rows and cells.
enum CellCSS {
  /// Adds the declarations of a table: borders, position, width and cell padding.
  static func add(_ table: Block.Table, to css: inout Declarations) {
    guard table.hasDetails else { return }
    let borders = table.borders
    let width = width(of: table)
    if !borders.isEmpty || width != nil { css.add("display", "table") }
    addBorders(borders, to: &css)
    switch table.alignment {
    case .center: css.add("margin-inline", "auto")
    case .right:
      css.add("margin-left", "auto")
      css.add("margin-right", "0")
    case .left, nil: break
    }
    css.add("width", width)
    let padding = table.padding
    let sides = [padding.top, padding.right, padding.bottom, padding.left].map {
      points($0, in: Block.cellPaddings)
    }
    if sides.contains(where: { $0 != nil }) {
      css.add("--ia-padding", sides.map { $0 ?? "auto" }.joined(separator: " "))
    }
  }

  private static func width(of table: Block.Table) -> String? {
    switch table.width {
    case .points(let width): points(width, in: Block.tableLengths)
    case .percent(let share) where Block.tablePercents.contains(share):
      CSSText.number(share, in: Block.tablePercents).map { $0 + "%" }
    case .percent, nil: nil
    }
  }

  /// Returns the declarations of a row height; empty for `nil`.
  static func declarations(_ height: Block.RowHeight?) -> String {
    var css = Declarations()
    if let height, let points = points(height.points, in: Block.tableLengths) {
      css.add("height", points)
      if case .exactly = height { css.add("--ia-height", "exact") }
    }
    return css.text
  }

  /// Adds the declarations of a cell.
  ///
  /// Borders between rows and columns belong to the lower and the right cell, because the last row
  /// is not known in advance.
  static func add(
    _ cell: Block.TableCell, of table: Block.Table, isFirstRow: Bool, to css: inout Declarations
  ) {
    guard cell.hasDetails || table.hasDetails else { return }
    var borders = cell.borders
    if !isFirstRow { borders.top = borders.top ?? table.borderBetweenRows }
    if cell.column > 0 { borders.left = borders.left ?? table.borderBetweenColumns }
    addBorders(borders, to: &css)
    let padding = table.padding(of: cell)
    let sides = [padding.top, padding.right, padding.bottom, padding.left].map {
      points($0, in: Block.cellPaddings)
    }
    let names = ["top", "right", "bottom", "left"]
    if let first = sides[0], sides.allSatisfy({ $0 == first }) {
      css.add("padding", first)
    } else {
      for (name, side) in zip(names, sides) { css.add("padding-" + name, side) }
    }
    switch cell.verticalAlignment {
    case .top: css.add("vertical-align", "top")
    case .center: css.add("vertical-align", "middle")
    case .bottom: css.add("vertical-align", "bottom")
    case nil: break
    }
  }

  /// Returns a length in points; `nil` if it is outside of the range.
  private static func points(_ value: Double?, in range: ClosedRange<Double>) -> String? {
    value.flatMap { range.contains($0) ? CSSText.points($0, in: range) : nil }
  }

  private static func addBorders(_ borders: Sides<Border>, to css: inout Declarations) {
    guard !borders.isEmpty else { return }
    if let border = borders.top, borders == Sides(all: border) {
      return css.add("border", text(border))
    }
    css.add("border-top", borders.top.map(text))
    css.add("border-right", borders.right.map(text))
    css.add("border-bottom", borders.bottom.map(text))
    css.add("border-left", borders.left.map(text))
  }

  private static func text(_ border: Border) -> String {
    guard border.isVisible, let width = CSSText.points(border.width, in: Border.widths) else {
      return "none"
    }
    let color = border.color.map { " " + CSSText.color($0) } ?? ""
    return "\(width) \(border.style.rawValue)\(color)"
  }
}

extension Block.Table {
  /// Whether a page represents all box properties of the table exactly.
  var isShownByCSS: Bool {
    guard hasDetails else { return true }
    let space = [padding.top, padding.right, padding.bottom, padding.left]
    guard borderBetweenRows == nil, borderBetweenColumns == nil, alignment != .left,
      borders.isShownByCSS, space.allSatisfy({ CSSText.isExact($0, in: Block.cellPaddings) })
    else { return false }
    switch width {
    case .points(let width): return width > 0 && CSSText.isExact(width, in: Block.tableLengths)
    case .percent(let share): return share > 0 && CSSText.isExact(share, in: Block.tablePercents)
    case nil: return true
    }
  }
}

extension Block.TableCell {
  /// Returns whether a page represents all box properties of the cell exactly.
  func isShownByCSS(in table: Block.Table) -> Bool {
    guard hasDetails else { return true }
    let (own, outer) = (padding, table.padding)
    let space = [own.top, own.right, own.bottom, own.left]
    // A reader takes a value equal to that of the table as not set.
    let repeats = zip(space, [outer.top, outer.right, outer.bottom, outer.left]).contains {
      $0 != nil && $0 == $1
    }
    return !repeats && borders.isShownByCSS
      && space.allSatisfy { CSSText.isExact($0, in: Block.cellPaddings) }
  }
}

extension Sides<Border> {
  /// Whether a page represents all borders exactly.
  fileprivate var isShownByCSS: Bool {
    [top, right, bottom, left].allSatisfy { border in
      guard let border, border != Border.none else { return true }
      return border.isVisible && CSSText.isExact(border.width, in: Border.widths)
    }
  }
}
