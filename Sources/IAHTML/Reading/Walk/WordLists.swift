internal import IACSS
internal import IAFormats
internal import IAMarkup
internal import IAText

/// An open Word list, whose items are paragraphs with a level.
struct MsoList {
  var list: Block
  /// The open item, or `nil` if the list has no item yet.
  var item: Block?
  var level: MsoListLevel
  var nextOrdinal: Int
  /// The depth of the item in the block path, for a list that Word wrote as elements.
  var depth = 0
  /// The id of the block that contains the list, for a list that Word wrote as elements.
  var outer: Int?
  /// The indent of the text of its last item, in points.
  var margin: Double?
}

/// The open Word lists: paragraphs whose styles or markers refer to a list and a level.
struct WordLists {
  /// The open lists, outermost first.
  private(set) var lists: [MsoList] = []
  /// The open items of a list that Word wrote as elements, outermost first.
  private var items: [MsoList] = []
  /// The levels of the lists that are recognised only by their printed markers, outermost first.
  var writtenLevels: [WrittenLevel] = []
  /// The number of lists that were recognised only by their printed markers.
  var writtenListCount = 0
  /// The list levels that the style sheets define, by style and level.
  private let definitions: [String: CSSSheet.MsoLevel]

  /// Creates a state without open lists.
  init(definitions: [String: CSSSheet.MsoLevel]) { self.definitions = definitions }

  /// Opens a list item for a paragraph.
  mutating func enter(_ level: MsoListLevel, _ node: HTMLNode, in page: inout PageDocument) {
    if lists.isEmpty, level.level > 1, let last = items.last,
      page.lastPath.last?.id == last.item?.id,
      page.path.count + 1 == items[0].depth, page.path.last?.id == items[0].outer
    {
      // Word can write the outer level as a list and the inner level as paragraphs after it.
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
        // The item is in the list regardless of its marker, and has the ordinal that the marker
        // shows in the numbering of the list.
        let number = mark.flatMap { last.list.kind.number(of: $0) }
        return open(level, last.list.kind, ordinal: number ?? last.nextOrdinal, in: &page)
      }
      lists.removeLast()
    }
    open(level, kind, ordinal: kind.start, in: &page)
  }

  /// Returns whether a marker has another text before its number than the list, as in another
  /// chapter.
  private static func hasOtherPrefix(
    _ kind: Block.Kind, than list: Block.Kind, mark: String
  ) -> Bool {
    guard let own = list.numberPrefix, let prefix = kind.numberPrefix, !mark.isEmpty else {
      return false
    }
    return prefix != own
  }

  /// Continues the item to which a paragraph without a marker belongs: Word writes it with a list
  /// paragraph class and the indent of the item's text.
  ///
  /// - Returns: Whether there is an item with this indent.
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

  /// Appends the open lists and items to the block path.
  private func appendPath(to page: inout PageDocument) {
    for open in lists {
      page.path.append(open.list)
      if let item = open.item { page.path.append(item) }
    }
    page.isInWordList = true
  }

  /// Returns the list level of a heading with a bullet, otherwise `nil`.
  ///
  /// A heading number stays text, because the numbers of outer levels and other headings are part
  /// of it.
  func level(ofHeading node: HTMLNode, _ style: Int, in page: PageDocument) -> MsoListLevel? {
    guard let level = page.styles.styles[style].msoList, Self.markNode(in: node) != nil else {
      return nil
    }
    return msoKind(of: level, mark: Self.msoMark(in: node), node).isNumbered ? nil : level
  }

  /// Closes the lists that cannot contain an item of a level.
  private mutating func closeLists(before level: MsoListLevel) {
    while let last = lists.last,
      last.level.level > level.level || last.level.level == level.level && last.level != level
    {
      lists.removeLast()
    }
  }

  /// Opens an item in the open list of its level, or in a new list.
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

  /// Opens a list without an item for each level between the innermost list and a deeper item, so
  /// that the item has the depth that Word shows.
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

  /// Closes the Word lists before an element that is not part of them.
  mutating func leave(in page: inout PageDocument) {
    lists.removeAll(keepingCapacity: true)
    writtenLevels.removeAll(keepingCapacity: true)
    page.isInWordList = false
  }

  /// Adds an item of a list that Word wrote as elements, inside the last of its ancestors.
  mutating func add(_ item: MsoList, in path: [Block]) {
    while let last = items.last, last.depth >= path.count || path[last.depth].id != last.item?.id {
      items.removeLast()
    }
    items.append(item)
  }

  /// Reads the marker that Word wrote: omitted in an item, because the list defines it; otherwise
  /// text, as in a heading.
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

  /// Returns the style of the text of a marker, including the nested elements around it.
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

  /// Returns the kind of list of a level, from the style sheet or from the printed marker.
  ///
  /// - Parameter node: The paragraph that contains the marker, or `nil`.
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

  /// Returns whether a marker is a letter that can be a number; letters that are bullets in Courier
  /// New or Wingdings cannot.
  private func isNumberLetter(_ mark: String) -> Bool {
    guard mark.utf8.count == 1, let letter = mark.utf8.first else { return false }
    return switch letter {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "a")...UInt8(ascii: "z"): !"lnoquvw".utf8.contains(letter)
    default: false
    }
  }

  /// Returns whether the marker of a paragraph is in a symbol font.
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
    // Characters of Symbol and Wingdings, and the o of Courier New.
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

  /// Returns the text of the list marker that Word writes for programs without lists.
  private static func msoMark(in paragraph: HTMLNode) -> String {
    guard let node = markNode(in: paragraph) else { return "" }
    return node.allText(limit: 64).split { $0.isWhitespace || $0 == "\u{A0}" }
      .joined(separator: " ")
  }

  /// Returns the element of the list marker (`mso-list: Ignore`) among the first 256 nodes.
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

/// The parts of a Word list marker with a number: `(1.2)` has the parts `(1.`, `2` and `)`.
struct WordMark {
  /// The text before the number, including the numbers of outer levels.
  let prefix: Substring
  /// The number of the item: the last digits or the last letters.
  let number: Substring
  let delimiter: Substring

  /// Creates the parts of a marker without white space around it.
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
  /// The number of lists in the block path, up to a table cell.
  var listDepth: Int {
    var depth = 0
    for block in path.reversed() {
      if case .tableCell = block.kind { break }
      if block.kind.isList { depth += 1 }
    }
    return depth
  }
}

extension Block.Kind {
  var isNumbered: Bool { if case .orderedList = self { true } else { false } }

  /// The text before the numbers of an ordered list; `nil` for other blocks.
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

  /// Returns the number that a marker shows in the numbering of the list, 0 to 1,000,000, or `nil`.
  fileprivate func number(of mark: String) -> Int? {
    guard case .orderedList(let style) = self else { return nil }
    let parts = WordMark(mark)
    // In `2.1.1`, the number of the item is known only if the text before it is that of the list.
    guard parts.prefix == style.prefix || !parts.prefix.contains(where: \.isNumber) else {
      return nil
    }
    let number = String(parts.number)
    return style.numbering.number(of: number).map { min(max($0, 0), 1_000_000) }
  }
}
