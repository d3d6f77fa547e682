internal import IABytes
internal import IAFormats
internal import IAMarkup
internal import IAText

// Blocks of raw HTML. Markdown between their tags becomes content of the open elements.
extension MarkdownPage {
  /// Reads a block of raw HTML.
  mutating func readHTMLBlock(_ node: CMarkNode, at start: Int) throws {
    let html = Array(node.literal.utf8)
    var tokens = MarkupTokens(html)
    var equation = 0..<0
    while true {
      let token = tokens.next()
      let offset = start + tokens.tokenStart
      if token != nil { try countToken(at: offset) }
      if raw.equation == nil {
        guard let token else { break }
        raw.isAfterEquation = tokens.tokenStart < equation.upperBound
        try read(token, tokens, node, at: offset)
        guard let opened = raw.equation else { continue }
        equation = tokens.tokenStart..<html.count
        if opened.depth > 0 { continue }
      } else if let token, !endsEquation(token, at: offset) {
        continue
      }
      equation = equation.lowerBound..<(token == nil ? html.count : tokens.tokenEnd)
      raw.equation?.source = Array(html[equation])
      // The part of the source after the element is read again.
      tokens.seek(to: equation.lowerBound + appendEquation())
    }
    raw.isAfterEquation = false
    raw.skipped = nil
    endRawParagraph()
  }

  private mutating func read(
    _ token: MarkupToken, _ tokens: MarkupTokens, _ node: CMarkNode, at offset: Int
  ) throws {
    switch token {
    case .text(let text): readText(text)
    case .start(let tag):
      guard !skips(start: tag.name, at: offset) else { return }
      if isParagraphEmpty, tag.name == "math" { prepareForContent() }
      if opensEquation(tag, source: [], at: offset) { return }
      note(tag, at: offset)
      try open(tag, tokens, node, at: offset)
    case .end(let name):
      guard !skips(end: name) else { return }
      if HTMLElementKind(name: name) == .inline { closeInline(name) } else { closeBlock(name) }
    case .other: break
    }
  }

  /// Appends text.
  ///
  /// White space is collapsed to one space, and removed at the ends of a paragraph.
  private mutating func readText(_ text: String) {
    guard raw.skipped == nil else { return }
    guard raw.codeDepth == 0 else {
      readLines(text)
      return
    }
    var units: [UInt16] = []
    for unit in text.utf16 {
      if unit == 0x20 || (0x09...0x0D).contains(unit) && unit != 0x0B {
        guard !units.isEmpty || !isParagraphEmpty else { continue }
        append(&units)
        if raw.space == nil { raw.space = textAttributes }
        continue
      }
      if units.isEmpty {
        if isParagraphEmpty { prepareForContent() }
        settle()
      }
      units.append(unit == 0x2029 ? 0x2028 : unit)
    }
    append(&units)
  }

  private mutating func append(_ units: inout [UInt16]) {
    guard !units.isEmpty else { return }
    builder.append(units: units, attributes: builder.intern(textAttributes))
    units.removeAll(keepingCapacity: true)
  }

  /// Appends preformatted text; each line becomes a paragraph.
  private mutating func readLines(_ text: String) {
    var text = Substring(text)
    if raw.isAtCodeStart, text.first == "\n" { text = text.dropFirst() }
    raw.isAtCodeStart = false
    let attributes = builder.intern(textAttributes)
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      if index > 0 { endParagraph() }
      builder.append(units: Self.oneParagraph(String(line)), attributes: attributes)
    }
  }

  /// Ends the paragraph of raw HTML if it has text.
  private mutating func endRawParagraph() {
    let breaks = raw.breaks
    raw.breaks = max(breaks - 1, 0)
    raw.space = nil
    if isParagraphEmpty {
      // Line breaks without text become empty lines.
      raw.breaks = 0
      for _ in 0..<breaks { endParagraph() }
      return
    }
    if raw.breaks > 0 { settle() }
    endParagraph()
  }

  // MARK: Opening

  private mutating func open(
    _ tag: MarkupTag, _ tokens: MarkupTokens, _ node: CMarkNode, at offset: Int
  ) throws {
    let kind = HTMLElementKind(name: tag.name)
    guard kind != .inline else {
      if tag.name == "br", raw.codeDepth > 0 {
        endParagraph()
        return
      }
      if isParagraphEmpty, tag.name == "img" || tag.name == "br" { prepareForContent() }
      try openInline(tag, at: offset)
      return
    }
    guard kind != .page else { return }
    endRawParagraph()
    noteAnchors(tag)
    raw.isAtCodeStart = false
    guard raw.elements.count < RawState.maxElements, path.count + 2 < options.limits.depth else {
      noteOnce(.approximated, .block, "elements nested too deep", offset)
      return
    }
    closeImplied(by: tag.name)
    switch tag.name {
    case "li": openItem(tag)
    case "tr": openRow(tag)
    case "td", "th": openCell(tag)
    case "dd" where raw.elements.dropFirst(outerElements).contains { $0.name == "dl" }:
      openDefinition(tag)
    case "table":
      prepareForContent()
      push(tag, .table, .table(table(tag, columns: columnCount(after: tokens, in: node))))
    case "thead", "tbody", "tfoot":
      if innermostBlock?.role == .table { push(tag, .block, nil) }
    case "caption":
      guard let table = innermostBlock, table.role == .table, table.paragraphCount == paragraphCount
      else { return }
      push(tag, .block, nil)
      path = table.outerPath
    case "hr":
      prepareForContent()
      path.append(block(.thematicBreak))
      endParagraph()
      path.removeLast()
    case "ul", "ol", "menu", "dir":
      // A list directly inside a list is moved into the preceding item.
      guard let list = innermostBlock, list.role == .list, let item = list.lastItem else {
        prepareForContent()
        return openBlock(tag, at: offset)
      }
      openBlock(tag, at: offset)
      path.insert(item, at: path.count - 1)
    default:
      prepareForContent()
      openBlock(tag, at: offset)
    }
  }

  private mutating func openBlock(_ tag: MarkupTag, at offset: Int) {
    switch tag.name {
    case "h1", "h2", "h3", "h4", "h5", "h6":
      push(tag, .block, .header(level: Int(tag.name.dropFirst()) ?? 1))
    case "blockquote": push(tag, .block, .blockQuote, needsParagraph: true)
    case "pre", "listing", "xmp", "plaintext":
      push(tag, .code, .codeBlock(language: nil))
      raw.isAtCodeStart = true
    case "ul", "menu", "dir":
      push(tag, .list, .unorderedList(marker: tag["type"].flatMap(Self.marker)))
    case "ol":
      let numbering: Block.OrderedListStyle.Numbering =
        switch tag["type"] {
        case "a": .lowerAlpha
        case "A": .upperAlpha
        case "i": .lowerRoman
        case "I": .upperRoman
        default: .decimal
        }
      let start = tag["start"].flatMap { Int($0) }.map { min(max($0, 0), 999_999_999) } ?? 1
      push(tag, .list, .orderedList(.init(numbering: numbering, start: start)), next: start)
    case "details":
      noteOnce(.approximated, .details, "always open", offset)
      push(tag, .block, nil)
    default: push(tag, .block, nil)
    }
  }

  /// Returns the bullet for the `type` attribute of a list.
  private static func marker(_ type: String) -> String? {
    switch type.lowercased() {
    case "disc": "\u{2022}"
    case "circle": "\u{25E6}"
    case "square": "\u{25AA}"
    default: nil
    }
  }

  /// Returns a table with the position and the width that are stated in its start tag.
  private mutating func table(_ tag: MarkupTag, columns: Int) -> Block.Table {
    var table = Block.Table(columns: Array(repeating: .init(), count: columns))
    table.alignment = tag["align"].flatMap { .init(rawValue: $0.lowercased()) }
    guard let width = tag["width"] else { return table }
    if width.hasSuffix("%"), let share = Double(width.dropLast()), (0...1000).contains(share) {
      table.width = .percent(share)
    } else if let points = Self.points(width), points <= 16_384 {
      table.width = .points(points)
    } else {
      noteOnce(.dropped, .size, "width", 0)
    }
    return table
  }

  mutating func openItem(_ tag: MarkupTag) {
    if innermostBlock?.role != .list {
      push(MarkupTag(name: "ul"), .list, .unorderedList(marker: nil))
    }
    let list = raw.elements.lastIndex { $0.role == .list } ?? 0
    let number = tag["value"].flatMap { Int($0) } ?? raw.elements[list].next
    let ordinal = min(max(number, 0), 999_999_999)
    raw.update(list) { $0.next = ordinal + 1 }
    push(tag, .item, .listItem(.init(ordinal: ordinal)), needsParagraph: true)
    let item = path.last
    raw.update(list) { $0.lastItem = item }
  }

  /// The internal name of the list that contains the definitions of a term; it has no tag.
  private static let definitions = "dl dd"

  private mutating func openDefinition(_ tag: MarkupTag) {
    if innermostBlock?.name != Self.definitions {
      push(
        MarkupTag(name: Self.definitions), .list, .unorderedList(marker: Block.definitionMarker))
    }
    let list = raw.elements.lastIndex { $0.role == .list } ?? 0
    let ordinal = raw.elements[list].next
    raw.update(list) { $0.next = ordinal + 1 }
    push(tag, .item, .listItem(.init(ordinal: ordinal)), needsParagraph: true)
  }

  mutating func openRow(_ tag: MarkupTag) {
    guard let table = raw.elements.lastIndex(where: { $0.role == .table }), table >= outerElements
    else { return }
    let isHeader = raw.elements[table...].contains { $0.name == "thead" }
    // The number of the next row.
    raw.update(table) { $0.next += 1 }
    push(tag, .row, .tableRow(isHeader: isHeader), next: 0)
  }

  mutating func openCell(_ tag: MarkupTag) {
    guard let table = raw.elements.lastIndex(where: { $0.role == .table }), table >= outerElements
    else { return }
    if innermostBlock?.role != .row { openRow(MarkupTag(name: "tr")) }
    guard let row = raw.elements.lastIndex(where: { $0.role == .row }), row > table else { return }
    var column = raw.elements[row].next
    var covered = raw.elements[table].coveredRows
    while column < covered.count, covered[column] > 0 { column += 1 }
    guard column < RawState.maxColumns else { return }
    let span = min(max(tag["colspan"].flatMap { Int($0) } ?? 1, 1), RawState.maxColumns - column)
    let rows = min(max(tag["rowspan"].flatMap { Int($0) } ?? 1, 1), RawState.maxColumns)
    while covered.count < column + span { covered.append(0) }
    for index in column..<column + span { covered[index] = rows }
    raw.update(table) { $0.coveredRows = covered }
    let isFirst = raw.elements[row].next == 0
    raw.update(row) { $0.next = column + span }
    if isFirst, tag.name == "th", raw.elements[table].next == 2, let last = path.last,
      case .tableRow = last.kind
    {
      path[path.count - 1].kind = .tableRow(isHeader: true)
    }
    push(
      tag, .cell, .tableCell(.init(column: column, columnSpan: span, rowSpan: rows)),
      needsParagraph: true)
  }

  /// Opens an element that becomes a block of the document, or has no equivalent in the model.
  private mutating func push(
    _ tag: MarkupTag, _ role: RawElement.Role, _ kind: Block.Kind?, needsParagraph: Bool = false,
    next: Int = 1
  ) {
    var looks = RawLooks(
      tag, outer: textAttributes, outerParagraph: raw.elements.last?.paragraph ?? .init())
    note(looks, at: 0)
    looks.moveGround()
    if role == .cell, case .tableRow(let isHeader, _)? = path.last?.kind {
      looks.setWeight(
        ofHeading: tag.name == "th", isInHeaderRow: isHeader, outer: textAttributes)
    }
    var element = RawElement(name: tag.name, role: role, own: looks.inline)
    element.outerPath = path
    element.paragraphCount = paragraphCount
    element.needsParagraph = needsParagraph
    element.next = next
    var paragraph = looks.paragraph
    if role == .table { paragraph.alignment = nil }
    if role == .item {
      // The list determines the indent.
      paragraph.headIndent = nil
      paragraph.firstLineIndent = nil
    }
    var kind = kind
    switch role {
    case .table, .row: element.ground = looks.ground ?? raw.elements.last?.ground
    case .block where raw.elements.last?.role == .table:
      element.ground = looks.ground ?? raw.elements.last?.ground
    case .cell:
      if case .tableCell(var cell)? = kind {
        cell.shading = looks.ground ?? raw.elements.last?.ground
        cell.verticalAlignment = looks.verticalAlignment
        kind = .tableCell(cell)
      }
    default: if let ground = looks.ground { paragraph.shading = ground }
    }
    raw.push(element, paragraph)
    if let kind { path.append(block(kind)) }
  }

  /// The innermost open block element inside the current block of Markdown.
  private var innermostBlock: RawElement? {
    guard let index = raw.elements.lastIndex(where: { $0.role != .inline }), index >= outerElements
    else { return nil }
    return raw.elements[index]
  }

  // MARK: Closing

  /// Closes the elements that a start tag closes implicitly.
  private mutating func closeImplied(by name: String) {
    if innermostBlock?.name == "p" { closeParagraphElement() }
    switch name {
    case "li": close(["li"], within: ["ul", "ol", "menu", "dir"])
    case "dt": close(["dt", "dd", Self.definitions], within: ["dl"])
    case "dd": close(["dt", "dd"], within: ["dl"])
    case "td", "th": close(["td", "th"], within: ["tr", "table"])
    case "tr": close(["tr", "caption"], within: ["table"])
    case "thead", "tbody", "tfoot":
      close(["thead", "tbody", "tfoot", "tr", "caption"], within: ["table"])
    default: break
    }
  }

  /// The elements that remain open after the end of the paragraph in which they started.
  private static let formatting: Set<String> = [
    "a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u",
  ]

  /// Closes a `p` element that is the innermost block.
  ///
  /// As in HTML documents, links and other formatting elements inside it remain open.
  private mutating func closeParagraphElement() {
    endRawParagraph()
    guard let index = raw.elements.lastIndex(where: { $0.role != .inline }) else { return }
    for inner in (index + 1..<raw.elements.count).reversed()
    where !Self.formatting.contains(raw.elements[inner].name) {
      closeInline(raw.elements[inner].name)
    }
    raw.remove(index)
  }

  /// Closes the outermost element with one of some names that is inside the innermost element with one of other names.
  private mutating func close(_ names: Set<String>, within limits: Set<String>) {
    var found: Int?
    for index in (outerElements..<max(raw.elements.count, outerElements)).reversed() {
      let name = raw.elements[index].name
      if limits.contains(name) { break }
      if names.contains(name) { found = index }
      if raw.elements[index].role == .cell, !names.contains(name), limits != ["table"] { break }
    }
    if let found { closeElements(downTo: found) }
  }

  /// Closes the innermost block element with a name.
  ///
  /// A cell bounds the search, unless the element is a part of a table.
  mutating func closeBlock(_ name: String) {
    endRawParagraph()
    let isPartOfTable = HTMLElementKind(name: name) == .table
    for index in (outerElements..<max(raw.elements.count, outerElements)).reversed() {
      if raw.elements[index].name == name, raw.elements[index].role != .inline {
        closeElements(downTo: index)
        return
      }
      if raw.elements[index].role == .cell, !isPartOfTable { return }
    }
  }

  /// Closes innermost elements until a given number remains.
  mutating func closeElements(downTo count: Int) {
    while raw.elements.count > count, let last = raw.elements.last {
      if last.role != .inline { endRawParagraph() }
      if last.needsParagraph || last.role == .code, last.paragraphCount == paragraphCount {
        endParagraph()
      }
      _ = raw.pop()
      guard last.role != .inline else { continue }
      path = last.outerPath
      if last.role == .row, let table = raw.elements.lastIndex(where: { $0.role == .table }) {
        raw.update(table) { table in
          for index in table.coveredRows.indices {
            table.coveredRows[index] = max(table.coveredRows[index] - 1, 0)
          }
        }
      }
    }
  }

  // MARK: Columns

  /// Returns the number of columns of a table whose start tag was just read.
  private mutating func columnCount(after tokens: MarkupTokens, in node: CMarkNode) -> Int {
    var counter = RawColumns()
    var rest = tokens
    var next: CMarkNode? = node
    while let block = next, raw.scanBudget > 0 {
      if block.kind == .htmlBlock {
        if !block.isSame(as: node) { rest = MarkupTokens(Array(block.literal.utf8)) }
        let start = rest.tokenStart
        while raw.scanBudget > 0, let token = rest.next() {
          raw.scanBudget -= 1
          counter.take(token)
          if counter.isDone { break }
        }
        raw.scanBudget -= rest.tokenStart - start
      }
      if counter.isDone { break }
      raw.scanBudget -= 16
      next = block.next
    }
    return counter.count
  }
}

/// Counts the columns of a table.
private struct RawColumns {
  /// The number of columns of the widest row so far.
  private(set) var count = 0
  private var row = 0
  private var depth = 0
  /// Whether the end of the table was found.
  private(set) var isDone = false

  mutating func take(_ token: MarkupToken) {
    switch token {
    case .start(let tag):
      switch tag.name {
      case "table": depth += 1
      case "tr": if depth == 0 { row = 0 }
      case "td", "th":
        guard depth == 0 else { return }
        row += min(max(tag["colspan"].flatMap { Int($0) } ?? 1, 1), RawState.maxColumns)
        count = min(max(count, row), RawState.maxColumns)
      default: break
      }
    case .end("table"):
      if depth == 0 { isDone = true }
      depth -= 1
    default: break
    }
  }
}
