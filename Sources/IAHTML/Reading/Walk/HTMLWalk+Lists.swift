internal import IAFormats
internal import IAMarkup
internal import IAText

/// A list that is open.
struct ListState {
  /// The number of the next item.
  var nextOrdinal = 1
  /// The last item, which continues with content that is in the list but in no item.
  var lastItem: Block?
}

extension HTMLWalk {
  /// Opens a list.
  mutating func enterList(_ node: HTMLNode, _ tag: MarkupName, _ style: Int) {
    // A list directly in a list belongs to the item before it, unless an element around it is not an item, or other
    // text separates them: an item continues only in adjacent paragraphs.
    if page.path.last?.kind.isList ?? false, node.parent?.tag != .li,
      let item = lists.last?.lastItem, page.lastPath.contains(where: { $0.id == item.id })
    {
      page.path.append(item)
    }
    let marker = page.styles.styles[style].listMarker
    let hasOwnMarker = marker != nil && (node.has(.type) || node.has(.style) || node.has(.`class`))
    guard tag == .ol else {
      var text: String?
      if hasOwnMarker, case .text(let mark) = marker { text = mark }
      page.path.append(page.block(.unorderedList(marker: text)))
      lists.append(ListState())
      return
    }
    var list = Block.OrderedListStyle(start: Self.number(node[.start]) ?? 1)
    if hasOwnMarker, case .numbering(let numbering) = marker { list.numbering = numbering }
    if let delimiter = page.styles.styles[style].flow.listDelimiter { list.delimiter = delimiter }
    page.path.append(page.block(.orderedList(list)))
    lists.append(ListState(nextOrdinal: list.start))
  }

  /// Opens an item.
  mutating func enterItem(
    _ node: HTMLNode, _ style: Int, _ classes: Classes, _ frame: inout Frame
  ) {
    guard page.path.last?.kind.isList ?? false, let index = lists.indices.last else { return }
    if isOwn, classes.has("ia-bare") { return }
    frame.end = .wholeParagraph
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

  private static func number(_ text: String?) -> Int? {
    guard let text, let number = Int(text.trimmingASCIISpace()) else { return nil }
    return min(max(number, Int(Int32.min)), Int(Int32.max) - 1)
  }

  /// Returns whether an item starts with a box to tick.
  private static func task(in item: HTMLNode) -> Block.ListItem.TaskState? {
    taskBox(in: item).map { $0.has(.checked) ? .done : .open }
  }

  /// Returns whether a check box is the one before the text of a task.
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
        return found[.type]?.lowercased() == "checkbox" ? found : nil
      }
      let mayHoldIt: [MarkupName] = [.p, .label, .span, .div]
      guard mayHoldIt.contains(found.tag) else { return nil }
      around = found
    }
    return nil
  }
}

extension HTMLNode {
  /// Returns the text of all nodes inside an element, up to a number of nodes.
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
