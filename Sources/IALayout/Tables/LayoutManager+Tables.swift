import IAText

extension LayoutManager {
  /// The space between a cell's borders and its text, in points at the default scale.
  public static let cellPadding = 4.0

  /// The maximum nesting depth of tables; deeper tables are laid out as paragraphs of the innermost
  /// cell.
  package static let maxTableDepth = 16

  /// Lays out a table with the tables in its cells: columns, rows, paragraphs, borders and shading.
  ///
  /// Widths are collected from the innermost tables outwards, columns are placed from the outermost
  /// table inwards, and heights are again added up from the innermost tables.
  ///
  /// - Parameters:
  ///   - entry: The table.
  ///   - start: Its first unit.
  ///   - top: Its position in the flow, in points.
  ///   - known: The table's layout at another width, whose items and cells are reused.
  func layOutTable(
    _ entry: BlockEntry, start: Int, top: Double, known: BlockLayout? = nil
  ) -> BlockLayout {
    let range = start..<start + entry.utf16Count
    let tree =
      known?.tables
      ?? TableTree(
        reader.string.paragraphs(in: range), placement: typesetter.options.placement,
        blockAppearance: typesetter.options.blockAppearance,
        indents: typesetter.options.tableIndents)
    let around = TableSurroundings(of: range, reader.string, typesetter.options)
    let items = known.map { $0.parts.map(\.paragraph) } ?? itemise(range)
    let region = shape.regions[shape.region(at: top)]
    let width = items[0].style.placedWidth ?? region.width
    var table = TableLayout(
      tree, items, left: region.left + around.left,
      available: max(width - around.left - around.right, 1),
      scale: typesetter.options.textScale)
    var offset = start
    for paragraph in items {
      let (lines, height) = typesetter.breakLines(
        of: paragraph, reader.snapshot, start: offset, in: table.column)
      table.append(paragraph, lines, height: height, utf16Start: offset - start)
      offset += paragraph.utf16Count
    }
    let layout = table.finished(
      utf16Count: entry.utf16Count, region: shape.innerRegion(at: top),
      options: typesetter.options)
    return around.isPlain
      ? layout : around.layout(layout, in: (region.left, width), typesetter.options)
  }

  private func itemise(_ range: Range<Int>) -> [ParagraphItems] {
    let readAhead = reader.readAhead
    reader.readAhead = max(readAhead, min(range.count, 1 << 16))
    defer { reader.readAhead = readAhead }
    var items: [ParagraphItems] = []
    var offset = range.lowerBound
    while offset < range.upperBound {
      let (paragraph, found) = typesetter.itemise(at: offset, &reader)
      items.append(paragraph)
      offset = found.upperBound
    }
    return items
  }
}
