internal import IAFormats
internal import IAText

/// The RTF for a set of paragraph attributes.
struct RTFParagraphStyle {
  /// A cell that contains a paragraph, with its row and table.
  struct Cell: Equatable {
    var table: Int
    var row: Int
    var cell: Int
    /// The index of the table in the path; the row and the cell follow.
    var depth: Int
  }

  /// The control words from `\pard` on, with a space at the end.
  private(set) var start: [UInt8] = []
  /// The control words for the first paragraph of an item, with its label.
  private(set) var itemStart: [UInt8] = []
  /// The start of the group around the text; empty if there is none.
  private(set) var open: [UInt8] = []
  /// The number of the paragraph style; 0 for ordinary paragraphs.
  private(set) var number = 0
  /// The id of the innermost item; 0 for none.
  private(set) var item = 0
  /// The state of the task; `nil` if the item is not a task.
  private(set) var task: Block.ListItem.TaskState?
  /// The cells around the paragraph, outermost first.
  private(set) var cells: [Cell]
  /// The features that RTF does not represent exactly.
  private(set) var losses: [DocumentFeature] = []

  init(
    _ attributes: ParagraphAttributes, _ lists: inout RTFLists, _ tables: inout RTFTables,
    _ base: RTFDefaultStyle, isCocoa: Bool, floats: Set<Int> = []
  ) {
    let path = attributes.blocks
    cells = Self.cells(in: path)
    let outer = cells.last.map { $0.depth + 3 } ?? 0
    var style = 0
    var indent = 0
    var boxes = RTFBoxes()
    var words = RTFWords(capacity: 64)
    var label: String?
    var markWidth = 0
    var listWords = RTFWords()
    // The labels of the outer items that start with this paragraph.
    var outerLabels = ""
    var startsItem = false
    var lastItem = -1
    for (index, block) in path.enumerated() {
      switch block.kind {
      case .header(let level):
        style = RTFStyles.header(level: level)
        if level < 1 || level > 6 { losses.append(.headerLevel) }
      case .blockQuote: style = RTFStyles.quote
      case .codeBlock(let language):
        style = RTFStyles.preformatted
        if language != nil { losses.append(.codeLanguage) }
      case .thematicBreak: style = RTFStyles.rule
      case .listItem(let listItem):
        item = block.id
        task = listItem.task
        style = RTFStyles.listParagraph
        guard index > 0, path[index - 1].kind.isList else { break }
        let list = path[index - 1]
        if startsItem, lastItem >= outer, let label, markWidth > 0, !list.kind.hidesMarkers {
          outerLabels += label.prefix(12) + "\u{2005}"
        }
        lastItem = index
        startsItem = !lists.isKnown(block)
        let level = min(path[..<index].count { $0.kind.isList } - 1, 8)
        label = RTFLists.label(of: list.kind, listItem.ordinal)
        markWidth = list.kind.hidesMarkers ? 0 : 360
        listWords = RTFWords()
        listWords.add(
          "\\ls",
          lists.number(
            list: list, item: block, listItem.ordinal, level: level,
            outer: outerLabels.utf16.count > 24 ? "" : outerLabels))
        listWords.add("\\ilvl", level)
      case .footnote: style = RTFStyles.footnote
      case .endnote: style = RTFStyles.endnote
      case .annotation: style = RTFStyles.annotation
      case .pageHeader: style = RTFStyles.pageHeader
      case .pageFooter: style = RTFStyles.pageFooter
      case .textBox(let box):
        if block.kind.isMovable || floats.contains(block.id) {
          style = RTFStyles.frame
        } else if index >= outer {
          boxes.add(box, id: block.id)
        }
      case .orderedList, .unorderedList, .table, .tableRow, .tableCell: break
      }
      if index >= outer, block.kind.indents { indent = min(indent + 720, 14_400) }
    }
    if !cells.isEmpty {
      words.add("\\intbl")
      if cells.count > 1 { words.add("\\itap", cells.count) }
    }
    if style > 0 {
      words.add("\\s", style)
      words.add(RTFStyles.paragraphWords(style))
    }
    let column = Self.columnAlignment(in: path, cells)
    // Programs align right-to-left text to the left unless it states an alignment.
    let natural = attributes.direction == .rightToLeft ? ParagraphAttributes.Alignment.right : nil
    Self.add(attributes.alignment ?? column ?? natural, attributes.direction, &words)
    // The first word is the natural alignment; a second one means that the document states it.
    if natural != nil, attributes.alignment == .right, !isCocoa { words.add("\\qr") }
    words.add(base.spacingWords(of: attributes, style: style))
    addSpacing(attributes, &words)
    words.add(base.statedSpacingWords(of: attributes, style: style))
    addTabs(attributes.tabStops, &words)
    if attributes.pageBreakBefore { words.add("\\pagebb") }
    let frame = RTFFrameWords(
      boxes.framed(attributes, &losses), isHeader: (1...6).contains(style), &tables)
    words.add(frame.words)
    if cells.isEmpty, let block = path.first, let box = block.kind.frame,
      !floats.contains(block.id)
    {
      words.add(frame: box)
      if let space = box.placement?.distance, space.left != space.right || space.top != space.bottom
      {
        losses.append(.frame)
      }
    }
    losses += frame.losses
    boxes.shift(&tables)
    let head = RTFWords.count(attributes.headIndent, parts: 20) ?? 0
    let first = RTFWords.count(attributes.firstLineIndent, parts: 20) ?? 0
    let left = indent + head + boxes.left
    let hanging =
      attributes.firstLineIndent == nil && attributes.headIndent == nil ? 0 : first - head
    words.add(
      "\\ri",
      points: boxes.right == 0 ? attributes.tailIndent : (attributes.tailIndent ?? 0) + boxes.right,
      parts: 20, in: -31_680...31_680)

    var plain = words
    if left != 0 { plain.add("\\li", left) }
    if hanging != 0 { plain.add("\\fi", hanging) }
    start = Self.paragraph(plain, base, style)
    if let label {
      var listed = words
      listed.add(listWords)
      listed.add("\\fi", hanging - markWidth)
      listed.add("\\li", left)
      let text = Self.listText(label, base, isCocoa: isCocoa)
      let paragraph = Self.paragraph(listed, base, style)
      // Cocoa reads the label as text, which must follow the formatting of its paragraph.
      itemStart = isCocoa ? paragraph + text : text + paragraph
    } else {
      itemStart = start
    }
    number = style
    var characters = RTFStyles.characterWords(style)
    if !(1...6).contains(style), Self.isInHeaderRow(path, cells) { characters.add("\\b") }
    open = base.stated(characters).opening
  }

  /// Returns the styles of sets of attributes.
  ///
  /// A large table has one set for each cell. Sets that differ only in their ids are computed once.
  static func styles(
    of sets: [ParagraphAttributes], _ lists: inout RTFLists, _ tables: inout RTFTables,
    _ base: RTFDefaultStyle, isCocoa: Bool, floats: Set<Int> = []
  ) -> [RTFParagraphStyle] {
    var styles: [RTFParagraphStyle] = []
    styles.reserveCapacity(sets.count)
    for (index, set) in sets.enumerated() {
      if index > 0, var style = styles.last, isSimpleCell(set, like: sets[index - 1]) {
        style.cells = cells(in: set.blocks)
        styles.append(style)
      } else {
        styles.append(
          RTFParagraphStyle(set, &lists, &tables, base, isCocoa: isCocoa, floats: floats))
      }
    }
    return styles
  }

  /// Returns whether two sets belong to cells of outermost tables and have the same control words.
  private static func isSimpleCell(_ set: ParagraphAttributes, like other: ParagraphAttributes)
    -> Bool
  {
    guard set.blocks.count == 3, other.blocks.count == 3 else { return false }
    let (cells, others) = (cells(in: set.blocks), Self.cells(in: other.blocks))
    guard !cells.isEmpty, !others.isEmpty,
      columnAlignment(in: set.blocks, cells) == columnAlignment(in: other.blocks, others),
      isInHeaderRow(set.blocks, cells) == isInHeaderRow(other.blocks, others)
    else { return false }
    var (plain, otherPlain) = (set, other)
    plain.blocks = []
    otherPlain.blocks = []
    return plain == otherPlain
  }

  private static func paragraph(
    _ words: RTFWords, _ base: RTFDefaultStyle, _ style: Int
  ) -> [UInt8] {
    let end = base.paragraphEnd(ofStyle: style)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(5 + base.plain.count + words.bytes.count + end.count)
    bytes += "\\pard".utf8
    bytes += base.plain
    bytes += words.bytes
    bytes += end
    return bytes
  }

  /// Returns the label of an item.
  ///
  /// For programs without support for list tables, it is written before `\pard`; for Cocoa, it is text that
  /// follows the control words of the paragraph.
  private static func listText(
    _ label: String, _ base: RTFDefaultStyle, isCocoa: Bool
  ) -> [UInt8] {
    var output = RTFOutput(encoder: RTFTextEncoder(hasFallback: !isCocoa))
    if isCocoa {
      output.write("{\\listtext ")
    } else {
      output.write("{\\listtext\\pard")
      output.write(base.plain)
      output.write(" ")
    }
    output.write(text: label)
    output.write("\\tab}")
    return output.take()
  }

  /// Returns the cells around a paragraph: each sequence of table, row and cell in the path.
  ///
  /// Notes and annotations have no cells, because no program shows tables in them.
  private static func cells(in path: [Block]) -> [Cell] {
    var cells: [Cell] = []
    var index = 0
    while index + 2 < path.count {
      switch (path[index].kind, path[index + 1].kind, path[index + 2].kind) {
      case (.table, .tableRow, .tableCell):
        cells.append(
          Cell(
            table: path[index].id, row: path[index + 1].id, cell: path[index + 2].id, depth: index)
        )
        index += 3
      case (.footnote, _, _), (.endnote, _, _), (.annotation, _, _): return []
      default: index += 1
      }
    }
    return cells
  }

  /// Returns whether the innermost row around a paragraph is a header row, whose text is bold.
  private static func isInHeaderRow(_ path: [Block], _ cells: [Cell]) -> Bool {
    guard let depth = cells.last?.depth else { return false }
    return path[depth + 1].kind.isHeaderRow
  }

  private static func columnAlignment(
    in path: [Block], _ cells: [Cell]
  ) -> ParagraphAttributes.Alignment? {
    guard let depth = cells.last?.depth, case .table(let table) = path[depth].kind,
      case .tableCell(let cell) = path[depth + 2].kind, table.columns.indices.contains(cell.column)
    else { return nil }
    return table.columns[cell.column].alignment
  }

  private static func add(
    _ alignment: ParagraphAttributes.Alignment?, _ direction: WritingDirection?,
    _ words: inout RTFWords
  ) {
    switch direction {
    case .leftToRight: words.add("\\ltrpar")
    case .rightToLeft: words.add("\\rtlpar")
    case nil: break
    }
    switch alignment {
    case .left: words.add("\\ql")
    case .right: words.add("\\qr")
    case .center: words.add("\\qc")
    case .justified: words.add("\\qj")
    case nil: break
    }
  }

  private mutating func addSpacing(_ attributes: ParagraphAttributes, _ words: inout RTFWords) {
    words.add("\\sb", points: attributes.spacingBefore, parts: 20, in: 0...31_680)
    words.add("\\sa", points: attributes.spacingAfter, parts: 20, in: 0...31_680)
    switch attributes.lineHeight {
    case .multiple(let times):
      // A line height of 12 points, 240 twips, is single spacing.
      words.add("\\sl", points: times, parts: 240, in: 1...31_680)
      words.add("\\slmult1")
    case .atLeast(let height):
      words.add("\\sl", points: height, parts: 20, in: 1...31_680)
      words.add("\\slmult0")
    case .exactly(let height):
      words.add("\\sl", points: -height, parts: 20, in: -31_680 ... -1)
      words.add("\\slmult0")
    case nil: break
    }
  }

  private mutating func addTabs(
    _ stops: [ParagraphAttributes.TabStop], _ words: inout RTFWords
  ) {
    for stop in stops.prefix(64) {
      switch stop.kind {
      case .left: break
      case .right: words.add("\\tqr")
      case .center: words.add("\\tqc")
      case .decimal: words.add("\\tqdec")
      }
      if let leader = stop.leader { words.add(leader.word) }
      words.add("\\tx", points: stop.position, parts: 20, in: -31_680...31_680)
    }
    if stops.count > 64 { losses.append(.tabStops) }
  }
}

extension ParagraphAttributes.TabStop.Leader {
  fileprivate var word: StaticString {
    switch self {
    case .dots: "\\tldot"
    case .hyphens: "\\tlhyph"
    case .underscores: "\\tlul"
    case .equals: "\\tleq"
    case .middleDots: "\\tlmdot"
    case .thickLine: "\\tlth"
    }
  }
}

extension Block.Kind {
  /// Whether the block is a list.
  var isList: Bool {
    switch self {
    case .orderedList, .unorderedList: true
    default: false
    }
  }

  /// Whether the block is an item of a list.
  var isListItem: Bool {
    switch self {
    case .listItem: true
    default: false
    }
  }

  /// Whether the block indents its content.
  var indents: Bool {
    switch self {
    case .blockQuote, .listItem: true
    default: false
    }
  }

  /// Whether the block is written outside the flow of the text.
  var isMovable: Bool {
    switch self {
    case .footnote, .endnote, .annotation, .pageHeader, .pageFooter: true
    case .textBox(let box): frame == nil && !box.isGround
    default: false
    }
  }
}

/// The boxes around a paragraph.
///
/// They become borders and shading of the paragraph, because RTF has no inline boxes.
private struct RTFBoxes {
  /// The left indent of the paragraph in twips, and the right indent in points.
  private(set) var left = 0
  private(set) var right = 0.0
  /// The innermost box with a border or a colour, and the id of its block.
  private var box: Block.TextBox?
  private var id = 0
  private var isLost = false

  /// Adds the next inner box.
  mutating func add(_ box: Block.TextBox, id: Int) {
    if !box.padding.isEmpty { isLost = true }
    guard box.fill != nil || !box.lines.isEmpty else { return }
    isLost = true
    self.box = box
    self.id = id
    func inset(_ margin: Double?, _ padding: Double?, _ line: Border?) -> Double {
      let points = (margin ?? 0) + (padding ?? 0) + (line?.width ?? 0)
      return points.isFinite ? min(max(points, 0), 200) : 0
    }
    left += Int(inset(box.margin.left, box.padding.left, box.lines.left) * 20)
    right += inset(box.margin.right, box.padding.right, box.lines.right)
  }

  /// Changes the indent of the paragraph slightly if needed, so that it is not joined with the paragraph of an equal
  /// box before it.
  mutating func shift(_ tables: inout RTFTables) {
    guard let box, !box.lines.isEmpty, tables.shifts(box, id: id) else { return }
    right += 0.05
  }

  /// Returns the attributes of a paragraph with the borders and the shading of the innermost box, unless the paragraph
  /// has its own.
  ///
  /// Adds the loss of the text box, if there is one.
  func framed(
    _ attributes: ParagraphAttributes, _ losses: inout [DocumentFeature]
  ) -> ParagraphAttributes {
    if isLost { losses.append(.textBox) }
    guard let box else { return attributes }
    guard !attributes.hasFrame || attributes.borders.isEmpty && attributes.shading == nil else {
      return attributes
    }
    var framed = attributes
    framed.borders = box.lines
    framed.shading = box.fill
    func space(_ line: Border?, _ padding: Double?) -> Double? {
      line == nil ? nil : padding.flatMap { $0 > 0 ? $0 : nil }
    }
    framed.borderSpacing = Sides(
      top: space(box.lines.top, box.padding.top), right: space(box.lines.right, box.padding.right),
      bottom: space(box.lines.bottom, box.padding.bottom),
      left: space(box.lines.left, box.padding.left))
    return framed
  }
}
