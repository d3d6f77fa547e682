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
        // The rows are drawn at another place of the canvas, as in a scrolling view.
        try parts.draw(0..<end - start, of: manager, top: top - start, scale: 2)
        let found = try Self.rows(parts, 0..<end - start)
        let expected = try Self.rows(whole, start..<end)
        let isEqual = found == expected
        #expect(isEqual, "\(name), rows \(start) to \(end), top \(top)")
        start = end
      }
    }
  }

  @Test(arguments: ["chat-en", "chat-th", "every-block", "emoji", "attachments"])
  func `Memory of the caller gets the pixels of a canvas`(name: String) throws {
    let renderer = try Drawings.renderer()
    let manager = try Self.layout(name, renderer)
    let canvas = try Canvas(Self.size, renderer)
    let width = Self.size.width
    var memory = [UInt32](repeating: 0x1234_5678, count: width * Self.size.height)
    for (rows, top) in [(0..<500, 0), (0..<137, -333), (137..<138, -20), (480..<500, -700)] {
      try canvas.draw(rows, of: manager, top: top, scale: 2)
      let range = rows.lowerBound * width..<rows.upperBound * width
      var part = Array(memory[range])
      var pixels = part.mutableSpan
      try renderer.draw(
        manager, on: &pixels, width: width, top: top - rows.lowerBound, scale: 2)
      memory.replaceSubrange(range, with: part)
      let expected = try Self.rows(canvas, 0..<Self.size.height)
      #expect(memory.map { $0 & 0xFF_FFFF } == expected, "\(name), rows \(rows), top \(top)")
    }
  }

  @Test func `Rows that are too long for Cairo are refused`() throws {
    let renderer = try Drawings.renderer()
    let manager = try Self.layout("chat-en", renderer)
    var memory = [UInt32](repeating: 0, count: PixelSize.maximumSide + 1)
    var pixels = memory.mutableSpan
    #expect(throws: RenderError.self) {
      try renderer.draw(
        manager, on: &pixels, width: PixelSize.maximumSide + 1, top: 0, scale: 1)
    }
    var none: [UInt32] = []
    var noPixels = none.mutableSpan
    try renderer.draw(manager, on: &noPixels, width: 4, top: 0, scale: 1)
  }

  @Test(arguments: ["chat-en", "chat-ar", "mixed-scripts"])
  func `A stated overhang that includes all ink draws the same pixels`(name: String) throws {
    let renderer = try Drawings.renderer()
    let manager = try Self.layout(name, renderer)
    let canvas = try Canvas(Self.size, renderer)
    for top in [0, -1, -337, -702] {
      for rows in [0..<1, 40..<43, 100..<233, 0..<500] {
        try canvas.draw(rows, of: manager, top: top, scale: 2)
        let expected = try Self.rows(canvas, rows)
        try canvas.draw(rows, of: manager, top: top, scale: 2, overhang: 16)
        let found = try Self.rows(canvas, rows)
        #expect(found == expected, "\(name), rows \(rows), top \(top)")
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
