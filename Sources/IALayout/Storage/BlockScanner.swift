import IAText

/// Finds the blocks of a text: paragraphs, and tables that are taken together.
enum BlockScanner {
  /// The blocks of whole paragraphs.
  ///
  /// - Parameters:
  ///   - range: Whole paragraphs.
  ///   - withEnd: Whether the range reaches the end of the text, where a final terminator starts one
  ///     more paragraph without units.
  static func entries(
    of string: IAString, in range: Range<Int>, withEnd: Bool
  ) -> [BlockEntry] {
    var entries: [BlockEntry] = []
    var isTerminated = true
    if !range.isEmpty {
      for paragraph in string.paragraphs(in: range) {
        let table = table(around: paragraph.attributes)
        if table != 0, let last = entries.last, last.table == table {
          entries[entries.count - 1].extend(by: paragraph.utf16Range.count)
        } else {
          entries.append(BlockEntry(utf16Count: paragraph.utf16Range.count, table: table))
        }
        isTerminated = paragraph.isTerminated
      }
    }
    if withEnd, isTerminated { entries.append(BlockEntry(utf16Count: 0)) }
    return entries
  }

  /// The id of the outermost table around a paragraph; 0 where there is none.
  static func table(around attributes: ParagraphAttributes) -> Int {
    for block in attributes.blocks {
      if case .table = block.kind { return block.id }
    }
    return 0
  }
}
