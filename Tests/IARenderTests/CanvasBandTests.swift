import IALayout
import IARender
import IATestSupport
import IAText
import Testing

/// Rows of pixels of a layout, drawn in parts and as a whole.
@Suite struct CanvasBandTests {
  private static let size = PixelSize(width: 600, height: 500)

  private static func layout(_ name: String, _ renderer: Renderer) throws -> LayoutManager {
    let document = try Drawings.beginning(of: name, paragraphs: 60)
    let manager = LayoutManager(
      Typesetter(fonts: renderer.fonts),
      containers: [TextContainer(width: 280, lineFragmentPadding: 0)])
    manager.setString(document.string)
    return manager
  }

  private static func rows(_ canvas: Canvas, _ rows: Range<Int>) throws -> [UInt32] {
    let found = canvas.withPixels { pixels, stride in
      rows.flatMap { row in
        (0..<size.width).map { pixels[row * stride + $0] & 0xFF_FFFF }
      }
    }
    return try #require(found)
  }

  @Test(
    arguments: [
      "chat-en", "chat-ar", "chat-th", "chat-hi", "mixed-scripts", "every-attribute",
      "every-paragraph", "every-block", "emoji", "attachments",
    ])
  func `Rows that are drawn in parts are those of the whole`(name: String) throws {
    let renderer = try Drawings.renderer()
    let manager = try Self.layout(name, renderer)
    let whole = try Canvas(Self.size, renderer)
    let parts = try Canvas(Self.size, renderer)
    let heights = [37, 1, 140, 8, 93, 61, 2, 120]
    for top in [0, -1, -37, -333, -700, 60] {
      try whole.draw(0..<Self.size.height, of: manager, top: top, scale: 2)
      var start = 0
      var part = 0
      while start < Self.size.height {
        let end = min(start + heights[part % heights.count], Self.size.height)
        part += 1
        // The rows are drawn at another place of the canvas, as a view that scrolls does.
        try parts.draw(0..<end - start, of: manager, top: top - start, scale: 2)
        let found = try Self.rows(parts, 0..<end - start)
        let expected = try Self.rows(whole, start..<end)
        let isEqual = found == expected
        #expect(isEqual, "\(name), rows \(start) to \(end), top \(top)")
        start = end
      }
    }
  }

  @Test func `Other rows do not change`() throws {
    let renderer = try Drawings.renderer()
    let manager = try Self.layout("chat-en", renderer)
    let canvas = try Canvas(Self.size, renderer)
    try canvas.draw(0..<Self.size.height, of: manager, top: 0, scale: 2)
    let before = try Self.rows(canvas, 0..<Self.size.height)
    try canvas.draw(100..<180, of: manager, top: -400, scale: 2)
    try canvas.draw(100..<180, of: manager, top: 0, scale: 2)
    let after = try Self.rows(canvas, 0..<Self.size.height)
    #expect(before == after)
    #expect(before.contains { $0 != 0xFF_FFFF })
  }
}
