internal import IAFiles
internal import IAText

/// The label of a note at its start.
enum NoteLabel {
  /// The number that programs give the note.
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
    case .pageHeader(let pages): output.write(Self.headerWord(pages))
    case .pageFooter(let pages): output.write(Self.footerWord(pages))
    default: openBox()
    }
    if context.keepsHiddenData {
      output.write("{\\*\\iao ", group.paragraphs.lowerBound)
      output.write("}")
    }
    output.write("\\pard\\plain ")
    let isPage = group.kind.isOnPages
    let noteLabel = label.map { group.hasUsualNumber ? NoteLabel.number : .text($0) }
    try write(Array(group.paragraphs), isDestination: !isPage, label: noteLabel, to: &sink)
    if group.kind == .textBox { output.write("}}") }
    output.write("}")
    if isPage { output.write("\n") }
  }

  private static func headerWord(_ pages: Block.Pages) -> StaticString {
    switch pages {
    case .all: "{\\header"
    case .first: "{\\headerf"
    case .even: "{\\headerl"
    case .odd: "{\\headerr"
    }
  }

  private static func footerWord(_ pages: Block.Pages) -> StaticString {
    switch pages {
    case .all: "{\\footer"
    case .first: "{\\footerf"
    case .even: "{\\footerl"
    case .odd: "{\\footerr"
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

  private mutating func openBox() {
    output.write(
      "{\\shp{\\*\\shpinst\\shpleft0\\shptop0\\shpright5760\\shpbottom1440\\shpfhdr0")
    output.write("\\shpbxcolumn\\shpbypara\\shpwr1\\shpwrk0\\shpfblwtxt0\\shpz0\\shplid1026")
    output.write("{\\sp{\\sn shapeType}{\\sv 202}}{\\sp{\\sn fFitShapeToText}{\\sv 1}}{\\shptxt")
  }
}

extension Block.Kind {
  /// Whether it is a header or footer of pages.
  var isOnPages: Bool {
    switch self {
    case .pageHeader, .pageFooter: true
    default: false
    }
  }
}
