internal import IACSS
internal import IAFormats
internal import IAMarkup
internal import IAText

/// A list of Word that is open: paragraphs that say their level.
struct MsoList {
  var list: Block
  /// The item that is open, or `nil` in a list of a level without items so far.
  var item: Block?
  var level: MsoListLevel
  var nextOrdinal: Int
  /// The number of blocks that are around the item, where it is written as one.
  var depth = 0
  /// The block around the list, likewise.
  var outer: Int?
  /// The indent of the text of its last item, in points.
  var margin: Double?
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
      page.lastPath.last?.id == last.item?.id,
      page.path.count + 1 == items[0].depth, page.path.last?.id == items[0].outer
    {
      // Word writes the outer level as a list, and the inner as paragraphs after it.
      lists = items
    }
    closeLists(before: level)
    let mark = page.markerEnd == nil ? Self.msoMark(in: node) : Self.writtenMark(of: node)?.text
    let kind = msoKind(of: level, mark: mark ?? "", node)
    if let mark, let prefix = kind.numberPrefix, WordMark(mark).prefix != prefix {
      page.report.add(.approximated, .listNumber, mark, byteOffset: node.byteOffset)
    }
    if let last = lists.last, last.level == level {
      let hasOtherPrefix = Self.hasOtherPrefix(kind, than: last.list.kind, mark: mark ?? "")
      guard hasOtherPrefix || last.item == nil && !last.list.kind.isLike(kind) else {
        // The item is in the list whatever its mark is, and has the number that the mark says in the way of the list.
        let number = mark.flatMap { last.list.kind.number(of: $0) }
        return open(level, last.list.kind, ordinal: number ?? last.nextOrdinal, in: &page)
      }
      lists.removeLast()
    }
    open(level, kind, ordinal: kind.start, in: &page)
  }

  /// Returns whether a marker states another text before its number than the list has, as the markers of
  /// another chapter do.
  private static func hasOtherPrefix(
    _ kind: Block.Kind, than list: Block.Kind, mark: String
  ) -> Bool {
    guard let own = list.numberPrefix, let prefix = kind.numberPrefix, !mark.isEmpty else {
      return false
    }
    return prefix != own
  }

  /// Continues the item that a paragraph without a marker belongs to: Word writes it with the class of list paragraphs
  /// and the indent of the item's text.
  ///
  /// - Returns: Whether there is such an item.
  mutating func continueItem(_ node: HTMLNode, _ style: Int, in page: inout PageDocument) -> Bool {
    guard !lists.isEmpty, node.hasAttributes,
      node[.`class`]?.hasPrefix("MsoListParagraph") ?? false,
      page.lastPath.last?.id == lists.last?.item?.id
    else { return false }
    let margin = page.styles.styles[style].startIndent ?? 0
    guard
      let index = lists.lastIndex(where: { list in
        list.item != nil && list.margin.map { abs($0 - margin) <= 3 } ?? false
      })
    else { return false }
    lists.removeSubrange((index + 1)...)
    appendPath(to: &page)
    return true
  }

  /// Puts the current place into the open lists and items.
  private func appendPath(to page: inout PageDocument) {
    for open in lists {
      page.path.append(open.list)
      if let item = open.item { page.path.append(item) }
    }
    page.isInWordList = true
  }

  /// Returns the level of a heading with a bullet, or `nil`: the number of a heading is text, because the numbers of
  /// outer levels and of headings elsewhere belong to it.
  func level(ofHeading node: HTMLNode, _ style: Int, in page: PageDocument) -> MsoListLevel? {
    guard let level = page.styles.styles[style].msoList, Self.markNode(in: node) != nil else {
      return nil
    }
    return msoKind(of: level, mark: Self.msoMark(in: node), node).isNumbered ? nil : level
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
      addLevels(before: level, kind, in: &page)
      lists.append(
        MsoList(
          list: page.block(kind), item: item, level: level, nextOrdinal: ordinal + 1))
    }
    lists[lists.count - 1].margin = page.styles.styles[page.blockStyle].startIndent ?? 0
    appendPath(to: &page)
  }

  /// Opens a list without an item for each level between the innermost list and an inner item, so that the item has
  /// the depth that Word shows.
  private mutating func addLevels(
    before level: MsoListLevel, _ kind: Block.Kind, in page: inout PageDocument
  ) {
    let outer = lists.last?.level.level ?? page.listDepth
    guard outer + 1 < level.level else { return }
    for number in outer + 1..<level.level {
      let missing = MsoListLevel(list: level.list, style: level.style, level: number)
      let isDefined = definitions["\(level.style):level\(number)"] != nil
      var own = isDefined ? msoKind(of: missing, mark: "") : kind
      if !isDefined, kind.isNumbered { own = .orderedList(.init()) }
      lists.append(
        MsoList(list: page.block(own), item: nil, level: missing, nextOrdinal: own.start))
    }
  }

  /// Ends the lists of Word before an element that is not of one.
  mutating func leave(in page: inout PageDocument) {
    lists.removeAll(keepingCapacity: true)
    writtenLevels.removeAll(keepingCapacity: true)
    page.isInWordList = false
  }

  /// Adds the item of a list that Word wrote as an element, inside the last of its ancestors.
  mutating func add(_ item: MsoList, in path: [Block]) {
    while let last = items.last, last.depth >= path.count || path[last.depth].id != last.item?.id {
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
    page.add(units: Array(shown.utf16) + [0x20], style: Self.markStyle(of: node, style, in: &page))
  }

  /// Returns the style of the text of a mark, which elements inside may state.
  private static func markStyle(
    of node: HTMLNode, _ style: Int, in page: inout PageDocument
  ) -> Int {
    var style = page.styles.style(of: node, in: style)
    var around = node
    for _ in 0..<8 {
      let first = around.children.first { child in
        child.isElement || child.kind == .text && child.utf8.contains { $0 > 0x20 }
      }
      guard let first, first.isElement, first.isHTML, ElementKind(first.tag) == .inline else {
        break
      }
      style = page.styles.style(of: first, in: style)
      around = first
    }
    return style
  }

  /// Returns the kind of list of a level, by the style sheet or the written marker.
  ///
  /// - Parameter node: The paragraph that contains the marker, if there is one.
  private func msoKind(
    of level: MsoListLevel, mark: String, _ node: HTMLNode? = nil
  ) -> Block.Kind {
    let said = definitions["\(level.style):level\(level.level)"]
    let core = mark.drop { "([".contains($0) }
    let body = core.prefix {
      $0.isLetter || $0.isNumber || $0 == "." && core.contains(where: \.isNumber)
    }
    var isBullet = said?.format == "bullet"
    if said == nil || said?.format == "" {
      let isBare = core.count == body.count && !core.contains(where: \.isNumber)
      isBullet = body.isEmpty || isBare && !(isNumberLetter(mark) && !hasSymbolFont(node))
    }
    if isBullet {
      return .unorderedList(marker: Self.bullet(mark))
    }
    var style = Block.OrderedListStyle()
    let parts = WordMark(mark)
    style.numbering = Self.numbering(said?.format ?? "", String(parts.number))
    let shown = style.numbering.number(of: String(parts.number))
    style.start = shown.map { min(max($0, 0), 1_000_000) } ?? said?.start ?? 1
    if shown != nil {
      style.delimiter = String(parts.delimiter.prefix(8))
      if parts.prefix.count <= Block.OrderedListStyle.maxPrefixCount {
        style.prefix = String(parts.prefix)
      }
    }
    return .orderedList(style)
  }

  /// Returns whether a letter alone can be a number; those that are bullets in Courier New and Wingdings cannot.
  private func isNumberLetter(_ mark: String) -> Bool {
    guard mark.utf8.count == 1, let letter = mark.utf8.first else { return false }
    return switch letter {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "a")...UInt8(ascii: "z"): !"lnoquvw".utf8.contains(letter)
    default: false
    }
  }

  /// Returns whether the marker of a paragraph is in a font of symbols.
  private func hasSymbolFont(_ paragraph: HTMLNode?) -> Bool {
    guard let paragraph else { return false }
    var node = Self.markNode(in: paragraph)
    while let current = node, current != paragraph {
      let said = ((current[.style] ?? "") + (current[.face] ?? "")).lowercased()
      if ["symbol", "dings", "courier"].contains(where: said.contains) { return true }
      node = current.parent
    }
    return false
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
    guard let node = markNode(in: paragraph) else { return "" }
    return node.allText(limit: 64).split { $0.isWhitespace || $0 == "\u{A0}" }
      .joined(separator: " ")
  }

  /// Returns the element of that mark.
  private static func markNode(in paragraph: HTMLNode) -> HTMLNode? {
    var node: HTMLNode? = paragraph.firstChild
    var looked = 0
    while let current = node, looked < 256 {
      looked += 1
      if current.isElement, let style = current[.style],
        style.lowercased().replacing(" ", with: "").contains("mso-list:ignore")
      {
        return current
      }
      node = current.next(in: paragraph, entering: current.isElement)
    }
    return nil
  }
}

/// The parts of a mark of Word with a number: `(1.2)` is `(1.`, `2` and `)`.
struct WordMark {
  /// The text before the number, with the numbers of outer levels.
  let prefix: Substring
  /// The number of the item: the last digits or the last letters.
  let number: Substring
  /// The text after the number.
  let delimiter: Substring

  /// Creates the parts of a mark without white space around it.
  init(_ mark: String) {
    let head = mark[
      ..<(mark.lastIndex { $0.isLetter || $0.isNumber }.map(mark.index(after:)) ?? mark.startIndex)]
    delimiter = mark[head.endIndex...]
    let isDigits = head.last?.isNumber ?? false
    let start = head.lastIndex { isDigits ? !$0.isNumber : !$0.isLetter }
    number = head[(start.map(mark.index(after:)) ?? head.startIndex)...]
    prefix = head[..<number.startIndex]
  }
}

extension PageDocument {
  /// The number of lists around the current place, up to a cell.
  fileprivate var listDepth: Int {
    var depth = 0
    for block in path.reversed() {
      if case .tableCell = block.kind { break }
      if block.kind.isList { depth += 1 }
    }
    return depth
  }
}

extension Block.Kind {
  /// Whether it is a list with numbers.
  var isNumbered: Bool { if case .orderedList = self { true } else { false } }

  /// The text before the numbers of a list; `nil` for other blocks.
  fileprivate var numberPrefix: String? {
    if case .orderedList(let style) = self { style.prefix } else { nil }
  }

  /// Returns whether a list of this kind can contain the items of another list.
  fileprivate func isLike(_ other: Block.Kind) -> Bool {
    switch (self, other) {
    case (.orderedList(let own), .orderedList(let other)):
      own.numbering == other.numbering && own.delimiter == other.delimiter
        && own.prefix == other.prefix
    case (.unorderedList(let own), .unorderedList(let other)): own == other
    default: false
    }
  }

  /// Returns the number that a mark states in the numbering of the list.
  fileprivate func number(of mark: String) -> Int? {
    guard case .orderedList(let style) = self else { return nil }
    let parts = WordMark(mark)
    // Of `2.1.1`, only the text before the number states which number is that of the item.
    guard parts.prefix == style.prefix || !parts.prefix.contains(where: \.isNumber) else {
      return nil
    }
    let number = String(parts.number)
    return style.numbering.number(of: number).map { min(max($0, 0), 1_000_000) }
  }
}
