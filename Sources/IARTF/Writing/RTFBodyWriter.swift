internal import IABytes
internal import IAFiles
internal import IAFormats
internal import IASyntax
internal import IAText

/// Writes the paragraphs of a document: those of the body and those in separate destinations.
struct RTFBodyWriter {
  /// The data that does not change during writing.
  struct Context {
    let columns: StringColumns
    /// The index of the first bookmark of each name.
    let bookmarks: [String: Int]
    let blobs: AttachmentStore
    let plan: RTFPlan
    let pieces: RTFPieces
    let styles: [RTFParagraphStyle]
    let starts: RTFParagraphStarts
    let layout: RTFTableLayout
    /// The width of the first column of text in twips.
    let columnWidth: Int
    let tables: RTFTables
    /// The placement that the document's file states, including links that it shows differently from other links.
    let placement: PrintedPlacement
    let isCocoa: Bool
    let keepsHiddenData: Bool
    /// Whether all units have the default intensity.
    let hasDefaultIntensity: Bool
    /// Whether attachments are written as separate files.
    let isFolder: Bool
  }

  /// An open cell.
  struct OpenCell {
    var ids: RTFParagraphStyle.Cell
    var row: Int
    /// The index of the next cell of the row.
    var next = 0
  }

  /// The end of the paragraph that was written last.
  private struct ParagraphEnd {
    /// The attributes of the group around the word that ends the paragraph; `nil` for none.
    var style: Int?
    /// Whether the paragraph has no line feed and no record that states this.
    var isText = false
  }

  let context: Context
  var output: RTFOutput
  var records: RTFRecords
  var report = ConversionReport()
  /// The blobs that are written as visible content, so that hidden data need not repeat them.
  var shownBlobs: Set<SHA256Digest> = []
  /// The names of side files.
  var fileNames = RTFDNames()
  var openCells: [OpenCell] = []
  private var paragraphEnd = ParagraphEnd()
  /// Whether the word that ended the last paragraph also ended its section.
  var hasEndedSection = false
  /// The starts of links as prepared markup.
  private(set) var linkStarts = MarkupTable()
  private var lastItem = 0
  private(set) var pieceIndex = 0

  init(_ context: Context) {
    self.context = context
    output = RTFOutput(encoder: RTFTextEncoder(hasFallback: !context.isCocoa))
    records = RTFRecords(context)
    for link in context.pieces.links { _ = linkStarts.add(linkStart(link)) }
  }

  /// Writes the text with all separate destinations.
  mutating func writeBody(to sink: inout some DocumentSink) throws {
    for (index, group) in context.plan.moved.enumerated()
    where group.anchor == nil && group.section == nil {
      try writeMoved(index, to: &sink)
    }
    try write(context.plan.body, isDestination: false, to: &sink)
    // Bookmarks after the last paragraph.
    var mark = context.plan.mark(from: (context.plan.paragraphs.last?.end ?? -1) + 1)
    while mark < context.plan.marks.count {
      if context.plan.marks[mark].kind == .bookmark {
        writeBookmark(context.plan.marks[mark].index)
      }
      mark += 1
    }
  }

  /// Writes adjacent paragraphs.
  ///
  /// - Parameters:
  ///   - paragraphs: The indices of the paragraphs.
  ///   - isDestination: Whether the end of the destination ends the last paragraph.
  ///   - label: The label of a note, written before the first paragraph.
  ///   - sink: The sink.
  mutating func write(
    _ paragraphs: [Int], isDestination: Bool, label: NoteLabel? = nil,
    to sink: inout some DocumentSink
  ) throws {
    let outer = (cells: openCells, item: lastItem, piece: pieceIndex)
    openCells = []
    lastItem = 0
    for (place, index) in paragraphs.enumerated() {
      if startsSection(index) { try beginSection(index, to: &sink) }
      enterCells(of: index)
      try write(paragraph: index, label: place == 0 ? label : nil, to: &sink)
      let next = place + 1 < paragraphs.count ? paragraphs[place + 1] : nil
      let paragraph = context.plan.paragraphs[index]
      if next == nil, openCells.isEmpty, paragraph.start < paragraph.end,
        isDestination || paragraphEnd.isText
      {
        endDestination(isDestination)
        break
      }
      endParagraph(index, next: next)
      try output.drain(into: &sink)
    }
    (openCells, lastItem, pieceIndex) = outer
  }

  /// Writes the attributes of the line feed that the end of a destination represents.
  private mutating func endDestination(_ isDestination: Bool) {
    guard isDestination else { return output.write("\n") }
    guard let style = takeEndStyle() else { return }
    output.write(Array(context.pieces.styles[style].open.dropFirst()))
  }

  private mutating func write(
    paragraph index: Int, label: NoteLabel?, to sink: inout some DocumentSink
  ) throws {
    let paragraph = context.plan.paragraphs[index]
    let start = context.starts.entries[paragraph.set]
    let hasRecord = context.keepsHiddenData && records.make(paragraph: index)
    if hasRecord {
      output.write("{\\*\\iap ")
      output.write(base64: records.packed)
      output.closeGroup()
      output.beginCover()
    }
    let isNewItem = start.item > lastItem
    if isNewItem { lastItem = start.item }
    output.write(isNewItem ? start.ofItem : start.ordinary, of: context.starts.markup)
    switch label {
    case .number: writeNoteNumber(hasSpace: startsWithSpace(paragraph))
    case .text(let text): writeMark(text + " ", isRaised: true)
    case nil: break
    }
    if isNewItem, let task = context.styles[paragraph.set].task {
      writeMark(task == .done ? "\u{2612} " : "\u{2610} ")
    }
    if start.hasLosses { noteLosses(of: context.styles[paragraph.set], paragraph) }
    try writeText(paragraph, to: &sink)
    if start.hasGroup { output.closeGroup() }
    // Without a record, the formatting of the paragraph mark stores the attributes of the line feed. With a record, it
    // stores only whether the line feed is hidden or changed, which a record must not decide; for a paragraph without
    // text also the font and size, which determine its height.
    paragraphEnd.style = nil
    paragraphEnd.isText =
      !hasRecord && !paragraph.isTerminated
      && context.columns.units[paragraph.start..<paragraph.end].last != 0xFFFC
    if pieceIndex < context.pieces.pieces.count, paragraph.isTerminated {
      let style = Int(context.pieces.pieces[pieceIndex].style)
      if context.pieces.hasForms, context.pieces.styles[style].form != nil {
        reportLoss(.formField, .dropped, "line end", paragraph.end..<paragraph.end + 1)
      }
      let isShown =
        !hasRecord || paragraph.start == paragraph.end || context.pieces.mayRemoveText[style]
      if isShown, context.pieces.hasGroup[style], !context.pieces.isField[style] {
        paragraphEnd.style = style
      }
    }
    if hasRecord {
      let fingerprint = output.endCover()
      output.write("{\\*\\iaf ")
      output.write(fingerprint: fingerprint)
      output.closeGroup()
    }
  }

  /// Writes the text of a paragraph.
  ///
  /// A link contains groups of attributes, and these contain groups of the scheme's formatting.
  private mutating func writeText(
    _ paragraph: RTFPlan.Paragraph, to sink: inout some DocumentSink
  ) throws {
    let marks = context.plan.marks
    var mark = marks.isEmpty ? 0 : context.plan.mark(from: paragraph.start)
    var groups = RTFOpenGroups()
    var position = paragraph.start
    // The equation that is written as text.
    var textEquation = 0..<0
    seekPiece(position)
    while true {
      while mark < marks.count, marks[mark].offset <= position {
        let index = marks[mark].index
        switch marks[mark].kind {
        case .bookmark: writeBookmark(index)
        case .moved:
          close(&groups)
          try writeMoved(index, to: &sink)
        case .attachment:
          guard position < paragraph.end else { break }
          // The stand-in of an attachment has a style, which the style of the scheme would replace.
          enter(pieceIndex, &groups, showsScheme: false)
          try write(attachment: index, to: &sink)
          position += 1
          stepPiece(position)
        }
        mark += 1
      }
      guard position < paragraph.end else { break }
      let piece = context.pieces.pieces[pieceIndex]
      if let end = context.plan.noteNumbers[position] {
        enter(pieceIndex, &groups)
        output.write("\\chftn ")
        position = end
        stepPiece(position)
        continue
      }
      var stop = min(piece.end, paragraph.end)
      if mark < marks.count { stop = min(stop, marks[mark].offset) }
      if cutsPair(stop, before: paragraph.end) {
        noteSecondHalf(at: stop, piece)
        stop += 1
      }
      enter(pieceIndex, &groups)
      noteLosses(ofPiece: pieceIndex, position..<stop, paragraphSet: paragraph.set)
      if context.pieces.hasForms, let form = context.pieces.styles[Int(piece.style)].form {
        try write(form, position..<stop, to: &sink)
      } else if context.pieces.hasEquations,
        let equation = context.pieces.styles[Int(piece.style)].equation
      {
        stop = try write(
          equation: equation, position..<stop, in: paragraph, &textEquation, to: &sink)
      } else {
        try writeUnits(position..<stop, to: &sink)
      }
      position = stop
      stepPiece(position)
    }
    close(&groups)
  }

  /// Returns the attributes of the group around the next word that ends a paragraph, and removes them.
  mutating func takeEndStyle() -> Int? {
    defer { paragraphEnd.style = nil }
    return paragraphEnd.style
  }

  /// Writes units, up to 16,384 at a time.
  mutating func writeUnits(
    _ range: Range<Int>, to sink: inout some DocumentSink
  ) throws {
    var start = range.lowerBound
    while start < range.upperBound {
      var end = min(start + 16_384, range.upperBound)
      if cutsPair(end, before: range.upperBound) { end += 1 }
      unsafe context.columns.units.withUnsafeBufferPointer { units in
        unsafe output.write(
          units: UnsafeBufferPointer(rebasing: units[start..<end]),
          readableCount: units.count - start)
      }
      start = end
      try output.drain(into: &sink)
    }
  }

  /// Returns whether an offset splits a surrogate pair.
  private mutating func cutsPair(_ offset: Int, before end: Int) -> Bool {
    offset < end && context.columns.cutsPair(at: offset)
  }

  /// Reports that the second half of a pair is shown with the attributes of the first, if it has others.
  private mutating func noteSecondHalf(at offset: Int, _ piece: RTFPieces.Piece) {
    let next = pieceIndex + 1
    guard piece.end == offset, next < context.pieces.pieces.count,
      context.pieces.pieces[next].style != piece.style
    else { return }
    reportLoss(.attributes, .dropped, "", offset..<offset + 1)
  }

  private mutating func seekPiece(_ offset: Int) {
    let isHere =
      pieceIndex < context.pieces.pieces.count
      && context.pieces.pieces[pieceIndex].end > offset
      && (pieceIndex == 0 || context.pieces.pieces[pieceIndex - 1].end <= offset)
    if !isHere { pieceIndex = context.pieces.piece(at: offset) }
  }

  private mutating func stepPiece(_ offset: Int) {
    while pieceIndex < context.pieces.pieces.count,
      context.pieces.pieces[pieceIndex].end <= offset
    {
      pieceIndex += 1
    }
  }
}

/// The groups that are open in a paragraph.
struct RTFOpenGroups {
  /// The number of the link; 0 for none.
  var link = 0
  /// The set of attributes; -1 for none.
  var style: Int32 = -1
  /// The number of the scheme's formatting; 0 for none.
  var schemeFormat: Int32 = 0
}

extension RTFBodyWriter {
  /// Closes and opens groups as required by a piece.
  mutating func enter(_ index: Int, _ groups: inout RTFOpenGroups, showsScheme: Bool = true) {
    let piece = context.pieces.pieces[index]
    let schemeFormat = showsScheme ? piece.schemeFormat : 0
    if groups.style == piece.style, groups.schemeFormat == schemeFormat { return }
    if groups.style != piece.style {
      if groups.schemeFormat != 0 {
        output.closeGroup()
        groups.schemeFormat = 0
      }
      closeStyle(&groups)
      let link = context.pieces.linkOfStyle[Int(piece.style)]
      if groups.link != link {
        if groups.link != 0 { output.write("}}}") }
        if link != 0 {
          output.write(link - 1, of: linkStarts)
          writeLinkStyle(at: index > 0 ? context.pieces.pieces[index - 1].end : 0)
        }
        groups.link = link
      }
      output.write(context.pieces.styleEntries[Int(piece.style)], of: context.pieces.markup)
      groups.style = piece.style
    }
    if groups.schemeFormat != schemeFormat {
      if schemeFormat == 0 {
        output.closeGroup()
      } else {
        let entries =
          groups.schemeFormat == 0
          ? context.pieces.schemeFormatEntries : context.pieces.schemeFormatChanges
        output.write(entries[Int(schemeFormat)], of: context.pieces.markup)
      }
      groups.schemeFormat = schemeFormat
    }
  }

  /// Closes all groups of a paragraph.
  mutating func close(_ groups: inout RTFOpenGroups) {
    if groups.schemeFormat != 0 { output.closeGroup() }
    closeStyle(&groups)
    if groups.link != 0 { output.write("}}}") }
    groups = RTFOpenGroups()
  }

  /// Writes the control words for a link that its file shows without an underline or a colour.
  private mutating func writeLinkStyle(at offset: Int) {
    guard !context.isCocoa else { return }
    let isPlain = PrintedPlacement.contains(offset, context.placement.plainLinks)
    let hasInk = PrintedPlacement.contains(offset, context.placement.inkLinks)
    if isPlain { output.write("\\ulnone") }
    if hasInk { output.write("\\cf0") }
    if isPlain || hasInk { output.write(" ") }
  }

  private mutating func closeStyle(_ groups: inout RTFOpenGroups) {
    if groups.style >= 0, context.pieces.hasGroup[Int(groups.style)] {
      output.closeGroup()
      if context.pieces.isField[Int(groups.style)] { output.closeGroup() }
    }
    groups.style = -1
  }

  private func linkStart(_ link: InlineAttributes.Link) -> [UInt8] {
    var output = RTFOutput(encoder: output.encoder)
    let url = link.url
    output.write("{\\field{\\*\\fldinst{HYPERLINK ")
    if url.hasPrefix("#") {
      output.write("\\\\l \"")
      let name = String(url.dropFirst())
      output.write(line: quoted(context.bookmarks[name].map { bookmarkName($0) } ?? name))
    } else {
      output.write("\"")
      output.write(line: quoted(url))
    }
    output.write("\"")
    if let title = link.title {
      output.write(" \\\\o \"")
      output.write(line: escaped(title))
      output.write("\"")
    }
    if context.isCocoa {
      output.write("}}{\\fldrslt{")
    } else {
      output.write("}}{\\fldrslt{\\cs", RTFStyles.hyperlink)
      output.write("\\ul\\cf1 ")
    }
    return output.take()
  }

  /// Returns an argument of an instruction, with its quotation marks and backslashes escaped.
  private func escaped(_ text: String) -> String {
    var escaped = ""
    for character in text.unicodeScalars {
      if "\"\\\u{201D}".unicodeScalars.contains(character) { escaped.append("\\") }
      escaped.unicodeScalars.append(character)
    }
    return escaped
  }

  private func quoted(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "\"")) else { return text }
    return text.replacing("\"", with: "%22")
  }

  /// Writes a bookmark of length 0.
  mutating func writeBookmark(_ index: Int) {
    let name = bookmarkName(index)
    output.write("{\\*\\bkmkstart ")
    output.write(line: name)
    output.write("}{\\*\\bkmkend ")
    output.write(line: name)
    output.closeGroup()
  }

  /// Returns the name of a bookmark if Word supports it, otherwise a generated name.
  private func bookmarkName(_ index: Int) -> String {
    let name = context.columns.bookmarks[index].name
    let isSupported =
      (1...40).contains(name.utf16.count)
      && name.unicodeScalars.allSatisfy {
        $0 == "_" || $0 == "-" || $0.properties.isAlphabetic || ("0"..."9").contains($0)
      } && name.unicodeScalars.first.map { $0 == "_" || $0.properties.isAlphabetic } ?? false
    return isSupported && !name.hasPrefix("iab_") ? name : "iab_\(index)"
  }

  /// Writes the automatic number of a note at its start.
  private mutating func writeNoteNumber(hasSpace: Bool) {
    output.write("{\\cs", RTFStyles.footnoteReference)
    output.write("\\super\\chftn}")
    if !hasSpace { writeMark(" ") }
  }

  private func startsWithSpace(_ paragraph: RTFPlan.Paragraph) -> Bool {
    paragraph.start < paragraph.end && context.columns.units[paragraph.start] == 0x20
  }

  /// Writes text that is not part of the document.
  mutating func writeMark(_ text: String, isRaised: Bool = false) {
    output.write("{\\cs", RTFStyles.mark)
    output.write(isRaised ? "\\super " : " ")
    output.write(line: text)
    output.closeGroup()
  }
}
