internal import IAText

/// The state of an open block.
struct OpenPageBlock {
  /// An element around some of the children that is not a block of the document: `thead`, `tbody`,
  /// or the section of notes.
  enum Group { case none, head, body, notes }

  /// The id of the block; 0 for the document.
  var id: Int
  /// The kind of block; `nil` for the document.
  var kind: Block.Kind?
  /// The number of open elements outside of the block.
  var base: Int
  /// The number of open elements inside of which its children are.
  var depth: Int
  var group = Group.none
  /// The ordinal that the next list item has by default.
  var nextOrdinal = 1
  /// The index of the column after the last cell of a row.
  var nextColumn = 0
  var rowCount = 0
  /// Whether a table has rows after its first header rows.
  var hasBody = false
  /// For each column of a table, the number of rows, including the current one, that a cell from
  /// above covers.
  var coveredRows: [Int] = []
  /// Whether a line of a code block was written.
  var hasLine = false
  /// The class of a code block with the attributes that its lines share.
  var codeClass: String?
}

extension Block.Kind {
  /// Whether the block contains only text, so that it ends a block path.
  var isLeaf: Bool {
    switch self {
    case .header, .thematicBreak, .codeBlock: true
    default: false
    }
  }
}
