import IAFonts
import IAText

/// Draws what belongs to a paragraph as a whole, and its lines.
struct ParagraphDrawing {
  private var lineDrawing: LineDrawing
  /// The space between a list's mark and its text, in points at the default scale.
  private static let markerGap = 6.0

  init(_ font: FontInstance) { lineDrawing = LineDrawing(font) }

  /// A paragraph in its place in a container.
  struct Place {
    var paragraph: ParagraphItems
    var lines: ArraySlice<Line>
    var text: TextAccess
    /// Where the paragraph's column starts in the container.
    var origin: Point
    /// The column's left end and width, in its own coordinates.
    var left: Double
    var width: Double
    /// From the top to the bottom of the paragraph, in its own coordinates.
    var vertical: Range<Double>
    /// Whether the first of the lines is the paragraph's first.
    var hasStart: Bool
  }

  /// Draws the lines of a paragraph that meet a stretch of the container.
  mutating func draw(
    _ place: Place, visible: Range<Double>, to sink: inout some DrawingSink,
    _ itemiser: inout Itemiser
  ) {
    drawBlocks(place, to: &sink, itemiser.table.options)
    if place.hasStart, let first = place.lines.first {
      drawMarker(place, first, to: &sink, &itemiser)
    }
    for line in place.lines {
      let top = place.origin.y + line.y
      // Glyphs may reach beyond their line.
      guard top - line.height < visible.upperBound, top + 2 * line.height > visible.lowerBound
      else { continue }
      lineDrawing.draw(
        line, of: place.paragraph, text: place.text, at: place.origin, to: &sink, &itemiser)
    }
  }

  private func drawBlocks(_ place: Place, to sink: inout some DrawingSink, _ options: LayoutOptions)
  {
    let style = place.paragraph.style
    let top = place.origin.y + place.vertical.lowerBound
    let height = place.vertical.upperBound - place.vertical.lowerBound
    let isRight = place.paragraph.isRightToLeft
    func fill(from start: Double, width: Double, _ color: Color, _ role: FillRole) {
      let x = isRight ? place.left + place.width - start - width : place.left + start
      sink.fill(
        Rectangle(x: place.origin.x + x, y: top, width: width, height: height), color: color,
        role: role)
    }
    if style.isCodeBlock {
      let start = max(style.headIndent - ParagraphStyle.codePadding * options.textScale, 0)
      fill(
        from: start, width: max(place.width - start, 0), options.codeBackground, .codeBlock)
    }
    for bar in style.quoteBars { fill(from: bar, width: 3, options.ruleColor, .quoteBar) }
    if style.isThematicBreak, let line = place.lines.first {
      let y = place.origin.y + line.y + line.height / 2
      sink.fill(
        Rectangle(x: place.origin.x + place.left, y: y - 0.5, width: place.width, height: 1),
        color: options.ruleColor, role: .thematicBreak)
    }
  }

  private mutating func drawMarker(
    _ place: Place, _ line: Line, to sink: inout some DrawingSink, _ itemiser: inout Itemiser
  ) {
    guard let marker = place.paragraph.marker else { return }
    let gap = Self.markerGap * itemiser.table.options.textScale
    let x =
      place.paragraph.isRightToLeft
      ? line.x + line.width + gap : line.x - gap - marker.width
    lineDrawing.draw(
      marker.units, marker.run, role: .listMarker,
      at: Point(x: place.origin.x + x, y: place.origin.y + line.y + line.baseline),
      paint: marker.paint, utf16Offset: place.text.start, to: &sink, &itemiser)
  }
}
