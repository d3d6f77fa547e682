internal import IAFormats
internal import IAText

extension RTFDocumentBuilder {
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
  mutating func settleParagraph(
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
    // Without a word for the alignment, LibreOffice aligns lines at the left side.
    if paragraph.isRightToLeft, paragraph.alignment == .natural, !tables.isOwn, !tables.isCocoa {
      result.alignment = .left
    }
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
  var isAtStartOfBody: Bool { isInBody && stream.paragraphCount == 0 }

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
  var isRunningText: Bool {
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
    let block = makeBlock(.textBox(place.frame))
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
