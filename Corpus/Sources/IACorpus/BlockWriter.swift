import IAText

/// Appends paragraphs in blocks and assigns the ids of the blocks.
struct BlockWriter {
  var builder = IAStringBuilder()
  private var nextID = 1
  private var path: [Block] = []

  /// Opens a block inside the open blocks, runs the body, and closes the block.
  mutating func block(_ kind: Block.Kind, _ body: (inout BlockWriter) -> Void) {
    path.append(Block(id: nextID, kind))
    nextID += 1
    body(&self)
    path.removeLast()
  }

  /// Appends a paragraph inside the open blocks.
  mutating func paragraph(
    _ text: String, intensity: UInt8 = DisplayOptions.defaultIntensity,
    _ change: (inout ParagraphAttributes) -> Void = { _ in }
  ) {
    builder.append(text, intensity: intensity)
    endParagraph(change)
  }

  /// Ends the current paragraph inside the open blocks.
  mutating func endParagraph(_ change: (inout ParagraphAttributes) -> Void = { _ in }) {
    var attributes = ParagraphAttributes(blocks: path)
    change(&attributes)
    builder.endParagraph(attributes)
  }

  /// Appends text with attributes.
  mutating func append(
    _ text: String, intensity: UInt8 = DisplayOptions.defaultIntensity,
    _ change: (inout InlineAttributes) -> Void = { _ in }
  ) {
    var attributes = InlineAttributes()
    change(&attributes)
    builder.append(text, intensity: intensity, attributes: builder.intern(attributes))
  }

  /// Appends a heading.
  mutating func heading(_ level: Int, _ text: String, intensity: UInt8 = 70) {
    block(.header(level: level)) { $0.paragraph(text, intensity: intensity) }
  }

  /// Appends a table; if `hasHeader` is true, the first row is a header row.
  mutating func table(
    _ rows: [[String]], columns: [Block.Table.Column]? = nil, borderWidth: Double? = nil,
    hasHeader: Bool = true
  ) {
    let width = rows.first?.count ?? 0
    let columns = columns ?? [Block.Table.Column](repeating: .init(), count: width)
    block(.table(.init(columns: columns, borderWidth: borderWidth))) { table in
      for (index, row) in rows.enumerated() {
        table.block(.tableRow(isHeader: hasHeader && index == 0)) { line in
          for (column, text) in row.enumerated() {
            line.block(.tableCell(.init(column: column))) { $0.paragraph(text) }
          }
        }
      }
    }
  }
}
