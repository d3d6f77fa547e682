import CEngines
import Foundation
import IAFonts
import IALayout
import IARender
import IAText

/// The picture of a view: what was drawn is moved, exposed rows are drawn.
///
/// A paragraph is drawn once, on pixels of its own, and copied where it is exposed.
final class RowPixels {
  private let picture: UnsafeMutablePointer<UInt32>
  private let byteCount: Int
  private let width: Int
  private let height: Int
  private let scale: Double
  private let renderer: Renderer
  /// The height of the text in points that the view's top shows.
  var y = 0.0
  /// The first row of the text in the picture; `nil` if the picture shows something else.
  private var shown: Int?
  private var rows: [Int: Bitmap] = [:]
  private static let maximumRows = 64
  /// The space beside the text that shows glyphs which overhang it, in points.
  private static let margin = 16.0

  init(path: String, width: Int, height: Int, scale: Double, fonts: FontCollection) throws {
    guard 1...16384 ~= width, 1...16384 ~= height, 0.5...8 ~= scale else {
      throw SuiteEngine.Refusal(description: "a view of \(width) × \(height) pixels")
    }
    let file = open(path, O_RDWR)
    defer { close(file) }
    byteCount = 4 * width * height
    let memory =
      file < 0 ? MAP_FAILED : mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
    guard let memory, memory != MAP_FAILED else {
      throw SuiteEngine.Refusal(description: "\(path): cannot be mapped")
    }
    picture = memory.bindMemory(to: UInt32.self, capacity: width * height)
    self.width = width
    self.height = height
    self.scale = scale
    renderer = Renderer(fonts: fonts)
  }

  deinit { munmap(picture, byteCount) }

  /// Forgets what was drawn, after the text changed.
  func forget() {
    shown = nil
    rows = [:]
  }

  func draw(
    _ manager: LayoutManager, _ text: ParagraphTexts, family: String, size: Double, width: Double
  ) throws {
    let top = Int((y * scale).rounded())
    var exposed = top..<top + height
    if let shown, abs(top - shown) < height {
      let kept = height - abs(top - shown)
      let (from, to) = top > shown ? (top - shown, 0) : (0, shown - top)
      memmove(picture + to * self.width, picture + from * self.width, 4 * kept * self.width)
      exposed = top > shown ? top + kept..<top + height : top..<shown
    }
    shown = top
    if exposed.isEmpty { return }
    (picture + (exposed.lowerBound - top) * self.width).update(
      repeating: 0xFFFF_FFFF, count: exposed.count * self.width)
    let bounds = Rectangle(
      x: 0, y: Double(exposed.lowerBound) / scale, width: width,
      height: Double(exposed.count) / scale)
    let lines = manager.lineFragments(in: bounds)
    guard let first = lines.first, let last = lines.last else { return }
    if rows.count > Self.maximumRows { rows = [:] }
    for number in text.paragraph(
      at: first.utf16Range.lowerBound)...text.paragraph(at: last.utf16Range.lowerBound)
    {
      let range = text.start(number)..<text.start(number + 1) - 1
      guard !range.isEmpty, let line = manager.lineFragment(at: range.lowerBound) else { continue }
      let row = try rows[number] ?? drawn(manager.string.substring(range), family, size, width)
      rows[number] = row
      copy(row, to: Int((line.rect.y * scale).rounded()), top, exposed)
    }
  }

  private func drawn(_ string: IAString, _ family: String, _ size: Double, _ width: Double) throws
    -> Bitmap
  {
    let page = try renderer.page(
      of: Renderer.Source(IADocument(string), looks: Looks(fontFamily: family, fontSize: size)),
      width: width + 2 * Self.margin,
      margins: Insets(top: 0, left: Self.margin, bottom: 0, right: Self.margin))
    let canvas = try Canvas(page.pixelSize(scale: scale), renderer)
    try canvas.draw(page, scale: scale)
    return canvas.bitmap
  }

  /// Copies the exposed rows of a paragraph whose first row is at a place of the text.
  private func copy(_ row: Bitmap, to place: Int, _ top: Int, _ exposed: Range<Int>) {
    let left = Int(Self.margin * scale)
    let count = min(row.size.width - left, width)
    guard count > 0 else { return }
    row.pixels.withUnsafeBufferPointer { source in
      guard let base = source.baseAddress else { return }
      for index in max(
        exposed.lowerBound, place)..<max(
          min(exposed.upperBound, place + row.size.height), max(exposed.lowerBound, place))
      {
        (picture + (index - top) * width).update(
          from: base + (index - place) * row.size.width + left, count: count)
      }
    }
  }
}
