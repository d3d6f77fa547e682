internal import IALayout
internal import IAText

/// Recorded drawing operations of a part of a text, which can be replayed without the layout.
struct DisplayList: DrawingSink {
  private enum Item {
    case fill(Rectangle, Color, FillRole)
    case run(GlyphRun)
    case stroke(Stroke)
    case attachment(AttachmentBox)
    case box(LineBox)
  }

  private var items: [Item] = []
  /// The number of glyphs.
  private(set) var glyphCount = 0

  /// The maximum number of glyphs that are recorded: some pages of small print, 4 MB.
  static let maximumGlyphs = 1 << 17

  mutating func fill(_ rectangle: Rectangle, color: Color, role: FillRole) {
    items.append(.fill(rectangle, color, role))
  }

  mutating func draw(_ run: borrowing GlyphRun) {
    glyphCount += run.glyphs.count
    if glyphCount <= Self.maximumGlyphs { items.append(.run(copy run)) }
  }

  mutating func stroke(_ stroke: Stroke) { items.append(.stroke(stroke)) }

  mutating func draw(_ attachment: AttachmentBox) { items.append(.attachment(attachment)) }

  mutating func draw(_ box: LineBox) { items.append(.box(box)) }

  /// Draws all recorded operations.
  func replay(to sink: inout some DrawingSink) {
    for item in items {
      switch item {
      case .fill(let rectangle, let color, let role):
        sink.fill(rectangle, color: color, role: role)
      case .run(let run): sink.draw(run)
      case .stroke(let stroke): sink.stroke(stroke)
      case .attachment(let attachment): sink.draw(attachment)
      case .box(let box): sink.draw(box)
      }
    }
  }

  /// Draws the operations that may have ink between two heights.
  func replay(near visible: Range<Double>, to sink: inout some DrawingSink) {
    let (top, bottom) = (visible.lowerBound, visible.upperBound)
    for item in items {
      switch item {
      case .fill(let box, let color, let role):
        if box.maxY + 1 > top, box.y - 1 < bottom { sink.fill(box, color: color, role: role) }
      case .run(let run):
        let reach = 4 * run.size
        if run.origin.y + reach > top, run.origin.y - reach < bottom { sink.draw(run) }
      case .stroke(let stroke):
        let reach = 8 * stroke.thickness + 8
        if stroke.start.y + reach > top, stroke.start.y - reach < bottom { sink.stroke(stroke) }
      case .attachment(let attachment):
        if attachment.box.maxY + 1 > top, attachment.box.y - 1 < bottom { sink.draw(attachment) }
      case .box(let box):
        if box.rectangle.maxY + 1 > top, box.rectangle.y - 1 < bottom { sink.draw(box) }
      }
    }
  }
}
