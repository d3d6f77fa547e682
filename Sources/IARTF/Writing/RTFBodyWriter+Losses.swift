internal import IAEquations
internal import IAFormats
internal import IAText

extension RTFBodyWriter {
  /// Reports a feature that RTF does not represent exactly.
  ///
  /// If hidden data is written, the feature is only reported as hidden.
  mutating func reportLoss(
    _ feature: DocumentFeature, _ effect: ConversionNote.Effect, _ detail: String = "",
    _ utf16Range: Range<Int>? = nil
  ) {
    report.add(
      context.keepsHiddenData ? .hidden : effect, feature, detail, utf16Range: utf16Range)
  }

  /// Reports the losses of the attributes of a piece, for a range in a paragraph with a set of attributes.
  mutating func noteLosses(ofPiece index: Int, _ range: Range<Int>, paragraphSet: Int) {
    let style = Int(context.pieces.pieces[index].style)
    guard context.pieces.hasLosses[style] else { return }
    for loss in context.pieces.styles[style].losses {
      switch loss {
      case .link where context.pieces.styles[style].link != nil:
        report.add(.approximated, loss, "quotation mark in its target", utf16Range: range)
      case .link:
        let url = context.columns.inlineSets[style].link?.url ?? ""
        report.add(
          .neutralised, loss, LinkSchemes.scheme(of: url) ?? "", utf16Range: range)
      // Hidden data never turns text into a form field.
      case .formField:
        let isShown = context.pieces.styles[style].form != nil
        report.add(isShown ? .approximated : .dropped, loss, utf16Range: range)
      // Nor does hidden data turn text into an equation, which shows other characters.
      case .equation: report.add(.dropped, .tag, Equation.tagName, utf16Range: range)
      // Hidden data never makes text invisible.
      case .opacity
      where RTFRunStyle.showsInvisible(
        context.columns.inlineSets[style],
        on: context.columns.paragraphSets[paragraphSet].shading):
        report.add(.approximated, loss, utf16Range: range)
      case .tag, .linkTitle, .language: reportLoss(loss, .dropped, "", range)
      default: reportLoss(loss, .approximated, "", range)
      }
    }
  }

  /// Reports the losses of a paragraph's attributes.
  mutating func noteLosses(of style: RTFParagraphStyle, _ paragraph: RTFPlan.Paragraph) {
    let range = paragraph.start..<paragraph.end
    for loss in style.losses {
      if loss == .textBox {
        // The lines and the colour of the box become those of the paragraphs.
        report.add(.approximated, loss, "lines and colour", utf16Range: range)
      } else {
        reportLoss(loss, .approximated, "", range)
      }
    }
  }

  /// Reports losses that concern the whole document.
  mutating func noteDocumentLosses(_ document: IADocument, hasIntensities: Bool) {
    if hasIntensities { reportLoss(.intensity, .approximated) }
    if document.string.options.withoutBaseLooks != DisplayOptions() {
      reportLoss(.displayOptions, .dropped)
    }
    if let page = document.string.options.page, !RTFPageWords(page).isExact {
      for feature in page.features { reportLoss(feature, .approximated) }
    }
    noteSectionLosses()
    noteHeaderLosses()
    if !document.metadata.custom.allSatisfy(RTFInfo.isExact) {
      reportLoss(.customMetadata, .approximated)
    }
    if records.replacedUnits > 0 {
      reportLoss(.controlCharacter, .approximated, String(records.replacedUnits))
    }
  }
}
