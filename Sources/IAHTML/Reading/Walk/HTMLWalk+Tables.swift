internal import IACSS
internal import IAFormats
internal import IAMarkup
internal import IAText

/// The state of an open table.
struct TableState {
  var table: Block.Table
  /// For each column, the number of rows, including the current one, that a cell from above covers.
  var coveredRows: [Int] = []
  /// The index of the column after the last cell of the row.
  var nextColumn = 0
  /// Whether a row was read.
  var hasRow = false
  /// Whether the current row is a header row.
  var isHeader = false
  /// The background of the table, which cells, rows and sections without a background show.
  var shading: Color?
  /// The backgrounds of columns, which are before that of the table.
  var columnShadings: [Int: Color] = [:]
}

extension HTMLWalk {
  /// Opens a table; its columns depend on all of its cells.
  mutating func enterTable(_ node: HTMLNode, _ style: Int) {
    var columns = TableColumns(isOwn: isOwn)
    var shadings: [Int: Color] = [:]
    for part in node.children where part.isElement {
      switch part.tag {
      case .colgroup:
        let group = page.styles.style(of: part, in: style)
        let first = columns.statedCount
        if !isOwn, !part.children.contains(where: \.isElement) {
          // A group without `col` elements states `span` columns itself.
          columns.add(column: part, page.styles.styles[group])
        }
        for column in part.children where column.isElement {
          let own = page.styles.style(of: column, in: style)
          let start = columns.statedCount
          columns.add(column: column, page.styles.styles[own])
          for index in start..<columns.statedCount {
            shadings[index] = page.styles.styles[own].background
          }
        }
        if let color = page.styles.styles[group].background {
          for index in first..<columns.statedCount where shadings[index] == nil {
            shadings[index] = color
          }
        }
      case .thead, .tbody, .tfoot:
        for row in part.children where row.isElement && row.tag == .tr { columns.add(row: row) }
      default: break
      }
    }
    let made = columns.columns
    let computed = page.styles.styles[style]
    let table =
      isOwn ? TableBox.ownTable(made, computed) : foreignTable(node, style, made, computed)
    page.path.append(page.block(.table(table)))
    if let table = page.path.last, !isOwn { page.places.spaces.beginTable(table.id) }
    var state = TableState(table: table)
    // A white table on the page does not define a colour; one in a coloured cell does.
    let isPaper = computed.background == .white && !page.path.contains(where: \.kind.isShaded)
    if !isOwn, !isPaper { state.shading = computed.background }
    if !isOwn { state.columnShadings = shadings }
    tables.append(state)
  }

  /// Starts another table of the same kind if a caption with text follows rows.
  mutating func cutTable() {
    guard let index = tables.indices.last, tables[index].hasRow, let table = page.path.last,
      table.kind.isTable
    else { return }
    page.path[page.path.count - 1] = page.block(table.kind)
    tables[index].coveredRows.removeAll()
  }

  /// Returns the table of a page of another program, from its style and its first cells.
  private mutating func foreignTable(
    _ node: HTMLNode, _ style: Int, _ columns: [Block.Table.Column], _ computed: ComputedStyle
  ) -> Block.Table {
    var box = TableBox()
    var widths = CellWidths(padding: computed.cell.padding)
    var hasPartOfBorder = computed.cell.hasPartOfBorder
    for row in Self.rows(of: node) {
      widths.startRow()
      for cell in row.children where cell.isElement && !box.isFull {
        // `style(of:in:)` appends to `styles`; the style is read after that.
        let own = page.styles.style(of: cell, in: style)
        hasPartOfBorder = hasPartOfBorder || page.styles.styles[own].cell.hasPartOfBorder
        box.add(page.styles.styles[own], statesWidth: cell.has(.width))
        widths.add(cell, page.styles.styles[own])
      }
      if box.isFull { break }
    }
    let grid = StyleBuilder.borderWidth(of: node).map(StyleBuilder.rounded)
    var table = box.table(columns, computed, grid: grid ?? (node.isLayoutTable ? 0 : nil))
    if box.usesGrid(grid), hasPartOfBorder || computed.cell.saysBorders && table.borders.isEmpty {
      let lost = CSSUnread(feature: .border, property: "border")
      page.noteDeclarations([lost], at: node.byteOffset)
    }
    if table.borderWidth == nil, hasNoGridAround { table.borderWidth = 0 }
    if !widths.set(in: &table) {
      page.report.add(.dropped, .columnWidth, byteOffset: node.byteOffset)
    }
    return table
  }

  /// Whether the innermost enclosing table has no border width, as layout tables do.
  private var hasNoGridAround: Bool {
    for block in page.path.reversed() {
      if case .table(let outer) = block.kind { return outer.borderWidth == 0 }
    }
    return false
  }

  private static func rows(of table: HTMLNode) -> some Sequence<HTMLNode> {
    table.children.lazy.filter(\.isElement).flatMap(\.children)
      .filter { $0.isElement && $0.tag == .tr }
  }

  /// Returns the maximum declared height of the row's first cells in points, or `nil`.
  private mutating func height(of row: HTMLNode, _ style: Int) -> Double? {
    guard !isOwn else { return nil }
    var height: Double?
    for cell in row.children.prefix(TableBox.mostCells) where cell.isElement && cell.hasAttributes {
      // `style(of:in:)` appends to `styles`; the style is read after that.
      let own = page.styles.style(of: cell, in: style)
      if let stated = page.styles.styles[own].cell.height { height = max(height ?? 0, stated) }
    }
    return height
  }

  /// Opens a `tr` element.
  mutating func enterRow(_ node: HTMLNode, _ style: Int, _ classes: Classes) {
    guard let index = tables.indices.last, page.path.last?.kind.isTable ?? false else { return }
    if isOwn, classes.has("ia-bare") { return }
    tables[index].startRow()
    let isInHead = node.parent?.tag == .thead
    let isHeader =
      isOwn
      ? isInHead || classes.has("ia-head")
      : isInHead || !tables[index].hasRow && Self.hasOnlyHeadings(node)
    tables[index].hasRow = true
    let height = height(of: node, style)
    page.path.append(
      page.block(
        .tableRow(
          isHeader: isHeader,
          height: page.styles.styles[style].cell.rowHeight(atLeast: height))))
  }

  private static func hasOnlyHeadings(_ row: HTMLNode) -> Bool {
    var hasHeading = false
    for cell in row.children where cell.isElement {
      if cell.tag == .td { return false }
      hasHeading = hasHeading || cell.tag == .th
    }
    return hasHeading
  }

  /// Returns the background of a cell without one: that of its row, section, column or table.
  private func outerShading(of table: Int, column: Int) -> Color? {
    guard !isOwn else { return nil }
    for frame in frames.suffix(2).reversed() {
      if let color = page.styles.styles[frame.style].background { return color }
    }
    return tables[table].columnShadings[column] ?? tables[table].shading
  }

  /// The box properties of the section of the open row; `nil` if there are none.
  private var sectionBox: CellStyle? {
    guard frames.count > 1 else { return nil }
    let section = frames[frames.count - 2]
    switch section.node.tag {
    case .thead, .tbody, .tfoot: return page.styles.styles[section.style].cells.first
    default: return nil
    }
  }

  /// Opens a `td` or `th` element.
  mutating func enterCell(
    _ node: HTMLNode, _ style: Int, _ classes: Classes, _ frame: inout Frame
  ) {
    guard let table = tables.indices.last,
      case .tableRow(let isInHeaderRow, _)? = page.path.last?.kind
    else { return }
    let columnSpan = CellSpan.columns(of: node)
    let rowSpan = CellSpan.rows(of: node)
    if isOwn, classes.has("ia-bare") {
      if node.firstChild == nil { tables[table].skip(columnSpan) }
      return
    }
    let column = isOwn ? node[.dataColumn].flatMap { Int($0) } : nil
    let cell = tables[table].place(columnSpan: columnSpan, rowSpan: rowSpan, at: column)
    frame.end = .wholeParagraph
    let computed = page.styles.styles[style]
    let row = frames.last.map { page.styles.styles[$0.style] }
    var made = Block.TableCell(
      column: cell, columnSpan: columnSpan, rowSpan: rowSpan,
      shading: computed.background ?? outerShading(of: table, column: cell))
    let section = isOwn ? nil : sectionBox
    if !computed.cells.isEmpty || !isOwn && row?.cells.isEmpty == false || section != nil {
      let outer = isOwn ? CellStyle() : row?.cell ?? CellStyle()
      made.setBox(
        computed.cell, in: outer, section ?? CellStyle(), of: tables[table].table, isOwn: isOwn)
    }
    page.path.append(page.block(.tableCell(made)))
    if frame.hasEdges {
      page.places.edges[page.places.edges.count - 1].isCell = true
      page.places.spaces.beginCell()
    }
    var own = style
    let columns = tables[table].table.columns
    if cell < columns.count, let alignment = columns[cell].alignment {
      if alignment == computed.alignment {
        // The column has this alignment already.
        own = page.styles.unaligned(own)
      } else if computed.alignment == nil, columnSpan > 1, !isOwn, node.tag == .td {
        // A cell across columns did not take part in their alignment.
        own = page.styles.startAligned(own)
      }
    }
    // The model shows text of header rows in bold; pages show text of `th` in bold.
    if !isOwn, isInHeaderRow != (node.tag == .th) {
      own = page.styles.weighted(own, isBold: !isInHeaderRow)
    }
    if own != style {
      page.blockStyle = own
      frame.style = own
    }
  }
}

extension TableState {
  /// Starts a row; cells from above can cover a part of it.
  mutating func startRow() {
    nextColumn = 0
    for column in coveredRows.indices where coveredRows[column] > 0 { coveredRows[column] -= 1 }
  }

  /// Skips empty columns.
  mutating func skip(_ count: Int) {
    for _ in 0..<count {
      passCovered()
      nextColumn += 1
    }
  }

  /// Places a cell and returns the index of its first column, at most 4 · `BodyWriter.mostColumns`.
  ///
  /// - Parameter said: The index that the page states, or `nil` for the next free column.
  mutating func place(columnSpan: Int, rowSpan: Int, at said: Int?) -> Int {
    passCovered()
    let column = min(max(said ?? nextColumn, 0), BodyWriter.mostColumns * 4)
    nextColumn = column + columnSpan
    if rowSpan > 1 {
      let missing = nextColumn - coveredRows.count
      if missing > 0 { coveredRows.append(contentsOf: repeatElement(0, count: missing)) }
      for covered in column..<nextColumn { coveredRows[covered] = rowSpan }
    }
    return column
  }

  private mutating func passCovered() {
    while nextColumn < coveredRows.count, coveredRows[nextColumn] > 0 { nextColumn += 1 }
  }
}

/// The spans of a cell, limited as in the HTML Standard: 1 to 1,000 columns, 1 to 65,534 rows.
enum CellSpan {
  static func columns(of node: HTMLNode) -> Int {
    min(max(node[.colspan].flatMap { Int($0.trimmingASCIISpace()) } ?? 1, 1), 1000)
  }

  static func rows(of node: HTMLNode) -> Int {
    min(max(node[.rowspan].flatMap { Int($0.trimmingASCIISpace()) } ?? 1, 1), 65_534)
  }
}

/// Determines the columns of a table from `col` elements and from the cells of all rows.
struct TableColumns {
  private let isOwn: Bool
  private var said: [Block.Table.Column] = []
  private var grid = TableState(table: .init(columns: []))
  private var count = 0
  /// The alignment of the first cell of each column; `mixed` has the columns with different
  /// alignments.
  private var alignments: [Int: ParagraphAttributes.Alignment?] = [:]
  private var mixed: Set<Int> = []

  init(isOwn: Bool) { self.isOwn = isOwn }

  /// The maximum number of columns.
  private static let most = 1000

  var columns: [Block.Table.Column] {
    if isOwn { return said }
    let width = min(max(said.count, count), Self.most)
    return (0..<width).map { index in
      var column = index < said.count ? said[index] : .init()
      if !mixed.contains(index), let alignment = alignments[index] ?? nil {
        column.alignment = alignment
      }
      return column
    }
  }

  /// The number of columns that `col` elements state.
  var statedCount: Int { said.count }

  mutating func add(column node: HTMLNode, _ style: ComputedStyle) {
    var column = Block.Table.Column()
    column.alignment = style.alignment
    column.width = style.width.map(StyleBuilder.rounded)
    if column.width == nil, let width = node[.width].flatMap({ Double($0) }), width > 0 {
      column.width = min(width * 0.75, 4000)
    }
    let span = node[.span].flatMap { Int($0.trimmingASCIISpace()) } ?? 1
    for _ in 0..<min(max(span, 1), Self.most) where said.count < Self.most { said.append(column) }
  }

  mutating func add(row: HTMLNode) {
    guard !isOwn else { return }
    grid.startRow()
    for cell in row.children where cell.isElement && (cell.tag == .td || cell.tag == .th) {
      let span = CellSpan.columns(of: cell)
      let column = grid.place(columnSpan: span, rowSpan: CellSpan.rows(of: cell), at: nil)
      count = max(count, grid.nextColumn)
      if span == 1 { note(Self.alignment(of: cell), in: column) }
    }
  }

  private mutating func note(_ alignment: ParagraphAttributes.Alignment?, in column: Int) {
    guard column < Self.most else { return }
    if let known = alignments[column] {
      if known != alignment { mixed.insert(column) }
    } else {
      alignments.updateValue(alignment, forKey: column)
    }
  }

  private static func alignment(of cell: HTMLNode) -> ParagraphAttributes.Alignment? {
    let unstated: ParagraphAttributes.Alignment? = cell.tag == .th ? .center : nil
    guard cell.hasAttributes else { return unstated }
    if let style = cell[.style], style.contains("text-align") {
      for case .alignment(let alignment) in CSSDeclarations(style).normal { return alignment }
    }
    switch cell[.align]?.lowercased() {
    case "left": return .left
    case "right": return .right
    case "center": return .center
    case "justify": return .justified
    default: return unstated
    }
  }
}

extension Block.Kind {
  var isTable: Bool { if case .table = self { true } else { false } }

  /// Whether this is a table cell with a background.
  var isShaded: Bool { if case .tableCell(let cell) = self { cell.shading != nil } else { false } }
}
