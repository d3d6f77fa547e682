internal import IAFormats
internal import IAText

extension RTFParser {
  /// Obeys a word that ends a paragraph, cell, row or page.
  mutating func end(_ word: RTFWord.Ending) {
    fallback = 0
    guard state.destination == .text || (state.isNestedTable && word == .nestrow) else {
      if word == .par, state.destination == .html || state.destination == .capture { unit(0x0A) }
      return
    }
    if waiting { flushBytes() }
    flushSurrogate()
    if word == .par { html?.append(0x0A, isTag: false) }
    switch word {
    case .par: endParagraph(depth: paragraphDepth)
    case .cell: endCell(depth: 1)
    case .nestcell: endCell(depth: max(Int(state.paragraph.tableDepth), 2))
    case .row: endRow(depth: 1, stream.row)
    case .nestrow:
      endRow(
        depth: max(stream.tables.depth, 2), state.isNestedTable ? stream.nestedRow : stream.row)
    case .sect: if !stream.isAtParagraphStart { endParagraph(depth: paragraphDepth) }
    case .page: breakParagraph(forPage: true)
    case .column: breakParagraph(forPage: false)
    }
  }

  /// A page or a column ends: so does the paragraph that has text; a `\\par` right behind is its end.
  private mutating func breakParagraph(forPage isPage: Bool) {
    if !stream.isAtParagraphStart {
      endParagraph(depth: paragraphDepth)
      skipParagraphEnd()
    }
    if isPage { stream.pageBreak = true }
  }

  private mutating func skipParagraphEnd() {
    var next = at
    while next < bytes.count, bytes[next] == 0x0A || bytes[next] == 0x0D { next += 1 }
    guard next + 4 < bytes.count, bytes[next..<next + 4].elementsEqual("\\par".utf8),
      (bytes[next + 4] | 0x20) &- 0x61 >= 26
    else { return }
    at = next + (bytes[next + 4] == 0x20 ? 5 : 4)
  }

  /// How many tables are around the paragraph that ends here.
  private var paragraphDepth: Int {
    if state.paragraph.isInTable { return max(1, Int(state.paragraph.tableDepth)) }
    if state.paragraph.tableDepth > 0 { return Int(state.paragraph.tableDepth) }
    // Some writers leave out \intbl; a row that has cells goes on to its end.
    return stream.tables.hasOpenRow ? stream.tables.depth : 0
  }

  private mutating func endRow(depth: Int, _ definition: RTFRow) {
    if !stream.isAtParagraphStart, stream.tables.depth >= depth { endCell(depth: depth) }
    if !stream.tables.endRow(atDepth: depth, definition) {
      report.add(.approximated, "table-rows", "more than is kept apart", byteOffset: at)
    }
    stream.task = nil
  }

  private mutating func endCell(depth: Int) {
    let next = stream.tables.nextOrdinal(atDepth: depth)
    // The definition of a nested row comes behind it: here is that of the row before. A file that
    // marks what is no cell needs no guess.
    let definition =
      marksAbsence ? RTFRow.Cell() : (depth > 1 ? stream.nestedRow : stream.row).cell(next.ordinal)
    // Text of a cell that is merged into another is more text of that one.
    if definition.continuesMerge, next.isNew, !stream.isAtParagraphStart,
      (depth > 1 ? stream.nestedRow : stream.row).isMerged(next.ordinal)
    {
      stream.tables.reopenCell(atDepth: depth)
    }
    // What goes on from above or from the left has no text of its own.
    let continues = definition.continuesColumn || definition.continuesMerge
    if stream.isAtParagraphStart, next.isNew, stream.isAbsent || continues {
      stream.isAbsent = false
      stream.dropRecord()
      stream.label = nil
    } else {
      endParagraph(depth: depth)
    }
    stream.tables.endCell(atDepth: depth)
  }

  /// Ends a paragraph that stands in so many tables.
  mutating func endParagraph(depth: Int) {
    // A paragraph may be left out in a cell, and where it keeps a table apart from what follows.
    if stream.isAbsent, stream.isAtParagraphStart, depth > 0 || !stream.tables.isEmpty {
      stream.isAbsent = false
      stream.dropRecord()
      return
    }
    let attributes = currentAttributes()
    stream.builder.append(unit: 0x0A, attributes: attributes)
    settleParagraph(depth: depth)
  }

  /// Sets the text since the last paragraph.
  mutating func settleParagraph(depth: Int) {
    let count = stream.builder.utf16Count - stream.paragraphStart
    stream.isAbsent = false
    if depth == 0 {
      closeTables()
      stream.builder.settle(utf16Count: count, as: style())
      stream.endRecord()
      if !stream.waitingAnchors.isEmpty { stream.placeAnchors() }
    } else {
      let cell = stream.tables.cell(atDepth: depth)
      if cell != stream.listCell { stream.openLists.removeAll(keepingCapacity: true) }
      stream.listCell = cell
      stream.pending.append(
        .init(count: count, attributes: paragraphAttributes(isInTable: true), cell: cell))
      stream.endRecord()
    }
    stream.isRule = false
    stream.label = nil
    stream.task = nil
  }

  /// Ends the tables that are open.
  mutating func closeTables() {
    guard !stream.tables.isEmpty || !stream.pending.isEmpty else { return }
    stream.closeTables(nextID: &nextBlockID, colors: colors)
    stream.listCell = -1
    stream.openLists.removeAll(keepingCapacity: true)
  }

  /// The attributes of the paragraph for the builder.
  private mutating func style() -> IAStringBuilder.ParagraphStyle {
    let isOrdinary =
      !stream.pageBreak && !stream.isRule && stream.label == nil && state.paragraph.list == 0
      && state.paragraph.oldList == 0 && stream.container == nil && stream.openLists.isEmpty
    if isOrdinary, stream.openBlock == nil, let known = stream.styles.style(of: state.paragraph) {
      return known
    }
    let attributes = paragraphAttributes()
    let style = stream.builder.intern(attributes)
    if isOrdinary, attributes.blocks.isEmpty { stream.styles.keep(style, of: state.paragraph) }
    return style
  }

  /// The attributes of the paragraph, without the tables around it.
  private mutating func paragraphAttributes(isInTable: Bool = false) -> ParagraphAttributes {
    var paragraph = state.paragraph
    let blocks = blocks(of: paragraph)
    if paragraph.isTight, blocks.contains(where: \.kind.isTightByItself) {
      paragraph.spaceBefore = 0
      paragraph.spaceAfter = 0
    }
    if paragraph.hasRule, !stream.isLastParagraphEmpty { report.add(.dropped, "paragraph-border") }
    var base = RTFParagraph()
    let takesSpacing =
      !isInTable && blocks.allSatisfy(\.kind.takesDocumentSpacing)
      && (stream.container?.kind.takesDocumentSpacing ?? true)
    if paragraph.style >= 0, styles[Int(paragraph.style)].hidesLooks {
      base = styles[Int(paragraph.style)].hiddenParagraph
    } else if takesSpacing {
      base.spaceAfter = self.base.spaceAfter
    }
    if takesSpacing, paragraph.spaceAfter == self.base.spaceAfter { self.base.isSpaceUsed = true }
    let hasIndents = !blocks.contains { $0.kind.hasOwnIndent }
    let stops = paragraph.tabs > 0 && hasIndents ? tabSets[Int(paragraph.tabs) - 1] : []
    var result = paragraph.attributes(base: base, hasIndents: hasIndents, tabs: stops)
    if stream.pageBreak {
      result.pageBreakBefore = true
      stream.pageBreak = false
    }
    result.blocks = blocks
    if let container = stream.container { result.blocks.insert(container, at: 0) }
    return result
  }

  /// The blocks of the paragraph itself: lists, a heading, a quote, code, a rule.
  private mutating func blocks(of paragraph: RTFParagraph) -> [Block] {
    let role = paragraph.style >= 0 ? styles[Int(paragraph.style)].role : .none
    if let lists = listBlocks(of: paragraph) {
      stream.openBlock = nil
      if case .header(let level) = role { return lists + [newBlock(.header(level: level))] }
      return lists
    }
    stream.openLists.removeAll(keepingCapacity: true)
    switch role {
    case .header(let level): return [newBlock(.header(level: level))]
    case .quote: return [continued(.blockQuote)]
    case .code: return [continued(.codeBlock(language: nil))]
    case .rule where stream.isLastParagraphEmpty: return [newBlock(.thematicBreak)]
    default: break
    }
    stream.openBlock = nil
    if role == .none, (0...5).contains(paragraph.outline) {
      return [newBlock(.header(level: Int(paragraph.outline) + 1))]
    }
    if paragraph.hasRule || stream.isRule, stream.isLastParagraphEmpty {
      return [newBlock(.thematicBreak)]
    }
    return []
  }

  private mutating func newBlock(_ kind: Block.Kind) -> Block {
    stream.openBlock = nil
    defer { nextBlockID += 1 }
    return Block(id: nextBlockID, kind)
  }

  /// The block that the last paragraph stands in, where it is of the same kind.
  private mutating func continued(_ kind: Block.Kind) -> Block {
    if let open = stream.openBlock, open.kind == kind { return open }
    let block = newBlock(kind)
    stream.openBlock = block
    return block
  }

  // MARK: Lists

  private mutating func listBlocks(of paragraph: RTFParagraph) -> [Block]? {
    guard let (key, kind, ordinal) = listEntry(of: paragraph) else { return nil }
    let level = paragraph.level
    let goesOn = closeLists(before: paragraph, key: key, kind: kind)
    let item = Block.Kind.listItem(.init(ordinal: ordinal, task: stream.task))
    if goesOn {
      stream.openLists[stream.openLists.count - 1].item = newBlock(item)
    } else {
      var listKind = kind
      if case .orderedList(var style) = kind {
        style.start = ordinal
        listKind = .orderedList(style)
      }
      let list = newBlock(listKind)
      stream.openLists.append(
        .init(
          key: key, level: level, indent: paragraph.leadingIndent, list: list,
          item: newBlock(item)))
    }
    var blocks: [Block] = []
    blocks.reserveCapacity(stream.openLists.count * 2)
    for open in stream.openLists {
      blocks.append(open.list)
      blocks.append(open.item)
    }
    return blocks
  }

  /// Ends the lists that a paragraph is in none of, and says whether the last one left goes on.
  ///
  /// Levels count within one list; between lists that a paragraph's author set one into the other,
  /// the indent says which is inside.
  private mutating func closeLists(
    before paragraph: RTFParagraph, key: Int32, kind: Block.Kind
  ) -> Bool {
    let level = paragraph.level
    let place = stream.openLists.lastIndex { $0.key == key && $0.level == level }
    if let place {
      stream.openLists.removeLast(stream.openLists.count - place - 1)
      if stream.openLists[place].list.kind.isSameKind(as: kind) { return true }
      stream.openLists.removeLast()
      return false
    }
    while let last = stream.openLists.last {
      let isInside =
        last.key == key
        ? level > last.level
        : level > last.level || (last.indent != 0 && paragraph.leadingIndent > last.indent)
      if isInside { break }
      stream.openLists.removeLast()
    }
    return false
  }

  /// The list that a paragraph is an item of, and its number.
  private mutating func listEntry(
    of paragraph: RTFParagraph
  ) -> (key: Int32, kind: Block.Kind, ordinal: Int)? {
    if paragraph.list > 0 {
      // Cocoa writes each mark as text: without one the paragraph shows none.
      if isCocoa, stream.label == nil { return nil }
      let list = overrides[paragraph.list]
      let level = Int(paragraph.level)
      if let list, let levels = lists[list.list]?.levels, level < levels.count {
        let definition = levels[level]
        // 255 shows no number at all.
        if definition.format == 255, definition.text.isEmpty, stream.label == nil { return nil }
        let kind = Self.kind(format: definition.format, text: definition.text)
        let override = level < list.starts.count ? list.starts[level] : nil
        let key = override == nil ? -list.list : paragraph.list
        let ordinal = nextNumber(key, level, start: Int(override ?? definition.start))
        return (paragraph.list, kind, ordinal)
      }
      let label = stream.label
      let kind = label?.kind ?? .unorderedList(marker: nil)
      return (
        paragraph.list, kind, label?.ordinal ?? nextNumber(paragraph.list, level, start: 1)
      )
    }
    // A list set inside another's description may have been taken for that one since.
    if paragraph.oldList > 0, Int(paragraph.oldList) <= oldLists.count {
      let old = oldLists[Int(paragraph.oldList) - 1]
      if old.isContinuation, stream.label == nil { return nil }
      return oldEntry(old)
    }
    guard let label = stream.label else { return nil }
    return (0, label.kind, label.ordinal)
  }

  private mutating func oldEntry(
    _ old: RTFOldList
  ) -> (key: Int32, kind: Block.Kind, ordinal: Int)? {
    if old.isBullet {
      let marker = RTFLabel.marker(String(decoding: old.before, as: UTF16.self).trimmed)
      return (-1, .unorderedList(marker: marker), 1)
    }
    let kind = Self.kind(format: old.format, text: [0] + old.after)
    if let label = stream.label, case .orderedList = label.kind { return (-1, kind, label.ordinal) }
    let isFollowing = stream.openLists.last.map { $0.key == -1 } ?? false
    if !isFollowing { counters[UInt64.max] = Int(old.start) - 1 }
    let number = (counters[UInt64.max] ?? 0) + 1
    counters[UInt64.max] = number
    return (-1, kind, min(max(number, 0), 32_767))
  }

  /// The next number of a level; deeper levels start again.
  private mutating func nextNumber(_ key: Int32, _ level: Int, start: Int) -> Int {
    let base = UInt64(UInt32(bitPattern: key)) << 8
    let number = counters[base | UInt64(level)].map { $0 + 1 } ?? start
    counters[base | UInt64(level)] = number
    for deeper in level + 1..<10 { counters[base | UInt64(deeper)] = nil }
    return min(max(number, 0), 32_767)
  }

  /// The list of a number format; the text has the numbers of levels in it.
  static func kind(format: Int32, text: [UInt16]) -> Block.Kind {
    if format == 23 || format == 255 {
      let text = String(decoding: text.filter { $0 > 0x20 }, as: UTF16.self)
      return .unorderedList(marker: RTFLabel.marker(text))
    }
    let numbering: Block.OrderedListStyle.Numbering =
      switch format {
      case 1: .upperRoman
      case 2: .lowerRoman
      case 3: .upperAlpha
      case 4: .lowerAlpha
      default: .decimal
      }
    let place = text.lastIndex { $0 < 9 }
    let after = text[(place.map { $0 + 1 } ?? text.count)...].filter { $0 > 0x20 }
    let delimiter = String(decoding: after.prefix(8), as: UTF16.self)
    return .orderedList(.init(numbering: numbering, start: 1, delimiter: delimiter))
  }
}

extension RTFStream {
  /// Whether the paragraph that ends has no text but its line feed.
  var isLastParagraphEmpty: Bool { builder.utf16Count - paragraphStart <= 1 }
}

extension Block.Kind {
  /// Whether the block sets its text off by itself.
  fileprivate var hasOwnIndent: Bool {
    switch self {
    case .listItem, .blockQuote: true
    default: false
    }
  }

  /// Whether there is no space between its paragraphs anyway.
  fileprivate var isTightByItself: Bool {
    switch self {
    case .listItem, .codeBlock: true
    default: false
    }
  }

  /// Whether two lists are of one kind, whatever number they start with.
  fileprivate func isSameKind(as other: Block.Kind) -> Bool {
    guard case .orderedList(var mine) = self, case .orderedList(var theirs) = other else {
      return self == other
    }
    mine.start = 1
    theirs.start = 1
    return mine == theirs
  }
}
