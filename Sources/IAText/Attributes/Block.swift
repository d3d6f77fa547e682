/// A block around paragraphs: a heading, a quote, a list, a cell.
///
/// The kinds are those of Foundation's `PresentationIntent`, extended by those of RTF and HTML. Ids
/// are unique in a document: adjacent paragraphs are in the same block if their paths have the same
/// id at the same depth, otherwise they are in two blocks.
public struct Block: Hashable, Sendable {
  /// The identity of the block in its document, 1…`maxID`.
  public var id: Int
  /// The kind of the block.
  public var kind: Kind

  /// The largest id, 2⁵³ − 1, up to which JSON readers agree on integers (RFC 8259, section 6).
  public static let maxID = 1 << 53 - 1

  /// The marker of a list whose items are definitions of the paragraph before the list.
  public static let definitionMarker = ":"

  /// Creates a block.
  public init(id: Int, _ kind: Kind) {
    self.id = id
    self.kind = kind
  }

  /// The kinds of blocks.
  public enum Kind: Hashable, Sendable {
    /// A heading of level 1…6; deeper levels are stored unchanged.
    case header(level: Int)
    /// Quoted text.
    case blockQuote
    /// Program text, with the name of its language if known.
    case codeBlock(language: String?)
    /// A numbered list.
    case orderedList(OrderedListStyle)
    /// A bulleted list, with its marker if given.
    case unorderedList(marker: String?)
    /// An item of the list around the block.
    case listItem(ListItem)
    /// A thematic break; its paragraph has no text.
    case thematicBreak
    /// A table.
    case table(Table)
    /// A row of the table around the block; a height of `nil` is that of its cells.
    case tableRow(isHeader: Bool, height: RowHeight? = nil)
    /// A cell of the row around the block.
    case tableCell(TableCell)
    /// A footnote that is referred to by its label.
    case footnote(label: String)
    /// A note at the end of the document that is referred to by its label.
    case endnote(label: String)
    /// A comment on the preceding text.
    case annotation(Annotation)
    /// The header of pages.
    case pageHeader(on: Pages = .all)
    /// The footer of pages.
    case pageFooter(on: Pages = .all)
    /// Text in a separate box.
    case textBox(TextBox = TextBox())

    /// Whether the block is a list of definitions, whose term is the paragraph before the list.
    public var isDefinitionList: Bool {
      if case .unorderedList(Block.definitionMarker) = self { true } else { false }
    }

    /// Whether the items of the list have no visible marker: a list of definitions, or one with an empty marker.
    public var hidesMarkers: Bool {
      guard case .unorderedList(let marker?) = self else { return false }
      return marker.isEmpty || marker == Block.definitionMarker
    }

    /// The label of a footnote or endnote; `nil` for any other block.
    public var noteLabel: String? {
      switch self {
      case .footnote(let label), .endnote(let label): label
      default: nil
      }
    }

    /// Whether a paragraph in the block can have the document's paragraph spacing: see
    /// `ParagraphAttributes.takesDocumentSpacing`.
    public var takesDocumentSpacing: Bool {
      switch self {
      case .blockQuote, .textBox, .thematicBreak: true
      default: false
      }
    }

    /// A number that usually differs between blocks of the same kind, for hashing; 0 if there is none.
    var hashNumber: Int {
      switch self {
      case .header(let level): level
      case .listItem(let item): item.ordinal
      case .tableCell(let cell): cell.column
      default: 0
      }
    }

    /// Returns whether both are equal; texts are compared by their UTF-8.
    public static func == (left: Self, right: Self) -> Bool {
      switch (left, right) {
      case (.header(let left), .header(let right)): left == right
      case (.codeBlock(let left), .codeBlock(let right)): left.isSpelled(like: right)
      case (.orderedList(let left), .orderedList(let right)): left == right
      case (.unorderedList(let left), .unorderedList(let right)): left.isSpelled(like: right)
      case (.listItem(let left), .listItem(let right)): left == right
      case (.table(let left), .table(let right)): left == right
      case (.tableRow(let left, let height), .tableRow(let right, let other)):
        left == right && height == other
      case (.tableCell(let left), .tableCell(let right)): left == right
      case (.footnote(let left), .footnote(let right)): left.isSpelled(like: right)
      case (.endnote(let left), .endnote(let right)): left.isSpelled(like: right)
      case (.pageHeader(let left), .pageHeader(let right)): left == right
      case (.pageFooter(let left), .pageFooter(let right)): left == right
      case (.annotation(let left), .annotation(let right)): left == right
      case (.textBox(let left), .textBox(let right)): left == right
      case (.blockQuote, .blockQuote), (.thematicBreak, .thematicBreak): true
      default: false
      }
    }
  }
}

extension Block {
  /// The pages on which a header or footer is shown.
  public enum Pages: String, Hashable, Sendable, CaseIterable {
    /// All pages for which no other header or footer is defined.
    case all
    /// The first page of the document or section.
    case first
    /// Pages with an even number.
    case even
    /// Pages with an odd number.
    case odd
  }

  /// The numbering of an ordered list.
  public struct OrderedListStyle: Hashable, Sendable {
    /// The forms of numbers.
    public enum Numbering: String, Hashable, Sendable, CaseIterable {
      case decimal
      case lowerAlpha = "lower-alpha"
      case upperAlpha = "upper-alpha"
      case lowerRoman = "lower-roman"
      case upperRoman = "upper-roman"
    }
    /// The form of the numbers.
    public var numbering: Numbering
    /// The number of the first item.
    public var start: Int
    /// The text after the number.
    @Spelled public var delimiter: String
    /// The prefix as an array of zero or one elements: few lists have one, and blocks stay small.
    @Spelled private var prefixes: [String]

    /// The text before the number, such as an opening parenthesis or the numbers of the lists around
    /// this one; empty for none.
    public var prefix: String {
      get { prefixes.first ?? "" }
      set { prefixes = newValue.isEmpty ? [] : [newValue] }
    }

    /// The maximum number of characters of a prefix that writers show.
    package static let maxPrefixCount = 24

    /// Creates a style.
    public init(
      numbering: Numbering = .decimal, start: Int = 1, delimiter: String = ".",
      prefix: String = ""
    ) {
      self.numbering = numbering
      self.start = start
      self.delimiter = delimiter
      prefixes = prefix.isEmpty ? [] : [prefix]
    }
  }

  /// An item of a list.
  public struct ListItem: Hashable, Sendable {
    /// The states of a task.
    public enum TaskState: String, Hashable, Sendable, CaseIterable { case open, done }
    /// The number of the item, counted from the start number of the list.
    public var ordinal: Int
    /// The state of the task, or `nil` if the item is not a task.
    public var task: TaskState?

    /// Creates an item.
    public init(ordinal: Int, task: TaskState? = nil) {
      self.ordinal = ordinal
      self.task = task
    }
  }

  /// A table.
  public struct Table: Hashable, Sendable {
    /// A column of a table.
    public struct Column: Hashable, Sendable {
      /// The alignment of the cells; `nil` for the default.
      public var alignment: ParagraphAttributes.Alignment?
      /// The width in points; `nil` if the layout decides.
      public var width: Double?

      /// Creates a column.
      public init(alignment: ParagraphAttributes.Alignment? = nil, width: Double? = nil) {
        self.alignment = alignment
        self.width = width
      }
    }
    /// The columns in order.
    public var columns: [Column]
    /// The width of the borders in points; 0 for no borders, `nil` for the reader's default.
    public var borderWidth: Double?
    /// The other statements of the table, as an array of zero or one elements.
    var details: [Details] = []

    /// Creates a table.
    public init(columns: [Column], borderWidth: Double? = nil) {
      self.columns = columns
      self.borderWidth = borderWidth
    }
  }

  /// A cell of a table.
  public struct TableCell: Hashable, Sendable {
    /// The first column of the cell, counted from 0.
    public var column: Int
    /// The number of columns that the cell covers, at least 1.
    public var columnSpan: Int
    /// The number of rows that the cell covers, at least 1.
    public var rowSpan: Int
    /// The background colour of the cell.
    public var shading: Color?
    /// The other statements of the cell, as an array of zero or one elements: documents have tens of
    /// thousands of cells, most of which state nothing.
    var details: [Details] = []

    /// Creates a cell.
    public init(column: Int, columnSpan: Int = 1, rowSpan: Int = 1, shading: Color? = nil) {
      self.column = column
      self.columnSpan = columnSpan
      self.rowSpan = rowSpan
      self.shading = shading
    }
  }

  /// A comment on the preceding text.
  public struct Annotation: Hashable, Sendable {
    /// The author of the comment.
    @Spelled public var author: String?
    /// The date of the comment, as written in the source.
    @Spelled public var date: String?

    /// Creates a comment.
    public init(author: String? = nil, date: String? = nil) {
      self.author = author
      self.date = date
    }
  }
}
