internal import IALayout
internal import IAText

/// The drawing operations of a part of a text, recorded so that it can be drawn again without the
/// layout.
struct DisplayList: DrawingSink {
  private enum Item {
    case fill(Rectangle, Color, FillRole)
    case run(GlyphRun)
    case stroke(Stroke)
    case attachment(AttachmentBox)
  }

  private var items: [Item] = []
  /// The number of glyphs.
  private(set) var glyphCount = 0

  /// The most glyphs that are worth keeping: some pages of small print, 4 MB.
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

  /// Draws all of it.
  func replay(to sink: inout some DrawingSink) {
    for item in items {
      switch item {
      case .fill(let rectangle, let color, let role):
        sink.fill(rectangle, color: color, role: role)
      case .run(let run): sink.draw(run)
      case .stroke(let stroke): sink.stroke(stroke)
      case .attachment(let attachment): sink.draw(attachment)
      }
    }
  }
}
