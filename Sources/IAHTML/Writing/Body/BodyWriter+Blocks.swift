internal import IAFormats
internal import IAText

extension BodyWriter {
  /// The form in which the text of a paragraph is written.
  enum Leaf: Equatable {
    case text, code, rule
    case header(level: Int)
  }

  /// Closes the open blocks that do not contain a paragraph, opens those that do, and returns the
  /// form of the paragraph.
  mutating func arrange(_ paragraph: IAString.NumberedParagraph) -> Leaf {
    let definitions = source.definitions(ofTermAt: paragraph.utf16Range.lowerBound)
    nesting.isTerm = definitions != nil
    if source.paragraphSets[Int(paragraph.number)].blocks.isEmpty, nesting.lastPath.isEmpty,
      !nesting.isTerm
    {
      nesting.lastLeaf = nil
      nesting.continuesLeaf = false
      nesting.wrapParagraph(to: &output)
      return .text
    }
    var path = source.paragraphSets[Int(paragraph.number)].blocks
    var leaf = Leaf.text
    var leafID: Int?
    nesting.continuesLeaf = false
    if let definitions { path.append(definitions) }
    if let place = path.firstIndex(where: \.kind.isLeaf) {
      // A heading, a thematic break or a code block contains only text; blocks inside it are
      // omitted.
      if place < path.count - 1 {
        lose(.blockNesting, .approximated, utf16Range: paragraph.utf16Range)
        path.removeSubrange((place + 1)...)
      }
      leaf = self.leaf(of: path[place].kind, at: paragraph.utf16Range)
      nesting.continuesLeaf =
        path[place].id == nesting.lastLeaf && path.dropLast() == nesting.lastPath[...]
      if leaf != .code { leafID = path.removeLast().id }
    }
    nesting.lastLeaf = leafID
    var shared = 0
    while shared < path.count, shared + 1 < nesting.blocks.count,
      nesting.blocks[shared + 1].id == path[shared].id
    {
      shared += 1
    }
    if shared < path.count || shared + 1 < nesting.blocks.count {
      nesting.close(toLevel: shared + 1, to: &output)
      for index in shared..<path.count {
        var isBoxed = false
        if case .blockQuote = path[index].kind, index + 1 < path.count {
          isBoxed = path[index + 1].textBox?.isGround ?? false
        }
        open(path[index], isBoxed: isBoxed)
      }
    }
    nesting.lastPath = path
    if leaf != .code { nesting.wrapParagraph(to: &output) }
    return leaf
  }

  /// Returns the form of a paragraph in a heading, thematic break or code block.
  private mutating func leaf(of kind: Block.Kind, at utf16Range: Range<Int>) -> Leaf {
    switch kind {
    case .header(let level):
      if level < 1 || level > 6 {
        lose(.headerLevel, .approximated, String(level), utf16Range: utf16Range)
      }
      return .header(level: level)
    case .thematicBreak: return .rule
    default: return .code
    }
  }

  /// Opens a block.
  ///
  /// - Parameter isBoxed: Whether the block is a quote that begins with a text box with a border or
  ///   fill, which replaces the bar of the quote.
  private mutating func open(_ block: Block, isBoxed: Bool) {
    let parent = nesting.blocks.count - 1
    nesting.setGroup(
      nesting.group(for: block.kind, in: parent), of: parent, to: &output)
    var opened = OpenPageBlock(
      id: block.id, kind: block.kind, base: nesting.elements.count, depth: 0)
    switch block.kind {
    case .tableRow(let isHeader, let height):
      nesting.wrap(isItem: false, isRow: true, isCell: false, to: &output)
      openRow(isHeader: isHeader, height: height, in: parent)
    case .tableCell(let cell):
      nesting.wrap(isItem: false, isRow: false, isCell: true, to: &output)
      open(cell, in: parent)
    case .listItem(let item):
      nesting.wrap(isItem: true, isRow: false, isCell: false, to: &output)
      open(item, in: parent)
    case .footnote(let label):
      nesting.wrap(isItem: false, isRow: false, isCell: false, to: &output)
      openNote(label, role: "doc-footnote")
    case .endnote(let label):
      nesting.wrap(isItem: false, isRow: false, isCell: false, to: &output)
      openNote(label, role: "doc-endnote")
    default:
      nesting.wrap(isItem: false, isRow: false, isCell: false, to: &output)
      if case .orderedList(let style) = block.kind { opened.nextOrdinal = style.start }
      if case .codeBlock = block.kind, let box = source.codeBoxes[block.id] {
        opened.codeClass = styles.className(ofCode: box)
      }
      if isBoxed, isStyled, !source.dialect.isCocoa {
        output.write("<blockquote style=\"border:0\">\n")
        nesting.push(.quote)
      } else {
        openContainer(block.kind, className: opened.codeClass)
      }
    }
    opened.depth = nesting.elements.count
    nesting.blocks.append(opened)
  }
}
