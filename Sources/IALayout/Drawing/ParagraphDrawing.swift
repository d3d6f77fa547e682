import IAFonts
import IAText

/// Draws the lines of a paragraph, and the parts that belong to the whole paragraph.
struct ParagraphDrawing {
  private var lineDrawing: LineDrawing
  /// The space between a marker and the text, in points at the default scale.
  private static let markerGap = 6.0

  init(_ font: FontInstance) { lineDrawing = LineDrawing(font) }

  /// A paragraph and its position in a container.
  struct Place {
    var paragraph: ParagraphItems
    var lines: ArraySlice<Line>
    var text: TextAccess
    /// The origin of the coordinates of the lines: the left of the container at the top of the
    /// paragraph or piece.
    var origin: Point
    /// The left end and the width of the paragraph's column, relative to `origin`.
    var left: Double
    var width: Double
    /// The top and bottom of the paragraph or piece, relative to `origin`.
    var vertical: Range<Double>
    /// Whether the lines include the first line of the paragraph.
    var hasStart: Bool

    /// Returns the top and bottom of the background or the bar of a block, without the spacing
    /// above its first paragraph and below its last one.
    ///
    /// - Parameter depth: The number of blocks around the block.
    func vertical(ofBlockAt depth: Int) -> Range<Double> {
      let style = paragraph.style
      var (top, bottom) = (vertical.lowerBound, vertical.upperBound)
      if hasStart, style.shared.before <= depth, let first = lines.first {
        top = first.y - style.space(insideBlockAt: depth, above: true)
      }
      if style.shared.after <= depth, let last = lines.last, Int(last.end) >= paragraph.utf16Count {
        bottom = last.y + last.height + style.space(insideBlockAt: depth, above: false)
      }
      return min(top, bottom)..<bottom
    }
  }

  /// Draws the lines of a paragraph whose ink may be in a vertical range of the container.
  ///
  /// - Parameter overhang: The maximum distance by which ink extends beyond its line; `nil` for the
  ///   height of each line.
  mutating func draw(
    _ place: Place, visible: Range<Double>, overhang: Double? = nil,
    to sink: inout some DrawingSink,
    _ itemiser: inout Itemiser
  ) {
    // The empty line after the last line break is the place of a caret, but no paragraph.
    if place.paragraph.utf16Count > 0 {
      drawBlocks(place, to: &sink, itemiser.table.options)
      FrameDrawing(place, ink: itemiser.table.options.textColor)?.draw(to: &sink)
    }
    if place.hasStart, let first = place.lines.first, !first.flags.contains(.cutOff) {
      drawMarker(place, first, to: &sink, &itemiser)
    }
    for line in place.lines where !line.flags.contains(.cutOff) {
      let top = place.origin.y + line.y
      // Glyphs may extend beyond their line.
      let overhang = overhang ?? line.height
      guard top - overhang < visible.upperBound,
        top + line.height + overhang > visible.lowerBound
      else { continue }
      lineDrawing.draw(
        line, of: place.paragraph, text: place.text, at: place.origin, to: &sink, &itemiser)
    }
  }

  private func drawBlocks(_ place: Place, to sink: inout some DrawingSink, _ options: LayoutOptions)
  {
    let style = place.paragraph.style
    let isRight = place.paragraph.isRightToLeft
    func fill(
      from start: Double, width: Double, _ color: Color, _ role: FillRole, depth: Int
    ) {
      let x = isRight ? place.left + place.width - start - width : place.left + start
      var vertical = place.vertical(ofBlockAt: depth)
      if role == .codeBlock, options.codePadding > 0 {
        let padding = options.codePadding * options.textScale
        let startsBlock = place.hasStart && style.shared.before <= depth
        let endsBlock =
          style.shared.after <= depth
          && Int(place.lines.last?.end ?? 0) >= place.paragraph.utf16Count
        vertical =
          vertical.lowerBound - (startsBlock ? padding : 0)..<vertical.upperBound
          + (endsBlock ? padding : 0)
      }
      sink.fill(
        Rectangle(
          x: place.origin.x + x, y: place.origin.y + vertical.lowerBound, width: width,
          height: vertical.upperBound - vertical.lowerBound), color: color, role: role)
    }
    for box in style.boxes { draw(box, place, to: &sink, options) }
    if let code = style.code {
      // The background of a code block with an own indent begins at this indent.
      let start = max(style.headIndent - ParagraphStyle.codePadding * options.textScale, 0)
      fill(
        from: start, width: max(place.width - start - code.right, 0),
        style.frame?.shading ?? options.codeBackground, .codeBlock, depth: code.depth)
    }
    for bar in style.quoteBars {
      fill(from: bar.distance, width: 3, options.ruleColor, .quoteBar, depth: bar.depth)
    }
    if style.isThematicBreak, let line = place.lines.first {
      let inset =
        style.boxes.last.map { ($0.left + $0.insets.left, $0.right + $0.insets.right) } ?? (0, 0)
      let y = place.origin.y + line.y + line.height / 2
      sink.fill(
        Rectangle(
          x: place.origin.x + place.left + inset.0, y: y - 0.5,
          width: max(place.width - inset.0 - inset.1, 0), height: 1),
        color: options.ruleColor, role: .thematicBreak)
    }
  }

  /// Draws the part of a box beside the lines of a paragraph.
  private func draw(
    _ box: BoxGround, _ place: Place, to sink: inout some DrawingSink, _ options: LayoutOptions
  ) {
    let isFirst = box.above != nil && place.hasStart
    let isLast =
      box.below != nil && Int(place.lines.last?.end ?? 0) >= place.paragraph.utf16Count
    var (top, bottom) = (place.vertical.lowerBound, place.vertical.upperBound)
    if isFirst, let line = place.lines.first, let above = box.above { top = line.y - above }
    if isLast, let line = place.lines.last, let below = box.below {
      bottom = line.y + line.height + below
    }
    let isRight = place.paragraph.isRightToLeft
    let left = place.origin.x + place.left + (isRight ? box.right : box.left)
    box.draw(
      in: Rectangle(
        x: left, y: place.origin.y + top, width: place.width - box.left - box.right,
        height: bottom - top), isFirst: isFirst, isLast: isLast, ink: options.textColor, to: &sink)
  }

  /// Draws the marker of a list item or note beside the text of its first line: to the left of the
  /// text, or to the right in right-to-left paragraphs.
  private mutating func drawMarker(
    _ place: Place, _ line: Line, to sink: inout some DrawingSink, _ itemiser: inout Itemiser
  ) {
    guard let marker = place.paragraph.marker else { return }
    let options = itemiser.table.options
    var gap = Self.markerGap * options.textScale
    if let start = place.paragraph.style.markerStart {
      let interval = options.tabInterval * options.textScale
      gap = place.paragraph.firstLineIndent(tabInterval: interval) - start - marker.width
    }
    if let box = place.paragraph.style.boxes.last(where: \.isOfItem) {
      gap += place.paragraph.isRightToLeft ? box.insets.right : box.insets.left
    }
    let x =
      place.paragraph.isRightToLeft
      ? line.x + line.width + gap : line.x - gap - marker.width
    lineDrawing.draw(
      marker.units, marker.run, role: .listMarker,
      at: Point(x: place.origin.x + x, y: place.origin.y + line.y + line.baseline),
      paint: marker.paint, utf16Offset: place.text.start, to: &sink, &itemiser)
  }
}
