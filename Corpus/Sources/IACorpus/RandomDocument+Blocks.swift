internal import IAText

extension RandomDocument {
  /// Returns the blocks of the next paragraph: some of those of the previous one, and new ones.
  mutating func nextPath() -> [Block] {
    if chance(3) { path.removeAll() }
    if !path.isEmpty { path.removeLast(random.below(path.count + 1)) }
    repair()
    while path.count < 8, random.below(3) > 0 { descend() }
    complete()
    return path
  }

  /// Removes headers, code blocks and thematic breaks from the end of the path; they are not
  /// continued.
  private mutating func repair() {
    while let last = path.last {
      switch last.kind {
      case .header, .codeBlock, .thematicBreak: path.removeLast()
      default: return
      }
    }
  }

  /// Adds a block that is allowed in the innermost block.
  private mutating func descend() {
    switch path.last?.kind {
    case .orderedList, .unorderedList:
      add(
        .listItem(
          .init(ordinal: 1 + random.below(20), task: maybe(3) { $0.one(of: [.open, .done]) })))
    case .table: add(.tableRow(isHeader: chance(3)))
    case .tableRow:
      add(
        .tableCell(
          .init(
            column: random.below(3), columnSpan: 1 + random.below(2), rowSpan: 1 + random.below(2),
            shading: maybe(3) { $0.color() })))
    case .header, .codeBlock, .thematicBreak: return
    default: add(container())
    }
  }

  /// Adds the inner blocks that a list, table or row requires.
  private mutating func complete() {
    while true {
      switch path.last?.kind {
      case .orderedList, .unorderedList, .table, .tableRow: descend()
      default: return
      }
    }
  }

  private mutating func add(_ kind: Block.Kind) {
    path.append(Block(id: nextBlockID, kind))
    // Ids may have gaps.
    nextBlockID += 1 + random.below(3)
  }

  private mutating func container() -> Block.Kind {
    switch random.below(13) {
    case 0: .header(level: 1 + random.below(6))
    case 1: .blockQuote
    case 2: .codeBlock(language: maybe(2) { $0.one(of: ["swift", "c++"]) })
    case 3, 4:
      .orderedList(
        .init(
          numbering: one(of: Block.OrderedListStyle.Numbering.allCases), start: random.below(4),
          delimiter: one(of: [".", ")"]),
          prefix: maybe(4) { $0.one(of: ["(", "1.", "§ ", "Article "]) } ?? ""))
    case 5, 6: .unorderedList(marker: maybe(2) { $0.one(of: ["•", "-", "\u{F0B7}"]) })
    case 7:
      .table(
        .init(
          columns: (0...random.below(3)).map { _ in
            .init(
              alignment: maybe(2) { $0.one(of: ParagraphAttributes.Alignment.allCases) },
              width: maybe(2) { $0.size() })
          }, borderWidth: maybe(2) { $0.size() }))
    case 8: .thematicBreak
    case 9:
      chance(4)
        ? .endnote(label: "\(1 + random.below(9))") : .footnote(label: "\(1 + random.below(9))")
    case 10:
      .annotation(.init(author: maybe(2) { $0.word() }, date: maybe(2) { _ in "2015-11-02" }))
    case 11:
      chance(2)
        ? .pageHeader(on: one(of: Block.Pages.allCases))
        : .pageFooter(on: one(of: Block.Pages.allCases))
    default: .textBox()
    }
  }
}
