internal import IAText

/// A block that is open, and what its children need to know of it.
struct OpenPageBlock {
  /// An element around some of the children that is not a block of the document.
  enum Group { case none, head, body, notes }

  /// The identity of the block, 0 for the document itself.
  var id: Int
  /// The kind of block, or `nil` for the document itself.
  var kind: Block.Kind?
  /// The number of elements that were open before it.
  var base: Int
  /// The number of elements that are open inside it when no child is.
  var depth: Int
  /// The group that is open.
  var group = Group.none
  /// The number that the next item of a numbered list has by itself.
  var nextOrdinal = 1
  /// The column after the last cell of a row.
  var nextColumn = 0
  /// The number of rows of a table that were opened.
  var rowCount = 0
  /// Whether a table is past its first rows of headings.
  var hasBody = false
  /// For each column of a table, how many more rows a cell from above covers.
  var coveredRows: [Int] = []
  /// Whether a code block has a line already.
  var hasLine = false
  /// The class of a code block that its lines have in common.
  var codeClass: String?
}

extension Block.Kind {
  /// Whether the block contains paragraphs alone: it ends a path.
  var isLeaf: Bool {
    switch self {
    case .header, .thematicBreak, .codeBlock: true
    default: false
    }
  }
}
