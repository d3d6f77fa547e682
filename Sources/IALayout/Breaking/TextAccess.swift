import IAText

/// A text that layouts share: a copy retains one reference instead of the many in a string.
final class TextSnapshot: Sendable {
  let string: IAString

  init(_ string: IAString) { self.string = string }
}

/// Access to the units of a paragraph or piece in its document, and the options of the layout that
/// lines depend on.
struct TextAccess {
  let snapshot: TextSnapshot
  /// The distance between tab stops after the last one of a paragraph, in points.
  let tabInterval: Double
  /// The space below the text of each line, in points.
  let spaceBelowLines: Double
  /// The placement of text in lines with a stated height.
  let placement: LayoutOptions.Placement
  /// The offset of the first unit of the paragraph or piece in the document.
  let start: Int

  /// Returns the displayed units of a range, counted from `start`.
  func units(_ range: Range<Int>, of paragraph: ParagraphItems) -> [UInt16] {
    if let shown = paragraph.shownUnits { return Array(shown[range]) }
    return snapshot.string.units(in: start + range.lowerBound..<start + range.upperBound)
  }
}
