import CAllocationCount
import Foundation
import Harness
import IAFonts
import IALayout
import IARender
import IAText
import Scrolling

/// Writes a fling of eight views as an animated PNG, a sheet of its frames with their times, the worst ones
/// first, the worst frames alone, and a description for `ia-bench report --film`.
func makeFilm(in folder: String) throws {
  let fonts = try FontCollection.system()
  var setup = ScrollRun.Setup(views: 8, rows: 1_000_000, frames: FilmSheet.frames)
  setup.allocations = { Int(clamping: counted_allocations()) }
  let run = try ScrollRun(.fling, setup, ChatRows(count: 8192), fonts: fonts)
  var film = FilmSheet(Renderer(fonts: fonts))
  var times: [ScrollRun.FrameTime] = []
  for number in 0..<FilmSheet.frames {
    let time = try run.frame(number)
    times.append(time)
    try film.add(
      number, milliseconds: Double(time.exposed) / 1e6,
      (0..<run.views.count).map { try run.picture(of: $0) })
  }
  let url = URL(filePath: folder)
  try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  try Data(Bitmap.animatedPNG(film.pictures, milliseconds: 50))
    .write(to: url.appending(path: "fling.png"))
  // A page contains the frames around the worst one; all of them take 24 MB.
  try Data(Bitmap.animatedPNG(film.aroundWorst, milliseconds: 200))
    .write(to: url.appending(path: "worst.png"))
  try Data(film.sheet().png()).write(to: url.appending(path: "sheet.png"))
  try Data(run.picture(of: 0).png()).write(to: url.appending(path: "view.png"))
  let worst = film.worst
  for number in worst {
    try Data(film.pictures[number].png()).write(to: url.appending(path: "frame-\(number).png"))
  }
  let description = Film(
    workload: "fling, 8 views, 1000000 rows", hertz: ScrollScript.hertz, animation: "worst.png",
    frames: times.enumerated().map { number, time in
      Film.Frame(
        number: number,
        phases: [
          "exposed": Double(time.exposed) / 1e6, "contiguous": Double(time.contiguous) / 1e6,
        ], work: run.work.compactMapValues { $0.indices.contains(number) ? $0[number] : nil },
        picture: worst.contains(number) ? "frame-\(number).png" : nil)
    })
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
  try encoder.encode(description).write(to: url.appending(path: Film.fileName))
  print(
    "\(folder): fling.png, worst.png, sheet.png, view.png, \(worst.count) worst frames, \(Film.fileName)"
  )
}

/// Frames of several views side by side, six times smaller, with their times below.
private struct FilmSheet {
  static let frames = 120
  private static let factor = 6
  private static let gap = 4
  private static let labelHeight = 20

  private(set) var pictures: [Bitmap] = []
  private var times: [Double] = []
  private let renderer: Renderer

  init(_ renderer: Renderer) { self.renderer = renderer }

  mutating func add(_ number: Int, milliseconds: Double, _ views: [Bitmap]) throws {
    let small = views.map(Self.reduced)
    guard let first = small.first else { return }
    let width = (first.size.width + Self.gap) * small.count - Self.gap
    var frame = Sheet(width: width, height: first.size.height + Self.labelHeight)
    for (index, view) in small.enumerated() {
      frame.put(view, x: index * (first.size.width + Self.gap), y: 0)
    }
    let late = milliseconds > 1000 / Double(ScrollScript.hertz) ? " late" : ""
    frame.put(
      try label(
        "frame \(number): \(String(format: "%.2f", milliseconds)) ms CPU of "
          + "\(String(format: "%.2f", 1000 / Double(ScrollScript.hertz)))\(late)", width: width),
      x: 0, y: first.size.height)
    pictures.append(frame.bitmap)
    times.append(milliseconds)
  }

  /// The five frames that took longest, the longest first.
  var worst: [Int] { Array(times.indices.sorted { times[$0] > times[$1] }.prefix(5)) }

  /// The pictures of at most 16 frames around the one that took longest.
  var aroundWorst: [Bitmap] {
    let middle = worst.first ?? 0
    let start = min(max(middle - 8, 0), max(pictures.count - 16, 0))
    return Array(pictures[start..<min(start + 16, pictures.count)])
  }

  /// Returns the five worst frames and every twelfth one below each other.
  func sheet() -> Bitmap {
    let shown = worst + times.indices.filter { $0 % 12 == 0 }
    guard let size = pictures.first?.size else { return Sheet(width: 1, height: 1).bitmap }
    var sheet = Sheet(width: size.width, height: (size.height + Self.gap) * shown.count)
    for (place, number) in shown.enumerated() {
      sheet.put(pictures[number], x: 0, y: place * (size.height + Self.gap))
    }
    return sheet.bitmap
  }

  private func label(_ text: String, width: Int) throws -> Bitmap {
    var string = IAString(text)
    string.set(\.fontSize, to: 12, in: string.utf16Range)
    let page = try renderer.page(
      of: Renderer.Source(IADocument(string), looks: Looks()), width: Double(width),
      margins: Insets(top: 1, left: 4, bottom: 0, right: 4))
    return try renderer.bitmap(page, scale: 1)
  }

  /// Returns a picture whose pixels are the means of squares.
  private static func reduced(_ picture: Bitmap) -> Bitmap {
    let size = PixelSize(width: picture.size.width / factor, height: picture.size.height / factor)
    var pixels: [UInt32] = []
    pixels.reserveCapacity(size.pixelCount)
    for y in 0..<size.height {
      for x in 0..<size.width {
        var sums = (red: UInt32(0), green: UInt32(0), blue: UInt32(0))
        for row in 0..<factor {
          let start = (y * factor + row) * picture.size.width + x * factor
          for pixel in picture.pixels[start..<start + factor] {
            sums.red += pixel >> 16 & 255
            sums.green += pixel >> 8 & 255
            sums.blue += pixel & 255
          }
        }
        let count = UInt32(factor * factor)
        pixels.append(
          0xFF00_0000 | (sums.red / count) << 16 | (sums.green / count) << 8 | sums.blue / count)
      }
    }
    return Bitmap(size: size, pixels: pixels)
  }
}

/// A white picture that others are put on.
private struct Sheet {
  private let size: PixelSize
  private var pixels: [UInt32]

  init(width: Int, height: Int) {
    size = PixelSize(width: width, height: height)
    pixels = Array(repeating: 0xFFFF_FFFF, count: size.pixelCount)
  }

  var bitmap: Bitmap { Bitmap(size: size, pixels: pixels) }

  mutating func put(_ picture: Bitmap, x: Int, y: Int) {
    let width = min(picture.size.width, size.width - x)
    for row in 0..<min(picture.size.height, size.height - y) where width > 0 {
      let from = row * picture.size.width
      let to = (y + row) * size.width + x
      pixels.replaceSubrange(to..<to + width, with: picture.pixels[from..<from + width])
    }
  }
}
