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
  /// The attributes that the element itself sets.
  var own = InlineAttributes()
  /// The attributes of text in it, with those of the elements around it.
  var inline = InlineAttributes()
  /// The attributes of paragraphs in it, with those of the elements around it; without blocks.
  var paragraph = ParagraphAttributes()
  /// The blocks around it, which its end restores.
  var outerPath: [Block] = []
  /// The number of paragraphs before it.
  var paragraphCount = 0
  /// Whether it gets an empty paragraph if it has no content.
  var needsParagraph = false
  /// The number of the next item of a list, or the next column of a row.
  var next = 1
  /// The last item of a list.
  var lastItem: Block?
  /// For each column of a table, the number of rows that a cell still covers.
  var coveredRows: [Int] = []
  /// The colour behind a table or a row.
  var ground: Color?
  /// The text at its end.
  var endText = ""
}

/// The state of raw HTML at a place in Markdown.
struct RawState {
  /// The maximum number of open elements; the tags of others have no effect.
  static let maxElements = 512
  /// The maximum number of columns of a table.
  static let maxColumns = 1000

  /// The open elements, the outermost first.
  private(set) var elements: [RawElement] = []
  /// The number of open elements with preformatted lines.
  private(set) var codeDepth = 0
  /// The element whose content is left out, and its nesting depth in itself.
  var skipped: (name: String, depth: Int)?
  /// The equation that is open.
  var equation: RawEquation?
  /// Whether what follows an equation in its source is being read, in which no other one starts.
  var isAfterEquation = false
  /// The number of line breaks before the next text of the paragraph.
  var breaks = 0
  /// The attributes of these line breaks; `nil` for those of the next text.
  var breakAttributes: InlineAttributes?
  /// The attributes of the space before the next text of the paragraph, or `nil` if there is none.
  var space: InlineAttributes?
  /// Whether the paragraph has had a tag or the mark of an alert, so that it is nothing without
  /// other content.
  var hasTags = false
  /// Whether the next line end is the first of preformatted text, which is not part of it.
  var isAtCodeStart = false
  /// The number of elements that were open at the start of the Markdown paragraph.
  var paragraphElements = 0
  /// The names of blocks that a Markdown paragraph closes, for its end.
  var closing: [String] = []
  /// The elements and blocks around a footnote, which is in none of them.
  var outside: (elements: [RawElement], path: [Block])?
  /// The number of bytes that may still be read in advance for the columns of tables.
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

  /// Removes an element of text, or one that contains only those; the elements inside it remain open.
  mutating func remove(_ index: Int) {
    elements.remove(at: index)
    for later in index..<elements.count {
      let outer = later == 0 ? nil : elements[later - 1]
      elements[later].inline = (outer?.inline ?? .init()).overridden(by: elements[later].own)
      // An element of text sets nothing of its paragraph.
      if elements[later].role == .inline { elements[later].paragraph = outer?.paragraph ?? .init() }
    }
    if index < paragraphElements { paragraphElements -= 1 }
  }

  /// Changes an open element.
  mutating func update(_ index: Int, _ change: (inout RawElement) -> Void) {
    change(&elements[index])
  }

  /// Takes all elements away, for a footnote.
  mutating func takeOutside(_ path: [Block]) {
    outside = (elements, path)
    elements = []
  }

  /// Puts back the elements around a footnote, and returns their blocks.
  mutating func putBack() -> [Block]? {
    guard let outside else { return nil }
    elements = outside.elements
    self.outside = nil
    return outside.path
  }

  /// Notes a name; returns whether it was not noted before and is to be reported.
  mutating func isNew(_ feature: DocumentFeature, _ name: String) -> Bool {
    noted.count < 256 && noted.insert(feature.rawValue + " " + name).inserted
  }
}
