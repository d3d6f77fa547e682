internal import IAText

extension HiddenParagraph {
  /// Whether the data describes a paragraph of these visible units and refers only to what the
  /// block has.
  func fits(_ visible: [UInt16], _ block: HiddenDocument) -> Bool {
    var count = visible.count + (isTerminated ? 1 : 0)
    if let patch {
      guard patch.prefix + patch.replaced <= visible.count else { return false }
      count += patch.units.count - patch.replaced
    }
    return intensities.reduce(0) { $0 + $1.count } == count
      && (inline.isEmpty || inline.reduce(0) { $0 + $1.count } == count)
      && inline.allSatisfy { $0.value <= block.inline.count }
      && paragraph <= block.paragraphs.count
      && records.allSatisfy { $0.utf16Offset < count && $0.index < block.records.count }
  }
}

extension HiddenParagraph {
  /// Returns the index into the table of inline attributes at a unit; 0 for none.
  func inlineIndex(at offset: Int) -> Int {
    var end = 0
    for run in inline {
      end += run.count
      if offset < end { return run.value }
    }
    return 0
  }
}

/// Steps through runs unit by unit.
struct RunCursor {
  private let runs: [HiddenParagraph.Run]
  private var index = 0
  private var used = 0

  init(_ runs: [HiddenParagraph.Run]) { self.runs = runs }

  /// The number of the unit stepped to; 0 where there are no runs.
  var value: Int { index < runs.count ? runs[index].value : 0 }

  /// The number of the unit after the one stepped to; 0 if there is none.
  var nextValue: Int {
    guard isAtEnd else { return value }
    return index + 1 < runs.count ? runs[index + 1].value : 0
  }

  /// Whether the unit stepped to is the first of its run.
  var isAtStart: Bool { used == 1 }

  /// Whether the unit stepped to is the last of its run.
  var isAtEnd: Bool { index < runs.count && used == runs[index].count }

  mutating func advance() {
    guard index < runs.count else { return }
    if used == runs[index].count {
      index += 1
      used = 0
    }
    used += 1
  }
}

extension Attachment {
  /// The hidden record, with the content that the format shows where it shows any.
  func resolved(by shown: Attachment?) -> Attachment {
    guard let shown, shown.content != .none, shown.content != content else { return self }
    // A preview is shown for what the format cannot show; it replaces nothing.
    if case .blob(let digest) = shown.content, digest == preview { return self }
    var resolved = self
    resolved.content = shown.content
    resolved.state = shown.state
    return resolved
  }
}

extension Block.Kind {
  /// Whether it is a cell of a table.
  var isCell: Bool { if case .tableCell = self { true } else { false } }

  /// Whether two kinds are of one sort, whatever their details.
  func isSameKind(as other: Block.Kind) -> Bool {
    switch (self, other) {
    case (.header, .header), (.blockQuote, .blockQuote), (.codeBlock, .codeBlock),
      (.orderedList, .orderedList), (.unorderedList, .unorderedList), (.listItem, .listItem),
      (.thematicBreak, .thematicBreak), (.table, .table), (.tableRow, .tableRow),
      (.tableCell, .tableCell), (.footnote, .footnote), (.endnote, .endnote),
      (.annotation, .annotation),
      (.pageHeader, .pageHeader), (.pageFooter, .pageFooter), (.textBox, .textBox):
      true
    default: false
    }
  }
}

extension Block {
  /// The label of a note; `nil` for any other block.
  var noteLabel: String? { kind.noteLabel }
}

extension Block {
  /// Whether an item is done; `nil` for an item that is no task, and for any other block.
  var taskState: Block.ListItem.TaskState? {
    guard case .listItem(let item) = kind else { return nil }
    return item.task
  }
}

extension Block.Kind {
  /// An item of a list, to compare others with.
  static let item = Self.listItem(.init(ordinal: 1))
}
