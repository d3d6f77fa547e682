import IAText

extension LayoutManager {
  /// The block that exceeds the line limit of the last container.
  struct CutBlock {
    var number: Int
    var layout: BlockLayout
  }

  /// The result of a search for the cut.
  enum Cut {
    /// The text or the containers changed after the last search.
    case unknown
    /// All text is displayed.
    case none
    case at(CutBlock)
  }

  /// The block at which the line limit of the last container cuts off the text, or `nil` if all
  /// text is displayed.
  ///
  /// Cached until the text or the containers change.
  var cutBlock: CutBlock? {
    let container = containers[containers.count - 1]
    guard container.lineLimit > 0 else { return nil }
    switch cut {
    case .unknown: break
    case .none: return nil
    case .at(let block): return block
    }
    var number =
      shape.regions.count > 1 ? index.block(atHeight: shape.dependentHeight)?.number ?? 0 : 0
    var lines = 0
    while number < index.count {
      guard let layout = layout(number), let found = index.block(number) else { return nil }
      let count = layout.parts.reduce(0) {
        $0 + self.lines(of: $1, at: found.top, in: containers.count - 1).count
      }
      let isOver = lines + count > container.lineLimit
      let textFollows = found.start + found.entry.utf16Count < string.utf16Count
      if isOver || lines + count == container.lineLimit && textFollows {
        let made = CutBlock(
          number: number,
          layout: cutOff(found, layout, maximumLines: container.lineLimit - lines, textFollows))
        cut = .at(made)
        return made
      }
      lines += count
      number += 1
    }
    cut = .none
    return nil
  }

  private func cutOff(
    _ found: HeightIndex.Found, _ layout: BlockLayout, maximumLines: Int, _ textFollows: Bool
  ) -> BlockLayout {
    guard found.entry.table == 0, layout.parts.count == 1 else { return layout }
    var part = layout.parts[0]
    let column: Column =
      layout.top.map { .shaped(shape, top: $0) } ?? .plain(left: part.left, width: part.width)
    let container = containers[containers.count - 1]
    let (lines, height) = typesetter.breakLines(
      of: part.paragraph, reader.snapshot, start: found.start, in: column,
      cut: .init(
        maximumLines: max(maximumLines, 1), hasEllipsis: container.truncates,
        textFollows: textFollows))
    part = BlockLayout.Part(
      paragraph: part.paragraph, lines: lines, y: 0, height: height, left: part.left,
      width: part.width, utf16Start: 0)
    return BlockLayout(
      parts: [part], utf16Count: layout.utf16Count, height: part.height, top: layout.top,
      region: layout.region)
  }

  /// Returns whether a block is after the block at which the text is cut off.
  func isCutOff(_ number: Int) -> Bool {
    guard let cut = cutBlock else { return false }
    return number > cut.number
  }

  /// Returns the layout of a block as displayed.
  func shownLayout(_ number: Int) -> BlockLayout? {
    if let cut = cutBlock, cut.number == number { return cut.layout }
    return layout(number)
  }
}
