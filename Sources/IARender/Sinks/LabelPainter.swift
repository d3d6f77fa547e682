internal import IAFonts
internal import IALayout
internal import IAText

/// Lays out and draws single lines: names on cards, captions, senders.
final class LabelPainter {
  /// The alignment of a line in its area.
  enum Alignment { case leading, center }

  private let typesetter: Typesetter

  init(fonts: FontCollection) {
    typesetter = Typesetter(fonts: fonts, options: LayoutOptions(), cacheBytes: 1 << 20)
  }

  /// Draws a line of text, vertically centred in an area and truncated with `…` if it is too long.
  func draw<P: Painter>(
    _ text: String, size: Double, color: Color, in area: Rectangle, alignment: Alignment,
    on painter: inout P
  ) {
    guard area.width > 0, area.height > 0, !text.isEmpty else { return }
    let manager = layout(text, size: size, color: color, width: area.width, alignment)
    let used = manager.usedRect()
    let origin = Point(x: area.x, y: area.y + (area.height - used.height) / 2)
    painter.push(origin: origin, scale: 1, clip: nil)
    manager.draw(
      in: Rectangle(x: 0, y: 0, width: area.width, height: used.height), to: &painter)
    painter.pop()
  }

  /// A line of text that was laid out.
  struct Line {
    fileprivate let manager: LayoutManager
    let width: Double
    let height: Double
    /// The distance from the top to the baseline.
    let baseline: Double

    /// Draws the line with its upper left corner at the origin.
    func draw<P: Painter>(on painter: inout P) {
      manager.draw(in: Rectangle(x: 0, y: 0, width: width, height: height), to: &painter)
    }
  }

  /// Returns a text laid out as one line of any width.
  func line(_ string: IAString) -> Line {
    let manager = LayoutManager(
      typesetter,
      containers: [TextContainer(width: 100_000, lineFragmentPadding: 0, lineLimit: 1)])
    manager.setString(string)
    manager.ensureLayout()
    let used = manager.usedRect()
    return Line(
      manager: manager, width: used.width, height: used.height,
      baseline: manager.lineFragment(at: 0)?.baseline ?? used.height)
  }

  /// Returns the width of a line of text.
  func width(_ text: String, size: Double) -> Double {
    layout(text, size: size, color: .black, width: 4096, .leading).usedRect().width
  }

  private func layout(
    _ text: String, size: Double, color: Color, width: Double, _ alignment: Alignment
  ) -> LayoutManager {
    // The label is a single line: line ends become spaces.
    let line = String(text.prefix(256).map { $0.isNewline || $0 == "\u{FFFC}" ? " " : $0 })
    var attributes = InlineAttributes()
    attributes.fontSize = size
    attributes.foreground = color
    var string = IAString(line, attributes: attributes)
    if alignment == .center {
      var paragraph = ParagraphAttributes()
      paragraph.alignment = .center
      string.setParagraphAttributes(paragraph, in: string.utf16Range)
    }
    let manager = LayoutManager(
      typesetter,
      containers: [TextContainer(width: width, lineFragmentPadding: 0, lineLimit: 1)])
    manager.setString(string)
    manager.ensureLayout()
    return manager
  }
}
