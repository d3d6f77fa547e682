import IAText

/// Finds the layout blocks of a text: paragraphs and whole tables.
enum BlockScanner {
  /// Returns the blocks of a range.
  ///
  /// - Parameters:
  ///   - string: The text.
  ///   - range: A range of whole paragraphs.
  ///   - withEnd: Whether the range extends to the end of the text, so that an empty paragraph
  ///     follows a terminator at its end.
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

  /// Returns the id of the outermost table around a paragraph; 0 if there is none.
  static func table(around attributes: ParagraphAttributes) -> Int {
    for block in attributes.blocks {
      if case .table = block.kind { return block.id }
    }
    return 0
  }
}
