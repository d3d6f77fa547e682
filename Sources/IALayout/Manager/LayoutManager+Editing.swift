import IAText

extension LayoutManager {
  /// Updates the layout after a change of the text.
  ///
  /// The blocks that contained the start and the end of the changed range, and those between them,
  /// are laid out again. An insertion between two blocks therefore changes the second one, and a
  /// removal up to the boundary of two blocks changes both. These are laid out again, too:
  ///
  /// - the next paragraph, if it has a style of its own or no units (`widenToNext`),
  /// - the previous paragraph, if it has a frame, or is in a quote or code (`widenToPrevious`),
  /// - the other blocks of the same table (`widenToTables`),
  /// - blocks whose lines depend on their position (`updateDependentBlocks`).
  ///
  /// All other blocks keep their layout and only move. If the edit changes the mean intensity of a
  /// message that has one appearance, all text is laid out again. An edit inside one paragraph that
  /// is stored in pieces lays out only some of its pieces (`applyInside`). If there are more than
  /// 64 new blocks, or if the first block had no layout, the new blocks have estimated heights.
  ///
  /// - Complexity: O(log *n* + *m*) in the blocks and in the units of the blocks that changed.
  func apply(_ change: TextStorage.Change, to string: IAString) {
    let old = change.originalRange
    guard let first = index.block(atUTF16: old.lowerBound),
      let last = index.block(atUTF16: old.upperBound)
    else { return setString(string) }
    let hadStep = reader.stepOfWholeMessage(typesetter.options)
    generation = Generation()
    reader.replaceString(string)
    guard hadStep == reader.stepOfWholeMessage(typesetter.options) else {
      return setString(string)
    }
    if first.number == last.number, applyInside(change, first) { return }
    var numbers = first.number..<last.number + 1
    var range = first.start..<last.start + last.entry.utf16Count + change.delta
    widenToNext(&numbers, &range)
    widenToPrevious(&numbers, &range)
    var entries = scan(numbers, range)
    while widenToTables(&numbers, &range, entries) { entries = scan(numbers, range) }
    layOut(&entries, from: range.lowerBound, replacing: numbers)
    index.replace(numbers, with: entries)
    updateDependentBlocks(from: numbers.lowerBound)
  }

  private func scan(_ numbers: Range<Int>, _ range: Range<Int>) -> [BlockEntry] {
    BlockScanner.entries(of: string, in: range, withEnd: numbers.upperBound == index.count)
  }

  /// Includes the paragraph after the change if it may depend on the paragraph before.
  ///
  /// A paragraph that has attributes or is in blocks may start a list item or be in one box with
  /// the paragraph before. A paragraph without units has the attributes of text that is typed at
  /// the end.
  private func widenToNext(_ numbers: inout Range<Int>, _ range: inout Range<Int>) {
    guard let next = index.block(numbers.upperBound)?.entry else { return }
    let hasStyle = next.layout.map { $0.parts[0].paragraph.style !== ParagraphStyle.plain }
    guard next.utf16Count == 0 || hasStyle == true else { return }
    range = range.lowerBound..<range.upperBound + next.utf16Count
    numbers = numbers.lowerBound..<numbers.upperBound + 1
  }

  /// Includes the paragraph before the change if it has a frame, or is in a quote or code, because
  /// it may be in one box with the paragraph after it.
  private func widenToPrevious(_ numbers: inout Range<Int>, _ range: inout Range<Int>) {
    guard numbers.lowerBound > 0, let before = index.block(numbers.lowerBound - 1)?.entry,
      let style = before.layout?.parts.last?.paragraph.style,
      style.frame != nil || style.hasGround
    else { return }
    range = range.lowerBound - before.utf16Count..<range.upperBound
    numbers = numbers.lowerBound - 1..<numbers.upperBound
  }

  /// Includes neighbours that are in the same table as the first or last changed paragraph, and
  /// returns whether there was one.
  private func widenToTables(
    _ numbers: inout Range<Int>, _ range: inout Range<Int>, _ entries: [BlockEntry]
  ) -> Bool {
    if let first = entries.first, first.table != 0, numbers.lowerBound > 0 {
      if let before = index.block(numbers.lowerBound - 1)?.entry, before.table == first.table {
        numbers = numbers.lowerBound - 1..<numbers.upperBound
        range = range.lowerBound - before.utf16Count..<range.upperBound
        return true
      }
    }
    if let last = entries.last, last.table != 0, numbers.upperBound < index.count {
      if let after = index.block(numbers.upperBound)?.entry, after.table == last.table {
        numbers = numbers.lowerBound..<numbers.upperBound + 1
        range = range.lowerBound..<range.upperBound + after.utf16Count
        return true
      }
    }
    return false
  }

  /// The maximum number of changed blocks that are laid out at once; more blocks are only estimated
  /// until they are needed.
  private static let maxBlocksAtOnce = 64

  /// Lays out the new blocks of an edit, or only estimates their heights if there are too many, or
  /// if the first replaced block had no layout.
  private func layOut(
    _ entries: inout [BlockEntry], from start: Int, replacing numbers: Range<Int>
  ) {
    guard entries.count <= Self.maxBlocksAtOnce, let found = index.block(numbers.lowerBound),
      found.entry.layout != nil
    else { return estimate(&entries, from: start) }
    var offset = start
    var top = found.before.height
    for number in entries.indices {
      let y = Double(top) / BlockLayout.unitsPerPoint
      entries[number].set(layOut(entries[number], start: offset, top: y))
      offset += entries[number].utf16Count
      top += entries[number].height
    }
  }
}
