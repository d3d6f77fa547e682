internal import IAFormats
internal import IAText

extension BodyWriter {
  /// What the text of a paragraph is written as.
  enum Leaf: Equatable {
    case text, code, rule
    case header(level: Int)
  }

  /// Closes the blocks that a paragraph is not in, opens those it is in, and says what it is.
  mutating func arrange(_ paragraph: IAString.NumberedParagraph) -> Leaf {
    if paragraphSets[Int(paragraph.number)].blocks.isEmpty, lastPath.isEmpty {
      lastLeaf = nil
      continuesLeaf = false
      wrapParagraph()
      return .text
    }
    var path = paragraphSets[Int(paragraph.number)].blocks
    var leaf = Leaf.text
    var leafID: Int?
    continuesLeaf = false
    if let place = path.firstIndex(where: \.kind.isLeaf) {
      // A header, a break and a code block hold text alone; what is said to be inside is left out.
      if place < path.count - 1 {
        lose("block-nesting", .approximated, utf16Range: paragraph.utf16Range)
        path.removeSubrange((place + 1)...)
      }
      leaf = self.leaf(of: path[place].kind, at: paragraph.utf16Range)
      continuesLeaf = path[place].id == lastLeaf && path.dropLast() == lastPath[...]
      if leaf != .code { leafID = path.removeLast().id }
    }
    lastLeaf = leafID
    var shared = 0
    while shared < path.count, shared + 1 < blocks.count, blocks[shared + 1].id == path[shared].id {
      shared += 1
    }
    if shared < path.count || shared + 1 < blocks.count {
      close(toLevel: shared + 1)
      for index in shared..<path.count { open(path[index]) }
    }
    lastPath = path
    if leaf != .code { wrapParagraph() }
    return leaf
  }

  /// What a block is that ends a path.
  private mutating func leaf(of kind: Block.Kind, at utf16Range: Range<Int>) -> Leaf {
    switch kind {
    case .header(let level):
      if level < 1 || level > 6 {
        lose("header-level", .approximated, String(level), utf16Range: utf16Range)
      }
      return .header(level: level)
    case .thematicBreak: return .rule
    default: return .code
    }
  }

  /// Closes blocks until only those up to a level are open, and what wraps a paragraph in them.
  mutating func close(toLevel level: Int) {
    while blocks.count > level {
      closeElements(to: blocks[blocks.count - 1].base)
      blocks.removeLast()
    }
    closeWrappers()
  }

  /// Closes what wraps a paragraph that stands where none may.
  mutating func closeWrappers() { closeElements(to: blocks[blocks.count - 1].depth) }

  /// Closes the group that is open in a block.
  mutating func closeGroup(of level: Int) {
    guard blocks[level].group != .none else { return }
    blocks[level].depth -= 1
    blocks[level].group = .none
    closeElements(to: blocks[level].depth)
  }

  private mutating func closeElements(to count: Int) {
    while elements.count > count, let element = elements.popLast() { output.write(element.endTag) }
  }

  mutating func push(_ element: Element) { elements.append(element) }

  /// Opens what a paragraph needs that stands in a list, a table or a row itself.
  private mutating func wrapParagraph() {
    setGroup(.none, of: blocks.count - 1)
    wrap(isItem: false, isRow: false, isCell: false)
  }

  /// Opens the elements that must stand between the innermost block and a child of some kind.
  private mutating func wrap(isItem: Bool, isRow: Bool, isCell: Bool) {
    let level = blocks.count - 1
    switch blocks[level].kind {
    case .orderedList, .unorderedList:
      guard !isItem else { return }
      output.write("<li class=\"ia-bare\">")
      push(.item)
    case .table(let table):
      guard !isRow else { return }
      setGroup(.body, of: level)
      output.write("<tr class=\"ia-bare\"><td class=\"ia-bare\"")
      let span = min(table.columns.count, 1000)
      if span > 1 {
        output.write(" colspan=\"")
        output.write(span)
        output.write("\"")
      }
      output.write(">")
      push(.row)
      push(.cell)
    case .tableRow:
      // A row outside a table is a division, which holds anything.
      guard !isCell, elements.last == .row else { return }
      output.write("<td class=\"ia-bare\">")
      push(.cell)
    default: break
    }
  }

  private mutating func setGroup(_ group: OpenBlock.Group, of level: Int) {
    guard blocks[level].group != group else { return }
    if group == .none, case .table = blocks[level].kind { return }
    closeGroup(of: level)
    switch group {
    case .none: return
    case .head:
      output.write("<thead>\n")
      push(.head)
    case .body:
      output.write("<tbody>\n")
      push(.body)
      blocks[level].hasBody = true
    case .notes:
      output.write("<section class=\"ia-notes\" role=\"doc-endnotes\">\n")
      push(.notes)
    }
    blocks[level].group = group
    blocks[level].depth += 1
  }

  private mutating func open(_ block: Block) {
    let parent = blocks.count - 1
    setGroup(group(for: block.kind, in: parent), of: parent)
    var opened = OpenBlock(id: block.id, kind: block.kind, base: elements.count, depth: 0)
    switch block.kind {
    case .tableRow(let isHeader):
      wrap(isItem: false, isRow: true, isCell: false)
      openRow(isHeader: isHeader, in: parent)
    case .tableCell(let cell):
      wrap(isItem: false, isRow: false, isCell: true)
      open(cell, in: parent)
    case .listItem(let item):
      wrap(isItem: true, isRow: false, isCell: false)
      open(item, in: parent)
    case .footnote(let label):
      wrap(isItem: false, isRow: false, isCell: false)
      openNote(label)
    default:
      wrap(isItem: false, isRow: false, isCell: false)
      if case .orderedList(let style) = block.kind { opened.nextOrdinal = style.start }
      openContainer(block.kind)
    }
    opened.depth = elements.count
    blocks.append(opened)
  }

  /// Mutating, or the writer would be copied for the call.
  private mutating func group(for kind: Block.Kind, in parent: Int) -> OpenBlock.Group {
    switch (blocks[parent].kind, kind) {
    case (.table, .tableRow(let isHeader)):
      isHeader && !blocks[parent].hasBody ? .head : .body
    case (.table, _): .body
    case (.orderedList, _), (.unorderedList, _), (.tableRow, _): .none
    case (_, .footnote): .notes
    default: .none
    }
  }
}
