internal import IABytes
internal import IAFormats
internal import IAMarkup
internal import IAText

extension HTMLWalk {
  /// Opens an element that is a block.
  mutating func enterBlock(
    _ node: HTMLNode, _ tag: MarkupName, _ style: Int, _ classes: Classes, _ frame: inout Frame
  ) {
    endParagraph()
    frame.path = path
    frame.end = .paragraph
    blockStyle = style
    let level = tag == .p ? msoLevel(of: node, style) : nil
    if level == nil { leaveMsoLists() }
    noteMark(node, classes)
    if !survey.notes.isEmpty, let label = survey.notes.labels[node] {
      enterNote(label, &frame)
      return noteAnchor(node, style)
    }
    switch tag {
    case .p:
      if isOwn { frame.end = .wholeParagraph }
      if let level { enterMso(level, node) }
      if let leaf = nextLeaf {
        path.append(leaf)
        nextLeaf = nil
      }
    case .h1, .h2, .h3, .h4, .h5, .h6:
      if isOwn { frame.end = .wholeParagraph }
      let level = Int(tag.rawValue) - Int(MarkupName.h1.rawValue) + 1
      path.append(leaf(.header(level: level)))
    case .blockquote: path.append(block(.blockQuote))
    case .pre, .listing, .xmp, .plaintext:
      enterCode(node, classes, &frame)
    case .ul, .ol, .menu, .dir:
      enterList(node, tag, style)
      frame.end = .list
    case .li: enterItem(node, style, classes, &frame)
    case .table:
      enterTable(node, style)
      frame.end = .table
    case .caption:
      if !path.isEmpty { path.removeLast() }
      frame.end = .caption
    case .tr: enterRow(node, classes)
    case .td, .th: enterCell(node, style, classes, &frame)
    case .dl: report.add(.approximated, "definition-list", byteOffset: node.byteOffset)
    case .figure where isOwn && !options.ignoresHiddenData:
      readAttachment(node, style: style)
      endParagraph(isForced: true)
      // What is inside was read as the attachment.
      frame.next = nil
    case .div where !isOwn && classes.has("msocomtxt"): enterRemark(node)
    default: if isOwn { enterOwnBlock(node, classes) }
    }
    noteAnchor(node, style)
  }

  /// Opens a block that only pages of this suite mark.
  private mutating func enterOwnBlock(_ node: HTMLNode, _ classes: Classes) {
    if classes.has("ia-note") {
      path.append(block(.footnote(label: node[.dataLabel] ?? "")))
    } else if classes.has("ia-annotation") {
      path.append(block(.annotation(.init(author: node[.dataAuthor], date: node[.dataDate]))))
    } else if classes.has("ia-box") {
      path.append(block(.textBox))
    } else if classes.has("ia-page") {
      path.append(block(node.tag == .header ? .pageHeader : .pageFooter))
    }
  }

  private mutating func enterCode(_ node: HTMLNode, _ classes: Classes, _ frame: inout Frame) {
    var language = classes.language
    if let child = node.firstChild, child.isElement, child.tag == .code {
      language = language ?? Classes(child).language
    }
    path.append(block(.codeBlock(language: language)))
    frame.end = .code
    text.needsLine = false
  }

  /// A break between topics, which is a paragraph of its own.
  mutating func readRule(_ node: HTMLNode, style: Int) {
    endParagraph()
    let classes = node.hasAttributes ? Classes(node) : Classes()
    if classes.isLeftOut { return }
    leaveMsoLists()
    noteMark(node, classes)
    let leaf = leaf(.thematicBreak)
    if isOwn, classes.has("ia-bare") {
      nextLeaf = leaf
      return
    }
    let outer = blockStyle
    blockStyle = style
    path.append(leaf)
    noteAnchor(node, style)
    endParagraph(isForced: true)
    path.removeLast()
    blockStyle = outer
  }

  /// The heading or break that a paragraph stands in: that of the one before where its mark says so.
  private mutating func leaf(_ kind: Block.Kind) -> Block {
    if mark.continuesLeaf, let last = lastPath.last { return last }
    return block(kind)
  }

  /// Remembers what an element says about the paragraph that it starts.
  mutating func noteMark(_ node: HTMLNode, _ classes: Classes) {
    guard isOwn else { return }
    if let data = node[.dataIa] { mark.data = data }
    if classes.has("ia-end") { mark.hasPlainEnd = true }
    if classes.has("ia-more") { mark.continuesLeaf = true }
  }

  /// Ends the paragraph that is read, if there is one.
  ///
  /// - Parameter isForced: Whether there is one even if nothing is in it.
  mutating func endParagraph(isForced: Bool = false) {
    let hasContent =
      text.hasContent || !text.pendingBreaks.isEmpty || text.heldBlank != nil || isForced
    guard hasContent else {
      text.pendingSpace = nil
      return
    }
    if !isOwn, !text.pendingBreaks.isEmpty {
      // A break at the end of a block ends its last line and starts none.
      text.pendingBreaks.removeLast()
    }
    text.pendingSpace = nil
    settleSpace()
    var set = paragraphSet
    set.blocks = path
    if path.count > options.limits.depth {
      // Deeper than this, a page of it would be cut by any reader.
      set.blocks.removeSubrange(options.limits.depth...)
      if !isFlattened {
        report.add(.approximated, "nesting", "blocks beyond \(options.limits.depth)")
      }
      isFlattened = true
    }
    if startsPage { set.pageBreakBefore = true }
    if builder.utf16Count == paragraphStart || mark.hasPlainEnd { builder.append(unit: 0x0A) }
    builder.endParagraph(set)
    if let data = mark.data {
      if let record = Self.record(data) {
        records.append((paragraphCount, record))
      } else {
        damagedRecords += 1
      }
    }
    lastPath = path
    mark = ParagraphMark()
    text.hasContent = false
    text.isAtLineStart = true
    text.heldBlank = nil
    text.dropsBlank = false
    text.needsLine = false
    writtenMarkEnd = nil
    startsPage = false
    paragraphStart = builder.utf16Count
    paragraphCount += 1
  }

  private static func record(_ text: String) -> HiddenParagraph? {
    let bytes = Array(text.utf8)
    guard let packed = try? Base64.decode(bytes.span) else { return nil }
    return try? HiddenParagraph(packed: packed)
  }

  /// How the paragraph that is read is set, apart from its blocks.
  private var paragraphSet: ParagraphAttributes {
    mutating get {
      if let known = paragraphSets[blockStyle] { return known }
      var set = styles.styles[blockStyle].paragraph(isOwn: isOwn)
      if path.contains(where: \.kind.isItem), !msoLists.isEmpty {
        // The list says where its items stand.
        set.headIndent = nil
        set.firstLineIndent = nil
        return set
      }
      paragraphSets[blockStyle] = set
      return set
    }
  }
}

extension Block.Kind {
  /// Whether it is an item of a list.
  var isItem: Bool { if case .listItem = self { true } else { false } }
  /// Whether it is a list.
  var isList: Bool {
    switch self {
    case .orderedList, .unorderedList: true
    default: false
    }
  }
}
