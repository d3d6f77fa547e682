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
  var hasLostFrame = false
  /// Whether any row is a header row.
  private(set) var hasHeaderRows = false
  /// The numbers of list items.
  var numbers = RTFListNumbers()
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
    return makeBlock(kind)
  }

  /// Returns a new block, and leaves the open quote or code block open.
  mutating func makeBlock(_ kind: Block.Kind) -> Block {
    defer { nextBlockID += 1 }
    return Block(id: nextBlockID, kind)
  }

  /// Returns the block of the last paragraph if it has this kind, otherwise a new one.
  mutating func continued(_ kind: Block.Kind) -> Block {
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
  mutating func closeTables() {
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
}
