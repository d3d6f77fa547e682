internal import IAText

/// The logical structure of a text for a tagged PDF: elements in the order of the text.
///
/// The elements are a flat list: a parent precedes its children. Source of the names: ISO 32000-1,
/// section 14.8.4.
struct DocumentTags {
  /// An element of the structure.
  struct Element: Hashable {
    /// The standard structure type.
    var type: String
    /// The index of the parent; `nil` for an element at the top.
    var parent: Int?
    /// The offset of its first unit.
    var utf16Offset: Int
    /// The alternative text of a figure.
    var alternative: String?
    /// The language, if it is not that of the parent.
    var language: String?
    /// The attribute objects in the syntax of PDF.
    var attributes: String?
  }

  /// The elements.
  private(set) var elements: [Element] = []
  /// The first unit of each part of the text and the element that its glyphs belong to, in the order
  /// of the text.
  private var parts: [(start: Int, element: Int)] = []
  /// The elements of the markers of list items, by the first unit of their paragraph.
  private var labels: [Int: Int] = [:]
  /// The elements of links, by the first unit of the link.
  private var links: [Int: Int] = [:]
  /// The open blocks with their elements; children are in the last element.
  private var path: [(block: Block, element: Int)] = []
  /// The element of the label of the item that was opened last.
  private var openLabel: Int?
  /// The level of the last heading.
  private(set) var headingLevel: Int
  private var linkRanges: [(utf16Range: Range<Int>, url: String)]
  private var nextLink = 0

  /// Creates the structure of a text.
  ///
  /// - Parameters:
  ///   - string: The text.
  ///   - links: The ranges with links.
  ///   - language: The language of the document, which elements do not repeat.
  ///   - isContents: Whether the text is a table of contents, whose first paragraph is its title.
  ///   - headingLevel: The level of the last heading of the text before it; 0 for none.
  /// - Complexity: O(*n* log *n*) for *n* paragraphs, runs and links.
  init(
    of string: IAString, links: [(utf16Range: Range<Int>, url: String)], language: String?,
    isContents: Bool, headingLevel: Int = 0
  ) {
    self.headingLevel = headingLevel
    linkRanges = links.sorted { $0.utf16Range.lowerBound < $1.utf16Range.lowerBound }
    var contents: Int?
    for paragraph in string.paragraphs {
      let blocks = paragraph.attributes.blocks
      let start = paragraph.utf16Range.lowerBound
      guard blocks.first?.kind.isRunning != true else { continue }
      if isContents {
        contents = contents ?? add("TOC", in: nil, at: start)
        let type = parts.isEmpty ? "Caption" : "TOCI"
        add(paragraph.contentRange, of: string, to: add(type, in: contents, at: start), language)
        continue
      }
      open(blocks, at: start)
      if let label = openLabel { labels[start] = label }
      var element = path.last?.element
      switch blocks.last?.kind {
      case .header: break
      case .codeBlock: element = add("Code", in: element, at: start)
      case .thematicBreak: continue
      default: element = add("P", in: element, at: start)
      }
      if let element { add(paragraph.contentRange, of: string, to: element, language) }
    }
  }

  /// Returns the element to which the glyphs of a unit belong; `nil` if no element starts at or before the unit.
  func element(at utf16Offset: Int) -> Int? {
    var (low, high) = (0, parts.count)
    while low < high {
      let middle = (low + high) / 2
      if parts[middle].start <= utf16Offset { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? parts[low - 1].element : nil
  }

  /// Returns the element of the marker of a list item whose paragraph starts at an offset.
  func label(at utf16Offset: Int) -> Int? { labels[utf16Offset] }

  /// Returns the element of a link that starts at an offset.
  func link(at utf16Offset: Int) -> Int? { links[utf16Offset] }

  @discardableResult private mutating func add(
    _ type: String, in parent: Int?, at utf16Offset: Int
  ) -> Int {
    elements.append(Element(type: type, parent: parent, utf16Offset: utf16Offset))
    return elements.count - 1
  }

  // MARK: Blocks

  /// Closes the open blocks that do not contain a paragraph, and opens the blocks that start with it.
  private mutating func open(_ blocks: [Block], at utf16Offset: Int) {
    var common = 0
    while common < min(path.count, blocks.count), path[common].block.id == blocks[common].id {
      common += 1
    }
    path.removeSubrange(common...)
    openLabel = nil
    for index in common..<blocks.count {
      let element = open(blocks, index, at: utf16Offset)
      path.append((blocks[index], element))
    }
  }

  /// Opens a block of a path inside the element of its parent block, and returns the element for its content.
  private mutating func open(_ blocks: [Block], _ index: Int, at utf16Offset: Int) -> Int {
    let block = blocks[index]
    let parent = path.last?.element
    switch block.kind {
    case .header(let level):
      // A heading is at most one level deeper than the previous heading.
      headingLevel = min(max(level, 1), headingLevel + 1, 6)
      return add("H\(headingLevel)", in: parent, at: utf16Offset)
    case .blockQuote: return add("BlockQuote", in: parent, at: utf16Offset)
    case .codeBlock: return add("P", in: parent, at: utf16Offset)
    case .orderedList(let style):
      return addList(style.numbering.listNumbering, in: parent, at: utf16Offset)
    case .unorderedList:
      return addList(
        block.kind.hidesMarkers ? "None" : "Disc", in: parent, at: utf16Offset)
    case .listItem:
      let item = add("LI", in: parent, at: utf16Offset)
      if index == 0 || !blocks[index - 1].kind.hidesMarkers {
        openLabel = add("Lbl", in: item, at: utf16Offset)
      }
      return add("LBody", in: item, at: utf16Offset)
    case .table: return add("Table", in: parent, at: utf16Offset)
    case .tableRow: return add("TR", in: parent, at: utf16Offset)
    case .tableCell(let cell):
      var isHeader = false
      if index > 0, case .tableRow(true, _) = blocks[index - 1].kind { isHeader = true }
      let element = add(isHeader ? "TH" : "TD", in: parent, at: utf16Offset)
      elements[element].attributes = Self.attributes(of: cell, isHeader: isHeader)
      return element
    case .footnote, .endnote, .annotation: return add("Note", in: parent, at: utf16Offset)
    case .thematicBreak, .textBox, .pageHeader, .pageFooter:
      return add("Div", in: parent, at: utf16Offset)
    }
  }

  private mutating func addList(_ numbering: String, in parent: Int?, at utf16Offset: Int) -> Int {
    let list = add("L", in: parent, at: utf16Offset)
    elements[list].attributes = "<< /O /List /ListNumbering /\(numbering) >>"
    return list
  }

  private static func attributes(of cell: Block.TableCell, isHeader: Bool) -> String? {
    var entries = isHeader ? " /Scope /Column" : ""
    if cell.columnSpan > 1 { entries += " /ColSpan \(cell.columnSpan)" }
    if cell.rowSpan > 1 { entries += " /RowSpan \(cell.rowSpan)" }
    return entries.isEmpty ? nil : "<< /O /Table\(entries) >>"
  }

  // MARK: Text

  /// Adds the text of a paragraph to its element.
  ///
  /// Links, figures and text in other languages become child elements.
  private mutating func add(
    _ range: Range<Int>, of string: IAString, to element: Int, _ language: String?
  ) {
    parts.append((range.lowerBound, element))
    let figures = string.attachments(in: range)
    var nextFigure = 0
    var paragraphLanguage = language
    for run in string.attributeRuns(in: range) {
      let own = run.attributes.language ?? language
      if run.utf16Range.lowerBound == range.lowerBound, own != language,
        elements[element].utf16Offset == range.lowerBound
      {
        paragraphLanguage = own
        elements[element].language = own
      }
      let foreign = own == paragraphLanguage ? nil : own
      var start = run.utf16Range.lowerBound
      while nextFigure < figures.count, figures[nextFigure].utf16Offset < run.utf16Range.upperBound
      {
        let offset = figures[nextFigure].utf16Offset
        add(start..<max(offset, start), to: element, language: foreign)
        let figure = add("Figure", in: parent(at: offset, in: element).element, at: offset)
        elements[figure].alternative = Self.alternative(to: figures[nextFigure].attachment)
        parts.append((offset, figure))
        start = offset + 1
        nextFigure += 1
      }
      add(start..<max(run.utf16Range.upperBound, start), to: element, language: foreign)
    }
  }

  /// Adds a part of a run of text, divided by the links in it.
  private mutating func add(_ range: Range<Int>, to element: Int, language: String?) {
    var start = range.lowerBound
    while start < range.upperBound {
      var (parent, end) = parent(at: start, in: element)
      if let language {
        parent = add("Span", in: parent, at: start)
        elements[parent].language = language
      }
      if parts.last?.element != parent { parts.append((start, parent)) }
      start = min(end, range.upperBound)
    }
  }

  /// Returns the element of the link at a unit, or that of the paragraph if there is no link, and the end of the text
  /// to which this applies.
  private mutating func parent(at start: Int, in element: Int) -> (element: Int, end: Int) {
    while nextLink < linkRanges.count, linkRanges[nextLink].utf16Range.upperBound <= start {
      nextLink += 1
    }
    guard nextLink < linkRanges.count else { return (element, .max) }
    let link = linkRanges[nextLink].utf16Range
    guard link.lowerBound <= start else { return (element, link.lowerBound) }
    if let known = links[link.lowerBound], elements[known].parent == element {
      return (known, link.upperBound)
    }
    let found = add("Link", in: element, at: start)
    if links[link.lowerBound] == nil { links[link.lowerBound] = found }
    return (found, link.upperBound)
  }

  /// Returns the text that replaces an attachment: its alternative text, its name or its kind, whichever exists first.
  private static func alternative(to attachment: Attachment) -> String {
    let texts = [
      attachment.altText, attachment.textBacking, attachment.location?.placename, attachment.name,
    ]
    return texts.compactMap { $0 }.first { !$0.isEmpty } ?? attachment.kind.rawValue
  }
}

extension Block.OrderedListStyle.Numbering {
  /// The name of the numbering in PDF.
  fileprivate var listNumbering: String {
    switch self {
    case .decimal: "Decimal"
    case .lowerAlpha: "LowerAlpha"
    case .upperAlpha: "UpperAlpha"
    case .lowerRoman: "LowerRoman"
    case .upperRoman: "UpperRoman"
    }
  }
}
