internal import IABytes

/// The starts of paragraphs as prepared markup, by the number of their attributes.
struct RTFParagraphStarts {
  /// The start for a set of attributes.
  struct Entry {
    /// The entry of the control words and of the start of the group around the text.
    var ordinary: Int
    /// The entry for the first paragraph of an item, with its label.
    var ofItem: Int
    /// The id of the innermost item; 0 for none.
    var item: Int
    /// Whether there is a group around the text.
    var hasGroup: Bool
    /// Whether the paragraph is in a cell.
    var hasCells: Bool
    /// Whether any attribute is lost.
    var hasLosses: Bool
  }

  /// The prepared markup.
  private(set) var markup = MarkupTable()
  /// The start for each set.
  private(set) var entries: [Entry] = []

  init(_ styles: [RTFParagraphStyle]) {
    for style in styles {
      entries.append(
        Entry(
          ordinary: markup.add(style.start + style.open),
          ofItem: markup.add(style.itemStart + style.open), item: style.item,
          hasGroup: !style.open.isEmpty, hasCells: !style.cells.isEmpty,
          hasLosses: !style.losses.isEmpty))
    }
  }
}
