import CEngines
import Foundation
import IAFonts
import IALayout
import IARender

/// The picture of a view: what was drawn is moved, exposed rows are drawn.
///
/// A row of pixels is white outside of its ink, so that only the ink of a row and of the row that it replaces is moved.
final class ViewPixels {
  /// The columns outside of which a row of pixels is white; empty if `left` is not less than `right`.
  private struct Ink {
    var left: Int
    var right: Int

    func union(_ other: Ink) -> Ink {
      Ink(left: min(left, other.left), right: max(right, other.right))
    }
  }

  private let picture: UnsafeMutablePointer<UInt32>
  private let byteCount: Int
  private let width: Int
  private let height: Int
  private let scale: Double
  private let canvas: Canvas
  /// The height of the text in points that the view's top shows.
  var y = 0.0
  /// The first row of the text in the picture; `nil` if the picture shows something else.
  private var shown: Int?
  /// The ink of the rows of the picture.
  private let ink: UnsafeMutablePointer<Ink>
  /// The distance from its line, in points, within which all ink of texts of 16 points in Noto Sans is: the box of the
  /// font is 1.36 times its size, as the line is, and marks above capitals are at most half the size higher.
  private static let overhang = 8.0

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
    canvas = try Canvas(PixelSize(width: width, height: height), Renderer(fonts: fonts))
    ink = .allocate(capacity: height)
    ink.initialize(repeating: Ink(left: width, right: 0), count: height)
  }

  deinit {
    ink.deallocate()
    munmap(picture, byteCount)
  }

  /// Forgets what was drawn, after the text changed.
  func forget() { shown = nil }

  /// Shows the text from the height `y` on.
  func draw(_ manager: LayoutManager) throws {
    let top = Int((y * scale).rounded())
    var exposed = 0..<height
    if let shown, abs(top - shown) < height {
      exposed = move(by: top - shown)
    } else {
      picture.update(repeating: 0xFFFF_FFFF, count: width * height)
      ink.update(repeating: Ink(left: width, right: 0), count: height)
    }
    shown = top
    if exposed.isEmpty { return }
    // The first rows of the canvas stay in the processor's cache.
    try canvas.draw(
      0..<exposed.count, of: manager, top: -(top + exposed.lowerBound), scale: scale,
      overhang: Self.overhang)
    _ = canvas.withPixels { pixels, stride in
      pixels.withUnsafeBufferPointer { source in
        guard let base = source.baseAddress else { return }
        for row in exposed { copy(base + (row - exposed.lowerBound) * stride, to: row) }
      }
    }
  }

  /// Moves the rows of the picture up, or down by a negative distance, and returns the rows that are exposed.
  private func move(by distance: Int) -> Range<Int> {
    let kept = height - abs(distance)
    if distance > 0 {
      for row in 0..<kept { move(row + distance, to: row) }
      return kept..<height
    }
    for row in (0..<kept).reversed() { move(row, to: row - distance) }
    return 0..<height - kept
  }

  private func move(_ from: Int, to: Int) {
    guard from != to else { return }
    let both = ink[from].union(ink[to])
    ink[to] = ink[from]
    guard both.left < both.right else { return }
    memcpy(
      picture + to * width + both.left, picture + from * width + both.left,
      4 * (both.right - both.left))
  }

  /// Copies a row of the canvas.
  private func copy(_ source: UnsafePointer<UInt32>, to row: Int) {
    let found = ink(of: source)
    let both = found.union(ink[row])
    ink[row] = found
    guard both.left < both.right else { return }
    memcpy(picture + row * width + both.left, source + both.left, 4 * (both.right - both.left))
  }

  /// Returns the columns of a row outside of which it is white, in steps of 32.
  private func ink(of row: UnsafePointer<UInt32>) -> Ink {
    let steps = width / 32 * 32
    var left = 0
    while left < steps, isWhite(row + left) { left += 32 }
    if left == steps {
      while left < width, row[left] | Self.alpha == .max { left += 1 }
      return left == width ? Ink(left: width, right: 0) : Ink(left: left, right: width)
    }
    var right = width
    while right > steps, row[right - 1] | Self.alpha == .max { right -= 1 }
    if right == steps { while isWhite(row + right - 32) { right -= 32 } }
    return Ink(left: left, right: right)
  }

  private static let alpha: UInt32 = 0xFF00_0000

  /// Returns whether 32 pixels are white.
  @inline(__always)
  private func isWhite(_ pixels: UnsafePointer<UInt32>) -> Bool {
    let start = UnsafeRawPointer(pixels)
    func part(_ number: Int) -> SIMD8<UInt32> {
      start.loadUnaligned(fromByteOffset: 32 * number, as: SIMD8<UInt32>.self)
    }
    return part(0) & part(1) & part(2) & part(3) | Self.alpha == SIMD8(repeating: .max)
  }
}
