internal import IALayout
internal import IAText

extension DocumentDrawing {
  /// The distance of a wave below the baseline, and its thickness, as fractions of a line's height.
  private static let wave = (offset: 0.11, thickness: 0.04)

  /// Draws the marks over a part of the text: first marked ranges, then the selection, then the caret.
  func drawMarks<P: Painter>(in part: Range<Double>, on painter: inout P) {
    guard !content.marks.isEmpty else { return }
    painter.push(part: .marks)
    for stretch in content.marks.stretches {
      switch stretch.kind {
      case .found: fill(stretch.utf16Range, content.theme.mark, in: part, on: &painter)
      case .spelling: underline(stretch.utf16Range, in: part, on: &painter)
      }
    }
    if let selection = content.marks.selection {
      fill(selection, content.theme.selection, in: part, on: &painter)
    }
    if let caret = content.marks.caret.flatMap({ content.manager.caretRect(at: $0) }),
      part.contains(caret.center.y)
    {
      painter.fill(.rectangle(caret, cornerRadius: 0), color: content.theme.caret)
    }
    painter.pop()
  }

  private func fill<P: Painter>(
    _ range: Range<Int>, _ color: Color, in part: Range<Double>, on painter: inout P
  ) {
    for rectangle in content.manager.selectionRects(for: range)
    where part.contains(rectangle.center.y) {
      painter.fill(.rectangle(rectangle, cornerRadius: 0), color: color)
    }
  }

  private func underline<P: Painter>(
    _ range: Range<Int>, in part: Range<Double>, on painter: inout P
  ) {
    var offset = range.lowerBound
    while offset < range.upperBound, let line = content.manager.lineFragment(at: offset) {
      let own = offset..<min(range.upperBound, max(line.utf16Range.upperBound, offset + 1))
      for rectangle in content.manager.selectionRects(for: own)
      where part.contains(rectangle.center.y) {
        let thickness = min(max(rectangle.height * Self.wave.thickness, 0.75), 3)
        painter.stroke(
          Stroke(
            role: .underline, style: .wavy,
            start: Point(
              x: rectangle.x, y: line.baseline + rectangle.height * Self.wave.offset),
            length: rectangle.width, thickness: thickness, color: content.theme.misspelling,
            utf16Range: own))
      }
      offset = own.upperBound
    }
  }
}
