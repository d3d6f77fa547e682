internal import IAConvert
internal import IAFormats
internal import IALayout
internal import IARender
internal import IAText

/// The features of a document that a drawing does not show.
struct DrawnLosses {
  let format: FormatID
  let options: WriteOptions
  /// The named places of a PDF that links lead to; `nil` if it has none.
  var destinations: Destinations?
  /// Whether equations are drawn as such.
  var drawsEquations = true
  /// Whether the document is one of several on a page, with its text boxes and pictures in the text.
  var isGathered = false

  /// The features that every drawing shows.
  private static let shown: Set<DocumentFeature> = [
    .intensity, .renderScheme, .smoothing, .fontSize, .bold, .italic, .underline,
    .strikethrough, .script, .baselineOffset, .fontFamily, .fontWeight, .foreground,
    .background, .letterSpacing, .capitals, .language, .direction, .code, .link,
    .alignment, .indent, .paragraphSpacing, .lineHeight, .tabStops,
    .paragraphDirection, .pageBreak, .heading, .quote, .codeBlock, .list, .listItem,
    .thematicBreak, .table, .tableRow, .tableCell, .footnote, .endnote, .annotation,
    .pageHeader, .pageFooter, .textBox, .animation, .metadata, .keepTogether,
    .widowControl, .paragraphBorder, .paragraphShading, .tabLeader,
  ]

  /// The metadata that a PDF can hold.
  private static let metadataOfPDF: Set<String> = [
    "title", "authors", "subject", "keywords", "created", "modified", "generator", "language",
  ]

  private var isPDF: Bool { format == FormatDescriptor.pdf.id }
  private var isAnimated: Bool { format == FormatDescriptor.apng.id }

  func list(_ document: IADocument, in report: inout ConversionReport) {
    // Notes and equations are drawn. Page fields show the right number only in a PDF, which has pages.
    var kept = isPDF ? Self.shown.union(Self.shownOnPages) : Self.shown
    if destinations != nil { kept.insert(.bookmark) }
    // The renderer reports the frames that it moved into the text.
    if !isGathered { kept.insert(.frame) }
    LossList(
      kept: kept,
      tags: isPDF
        ? ["footnote", LayoutManager.equationTag, PageField.tagName]
        : ["footnote", LayoutManager.equationTag]
    ).list(document, in: &report)
    listLinks(document.string, in: &report)
    listParagraphs(document.string, in: &report)
    listDeepTables(document.string, in: &report)
    listEquations(document.string, in: &report)
    listAttachments(document.string, in: &report)
    listMetadata(document.metadata, in: &report)
    listAnimation(document.string.options, in: &report)
  }

  /// The features that a drawing shows only if it has pages.
  private static let shownOnPages: Set<DocumentFeature> = [
    .pageSize, .pageMargins, .columns, .sectionBreak, .pageNumbering,
  ]

  /// Reports links that cannot be followed: all links in PNG and APNG, links with an unsafe scheme in PDF and SVG.
  private func listLinks(_ string: IAString, in report: inout ConversionReport) {
    let canLink = isPDF || format == FormatDescriptor.svg.id
    for run in string.attributeRuns(in: string.utf16Range) {
      guard let link = run.attributes.link else { continue }
      let isHarmless = LinkSchemes.scheme(of: link.url).map { LinkSchemes.isHarmless($0) } == true
      if !canLink {
        report.add(.approximated, .link, link.url, utf16Range: run.utf16Range)
      } else if !isHarmless, destinations?.name(ofAddress: link.url) == nil {
        report.add(.neutralised, .link, link.url, utf16Range: run.utf16Range)
      }
    }
  }

  private func listParagraphs(_ string: IAString, in report: inout ConversionReport) {
    guard !isPDF else { return }
    for run in string.canonicalParagraphs() where run.attributes.pageBreakBefore {
      report.add(.dropped, .pageBreak, "one page", utf16Range: run.utf16Range)
    }
  }

  /// Reports paragraphs that are nested in more tables than the layout supports.
  private func listDeepTables(_ string: IAString, in report: inout ConversionReport) {
    let limit = LayoutManager.maxTableDepth
    func isDeep(_ attributes: ParagraphAttributes) -> Bool {
      attributes.blocks.count > limit
        && attributes.blocks.count { if case .table = $0.kind { true } else { false } } > limit
    }
    guard string.paragraphSets.contains(where: isDeep) else { return }
    for run in string.canonicalParagraphs() where isDeep(run.attributes) {
      report.add(
        .approximated, .table, "in more than \(limit) tables", utf16Range: run.utf16Range)
    }
  }

  /// Reports equations that are drawn as TeX source.
  private func listEquations(_ string: IAString, in report: inout ConversionReport) {
    var open: (range: Range<Int>, value: String)?
    func close() {
      guard let (range, _) = open else { return }
      open = nil
      if !drawsEquations || !LayoutManager.drawsEquation(string.units(in: range)) {
        report.add(.approximated, .equation, "TeX", utf16Range: range)
      }
    }
    for run in string.attributeRuns(in: string.utf16Range) {
      let value =
        run.attributes.tags.isEmpty ? nil : run.attributes[tag: LayoutManager.equationTag]
      guard let value else {
        close()
        continue
      }
      if let last = open, last.value == value, last.range.upperBound == run.utf16Range.lowerBound {
        open = (last.range.lowerBound..<run.utf16Range.upperBound, value)
      } else {
        close()
        open = (run.utf16Range, value)
      }
    }
    close()
  }

  /// Reports attachments: pictures are drawn, but their files are not kept; films and other files are drawn as cards.
  private func listAttachments(_ string: IAString, in report: inout ConversionReport) {
    for entry in string.attachments {
      report.add(
        .approximated, .attachment, entry.attachment.kind.rawValue,
        utf16Range: entry.utf16Offset..<entry.utf16Offset + 1)
    }
  }

  private func listMetadata(_ metadata: DocumentMetadata, in report: inout ConversionReport) {
    var all = ConversionReport()
    LossList(kept: Self.shown.subtracting([.metadata]))
      .list(IADocument(IAString(), metadata: metadata), in: &all)
    for note in all.notes where note.kind.feature == .metadata {
      let isKept = isPDF && Self.metadataOfPDF.contains(note.detail)
      let isTitle = format == FormatDescriptor.svg.id && note.detail == "title"
      if !isKept, !isTitle { report.add(note) }
    }
  }

  private func listAnimation(_ display: DisplayOptions, in report: inout ConversionReport) {
    guard !isAnimated, display.animates == true || display.animation != nil else { return }
    report.add(.dropped, .animation, "stands still")
  }
}
