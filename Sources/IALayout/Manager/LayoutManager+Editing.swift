import IAText

extension LayoutManager {
  /// Lays out anew what a change touched.
  ///
  /// The blocks that held the changed units are replaced by those that hold them now; all others
  /// keep their layout and only move.
  ///
  /// - Complexity: O(log *n* + units of the blocks that changed).
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
    var entries = scan(numbers, range)
    while widenToTables(&numbers, &range, entries) { entries = scan(numbers, range) }
    layOut(&entries, from: range.lowerBound, replacing: numbers)
    index.replace(numbers, with: entries)
    settle(from: numbers.lowerBound)
  }

  private func scan(_ numbers: Range<Int>, _ range: Range<Int>) -> [BlockEntry] {
    BlockScanner.entries(of: string, in: range, withEnd: numbers.upperBound == index.count)
  }

  /// Takes in the paragraph after the change where it depends on the one before: where it stands in
  /// blocks, for it may start a list's item, and where it has no units, for it looks like text that is
  /// typed at the end.
  private func widenToNext(_ numbers: inout Range<Int>, _ range: inout Range<Int>) {
    guard let next = index.block(numbers.upperBound)?.entry else { return }
    let hasStyle = next.layout.map { $0.parts[0].paragraph.style !== ParagraphStyle.plain }
    guard next.utf16Count == 0 || hasStyle == true else { return }
    range = range.lowerBound..<range.upperBound + next.utf16Count
    numbers = numbers.lowerBound..<numbers.upperBound + 1
  }

  /// Takes in neighbours that stand in the same table as the outermost changed paragraphs.
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

  /// How many changed blocks are laid out at once; more wait until they are asked about.
  private static let mostAtOnce = 64

  private func layOut(
    _ entries: inout [BlockEntry], from start: Int, replacing numbers: Range<Int>
  ) {
    guard entries.count <= Self.mostAtOnce, let found = index.block(numbers.lowerBound),
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
