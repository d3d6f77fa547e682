internal import IAText

/// The open blocks and elements of a page.
struct BlockNesting {
  /// The open blocks, outermost first; the first one is the document.
  var blocks = [OpenPageBlock(id: 0, base: 0, depth: 0)]
  /// The open elements, outermost first.
  private(set) var elements: [Element] = []
  /// The block path of the last paragraph without a heading or thematic break.
  var lastPath: [Block] = []
  /// The id of the heading or thematic break of the last paragraph.
  var lastLeaf: Int?
  /// Whether the current paragraph belongs to the heading or thematic break of the last one.
  var continuesLeaf = false
  /// Whether the current paragraph is the term of the definition list after it; the list is then
  /// already open.
  var isTerm = false
  /// The cached class names of table columns.
  var columnClasses: [(column: Block.Table.Column, name: String?)] = []

  /// Closes all blocks except the first `level` ones, and the wrappers of a paragraph in the
  /// innermost of these.
  mutating func close(toLevel level: Int, to output: inout HTMLOutput) {
    while blocks.count > level {
      closeElements(toCount: blocks[blocks.count - 1].base, &output)
      blocks.removeLast()
    }
    closeWrappers(to: &output)
  }

  /// Closes the elements that were opened because the parent does not allow paragraphs.
  mutating func closeWrappers(to output: inout HTMLOutput) {
    closeElements(toCount: blocks[blocks.count - 1].depth, &output)
  }

  /// Closes the open group of a block.
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

  /// Opens the elements that are required between the innermost block and a child of the given
  /// kind.
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
      // A row outside a table is a `div`, which can contain any block.
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

  /// Returns the group that a block of a kind needs in its parent.
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
