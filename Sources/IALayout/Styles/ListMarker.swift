import IAText

/// The texts of the markers of list items.
///
/// `BlockStyle` stores the text in the paragraph's style, the itemiser shapes it, and
/// `ParagraphDrawing` places it beside the first line. The number of an item is that of the
/// document; the layout does not count items.
enum ListMarker {
  /// Returns the marker of an item, or `nil` if it is not in a list or the list has no marks.
  ///
  /// A task has a box. An item of an unordered list has the list's marker, or a bullet that depends
  /// on the depth if the list has none or one of Markdown (`-`, `*`, `+`). In the placement of
  /// LibreOffice, each list has the marker that its file states, and a bullet at each depth if it
  /// states none.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - list: The innermost list around the item.
  ///   - depth: The number of lists around the item; 1 for an outermost list.
  ///   - isOffice: Whether text is placed as in LibreOffice.
  static func text(
    of item: Block.ListItem, in list: Block.Kind?, depth: Int, isOffice: Bool
  ) -> String? {
    if let task = item.task { return task == .done ? "\u{2611}" : "\u{2610}" }
    switch list {
    case .orderedList(let style):
      return String(style.prefix.prefix(Block.OrderedListStyle.maxPrefixCount))
        + style.numbering.text(of: item.ordinal) + style.delimiter
    case .unorderedList(let marker):
      if isOffice, marker == nil { return "\u{2022}" }
      guard let marker, isOffice || !["-", "*", "+"].contains(marker) else {
        return ["\u{2022}", "\u{25E6}", "\u{25AA}"][min(max(depth - 1, 0), 2)]
      }
      return marker.isEmpty || marker == Block.definitionMarker ? nil : marker
    default: return nil
    }
  }
}
