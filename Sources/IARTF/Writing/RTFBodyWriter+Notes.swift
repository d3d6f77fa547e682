internal import IAFiles
internal import IAFormats
internal import IAText

/// The label of a note at its start.
enum NoteLabel {
  /// The number that programs assign to the note.
  case number
  /// Other text.
  case text(String)
}

extension RTFBodyWriter {
  /// Writes paragraphs into a separate destination.
  mutating func writeMoved(_ index: Int, to sink: inout some DocumentSink) throws {
    let group = context.plan.moved[index]
    var label: String?
    switch group.kind {
    case .footnote(let name):
      output.write("{\\footnote")
      label = name
    case .endnote(let name):
      output.write("{\\footnote\\ftnalt")
      label = name
    case .annotation(let annotation): open(annotation)
    case .pageHeader, .pageFooter: output.write(Self.word(group, group.shownPages.first))
    case .textBox(let box): open(box)
    default: break
    }
    let otherSide = group.shownPages.count > 1 ? group.shownPages.last : nil
    if otherSide != nil { output.beginCopy() }
    if context.keepsHiddenData {
      output.write("{\\*\\iao ", group.paragraphs.lowerBound)
      output.write("}")
    }
    // A header or footer for left pages only must differ in its bytes from one that is written for both sides.
    output.write(group.shownPages == [.even] ? "\\plain\\pard " : "\\pard\\plain ")
    let isPage = group.kind.isOnPages
    let noteLabel = label.map { group.hasUsualNumber ? NoteLabel.number : .text($0) }
    // LibreOffice ignores the formatting of the last paragraph of a box unless a word ends the paragraph.
    let isBox = group.kind.isTextBox
    let hasEnd = isPage || isBox
    try write(Array(group.paragraphs), isDestination: !hasEnd, label: noteLabel, to: &sink)
    if isBox { output.write("}}") }
    output.write("}")
    if isPage { output.write("\n") }
    if let otherSide { output.endCopy(after: Self.word(group, otherSide)) }
  }

  /// Returns the start of the destination of a header or footer.
  private static func word(_ group: RTFPlan.Moved, _ pages: Block.Pages?) -> StaticString {
    let isFooter = group.kind.isPageFooter
    return switch pages {
    case .all, nil: isFooter ? "{\\footer" : "{\\header"
    case .first: isFooter ? "{\\footerf" : "{\\headerf"
    case .even: isFooter ? "{\\footerl" : "{\\headerl"
    case .odd: isFooter ? "{\\footerr" : "{\\headerr"
    }
  }

  /// Reports headers and footers of all pages that a reader will find as those of left pages, or that programs show
  /// instead of those of right pages.
  mutating func noteHeaderLosses() {
    for group in context.plan.moved where group.changesPages {
      let paragraphs = context.plan.paragraphs[group.paragraphs]
      guard let first = paragraphs.first, let last = paragraphs.last else { continue }
      reportLoss(
        group.kind.isPageFooter ? .pageFooter : .pageHeader, .approximated,
        group.isBesideBoth ? "beside those of odd and even pages" : "beside one of odd pages",
        first.start..<max(first.start, last.end))
    }
  }

  private mutating func open(_ annotation: Block.Annotation) {
    let author = annotation.author ?? ""
    output.write("{\\*\\atnid ")
    output.write(line: String(author.prefix(1)))
    output.write("}{\\*\\atnauthor ")
    output.write(line: author)
    output.write("}{\\cs", RTFStyles.annotationReference)
    output.write("\\chatn}{\\*\\annotation")
    if let date = annotation.date.flatMap(RTFDate.init) {
      output.write("{\\*\\atndate ", date.packed)
      output.write("}")
    }
  }

  /// Writes the start of a shape with text, up to its text.
  ///
  /// A box without a placement is written with the placement and the size that the suite's reader interprets as no
  /// placement.
  private mutating func open(_ box: Block.TextBox) {
    guard box.placement != nil else {
      output.write(
        "{\\shp{\\*\\shpinst\\shpleft0\\shptop0\\shpright5760\\shpbottom1440\\shpfhdr0")
      output.write("\\shpbxcolumn\\shpbypara\\shpwr1\\shpwrk0\\shpfblwtxt0\\shpz0\\shplid1026")
      output.write("{\\sp{\\sn shapeType}{\\sv 202}}{\\sp{\\sn fFitShapeToText}{\\sv 1}}{\\shptxt")
      return
    }
    output.write("{\\shp{\\*\\shpinst")
    output.write(RTFShapeWords(box, columnWidth: context.columnWidth).words.bytes)
    output.write("{\\shptxt")
  }
}

extension Block.Kind {
  /// Whether the block is a page header or footer.
  var isOnPages: Bool {
    switch self {
    case .pageHeader, .pageFooter: true
    default: false
    }
  }
}

extension Block.Kind {
  /// Whether it is a text box.
  var isTextBox: Bool { if case .textBox = self { true } else { false } }

  /// Whether the block is a box at an edge of the text column with text around it, and without borders; it is written
  /// as a shape.
  var isFloat: Bool {
    guard let box = frame, let place = box.placement, place.wrap == .around,
      place.across.edge == .start || place.across.edge == .end, place.across.reference == .text,
      place.down == Placement.Position(), box.width != nil, box.height == nil
    else { return false }
    return box.borders.isEmpty
  }

  /// The text box, if the block is a frame whose paragraphs state its placement; `nil` for any other block.
  var frame: Block.TextBox? {
    guard case .textBox(let box) = self, box.placement?.belongsToNext == true else { return nil }
    return box
  }
}
