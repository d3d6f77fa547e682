internal import IAFormats
internal import IAText

extension RTFBodyWriter {
  /// Reports what is not shown as it is; hidden data makes it a matter of looks alone.
  mutating func lose(
    _ feature: String, _ effect: ConversionNote.Effect, _ detail: String = "",
    _ utf16Range: Range<Int>? = nil
  ) {
    report.add(
      context.keepsHiddenData ? .hidden : effect, feature, detail, utf16Range: utf16Range)
  }

  /// Reports what is lost of a range of attributes.
  mutating func noteLosses(ofPiece index: Int, _ range: Range<Int>) {
    let style = Int(context.pieces.pieces[index].style)
    guard context.pieces.hasLosses[style] else { return }
    for loss in context.pieces.styles[style].losses {
      switch loss {
      case "link":
        let url = context.columns.inlineSets[style].link?.url ?? ""
        report.add(
          .neutralised, loss, LinkSchemes.scheme(of: url) ?? "", utf16Range: range)
      case "tag", "link-title", "language": lose(loss, .dropped, "", range)
      default: lose(loss, .approximated, "", range)
      }
    }
  }

  /// Reports what is lost of how a paragraph is set.
  mutating func noteLosses(of style: RTFParagraphStyle, _ paragraph: RTFPlan.Paragraph) {
    for loss in style.losses {
      lose(loss, .approximated, "", paragraph.start..<paragraph.end)
    }
  }

  /// Reports what concerns the document as a whole.
  mutating func noteDocumentLosses(_ document: IADocument, hasIntensities: Bool) {
    if hasIntensities { lose("intensity", .approximated) }
    if document.string.options.withoutBaseLooks != DisplayOptions() {
      lose("display-options", .dropped)
    }
    if !document.metadata.custom.isEmpty { lose("custom-metadata", .dropped) }
    if records.replacedUnits > 0 {
      lose("control-character", .approximated, String(records.replacedUnits))
    }
  }
}
