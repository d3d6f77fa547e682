internal import IAText

extension HiddenParagraph {
  /// Returns whether the lengths of the record match the visible units of a paragraph, and its
  /// indexes are inside the tables of the document record.
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

/// A cursor that moves through runs unit by unit.
struct RunCursor {
  private let runs: [HiddenParagraph.Run]
  private var index = 0
  private var used = 0

  init(_ runs: [HiddenParagraph.Run]) { self.runs = runs }

  /// The value of the current unit; 0 after the last run.
  var value: Int { index < runs.count ? runs[index].value : 0 }

  /// Whether the current unit is the first of its run.
  var isAtStart: Bool { used == 1 }

  /// Whether the current unit is the last of its run.
  var isAtEnd: Bool { index < runs.count && used == runs[index].count }

  /// The number of units after the current one that have its value, or `nil` after the last run.
  var remainingCount: Int? { index < runs.count ? runs[index].count - used : nil }

  /// Moves over units of the current run.
  mutating func skip(_ count: Int) { if index < runs.count { used += count } }

  /// Moves over the next units, and appends their values as bytes.
  mutating func take(_ count: Int, to values: inout [UInt8]) {
    let runs = runs
    var place = (index: index, used: used)
    values.append(addingCapacity: count) { output in
      var rest = count
      while rest > 0, place.index < runs.count {
        let run = runs[place.index]
        if place.used == run.count {
          place = (place.index + 1, 0)
          continue
        }
        let step = min(rest, run.count - place.used)
        output.append(repeating: UInt8(run.value), count: step)
        place.used += step
        rest -= step
      }
      output.append(repeating: 0, count: rest)
    }
    index = place.index
    used = place.used
  }

  /// Moves to the next unit; the first call moves to unit 0.
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
  /// Returns the hidden record, with the content of the visible attachment if that shows any content.
  func resolved(by shown: Attachment?) -> Attachment {
    guard let shown else { return self }
    var resolved = self
    // A record never places a visible picture over text.
    resolved.placement = shown.placement
    guard shown.content != .none, shown.content != content else { return resolved }
    // A preview represents content that the format cannot show; it does not replace visible
    // content.
    if case .blob(let digest) = shown.content, digest == preview { return resolved }
    resolved.content = shown.content
    resolved.state = shown.state
    return resolved
  }
}

extension Block.Kind {
  /// Whether the block is a cell of a table.
  var isCell: Bool { if case .tableCell = self { true } else { false } }

  /// Returns whether two kinds are the same case, regardless of associated values.
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
  /// The task state of a list item; `nil` for an item that is not a task, and for any other block.
  var taskState: Block.ListItem.TaskState? {
    guard case .listItem(let item) = kind else { return nil }
    return item.task
  }
}

extension Block.Kind {
  /// A list item with arbitrary values, for comparison with `isSameKind(as:)`.
  static let item = Self.listItem(.init(ordinal: 1))
}
