internal import IAText

/// The blocks and the elements of a page that are open.
struct BlockNesting {
  /// The open blocks, from the document inwards.
  var blocks = [OpenPageBlock(id: 0, base: 0, depth: 0)]
  /// The open elements, from the outside in.
  private(set) var elements: [Element] = []
  /// The blocks of the last paragraph, apart from a heading or break.
  var lastPath: [Block] = []
  /// The identity of the heading or break of the last paragraph.
  var lastLeaf: Int?
  /// Whether the current paragraph is in the heading or break of the last one.
  var continuesLeaf = false
  /// Whether the current paragraph is the term of the list of definitions after it, which is already
  /// open.
  var isTerm = false
  /// The classes of the columns of tables that were used last.
  var columnClasses: [(column: Block.Table.Column, name: String?)] = []

  /// Closes blocks until only those up to a level are open, and what wraps a paragraph in them.
  mutating func close(toLevel level: Int, to output: inout HTMLOutput) {
    while blocks.count > level {
      closeElements(toCount: blocks[blocks.count - 1].base, &output)
      blocks.removeLast()
    }
    closeWrappers(to: &output)
  }

  /// Closes the elements around a paragraph whose parent does not allow it.
  mutating func closeWrappers(to output: inout HTMLOutput) {
    closeElements(toCount: blocks[blocks.count - 1].depth, &output)
  }

  /// Closes the group that is open in a block.
  mutating func closeGroup(of level: Int, to output: inout HTMLOutput) {
    guard blocks[level].group != .none else { return }
    blocks[level].depth -= 1
    blocks[level].group = .none
    closeElements(toCount: blocks[level].depth, &output)
  }

  private mutating func closeElements(toCount count: Int, _ output: inout HTMLOutput) {
    while elements.count > count, let element = elements.popLast() { output.write(element.endTag) }
  }

  mutating func push(_ element: Element) { elements.append(element) }

  /// Opens the elements that a paragraph directly in a list, table or row needs.
  mutating func wrapParagraph(to output: inout HTMLOutput) {
    setGroup(.none, of: blocks.count - 1, to: &output)
    wrap(isItem: false, isRow: false, isCell: false, to: &output)
  }

  /// Opens the elements required between the innermost block and a child of some kind.
  mutating func wrap(
    isItem: Bool, isRow: Bool, isCell: Bool, to output: inout HTMLOutput
  ) {
    let level = blocks.count - 1
    switch blocks[level].kind {
    case .orderedList, .unorderedList:
      guard !isItem else { return }
      if blocks[level].kind?.isDefinitionList == true {
        output.write(isTerm ? "<dt>" : "<dd class=\"ia-bare\">")
        push(isTerm ? .term : .definition)
      } else {
        output.write("<li class=\"ia-bare\">")
        push(.item)
      }
    case .table(let table):
      guard !isRow else { return }
      setGroup(.body, of: level, to: &output)
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

  mutating func setGroup(
    _ group: OpenPageBlock.Group, of level: Int, to output: inout HTMLOutput
  ) {
    guard blocks[level].group != group else { return }
    if group == .none, case .table = blocks[level].kind { return }
    closeGroup(of: level, to: &output)
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

  /// Returns the group of a block that the children of another need.
  func group(for kind: Block.Kind, in parent: Int) -> OpenPageBlock.Group {
    switch (blocks[parent].kind, kind) {
    case (.table, .tableRow(let isHeader, _)):
      isHeader && !blocks[parent].hasBody ? .head : .body
    case (.table, _): .body
    case (.orderedList, _), (.unorderedList, _), (.tableRow, _): .none
    case (_, .footnote), (_, .endnote): .notes
    default: .none
    }
  }
}
