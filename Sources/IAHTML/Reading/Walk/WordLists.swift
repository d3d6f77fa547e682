internal import IAFormats
internal import IAMarkup
internal import IAText

/// A list of Word that is open: paragraphs that say their level.
struct MsoList {
  var list: Block
  var item: Block
  var level: MsoListLevel
  var nextOrdinal: Int
  /// The number of blocks that are around the item, where it is written as one.
  var depth = 0
  /// The block around the list, likewise.
  var outer: Int?
}

/// The lists of Word that are open: paragraphs whose styles or markers name a list and a level.
struct WordLists {
  /// The lists around, from the outside in.
  private(set) var lists: [MsoList] = []
  /// The items of a list that Word wrote as elements, from the outside in.
  private var items: [MsoList] = []
  /// The levels of the list around that only its markers show.
  var writtenLevels: [WrittenLevel] = []
  /// The number of lists that only their markers show.
  var writtenListCount = 0
  /// The lists that the style sheets define, by style and level.
  private let definitions: [String: CSSSheet.MsoLevel]

  /// Creates a state without open lists.
  init(definitions: [String: CSSSheet.MsoLevel]) { self.definitions = definitions }

  /// Opens the item of a list of Word that a paragraph is.
  mutating func enter(_ level: MsoListLevel, _ node: HTMLNode, in page: inout PageDocument) {
    if lists.isEmpty, level.level > 1, let last = items.last,
      page.lastPath.last?.id == last.item.id,
      page.path.count + 1 == items[0].depth, page.path.last?.id == items[0].outer
    {
      // Word writes the outer level as a list, and the inner as paragraphs after it.
      lists = items
    }
    closeLists(before: level)
    if let last = lists.last, last.level == level {
      open(level, last.list.kind, ordinal: last.nextOrdinal, in: &page)
    } else {
      let mark = page.markerEnd == nil ? Self.msoMark(in: node) : Self.writtenMark(of: node)?.text
      let kind = msoKind(of: level, mark: mark ?? "")
      open(level, kind, ordinal: kind.start, in: &page)
    }
  }

  /// Ends the lists that an item of a level cannot be in.
  private mutating func closeLists(before level: MsoListLevel) {
    while let last = lists.last,
      last.level.level > level.level || last.level.level == level.level && last.level != level
    {
      lists.removeLast()
    }
  }

  /// Opens an item in the list of its level, or in a new list of a kind.
  mutating func open(
    _ level: MsoListLevel, _ kind: Block.Kind, ordinal: Int, in page: inout PageDocument
  ) {
    closeLists(before: level)
    let item = page.block(.listItem(.init(ordinal: ordinal)))
    if let last = lists.indices.last, lists[last].level == level {
      lists[last].nextOrdinal = ordinal + 1
      lists[last].item = item
    } else {
      lists.append(
        MsoList(
          list: page.block(kind), item: item, level: level, nextOrdinal: ordinal + 1))
    }
    for open in lists { page.path += [open.list, open.item] }
    page.isInWordList = true
  }

  /// Ends the lists of Word before an element that is not of one.
  mutating func leave(in page: inout PageDocument) {
    lists.removeAll(keepingCapacity: true)
    writtenLevels.removeAll(keepingCapacity: true)
    page.isInWordList = false
  }

  /// Adds the item of a list that Word wrote as an element, inside the last of its ancestors.
  mutating func add(_ item: MsoList, in path: [Block]) {
    while let last = items.last, last.depth >= path.count || path[last.depth].id != last.item.id {
      items.removeLast()
    }
    items.append(item)
  }

  /// Reads the marker that Word wrote: skipped in an item, because the list defines it; otherwise, as in a heading,
  /// text.
  mutating func readMarker(
    _ node: HTMLNode, _ style: Int, in page: inout PageDocument
  ) {
    guard lists.isEmpty else { return }
    let mark = node.allText(limit: 64).filter { !$0.isWhitespace && $0 != "\u{A0}" }
    guard !mark.isEmpty else { return }
    let isNumber = mark.count > 1 && mark.contains { $0.isLetter || $0.isNumber }
    let shown = isNumber ? mark : Self.bullet(mark) ?? "\u{2022}"
    page.add(units: Array(shown.utf16) + [0x20], style: style)
  }

  /// Returns the kind of list of a level, by the style sheet or the written marker.
  private func msoKind(of level: MsoListLevel, mark: String) -> Block.Kind {
    let said = definitions["\(level.style):level\(level.level)"]
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
    let shown = style.numbering.number(of: last)
    style.start = shown.map { min(max($0, 0), 1_000_000) } ?? said?.start ?? 1
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

  /// Returns the mark that Word wrote out for programs that know no lists.
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
