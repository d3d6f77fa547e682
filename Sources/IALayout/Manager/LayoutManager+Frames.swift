extension LayoutManager {
  /// Returns the heights in points of the borders and their spacing above and below the lines of
  /// the paragraph that contains a unit, including those of boxes that start or end with the
  /// paragraph; 0 if the paragraph has no layout.
  ///
  /// - Complexity: O(log *n*) for *n* blocks.
  package func frameInsets(at utf16Offset: Int) -> (top: Double, bottom: Double) {
    guard let found = index.block(atUTF16: utf16Offset), let layout = found.entry.layout else {
      return (0, 0)
    }
    let part = layout.parts[layout.partIndex(at: utf16Offset - found.start)]
    let style = part.paragraph.style
    return (
      style.boxes.first { $0.above != nil }?.above ?? style.frame?.topInset ?? 0,
      style.boxes.first { $0.below != nil }?.below ?? style.frame?.bottomInset ?? 0
    )
  }
}
