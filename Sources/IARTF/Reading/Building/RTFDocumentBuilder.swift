internal import IAFormats
internal import IAText

/// Builds a document from text, paragraphs, tables and notes.
///
/// It is independent of groups and bytes: the parser passes the current formatting.
struct RTFDocumentBuilder {
  /// A stream that another one interrupted.
  private struct Interrupted {
    var stream: RTFStream
    /// The index of the stream that interrupted it.
    var index: Int
  }

  /// The tables of the document.
  var tables = RTFDocumentTables()
  /// The page of the document.
  var page = RTFPage()
  /// The current stream: the body, or that of the innermost note.
  var stream = RTFStream()
  /// The bytes of the attachments.
  var attachments = AttachmentStore()
  /// The streams of notes, headers, footers and boxes, in the order in which they start; each is
  /// empty until it ends.
  private(set) var streams: [RTFStream] = []
  private var interrupted: [Interrupted] = []
  /// The indexes of the footnotes and endnotes in `streams`, which are placed after the body.
  private(set) var notes: [Int] = []
  /// The indexes of the headers in `streams`, which are placed before the body.
  private(set) var pageHeaders: [Int] = []
  /// The indexes of the footers in `streams`, which are placed after the notes.
  private(set) var pageFooters: [Int] = []
  /// The indexes of the headers and footers of later sections in `streams`, each with the number of
  /// paragraphs of the body before its section.
  private(set) var sectionTexts: [RTFStream.Anchor] = []
  /// The indexes in `streams` of the headers and footers that are the same on both sides of facing pages.
  private(set) var textsOfAllPages: Set<Int> = []
  /// The boxes of the texts of shapes, by the indexes of their streams.
  private(set) var boxes: [Int: Block.TextBox] = [:]
  private var nextBlockID = 1
  /// Formatting that programs show in different ways.
  var different = DifferentFormatting()
  /// Whether the larger of the spaces below and above two paragraphs is between them (`\htmautsp`).
  var collapsesSpacing = false
  /// The indents of tables in points, by the ids of their blocks.
  private(set) var tableIndents: [Int: Double] = [:]
  /// The ids of the blocks of rows that pages do not divide (`\trkeep`).
  private(set) var keptRows: Set<Int> = []
  /// The distance in points between tab stops after the last one of a paragraph (`\deftab`); `nil` if not
  /// stated.
  var tabInterval: Double?
  /// Whether first pages have their own headers and footers (`\titlepg`).
  var hasTitlePages = false
  /// Whether the loss of a frame in a table or note was already reported.
  private var hasLostFrame = false
  /// Whether any row is a header row.
  private(set) var hasHeaderRows = false
  /// The numbers of list items.
  private(set) var numbers = RTFListNumbers()
  /// Whether the file marks the cells that are not part of the document.
  private var marksAbsence = false
  /// The formatting of the paragraph at the end of the document.
  var lastParagraph = RTFParagraph()

  // MARK: Blocks

  /// Records that the current paragraph is not part of the document.
  mutating func noteAbsence() {
    stream.marks.isAbsent = true
    marksAbsence = true
  }

  /// Ends the open quote or code block, and returns a new block.
  mutating func newBlock(_ kind: Block.Kind) -> Block {
    stream.lists.closeContainer()
    defer { nextBlockID += 1 }
    return Block(id: nextBlockID, kind)
  }

  /// Returns the block of the last paragraph if it has this kind, otherwise a new one.
  private mutating func continued(_ kind: Block.Kind) -> Block {
    if let open = stream.lists.container(kind) { return open }
    let block = newBlock(kind)
    stream.lists.open(block)
    return block
  }

  // MARK: Streams

  /// Starts a stream, which receives the text until it ends.
  mutating func beginStream(_ kind: Block.Kind, hasReference: Bool) {
    let index = streams.count
    switch kind {
    case .footnote, .endnote: notes.append(index)
    case .pageHeader, .pageFooter:
      if isInBody, let start = page.laterStart {
        sectionTexts.append(.init(paragraph: start, stream: index))
      } else if case .pageHeader = kind {
        pageHeaders.append(index)
      } else {
        pageFooters.append(index)
      }
    default: stream.anchor(index)
    }
    streams.append(RTFStream())
    interrupted.append(Interrupted(stream: stream, index: index))
    stream = RTFStream(container: Block(id: nextBlockID, kind))
    stream.hasReference = hasReference
    nextBlockID += 1
  }

  /// Converts the note of the current stream into an endnote.
  mutating func makeEndnote() {
    guard let note = stream.container, let label = note.kind.noteLabel, stream.isAtParagraphStart
    else { return }
    stream.container = Block(id: note.id, .endnote(label: label))
  }

  /// Sets the date of the comment whose stream is the current one; returns `false` in another stream.
  mutating func setAnnotationDate(_ date: String?) -> Bool {
    guard let block = stream.container, case .annotation(var annotation) = block.kind else {
      return false
    }
    annotation.date = date
    stream.container = Block(id: block.id, .annotation(annotation))
    return true
  }

  /// Assigns the header or footer of one side to all pages.
  mutating func showOnAllPages(_ stream: Int) { textsOfAllPages.insert(stream) }

  /// Sets the placement and the appearance of the text box of a stream.
  mutating func setBox(_ box: Block.TextBox, stream: Int) {
    if box != Block.TextBox() { boxes[stream] = box }
    if box.placement?.belongsToNext == true { self.stream.anchorBefore(stream) }
  }

  /// Ends the innermost stream and continues the one around it.
  mutating func endStream(_ group: inout RTFGroup, report: inout ConversionReport) {
    if !stream.isAtParagraphStart || stream.record != nil {
      endParagraph(
        depth: stream.grid.hasOpenRow ? stream.grid.depth : 0, &group, report: &report)
    } else if isAfterRowOfRunningText || isEmptyRunningText || isEmptyNote, !tables.isOwn {
      // As in LibreOffice and Word, a table at the end of a header or footer has an empty paragraph after it. A header
      // or footer without text that moves the text of the page, and a note without text, are an empty paragraph. Files
      // of the suite contain these paragraphs, so that none is added.
      group.paragraph = RTFParagraph()
      endParagraph(depth: 0, &group, report: &report)
    }
    closeTables()
    stream.placeAnchors()
    guard let outer = interrupted.popLast() else { return }
    streams[outer.index] = stream
    stream = outer.stream
  }

  /// Ends all open structures of the body.
  mutating func endBody(report: inout ConversionReport) {
    if !stream.isAtParagraphStart || stream.record != nil {
      settleParagraph(
        depth: stream.grid.hasOpenRow ? stream.grid.depth : 0, lastParagraph, report: &report)
    }
    closeTables()
    stream.placeAnchors()
  }

  // MARK: Sections

  /// Whether the current stream is the body.
  var isInBody: Bool { interrupted.isEmpty }

  /// Whether the body is at the start of a section that has no paragraph yet.
  var isInEmptySection: Bool {
    isInBody && stream.isAtParagraphStart && !stream.hasTables
      && stream.paragraphCount == page.laterStart ?? 0
  }

  /// Whether the body is after a row of a table, without a paragraph after it.
  var isAfterRow: Bool {
    isInBody && stream.isAtParagraphStart && stream.hasTables && !stream.grid.hasOpenRow
  }

  /// Whether a header or footer is after a row of a table, without a paragraph after it.
  private var isAfterRowOfRunningText: Bool {
    guard stream.hasTables, !stream.grid.hasOpenRow else { return false }
    return isRunningText
  }

  /// Whether the stream is a comment, or a note with a reference mark, that has no text.
  private var isEmptyNote: Bool {
    guard stream.paragraphCount == 0, !stream.hasTables else { return false }
    if case .annotation = stream.container?.kind { return true }
    return stream.isNote && stream.hasReference
  }

  /// Whether the stream is a header or footer without text that nevertheless moves the text of the page, because there
  /// is less than one line between its distance from the edge and the margin.
  private var isEmptyRunningText: Bool {
    guard stream.paragraphCount == 0, !stream.hasTables else { return false }
    let layout = page.layout
    switch stream.container?.kind {
    case .pageHeader:
      guard let distance = layout?.headerDistance, let margin = layout?.topMargin else {
        return false
      }
      return distance + Self.leastLine > margin
    case .pageFooter:
      guard let distance = layout?.footerDistance, let margin = layout?.bottomMargin else {
        return false
      }
      return distance + Self.leastLine > margin
    default: return false
    }
  }

  /// The height of one line in points, as a low estimate.
  private static let leastLine = 12.0

  /// Ends a section of the body, and starts the next one.
  mutating func beginSection(_ report: inout ConversionReport, byteOffset: Int) {
    guard isInBody else { return }
    if stream.isAtParagraphStart { closeTables() }
    page.endSection(at: stream.paragraphCount, &report, byteOffset: byteOffset)
    page.beginLater(at: stream.paragraphCount)
  }

  /// Ends the last section of the body.
  mutating func endSections(_ report: inout ConversionReport, byteOffset: Int) {
    page.endSection(at: stream.paragraphCount, &report, byteOffset: byteOffset)
  }

  // MARK: Rows and cells

  /// Returns the number of tables around a paragraph.
  func depth(of paragraph: RTFParagraph) -> Int {
    if paragraph.isInTable { return max(1, Int(paragraph.tableDepth)) }
    if paragraph.tableDepth > 0 { return Int(paragraph.tableDepth) }
    // Some writers omit \intbl; a row with cells continues to its end.
    return stream.grid.hasOpenRow ? stream.grid.depth : 0
  }

  /// Ends a row.
  ///
  /// Text after its last cell becomes another cell.
  ///
  /// - Parameters:
  ///   - depth: The number of tables around its cells.
  ///   - definition: The definition of the row.
  ///   - group: The group in which it ends.
  ///   - report: The report.
  ///   - byteOffset: The offset of its end.
  mutating func endRow(
    depth: Int, _ definition: RTFRow, _ group: inout RTFGroup, report: inout ConversionReport,
    byteOffset: Int
  ) {
    if !stream.isAtParagraphStart, stream.grid.depth >= depth {
      endCell(depth: depth, &group, report: &report)
    }
    if depth == 1 {
      let cells = stream.grid.takeSurplusCells(definedBy: definition)
      for _ in 0..<cells.defined {
        endParagraph(depth: 1, &group, report: &report)
        stream.grid.endCell(atDepth: 1)
      }
      if cells.surplus > 0 {
        report.add(.dropped, .tableCell, "empty, without an edge", byteOffset: byteOffset)
      }
    }
    if definition.isHeader { hasHeaderRows = true }
    if !stream.grid.endRow(atDepth: depth, definition) {
      report.add(.approximated, .tableRows, "more than is kept apart", byteOffset: byteOffset)
    }
    stream.marks.task = nil
  }

  /// Ends a row whose end is missing in the file if text outside tables follows it before another row is defined.
  mutating func leaveOpenRow() {
    if stream.isAtParagraphStart, stream.isBesideOpenRow { closeTables() }
  }

  /// Returns whether an empty cell of the outermost table is not defined by its row.
  ///
  /// LibreOffice writes such cells after nested tables; neither LibreOffice nor Word shows them.
  private func isSurplus(_ ordinal: Int) -> Bool {
    let defined = stream.rows.outer.cells.count
    return defined > 0 && ordinal >= defined && stream.record == nil && !tables.isOwn
  }

  /// Ends a cell.
  ///
  /// The text since the last paragraph mark becomes its last paragraph, even if it is empty.
  mutating func endCell(
    depth: Int, _ group: inout RTFGroup, report: inout ConversionReport
  ) {
    let next = stream.grid.nextOrdinal(atDepth: depth)
    if depth == 1, next.isNew, stream.isAtParagraphStart, isSurplus(next.ordinal) {
      return stream.grid.noteSurplusCell()
    }
    // The definition of a nested row follows the row: the current one belongs to the previous row.
    // If a file marks absent cells, no definition is needed to find them.
    let definition =
      marksAbsence ? RTFRow.Cell() : stream.rows.row(atDepth: depth).cell(next.ordinal)
    // Text of a cell that is merged into another one belongs to that one.
    if definition.continuesMerge, next.isNew, !stream.isAtParagraphStart,
      stream.rows.row(atDepth: depth).isMerged(next.ordinal)
    {
      stream.grid.reopenCell(atDepth: depth)
    }
    // A cell that continues the one above or to the left has no text.
    let continues = definition.continuesColumn || definition.continuesMerge
    if stream.isAtParagraphStart, next.isNew, stream.marks.isAbsent || continues {
      stream.marks.isAbsent = false
      stream.record = nil
      stream.marks.label = nil
    } else {
      // HTML has no automatic space below the last paragraph of a cell.
      let after = group.paragraph.spaceAfter
      if collapsesSpacing, group.paragraph.hasAutomaticSpaceAfter {
        group.paragraph.spaceAfter = 0
      }
      endParagraph(depth: depth, &group, report: &report)
      group.paragraph.spaceAfter = after
    }
    stream.grid.endCell(atDepth: depth)
  }

  /// Ends the open tables.
  private mutating func closeTables() {
    guard stream.hasTables else { return }
    if stream.grid.hasOpenRow {
      stream.endOpenRow()
      different.hasOpenRow = true
    }
    stream.closeTables(nextID: &nextBlockID, colors: tables.colors)
    tableIndents.merge(stream.grid.indents) { first, _ in first }
    keptRows.formUnion(stream.grid.keptRows)
    stream.lists.closeLists()
    stream.lists.enter(cell: nil)
  }

  // MARK: Paragraphs

  /// Ends a paragraph with a line feed.
  ///
  /// - Parameters:
  ///   - depth: The number of tables around it.
  ///   - group: The group in which it ends.
  ///   - report: The report.
  mutating func endParagraph(
    depth: Int, _ group: inout RTFGroup, report: inout ConversionReport
  ) {
    // A paragraph can be absent in a cell, or if it only separates a table from the next one.
    if stream.marks.isAbsent, stream.isAtParagraphStart, depth > 0 || !stream.grid.isEmpty {
      stream.marks.isAbsent = false
      stream.record = nil
      if depth == 0 { closeTables() }
      return
    }
    let repeatsPicture = stream.marks.repeatsPicture && stream.isAtParagraphStart
    stream.marks.repeatsPicture = false
    if repeatsPicture { return }
    // An empty paragraph beside a frame in a header or footer is on the same line as the frame.
    if stream.marks.followsEdge, stream.isAtParagraphStart, depth == 0,
      group.paragraph.frame.isNone, stream.marks.isPlain
    {
      stream.marks.followsEdge = false
      stream.record = nil
      return
    }
    stream.marks.followsEdge = false
    let attributes = attributes(in: &group)
    stream.text.append(unit: 0x0A, attributes: attributes)
    settleParagraph(depth: depth, group.paragraph, report: &report)
  }

  /// Creates a paragraph from the text since the last one.
  private mutating func settleParagraph(
    depth: Int, _ paragraph: RTFParagraph, report: inout ConversionReport
  ) {
    let count = stream.paragraphUTF16Count
    stream.marks.isAbsent = false
    if depth == 0 {
      closeTables()
      let style = style(of: paragraph, report: &report)
      stream.text.settle(utf16Count: count, as: style)
      stream.endParagraph()
      stream.placeAnchors()
    } else {
      let cell = stream.grid.cell(atDepth: depth)
      stream.lists.enter(cell: cell)
      let attributes = attributes(of: paragraph, isInTable: true, report: &report)
      let isStated = paragraph.isInTable || paragraph.tableDepth > 0
      stream.appendPending(
        .init(utf16Count: count, attributes: attributes, cell: cell, isStated: isStated))
      stream.endParagraph()
    }
    stream.marks.isRule = false
    stream.marks.label = nil
    stream.marks.task = nil
    stream.marks.awaitsEnd = false
  }

  /// Returns the builder's style of a paragraph outside of tables.
  private mutating func style(
    of paragraph: RTFParagraph, report: inout ConversionReport
  ) -> IAStringBuilder.ParagraphStyle {
    let isOrdinary =
      !stream.marks.pageBreak && !stream.marks.breaksInside && !stream.marks.isRule
      && stream.marks.label == nil
      && paragraph.list == 0 && paragraph.oldList.isNone && stream.container == nil
      && stream.lists.hasNoList && stream.frame == nil
      && (paragraph.frame.isNone || tables.frames[paragraph.frame].isOrdinary)
      && !(isAtStartOfBody && paragraph.stated.contains(.automaticBefore))
    if isOrdinary, stream.lists.isEmpty, let known = stream.styles.style(of: paragraph) {
      return known
    }
    let attributes = attributes(of: paragraph, report: &report)
    let style = stream.text.intern(attributes)
    if isOrdinary, attributes.blocks.isEmpty { stream.styles.add(style, of: paragraph) }
    return style
  }

  /// Returns the attributes of a paragraph, without the tables around it.
  private mutating func attributes(
    of paragraph: RTFParagraph, isInTable: Bool = false, report: inout ConversionReport
  ) -> ParagraphAttributes {
    var paragraph = paragraph
    let blocks = blocks(of: paragraph)
    paragraph.setAutomaticSpace(
      isCollapsed: collapsesSpacing, isFirst: !isInTable && isAtStartOfBody)
    setSpace(of: &paragraph, in: blocks, isInTable: isInTable, report: &report)
    var implied = RTFParagraph()
    let takesSpacing =
      !isInTable && blocks.allSatisfy(\.kind.takesDocumentSpacing)
      && (stream.container?.kind.takesDocumentSpacing ?? true)
    if let style = tables.styles[paragraph.style],
      style.isHeader || tables.isOwn && style.impliesFormatting
    {
      implied = style.impliedParagraph
    } else if case .header(let level)? = blocks.last?.kind {
      implied = RTFStyle.headerParagraph(level: level)
    } else if takesSpacing {
      implied.spaceAfter = tables.base.spaceAfter
    }
    if takesSpacing, paragraph.spaceAfter == tables.base.spaceAfter {
      tables.base.isSpaceUsed = true
    }
    if !paragraph.indents.isStated, paragraph.list != 0,
      let level = tables.lists.level(Int(paragraph.level), ofOverride: paragraph.list)
    {
      paragraph.indents.leading = level.leadingIndent
      paragraph.indents.first = level.firstIndent
    }
    paragraph.removeIndents(of: blocks)
    var result = paragraph.attributes(base: implied, tabs: tables.tabs[paragraph.tabs])
    // In a paragraph without text, the page break takes effect before the next paragraph.
    let breaksAfter = stream.marks.breaksInside && stream.isLastParagraphEmpty && !isInTable
    if stream.marks.pageBreak || stream.marks.breaksInside && !breaksAfter {
      result.pageBreakBefore = true
    }
    stream.marks.pageBreak = breaksAfter
    stream.marks.breaksInside = false
    if blocks.last?.kind != .thematicBreak {
      tables.addFrame(of: paragraph, base: implied, to: &result)
    }
    result.blocks = blocks
    if let frame = frame(of: paragraph, isInTable: isInTable, report: &report) {
      result.blocks.insert(frame, at: 0)
    } else if let alignment = runningAlignment(of: paragraph, isInTable: isInTable) {
      result.alignment = alignment
      stream.marks.followsEdge = true
    }
    if let container = stream.container { result.blocks.insert(container, at: 0) }
    return result
  }

  /// Whether no paragraph precedes the current one in the body.
  private var isAtStartOfBody: Bool { isInBody && stream.paragraphCount == 0 }

  /// Returns the alignment that represents the position of a frame in a header or footer.
  ///
  /// `nil` if the paragraph is in no such frame, or the frame is neither at the centre nor at the right edge.
  private func runningAlignment(
    of paragraph: RTFParagraph, isInTable: Bool
  ) -> ParagraphAttributes.Alignment? {
    guard !isInTable, isRunningText, !paragraph.frame.isNone,
      let place = tables.frames[paragraph.frame].place, place.width == 0
    else { return nil }
    switch place.across.edge {
    case .center: return .center
    case .end: return .right
    case .start, nil: return nil
    }
  }

  /// Whether the stream is a header or footer.
  private var isRunningText: Bool {
    switch stream.container?.kind {
    case .pageHeader, .pageFooter: true
    default: false
    }
  }

  /// Returns the text box of the frame that contains a paragraph: the one of the paragraph before if both have the same
  /// placement.
  private mutating func frame(
    of paragraph: RTFParagraph, isInTable: Bool, report: inout ConversionReport
  ) -> Block? {
    guard !paragraph.frame.isNone, let place = tables.frames[paragraph.frame].place, place.isFrame
    else {
      stream.frame = nil
      return nil
    }
    guard !isInTable, stream.container == nil else {
      stream.frame = nil
      if runningAlignment(of: paragraph, isInTable: isInTable) != nil {
        report.add(.approximated, .frame, "in a header or footer")
        return nil
      }
      if !hasLostFrame { report.add(.dropped, .frame, isInTable ? "in a table" : "in a note") }
      hasLostFrame = true
      return nil
    }
    if let frame = stream.frame, frame.place == place { return frame.block }
    let block = Block(id: nextBlockID, .textBox(place.frame))
    nextBlockID += 1
    stream.frame = (place, block)
    return block
  }

  /// Sets the space around items and lines of code, and reports space that depends on the adjacent paragraphs.
  ///
  /// If the file does not state the space, there is none between items and between lines of code, and the last one has
  /// the paragraph spacing of the document.
  private mutating func setSpace(
    of paragraph: inout RTFParagraph, in blocks: [Block], isInTable: Bool,
    report: inout ConversionReport
  ) {
    guard !tables.isOwn || paragraph.isTight else { return }
    let isTight = blocks.contains(where: \.kind.hasNoSpaceBetweenParagraphs)
    if paragraph.isTight {
      if isTight {
        paragraph.spaceBefore = 0
        paragraph.spaceAfter = 0
      } else if !tables.isOwn, paragraph.spaceBefore != 0 || paragraph.spaceAfter != 0 {
        report.add(.approximated, .paragraphSpacing, "between paragraphs of one style")
      }
    } else if isTight, !isInTable {
      if paragraph.stated.contains(.automaticBefore) || paragraph.stated.contains(.automaticAfter) {
        report.add(.approximated, .paragraphSpacing, "automatic space around a list")
      }
      guard paragraph.spaceAfter == 0 || paragraph.stated.contains(.automaticAfter) else { return }
      if tables.base.spaceAfter == 0 {
        tables.base.isSpaceUsed = true
      } else {
        paragraph.stated.insert(.spaceAfter)
      }
    }
  }

  /// Returns the blocks of the paragraph: lists, header, quote, code, or thematic break.
  private mutating func blocks(of paragraph: RTFParagraph) -> [Block] {
    let role = tables.styles[paragraph.style]?.role ?? .none
    if let lists = listBlocks(of: paragraph) {
      stream.lists.closeContainer()
      if case .header(let level) = role { return lists + [newBlock(.header(level: level))] }
      if role == .none, let level = paragraph.headerLevel {
        return lists + [newBlock(.header(level: level))]
      }
      return lists
    }
    stream.lists.closeLists()
    switch role {
    case .header(let level): return [newBlock(.header(level: level))]
    case .quote: return [continued(.blockQuote)]
    case .code: return [continued(.codeBlock(language: nil))]
    case .rule where stream.isLastParagraphEmpty: return [newBlock(.thematicBreak)]
    default: break
    }
    stream.lists.closeContainer()
    if role == .none, let level = paragraph.headerLevel { return [newBlock(.header(level: level))] }
    if tables.frames[paragraph.frame].isRule || stream.marks.isRule, stream.isLastParagraphEmpty {
      return [newBlock(.thematicBreak)]
    }
    return []
  }

  /// Returns the lists around a paragraph with their items, or `nil` if the paragraph is not an
  /// item.
  private mutating func listBlocks(of paragraph: RTFParagraph) -> [Block]? {
    guard
      let entry = numbers.entry(
        of: paragraph, label: stream.marks.label, lastKey: stream.lists.lastKey, in: tables)
    else { return nil }
    let continues = stream.lists.closeLists(before: paragraph, key: entry.key, kind: entry.kind)
    let item = Block.Kind.listItem(.init(ordinal: entry.ordinal, task: stream.marks.task))
    if continues {
      stream.lists.setItem(newBlock(item))
    } else {
      var kind = entry.kind
      if case .orderedList(var style) = kind {
        style.start = entry.ordinal
        kind = .orderedList(style)
      }
      let list = newBlock(kind)
      stream.lists.open(
        .init(
          key: entry.key, level: paragraph.level, indent: paragraph.indents.leading, list: list,
          item: newBlock(item)))
    }
    return stream.lists.blocks
  }
}

extension Block.Kind {
  /// Whether paragraphs of the block never have space between them.
  fileprivate var hasNoSpaceBetweenParagraphs: Bool {
    switch self {
    case .listItem, .codeBlock: true
    default: false
    }
  }
}
