internal import IAText

extension BodyWriter {
  /// The hidden data of a paragraph.
  func hiddenData(of paragraph: IAString.Paragraph) -> String? { nil }
}
