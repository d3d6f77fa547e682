import Foundation
import Harness
import IACorpus
import IAFonts
import IALayout
import IARender
import IAText
import Inputs

/// A page of 390 x 844 points at two pixels a point, drawn first and again; and whole files of it.
///
/// The page is laid out before. First: by a renderer that has drawn nothing yet. Again: over the
/// same pixels. The limit is the white ground alone.
func measureRender(_ runner: inout Runner) throws {
  let fonts = try FontCollection.system()
  let document = IADocument(IAString(units: try Prose.units(count: 12_000)))
  try measurePages(&runner, fonts, document)
  try measureFiles(&runner, fonts, document)
  try measureFirstPage(&runner, document)
}

/// The first page of a text, each time in a new process, because the first page of a process also pays for its memory.
private func measureFirstPage(_ runner: inout Runner, _ document: IADocument) throws {
  guard runner.wants("render", "first page in a new process") else { return }
  let file = FileManager.default.temporaryDirectory.appending(path: "ia-page-\(UUID().uuidString)")
  defer { try? FileManager.default.removeItem(at: file) }
  try Data(document.string.text.utf8).write(to: file)
  let times = try (0..<(runner.isQuick ? 5 : 50)).map { _ in
    let output = try Tool.output(of: FirstFrameProgram.path, ["page", file.path])
    let fields = String(decoding: output, as: UTF8.self).split(whereSeparator: \.isWhitespace)
    return fields.compactMap { Double($0) }
  }
  for (phase, name) in ["process, fonts", "layout", "pixels"].enumerated() {
    let samples = times.compactMap { $0.count == 3 ? $0[phase] / 1e6 : nil }.sorted()
    for (quantile, share) in [("median", 0.5), ("p90", 0.9)] {
      runner.record(
        "render", "first page in a new process, \(name), \(quantile)",
        Bootstrap.quantile(samples, share), unit: "ms")
    }
  }
}

/// The program that draws in a process of its own.
enum FirstFrameProgram {
  /// Its path, beside this program.
  static var path: String {
    let own = Bundle.main.executableURL ?? URL(filePath: CommandLine.arguments[0])
    return own.deletingLastPathComponent().appending(path: "ia-first-frame").path
  }
}

private let pageSize = Size(width: 390, height: 844)
private let pixels = PixelSize(width: 780, height: 1688)

private func firstPage(_ renderer: Renderer, _ document: IADocument) throws -> Page {
  var document = document
  document.string.set(\.fontSize, to: 16, in: document.string.utf16Range)
  let source = Renderer.Source(document, looks: Looks(scheme: nil))
  let margins = Insets(top: 8, left: 8, bottom: 8, right: 8)
  guard let page = try renderer.pages(of: source, size: pageSize, margins: margins).first else {
    throw RenderError(.page, "none")
  }
  return page
}

private func measurePages(
  _ runner: inout Runner, _ fonts: FontCollection, _ document: IADocument
) throws {
  let renderer = Renderer(fonts: fonts)
  let page = try firstPage(renderer, document)
  let canvas = try Canvas(pixels, renderer)
  let blank = Renderer(fonts: fonts)
  let white = try firstPage(blank, IADocument(IAString(" ")))
  let whiteCanvas = try Canvas(pixels, blank)
  try runner.run(
    Comparison(
      "render", "page 390 x 844 at 2x", operation: "page", rounds: 15,
      kernels: [
        Kernel("first") { _, watch in
          let fresh = Renderer(fonts: fonts)
          let page = try firstPage(fresh, document)
          let canvas = try Canvas(pixels, fresh)
          try watch.time { try canvas.draw(page, scale: 2) }
          _ = opaque(canvas)
          return 1
        },
        Kernel("again") { _, watch in
          try watch.time { for _ in 0..<20 { try canvas.draw(opaque(page), scale: 2) } }
          return 20
        },
        Kernel("white ground", .limit) { _, watch in
          try watch.time { for _ in 0..<20 { try whiteCanvas.draw(opaque(white), scale: 2) } }
          return 20
        },
      ]))
}

private func measureFiles(
  _ runner: inout Runner, _ fonts: FontCollection, _ document: IADocument
) throws {
  let renderer = Renderer(fonts: fonts)
  let page = try firstPage(renderer, document)
  let animation = RenderScheme.alpha().animation
  try runner.run(
    Comparison(
      "render", "files of the page", operation: "file", rounds: 3,
      kernels: [
        Kernel("PNG") { _, watch in
          let file = try watch.time { try renderer.png(opaque(page), scale: 2) }
          return opaque(file).isEmpty ? 0 : 1
        },
        Kernel("SVG") { _, watch in
          let file = watch.time { renderer.svg(opaque(page)) }
          return opaque(file).isEmpty ? 0 : 1
        },
        Kernel("PDF") { _, watch in
          let file = try watch.time { try renderer.pdf([opaque(page)]) }
          return opaque(file).isEmpty ? 0 : 1
        },
        Kernel("animated PNG, 8 pictures") { _, watch in
          let file = try watch.time {
            try renderer.animatedPNG(
              opaque(page), scale: 1, animation: animation, framesPerSecond: 4)
          }
          return opaque(file).isEmpty ? 0 : 1
        },
      ]))
}
