internal import IALayout
internal import IAText

/// The number of a page in its bottom margin, which is not part of the text.
struct PageNumber {
  let value: Int
  let labels: LabelPainter

  /// The minimum bottom margin with space for a number, in points.
  static let leastMargin = 24.0
  private static let fontSize = 9.0

  /// Draws the number in the centre of the margin below the text of a page.
  func draw<P: Painter>(
    below size: Size, _ margins: Insets, _ theme: Theme, on painter: inout P
  ) {
    // Drawn as a label, so that it is neither selected nor copied with the text.
    painter.push(part: .attachments)
    labels.draw(
      "\(value)", size: Self.fontSize, color: theme.secondaryText,
      in: Rectangle(
        x: margins.left, y: size.height - margins.bottom,
        width: max(size.width - margins.left - margins.right, 1), height: margins.bottom),
      alignment: .center, on: &painter)
    painter.pop()
  }
}
