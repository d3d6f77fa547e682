internal import IAFormats

extension RTFParser {
  // MARK: The ends of paragraphs, cells, rows and pages

  /// Applies a control word that ends a paragraph, cell, row or page.
  mutating func end(_ word: RTFWord.Ending, _ bytes: Span<UInt8>) {
    decoder.fallback = 0
    let destination = groups.current.destination
    guard destination == .text || (groups.current.isNestedTable && word == .nestrow) else {
      if word == .par, destination == .html || destination == .capture { unit(0x0A) }
      return
    }
    flushText()
    switch word {
    case .par:
      destinations.html?.append(0x0A, isTag: false)
      if document.stream.marks.awaitsEnd, document.stream.isAtParagraphStart {
        document.stream.marks.awaitsEnd = false
      } else {
        endParagraph()
      }
    case .cell: document.endCell(depth: 1, &groups.current, report: &report)
    case .nestcell:
      let depth = max(Int(groups.current.paragraph.tableDepth), 2)
      document.endCell(depth: depth, &groups.current, report: &report)
    case .row: endRow(depth: 1, document.stream.rows.outer)
    case .nestrow:
      endRow(
        depth: max(document.stream.grid.depth, 2),
        groups.current.isNestedTable
          ? document.stream.rows.nested : document.stream.rows.outer)
    case .sect:
      // A section without text is an empty paragraph, as in LibreOffice and Word, and a table at the end
      // of a section has one after it. The suite writes no such paragraph.
      if !document.stream.isAtParagraphStart || document.isInEmptySection
        || document.isAfterRow && !document.tables.isOwn
          && document.depth(of: groups.current.paragraph) == 0
      {
        endParagraph()
      }
      document.beginSection(&report, byteOffset: tokenizer.offset)
      if document.isInBody { destinations.notes.beginSection() }
    case .page: endPage(bytes)
    case .column:
      // In a page without columns, a column break is a page break.
      if document.page.hasColumns, destinations.html == nil {
        if !document.stream.isAtParagraphStart { _ = breakParagraph(bytes) }
        report.add(.dropped, .columns, "column break", byteOffset: tokenizer.offset)
      } else {
        endPage(bytes)
      }
    }
  }

  /// Ends a page: before the paragraph if it has no text yet.
  private mutating func endPage(_ bytes: Span<UInt8>) {
    if document.stream.isAtParagraphStart {
      document.stream.marks.breaksInside = true
    } else {
      let hasEnd = breakParagraph(bytes)
      document.stream.marks.pageBreak = true
      document.stream.marks.awaitsEnd = !hasEnd
    }
  }

  /// Ends a paragraph with a line feed.
  mutating func endParagraph() {
    let depth = document.depth(of: groups.current.paragraph)
    document.endParagraph(depth: depth, &groups.current, report: &report)
  }

  private mutating func endRow(depth: Int, _ definition: RTFRow) {
    document.endRow(
      depth: depth, definition, &groups.current, report: &report, byteOffset: tokenizer.offset)
  }

  /// Ends a paragraph with text before a page or column break; a `\par` after the break belongs to
  /// this paragraph, and is skipped if it is next.
  ///
  /// - Returns: Whether a `\par` was skipped.
  private mutating func breakParagraph(_ bytes: Span<UInt8>) -> Bool {
    endParagraph()
    return tokenizer.skipParagraphEnd(bytes)
  }

  // MARK: Rows

  /// Applies a control word that defines a row.
  mutating func set(_ word: RTFWord.Table, _ value: Int32?) {
    if setBorder(word, value) { return }
    guard groups.current.destination == .text || groups.current.isNestedTable else { return }
    if groups.current.isNestedTable {
      document.stream.rows.nested.apply(word, value, isOwn: document.tables.isOwn)
      note(word, isBorder: document.stream.rows.nested.hasOpenBorder)
    } else {
      if word == .trowd { document.leaveOpenRow() }
      document.stream.rows.outer.apply(word, value, isOwn: document.tables.isOwn)
      note(word, isBorder: document.stream.rows.outer.hasOpenBorder)
    }
  }

  /// Reports a form of a line that borders of tables do not have.
  private mutating func note(_ word: RTFWord.Table, isBorder: Bool) {
    guard isBorder, RTFBorder.isApproximated(word) else { return }
    report.add(.approximated, .tableBorder, word.rawValue, byteOffset: tokenizer.offset)
  }
}
