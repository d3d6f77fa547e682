import CEngines
import IAFonts
import IALayout
import IARender

/// The picture of a view in a ring of rows of pixels: exposed rows are drawn, the others stay where they are.
final class ViewPixels {
  /// The ring, twice, so that the rows from each one on are contiguous.
  private let ring: UnsafeMutablePointer<UInt32>
  private let byteCount: Int
  private let width: Int
  private let height: Int
  /// The number of rows of the ring.
  private let rowCount: Int
  private let scale: Double
  private let renderer: Renderer
  /// The height of the text in points that the view's top shows.
  var y = 0.0
  /// The first row of the text in the picture; `nil` if the picture shows something else.
  private var shown: Int?
  /// The row of the ring at which the picture begins.
  private var first = 0
  /// The distance from its line, in points, within which all ink of texts of 16 points in Noto Sans is: the box of the
  /// font is 1.36 times its size, as the line is, and marks above capitals are at most half the size higher.
  private static let overhang = 8.0

  init(path: String, width: Int, height: Int, scale: Double, fonts: FontCollection) throws {
    guard 1...16384 ~= width, 1...16384 ~= height, 0.5...8 ~= scale else {
      throw SuiteEngine.Refusal(description: "a view of \(width) × \(height) pixels")
    }
    var bytes = 0
    guard let memory = engine_map_ring(path, &bytes) else {
      throw SuiteEngine.Refusal(description: "\(path): cannot be mapped")
    }
    guard bytes % (4 * width) == 0, bytes >= 4 * width * height else {
      engine_unmap(memory, bytes)
      throw SuiteEngine.Refusal(description: "\(path): \(bytes) bytes are no ring of rows")
    }
    ring = memory
    byteCount = bytes
    self.width = width
    self.height = height
    self.scale = scale
    rowCount = bytes / (4 * width)
    renderer = Renderer(fonts: fonts)
  }

  deinit { engine_unmap(ring, byteCount) }

  /// Forgets what was drawn, after the text changed.
  func forget() { shown = nil }

  /// The byte of the ring at which the picture begins.
  var offset: Int { 4 * width * first }

  /// Shows the text from the height `y` on.
  func draw(_ manager: LayoutManager) throws {
    let top = Int((y * scale).rounded())
    var exposed = 0..<height
    if let shown, abs(top - shown) < height {
      let distance = top - shown
      exposed = distance > 0 ? height - distance..<height : 0..<(-distance)
      first = (first + rowCount + distance) % rowCount
    }
    shown = top
    var pixels = MutableSpan(
      _unsafeStart: ring + (first + exposed.lowerBound) * width, count: exposed.count * width)
    try renderer.draw(
      manager, on: &pixels, width: width, top: -(top + exposed.lowerBound), scale: scale,
      overhang: Self.overhang)
  }
}
