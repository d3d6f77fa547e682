internal import IABytes
internal import IACSS
internal import IAFormats
internal import IAMarkup
internal import IAText

extension HTMLWalk {
  /// Opens a block element.
  mutating func enterBlock(
    _ node: HTMLNode, _ tag: MarkupName, _ own: Int, _ classes: Classes, _ frame: inout Frame
  ) {
    page.endParagraph()
    page.addHeldPictures(before: tag)
    frame.path = page.path
    frame.end = .paragraph
    page.blockStyle = own
    if !isOwn {
      enterSpace(tag, own, &frame)
      frame.boxes.isRow = page.styles.styles[own].isRow
      frame.boxes.isStack = page.styles.styles[own].isStack
    }
    let style = isOwn ? own : enterBox(node, tag, own, &frame)
    let isRealItem = (tag == .p || tag == .pre) && isFirstInItem(node)
    let mayBeItem = (tag == .p || tag == .pre && !isOwn) && !isRealItem
    var level = mayBeItem ? wordLists.level(of: node, style, in: &page) : nil
    if ElementKind.headingLevel(tag) != nil {
      level = wordLists.level(ofHeading: node, style, in: page)
    }
    let isContinued = level == nil && tag == .p && wordLists.continueItem(node, style, in: &page)
    if level == nil, !isContinued, wordLists.lists.isEmpty || !WordLists.isInWrapper(node) {
      wordLists.leave(in: &page)
    }
    noteMark(node, classes)
    if !survey.notes.isEmpty, let label = survey.notes.labels[node] {
      enterNote(label, &frame)
      return noteAnchor(node, style)
    }
    if !isOwn, Self.opensBlocks(tag), let index = page.path.lastIndex(where: \.kind.isHeader) {
      // A heading of the model contains only text, also in a code block.
      page.path.removeSubrange(index...)
      frame.style = page.styles.headingAsText(style)
      page.blockStyle = frame.style
    }
    switch tag {
    case .p:
      if isOwn { frame.end = .wholeParagraph }
      if let level { wordLists.enter(level, node, in: &page) }
      if let leaf = page.nextLeaf {
        page.path.append(leaf)
        page.nextLeaf = nil
      }
    case .h1, .h2, .h3, .h4, .h5, .h6:
      if !isOwn, page.path.contains(where: \.kind.isCode) {
        // A code block of the model contains only text.
        frame.style = page.styles.headingAsText(style)
        page.blockStyle = frame.style
        break
      }
      if isOwn { frame.end = .wholeParagraph }
      if let level { wordLists.enter(level, node, in: &page) }
      page.path.append(page.leaf(.header(level: ElementKind.headingLevel(tag) ?? 1)))
    case .blockquote:
      page.path.append(page.block(.blockQuote))
      enterInnerBox(node, style, &frame)
    case .pre, .listing, .xmp, .plaintext:
      if let level { wordLists.enter(level, node, in: &page) }
      enterCode(node, classes, &frame)
    case .ul, .ol, .menu, .dir:
      enterList(node, tag, style)
      frame.end = .list
    case .li:
      enterItem(node, style, classes, &frame)
      enterInnerBox(node, style, &frame)
    case .table:
      enterTable(node, style)
      frame.end = .table
    case .caption:
      if let table = page.path.popLast(), !isOwn, tables.last?.hasRow == false {
        page.places.spaces.beginCaption(of: table.id)
      }
      frame.end = .caption
    case .tr: enterRow(node, style, classes)
    case .td, .th: enterCell(node, style, classes, &frame)
    case .dl:
      lists.append(ListState())
      frame.end = .list
    case .dd: enterDefinition(node, classes, &frame)
    case .figure where isOwn && !options.ignoresHiddenData:
      readAttachment(node, style: style)
      page.endParagraph(isForced: true)
      // The content was read as the attachment.
      frame.next = nil
    case .div where !isOwn && classes.has("msocomtxt"): enterRemark(node)
    default: if isOwn { enterOwnBlock(node, style, classes, &frame) }
    }
    enterContent(tag, frame)
    noteAnchor(node, style)
  }

  /// Returns whether an element becomes a block that contains other blocks.
  private static func opensBlocks(_ tag: MarkupName) -> Bool {
    switch tag {
    case .ul, .ol, .menu, .dir, .li, .dl, .table, .blockquote: true
    default: false
    }
  }

  /// Returns whether a paragraph is the first one of an `li` element; its Word list level then
  /// repeats the level of that element.
  private func isFirstInItem(_ node: HTMLNode) -> Bool {
    guard let parent = node.parent, parent.isElement, parent.tag == .li,
      parent.parent?.isElement ?? false
    else { return false }
    var before = parent.firstChild
    for _ in 0..<Self.mostNodesBeforeText {
      guard let sibling = before, sibling != node else { return true }
      if sibling.isElement || sibling.kind == .text && sibling.utf8.contains(where: { $0 > 0x20 }) {
        return false
      }
      before = sibling.next
    }
    return false
  }

  /// The maximum number of nodes without text that are examined before the first text of an item.
  private static let mostNodesBeforeText = 32

  /// Opens a block that only pages of this suite contain, recognised by its class.
  private mutating func enterOwnBlock(
    _ node: HTMLNode, _ style: Int, _ classes: Classes, _ frame: inout Frame
  ) {
    if classes.has("ia-note") {
      let label = node[.dataLabel] ?? ""
      let isEndnote = node[.role] == "doc-endnote"
      page.path.append(page.block(isEndnote ? .endnote(label: label) : .footnote(label: label)))
    } else if classes.has("ia-annotation") {
      page.path.append(
        page.block(.annotation(.init(author: node[.dataAuthor], date: node[.dataDate]))))
    } else if classes.has("ia-box") {
      page.path.append(page.block(.textBox()))
    } else if classes.has("ia-frame") {
      open(ownBox(style), style, &frame)
    } else if classes.has("ia-page") {
      let pages = node[.dataPages].flatMap { Block.Pages(rawValue: $0) } ?? .all
      page.path.append(
        page.block(node.tag == .header ? .pageHeader(on: pages) : .pageFooter(on: pages)))
    }
  }

  private mutating func enterCode(_ node: HTMLNode, _ classes: Classes, _ frame: inout Frame) {
    var language = classes.language
    if let child = node.firstChild, child.isElement, child.tag == .code {
      language = language ?? Classes(child).language
    }
    page.path.append(page.block(.codeBlock(language: language)))
    page.text.code.style = page.blockStyle
    frame.end = .code
    page.text.needsLine = false
  }

  /// Reads an `hr` element as a paragraph.
  mutating func readRule(_ node: HTMLNode, style: Int) {
    page.endParagraph()
    let classes = node.hasAttributes ? Classes(node) : Classes()
    if classes.isLeftOut { return }
    wordLists.leave(in: &page)
    noteMark(node, classes)
    let leaf = page.leaf(.thematicBreak)
    if isOwn, classes.has("ia-bare") {
      page.nextLeaf = leaf
      return
    }
    let outer = page.blockStyle
    page.clear(page.styles.styles[style].flow.clears)
    page.blockStyle = style
    page.path.append(leaf)
    noteAnchor(node, style)
    addRuleMargin(style, above: true)
    page.endParagraph(isForced: true)
    addRuleMargin(style, above: false)
    page.path.removeLast()
    page.blockStyle = outer
  }

  /// Records hidden data and line end attributes for the paragraph that an element starts.
  mutating func noteMark(_ node: HTMLNode, _ classes: Classes) {
    guard isOwn else { return }
    if let data = node[.dataIa] { page.mark.data = data }
    if classes.has("ia-end") { page.mark.end = IAStringBuilder.plain }
    if let entry = classes.lineEnd, page.lineEnds.indices.contains(entry &- 1) {
      page.mark.end = page.lineEnds[entry - 1]
    }
    if classes.has("ia-more") { page.mark.continuesLeaf = true }
  }
}

extension Block.Kind {
  var isHeader: Bool { if case .header = self { true } else { false } }
  var isItem: Bool { if case .listItem = self { true } else { false } }
  /// The number of the first item of a list; 1 for unordered lists.
  var start: Int { if case .orderedList(let style) = self { style.start } else { 1 } }

  var isList: Bool {
    switch self {
    case .orderedList, .unorderedList: true
    default: false
    }
  }
}
