import IAFonts
import IALayout
import IARender
import IATestSupport
import Testing

/// Each precondition of the public interface stops the process with a message about the argument.
@Suite struct PreconditionTests {
  private static func stack() throws -> LayerStack {
    try LayerStack(
      PixelSize(width: 4, height: 4), scale: 1, margins: Insets(), animation: nil,
      Drawings.renderer())
  }

  /// Draws rows of a layout with some fonts on a canvas of four rows.
  private static func draw(_ rows: Range<Int>, _ fonts: FontCollection) throws {
    let canvas = try Canvas(PixelSize(width: 4, height: 4), Drawings.renderer())
    let manager = LayoutManager(Typesetter(fonts: fonts), containers: [TextContainer(width: 100)])
    try canvas.draw(rows, of: manager, top: 0, scale: 1)
  }

  /// Draws a layout with some fonts on a number of pixels.
  private static func draw(_ count: Int, width: Int, _ fonts: FontCollection) throws {
    var memory = [UInt32](repeating: 0, count: count)
    var pixels = memory.mutableSpan
    let manager = LayoutManager(Typesetter(fonts: fonts), containers: [TextContainer(width: 100)])
    try Drawings.renderer().draw(manager, on: &pixels, width: width, top: 0, scale: 1)
  }

  static let all = [
    Misuse("not as many pixels as places") {
      _ = Bitmap(size: PixelSize(width: 2, height: 2), pixels: [0])
    },
    Misuse("band outside") { try stack().draw(0..<(try stack().rowCount + 1), []) },
    Misuse("band outside") { try stack().draw(-1..<2, []) },
    Misuse("row outside") {
      _ = try stack().withContiguousPixels(first: try stack().rowCount) { _, _ in }
    },
    Misuse("rows outside") { try draw(0..<5, try Drawings.renderer().fonts) },
    Misuse("other fonts") { try draw(0..<4, try .folder("/usr/share/fonts/truetype")) },
    Misuse("incomplete rows") { try draw(9, width: 4, try Drawings.renderer().fonts) },
    Misuse("incomplete rows") { try draw(8, width: 0, try Drawings.renderer().fonts) },
    Misuse("other fonts") { try draw(8, width: 4, try .folder("/usr/share/fonts/truetype")) },
    Misuse("canvas of another size") {
      let canvas = try Canvas(PixelSize(width: 5, height: 4), Drawings.renderer())
      try stack().composite(onto: canvas, first: 0, time: 0)
    },
    Misuse("canvas of another size") {
      let canvas = try Canvas(PixelSize(width: 4, height: 4), Drawings.renderer())
      try stack().composite(onto: canvas, first: try stack().rowCount, time: 0)
    },
  ]

  @Test(arguments: all.indices)
  func `A violated precondition stops the process and names the value`(index: Int) async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { [index] in
      try PreconditionTests.all[index].call()
    }
    let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(Self.all[index].isNamed(in: said), "\(index): \(said.prefix(300))")
  }
}
