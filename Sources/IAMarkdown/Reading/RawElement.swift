internal import IAFormats
internal import IAText

/// An element of raw HTML that is open.
struct RawElement {
  /// The effect of an element on the structure of the document.
  enum Role {
    /// Text inside a paragraph.
    case inline
    /// A block, with or without an equivalent in the model.
    case block
    case list, item, table, row, cell
    /// Preformatted lines.
    case code
  }

  var name: String
  var role = Role.inline
  /// The attributes that the element itself states.
  var own = InlineAttributes()
  /// The attributes of text inside it, including those of the elements around it.
  var inline = InlineAttributes()
  /// The attributes of paragraphs inside it, including those of the elements around it, but without blocks.
  var paragraph = ParagraphAttributes()
  /// The blocks around it, which are restored at its end.
  var outerPath: [Block] = []
  /// The number of paragraphs before it.
  var paragraphCount = 0
  /// Whether it gets an empty paragraph if it has no content.
  var needsParagraph = false
  /// The number of the next item of a list, or the next column of a row.
  var next = 1
  /// The last item of a list.
  var lastItem: Block?
  /// For each column of a table, the number of further rows that a cell covers.
  var coveredRows: [Int] = []
  /// The background colour of a table or a row.
  var ground: Color?
  /// The text that is appended at its end.
  var endText = ""
}

/// The state of raw HTML at a position in Markdown.
struct RawState {
  /// The maximum number of open elements; further tags have no effect.
  static let maxElements = 512
  /// The maximum number of columns of a table.
  static let maxColumns = 1000

  /// The open elements, the outermost first.
  private(set) var elements: [RawElement] = []
  /// The number of open elements with preformatted lines.
  private(set) var codeDepth = 0
  /// The element whose content is skipped, and the number of its nested elements with the same name.
  var skipped: (name: String, depth: Int)?
  /// The equation that is open.
  var equation: RawEquation?
  /// Whether the source after an equation is being read; no other equation starts in it.
  var isAfterEquation = false
  /// The number of pending line breaks before the next text of the paragraph.
  var breaks = 0
  /// The attributes of these line breaks; `nil` for those of the next text.
  var breakAttributes: InlineAttributes?
  /// The attributes of the pending space before the next text of the paragraph; `nil` if there is none.
  var space: InlineAttributes?
  /// Whether the paragraph contained a tag or the mark of an alert, so that it is omitted if it has no other content.
  var hasTags = false
  /// Whether the next line end is the first one of preformatted text and therefore ignored.
  var isAtCodeStart = false
  /// The number of elements that were open at the start of the Markdown paragraph.
  var paragraphElements = 0
  /// The names of the blocks to be closed at the end of the Markdown paragraph.
  var closing: [String] = []
  /// The elements and blocks around a footnote, which do not apply inside it.
  var outside: (elements: [RawElement], path: [Block])?
  /// The remaining number of bytes that may be read ahead to count the columns of tables.
  var scanBudget = 0
  /// The names of the anchors so far.
  var anchors: Set<String> = []
  /// The names that were reported.
  var noted: Set<String> = []

  /// Whether no element is open.
  var isEmpty: Bool { elements.isEmpty }

  /// Opens an element inside those that are open.
  mutating func push(_ element: RawElement, _ paragraph: ParagraphAttributes = .init()) {
    var element = element
    let outer = elements.last
    element.inline = (outer?.inline ?? InlineAttributes()).overridden(by: element.own)
    element.paragraph = (outer?.paragraph ?? ParagraphAttributes()).overridden(by: paragraph)
    if element.role == .code { codeDepth += 1 }
    elements.append(element)
  }

  /// Removes and returns the innermost element.
  mutating func pop() -> RawElement? {
    guard let last = elements.popLast() else { return nil }
    if last.role == .code { codeDepth -= 1 }
    return last
  }

  /// Removes an inline element, or an element that contains only inline elements; the elements inside it remain open.
  mutating func remove(_ index: Int) {
    elements.remove(at: index)
    for later in index..<elements.count {
      let outer = later == 0 ? nil : elements[later - 1]
      elements[later].inline = (outer?.inline ?? .init()).overridden(by: elements[later].own)
      // Inline elements have no paragraph attributes of their own.
      if elements[later].role == .inline { elements[later].paragraph = outer?.paragraph ?? .init() }
    }
    if index < paragraphElements { paragraphElements -= 1 }
  }

  /// Changes an open element.
  mutating func update(_ index: Int, _ change: (inout RawElement) -> Void) {
    change(&elements[index])
  }

  /// Sets all open elements aside while a footnote is read.
  mutating func takeOutside(_ path: [Block]) {
    outside = (elements, path)
    elements = []
  }

  /// Restores the elements around a footnote, and returns their blocks.
  mutating func putBack() -> [Block]? {
    guard let outside else { return nil }
    elements = outside.elements
    self.outside = nil
    return outside.path
  }

  /// Records a name for the report; returns `false` if it was recorded before or the maximum number is reached.
  mutating func isNew(_ feature: DocumentFeature, _ name: String) -> Bool {
    noted.count < 256 && noted.insert(feature.rawValue + " " + name).inserted
  }
}
