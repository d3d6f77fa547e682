internal import IACSS
internal import IAFormats
internal import IAMarkup
internal import IAText

/// The state of an open list.
struct ListState {
  /// The ordinal of the next item.
  var nextOrdinal = 1
  /// The last item, which continues with content of the list outside of items.
  var lastItem: Block?
  /// The id of the last definition list in a `dl` element.
  var definitions: Int?
  /// The kind of a list from Word on the web, whose items state their levels.
  var webKind: Block.Kind?
}

extension HTMLWalk {
  mutating func enterList(_ node: HTMLNode, _ tag: MarkupName, _ style: Int) {
    if !isOwn, let parent = node.parent, WordLists.isWrapper(parent) {
      return enterWebList(node, tag, style)
    }
    // A list directly in a list belongs to the preceding item, unless its parent is an `li` or
    // other text came between: an item consists of adjacent paragraphs.
    if page.path.last?.kind.isList ?? false, node.parent?.tag != .li,
      let item = lists.last?.lastItem, page.lastPath.contains(where: { $0.id == item.id })
    {
      page.path.append(item)
    }
    let kind = kind(of: node, tag, style)
    page.path.append(page.block(kind))
    lists.append(ListState(nextOrdinal: kind.start))
  }

  /// Opens a list from Word on the web, which writes each item as a list of its own.
  private mutating func enterWebList(_ node: HTMLNode, _ tag: MarkupName, _ style: Int) {
    let kind = kind(of: node, tag, style)
    lists.append(ListState(nextOrdinal: kind.start, webKind: kind))
  }

  /// Returns the kind of a list from its element, style and attributes.
  private func kind(of node: HTMLNode, _ tag: MarkupName, _ style: Int) -> Block.Kind {
    let marker = page.styles.styles[style].listMarker
    var list = Block.OrderedListStyle(start: Self.number(node[.start]) ?? 1)
    switch marker {
    case .text(let mark): return .unorderedList(marker: mark)
    // An ordered list without markers becomes an unordered list with an empty marker.
    case CSSDeclaration.ListMarker.none?: return .unorderedList(marker: "")
    case .numbering(let numbering): list.numbering = numbering
    case nil: if tag != .ol { return .unorderedList(marker: nil) }
    }
    if let delimiter = page.styles.styles[style].flow.listDelimiter { list.delimiter = delimiter }
    if let prefix = page.styles.styles[style].flow.listPrefix { list.prefix = prefix }
    return .orderedList(list)
  }

  /// Opens an `li` element.
  mutating func enterItem(
    _ node: HTMLNode, _ style: Int, _ classes: Classes, _ frame: inout Frame
  ) {
    if let list = lists.last, let kind = list.webKind {
      frame.end = .wholeParagraph
      lists[lists.count - 1].nextOrdinal += 1
      return wordLists.enter(webItem: node, kind, ordinal: list.nextOrdinal, in: &page)
    }
    guard page.path.last?.kind.isList ?? false, let index = lists.indices.last else {
      if !isOwn { enterLoneItem(node, &frame) }
      return
    }
    if isOwn, classes.has("ia-bare") { return }
    frame.end = .wholeParagraph
    if !isOwn { readMarker(of: node, style, isFirst: lists[index].lastItem == nil, &frame) }
    let said = Self.number(isOwn ? node[.dataOrdinal] ?? node[.value] : node[.value])
    let ordinal = said ?? lists[index].nextOrdinal
    lists[index].nextOrdinal = ordinal + 1
    let item = page.block(.listItem(.init(ordinal: ordinal, task: Self.task(in: node))))
    lists[index].lastItem = item
    if let level = page.styles.styles[style].msoList, let list = page.path.last {
      wordLists.add(
        MsoList(
          list: list, item: item, level: level, nextOrdinal: ordinal + 1, depth: page.path.count,
          outer: page.path.dropLast().last?.id), in: page.path)
    }
    page.path.append(item)
  }

  /// The markers of nested lists without a declaration.
  private static let usualMarks = ["\u{2022}", "\u{25E6}", "\u{25AA}"]

  /// Reads the marker that the style of an item sets: that of the first item is the marker of the
  /// list, because most pages set it for all items at once; another one is reported.
  private mutating func readMarker(
    of node: HTMLNode, _ style: Int, isFirst: Bool, _ frame: inout Frame
  ) {
    guard let list = page.path.last, let marker = page.styles.styles[style].listMarker else {
      return
    }
    var kind = list.kind
    switch marker {
    case .none: kind = .unorderedList(marker: "")
    case .text(let mark):
      let usual = Self.usualMarks[min(max(page.listDepth, 1), Self.usualMarks.count) - 1]
      if kind != .unorderedList(marker: nil) || mark != usual {
        kind = .unorderedList(marker: mark)
      }
    case .numbering(let numbering):
      var ordered = Block.OrderedListStyle()
      if case .orderedList(let style) = kind { ordered = style }
      ordered.numbering = numbering
      kind = .orderedList(ordered)
    }
    guard kind != list.kind else { return }
    guard isFirst else {
      let lost = CSSUnread(feature: .listMarker, property: "list-style-type")
      return page.noteDeclarations([lost], at: node.byteOffset)
    }
    page.path[page.path.count - 1] = Block(id: list.id, kind)
    // The other items belong to the changed list.
    frame.path = page.path
  }

  /// Opens a `dd` element as an item of the preceding definition list, or of a new one after a
  /// term.
  mutating func enterDefinition(_ node: HTMLNode, _ classes: Classes, _ frame: inout Frame) {
    frame.end = .wholeParagraph
    let depth = page.path.count
    var list = page.block(.unorderedList(marker: Block.definitionMarker))
    var ordinal = 1
    if page.lastPath.count > depth, page.lastPath[..<depth].elementsEqual(page.path),
      page.lastPath[depth].kind.isDefinitionList, page.lastPath[depth].id == lists.last?.definitions
    {
      list = page.lastPath[depth]
      ordinal = lists.last?.nextOrdinal ?? 1
    }
    page.path.append(list)
    if isOwn {
      ordinal = Self.number(node[.dataOrdinal]) ?? ordinal
    }
    if let index = lists.indices.last {
      lists[index].definitions = list.id
      lists[index].nextOrdinal = ordinal + 1
    }
    if isOwn, classes.has("ia-bare") { return frame.end = .paragraph }
    page.path.append(page.block(.listItem(.init(ordinal: ordinal, task: Self.task(in: node)))))
  }

  /// Opens an `li` element outside of a list, which browsers show with a bullet.
  private mutating func enterLoneItem(_ node: HTMLNode, _ frame: inout Frame) {
    frame.end = .wholeParagraph
    let depth = page.path.count
    var list = page.block(.unorderedList(marker: nil))
    page.places.spaces.indent(list.id, start: Self.loneIndent, end: 0)
    var ordinal = 1
    if page.lastPath.count > depth + 1, page.lastPath[..<depth].elementsEqual(page.path),
      case .unorderedList(nil) = page.lastPath[depth].kind,
      case .listItem(let last) = page.lastPath[depth + 1].kind
    {
      list = page.lastPath[depth]
      ordinal = last.ordinal + 1
    }
    page.path += [
      list, page.block(.listItem(.init(ordinal: ordinal, task: Self.task(in: node)))),
    ]
  }

  private static func number(_ text: String?) -> Int? {
    guard let text = text?.trimmingASCIISpace() else { return nil }
    let sign = text.hasPrefix("-") ? "-" : ""
    let digits = text.dropFirst(text.hasPrefix("+") ? 1 : sign.count).utf8.prefix {
      (0x30...0x39).contains($0)
    }
    guard let number = Int(sign + String(decoding: digits, as: UTF8.self)) else { return nil }
    return min(max(number, Int(Int32.min)), Int(Int32.max) - 1)
  }

  /// Returns the task state of an item that starts with a check box, or `nil`.
  private static func task(in item: HTMLNode) -> Block.ListItem.TaskState? {
    taskBox(in: item).map { $0.has(.checked) ? .done : .open }
  }

  /// Returns whether a check box is the task marker of a list item.
  static func isTaskBox(_ node: HTMLNode) -> Bool {
    var around = node.parent
    for _ in 0..<3 {
      guard let item = around, item.isElement else { return false }
      if item.tag == .li { return taskBox(in: item) == node }
      around = item.parent
    }
    return false
  }

  private static func taskBox(in item: HTMLNode) -> HTMLNode? {
    var around = item
    for _ in 0..<3 {
      var first: HTMLNode?
      for child in around.children.prefix(4) {
        if child.isElement { first = child }
        if child.kind == .text, child.utf8.contains(where: { $0 > 0x20 }) { return nil }
        if first != nil { break }
      }
      guard let found = first else { return nil }
      if found.tag == .input {
        // In pages of this suite, a check box with this class is a form field.
        let isTask = found[.type]?.lowercased() == "checkbox" && found[.`class`] != "ia-form"
        return isTask ? found : nil
      }
      let mayHoldIt: [MarkupName] = [.p, .label, .span, .div]
      guard mayHoldIt.contains(found.tag) else { return nil }
      around = found
    }
    return nil
  }
}

extension HTMLNode {
  /// Returns the text of the first nodes inside an element.
  ///
  /// - Parameter limit: The maximum number of nodes that are examined.
  func allText(limit: Int) -> String {
    var text = ""
    var node: HTMLNode? = firstChild
    var looked = 0
    while let current = node, looked < limit {
      looked += 1
      if current.kind == .text { text += current.text }
      node = current.next(in: self, entering: current.isElement)
    }
    return text
  }
}
