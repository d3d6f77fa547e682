internal import IALayout
internal import IAText

/// The distance that list markers and lines with negative indents extend beyond their column.
struct Overhang: DrawingSink {
  private(set) var left = 0.0
  private(set) var right = 0.0
  private let width: Double

  private init(width: Double) { self.width = width }

  /// Returns the overhang of a text that was laid out; zero if nothing in it can overhang.
  static func of(_ content: DocumentDrawing.Content) -> Overhang {
    var overhang = Overhang(width: content.width - content.inset.left - content.inset.right)
    guard mayHang(content.document.string) else { return overhang }
    let all = Rectangle(x: 0, y: 0, width: overhang.width, height: content.height)
    content.manager.draw(in: all, to: &overhang)
    return overhang
  }

  private static func mayHang(_ string: IAString) -> Bool {
    string.canonicalParagraphs().contains { run in
      let attributes = run.attributes
      let indents = [attributes.firstLineIndent, attributes.headIndent, attributes.tailIndent]
      return indents.contains { ($0 ?? 0) < 0 }
        || attributes.blocks.contains { block in
          switch block.kind {
          case .listItem, .footnote, .endnote: true
          default: false
          }
        }
    }
  }

  mutating func draw(_ run: borrowing GlyphRun) {
    left = max(left, -run.origin.x)
    // Spaces at a line's end may lie beyond it.
    if run.role == .listMarker { right = max(right, run.origin.x + run.width - width) }
  }

  mutating func draw(_ attachment: AttachmentBox) { left = max(left, -attachment.box.x) }

  mutating func fill(_ rectangle: Rectangle, color: Color, role: FillRole) {}

  mutating func stroke(_ stroke: Stroke) {}
}
