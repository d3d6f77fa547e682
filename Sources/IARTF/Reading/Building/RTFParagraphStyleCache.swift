internal import IAText

/// A cache of the builder's styles of ordinary paragraphs.
struct RTFParagraphStyleCache {
  private var slots: [(paragraph: RTFParagraph, style: IAStringBuilder.ParagraphStyle)?] = []
  private static let count = 64

  private static func slot(of paragraph: RTFParagraph) -> Int {
    Int(truncatingIfNeeded: paragraph.mixed >> 40) & (count - 1)
  }

  /// Returns the style of a paragraph, or `nil` if it is not in the table.
  func style(of paragraph: RTFParagraph) -> IAStringBuilder.ParagraphStyle? {
    guard !slots.isEmpty, let known = slots[Self.slot(of: paragraph)], known.paragraph == paragraph
    else { return nil }
    return known.style
  }

  /// Adds a style, which replaces one in the same slot.
  mutating func add(_ style: IAStringBuilder.ParagraphStyle, of paragraph: RTFParagraph) {
    if slots.isEmpty { slots = Array(repeating: nil, count: Self.count) }
    slots[Self.slot(of: paragraph)] = (paragraph, style)
  }
}
