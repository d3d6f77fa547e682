internal import IAFormats
internal import IAMarkup
internal import IAText

/// A list that is open.
struct ListState {
  /// The number of the next item.
  var nextOrdinal = 1
  /// The last item, for what stands in the list without being one.
  var lastItem: Block?
}

/// A list of Word that is open: paragraphs that say their level.
struct MsoList {
  var list: Block
  var item: Block
  var level: MsoListLevel
  var nextOrdinal: Int
  /// How many blocks are around the item, where it is written as one.
  var depth = 0
  /// The block around the list, likewise.
  var outer: Int?
}

extension HTMLWalk {
  /// Opens a list.
  mutating func enterList(_ node: HTMLNode, _ tag: MarkupName, _ style: Int) {
    // A list in a list belongs to the item before it, but in an element that says it is no item, and
    // behind other text: an item goes on in neighbouring paragraphs alone.
    if path.last?.kind.isList ?? false, node.parent?.tag != .li,
      let item = lists.last?.lastItem, lastPath.contains(where: { $0.id == item.id })
    {
      path.append(item)
    }
    let marker = styles.styles[style].listMarker
    let hasOwnMarker = marker != nil && (node.has(.type) || node.has(.style) || node.has(.`class`))
    guard tag == .ol else {
      var text: String?
      if hasOwnMarker, case .text(let mark) = marker { text = mark }
      path.append(block(.unorderedList(marker: text)))
      lists.append(ListState())
      return
    }
    var list = Block.OrderedListStyle(start: Self.number(node[.start]) ?? 1)
    if hasOwnMarker, case .numbering(let numbering) = marker { list.numbering = numbering }
    path.append(block(.orderedList(list)))
    lists.append(ListState(nextOrdinal: list.start))
  }

  /// Opens an item.
  mutating func enterItem(
    _ node: HTMLNode, _ style: Int, _ classes: Classes, _ frame: inout Frame
  ) {
    guard path.last?.kind.isList ?? false, let index = lists.indices.last else { return }
    if isOwn, classes.has("ia-bare") { return }
    frame.end = .wholeParagraph
    let said = Self.number(isOwn ? node[.dataOrdinal] ?? node[.value] : node[.value])
    let ordinal = said ?? lists[index].nextOrdinal
    lists[index].nextOrdinal = ordinal + 1
    let item = block(.listItem(.init(ordinal: ordinal, task: Self.task(in: node))))
    lists[index].lastItem = item
    if let level = styles.styles[style].msoList, let list = path.last {
      while let last = msoItems.last,
        last.depth >= path.count || path[last.depth].id != last.item.id
      {
        msoItems.removeLast()
      }
      msoItems.append(
        MsoList(
          list: list, item: item, level: level, nextOrdinal: ordinal + 1, depth: path.count,
          outer: path.dropLast().last?.id))
    }
    path.append(item)
  }

  private static func number(_ text: String?) -> Int? {
    guard let text, let number = Int(text.trimmingASCIISpace()) else { return nil }
    return min(max(number, Int(Int32.min)), Int(Int32.max) - 1)
  }

  /// Whether an item starts with a box to tick.
  private static func task(in item: HTMLNode) -> Block.ListItem.TaskState? {
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
        guard found[.type]?.lowercased() == "checkbox" else { return nil }
        return found.has(.checked) ? .done : .open
      }
      let mayHoldIt: [MarkupName] = [.p, .label, .span, .div]
      guard mayHoldIt.contains(found.tag) else { return nil }
      around = found
    }
    return nil
  }
}

// MARK: Word

extension HTMLWalk {
  /// Opens the item of a list of Word that a paragraph is.
  mutating func enterMso(_ level: MsoListLevel, _ node: HTMLNode) {
    if msoLists.isEmpty, level.level > 1, let last = msoItems.last,
      lastPath.last?.id == last.item.id,
      path.count + 1 == msoItems[0].depth, path.last?.id == msoItems[0].outer
    {
      // Word writes the outer level as a list, and the inner as paragraphs after it.
      msoLists = msoItems
    }
    while let last = msoLists.last,
      last.level.level > level.level || last.level.level == level.level && last.level != level
    {
      msoLists.removeLast()
    }
    if let last = msoLists.indices.last, msoLists[last].level == level {
      let ordinal = msoLists[last].nextOrdinal
      msoLists[last].nextOrdinal += 1
      msoLists[last].item = block(.listItem(.init(ordinal: ordinal)))
    } else {
      let mark = writtenMarkEnd == nil ? Self.msoMark(in: node) : Self.writtenMark(of: node)?.text
      let kind = msoKind(of: level, mark: mark ?? "")
      var start = 1
      if case .orderedList(let style) = kind { start = style.start }
      msoLists.append(
        MsoList(
          list: block(kind), item: block(.listItem(.init(ordinal: start))), level: level,
          nextOrdinal: start + 1))
    }
    for open in msoLists { path += [open.list, open.item] }
  }

  /// Ends the lists of Word before an element that is not of one.
  mutating func leaveMsoLists() {
    msoLists.removeAll(keepingCapacity: true)
    writtenLevels.removeAll(keepingCapacity: true)
  }

  /// The mark that Word wrote out: nothing in an item, which the list marks; else, as in a heading,
  /// text.
  mutating func readMsoMark(_ node: HTMLNode, _ style: Int) {
    guard msoLists.isEmpty else { return }
    let mark = node.allText(limit: 64).filter { !$0.isWhitespace && $0 != "\u{A0}" }
    guard !mark.isEmpty else { return }
    let isNumber = mark.count > 1 && mark.contains { $0.isLetter || $0.isNumber }
    let shown = isNumber ? mark : Self.bullet(mark) ?? "\u{2022}"
    add(units: Array(shown.utf16) + [0x20], style: style)
  }

  /// What kind of list a level is, by the style sheet or by the mark that Word wrote out.
  private func msoKind(of level: MsoListLevel, mark: String) -> Block.Kind {
    let said = survey.sheet.msoLevels["\(level.style):level\(level.level)"]
    let core = mark.drop { "([".contains($0) }
    let body = core.prefix {
      $0.isLetter || $0.isNumber || $0 == "." && core.contains(where: \.isNumber)
    }
    let isBullet =
      said?.format == "bullet"
      || (said == nil || said?.format == "")
        && (body.isEmpty || core.count == body.count && !core.contains(where: \.isNumber))
    if isBullet {
      return .unorderedList(marker: Self.bullet(mark))
    }
    var style = Block.OrderedListStyle()
    let last = body.split(separator: ".").last.map(String.init) ?? ""
    style.numbering = Self.numbering(said?.format ?? "", last)
    style.start = Self.ordinal(last, style.numbering) ?? said?.start ?? 1
    let rest = mark.drop { !"().]".contains($0) || $0 == "(" }
    if let delimiter = rest.last, ")]".contains(delimiter) { style.delimiter = String(delimiter) }
    return .orderedList(style)
  }

  private static func bullet(_ mark: String) -> String? {
    switch mark {
    // Letters of Symbol and Wingdings, and the o of Courier New.
    case "", "\u{B7}", "\u{F0B7}", "l", "\u{2022}": nil
    case "o": "\u{25E6}"
    case "\u{A7}", "\u{F0A7}", "n": "\u{25AA}"
    case "\u{D8}", "\u{F0D8}": "\u{27A2}"
    case "\u{FC}", "\u{F0FC}": "\u{2713}"
    default: String(mark.prefix(8))
    }
  }

  private static func numbering(
    _ format: String, _ text: String
  ) -> Block.OrderedListStyle.Numbering {
    switch format {
    case "alpha-lower": return .lowerAlpha
    case "alpha-upper": return .upperAlpha
    case "roman-lower": return .lowerRoman
    case "roman-upper": return .upperRoman
    case "": break
    default: return .decimal
    }
    guard let first = text.unicodeScalars.first, !("0"..."9").contains(first) else {
      return .decimal
    }
    let isUpper = first.properties.isUppercase
    let isRoman = text.lowercased() == "i" || text.count > 1
    return isRoman ? (isUpper ? .upperRoman : .lowerRoman) : isUpper ? .upperAlpha : .lowerAlpha
  }

  /// The number that a mark stands for.
  private static func ordinal(
    _ text: String, _ numbering: Block.OrderedListStyle.Numbering
  ) -> Int? {
    switch numbering {
    case .decimal: return Int(text).map { min(max($0, 0), 1_000_000) }
    case .lowerAlpha, .upperAlpha:
      guard text.utf8.count == 1, let letter = text.lowercased().utf8.first,
        (0x61...0x7A).contains(letter)
      else { return nil }
      return Int(letter) - 0x60
    case .lowerRoman, .upperRoman:
      let values: [Character: Int] = [
        "i": 1, "v": 5, "x": 10, "l": 50, "c": 100, "d": 500, "m": 1000,
      ]
      let digits = text.lowercased().prefix(16).compactMap { values[$0] }
      guard !digits.isEmpty, digits.count == text.count else { return nil }
      var sum = 0
      for (index, digit) in digits.enumerated() {
        sum += index + 1 < digits.count && digits[index + 1] > digit ? -digit : digit
      }
      return sum
    }
  }

  /// The mark that Word wrote out for programs that know no lists.
  private static func msoMark(in paragraph: HTMLNode) -> String {
    var node: HTMLNode? = paragraph.firstChild
    var looked = 0
    while let current = node, looked < 32 {
      looked += 1
      if current.isElement, let style = current[.style],
        style.lowercased().replacing(" ", with: "").contains("mso-list:ignore")
      {
        return current.allText(limit: 64).filter { !$0.isWhitespace && $0 != "\u{A0}" }
      }
      node = current.next(in: paragraph, entering: current.isElement)
    }
    return ""
  }
}

extension HTMLNode {
  /// The text of all nodes inside an element, up to a number of nodes.
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
