internal import IABytes
internal import IAFormats
internal import IASyntax
internal import IAText

/// Writes the paragraphs of a document: those of the text, and those that go elsewhere.
struct RTFBodyWriter {
  /// What is the same all the time.
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
    let tables: RTFTables
    let isCocoa: Bool
    let keepsHiddenData: Bool
    /// Whether all units have the intensity of text that was given none.
    let hasDefaultIntensity: Bool
    /// Whether attachments become files beside the text.
    let isFolder: Bool
  }

  /// A cell that text goes into.
  struct OpenCell {
    var ids: RTFParagraphStyle.Cell
    var row: Int
    /// Which cell of the row comes next.
    var next = 0
  }

  let context: Context
  var output: RTFOutput
  var records: RTFRecords
  var report = ConversionReport()
  /// The blobs that the document shows, so that they need not be hidden.
  var shownBlobs: Set<SHA256Digest> = []
  /// The names of the files of blobs, beside the text.
  var fileNames = RTFDNames()
  var openCells: [OpenCell] = []
  /// The attributes whose group is around the word that ends the paragraph; `nil` for none.
  private(set) var endStyle: Int?
  /// The starts of links, ready to be copied.
  private(set) var linkStarts = MarkupTable()
  private var lastItem = 0
  private var pieceIndex = 0

  init(_ context: Context) {
    self.context = context
    output = RTFOutput(encoder: RTFTextEncoder(hasFallback: !context.isCocoa))
    records = RTFRecords(context)
    for url in context.pieces.links { _ = linkStarts.add(linkStart(url)) }
  }

  /// Writes the text with all that hangs on it.
  mutating func writeBody(to sink: inout some DocumentSink) throws {
    for (index, group) in context.plan.moved.enumerated() where group.anchor == nil {
      try writeMoved(index, to: &sink)
    }
    try write(context.plan.body, isDestination: false, to: &sink)
    // Places behind the last paragraph.
    var mark = context.plan.mark(from: (context.plan.paragraphs.last?.end ?? -1) + 1)
    while mark < context.plan.marks.count {
      if context.plan.marks[mark].kind == .bookmark {
        writeBookmark(context.plan.marks[mark].index)
      }
      mark += 1
    }
  }

  /// Writes neighbouring paragraphs.
  ///
  /// - Parameter isDestination: Whether the end of the destination ends the last of them.
  mutating func write(
    _ paragraphs: [Int], isDestination: Bool, label: String? = nil, to sink: inout some DocumentSink
  ) throws {
    let outer = (cells: openCells, item: lastItem, piece: pieceIndex)
    openCells = []
    lastItem = 0
    for (place, index) in paragraphs.enumerated() {
      enterCells(of: index)
      try write(paragraph: index, label: place == 0 ? label : nil, to: &sink)
      let next = place + 1 < paragraphs.count ? paragraphs[place + 1] : nil
      let paragraph = context.plan.paragraphs[index]
      if next == nil, isDestination, openCells.isEmpty, paragraph.start < paragraph.end { break }
      endParagraph(index, next: next)
      try output.drain(into: &sink)
    }
    (openCells, lastItem, pieceIndex) = outer
  }

  private mutating func write(
    paragraph index: Int, label: String?, to sink: inout some DocumentSink
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
    if let label { writeMark(label + " ", isRaised: true) }
    if isNewItem, let task = context.styles[paragraph.set].task {
      writeMark(task == .done ? "\u{2612} " : "\u{2610} ")
    }
    if start.hasLosses { noteLosses(of: context.styles[paragraph.set], paragraph) }
    try writeText(paragraph, to: &sink)
    if start.hasGroup { output.closeGroup() }
    // What no record says of the line feed, the formatting of the paragraph's mark says.
    endStyle = nil
    if !hasRecord, pieceIndex < context.pieces.pieces.count, paragraph.isTerminated {
      let style = Int(context.pieces.pieces[pieceIndex].style)
      if context.pieces.hasGroup[style] { endStyle = style }
    }
    if hasRecord {
      let fingerprint = output.endCover()
      output.write("{\\*\\iaf ")
      output.write(fingerprint: fingerprint)
      output.closeGroup()
    }
  }

  /// Writes the text of a paragraph: a link around attributes, attributes around looks.
  private mutating func writeText(
    _ paragraph: RTFPlan.Paragraph, to sink: inout some DocumentSink
  ) throws {
    let marks = context.plan.marks
    var mark = marks.isEmpty ? 0 : context.plan.mark(from: paragraph.start)
    var groups = RTFOpenGroups()
    var position = paragraph.start
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
          // Text that represents an attachment has a style that the scheme's must not hide.
          enter(pieceIndex, &groups, showsLook: false)
          try write(attachment: index, to: &sink)
          position += 1
          stepPiece(position)
        }
        mark += 1
      }
      guard position < paragraph.end else { break }
      let piece = context.pieces.pieces[pieceIndex]
      var stop = min(piece.end, paragraph.end)
      if mark < marks.count { stop = min(stop, marks[mark].offset) }
      if cutsPair(stop, before: paragraph.end) { stop += 1 }
      enter(pieceIndex, &groups)
      noteLosses(ofPiece: pieceIndex, position..<stop)
      try writeUnits(position..<stop, to: &sink)
      position = stop
      stepPiece(position)
    }
    close(&groups)
  }

  /// Writes units, a good many at a time.
  private mutating func writeUnits(
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

  /// Returns whether an offset is between the halves of a pair of surrogates.
  private mutating func cutsPair(_ offset: Int, before end: Int) -> Bool {
    offset < end && context.columns.cutsPair(at: offset)
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
  /// The link, 0 for none.
  var link = 0
  /// The set of attributes, -1 for none.
  var style: Int32 = -1
  /// The look, 0 for none.
  var look: Int32 = 0
}

extension RTFBodyWriter {
  /// Closes and opens groups so that a piece can be written.
  mutating func enter(_ index: Int, _ groups: inout RTFOpenGroups, showsLook: Bool = true) {
    let piece = context.pieces.pieces[index]
    let look = showsLook ? piece.look : 0
    if groups.style == piece.style, groups.look == look { return }
    if groups.style != piece.style {
      if groups.look != 0 {
        output.closeGroup()
        groups.look = 0
      }
      closeStyle(&groups)
      let link = context.pieces.linkOfStyle[Int(piece.style)]
      if groups.link != link {
        if groups.link != 0 { output.write("}}}") }
        if link != 0 { output.write(link - 1, of: linkStarts) }
        groups.link = link
      }
      output.write(context.pieces.styleEntries[Int(piece.style)], of: context.pieces.markup)
      groups.style = piece.style
    }
    if groups.look != look {
      if look == 0 {
        output.closeGroup()
      } else {
        let entries =
          groups.look == 0 ? context.pieces.lookEntries : context.pieces.lookChanges
        output.write(entries[Int(look)], of: context.pieces.markup)
      }
      groups.look = look
    }
  }

  /// Closes all groups of a paragraph.
  mutating func close(_ groups: inout RTFOpenGroups) {
    if groups.look != 0 { output.closeGroup() }
    closeStyle(&groups)
    if groups.link != 0 { output.write("}}}") }
    groups = RTFOpenGroups()
  }

  private mutating func closeStyle(_ groups: inout RTFOpenGroups) {
    if groups.style >= 0, context.pieces.hasGroup[Int(groups.style)] {
      output.closeGroup()
    }
    groups.style = -1
  }

  private func linkStart(_ url: String) -> [UInt8] {
    var output = RTFOutput(encoder: output.encoder)
    output.write("{\\field{\\*\\fldinst{HYPERLINK ")
    if url.hasPrefix("#") {
      output.write("\\\\l \"")
      let name = String(url.dropFirst())
      output.write(line: quoted(context.bookmarks[name].map { bookmarkName($0) } ?? name))
    } else {
      output.write("\"")
      output.write(line: quoted(url))
    }
    output.write("\"}}{\\fldrslt{\\cs", RTFStyles.hyperlink)
    output.write("\\ul\\cf1 ")
    return output.take()
  }

  private func quoted(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "\"")) else { return text }
    return text.replacing("\"", with: "%22")
  }

  /// Writes a bookmark of no length.
  mutating func writeBookmark(_ index: Int) {
    let name = bookmarkName(index)
    output.write("{\\*\\bkmkstart ")
    output.write(line: name)
    output.write("}{\\*\\bkmkend ")
    output.write(line: name)
    output.closeGroup()
  }

  /// Returns the name of a bookmark where Word takes it, else one of our own.
  private func bookmarkName(_ index: Int) -> String {
    let name = context.columns.bookmarks[index].name
    let isTaken =
      (1...40).contains(name.utf16.count)
      && name.unicodeScalars.allSatisfy {
        $0 == "_" || $0.properties.isAlphabetic || ("0"..."9").contains($0)
      } && name.unicodeScalars.first.map { $0.properties.isAlphabetic } ?? false
    return isTaken && !name.hasPrefix("iab_") ? name : "iab_\(index)"
  }

  /// Writes text that is no part of the document.
  mutating func writeMark(_ text: String, isRaised: Bool = false) {
    output.write("{\\cs", RTFStyles.mark)
    output.write(isRaised ? "\\super " : " ")
    output.write(line: text)
    output.closeGroup()
  }
}
