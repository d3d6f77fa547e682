internal import IAText

/// The bullets and numbers of lists, which are queried along a path of blocks from the outermost to the innermost.
struct ListMarks {
  private var depth = 0
  private var ordered: Block.OrderedListStyle?
  private var marker: String?

  private static let bullets = ["•", "◦", "▪"]

  mutating func enter(_ style: Block.OrderedListStyle) {
    (ordered, marker) = (style, nil)
    depth += 1
  }

  mutating func enter(_ marker: String?) {
    ordered = nil
    self.marker = marker
    depth += 1
  }

  func mark(of item: Block.ListItem) -> String {
    if let task = item.task { return task == .done ? "☑ " : "☐ " }
    guard let ordered else {
      if marker == Block.definitionMarker { return "    " }
      if marker?.isEmpty == true { return "  " }
      // A marker of one character is shown, except those of Markdown; a longer one is the name of a marker.
      if let marker, marker.count == 1, !["-", "*", "+"].contains(marker) {
        return TerminalText.harmless(marker) + " "
      }
      return Self.bullets[(max(depth, 1) - 1) % Self.bullets.count] + " "
    }
    let prefix = ordered.prefix.prefix(Block.OrderedListStyle.maxPrefixCount)
    return TerminalText.harmless(String(prefix)) + ordered.numbering.text(of: item.ordinal)
      + TerminalText.harmless(String(ordered.delimiter.prefix(4))) + " "
  }
}
