internal import IAFormats
internal import IAHiddenData
internal import IAText

/// The hidden text that Markdown does not show, for the document record of the hidden data.
struct AbsentParts {
  private let absent: RemainingText.Absent?
  /// The notes for the report, with ranges of the text that includes the hidden text.
  private(set) var report = ConversionReport()

  /// Creates the parts from the hidden text; `nil` if there is none.
  init(_ absent: RemainingText.Absent?) { self.absent = absent }

  /// Adds the hidden text to the document record.
  ///
  /// - Parameters:
  ///   - encoder: The encoder, after all paragraphs.
  ///   - shape: The text without hidden text in the form that Markdown can hold.
  ///   - paragraphs: Its paragraphs.
  ///   - shown: Returns the visible units of a paragraph.
  mutating func hide(
    in encoder: inout HiddenDataEncoder, _ shape: MarkdownShape.Result,
    _ paragraphs: [IAString.Paragraph], shown: (_ index: Int) -> [UInt16]
  ) {
    guard let absent else { return }
    var removed = 0
    var index = 0
    var at = 0
    while at < absent.utf16Ranges.count {
      var range = absent.utf16Ranges[at]
      at += 1
      while at < absent.utf16Ranges.count, absent.utf16Ranges[at].lowerBound == range.upperBound {
        range = range.lowerBound..<absent.utf16Ranges[at].upperBound
        at += 1
      }
      let offset = shape.offset(of: range.lowerBound - removed)
      removed += range.count
      while index < paragraphs.count, !paragraphs[index].contains(offset) { index += 1 }
      let isAtEnd = index == paragraphs.count
      let place = HiddenDataEncoder.AbsentPlace(
        paragraph: index,
        utf16Offset: isAtEnd ? 0 : offset - paragraphs[index].utf16Range.lowerBound,
        textHash: HiddenParagraph.hash(isAtEnd ? [] : shown(index)))
      let outcome = encoder.hide(absent: range, of: absent.string, at: place, .markdown)
      report.add(
        outcome.effect, .hiddenText,
        outcome.effect == .approximated ? "attributes around it" : "",
        utf16Range: outcome.utf16Range)
    }
  }
}

extension IAString.Paragraph {
  /// Returns whether an offset is in the paragraph, or at its end if no line end is there.
  fileprivate func contains(_ utf16Offset: Int) -> Bool {
    utf16Offset < utf16Range.upperBound || !isTerminated && utf16Offset == utf16Range.upperBound
  }
}
