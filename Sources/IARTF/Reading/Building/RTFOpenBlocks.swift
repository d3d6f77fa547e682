internal import IAText

/// The lists, and the quote or code block, around the next paragraph of a stream.
struct RTFOpenBlocks {
  /// A list around the next paragraph.
  struct OpenList {
    var key: RTFListKey
    var level: Int32
    /// The indent of its items in twips; 0 if the file has none.
    var indent: Int32
    var list: Block
    var item: Block
  }

  private(set) var lists: [OpenList] = []
  /// The quote or code block around the last paragraph; `nil` if it is in neither.
  private var container: Block?
  /// The id of the cell that the lists are in; `nil` outside tables.
  private var cell: Int?

  /// Whether no list is open.
  var hasNoList: Bool { lists.isEmpty }
  /// Whether there is neither a list nor a container.
  var isEmpty: Bool { lists.isEmpty && container == nil }
  /// The key of the innermost list; `nil` if no list is open.
  var lastKey: RTFListKey? { lists.last?.key }
  /// The blocks of the lists and their items, the outermost first.
  var blocks: [Block] {
    var blocks: [Block] = []
    blocks.reserveCapacity(lists.count * 2)
    for open in lists {
      blocks.append(open.list)
      blocks.append(open.item)
    }
    return blocks
  }

  /// Enters a cell, or leaves cells for `nil`; lists do not continue across the border of a cell.
  mutating func enter(cell: Int?) {
    if cell != self.cell { closeLists() }
    self.cell = cell
  }

  /// Ends all lists.
  mutating func closeLists() { lists.removeAll(keepingCapacity: true) }

  /// Ends the quote or code block.
  mutating func closeContainer() { container = nil }

  /// Returns the open quote or code block if it has this kind, or `nil`.
  func container(_ kind: Block.Kind) -> Block? { container?.kind == kind ? container : nil }

  /// Starts a quote or code block.
  mutating func open(_ block: Block) { container = block }

  /// Starts a list.
  mutating func open(_ list: OpenList) { lists.append(list) }

  /// Sets the current item of the innermost list.
  mutating func setItem(_ item: Block) { lists[lists.count - 1].item = item }

  /// Ends the lists that do not contain a paragraph, and returns whether the innermost remaining list is that of the
  /// paragraph.
  ///
  /// Levels are compared only within one list. For lists without a common definition, the indents decide which list is
  /// inside the other.
  mutating func closeLists(
    before paragraph: RTFParagraph, key: RTFListKey, kind: Block.Kind
  ) -> Bool {
    let level = paragraph.level
    if let place = lists.lastIndex(where: { $0.key == key && $0.level == level }) {
      lists.removeLast(lists.count - place - 1)
      if lists[place].list.kind.isSameList(as: kind) { return true }
      lists.removeLast()
      return false
    }
    while let last = lists.last {
      let isInside =
        last.key == key
        ? level > last.level
        : level > last.level || (last.indent != 0 && paragraph.indents.leading > last.indent)
      if isInside { break }
      lists.removeLast()
    }
    return false
  }
}

/// The identity of a list.
enum RTFListKey: Equatable {
  /// The number of `\ls`.
  case list(Int32)
  /// A list defined by `\pn`.
  case old
  /// A list that only the labels of its items indicate.
  case label
}

extension Block.Kind {
  /// Returns whether two lists have one kind, regardless of their start numbers.
  fileprivate func isSameList(as other: Block.Kind) -> Bool {
    guard case .orderedList(var mine) = self, case .orderedList(var theirs) = other else {
      return self == other
    }
    mine.start = 1
    theirs.start = 1
    return mine == theirs
  }
}
