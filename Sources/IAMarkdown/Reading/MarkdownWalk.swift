internal import IABytes
internal import IAFiles
internal import IAFormats
internal import IAHiddenData
internal import IAText

/// Builds a document from the nodes of a tree, in order.
struct MarkdownWalk {
  let source: any DocumentSource
  let options: ReadOptions
  let survey: MarkdownSurvey
  /// Lines that were put in front of the document.
  var lineShift = 0
  /// The labels of the footnotes by number.
  var footnoteLabels: [Int: String] = [:]
  /// The number of the footnote that is being read.
  var footnote: Int?
  var metadata = DocumentMetadata()
  var report = ConversionReport()
  var attachments = AttachmentStore()
  var builder = IAStringBuilder()

  /// The blocks around the place that is read.
  var path: [Block] = []
  /// The number of paragraphs at the start of each of those blocks.
  private var paragraphsAtEntry: [Int] = []
  private var paragraphCount = 0
  private var lastBlockID = 0
  /// The end of the last paragraph.
  private var lastEnd = 0
  private var nodeCount = 0
  /// The item numbers of the lists around, and whether the table row is the header.
  private var nextOrdinals: [Int] = []
  private var column = 0
  /// Whether the next text starts with the box of a task.
  var isAtTask = false

  var inline = InlineState()
  /// Whether a picture was found in a file beside the document.
  var hasSideFiles = false
  /// The bytes of the comment with hidden data, if there was one.
  var hiddenComment: String?

  init(source: any DocumentSource, options: ReadOptions, survey: MarkdownSurvey) {
    self.source = source
    self.options = options
    self.survey = survey
  }

  /// Returns the document and the report, with the hidden data restored.
  consuming func finish() -> ReadResult {
    var report = report
    let document = IADocument(builder.finish(), metadata: metadata, attachments: attachments)
    guard let hiddenComment, !options.ignoresHiddenData else {
      return ReadResult(document, report: report)
    }
    var damaged: [Int] = []
    do {
      let comment = try HiddenComment(hiddenComment, limits: options.limits, damaged: &damaged)
      for number in damaged { report.add(.dropped, "damaged-hidden-data", "record \(number)") }
      let restored = HiddenDataRestorer(comment.block, standIns: .markdown)
        .restore(document, paragraphs: comment.aligned(with: document.string))
      guard isProved(restored.document, shown: document) else {
        report.add(.dropped, "refused-hidden-data", "all: text would change its place")
        return ReadResult(document, report: report)
      }
      report.add(restored.report)
      return ReadResult(restored.document, report: report)
    } catch {
      report.add(.dropped, "damaged-hidden-data", "\(error)")
      return ReadResult(document, report: report)
    }
  }

  /// Returns whether a restored document shows what the file shows.
  ///
  /// A document whose paragraphs are in the same blocks does; any other, and one with notes, which
  /// Markdown puts elsewhere, is written again and compared.
  private func isProved(_ restored: IADocument, shown: IADocument) -> Bool {
    let hasNotes = restored.string.paragraphSets.contains { set in
      set.blocks.contains { $0.kind.noteLabel != nil }
    }
    if !hasNotes, ShownStructure(restored.string) == ShownStructure(shown.string) { return true }
    return HiddenDataProof(
      MarkdownReader(), MarkdownWriter(), hasSideFiles: hasSideFiles, limits: options.limits
    ).holds(for: restored, shown: ShownContent(shown), byteCount: survey.byteCount)
  }

  /// Returns the byte of the input at which a node's line starts.
  func byteOffset(of node: CMarkNode) -> Int {
    survey.byteOffset(ofLine: node.startLine - lineShift)
  }

  /// Takes in one node.
  mutating func visit(_ node: CMarkNode, isEntering: Bool) throws {
    nodeCount += 1
    guard nodeCount <= options.limits.entries else {
      throw InputError.exceeds(
        .markdownEntries, limit: "entries", maximum: options.limits.entries, seen: nodeCount,
        at: byteOffset(of: node))
    }
    let kind = node.kind
    switch kind {
    case .blockQuote, .list, .item, .footnoteDefinition, .table, .tableRow, .tableCell, .heading:
      if isEntering { try enter(node, kind) } else { leave(kind) }
    case .paragraph: if !isEntering { endParagraph() }
    case .codeBlock: readCodeBlock(node)
    case .htmlBlock: readHTMLBlock(node)
    case .thematicBreak:
      path.append(block(.thematicBreak))
      endParagraph()
      path.removeLast()
    case .document, .other: break
    default: try visitInline(node, kind, isEntering: isEntering)
    }
  }

  private mutating func enter(_ node: CMarkNode, _ kind: CMarkKind) throws {
    path.append(block(blockKind(of: node, kind)))
    paragraphsAtEntry.append(paragraphCount)
    guard path.count <= options.limits.depth else {
      throw InputError.exceeds(
        .markdownDepth, limit: "depth", maximum: options.limits.depth, seen: path.count,
        at: byteOffset(of: node))
    }
  }

  private mutating func leave(_ kind: CMarkKind) {
    let wasEmpty = paragraphsAtEntry.removeLast() == paragraphCount
    switch kind {
    case .list: nextOrdinals.removeLast()
    case .tableCell, .heading: endParagraph()
    case .blockQuote, .item, .footnoteDefinition: if wasEmpty { endParagraph() }
    default: break
    }
    path.removeLast()
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
      return .table(.init(columns: columns))
    case .tableRow:
      column = 0
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

  private static func alignment(_ letter: UInt8) -> ParagraphAttributes.Alignment? {
    switch letter {
    case UInt8(ascii: "l"): .left
    case UInt8(ascii: "r"): .right
    case UInt8(ascii: "c"): .center
    default: nil
    }
  }

  mutating func block(_ kind: Block.Kind) -> Block {
    lastBlockID += 1
    return Block(id: lastBlockID, kind)
  }

  /// Ends the paragraph that was read last; the end of an empty one is plain.
  mutating func endParagraph() {
    paragraphCount += 1
    if builder.utf16Count == lastEnd { builder.append(unit: 0x000A) }
    defer { lastEnd = builder.utf16Count }
    builder.endParagraph(ParagraphAttributes(blocks: path))
  }

  /// Appends each line of the code as a paragraph of one block.
  private mutating func readCodeBlock(_ node: CMarkNode) {
    let info = node.info
    let language = info.split(separator: " ", maxSplits: 1).first.map(String.init)
    var attributes = InlineAttributes()
    if let language, language != info { attributes[tag: MarkdownTag.info] = info }
    let interned = builder.intern(attributes)
    path.append(block(.codeBlock(language: language)))
    var code = Substring(node.literal)
    if code.last == "\n" { code.removeLast() }
    for line in code.split(separator: "\n", omittingEmptySubsequences: false) {
      builder.append(units: Array(line.utf16), attributes: interned)
      endParagraph()
    }
    path.removeLast()
  }

  /// Appends a block of raw HTML as one paragraph of inert text, with line breaks between its
  /// lines.
  private mutating func readHTMLBlock(_ node: CMarkNode) {
    var html = Substring(node.literal)
    while html.last == "\n" { html.removeLast() }
    if html == MarkdownTag.separator { return }
    if html.hasPrefix(MarkdownTag.hiddenData), html.hasSuffix("-->") {
      hiddenComment = String(html)
      return
    }
    report.add(
      .neutralised, "raw-html", "kept as text", byteOffset: byteOffset(of: node))
    var attributes = InlineAttributes()
    attributes[tag: MarkdownTag.html] = "block"
    let interned = builder.intern(attributes)
    builder.append(units: Self.oneParagraph(String(html)), attributes: interned)
    endParagraph()
  }

  /// Returns the units of a text with everything that would end a paragraph as a line break inside
  /// it.
  static func oneParagraph(_ text: String) -> [UInt16] { ShownText.oneParagraph(Array(text.utf16)) }
}
