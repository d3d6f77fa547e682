internal import IALayout
internal import IAText

/// Passes on the drawing operations of the part of a text that is on one page.
///
/// Each line belongs to the part that contains its baseline, so that no line is cut or on two pages. Filled areas are
/// clipped to the part.
struct PartSink<Base: DrawingSink>: DrawingSink {
  var base: Base
  let part: Range<Double>

  mutating func fill(_ rectangle: Rectangle, color: Color, role: FillRole) {
    let top = max(rectangle.y, part.lowerBound)
    let bottom = min(rectangle.maxY, part.upperBound)
    guard top < bottom else { return }
    base.fill(
      Rectangle(x: rectangle.x, y: top, width: rectangle.width, height: bottom - top),
      color: color, role: role)
  }

  mutating func draw(_ run: borrowing GlyphRun) {
    guard part.contains(run.origin.y) else { return }
    base.draw(run)
  }

  mutating func stroke(_ stroke: Stroke) {
    guard part.contains(stroke.start.y) else { return }
    base.stroke(stroke)
  }

  mutating func draw(_ attachment: AttachmentBox) {
    guard part.contains(attachment.lineY ?? attachment.box.center.y) else { return }
    base.draw(attachment)
  }

  mutating func draw(_ box: LineBox) {
    guard part.contains(box.baseline) else { return }
    base.draw(box)
  }
}
