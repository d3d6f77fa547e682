import IAText

/// Draws the shading and the borders of a paragraph.
struct FrameDrawing {
  /// The left and right edges of the shading, and the top and bottom of the frame including its
  /// borders, in the coordinates of the container.
  private let left: Double
  private let right: Double
  private let top: Double
  private let bottom: Double
  private let frame: FrameStyle
  /// The colour of borders without a colour.
  private let ink: Color
  /// Whether the border above and the border below the paragraph are drawn here.
  private let hasTop: Bool
  private let hasBottom: Bool

  /// Creates the drawing of a paragraph; `nil` if it has no frame or no lines.
  init?(_ place: ParagraphDrawing.Place, ink: Color) {
    let style = place.paragraph.style
    guard let frame = style.frame, let first = place.lines.first, let last = place.lines.last
    else { return nil }
    self.frame = frame
    self.ink = ink
    let lead = min(style.firstLineIndent, style.headIndent) - frame.markerSpace
    let isRight = place.paragraph.isRightToLeft
    let start = place.origin.x + place.left + (isRight ? style.tailIndent : lead)
    let width = place.width - lead - style.tailIndent
    left = start - frame.space(beside: frame.borders.left, frame.spacing.left)
    right =
      max(start + width, start) + frame.space(beside: frame.borders.right, frame.spacing.right)
    let vertical = place.vertical
    let startsHere = place.hasStart && !frame.joins.contains(.before)
    let endsHere =
      Int(last.end) >= place.paragraph.utf16Count && !frame.joins.contains(.after)
    top = place.origin.y + (startsHere ? first.y - frame.topInset : vertical.lowerBound)
    bottom =
      place.origin.y + (endsHere ? last.y + last.height + frame.bottomInset : vertical.upperBound)
    hasTop = startsHere
    hasBottom = endsHere
  }

  /// Draws the shading, then the borders.
  func draw(to sink: inout some DrawingSink) {
    guard top < bottom, left < right else { return }
    if let color = frame.shading, color.alpha > 0 {
      sink.fill(
        Rectangle(x: left, y: top, width: right - left, height: bottom - top), color: color,
        role: .paragraphShading)
    }
    let borders = frame.borders
    let outerLeft = left - (borders.left?.width ?? 0)
    let outerRight = right + (borders.right?.width ?? 0)
    let across = outerRight - outerLeft
    if hasTop, let border = borders.top {
      let box = Rectangle(x: outerLeft, y: top, width: across, height: border.width)
      border.draw(in: box, isLevel: true, ink: ink, to: &sink)
    }
    if hasBottom, let border = borders.bottom {
      let y = bottom - border.width
      let box = Rectangle(x: outerLeft, y: y, width: across, height: border.width)
      border.draw(in: box, isLevel: true, ink: ink, to: &sink)
    }
    if let border = borders.left {
      let box = Rectangle(x: outerLeft, y: top, width: border.width, height: bottom - top)
      border.draw(in: box, isLevel: false, ink: ink, to: &sink)
    }
    if let border = borders.right {
      let box = Rectangle(x: right, y: top, width: border.width, height: bottom - top)
      border.draw(in: box, isLevel: false, ink: ink, to: &sink)
    }
  }
}
