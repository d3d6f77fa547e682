/// One block around paragraphs: a heading, a quote, a list, a cell.
///
/// The vocabulary is that of Foundation's `PresentationIntent`, widened by what RTF and HTML have.
/// Ids are unique in a document: neighbouring paragraphs whose paths have the same id at the same
/// depth stand in one block, others in two of the same kind.
public struct Block: Hashable, Sendable {
  /// The identity of the block in its document, greater than 0.
  public var id: Int
  /// What kind of block it is.
  public var kind: Kind

  /// Creates a block.
  public init(id: Int, _ kind: Kind) {
    self.id = id
    self.kind = kind
  }

  /// What kind of block it is.
  public enum Kind: Hashable, Sendable {
    /// A heading of level 1…6 (deeper levels are kept as they are).
    case header(level: Int)
    /// Text of somebody else.
    case blockQuote
    /// Program text, with the name of its language where known.
    case codeBlock(language: String?)
    /// A numbered list.
    case orderedList(OrderedListStyle)
    /// A list with marks.
    case unorderedList(marker: String?)
    /// An item of the list around it.
    case listItem(ListItem)
    /// A break between topics; its paragraph holds no text of its own.
    case thematicBreak
    /// A table.
    case table(Table)
    /// A row of the table around it.
    case tableRow(isHeader: Bool)
    /// A cell of the row around it.
    case tableCell(TableCell)
    /// A note referred to by its label.
    case footnote(label: String)
    /// A remark on the text before it.
    case annotation(Annotation)
    /// What stands above each page.
    case pageHeader
    /// What stands below each page.
    case pageFooter
    /// Text in a box of its own.
    case textBox

    /// Whether the space behind a paragraph in it is that of the document: see
    /// `ParagraphAttributes.takesDocumentSpacing`.
    public var takesDocumentSpacing: Bool {
      switch self {
      case .blockQuote, .textBox, .thematicBreak: true
      default: false
      }
    }

    /// Returns whether both are the same, texts byte for byte.
    public static func == (left: Self, right: Self) -> Bool {
      switch (left, right) {
      case (.header(let left), .header(let right)): left == right
      case (.codeBlock(let left), .codeBlock(let right)): left.isSpelled(like: right)
      case (.orderedList(let left), .orderedList(let right)): left == right
      case (.unorderedList(let left), .unorderedList(let right)): left.isSpelled(like: right)
      case (.listItem(let left), .listItem(let right)): left == right
      case (.table(let left), .table(let right)): left == right
      case (.tableRow(let left), .tableRow(let right)): left == right
      case (.tableCell(let left), .tableCell(let right)): left == right
      case (.footnote(let left), .footnote(let right)): left.isSpelled(like: right)
      case (.annotation(let left), .annotation(let right)): left == right
      case (.blockQuote, .blockQuote), (.thematicBreak, .thematicBreak),
        (.pageHeader, .pageHeader), (.pageFooter, .pageFooter), (.textBox, .textBox):
        true
      default: false
      }
    }
  }
}

extension Block {
  /// How the items of a numbered list are numbered.
  public struct OrderedListStyle: Hashable, Sendable {
    /// The form of the numbers.
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
    /// What stands after the number.
    @Spelled public var delimiter: String

    /// Creates a style.
    public init(numbering: Numbering = .decimal, start: Int = 1, delimiter: String = ".") {
      self.numbering = numbering
      self.start = start
      self.delimiter = delimiter
    }
  }

  /// An item of a list.
  public struct ListItem: Hashable, Sendable {
    /// Whether a task is done.
    public enum TaskState: String, Hashable, Sendable, CaseIterable { case open, done }
    /// The number of the item in its list, from the list's start.
    public var ordinal: Int
    /// Whether the item is a task, and done.
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
      /// How the cells of the column are aligned.
      public var alignment: ParagraphAttributes.Alignment?
      /// The width in points.
      public var width: Double?

      /// Creates a column.
      public init(alignment: ParagraphAttributes.Alignment? = nil, width: Double? = nil) {
        self.alignment = alignment
        self.width = width
      }
    }
    /// The columns in order.
    public var columns: [Column]
    /// The width of the borders in points; 0 for none, `nil` for the reader's default.
    public var borderWidth: Double?

    /// Creates a table.
    public init(columns: [Column], borderWidth: Double? = nil) {
      self.columns = columns
      self.borderWidth = borderWidth
    }
  }

  /// A cell of a table.
  public struct TableCell: Hashable, Sendable {
    /// The column that the cell starts in, from 0.
    public var column: Int
    /// How many columns it covers, at least 1.
    public var columnSpan: Int
    /// How many rows it covers, at least 1.
    public var rowSpan: Int
    /// The colour behind the cell.
    public var shading: Color?

    /// Creates a cell.
    public init(column: Int, columnSpan: Int = 1, rowSpan: Int = 1, shading: Color? = nil) {
      self.column = column
      self.columnSpan = columnSpan
      self.rowSpan = rowSpan
      self.shading = shading
    }
  }

  /// A remark on the text before it.
  public struct Annotation: Hashable, Sendable {
    /// Who made it.
    @Spelled public var author: String?
    /// When, as the source wrote it.
    @Spelled public var date: String?

    /// Creates a remark.
    public init(author: String? = nil, date: String? = nil) {
      self.author = author
      self.date = date
    }
  }
}
