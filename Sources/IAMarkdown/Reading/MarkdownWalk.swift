internal import IABytes
internal import IAFiles
internal import IAFormats
internal import IAHiddenData
internal import IAText

/// Builds a document from the nodes of a tree, in order.
struct MarkdownWalk {
  let survey: MarkdownSurvey
  /// The number of lines that were added at the start of the document.
  var lineShift = 0
  /// The labels of the footnotes by number.
  var footnoteLabels: [Int: String] = [:]
  /// The number of the footnote that is being read.
  var footnote: Int?
  var metadata = DocumentMetadata()
  /// The document that is being built.
  var page: MarkdownPage

  /// The lines, in descending order, that may be footnotes whose label was defined before.
  private var repeatedNotes: [(line: Int, label: String)]
  /// The lines among them that are not inside code.
  private var namelessNotes: [(line: Int, label: String)] = []
  /// The number of columns of the current table.
  private var columnCount = 0
  /// The number of the next item of each list around the current position, and the column of the next cell.
  private var nextOrdinals: [Int] = []
  private var column = 0
  /// Whether the next text starts with the box of a task.
  var isAtTask = false
  /// The number of following nodes that were already read together with the mark of an alert.
  var nodesOfAlert = 0

  /// The text of the comment with hidden data; `nil` if there is none.
  var hiddenComment: String?

  init(source: any DocumentSource, options: ReadOptions, survey: MarkdownSurvey) {
    self.survey = survey
    repeatedNotes = survey.repeatedNotes.reversed()
    page = MarkdownPage(source: source, options: options, byteCount: survey.byteCount)
  }

  /// Removes lines inside code from the lines that may be footnotes.
  private mutating func forgetNotes(in node: CMarkNode) {
    guard !repeatedNotes.isEmpty else { return }
    let first = node.startLine - lineShift
    let last = max(node.startLine, node.endLine) - lineShift
    // The nodes are in the order of their lines.
    while let note = repeatedNotes.last, note.line < first {
      namelessNotes.append(note)
      repeatedNotes.removeLast()
    }
    while let note = repeatedNotes.last, note.line <= last { repeatedNotes.removeLast() }
  }

  /// Reports the footnotes that are ignored because their label was defined before.
  mutating func reportRepeatedNotes() {
    for (line, label) in namelessNotes + repeatedNotes.reversed() {
      page.report.add(
        .dropped, .footnote, "\(label), defined before",
        byteOffset: survey.byteOffset(ofLine: line))
    }
  }

  /// Returns the document and the report, with the hidden data restored.
  ///
  /// - Parameter bytes: The file.
  consuming func finish(_ bytes: [UInt8]) -> ReadResult {
    var report = page.report
    let options = page.options
    var string = page.builder.finish()
    string.setHeadingBookmarks()
    let document = IADocument(
      string, metadata: metadata, attachments: page.pictures.attachments)
    guard hiddenComment != nil, !options.ignoresHiddenData else {
      return ReadResult(document, report: report)
    }
    let restored: Restored
    do {
      restored = try self.restored(document, &report)
    } catch {
      report.add(.dropped, .damagedHiddenData, "\(error)")
      return ReadResult(document, report: report)
    }
    guard isProved(restored.visible, whole: restored.whole.document, shown: document, bytes) else {
      report.add(.dropped, .refusedHiddenData, "all: text would change its place")
      return ReadResult(document, report: report)
    }
    report.add(restored.whole.report)
    return ReadResult(restored.whole.document, report: report)
  }

  /// A document with its hidden data.
  private struct Restored {
    /// The document without text that the file does not contain.
    var visible: IADocument
    /// The document including that text, which is hidden, and the report of hidden data.
    var whole: ReadResult
  }

  /// Returns a document with the hidden data of the comment.
  ///
  /// The comment is removed, so that it and its records are not in memory while the document is checked.
  ///
  /// - Throws: `InputError` for a comment that cannot be read.
  private mutating func restored(
    _ document: IADocument, _ report: inout ConversionReport
  ) throws -> Restored {
    let text = hiddenComment ?? ""
    hiddenComment = nil
    var damaged: [Int] = []
    var comment = try HiddenComment(text, limits: page.options.limits, damaged: &damaged)
    for number in damaged { report.add(.dropped, .damagedHiddenData, "record \(number)") }
    let aligned = comment.aligned(with: document.string)
    for _ in 0..<aligned.staleCount { report.add(.dropped, .staleHiddenData, "hidden text") }
    func restore(refusesDistortions: Bool) -> RestoredDocument {
      HiddenDataRestorer(
        comment.block, standIns: .markdown, refusesDistortions: refusesDistortions
      ).restoreVisible(document, paragraphs: aligned.paragraphs)
    }
    var visible = restore(refusesDistortions: false)
    if visible.isDistorted,
      !proof.showsMarks(of: visible.result.document, as: document, byteCount: survey.byteCount)
    {
      visible = restore(refusesDistortions: true)
    }
    return Restored(
      visible: visible.result.document,
      whole: AbsentTextRestorer.restored(visible, comment.block, .markdown))
  }

  /// The check that writes a restored document and compares it with the file.
  private var proof: HiddenDataProof<MarkdownReader, MarkdownWriter> {
    HiddenDataProof(
      MarkdownReader(), MarkdownWriter(), hasSideFiles: page.pictures.hasSideFiles,
      limits: page.options.limits)
  }

  /// Returns whether a restored document shows the same content as the file.
  ///
  /// This is certain if its paragraphs are in the same blocks and it has no notes, which Markdown moves. Otherwise the
  /// document is written again and compared.
  ///
  /// - Parameters:
  ///   - restored: The document without text that the file does not contain.
  ///   - whole: The document including that text, which is hidden.
  private func isProved(
    _ restored: IADocument, whole: IADocument, shown: IADocument, _ bytes: [UInt8]
  ) -> Bool {
    let hasNotes = restored.string.paragraphSets.contains { set in
      set.blocks.contains { $0.kind.noteLabel != nil }
    }
    if !hasNotes, ShownStructure(restored.string) == ShownStructure(shown.string) { return true }
    return proof.isOutput(bytes, of: whole)
      || proof.holds(for: restored, shown: ShownContent(shown), byteCount: survey.byteCount)
  }

  /// Returns the offset in the input at which the line of a node starts.
  func byteOffset(of node: CMarkNode) -> Int {
    survey.byteOffset(ofLine: node.startLine - lineShift)
  }

  /// Reads a node.
  mutating func visit(_ node: CMarkNode, isEntering: Bool) throws {
    page.nodeCount += 1
    guard page.nodeCount <= page.options.limits.entries else {
      throw page.tooManyEntries(at: byteOffset(of: node))
    }
    let kind = node.kind
    if isEntering, !page.raw.isEmpty, kind.isContent { page.prepareForContent() }
    if !isEntering, kind == .paragraph || kind == .heading || kind == .tableCell {
      try page.endEquation()
    }
    switch kind {
    case .blockQuote, .list, .item, .footnoteDefinition, .table, .tableRow, .tableCell, .heading:
      if isEntering { try enter(node, kind) } else { leave(kind) }
    case .definition:
      if isEntering { try enterDefinition(node) } else { leaveDefinition(node) }
    case .paragraph:
      if isEntering {
        page.enterParagraph()
        readAlert(node)
      } else {
        page.leaveParagraph()
      }
    case .codeBlock:
      forgetNotes(in: node)
      readCodeBlock(node)
    case .htmlBlock:
      forgetNotes(in: node)
      try readHTML(node)
    case .thematicBreak:
      page.path.append(page.block(.thematicBreak))
      page.endParagraph()
      page.path.removeLast()
    case .document, .other: break
    default: try visitInline(node, kind, isEntering: isEntering)
    }
  }

  private mutating func enter(_ node: CMarkNode, _ kind: CMarkKind) throws {
    if kind == .footnoteDefinition, !page.raw.isEmpty {
      page.raw.takeOutside(page.path)
      page.path = []
    }
    try open(blockKind(of: node, kind), at: node)
    if kind == .heading || kind == .tableCell { page.enterParagraph() }
  }

  private mutating func open(_ kind: Block.Kind, at node: CMarkNode) throws {
    page.path.append(page.block(kind))
    page.entries.append((page.paragraphCount, page.raw.elements.count))
    guard page.path.count <= page.options.limits.depth else {
      throw InputError.exceeds(
        .markdownDepth, limit: "depth", maximum: page.options.limits.depth, seen: page.path.count,
        at: byteOffset(of: node))
    }
  }

  /// Opens a definition: an item of a list, which starts at the first definition of a term.
  private mutating func enterDefinition(_ node: CMarkNode) throws {
    if !node.isAfterDefinition {
      nextOrdinals.append(1)
      try open(.unorderedList(marker: Block.definitionMarker), at: node)
    }
    let ordinal = nextOrdinals.popLast() ?? 1
    nextOrdinals.append(ordinal + 1)
    try open(.listItem(.init(ordinal: ordinal)), at: node)
  }

  private mutating func leaveDefinition(_ node: CMarkNode) {
    leave(.item)
    if node.next?.kind != .definition { leave(.list) }
  }

  private mutating func leave(_ kind: CMarkKind) {
    let entry = page.entries[page.entries.count - 1]
    let hadTags = page.raw.hasTags
    if hadTags, kind == .heading || kind == .tableCell { page.settleEnd() }
    if page.raw.elements.count > entry.elements { page.closeElements(downTo: entry.elements) }
    let wasEmpty = entry.paragraphs == page.paragraphCount
    page.entries.removeLast()
    switch kind {
    case .list: nextOrdinals.removeLast()
    case .tableCell, .heading: page.endParagraph()
    case .blockQuote, .item, .footnoteDefinition: if wasEmpty { page.endParagraph() }
    default: break
    }
    page.path.removeLast()
    if kind == .footnoteDefinition, let outer = page.raw.putBack() { page.path = outer }
    if hadTags, kind == .heading || kind == .tableCell { page.leaveText() }
  }

  private mutating func blockKind(of node: CMarkNode, _ kind: CMarkKind) -> Block.Kind {
    switch kind {
    case .list:
      nextOrdinals.append(node.isOrdered ? node.listStart : 1)
      guard node.isOrdered else { return .unorderedList(marker: nil) }
      return .orderedList(
        .init(start: node.listStart, delimiter: node.hasParenDelimiter ? ")" : "."))
    case .item:
      let ordinal = nextOrdinals.popLast() ?? 1
      nextOrdinals.append(ordinal + 1)
      let task = taskState(of: node)
      isAtTask = task != nil
      return .listItem(.init(ordinal: ordinal, task: task))
    case .footnoteDefinition:
      return .footnote(label: footnote.flatMap { footnoteLabels[$0] } ?? "")
    case .table:
      let columns = node.columnAlignments.map { letter in
        Block.Table.Column(alignment: Self.alignment(letter))
      }
      columnCount = columns.count
      return .table(.init(columns: columns))
    case .tableRow:
      column = 0
      let cells = survey.cellCount(line: node.startLine - lineShift)
      if cells > columnCount {
        page.report.add(
          .dropped, .tableCell, "more cells than columns", byteOffset: byteOffset(of: node))
      }
      return .tableRow(isHeader: node.isHeaderRow)
    case .tableCell:
      defer { column += 1 }
      return .tableCell(.init(column: column))
    case .heading: return .header(level: node.headingLevel)
    default: return .blockQuote
    }
  }

  /// Returns the state of an item that is a task: its first paragraph starts with an unescaped `[
  /// ]` or `[x]` and white space.
  ///
  /// The library's own extension finds tasks only if a line starts with the mark of their item.
  private func taskState(of item: CMarkNode) -> Block.ListItem.TaskState? {
    guard let paragraph = item.firstChild, paragraph.kind == .paragraph,
      let text = paragraph.firstChild, text.kind == .text
    else { return nil }
    let literal = text.literal
    let box = literal.prefix(3)
    guard box == "[ ]" || box == "[x]" || box == "[X]" else { return nil }
    let after = literal.dropFirst(3).unicodeScalars.first
    guard after == nil || after == " " || after == "\t" else { return nil }
    guard
      survey.startsWithBracket(
        line: paragraph.startLine - lineShift, column: paragraph.startColumn)
    else { return nil }
    return box == "[ ]" ? .open : .done
  }

  /// Reads the mark of an alert, which is the first line of a quote outside other blocks, and appends its label as a
  /// separate paragraph.
  private mutating func readAlert(_ paragraph: CMarkNode) {
    guard page.entries.count == 1, let quote = paragraph.parent, quote.kind == .blockQuote,
      paragraph.isFirst(in: quote), let text = paragraph.firstChild, text.kind == .text
    else { return }
    let mark = text.literal
    guard let alert = MarkdownAlert(mark: mark), text.next?.isLineEnd ?? (paragraph.next != nil),
      survey.has(mark, line: paragraph.startLine - lineShift, column: paragraph.startColumn)
    else { return }
    page.builder.append(alert.label, attributes: page.builder.intern(alert.attributes))
    page.endParagraph()
    nodesOfAlert = text.next == nil ? 1 : 2
    // If there are no more lines, no other paragraph is created.
    page.raw.hasTags = true
  }

  private static func alignment(_ letter: UInt8) -> ParagraphAttributes.Alignment? {
    switch letter {
    case UInt8(ascii: "l"): .left
    case UInt8(ascii: "r"): .right
    case UInt8(ascii: "c"): .center
    default: nil
    }
  }

  /// Appends each line of a code block as a paragraph in one block.
  private mutating func readCodeBlock(_ node: CMarkNode) {
    let info = node.info
    let language = info.split(separator: " ", maxSplits: 1).first.map(String.init)
    var attributes = InlineAttributes()
    if let language, language != info { attributes[tag: MarkdownTag.info] = info }
    let interned = page.builder.intern(attributes)
    page.path.append(page.block(.codeBlock(language: language)))
    var code = Substring(node.literal)
    if code.last == "\n" { code.removeLast() }
    for line in code.split(separator: "\n", omittingEmptySubsequences: false) {
      page.builder.append(units: Array(line.utf16), attributes: interned)
      page.endParagraph()
    }
    page.path.removeLast()
  }

  /// Reads a block of raw HTML, which may be the comment with the hidden data.
  private mutating func readHTML(_ node: CMarkNode) throws {
    var html = Substring(node.literal)
    while html.last == "\n" { html.removeLast() }
    if html == MarkdownTag.separator { return }
    if html.hasPrefix(MarkdownTag.hiddenData), html.hasSuffix("-->") {
      hiddenComment = String(html)
      return
    }
    try page.readHTMLBlock(node, at: byteOffset(of: node))
  }
}
