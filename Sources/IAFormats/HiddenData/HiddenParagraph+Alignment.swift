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

/// Which visible unit stands for which unit of the paragraph as it was.
struct PatchAlignment {
  private let prefix: Int
  private let replaced: Int
  private let inserted: Int
  private let visibleCount: Int

  init(_ patch: HiddenParagraph.Patch?, visibleCount: Int, _ originalCount: Int) {
    prefix = patch?.prefix ?? originalCount
    replaced = patch?.replaced ?? 0
    inserted = patch?.units.count ?? 0
    self.visibleCount = visibleCount
  }

  /// The visible unit that is the same as one of the paragraph; nil where it was replaced.
  func visibleOffset(of offset: Int) -> Int? {
    let place = offset < prefix ? offset : offset - inserted + replaced
    let isReplaced = offset >= prefix && offset < prefix + inserted
    return isReplaced || place >= visibleCount ? nil : place
  }

  /// The visible unit whose attributes a unit of the paragraph has.
  func nearestVisibleOffset(of offset: Int) -> Int {
    if offset < prefix { return offset }
    if offset < prefix + inserted {
      return min(prefix + min(offset - prefix, max(replaced - 1, 0)), visibleCount)
    }
    return offset - inserted + replaced
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

  /// Whether the unit stepped to is the first of its run.
  var isAtStart: Bool { used == 1 }

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
  /// Whether two kinds are of one sort, whatever their details.
  func isSameKind(as other: Block.Kind) -> Bool {
    switch (self, other) {
    case (.header, .header), (.blockQuote, .blockQuote), (.codeBlock, .codeBlock),
      (.orderedList, .orderedList), (.unorderedList, .unorderedList), (.listItem, .listItem),
      (.thematicBreak, .thematicBreak), (.table, .table), (.tableRow, .tableRow),
      (.tableCell, .tableCell), (.footnote, .footnote), (.annotation, .annotation),
      (.pageHeader, .pageHeader), (.pageFooter, .pageFooter), (.textBox, .textBox):
      true
    default: false
    }
  }
}
